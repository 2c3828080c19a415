import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { movement, plan, route } from '@/components/money/testing'
import { checkAccessibility, layoutShifts, setOnline } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import type { IntentDetail, IntentEvent } from '@/lib/api/intents'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { IntentPage } from './intent-page'
import { intentOf } from './testing'

const { id } = intentOf()
const hour = 3_600_000
const sent = { sent_at: '2026-11-19T13:23:05.000Z', answer_status: 201 }
const checkable = { ...sent, check_until: '2026-11-20T12:23:05.000Z', check_left_millis: 22.5 * hour }

type Options = { answers?: Answers; search?: string; roles?: Role[]; environment?: Environment; width?: number }

/** Shows an intent, which answers of actions replace. */
async function show(
  first: IntentDetail | Response,
  { answers, search = '', roles = ['treasury'], environment = 'sandbox', width }: Options = {},
) {
  return renderInConsole(<IntentPage environment={environment} person="treasury" roles={roles} id={id} />, {
    url: `/${environment}/activity/${id}${search}`,
    width,
    session: { roles },
    answers: { 'GET /intents/{id}': first, 'GET /presets': { entries: [] }, ...answers },
  })
}

const section = (name: string) => page.getByRole('region', { name, exact: true })
/** JSON is folded until a person opens it. */
const unfold = (title: string) => page.getByRole('heading', { name: title, exact: true }).click()
const button = (name: string) => page.getByRole('button', { name, exact: true })

const accountNumber = '000123450087'
const account = intentOf({
  ...sent,
  operation: 'createFiatAccount',
  summary: 'Register fiat account, Northgate Trust ••0087',
  body: { fiat_network_instructions: { wire: { account_number: accountNumber } } },
})

test('account numbers are masked until they are revealed, and only then can the request be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(account)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Northgate Trust ••0087')
  await expect.element(section('Request')).not.toBeInTheDocument()
  await unfold('Request')
  await expect.element(section('Request')).toHaveTextContent('"account_number": "••0087"')
  expect(document.body.textContent).not.toContain(accountNumber)
  await expect.element(button('Copy as curl')).not.toBeInTheDocument()
  await button('Show full account numbers').click()
  await expect.element(section('Request')).toHaveTextContent(`"account_number": "${accountNumber}"`)
  await button('Copy as curl').click()
  await expect
    .poll(() => copied.mock.lastCall?.[0])
    .toMatch(/^curl --request POST .*"\$BASE_URL\/v2\/transfer\/fiat-accounts".*000123450087/s)
  copied.mockRestore()
})

test.each(['prepared', 'unknown', 'confirmed'] as const)(
  'a request that is %s, of an operation that was removed, is shown without its actions',
  async (state) => {
    const operation = 'createPayout' as IntentDetail['operation']
    await show(intentOf({ ...sent, operation, state, summary: 'Pay out 10.00 USD', body: { amount: '10.00' } }))
    await expect.element(page.getByRole('heading', { level: 1, name: 'Pay out 10.00 USD' })).toBeVisible()
    await expect.element(page.getByText('Removed operation')).toBeVisible()
    for (const name of ['Duplicate', 'Check outcome', 'Check status', 'Send'])
      await expect.element(page.getByText(name, { exact: true })).not.toBeInTheDocument()
  },
)

test('a request can be duplicated in its form', async () => {
  await show(account)
  const link = page.getByRole('link', { name: 'Duplicate' })
  await expect.element(link).toHaveAttribute('href', `/sandbox/fiat-accounts/new?again=${id}`)
})

test('an ID that Mintdesk does not know is explained with what the server says of it', async () => {
  const detail = 'Nothing was sent under this ID.'
  await show(problem(404, 'no-such-intent', 'There is no such request.', { detail }))
  await expect.element(page.getByRole('heading', { name: 'Mintdesk has no record of this request' })).toBeVisible()
  await expect.element(page.getByText(detail)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/sandbox/activity')
})

test('the history names every event with its status, and a person other than who requested it', async () => {
  const at = '2026-11-19T13:23:04.000Z'
  const events: IntentEvent[] = [
    { at, kind: 'prepared', words: 'Recorded.', person: 'Ines Okafor' },
    { at, kind: 'sent', words: 'Sent to the provider.' },
    { at, kind: 'lost', words: 'No answer came in time.' },
    { at, kind: 'asked', words: 'The provider has this order.', person: 'Tomas Reiter', status: 409 },
  ]
  await show(intentOf({ ...sent, events }))
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      expect.stringMatching(/^Requested 19 Nov [\d:]+$/),
      expect.stringMatching(/^Sent to the provider 19 Nov [\d:]+$/),
      expect.stringMatching(/^No answer/),
      expect.stringMatching(/^Found at the provider by Tomas Reiter/),
    ])
})

test('a conflict shows what was requested and what the provider has, and leads to the other request', async () => {
  const body = { side: 'SELL', market: 'BTCUSD', price: '9100000.00' }
  const answer = { meta: { existing: { id: 'o-1', ...body, price: '9000000.00' } } }
  await show(
    intentOf({
      ...sent,
      state: 'refused',
      is_conflict: true,
      ref_id: 'hedge-119',
      answer_status: 409,
      path: { profile_id: 'p-1' },
      body,
      answer,
    }),
  )
  await expect.element(page.getByRole('main').getByText('Conflict', { exact: true })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Requested and received' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent(/Differs: price.*9100000\.00.*9000000\.00/)
  expect(rows.elements()).toHaveLength(2)
  await expect.element(page.getByText('2 other fields agree')).toBeVisible()
  const width = (element: Element | null) => Math.round(element?.getBoundingClientRect().width ?? 0)
  const table = await page.getByRole('table', { name: 'Requested and received' }).findElement()
  expect(width(table)).toBe(width(document.querySelector('main > *')))
  const link = page.getByRole('link', { name: 'All requests with this reference' })
  await expect.element(link).toHaveAttribute('href', '/sandbox/activity?q=hedge-119')
  await checkAccessibility()
})

test('status, ids and times are on the page once', async () => {
  const at = '2026-11-19T13:23:05.000Z'
  const events: IntentEvent[] = [
    { at: '2026-11-19T13:23:01.000Z', kind: 'prepared', words: 'Recorded by Mintdesk.', person: 'Ines Okafor' },
    { at: '2026-11-19T13:23:02.000Z', kind: 'sent', words: 'Sent to the provider.', person: 'Ines Okafor' },
    { at, kind: 'answered', words: 'The provider answered with the record.', status: 200 },
  ]
  const answer = {
    id: 'order-0001',
    profile_id: 'profile-0001',
    ref_id: 'hedge-119',
    status: 'CANCELLED',
    market: 'ETHUSD',
    base_amount: '12.13',
    amount_filled: '6.065',
    volume_weighted_average_price: '3713.25',
  }
  const times = { created_at: '2026-11-19T13:23:01.000Z', sent_at: '2026-11-19T13:23:02.000Z', settled_at: at }
  const record = { record_id: 'order-0001', record_status: 'CANCELLED', status_at: at, answer_status: 200 }
  const path = { profile_id: 'profile-0001' }
  await show(intentOf({ ...times, ...record, ref_id: 'hedge-119', path, answer, body: {}, events }))
  await expect.element(page.getByText('partly filled, 6.065 of 12.13 ETH')).toBeVisible()
  await expect.element(page.getByText('cancelled at the provider')).toBeVisible()
  const shown = page.getByRole('main').element() as HTMLElement
  for (const once of ['Cancelled', 'order-0001', 'profile-0001', 'hedge-119', '13:23:01', '13:23:02'])
    expect([once, shown.innerText.split(once).length - 1]).toEqual([once, 1])
  // Its answer, and when the status was learned from it.
  expect(shown.innerText.split('13:23:05')).toHaveLength(3)
})

test('an approver reads an unknown outcome without actions', async () => {
  await show(intentOf({ ...checkable, state: 'unknown' }), { roles: ['approver'] })
  await expect.element(page.getByText('This order may or may not have gone through.')).toBeVisible()
  await expect.element(page.getByText('Treasury and admin can check the outcome.')).toBeVisible()
  for (const name of ['Check outcome', 'Record what happened'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Duplicate' })).not.toBeInTheDocument()
})

test('the page leads back to the list that it was opened from, and to no other address', async () => {
  const from = (path: string) => `?${new URLSearchParams({ 'x.from': path })}`
  const { screen } = await show(account, { search: from('/sandbox/orders?limit=20') })
  const orders = page.getByRole('link', { name: 'Orders', exact: true })
  await expect.element(orders).toHaveAttribute('href', '/sandbox/orders?limit=20')
  await expect.element(orders).toHaveAttribute('aria-keyshortcuts', 'u')
  await screen.unmount()
  await show(account, { search: from('https://elsewhere.example/sandbox/orders') })
  const activity = page.getByRole('link', { name: 'Activity', exact: true })
  await expect.element(activity).toHaveAttribute('href', '/sandbox/activity')
})

const open = intentOf({
  ...checkable,
  record_id: 'o-1',
  record_status: 'OPEN',
  is_open: true,
  may_follow: true,
  answer: { id: 'o-1', status: 'OPEN', market: 'BTCUSD', base_amount: '0.13', amount_filled: '0.065' },
})

test('an open order is followed in the background until a person stops it', async () => {
  const { calls } = await show(open, { answers: { 'POST /intents/{id}/resolve': open } })
  const checks = () => calls.filter(({ path }) => path.endsWith('/resolve'))
  await expect.element(page.getByText('Following this order:')).toBeVisible()
  await expect.element(page.getByText('0.065 of 0.13 BTC left')).toBeVisible()
  await expect.poll(() => checks().length, { timeout: 5_000 }).toBe(1)
  expect(checks()[0]?.headers.get('x-mintdesk-background')).toBe('1')
  await button('Stop').click()
  await expect.element(page.getByText('You stopped following this order.')).toBeVisible()
  await expect.element(button('Follow this order')).toHaveFocus()
  await checkAccessibility()
})

test('an order is no longer followed once it is filled, and shows the newest record', async () => {
  const latest = { at: '2026-11-19T14:00:00.000Z', answer: { id: 'o-1', status: 'FILLED', amount_filled: '0.13' } }
  const filled = { ...open, is_open: undefined, may_follow: false, record_status: 'FILLED', latest }
  await show(open, { answers: { 'POST /intents/{id}/resolve': filled } })
  await expect.element(page.getByText('Following this order:')).toBeVisible()
  await unfold('Latest record')
  await unfold('Response')
  await expect.element(section('Latest record')).toHaveTextContent('"status": "FILLED"')
  await expect.element(section('Response')).toHaveTextContent('"status": "OPEN"')
  await expect.element(page.getByText('Following this order:')).not.toBeInTheDocument()
})

test('a status is checked while it may change, and not once it is final', async () => {
  const final = { ...open, is_open: undefined, may_follow: false, record_status: 'FILLED' }
  const { screen } = await show({ ...final, is_open: true })
  await expect.element(button('Check status')).toBeVisible()
  await screen.unmount()
  await show(final)
  await expect.element(page.getByText('Order filled.')).toBeInTheDocument()
  for (const name of ['Check status', 'Enter status by hand'])
    await expect.element(button(name)).not.toBeInTheDocument()
})

test.each([
  [1440, false],
  [390, true],
])(
  'a request that waits says why, with its amount and address, and is approved on its page, at %i px',
  async (width, isOpened) => {
    const rule = { rule: 'large', because: 'amount', count: 1, roles: ['approver'] } as const
    const threshold = { amount: '250000.00', asset: 'USD' }
    const waiting = intentOf({
      state: 'waiting',
      is_mine: false,
      path: { profile_id: 'p-1' },
      body: { market: 'BTCUSD' },
      approval: {
        state: 'waiting',
        version: 1,
        decisions: [],
        approvers: ['Tomas Brandt'],
        may_decide: true,
        requirements: [{ ...rule, threshold }],
        missing: [{ ...rule, missing: 1 }],
        digest: 'of-the-body',
        expires_at: '2026-11-19T17:23:04.000Z',
        // Whoever opened it before is not recorded again.
        ...(isOpened && { is_opened: true }),
        facts: {
          moved: {
            amounts: [{ asset: 'USD', amount: '365000.00' }],
            parties: [{ as: 'owner', kind: 'profile', key: 'profile p-1' }],
          },
          limits: [],
          last: {
            id: 'i-0',
            at: '2026-11-19T12:00:00.000Z',
            person: 'Ines Okafor',
            summary: 'Sell 1.25 BTC',
            moved: { amounts: [{ asset: 'USD', amount: '1140625.00' }], parties: [] },
          },
        },
      },
    })
    const { calls } = await show(waiting, {
      width,
      roles: ['approver'],
      answers: {
        'POST /intents/{id}/decisions': waiting,
        'GET /presets': {
          entries: [{ kind: 'profile', key: 'p-1', value: 'Main treasury', person: 'Ines', at: plan.at }],
        },
      },
    })
    await expect.element(page.getByRole('main')).toHaveTextContent(/365,000\.00.*USD/)
    await expect.element(page.getByText(/^For Main treasury/)).toBeVisible()
    const before = page.getByRole('cell', { name: '1,140,625.00 USD' }).element().firstChild as Text
    const digits = document.createRange()
    digits.setStart(before, 0)
    digits.setEnd(before, '1,140,625.00'.length)
    expect(digits.getClientRects(), 'no amount breaks within its digits').toHaveLength(1)
    const why = page.getByText('365,000.00 USD; 250,000.00 USD and more need approval')
    await expect.element(why).toBeVisible()
    await unfold('What will be sent')
    await expect.element(page.getByText(/^POST .*p-1.*, Main treasury$/)).toBeVisible()
    await checkAccessibility()
    await button('Approve 365,000.00 USD').click()
    await expect.element(page.getByText('It is sent at once.')).toBeVisible()
    await button('Approve 365,000.00 USD').click()
    await expect
      .poll(() => calls.filter(({ path }) => path.endsWith('/decisions')).map(({ body }) => body))
      .toMatchObject([...(isOpened ? [] : [{ kind: 'open' }]), { kind: 'approve', digest: 'of-the-body' }])
  },
)

test('a rule that waits says what it was planned for, where the money goes, and that it stays in force', async () => {
  const moved = {
    amounts: [{ asset: 'USD' }],
    parties: [{ as: 'owner' as const, kind: 'profile' as const, key: 'profile profile-1' }],
  }
  const waiting = intentOf({
    operation: 'createRule',
    state: 'waiting',
    summary: 'Mint USDC',
    body: {},
    approval: {
      state: 'waiting',
      version: 1,
      decisions: [],
      approvers: ['Tomas Brandt'],
      may_decide: false,
      digest: 'one',
      requirements: [],
      missing: [],
      expires_at: '2026-11-23T15:00:00.000Z',
      plans: [plan],
      facts: {
        moved,
        limits: [],
        last: {
          id: 'i-0',
          at: '2026-11-20T15:00:00.000Z',
          person: 'Ines Okafor',
          summary: 'USD to USDG',
          moved,
          plans: [{ ...plan, amount: '50000.00', label: 'Quarter end' }],
        },
      },
    },
    events: [{ at: '2026-11-23T08:41:00.000Z', kind: 'reason', words: 'Settlement 20931.', person: 'Ines Okafor' }],
  })
  const ahead = [{ key: 'ahead 0', kind: 'minted', route, out: { amount: '250000.00', asset: 'USDC' } } as const]
  await show(waiting, {
    answers: {
      'GET /movements/{id}': movement([], { id: plan.id, plan, requests: [], ahead }),
      'GET /presets': {
        entries: [{ kind: 'profile', key: 'profile-1', value: 'Main treasury', person: 'Ines', at: plan.at }],
      },
    },
  })
  const title = 'Mint 250,000.00 USD into USDC'
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.element(page.getByText('Settlement 20931.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: plan.label })).toBeVisible()
  await expect
    .element(page.getByRole('main'))
    .toHaveTextContent(
      /From\s*USD by wire\s*To\s*Stays in the profile\s*Should arrive\s*250,000\.00 USDC, before fees\s*Profile\s*Main treasury/,
    )
  const text = page.getByText('Every later wire with its memo triggers it too, whatever its amount')
  await expect.element(text).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect
    .poll(() => rows.elements().map((row) => [...row.children].map(({ textContent }) => textContent)))
    .toEqual([
      ['What', 'This request', 'The last one', 'Difference'],
      ['Amount', '250,000.00 USD', '50,000.00 USD', '200,000.00 USD more'],
      ['From', 'USD by wire', 'USD by wire', 'same'],
      ['Into', 'USDC', 'USDC', 'same'],
      ['To', 'Stays in the profile', 'Stays in the profile', 'same'],
      ['Called', plan.label, 'Quarter end', 'Another name'],
      ['Profile', 'Main treasury', 'Main treasury', 'same'],
      ['Requested by', 'Ines Okafor', 'Ines Okafor', 'same'],
    ])
  await expect.element(page.getByRole('list', { name: 'Stations of this movement' })).toHaveTextContent('Requested')
  await checkAccessibility()
})

test('following stops with the reason where no later check can succeed', async () => {
  const refusal = problem(409, 'too-late', 'The time to check is over.')
  await show(open, { answers: { 'POST /intents/{id}/resolve': refusal } })
  await expect
    .element(page.getByText('Following stopped. The time to check is over.'), { timeout: 5_000 })
    .toBeVisible()
})

test('a prepared request is sent unchanged, or withdrawn', async () => {
  const prepared = intentOf({ state: 'prepared', may_withdraw: true })
  const withdrawn = intentOf({ state: 'refused', reason: 'Withdrawn by Ines Okafor.' })
  const { calls } = await show(prepared, {
    answers: {
      'POST /intents/{id}/send': problem(502, 'token-refused', 'The provider refused the credentials.'),
      'POST /intents/{id}/withdraw': withdrawn,
    },
  })
  await button('Send it now').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The provider refused the credentials.')
  await button('Withdraw it').click()
  await expect.element(page.getByText('It was never sent.')).toBeVisible()
  await expect.element(button('Send it now')).not.toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))).toEqual([
    'send',
    'withdraw',
  ])
})

test('an action that is pressed offline is tried immediately, and not when the connection is back', async () => {
  await show(intentOf({ state: 'prepared' }), {
    answers: { 'POST /intents/{id}/send': problem(502, 'token-refused', 'The provider refused the credentials.') },
  })
  await expect.element(button('Send it now')).toBeVisible()
  setOnline(false)
  await button('Send it now').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The provider refused the credentials.')
  setOnline(true)
})

test('only the person who prepared a request can send it', async () => {
  await show(intentOf({ state: 'prepared', is_mine: false }))
  await expect.element(page.getByText('Only Ines Okafor, who prepared it, can send it.')).toBeVisible()
  await expect.element(button('Send it now')).not.toBeInTheDocument()
  await expect.element(button('Withdraw it')).not.toBeInTheDocument()
})

test('a request that was changed in the database says so, and can be withdrawn and not sent', async () => {
  await show(intentOf({ state: 'prepared', is_altered: true, may_withdraw: true }))
  await expect.element(page.getByText('This order was changed in the database, and not by Mintdesk.')).toBeVisible()
  await expect.element(button('Withdraw it')).toBeVisible()
  await expect.element(button('Send it now')).not.toBeInTheDocument()
})

test('in production an order is sent only after its amount is typed again', async () => {
  const body = { side: 'SELL', market: 'BTCUSD', type: 'MARKET', base_amount: '12.50' }
  const prepared = intentOf({ environment: 'production', state: 'prepared', path: { profile_id: 'p-1' }, body })
  const { calls } = await show(prepared, {
    environment: 'production',
    answers: { 'POST /intents/{id}/send': { ...prepared, state: 'sent' } },
  })
  await button('Send it now').click()
  await expect.element(page.getByRole('alert')).toHaveFocus()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await page.getByLabelText('Type the amount to confirm').fill('12.5')
  await button('Send it now').click()
  await expect.element(page.getByText('This order has been sent.')).toBeVisible()
})

test('a note that is being written survives a reload, and cancelling deletes it', async () => {
  const { reload } = await show(intentOf({ ...checkable, state: 'unknown' }))
  await button('Record what happened').click()
  await page.getByLabelText('How you know this').fill('The bank confirmed it by phone.')
  await reload()
  await expect.element(page.getByLabelText('How you know this')).toHaveValue('The bank confirmed it by phone.')
  await button('Cancel').click()
  await reload()
  await expect.element(button('Record what happened')).toBeVisible()
  await expect.element(page.getByLabelText('How you know this')).not.toBeInTheDocument()
})

test('the draft of a confirmed order is deleted, and the draft of another one is kept', async () => {
  const key = 'mintdesk:form:sandbox/orders/new:treasury'
  const draft = (intent: string) => JSON.stringify({ values: {}, intent, savedAt: Date.now() })
  sessionStorage.setItem(key, draft('another'))
  const { screen } = await show(open)
  await expect.element(page.getByText('Order placed.')).toBeInTheDocument()
  expect(sessionStorage.getItem(key)).not.toBeNull()
  await screen.unmount()
  sessionStorage.setItem(key, draft(id))
  await show(open)
  await expect.poll(() => sessionStorage.getItem(key)).toBeNull()
})

test('the page of a request about an account has the notes on it, and that of a deposit has none', async () => {
  const me = { subject: 'treasury', name: 'Ines Okafor', is_me: true }
  const { calls, screen } = await show(account, { answers: { 'GET /notes/of': { notes: [], omitted: 0, me } } })
  await expect.element(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible()
  await expect.element(button('Add a note')).toBeVisible()
  const [read] = calls.filter(({ path }) => path === '/notes/of')
  expect(String(read?.query)).toBe(`kind=fiat-account&id=${id}&limit=50`)
  await screen.unmount()
  await show(intentOf({ ...sent, operation: 'initiateSandboxFiatDeposit' }))
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Notes', exact: true })).not.toBeInTheDocument()
})

const memo_id = 'desk-1'
const deposit = intentOf({
  ...sent,
  operation: 'initiateSandboxFiatDeposit',
  summary: 'Deposit 12.50 USD',
  body: { amount: '12.50', asset: 'USD', memo_id },
})

test.each([
  [1440, 'a deposit', deposit],
  [390, 'a deposit', deposit],
  [390, 'a refused account', { ...account, state: 'refused' as const }],
])('at %d px nothing moves while the page of %s loads', async (width, _, intent) => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const me = { subject: 'treasury', name: 'Ines Okafor', is_me: true }
  await show(intent, {
    width,
    answers: {
      'GET /movements/{id}': () =>
        late.then(() => movement([transfer({ amount: '12.50', memo: memo_id, created_at: sent.sent_at })])),
      'GET /notes/of': () => late.then(() => ({ notes: [], omitted: 0, me })),
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: intent.summary })).toBeVisible()
  const shifts = await layoutShifts()
  answer()
  await expect.element(page.getByText(/^(Follow the money|No notes yet\.)/)).toBeVisible()
  await expect.element(page.getByRole('complementary', { name: 'Facts' })).toBeVisible()
  expect(await shifts()).toEqual([])
})
