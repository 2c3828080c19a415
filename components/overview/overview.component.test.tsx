import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { requestStep } from '@/components/ui/focus'
import { Overview } from './overview'
import { day, hour, minute, now, streamOf, usualLine } from './testing'

type Row = {
  at: number
  asset?: string
  amount?: string
  direction?: string
  status?: string
  secondary?: string
  type?: string
}
const iso = (millis: number) => new Date(millis).toISOString()
const transferOf = (row: Row, index: number) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  ...{
    customer_id: 'customer-1',
    profile_id: 'profile-1',
    amount: row.amount ?? '10.25',
    total: row.amount ?? '10.25',
  },
  ...{ fee: '0', asset: row.asset ?? 'USDG', direction: row.direction ?? 'CREDIT', type: row.type ?? 'WIRE_DEPOSIT' },
  ...{ status: row.status ?? 'COMPLETED', created_at: iso(row.at), updated_at: iso(row.at + 2000) },
  ...(row.secondary ? { secondary_status: { name: row.secondary } } : {}),
})

/** So many rows, evenly back over so many days, newest first. */
const spread = (count: number, days: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    at: now - minute - Math.floor((index * days * day) / count),
    asset: ['USDG', 'USDG', 'BTC'][index % 3],
    direction: index % 4 === 0 ? 'DEBIT' : 'CREDIT',
  }))

/** A provider with these rows; `fail` answers in its place. */
function provider(rows: Row[]) {
  const state = {
    rows,
    unknown: [] as object[],
    fail: (_: Call): Response | Promise<Response> | undefined => undefined,
  }
  const answers: Answers = {
    listTransfers: (call) => {
      const { query } = call
      const isIn = (name: string, value: string | undefined) =>
        !query.has(name) || query.getAll(name).includes(value ?? '')
      const isWithin = (field: string, at: number) =>
        at >= Date.parse(query.get(`${field}.gte`) ?? iso(0)) &&
        at < Date.parse(query.get(`${field}.lt`) ?? '2100-01-01')
      const found = state.rows
        .map((row, index) => ({ row, index }))
        .filter(({ row }) => isIn('statuses', row.status ?? 'COMPLETED') && isIn('secondary_statuses', row.secondary))
        .filter(({ row }) => isWithin('created_at', row.at) && isWithin('updated_at', row.at + 2000))
      if (query.get('order') === 'ASC') found.reverse()
      const limit = Number(query.get('limit') ?? 100)
      const start = Number(query.get('page_cursor') ?? 0)
      const items = found.slice(start, start + limit).map(({ row, index }) => transferOf(row, index))
      return state.fail(call) ?? { items, next_page_cursor: items.length < limit ? '' : String(start + limit) }
    },
    'POST /overview': (call) => state.fail(call) ?? streamOf(usualLine()),
    'GET /intents': () => ({ intents: state.unknown, next_page_cursor: '' }),
  }
  return { state, answers }
}

const open = (answers: Answers, options: { url?: string; width?: number } = {}) =>
  renderInConsole(<Overview environment="sandbox" person="treasury" roles={['treasury']} />, { answers, ...options })

const table = (name: string) => page.getByRole('table', { name, exact: true })
const coverage = () => page.getByText(/^Updated .* Based on /)
const attention = (name: string) => table('Needs attention').getByRole('row').filter({ hasText: name })
const none = () => page.getByText(/^None now: /)
const cell = (name: string, index: number) => attention(name).getByRole('cell').nth(index)
const text = (value: string | RegExp) => page.getByText(value).first()
const refresh = () => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const cellsOf = (name: string) =>
  [...document.querySelectorAll(`table[aria-label="${name}"] tbody tr`)].map((row) =>
    [...row.children].map((one) => one.textContent ?? ''),
  )
const down = () => problem(502, 'service-failed', 'The provider answered 500.')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now)
})
afterEach(() => {
  vi.useRealTimers()
})

test('each row of what needs attention has its count, sums and age, and links to these transfers', async () => {
  const { answers } = provider([
    ...spread(60, 10),
    { at: now - 3 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED', amount: '7.5' },
    { at: now - 3 * day, status: 'PENDING', asset: 'BTC', amount: '2' },
    { at: now - hour, status: 'FAILED', amount: '4' },
  ])
  await open(answers)
  await expect.element(cell('Travel rule information needed', 0)).toHaveTextContent('1')
  await expect.element(cell('Travel rule information needed', 2)).toHaveTextContent('7.5 USDG')
  await expect.element(cell('Travel rule information needed', 4)).toHaveTextContent('3 days 0 h')
  await expect.element(cell('Failed in the last 24 h', 2)).toHaveTextContent('4 USDG')
  await expect.element(cell('Blocked', 2)).toHaveTextContent('2 BTC')
  await expect
    .element(page.getByRole('link', { name: 'Travel rule information needed' }))
    .toHaveAttribute(
      'href',
      '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
    )
  // What has nothing shares one line.
  await expect.element(none()).toHaveTextContent('None now: unknown outcomes, waiting for customer approval.')
  expect(attention('Waiting for customer approval').all()).toEqual([])
  await page.getByText('When a pending transfer is overdue').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: /^Wire deposit: 2 s \(N = 60\)$/ })).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'All others: 24 h' })).toBeVisible()
})

test('unknown outcomes come first, by kind of request, with the time left to check them', async () => {
  const { state, answers } = provider([{ at: now - hour, status: 'FAILED', amount: '4' }, ...spread(10, 3)])
  const sentAt = iso(now - 2 * hour)
  const sent = { state: 'unknown', created_at: sentAt, sent_at: sentAt, environment: 'sandbox' }
  state.unknown = [
    { ...sent, id: 'one', operation: 'createOrder', check_until: iso(now + 21 * hour) },
    { ...sent, id: 'two', operation: 'createOrder', check_until: iso(now + 41 * minute) },
    { ...sent, id: 'three', operation: 'createFiatAccount', check_until: iso(now + 21 * hour) },
  ]
  await open(answers)
  await expect.element(cell('Unknown outcome', 0)).toHaveTextContent('3')
  const [first] = cellsOf('Needs attention')
  expect(first?.slice(0, 5)).toEqual([
    '3',
    'Unknown outcome',
    '2 orders, 1 fiat account',
    'Treasury checks within 41 min',
    '2 h 00 min',
  ])
  await expect.element(page.getByRole('link', { name: 'Unknown outcome' })).toHaveAttribute('href', '/sandbox/activity')
})

test('those who may not read the activity are told of no unknown outcomes', async () => {
  const { answers } = provider(spread(10, 3))
  delete answers['GET /intents']
  await renderInConsole(<Overview environment="sandbox" person="treasury" roles={['support']} />, {
    answers,
    session: { roles: ['support'] },
  })
  await expect.element(none()).toHaveTextContent('None now: travel rule information needed, waiting')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
})

test('the open notes for this person follow what needs attention, and lead to their records', async () => {
  const note = { at: iso(now - hour), person: 'Lena Brandt' }
  const notes = [
    { ...note, id: 'n-1', kind: 'transfer', record: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', text: 'Refund it?' },
    { ...note, id: 'n-2', kind: 'order', record: 'i-1', text: 'Is it filled?' },
    { ...note, id: 'n-3', kind: 'order', record: 'i-2', text: 'Call back.', assignee: 'Tomas Reiter' },
  ]
  let isDown = true
  await open({
    ...provider(spread(10, 3)).answers,
    'GET /notes/assigned': () => (isDown ? down() : { notes, is_more: false }),
  })
  await expect.element(page.getByRole('heading', { name: 'Notes for you' })).toBeVisible()
  await expect.element(text('Could not be loaded.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again: Notes for you' }).click()
  const link = (name: string) => page.getByRole('link', { name })
  await expect
    .element(link('Refund it?'))
    .toHaveAttribute('href', '/sandbox/transfers/512f26ad-a3c3-4634-ac3c-6b12b7b33cb5')
  await expect.element(link('Is it filled?')).toHaveAttribute('href', '/sandbox/activity/i-1')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Refund it?' }))
    .toHaveTextContent('Transfer 512f26ad…3cb5, from Lena Brandt')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Call back.' }))
    .toHaveTextContent('from Lena Brandt, for Tomas Reiter, who no longer has access,')
  await checkAccessibility()
})

test('j and k step through what needs attention', async () => {
  const failed = { at: now - hour, status: 'FAILED' }
  await open(provider([failed, { at: now - 3 * day, status: 'PENDING' }, ...spread(10, 3)]).answers)
  const links = table('Needs attention').getByRole('link')
  await expect.element(cell('Blocked', 0)).toHaveTextContent('1')
  requestStep(1)
  await expect.element(links.nth(0)).toHaveFocus()
  requestStep(1)
  await expect.element(links.nth(1)).toHaveFocus()
  requestStep(-1)
  await expect.element(links.nth(0)).toHaveFocus()
})

test('a refresh reads everything again, and a failed one leaves the data with its time', async () => {
  const { state, answers } = provider(spread(1200, 10))
  await open(answers)
  await expect.element(coverage()).toBeVisible()
  await expect.element(none()).toHaveTextContent('blocked, or pending longer than usual')
  // Transfers settle in 2 s here, so one from a minute ago is slow.
  state.rows.unshift({ at: now - minute + 1, status: 'PENDING' })
  await refresh()
  await expect.element(cell('Blocked', 0)).toHaveTextContent('1')
  state.fail = down
  await refresh()
  await expect
    .poll(
      () =>
        page
          .getByRole('status')
          .filter({ hasText: /^Last updated .* ago\./ })
          .all().length,
    )
    .toBe(2)
  await expect.element(coverage()).toHaveTextContent('Based on 100 transfers')
  await expect.element(cell('Blocked', 0)).toHaveTextContent('1')
})

test('each part fails on its own', async () => {
  const { state, answers } = provider([
    ...spread(50, 10),
    { at: now - 3 * day, status: 'PENDING', asset: 'BTC', amount: '2' },
  ])
  state.fail = ({ operation, query }) => {
    if (query.get('statuses') === 'COMPLETED' || query.get('statuses') === 'FAILED') return down()
    if (operation === 'listTransfers') return undefined
    return problem(403, 'not-permitted', 'Your role may not use List transfers.')
  }
  await open(answers)
  await expect.element(text('Your role may not use List transfers.')).toBeVisible()
  await expect.element(attention('Failed in the last 24 h')).toHaveTextContent('Could not be loaded.')
  await expect.element(none()).toHaveTextContent('waiting for customer approval')
  await expect.element(cell('Blocked', 2)).toHaveTextContent('2 BTC')
  await expect
    .element(text('Usual times could not be loaded: a pending transfer counts as overdue after 24 h.'))
    .toBeVisible()
  await checkAccessibility()
  state.fail = () => undefined
  await page.getByRole('button', { name: 'Try again: Failed in the last 24 h' }).click()
  await expect.element(none()).toHaveTextContent('failed in the last 24 h')
  await refresh()
  await expect.element(coverage()).toBeVisible()
})

test('if everything fails each part says so, and a refresh brings all back', async () => {
  const { state, answers } = provider(spread(50, 10))
  state.fail = down
  await open(answers)
  for (const what of ['What needs attention', 'The figures'])
    await expect.element(text(`${what} could not be loaded.`)).toBeVisible()
  expect(coverage().all()).toEqual([])
  await checkAccessibility()
  state.fail = () => undefined
  await refresh()
  await expect.element(coverage()).toHaveTextContent('Based on 100 transfers')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
})

test('after a 429 there is one countdown for all reads, and then everything loads', async () => {
  const { state, answers } = provider(spread(50, 10))
  state.fail = () => problem(429, 'rate-limited', 'Too many requests.', { headers: { 'retry-after': '2' } })
  await open(answers)
  await expect.element(text('Rate limit reached.')).toBeVisible()
  expect(page.getByRole('timer').all()).toHaveLength(1)
  state.fail = () => undefined
  vi.setSystemTime(now + 3000)
  await expect.element(coverage()).toHaveTextContent('Based on 100 transfers')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  expect(page.getByRole('timer').all()).toEqual([])
})

test('more than one page that needs attention is counted as such', async () => {
  const { state, answers } = provider([])
  await open(answers)
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  state.rows = spread(1300, 10).map((row) => ({ ...row, status: 'PENDING' }))
  await refresh()
  await expect.element(cell('Blocked', 0)).toHaveTextContent('1,000 or more')
  await expect.element(cell('Blocked', 2)).toHaveTextContent('First 1,000:')
  await expect.element(cell('Blocked', 4)).toHaveTextContent(/^9 days/)
})

test('rows that a provider returns against the filter are flagged and not counted', async () => {
  const items = spread(250, 10).map(transferOf)
  const answers = { ...provider([]).answers, listTransfers: { items, next_page_cursor: '' } }
  await open(answers)
  await expect.element(attention('Failed in the last 24 h')).toHaveTextContent('250 rows outside the filter')
  await expect.element(cell('Failed in the last 24 h', 0)).toHaveTextContent('0')
})

test('offline the page waits for the connection, and then reads', async () => {
  const { state, answers } = provider(spread(50, 10))
  state.fail = down
  await open(answers)
  await expect.element(text('The figures could not be loaded.')).toBeVisible()
  state.fail = () => undefined
  setOnline(false)
  await expect.element(text('You are offline.')).toBeVisible()
  await refresh()
  expect(coverage().all()).toEqual([])
  setOnline(true)
  await expect.element(coverage()).toHaveTextContent('Based on 100 transfers')
  expect(page.getByText('You are offline.').all()).toEqual([])
})

test('an ended session shows one notice and no figures', async () => {
  const { state, answers } = provider(spread(50, 10))
  await open(answers)
  await expect.element(coverage()).toBeVisible()
  state.fail = () => problem(401, 'session-ended', 'Signed out.')
  await refresh()
  const link = await page.getByRole('link', { name: 'Sign in' }).findElement()
  expect(link.getAttribute('href')).toContain('callbackUrl=%2Fsandbox')
  expect(page.getByRole('heading', { level: 2 }).all()).toHaveLength(1)
  expect(page.getByText('USDG').all()).toEqual([])
})
