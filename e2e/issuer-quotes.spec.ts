/** Issuer quotes: the same list machine with its own filters, columns and signs. */
import type { Page, Response } from '@playwright/test'
import type { Desk } from './stage'
import { checkAccess, expect, signIn, test } from './test'

const list = (desk: Desk, search = '') => `${desk.console.url}/sandbox/issuer-quotes${search}`
/** The list where it does not matter how many rows a page has: few are soon drawn. */
const few = '/issuer-quotes?limit=20'
const table = (page: Page) => page.getByRole('table', { name: 'Issuer quotes' })
const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const settled = (page: Page) => expect(status(page, /\d loaded/)).toBeVisible()

type Quote = { [name: string]: string | undefined } & { id: string; created_at: string; token_principal: string }

const isListRead = (response: Response) => response.url().includes('/v2/issuer-quotes') && response.ok()

async function readWhile(page: Page, act: () => Promise<unknown>) {
  const [response] = await Promise.all([page.waitForResponse(isListRead), act()])
  const quotes: Quote[] = (await response.json()).issuer_quote_executions
  return { asked: new URL(response.url()).searchParams, quotes }
}

/** The row of a quote, by the id that a screen reader hears. */
const rowOf = (page: Page, quote: Quote | undefined) => table(page).getByRole('row').filter({ hasText: quote?.id })

test('quotes are listed newest first, with every figure as it came and no unit made up', async ({ page, desk }) => {
  const { asked, quotes } = await readWhile(page, () => signIn(page, desk, 'support', '/issuer-quotes'))
  await expect(status(page, /^100 loaded/)).toBeVisible()
  expect([...asked.keys()], 'nothing is asked that the address does not say').toEqual([])
  await expect(page.getByRole('heading', { level: 1, name: 'Issuer quotes' })).toBeVisible()
  for (const name of ['Principal', 'Fee', 'Token principal', 'Token price', 'Token fee'])
    await expect(table(page).getByRole('columnheader', { name: new RegExp(`^${name}\\s*as received$`) })).toHaveCount(1)
  await expect(page.getByText(/the provider does not state the units/)).toBeVisible()
  const first = rowOf(page, quotes[0])
  for (const name of ['principal', 'token_price', 'asset_type'])
    await expect(first).toContainText((quotes[0]?.[name] ?? '').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','))
  const times = quotes.map((quote) => Date.parse(quote.created_at))
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

test('a negative figure has its sign, and the points of a column stand under each other', async ({ page, desk }) => {
  const { quotes } = await readWhile(page, () => signIn(page, desk, 'support', '/issuer-quotes?limit=1000&x.rows=all'))
  await settled(page)
  const negative = quotes.filter((quote) => quote.token_principal.startsWith('-'))
  expect(negative.length, 'the demo data has redemptions').toBeGreaterThan(0)
  const [whole = ''] = (negative[0]?.token_principal ?? '').slice(1).split('.')
  await expect(rowOf(page, negative[0])).toContainText(`−${whole.replace(/\B(?=(\d{3})+$)/g, ',')}`)
  const at = (await table(page).getByRole('columnheader').allInnerTexts()).findIndex((name) =>
    name.startsWith('Token principal'),
  )
  const points = await table(page)
    .getByRole('row')
    .evaluateAll(
      (rows, column) =>
        rows.flatMap((row) => {
          const fraction = (row as HTMLTableRowElement).cells[column]?.querySelector('td .fraction')
          return fraction ? [Math.round(fraction.getBoundingClientRect().left)] : []
        }),
      at,
    )
  expect(points.length).toBe(quotes.length)
  expect(new Set(points).size).toBe(1)
})

test('the range in the address includes both its ends', async ({ page, desk }) => {
  const { quotes } = await readWhile(page, () => signIn(page, desk, 'support', few))
  await settled(page)
  const [end = '', begin = ''] = [quotes[3]?.created_at, quotes[9]?.created_at]
  const range = new URLSearchParams({ 'created_range.begin': begin, 'created_range.end': end })
  const { asked, quotes: within } = await readWhile(page, () => page.goto(list(desk, `?${range}`)))
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(range))
  await expect(status(page, '7 loaded, end of list')).toBeVisible()
  expect(within.map(({ id }) => id)).toEqual(quotes.slice(3, 10).map(({ id }) => id))
  await expect(rowOf(page, quotes[3])).toBeVisible()
  await expect(rowOf(page, quotes[9])).toBeVisible()
})

test('a range that ends before it begins is explained and not sent', async ({ page, desk }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/issuer-quotes')) asked.push(request.url())
  })
  const range = 'created_range.begin=2026-02-01T00:00:00Z&created_range.end=2026-01-01T00:00:00Z'
  await signIn(page, desk, 'support', `/issuer-quotes?${range}`)
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'The range ends before it begins.',
  )
  expect(asked).toEqual([])
})

test('pages go forwards and back; only the order is turned, and the service is told nothing else', async ({
  page,
  desk,
}) => {
  const { quotes: first } = await readWhile(page, () => signIn(page, desk, 'support', few))
  await settled(page)
  const { quotes: second } = await readWhile(page, () => page.getByRole('link', { name: 'Older' }).click())
  await expect(status(page, /^Page 2: /)).toBeVisible()
  expect(second.some(({ id }) => first.some((quote) => quote.id === id))).toBe(false)
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(status(page, /^20 loaded/)).toBeVisible()
  await expect(rowOf(page, first[0])).toBeVisible()
  const created = table(page).getByRole('columnheader', { name: /^Created/ })
  const { asked } = await readWhile(page, () => created.getByRole('link').click())
  expect(Object.fromEntries(asked)).toEqual({ limit: '20', order: 'ASC' })
  await expect(created).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(list(desk, '?limit=20&order=ASC'))
})

test('rows without a page of their own are still walked and copied by keyboard', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { quotes } = await readWhile(page, () => signIn(page, desk, 'support', few))
  await settled(page)
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  await expect(rowOf(page, quotes[2])).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(quotes[2]?.id)
})

test('on a phone a card holds every figure', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { quotes } = await readWhile(page, () => signIn(page, desk, 'support', few))
  await expect(status(page, /20 loaded/)).toBeAttached()
  const card = rowOf(page, quotes[0])
  const cells = await card
    .getByRole('cell')
    .evaluateAll((all) => all.flatMap((cell) => (cell.checkVisibility() ? [cell.textContent] : [])))
  for (const name of ['fee', 'token_principal', 'token_price', 'token_fee'])
    expect(cells.map((text) => text.replaceAll(',', '').replace('−', '-'))).toContain(quotes[0]?.[name])
})

test('nothing that fits says so; axe finds nothing there, in the list and in its menu', async ({ page, desk }) => {
  test.slow()
  await signIn(page, desk, 'treasury', '/issuer-quotes?profile_id=nobody')
  await expect(page.getByText('No issuer quotes match this filter')).toBeVisible()
  await checkAccess(page)
  await page.goto(list(desk, '?limit=20'))
  await settled(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns and order' })).toBeVisible()
  await checkAccess(page)
})
