import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Call, refusedInput } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import type { AuditLine, AuditPage as Page } from '@/lib/api/audit'
import { AuditPage } from './audit-page'

const line = (seq: number, more: Partial<AuditLine> = {}): AuditLine => ({
  seq,
  chain: 'c',
  at: `2026-11-19T13:23:${String(seq).padStart(2, '0')}.000Z`,
  subject: 'oidc:ines',
  name: 'Ines Okafor',
  roles: 'treasury',
  address: '192.0.2.7',
  act: 'sign-in',
  object_kind: '',
  object_id: '',
  environment: 'sandbox',
  outcome: 'done',
  request_id: '',
  digest: '',
  detail: '{}',
  prev_hash: '',
  hash: '',
  ...more,
})
const lines = [
  line(7, { act: 'decideIntent', object_kind: 'intents', object_id: 'i-4', detail: '{"kind":"open"}' }),
  line(6, { act: 'request-asked', object_kind: 'intents', object_id: 'i-3', detail: '{"status":409}' }),
  line(5, {
    act: 'request-refused',
    outcome: 'refused',
    object_kind: 'createOrder',
    object_id: 'i-2',
    detail: '{"status":400,"problem":"invalid-input","fields":["quote_amount"]}',
  }),
  line(4, { act: 'read', object_kind: 'listTransfers', detail: '{"count":3}' }),
  line(3, {
    act: 'addWebhook',
    outcome: 'refused',
    object_kind: 'webhooks',
    object_id: 'w-1',
    detail: '{"status":409}',
  }),
  line(2, {
    act: 'request-sent',
    object_kind: 'intents',
    object_id: 'i-1',
    summary: 'Sell 12.50 BTC',
    amount: { amount: '1140625.00', asset: 'USD' },
  }),
  line(1, { subject: 'mintdesk', name: 'Mintdesk', act: 'console-started', environment: '' }),
]
const checked = { lines: 4, at: '2026-11-19T13:23:00.000Z', signed: 4 }
const body = (more: Partial<Page> = {}): Page => ({
  lines,
  people: [{ subject: 'oidc:ines', name: 'Ines Okafor' }],
  labels: { addWebhook: 'Added a webhook' },
  reads: 96,
  check: checked,
  next_page_cursor: '',
  ...more,
})

const show = (answer: object | ((call: Call) => object | Response) = body(), { search = '', width = 1440 } = {}) =>
  renderInConsole(<AuditPage environment="sandbox" roles={['admin']} />, {
    url: `/sandbox/audit${search}`,
    width,
    session: { roles: ['admin'] },
    answers: { 'GET /audit': answer },
  })
const row = (name: string | RegExp) => page.getByRole('row', { name })

test('lists who did what, leads to what it was done to, and says that every entry was checked', async () => {
  await show()
  await expect.element(row(/Ines Okafor.*Sent.*Sell 12.50 BTC.*1,140,625.00 USD/)).toBeVisible()
  await expect.element(row(/Mintdesk.*Started/)).toBeVisible()
  await expect.element(row(/Checked the outcome.*Reference found/)).toBeVisible()
  await expect.element(row(/Added a webhook: refused.*Answered with 409/)).toBeVisible()
  await expect.element(row(/Request refused.*Create order i-2.*Invalid input: quote amount/)).toBeVisible()
  await expect.element(row(/Opened a request that waits for approval/)).toBeVisible()
  await expect.element(row(/Read records.*List transfers.*3 times/)).toBeVisible()
  await expect.element(page.getByText(/^4 entries checked at 13:23/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /entry 2, Sell 12.50 BTC/ }))
    .toHaveAttribute('href', '/sandbox/activity/i-1')
  await expect
    .element(page.getByRole('link', { name: 'Audit log', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: '96 reads' })).toHaveAttribute('href', '/sandbox/audit?acts=read')
  await checkAccessibility()
})

test('says which entry is wrong', async () => {
  await show(body({ check: { ...checked, bad: { seq: 3, why: 'It was changed.' } } }))
  await expect.element(page.getByText('Entry 3 is wrong. It was changed.')).toBeVisible()
  await checkAccessibility()
})

test.each([
  [{ signed: 4 }, /^4 entries checked at 13:23.*, none changed or missing$/],
  [{ signed: 3 }, /none changed or missing up to entry 3, the last that is signed$/],
  [{ signed: 0 }, /: each follows the one before\. There is no checkpoint to compare them with\.$/],
])('says no more than what checkpoints vouch for, with %o', async (signed, text) => {
  await show(body({ check: { ...checked, ...signed } }))
  await expect.element(page.getByText(text)).toBeVisible()
})

test('filters by person with the keyboard, and its files have what is filtered', async () => {
  const { calls } = await show()
  await expect.element(row(/Sell 12.50 BTC/)).toBeVisible()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('button', { name: 'Person' }).click()
  await page.getByRole('checkbox', { name: 'Ines Okafor' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/audit?people=oidc%3Aines')
  await expect.poll(() => calls.at(-1)?.query.getAll('people')).toEqual(['oidc:ines'])
  const csv = page.getByRole('link', { name: 'Export CSV' })
  await expect.element(csv).toHaveAttribute('href', '/api/sandbox/audit/file?people=oidc%3Aines&format=csv')
})

test('a narrow window keeps what an entry is about, whose title has the rest of it, and names what it leaves out', async () => {
  const summary = 'Register fiat account, First Harbour Bank of Massachusetts and Long Island ••2716'
  await show(body({ lines: [...lines, line(0, { act: 'request-sent', object_kind: 'intents', summary })] }), {
    width: 664,
  })
  const cell = page.getByTitle(summary)
  await expect.element(cell).toBeVisible()
  expect(getComputedStyle(cell.element()).textOverflow).toBe('ellipsis')
  const region = page.getByRole('region', { name: 'Audit log table' }).element()
  expect(region.scrollWidth).toBe(region.clientWidth)
  await expect.element(page.getByText('2 columns hidden: Change, From.')).toBeVisible()
})

test('on a phone each entry is a card, and a wrong address says so', async () => {
  await show(body(), { width: 390 })
  await expect.element(row(/Sent/)).toBeVisible()
  await checkAccessibility()
})

test('an unknown filter is named', async () => {
  await show(
    () => refusedInput('The request is not valid.', [{ field: 'nothing', message: 'This filter is unknown.' }]),
    { search: '?nothing=1' },
  )
  await expect.element(page.getByText(/This filter is unknown/)).toBeVisible()
})
