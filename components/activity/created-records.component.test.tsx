import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { IntentDetail } from '@/lib/api/console/intents'
import { type ListedWrite, operations } from '@/lib/api/provider/operations'
import type { Role } from '@/lib/api/roles'
import { CreatedRecords } from './created-records'
import { intentOf } from './testing'

const order = intentOf({
  ref_id: 'hedge-119',
  record_id: 'o-1',
  record_status: 'SUBMITTED',
  status_at: '2026-11-19T13:23:05.000Z',
  sent_at: '2026-11-19T13:23:05.000Z',
  check_until: '2026-11-20T12:23:05.000Z',
  check_left_millis: 3_600_000,
  answer_status: 201,
})

const show = (creates: ListedWrite, intents: IntentDetail[], answers: Answers = {}, roles: Role[] = ['treasury']) =>
  renderInConsole(<CreatedRecords environment="sandbox" roles={roles} creates={creates} />, {
    url: `/sandbox/${operations[creates].page}`,
    session: { roles },
    answers: { 'GET /intents': () => ({ intents, next_page_cursor: '' }), ...answers },
  })

const row = (name: string) => page.getByRole('table', { name }).getByRole('row').nth(1)

test('an order shows its last known status with its source, and a check updates it', async () => {
  const intents = [order]
  const { calls } = await show('createOrder', intents, {
    'POST /intents/{id}/find-out': () => {
      intents[0] = { ...order, record_status: 'OPEN', status_at: '2026-11-19T14:00:00.000Z' }
      return intents[0]
    },
  })
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
  await expect.element(row('Orders').getByTitle('the provider')).toBeVisible()
  await checkAccessibility()
  await row('Orders').getByRole('button', { name: 'Check status' }).click()
  await expect.element(row('Orders')).toHaveTextContent('Open')
  expect(calls[0]?.query.toString()).toBe('by=record&operations=createOrder')
})

test('an order whose outcome is unknown is listed as such, and its outcome can be checked', async () => {
  const unknown = { ...order, state: 'unknown' as const, answer_status: undefined, status_at: undefined }
  // The status of another record that was in the answer.
  const intents: IntentDetail[] = [{ ...unknown, record_status: 'FILLED', is_conflict: true }]
  await show('createOrder', intents, { 'POST /intents/{id}/find-out': () => (intents[0] = order) })
  await expect.element(row('Orders')).toHaveTextContent('Outcome unknown')
  await expect.element(row('Orders')).not.toHaveTextContent('Filled')
  await row('Orders').getByRole('button', { name: 'Check outcome' }).click()
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
})

test('the list checks an open order if pages may check, and shows the time of each status', async () => {
  const checks: string[] = []
  const [open, still, final] = ['1', '2', '3'].map((end) => ({ ...order, id: `${order.id.slice(0, -1)}${end}` }))
  const intents = [{ ...open, may_follow: true }, { ...still, may_follow: true }, final] as IntentDetail[]
  const { calls } = await show('createOrder', intents, {
    'POST /intents/{id}/find-out': ({ path }) => {
      const id = path.split('/')[2] ?? ''
      checks.push(id)
      const at = intents.findIndex((one) => one.id === id)
      const status = id === open?.id ? 'FILLED' : 'OPEN'
      intents[at] = { ...(intents[at] ?? order), record_status: status, may_follow: status === 'OPEN' }
      return intents[at] ?? order
    },
  })
  await expect.element(row('Orders')).toHaveTextContent('Filled')
  await expect.poll(() => checks).toEqual([open?.id, still?.id])
  await expect.element(row('Orders')).toHaveTextContent('13:23:05')
  await expect.poll(() => calls.filter(({ path }) => path === '/intents').length).toBeGreaterThan(1)
  expect(checks).toEqual([open?.id, still?.id])
})

test('orders have columns for what is filled and its average price, aligned as amounts', async () => {
  const fills = [
    { market: 'ETHUSD', amount: '6.065', price: '3713.25' },
    { market: 'BTCUSD', amount: '0' },
    { market: 'TEMPUSD' },
  ]
  await show(
    'createOrder',
    fills.map((fill, index) => ({ ...order, id: `${order.id.slice(0, -1)}${index}`, fill })),
  )
  const table = page.getByRole('table', { name: 'Orders' })
  for (const name of ['Market', 'Filled', 'Average price'])
    await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(/ETH\/USD6\.0653,713\.25/)
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent(/BTC\/USD0Check/)
  await expect.element(table.getByRole('row').nth(3)).toHaveTextContent(/TEMPUSDCheck/)
})

test('a failed check says why above the list, until it is closed', async () => {
  await show('createOrder', [order], {
    'POST /intents/{id}/find-out': () => problem(409, 'check-in-progress', 'Another person is checking this outcome.'),
  })
  await row('Orders').getByRole('button', { name: 'Check status' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Sell 12.50 BTC, limit 92,000.00 USD (hedge-119)')
  await expect.element(alert).toHaveTextContent('Another person is checking this outcome.')
  await expect.element(row('Orders').getByRole('button', { name: 'Failed, try again' })).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toHaveFocus()
})

test.each<[string, Partial<IntentDetail>, string]>([
  ['after its check window', { check_left_millis: -1000 }, 'Record status'],
  ['with an earlier client ID', { is_earlier_credential: true }, 'Not available'],
  ['confirmed only by a note', { answer_status: undefined, noted_by: 'Tomas Reiter' }, 'See details'],
])('an order %s leads to its page instead of a check', async (_, changes, name) => {
  await show('createOrder', [{ ...order, ...changes }])
  await expect
    .element(row('Orders').getByRole('link', { name }))
    .toHaveAttribute('href', `/sandbox/activity/${order.id}`)
  await expect.element(page.getByRole('button', { name: 'Check status' })).not.toBeInTheDocument()
})

test('a fiat account can be edited from its row, and its changes are in the same list', async () => {
  const account = { ...order, operation: 'createFiatAccount' as const, record_id: 'a-1', record_status: 'APPROVED' }
  const { calls } = await show('createFiatAccount', [account])
  await expect.element(row('Fiat accounts')).toHaveTextContent('Approved')
  const edit = row('Fiat accounts').getByRole('link', { name: 'Edit' })
  await expect.element(edit).toHaveAttribute('href', '/sandbox/fiat-accounts/a-1/edit')
  expect(calls[0]?.query.getAll('operations')).toEqual(['createFiatAccount', 'updateFiatAccount'])
})

test('the actions of a row are in view beside the navigation of a window of 1280 pixels', async () => {
  const account = { ...order, operation: 'createFiatAccount' as const, record_id: 'a-1', record_status: 'APPROVED' }
  const summary = 'Register a fiat account of Example Trading Limited, ••4512'
  await show('createFiatAccount', [{ ...account, summary }])
  await page.viewport(1000, 800)
  const region = page.getByRole('region', { name: 'Fiat accounts table' }).element()
  const edit = row('Fiat accounts').getByRole('link', { name: 'Edit' })
  await expect
    .poll(() => edit.element().getBoundingClientRect().right)
    .toBeLessThanOrEqual(region.getBoundingClientRect().right)
})

test.each([
  ['createOrder', 'Orders', 'New order', '/sandbox/orders/new'],
  ['createFiatAccount', 'Fiat accounts', 'New fiat account', '/sandbox/fiat-accounts/new'],
  ['createRule', 'Rules', 'New rule', '/sandbox/rules/new'],
] as const)('the empty list of the records of %s is titled %s and offers "%s"', async (creates, title, name, href) => {
  await show(creates, [])
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByText('created here yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name }).first()).toHaveAttribute('href', href)
})

test('an approver sees the records without their actions', async () => {
  await show('createOrder', [order], {}, ['approver'])
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
  await expect.element(page.getByRole('button', { name: 'Check status' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'New order' })).not.toBeInTheDocument()
})

test('the request of a record is previewed with its newest known status, and says if it cannot be read', async () => {
  const sent = { ...order, record_status: 'SUBMITTED' }
  let answer: (intent: IntentDetail) => void = () => undefined
  const read = new Promise<IntentDetail>((resolve) => {
    answer = resolve
  })
  await show('createOrder', [sent], { 'GET /intents/{id}': () => read })
  const link = row('Orders').getByRole('link').first()
  await expect.element(link).toBeVisible()
  const element = link.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard(' ')
  const preview = page.getByRole('complementary', { name: `Preview of ${order.summary}` })
  await expect.element(preview).toHaveTextContent('Record statusSubmitted')
  answer({ ...sent, record_status: 'FILLED', status_at: '2026-11-19T14:00:00.000Z' })
  await expect.element(preview).toHaveTextContent('Record statusFilled')
  await expect.element(preview).toHaveTextContent('The provider has this order.')
  await expect.element(page.getByRole('checkbox', { name: `Select ${order.summary}` })).toBeInTheDocument()
  await checkAccessibility()
})

test('a request that cannot be read again is previewed as its row has it, with its age', async () => {
  await show('createOrder', [order], {
    'GET /intents/{id}': () => problem(500, 'internal-error', 'Mintdesk failed.'),
  })
  await row('Orders')
    .getByRole('button', { name: /^Preview/ })
    .click()
  const preview = page.getByRole('complementary', { name: `Preview of ${order.summary}` })
  await expect.element(preview).toHaveTextContent(/Last updated .* Mintdesk failed\./)
  await expect.element(preview).toHaveTextContent('Submitted')
})
