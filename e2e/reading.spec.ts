/** What other services answer (service-facts, "Reading"), line by line, as a person sees it in the lists and the page of one. */
import type { Page } from '@playwright/test'
import type { Company } from './stage'
import { companySignIn, expect, test } from './test'

const plain = { id: '', customer_id: 'customer-1', profile_id: 'profile-1', amount: '1.00', total: '1.00', fee: '0' }
const usual = { asset: 'USDG', direction: 'CREDIT', type: 'WIRE_DEPOSIT', status: 'COMPLETED' }
const whenever = { created_at: '2026-11-19T14:00:00Z', updated_at: '2026-11-19T14:00:01Z' }
const idOf = (index: number) => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`
const odd = (index: number, fields: object) => ({ ...plain, ...usual, ...whenever, id: idOf(index), ...fields })

const listPath = '/sandbox/transfers'

/** The service answers so until the test is over. */
async function answering(page: Page, company: Company, body: unknown, path = listPath) {
  company.sandbox.feel({ service: { status: 200, body: JSON.stringify(body) } })
  await companySignIn(page, company, ['treasury'], path)
}

test.afterEach(({ company }) => company.sandbox.feel({}))

const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.locator(`a[href*="/transfers/${id}"]`) })

test('names that nobody has heard of stand as they came, and hide no row', async ({ page, company }) => {
  const items = [
    odd(1, { status: 'COMPLETE' }),
    odd(2, { direction: 'WITHDRAWAL' }),
    odd(3, { type: 'FEDNOW_DEPOSIT', crypto_network: 'TEMPO' }),
    odd(4, { status: 'HELD', secondary_status: { name: 'SANCTIONS_REVIEW', detail: 'waits for a clerk' } }),
    odd(5, { type: 'ACME_TRANSFER_DEBIT', direction: 'DEBIT' }),
    odd(6, { asset: 'EURX' }),
  ]
  await answering(page, company, { items, next_page_cursor: '' })
  for (const { id } of items) await expect(rowOf(page, id)).toBeVisible()
  await expect(rowOf(page, idOf(1))).toContainText('COMPLETE')
  await expect(rowOf(page, idOf(3))).toContainText('FEDNOW_DEPOSIT')
  await expect(rowOf(page, idOf(3))).toContainText('TEMPO')
  await expect(rowOf(page, idOf(4))).toContainText(/HELD.*SANCTIONS_REVIEW/)
  await expect(rowOf(page, idOf(5))).toContainText('Platform transfer')
  await expect(rowOf(page, idOf(6))).toContainText('EURX')
})

test('an empty text, null, nothing and an object without content are the same: nothing', async ({ page, company }) => {
  const transfer = odd(1, {
    ref_id: '',
    identity_id: null,
    auto_conversion: {},
    secondary_status: { name: '', detail: null },
    metadata: { desk: 7, urgent: true },
  })
  await answering(page, company, transfer, `${listPath}/${idOf(1)}`)
  const main = page.locator('main')
  await expect(main).toContainText('desk')
  await expect(
    main
      .getByText('7', { exact: true })
      .or(main.getByText(/desk\s*7/))
      .first(),
  ).toBeVisible()
  for (const name of ['Reference', 'Identity'])
    await expect(
      main
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .first()
        .locator('xpath=following-sibling::dd[1]'),
    ).toHaveText('none')
  await expect(page.getByRole('heading', { name: 'Both sides' })).toHaveCount(0)
})

test('fields that the interface does not list are shown, and a missing one marks its row', async ({
  page,
  company,
}) => {
  const { fee: _, ...withoutFee } = odd(2, {})
  await answering(page, company, { items: [odd(1, {}), withoutFee], next_page_cursor: '' })
  await expect(rowOf(page, idOf(2))).toBeVisible()
  await expect(rowOf(page, idOf(2)).locator('[title*="fee"]')).toHaveCount(1)

  company.sandbox.feel({ service: { status: 200, body: JSON.stringify({ ...withoutFee, settlement_bank: 'Halden' }) } })
  await page.goto(`${company.console.url}${listPath}/${idOf(2)}`)
  await expect(page.getByText('Total not checked: fee missing.')).toBeVisible()
  await page.getByRole('tab', { name: /all fields/i }).click()
  await expect(page.getByText('settlement_bank')).toBeVisible()
  await expect(page.getByText('Halden')).toBeVisible()
})

test('times keep their nine digits, and amounts every digit that came', async ({ page, company, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const amount = '123456789012345678901234567890.12345678'
  const items = [
    odd(1, { amount, created_at: '2026-11-19T14:00:00.123456789Z' }),
    odd(2, { amount: '.5', created_at: '2026-11-19T14:00:00+01:00' }),
    odd(3, { amount: '007' }),
  ]
  await answering(page, company, { items, next_page_cursor: '' })
  const shown = rowOf(page, idOf(1))
  await expect(shown).toContainText('123,456,789,012,345,678,901,234,567,890.12345678')
  await expect(shown.locator('time')).toHaveAttribute('datetime', '2026-11-19T14:00:00.123456789Z')
  await expect(rowOf(page, idOf(2)).locator('time')).toContainText('13:00:00')
  await expect(rowOf(page, idOf(3))).toContainText('007')
})

for (const [name, end] of [
  ['a cursor on a short page', { next_page_cursor: 'more' }],
  ['an empty cursor', { next_page_cursor: '' }],
  ['a cursor that is null', { next_page_cursor: null }],
  ['no cursor', {}],
] as const) {
  test(`a list ends with fewer rows than asked for, whatever stands beside them: ${name}`, async ({
    page,
    company,
  }) => {
    await answering(page, company, { items: [odd(1, {}), odd(2, {})], ...end })
    await expect(page.getByText(/^2 (?:loaded, end of list|rows, that is all of them)/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
  })
}

test('a full page without rows to come, and a cursor that was met before, end the list', async ({ page, company }) => {
  const full = Array.from({ length: 2 }, (_, index) => odd(index, {}))
  await answering(page, company, { items: full, next_page_cursor: 'again' }, `${listPath}?limit=2`)
  await page.getByRole('link', { name: 'Older' }).click()
  await page.waitForURL(/page_cursor=again/)
  await expect(page.getByRole('link', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
  company.sandbox.feel({ service: { status: 200, body: JSON.stringify({ items: [], next_page_cursor: 'forever' }) } })
  await page.goto(`${company.console.url}${listPath}?limit=2&page_cursor=elsewhere`)
  await expect(page.getByText('Nothing on this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
})

test('rows that do not match the filter are flagged and shown', async ({ page, company }) => {
  const items = [odd(1, { status: 'FAILED' }), odd(2, {})]
  await answering(page, company, { items, next_page_cursor: '' }, `${listPath}?statuses=FAILED`)
  await expect(page.getByText('1 row does not match the filters.')).toBeVisible()
  await expect(rowOf(page, idOf(2))).toContainText('Does not match the filter Status')
  await expect(rowOf(page, idOf(1))).not.toContainText('Does not match')
})

test('issuer quotes are found under either name, signed, with a status that nobody knows', async ({
  page,
  company,
}) => {
  const quote = (index: number, fields: object) => ({
    id: `quote-${index}`,
    created_at: '2026-11-19T14:00:00.000000001Z',
    asset_type: 'USDG',
    principal: '100.00',
    fee: '0.00',
    status: 'COMPLETE',
    token_fee: '0.00',
    token_price: '1.00',
    token_principal: '100.00',
    profile_id: 'profile-1',
    ...fields,
  })
  const quotes = [quote(1, { token_principal: '-75000.123456' }), quote(2, { status: 'SETTLING' })]
  for (const name of ['issuer_quote_executions', 'items']) {
    await answering(page, company, { [name]: quotes }, '/sandbox/issuer-quotes')
    await expect(page.getByRole('row').filter({ hasText: '−75,000.123456' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'SETTLING' })).toBeVisible()
    await page.context().clearCookies()
  }
})

test('an answer that is no list is said to be none, never shown as an empty one', async ({ page, company }) => {
  for (const body of [{ transfers: [] }, [], 'items', null, { items: {} }]) {
    await answering(page, company, body)
    await expect(page.getByText(/answered with something that is not/i).first()).toBeVisible()
    await expect(page.getByText(/no transfers/i)).toHaveCount(0)
    await page.context().clearCookies()
  }
})
