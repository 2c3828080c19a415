import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { issuerQuote } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { IssuerQuoteList } from './issuer-quote-list'

const path = '/sandbox/issuer-quotes'
const table = page.getByRole('table', { name: 'Issuer quotes' })
const rowOf = (text: string) => table.getByRole('row').filter({ hasText: text })

const show = (search: string, answer: object, width?: number) =>
  renderInConsole(<IssuerQuoteList environment="sandbox" />, {
    url: `${path}${search}`,
    answers: { listIssuerQuotes: answer },
    width,
  })

test('every figure is shown as received and without a unit', async () => {
  const { calls } = await show('', { issuer_quote_executions: [issuerQuote({ principal: '1234567.80' })] })
  for (const name of ['Principal', 'Fee', 'Token principal', 'Token price', 'Token fee'])
    await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  expect(page.getByText(/as received/i).all(), 'said once').toHaveLength(1)
  for (const figure of ['1,234,567.80', '0.25', '99.75', '1.01', '0.50'])
    await expect.element(rowOf('quote-1')).toHaveTextContent(figure)
  expect([...(calls[0]?.query.keys() ?? [])]).toEqual([])
})

test.each(['issuer_quote_executions', 'items'])(
  'quotes are found under %s, signed, with unknown statuses',
  async (name) => {
    const quotes = [
      issuerQuote({ token_principal: '-75000.123456' }),
      issuerQuote({ id: 'quote-2', status: 'SETTLING', token_principal: '0.5' }),
    ]
    await show('', { [name]: quotes })
    await expect.element(rowOf('quote-1')).toHaveTextContent(/Redeem.*−75,000.123456/)
    await expect.element(rowOf('quote-2')).toHaveTextContent('Mint')
    await expect.element(rowOf('quote-2')).toHaveTextContent('SETTLING')
    const column = [...document.querySelectorAll('th')].findIndex((cell) =>
      cell.innerText.startsWith('Token principal'),
    )
    const points = [...document.querySelectorAll('tbody tr')].map(
      (row) => row.children[column]?.querySelector('.fraction')?.getBoundingClientRect().left ?? 0,
    )
    // A digit's own width is rounded to a 64th of a pixel.
    expect(Math.max(...points) - Math.min(...points)).toBeLessThan(0.5)
  },
)

test('the views stand beside the heading', async () => {
  await show('', { issuer_quote_executions: [issuerQuote()] }, 1440)
  const heading = page.getByRole('heading', { level: 1 })
  const views = page.getByRole('button', { name: 'Views' })
  await expect.element(views).toBeVisible()
  const right = heading.element().parentElement?.getBoundingClientRect().right ?? 0
  expect(views.element().getBoundingClientRect().left - right).toBeLessThan(40)
  expect(right - heading.element().getBoundingClientRect().left).toBeLessThan(240)
})

test('a range that ends before it begins is explained', async () => {
  await show('?created_range.begin=2026-02-01T00:00:00Z&created_range.end=2026-01-01T00:00:00Z', {})
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'There is a problem' }))
    .toHaveTextContent(/The range ends before it begins./)
})

test('a time that quotes do not have is refused, and not left out', async () => {
  await show('?x.updated=today', {})
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'There is a problem' }))
    .toHaveTextContent(/Unknown field "updated_at.gte"/)
})

test('reversing the order sends nothing but the order', async () => {
  const { calls } = await show('?limit=20', { issuer_quote_executions: [issuerQuote()] })
  const created = table.getByRole('columnheader', { name: /^Created/ })
  await created.getByRole('link').click()
  await expect.poll(address).toBe(`${path}?limit=20&order=ASC`)
  await expect.element(created).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => calls.at(-1)?.query.toString()).toBe('limit=20&order=ASC')
})

test('on a phone a card has two lines, and opens a preview of every figure with its name', async () => {
  const long = '123456789012.123456789012345678'
  await show('', { issuer_quote_executions: [issuerQuote({ token_principal: long })] }, 390)
  const card = table.getByRole('row').nth(1)
  await expect.element(card).toBeVisible()
  const shown = [...document.querySelectorAll<HTMLElement>('tbody td')].filter((cell) => cell.checkVisibility())
  expect(new Set(shown.map((cell) => Math.round(cell.getBoundingClientRect().bottom))).size).toBe(2)
  expect(document.querySelector('tbody tr')?.getBoundingClientRect().height).toBeLessThan(70)
  await card.click()
  const sheet = page.getByRole('dialog', { name: 'Preview of Mint USDG quote-1' })
  for (const [name, figure] of [
    ['Principal', '100.00'],
    ['Fee', '0.25'],
    ['Token principal', '123,456,789,012.123456789012345678'],
    ['Token price', '1.01'],
    ['Token fee', '0.50'],
  ] as const)
    await expect.element(sheet).toHaveTextContent(new RegExp(`${name}\\s*${figure.replaceAll('.', '\\.')}`))
  await checkAccessibility()
})

test('on a phone a redemption does not read as a mint', async () => {
  await show('', { issuer_quote_executions: [issuerQuote({ principal: '75000.00', token_principal: '-75000' })] }, 390)
  await expect.element(page.getByText('Redeem USDG', { exact: true })).toBeVisible()
})

test('an empty result says so, and axe finds nothing in it', async () => {
  await show('?profile_id=nobody', { issuer_quote_executions: [] })
  await expect.element(page.getByText('No issuer quotes match this filter')).toBeVisible()
  await checkAccessibility()
})

test('axe finds nothing in the list and its menu', async () => {
  await show('?limit=20', { issuer_quote_executions: [issuerQuote()] })
  await expect.element(table).toBeVisible()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Columns and order' })).toBeVisible()
  await checkAccessibility()
})
