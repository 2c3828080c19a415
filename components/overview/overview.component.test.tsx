import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { requestStep } from '@/components/ui/focus'
import { planDueAt } from '@/lib/features/money/lateness'
import { Overview } from './overview'
import { answerOf, day, hour, minute, now, overviewOf, usualOverview } from './testing'

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
const idAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const transferOf = (row: Row, index: number) => ({
  id: idAt(index),
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
    'POST /overview': (call) => state.fail(call) ?? answerOf(usualOverview()),
    'GET /intents': () => ({ intents: state.unknown, next_page_cursor: '' }),
  }
  return { state, answers }
}

const open = (answers: Answers, options: { url?: string; width?: number } = {}) =>
  renderInConsole(<Overview environment="sandbox" person="treasury" roles={['treasury']} />, {
    ...{ answers, url: opened },
    ...options,
  })

const table = (name: string) => page.getByRole('table', { name, exact: true })
const coverage = () => page.getByText(/^Updated .*\d transfers/)
/** The other figures are open. */
const opened = '/sandbox?x.figures=more'
const attention = (name: string) =>
  table('Needs attention')
    .getByRole('row')
    .filter({ hasText: new RegExp(name) })
const cell = (name: string, index: number) => attention(name).getByRole('cell').nth(index)
const text = (value: string | RegExp) => page.getByText(value).first()
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
  localStorage.clear()
  vi.useRealTimers()
})

test('each row says what, how much, who acts and by when, soonest first, and links to these transfers', async () => {
  const { answers } = provider([
    ...spread(60, 10),
    { at: now - 3 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED', amount: '7.5' },
    { at: now - 4 * day, status: 'PENDING', asset: 'BTC', amount: '2' },
    { at: now - hour, status: 'FAILED', amount: '4' },
    { at: now - 2 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED', amount: '3' },
  ])
  await open(answers)
  await expect.element(attention('Overdue')).toBeVisible()
  expect(cellsOf('Needs attention')).toEqual([
    ['Overdue 1', '1', '2 BTC', 'Support follows up', '3 days 23 h overdue'],
    ['Travel rule information 2', '2', '10.5 USDG', 'Treasury sends details', '2 days 23 h overdue'],
    ['Failed in 24 h 1', '1', '4 USDG', 'Treasury reviews', '59 min ago'],
  ])
  await expect.element(page.getByText('4 items, soonest first')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Travel rule information' }))
    .toHaveAttribute(
      'href',
      '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
    )
  // Of one transfer its movement says what happened to the money, and who acts.
  const only = page.getByRole('link', { name: 'Failed in 24 h' })
  await expect.element(only).toHaveAttribute('href', `/sandbox/money/${idAt(62)}`)
  expect(attention('Customer approval').all()).toEqual([])
  await expect.element(page.getByRole('listitem').filter({ hasText: /^Wire deposit: 2 s \(N = 60\)$/ })).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'All others: 24 h' })).toBeVisible()
})

const wired = {
  ...{ ref_id: 'r', profile_id: 'profile-1', source_asset: 'USD', destination_asset: 'USDC' },
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
}
const planned = (id: string, at: number, more: object = {}) => ({
  ...{ id, kind: 'mint', person: 'Ines Okafor', at: iso(at), amount: '250000.00', rule_intent: idAt(900) },
  due: { at: iso(planDueAt({ at: iso(at), rule: wired })) },
  rule: wired,
  ...more,
})

test('money that does not add up and a plan whose money is late lead to their movements, each listed once', async () => {
  const { answers } = provider([...spread(10, 3), { at: now - hour, status: 'FAILED', amount: '4' }])
  const movement = {
    ...{ id: idAt(500), newest: iso(now - hour), state: 'unexplained', unexplained: '0.01', fees: [], transfers: 2 },
    in: { amount: '4', asset: 'USDG' },
    stops: [{ key: idAt(500), other: idAt(10), kind: 'moved', state: 'failed' }],
  }
  const stalled = {
    ...{ id: idAt(600), newest: iso(now - 3 * hour), state: 'waiting', unexplained: '0', fees: [], transfers: 1 },
    in: { amount: '900', asset: 'USD' },
    ahead: ['minted'],
    stops: [{ key: idAt(600), kind: 'in', state: 'done' }],
  }
  const { calls } = await open({
    ...answers,
    'GET /movements': {
      movements: [movement, stalled],
      // The first is late since Wednesday evening in New York; the second was planned today.
      waiting: [planned(idAt(701), now - hour), planned(idAt(700), now - 2 * day)],
      next_page_cursor: '',
    },
  })
  await expect.element(attention('Does not add up')).toBeVisible()
  expect(cellsOf('Needs attention'), 'its failed transfer is not listed again').toEqual([
    ['Late plans 1', '1', '250,000.00 USD, due in one business day', 'You ask the bank', '15 h 30 min overdue'],
    ['Does not add up (7 days) 1', '1', '0.01 unexplained of 4 USDG', 'Treasury reviews', '1 h ago'],
    ['Its rule has not run 1', '1', '900 USD', 'You ask the provider', '3 h ago'],
  ])
  const link = (name: string) => attention(name).getByRole('link')
  await expect.element(link('Does not add up')).toHaveAttribute('href', `/sandbox/money/${idAt(500)}`)
  await expect.element(link('Late plans')).toHaveAttribute('href', `/sandbox/money/${idAt(700)}`)
  const [, ...plans] = cellsOf('Money on its way').filter(([name]) => name === 'Mint USDC')
  expect(plans.map((cells) => cells.at(-1))).toEqual(['15 h 30 min overdue'])
  const asked = calls.find(({ path }) => path === '/movements')?.query
  expect([asked?.getAll('states'), asked?.get('created_at.gte')]).toEqual([
    ['unexplained', 'waiting'],
    '2026-11-12T14:30:01Z',
  ])
})

test('movements that could not be read are not taken for money that adds up', async () => {
  const { answers } = provider(spread(10, 3))
  await open({ ...answers, 'GET /movements': down() })
  await expect.element(attention('Does not add up').getByText('Could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('Nothing needs attention.')).not.toBeInTheDocument()
})

test('unknown outcomes are named by kind of request, with the time left to check them', async () => {
  const { state, answers } = provider([{ at: now - hour, status: 'FAILED', amount: '4' }, ...spread(10, 3)])
  const sentAt = iso(now - 2 * hour)
  const sent = { state: 'unknown', created_at: sentAt, sent_at: sentAt, environment: 'sandbox', summary: 'A request' }
  state.unknown = [
    { ...sent, id: 'one', operation: 'createOrder', check_until: iso(now + 21 * hour) },
    { ...sent, id: 'two', operation: 'createOrder', check_until: iso(now + 41 * minute) },
    { ...sent, id: 'three', operation: 'createFiatAccount', check_until: iso(now + 21 * hour) },
  ]
  await open(answers)
  await expect.element(attention('Unknown outcome')).toBeVisible()
  const [first] = cellsOf('Needs attention')
  expect(first).toEqual(['Unknown outcome 3', '3', '2 orders, 1 fiat account', 'You check the outcome', '15:11'])
  await expect.element(page.getByRole('link', { name: 'Unknown outcome' })).toHaveAttribute('href', '/sandbox/activity')
})

test('pending transfers are money on its way: those of the reader first, each with where it is', async () => {
  const { answers } = provider([
    ...spread(60, 10),
    { at: now - 3 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED', amount: '7.5' },
    { at: now - 4 * day, status: 'PENDING', asset: 'BTC', amount: '2', type: 'WIRE_WITHDRAWAL', direction: 'DEBIT' },
    { at: now - 1000, status: 'PENDING', amount: '3' },
  ])
  await open(answers)
  await expect.element(page.getByText('3 transfers, yours first, then the next to arrive')).toBeVisible()
  expect(
    cellsOf('Money on its way').map(([what, amount, asset, , place, , expected]) => [
      what,
      amount,
      asset,
      place,
      expected,
    ]),
  ).toEqual([
    ['Wire deposit', '7.5', 'USDG', '7.5 USDG, Travel rule information: you act', '2 days 23 h overdue'],
    ['Wire withdrawal', '−2', 'BTC', '−2 BTC, With the provider', '3 days overdue'],
    ['Wire deposit', '3', 'USDG', '3 USDG, With the provider', '14:31'],
  ])
  await expect
    .element(page.getByRole('link', { name: 'All pending' }))
    .toHaveAttribute('href', '/sandbox/transfers?statuses=PENDING')
})

test('what changed since the last look is listed with the time of that look, the newest first', async () => {
  localStorage.setItem('mintdesk:last-opened:sandbox:treasury', ` ${now - 2 * hour}`)
  const { answers } = provider([
    ...Array.from({ length: 7 }, (_, index) => ({ at: now - (index + 1) * minute, amount: `${index + 1}` })),
    { at: now - 30_000, status: 'FAILED', amount: '4' },
    { at: now - 3 * hour, amount: '99' },
  ])
  await open(answers)
  await expect.element(page.getByRole('heading', { name: 'Since you last looked' })).toBeVisible()
  await expect.element(page.getByText('12:30, 2 h ago')).toBeVisible()
  const changes = page.getByRole('listitem').filter({ hasText: 'Wire deposit ' })
  await expect.element(changes.first()).toHaveTextContent('Wire deposit 4 USDG failed')
  expect(changes.all()).toHaveLength(5)
  await page.getByRole('button', { name: '3 more' }).click()
  await expect.element(changes.nth(7)).toHaveTextContent('Wire deposit 7 USDG arrived')
  expect(changes.all()).toHaveLength(8)
})

test('today stands beside the median of the same weekdays, of which it says how many were read', async () => {
  const { state, answers } = provider(spread(10, 3))
  let asked = 0
  state.fail = ({ body }) => {
    if (!body || (body as { to: number }).to % hour === 0) return undefined
    asked += 1
    const { from, to } = body as { from: number; to: number }
    if (from === now - 14.5 * hour - 21 * day) return down()
    const weeks = Math.round((now - to) / (7 * day))
    const byAsset: [string, { credit: string; debit: string; count: number }][] = [
      ['USDG', { credit: weeks === 0 ? '250.5' : `${weeks * 25}.00`, debit: '1', count: 1 }],
    ]
    return answerOf(overviewOf({ from, to, transfers: { count: weeks === 0 ? 63 : 64, byAsset } }))
  }
  await open(answers)
  await expect.element(page.getByText('against the last 5 Thursdays at 14:30')).toBeVisible()
  expect(asked).toBe(8)
  expect(cellsOf('Today').map((cells) => cells.join('|'))).toEqual([
    'In, USDG|250.5|usually 100.00|2.5 times',
    'Out, USDG|1|usually 1|as usual',
    'Minted|0|usually 0|as usual',
    'Redeemed|0|usually 0|as usual',
    'Transfers|63|usually 64|2 % less',
    'Failed|0|usually 0|as usual',
  ])
  const ends = ['Redeemed', 'Failed'].map((name) => {
    const cell = page.getByRole('table', { name: 'Today' }).getByRole('row').filter({ hasText: name }).getByRole('cell')
    // Its digit, without the room of a fraction.
    const walker = document.createTreeWalker(cell.first().element(), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    range.selectNodeContents(walker.nextNode() as Text)
    return Math.round(range.getBoundingClientRect().right)
  })
  expect(new Set(ends).size, 'a zero ends where the counts end').toBe(1)
  await checkAccessibility()
})

test.each([664, 1000, 1020])('in %i px no amount that needs attention breaks within its number', async (width) => {
  const pending = { at: now - 3 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED' }
  const { answers } = provider([
    { ...pending, amount: '103660.294445' },
    { ...pending, asset: 'PYUSD', amount: '1234567.123456' },
  ])
  await open(answers, { url: '/sandbox', width })
  await expect.element(attention('Travel rule information')).toBeVisible()
  const table = page.getByRole('table', { name: 'Needs attention' }).element()
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  const numbers: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const found of (node.textContent ?? '').matchAll(/[\d,]+\.\d+/g)) {
      const range = document.createRange()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      expect(range.getClientRects(), found[0]).toHaveLength(1)
      numbers.push(found[0])
    }
  expect(numbers).toEqual(expect.arrayContaining(['103,660.294445', '1,234,567.123456']))
  const { left, width: room } = (table.parentElement as HTMLElement).getBoundingClientRect()
  expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(left + room + 1)
})

test('on a phone nothing scrolls sideways', async () => {
  const { answers } = provider([
    ...spread(60, 10),
    { at: now - 3 * day, status: 'PENDING', secondary: 'TRAVEL_RULE_INFO_REQUESTED', amount: '7.123456789012345678' },
  ])
  await open(answers, { width: 390 })
  await expect.element(attention('Travel rule information')).toBeVisible()
  await expect.poll(() => cellsOf('Today').length).toBe(6)
  await expect.element(table('Volume by asset')).toHaveTextContent('12,345,678,901,234,567,890.123456789012345678')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const wide = [...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  expect(wide.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))).toEqual([])
  await checkAccessibility()
})

test('those who may not read the activity are told of no unknown outcomes', async () => {
  const { answers } = provider(spread(10, 3))
  delete answers['GET /intents']
  await renderInConsole(<Overview environment="sandbox" person="treasury" roles={['support']} />, {
    answers,
    session: { roles: ['support'] },
  })
  await expect.element(text('Nothing needs attention.')).toBeVisible()
})

test('the open notes for this person and those handed over lead to their records, and what is due needs attention', async () => {
  const note = { at: iso(now - hour), person: 'Lena Brandt' }
  const notes = [
    {
      ...{ ...note, id: 'n-1', kind: 'transfer', record: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', text: 'Refund it?' },
      due: '2026-11-17',
    },
    {
      ...{ ...note, id: 'n-2', kind: 'order', record: 'i-1', text: 'Is it filled?', due: '2026-12-01' },
      status_change: { status: 'COMPLETED', at: iso(now - minute) },
    },
    { ...note, id: 'n-3', kind: 'order', record: 'i-2', text: 'Call back.', assignee: 'Tomas Reiter' },
  ]
  const handedOver = [
    {
      ...{ ...note, id: 'n-4', kind: 'transfer', record: 't-4', text: 'Ask the bank.', assignee: 'Tomas Reiter' },
      ...{ changed_at: iso(now - minute), done: { at: iso(now - minute), person: 'Tomas Reiter' } },
    },
  ]
  let isDown = true
  await open({
    ...provider(spread(10, 3)).answers,
    'GET /notes/assigned': () => (isDown ? down() : { notes, is_more: false, handed_over: handedOver }),
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
    .toHaveTextContent('Due 17 Nov. Transfer 512f26ad…3cb5, from Lena Brandt')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Is it filled?' }))
    .toHaveTextContent('Now completed since 14:29:00. Due 1 Dec.')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Ask the bank.' }))
    .toHaveTextContent('Transfer t-4, done, Tomas Reiter, ')
  // One is two days late, the other's record has changed; the third is neither.
  expect(cellsOf('Needs attention')).toEqual([
    ['Notes for you 2', '2', 'Refund it? and 1 more', 'You', '38 h 30 min overdue'],
  ])
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Call back.' }))
    .toHaveTextContent('from Lena Brandt, for Tomas Reiter, who no longer has access,')
  await checkAccessibility()
})

test('j and k step through what needs attention', async () => {
  const failed = { at: now - hour, status: 'FAILED' }
  await open(provider([failed, { at: now - 3 * day, status: 'PENDING' }, ...spread(10, 3)]).answers)
  const links = table('Needs attention').getByRole('link')
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
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
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  // Transfers settle in 2 s here, so one from a minute ago is slow.
  state.rows.unshift({ at: now - minute + 1, status: 'PENDING' })
  await refresh()
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
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
  await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
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
  await expect.element(attention('Failed in 24 h')).toHaveTextContent('Could not be loaded.')
  await expect.element(cell('Overdue', 2)).toHaveTextContent('2 BTC')
  await expect.element(text('Usual times could not be loaded: after 24 h.')).toBeVisible()
  await checkAccessibility()
  state.fail = () => undefined
  await page.getByRole('button', { name: 'Try again: Failed in 24 h' }).click()
  await expect.poll(() => attention('Failed in 24 h').all()).toEqual([])
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
  await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
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
  await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  expect(page.getByRole('timer').all()).toEqual([])
})

test('more than one page that needs attention is counted as such', async () => {
  const { state, answers } = provider([])
  await open(answers)
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  state.rows = spread(1300, 10).map((row) => ({ ...row, status: 'PENDING' }))
  await refresh()
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1,000 or more')
  await expect.element(cell('Overdue', 2)).toHaveTextContent('First 1,000:')
  await expect.element(cell('Overdue', 4)).toHaveTextContent(/^8 days 23 h overdue/)
})

test('rows that a provider returns against the filter are flagged and not counted', async () => {
  const items = spread(250, 10).map(transferOf)
  const answers = { ...provider([]).answers, listTransfers: { items, next_page_cursor: '' } }
  await open(answers)
  await expect.element(attention('Failed in 24 h')).toHaveTextContent('250 rows outside the filter')
  await expect.element(cell('Failed in 24 h', 1)).toHaveTextContent('0')
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
  await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
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
