import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import type { IntentDetail } from '@/lib/api/intents'
import { type ListedWrite, operations } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'
import type { Transfer } from '@/lib/provider/transfers'
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

const show = (
  creates: ListedWrite,
  intents: IntentDetail[],
  answers: Answers = {},
  roles: Role[] = ['treasury'],
  width?: number,
) =>
  renderInConsole(<CreatedRecords environment="sandbox" person="ines" roles={roles} creates={creates} />, {
    url: `/sandbox/${operations[creates].page}`,
    width,
    session: { roles },
    answers: {
      'GET /intents': ({ query }) => ({
        intents: intents.filter(({ state }) => (state === 'unknown') === query.getAll('states').includes('unknown')),
        next_page_cursor: '',
      }),
      'GET /intents/{id}': ({ path }) => intents.find(({ id }) => path.endsWith(id)) ?? order,
      listTransfers: transferPage([]),
      ...answers,
    },
  })

const row = (name: string) => page.getByRole('table', { name }).getByRole('row').nth(1)

test('an order shows its last known status with its source, and a check updates it', async () => {
  const intents = [order]
  const { calls } = await show('createOrder', intents, {
    'POST /intents/{id}/resolve': () => {
      intents[0] = { ...order, record_status: 'OPEN', status_at: '2026-11-19T14:00:00.000Z' }
      return intents[0]
    },
  })
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
  await expect.element(row('Orders').getByTitle('the provider')).toBeVisible()
  await checkAccessibility()
  await row('Orders').getByRole('button', { name: 'Check status' }).click()
  await expect.element(row('Orders')).toHaveTextContent('Open')
  const lists = calls.filter(({ path }) => path === '/intents').map(({ query }) => query.toString())
  expect(lists).toEqual(
    expect.arrayContaining(['by=record&operations=createOrder', 'states=unknown&operations=createOrder']),
  )
})

test('while it is read what must be checked first, grey bars stand there', async () => {
  await show('createOrder', [], { 'GET /intents': () => new Promise(() => undefined) })
  const seen = () =>
    [...document.querySelectorAll('[aria-hidden] > span')].filter((bar) =>
      bar.checkVisibility({ visibilityProperty: true }),
    )
  await expect.poll(() => seen().length, { timeout: 1_500 }).toBeGreaterThan(5)
})

test('an empty list offers to make one in one place', async () => {
  await show('createOrder', [])
  await expect.element(page.getByText('No order created here yet')).toBeVisible()
  expect(page.getByRole('link', { name: 'New order' }).elements()).toHaveLength(1)
})

test('on a phone the name of a row begins with what is seen, and the first section stands apart from the head', async () => {
  const unknown = { ...order, id: 'lost', state: 'unknown' as const, answer_status: undefined, status_at: undefined }
  await show('createOrder', [order, { ...unknown, check_left_millis: 82_000_000 }], {}, ['treasury'], 390)
  await expect.element(page.getByRole('link', { name: /^Requested .*\d\d:\d\d:\d\d, / }).first()).toBeVisible()
  await checkAccessibility()
  const head = page.getByRole('heading', { level: 1 }).element().parentElement?.parentElement
  const below = page.getByRole('heading', { name: 'Unknown outcomes' }).element().getBoundingClientRect().top
  expect(below - (head?.getBoundingClientRect().bottom ?? 0)).toBeGreaterThanOrEqual(12)
})

test('an order whose outcome is unknown comes first, with the time left and its check, and is then in the list', async () => {
  const unknown = { ...order, state: 'unknown' as const, answer_status: undefined, status_at: undefined }
  // The status of another record that was in the answer.
  const other = { record_status: 'FILLED', is_conflict: true, check_left_millis: 82_000_000 }
  const intents: IntentDetail[] = [{ ...unknown, ...other }]
  await show('createOrder', intents, { 'POST /intents/{id}/resolve': () => (intents[0] = order) })
  const first = page.getByRole('listitem').filter({ hasText: 'Sell 12.50 BTC' })
  await expect.element(page.getByRole('heading', { level: 2, name: 'Unknown outcomes' })).toBeVisible()
  await expect.element(first.getByRole('timer')).toHaveTextContent(/^22:46:\d\d$/)
  await expect.element(first).not.toHaveTextContent('Filled')
  await checkAccessibility()
  await first.getByRole('button', { name: 'Check outcome' }).click()
  await expect.element(first).toHaveTextContent('Confirmed')
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
})

test('the newest change of a fiat account whose outcome is unknown comes first among the accounts', async () => {
  const change = { ...order, operation: 'updateFiatAccount' as const, state: 'unknown' as const, summary: 'Change it' }
  await show('createFiatAccount', [{ ...change, check_until: undefined, check_left_millis: undefined }])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Change it' })).toHaveTextContent('No reference')
})

test('the list checks an open order if pages may check, and shows the time of each status', async () => {
  const checks: string[] = []
  const [open, still, final] = ['1', '2', '3'].map((end) => ({ ...order, id: `${order.id.slice(0, -1)}${end}` }))
  const intents = [{ ...open, may_follow: true }, { ...still, may_follow: true }, final] as IntentDetail[]
  const { calls } = await show('createOrder', intents, {
    'POST /intents/{id}/resolve': ({ path }) => {
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

test('orders are named by what they do, and show price, filled percent and average price', async () => {
  const fills = [
    { market: 'ETHUSD', amount: '6.065', ordered: '12.13', price: '3713.25', terms: 'limit 3,700.00 USD' },
    { market: 'BTCUSD', amount: '0', ordered: '1' },
    { market: 'BTCUSD', amount: '0.001', ordered: '1', price: '91000' },
    { market: 'TEMPUSD' },
  ]
  await show(
    'createOrder',
    fills.map((fill, index) => ({
      ...order,
      record_name: 'Sell 12.13 ETH',
      id: `${order.id.slice(0, -1)}${index}`,
      fill,
    })),
  )
  const table = page.getByRole('table', { name: 'Orders' })
  for (const name of ['Order', 'Price', 'Market', 'Filled', 'Average price'])
    await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const cells = (index: number) => table.getByRole('row').nth(index)
  await expect.element(cells(1)).toHaveTextContent(/Sell 12\.13 ETHlimit 3,700\.00 USDSubmitted50%3,713\.25ETH\/USD/)
  await expect.element(cells(1).getByTitle('6.065 of 12.13 ETH')).toBeVisible()
  await expect.element(cells(2)).toHaveTextContent(/Submitted0%BTC\/USD/)
  await expect.element(cells(3)).toHaveTextContent(/under 1%91,000BTC\/USD/)
  await expect.element(cells(4)).toHaveTextContent(/SubmittedTEMPUSD/)
  await cells(1).getByRole('button', { name: 'Preview Sell 12.13 ETH' }).click()
  const preview = page.getByRole('complementary', { name: 'Preview of Sell 12.13 ETH' })
  await expect.element(preview).toHaveTextContent('Filled6.065 of 12.13 ETH, 50%')
  await expect.element(preview).toHaveTextContent('Average price3,713.25 USD per ETH')
})

const rule = {
  ...order,
  operation: 'createRule' as const,
  record_status: undefined,
  status_at: undefined,
  summary: 'USD by wire to USDC',
  record_name: 'Mint USDC',
  route: {
    profile_id: 'p-1',
    source_asset: 'USD',
    source_network: 'WIRE',
    destination_asset: 'USDC',
    memo: 'MDAAAABBBB22',
    destination_network: 'ETHEREUM',
    destination_address: '0x71c7656ec7ab88b098defb751b7401b5f6d8976f',
  },
}
const profileNames = {
  'GET /presets': {
    entries: [{ kind: 'profile', key: 'p-1', value: 'Main treasury', person: 'Ines', at: order.created_at }],
  },
}

test('a rule is named as a desk calls it, with its route, memo, destination and last run, and is not called active', async () => {
  const leg = (members: Partial<Transfer>) =>
    transfer({ type: 'WIRE_DEPOSIT', group_id: 'g-1', memo: undefined, direction: 'CREDIT', ...members })
  const legs = [
    leg({ id: 't-2', type: 'WIRE_WITHDRAWAL', status: 'PENDING', direction: 'DEBIT' }),
    leg({ id: 't-1', status: 'COMPLETED', memo: rule.route.memo, created_at: '2026-11-19T09:15:00Z' }),
  ]
  await show('createRule', [rule], { ...profileNames, listTransfers: transferPage(legs) })
  await expect.element(row('Rules')).toHaveTextContent('Mint USDC, Main treasury')
  await expect.element(row('Rules')).toHaveTextContent('USD by wire → USDC')
  await expect.element(row('Rules').getByTitle(rule.route.memo)).toBeVisible()
  await expect.element(row('Rules')).toHaveTextContent('0x71c765…976f on Ethereum')
  await expect.element(row('Rules')).toHaveTextContent('Created')
  await expect.element(row('Rules')).not.toHaveTextContent(/Active|unknown/)
  const run = row('Rules').getByRole('link', { name: /Pending/ })
  await expect.element(run).toHaveAttribute('href', '/sandbox/transfers/t-1')
  await expect.element(run).toHaveTextContent('19 Nov 09:15:00 Pending')
  await expect.element(run).toHaveAttribute('title', '2 transfers')
  await row('Rules')
    .getByRole('button', { name: /^Preview/ })
    .click()
  const preview = page.getByRole('complementary', { name: 'Preview of Mint USDC, Main treasury' })
  await expect.element(preview).toHaveTextContent(/Last run.*09:15:00 UTC, Pending/)
  await checkAccessibility()
})

test('a rule with a nickname is called by it', async () => {
  await show(
    'createRule',
    [{ ...rule, record_name: 'Monthly mint', route: { ...rule.route, nickname: 'Monthly mint' } }],
    { ...profileNames, listTransfers: transferPage([]) },
  )
  await expect.element(row('Rules')).toHaveTextContent(/Monthly mintUSD by wire/)
  await row('Rules')
    .getByRole('button', { name: /^Preview/ })
    .click()
  await expect.element(page.getByText('none in the newest 200 transfers')).toBeVisible()
})

test('a fiat account shows its bank, its owner and its review', async () => {
  const account = { ...order, operation: 'createFiatAccount' as const, record_id: 'a-1', record_status: 'PENDING' }
  const named = { record_name: 'Northgate Trust ••0087', account: { bank: 'Northgate Trust', owner: 'Acme Ltd' } }
  await show('createFiatAccount', [{ ...account, ...named }])
  const table = page.getByRole('table', { name: 'Fiat accounts' })
  for (const name of ['Bank', 'Owner', 'Review'])
    await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect.element(row('Fiat accounts')).toHaveTextContent(/Northgate Trust ••0087Acme LtdPending/)
  await expect
    .element(page.getByRole('button', { name: 'Preview Northgate Trust ••0087, Acme Ltd' }))
    .toBeInTheDocument()
})

test('all open orders are checked on request, one after another, until that is cancelled', async () => {
  const [one, two, three] = ['1', '2', '3'].map((end) => ({
    ...order,
    id: `${order.id.slice(0, -1)}${end}`,
    is_open: true,
  }))
  const intents = [one, two, three, order] as IntentDetail[]
  const checked: string[] = []
  let answer: () => void = () => undefined
  await show('createOrder', intents, {
    'POST /intents/{id}/resolve': async ({ path }) => {
      const id = path.split('/')[2] ?? ''
      checked.push(id)
      if (checked.length === 2) await new Promise<void>((resolve) => (answer = resolve))
      return { ...(intents.find((intent) => intent.id === id) ?? order), record_status: 'FILLED' }
    },
  })
  await page.viewport(390, 844)
  const table = await page.getByRole('table', { name: 'Orders' }).findElement()
  const top = () => table.getBoundingClientRect().top
  const [before, all] = [top(), page.getByRole('button', { name: 'Check status of all open orders' })]
  expect(all.element().getBoundingClientRect().height).toBe(44)
  await all.click()
  await expect.element(page.getByText('Checking 2 of 3')).toBeInTheDocument()
  expect(top(), 'on a phone the list stays where it is').toBe(before)
  await page.viewport(1280, 800)
  await expect.element(page.getByText('Checking 2 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  answer()
  await expect.element(page.getByRole('button', { name: 'Check status of all open orders' })).toBeVisible()
  expect(checked).toEqual([one?.id, two?.id])
})

test('a list without open records offers no check of all, and neither does one that a person may only read', async () => {
  await show('createOrder', [{ ...order, is_open: true }], {}, ['approver'])
  await expect.element(row('Orders')).toHaveTextContent('Submitted')
  await expect.element(page.getByRole('button', { name: /^Check status of all/ })).not.toBeInTheDocument()
})

test('a failed check says why above the list, until it is closed', async () => {
  await show('createOrder', [order], {
    'POST /intents/{id}/resolve': () => problem(409, 'check-in-progress', 'Another person is checking this outcome.'),
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
  ['after its check window', { check_left_millis: -1000 }, 'Enter status'],
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
  const list = calls.find(({ query }) => query.get('by') === 'record')
  expect(list?.query.getAll('operations')).toEqual(['createFiatAccount', 'updateFiatAccount'])
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
  await expect.element(preview).toHaveTextContent('Order filled.')
  await expect.element(page.getByRole('checkbox', { name: `Select ${order.summary}` })).toBeInTheDocument()
  await checkAccessibility()
})

test('a request that cannot be read again is previewed as its row has it, with its age', async () => {
  await show('createOrder', [order], { 'GET /intents/{id}': () => problem(500, 'internal-error', 'Mintdesk failed.') })
  await row('Orders')
    .getByRole('button', { name: /^Preview/ })
    .click()
  const preview = page.getByRole('complementary', { name: `Preview of ${order.summary}` })
  await expect.element(preview).toHaveTextContent(/Last updated .* Mintdesk failed\./)
  await expect.element(preview).toHaveTextContent('Submitted')
})
