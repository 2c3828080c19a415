import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { requestStep } from '@/components/ui/focus'
import type { MovementRow, WaitingPlan } from '@/lib/features/money/interface'
import { planDueAt } from '@/lib/features/money/lateness'
import type { AttentionFigures, AttentionKind, OverviewPresent } from '@/lib/features/overview/interface'
import { Overview } from './overview'
import { answerOf, day, hour, minute, now, overviewOf, usualOverview } from './testing'

const iso = (millis: number) => new Date(millis).toISOString()
const idAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
/** A transfer of these members, as the provider sends it. */
const sent = (index: number, at: number, members: object = {}) => ({
  ...transfer({ id: idAt(index), type: 'WIRE_DEPOSIT', direction: 'CREDIT', amount: '10.25', asset: 'USDG' }),
  status: 'COMPLETED',
  crypto_network: undefined,
  created_at: iso(at),
  updated_at: iso(at + 2000),
  ...members,
})
const travelRule = { status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }
const figures = (kind: AttentionKind, more: Partial<AttentionFigures>): AttentionFigures => ({
  kind,
  count: 1,
  listed: more.count ?? 1,
  byAsset: [],
  withoutAmount: 0,
  reasons: ['slow'],
  ...more,
})
const overdue = figures('pending', { byAsset: [['BTC', '2']], ids: [idAt(61)], dueAt: now - 4 * day + hour })

/** A console in which this stands now; `fail` answers in its place. */
function consoleOf(present: Partial<OverviewPresent> = {}) {
  const state = {
    present,
    unknown: [] as object[],
    fail: (_: Call): Response | Promise<Response> | undefined => undefined,
  }
  const answers: Answers = {
    'POST /overview': (call) => state.fail(call) ?? answerOf(usualOverview({ present: state.present })),
    'GET /intents': () => ({ intents: state.unknown, next_page_cursor: '' }),
  }
  return { state, answers }
}

const open = (answers: Answers, options: { url?: string; width?: number } = {}) =>
  renderInConsole(<Overview environment="sandbox" person="treasury" roles={['treasury']} />, {
    answers,
    url: opened,
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

test.each([1440, 390])('at %i px rows in grey show that it is being read', async (width) => {
  const { state, answers } = consoleOf()
  state.fail = () => new Promise(() => undefined)
  await open(answers, { width })
  const bars = () => [...document.querySelectorAll('[aria-hidden] tr')].map((row) => row.querySelector('span'))
  await expect.poll(() => bars().length).toBeGreaterThan(0)
  for (const bar of bars()) expect(bar?.getBoundingClientRect().width).toBeGreaterThan(width / 10)
  expect(document.documentElement.scrollWidth).toBe(width)
})

test('each row says what, how much, who acts and by when, soonest first, and links to these transfers', async () => {
  const { answers } = consoleOf({
    attention: [
      figures('travel-rule', {
        count: 2,
        byAsset: [['USDG', '10.5']],
        reasons: ['travel-rule'],
        dueAt: now - 3 * day + hour,
      }),
      figures('failed', {
        byAsset: [['USDG', '4']],
        reasons: ['failed'],
        ids: [idAt(62)],
        failedAt: iso(now - hour + 2000),
      }),
      overdue,
    ],
    usualTimes: [{ type: 'WIRE_DEPOSIT', network: '', count: 60, timed: 60, median: 2000, p95: 2000 }],
  })
  await open(answers)
  await expect.element(attention('Overdue')).toBeVisible()
  expect(cellsOf('Needs attention')).toEqual([
    ['Overdue 1 Support follows up', '1', '2 BTC', '3 days 23 h overdue'],
    ['Travel rule details 2 You send details', '2', '10.5 USDG', '2 days 23 h overdue'],
    ['Failed in 24 h 1 You review', '1', '4 USDG', '59 min ago'],
  ])
  await expect.element(page.getByText('4 items, soonest first')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Travel rule details' }))
    .toHaveAttribute(
      'href',
      '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&statuses=PENDING&order_by=CREATED_AT&order=ASC',
    )
  // Of one transfer its movement says what happened to the money, and who acts.
  const only = page.getByRole('link', { name: 'Failed in 24 h' })
  await expect.element(only).toHaveAttribute('href', `/sandbox/money/${idAt(62)}`)
  await expect.element(page.getByRole('listitem').filter({ hasText: /^Wire deposit: 2 s \(N = 60\)$/ })).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'All others: 24 h' })).toBeVisible()
})

test('while transfers are still being read, the page says which it has not, and not that nothing needs attention', async () => {
  const since = now - 3 * day
  const { state, answers } = consoleOf({ extent: { since, isReading: true, until: now } })
  await open(answers)
  await expect
    .element(text('Transfers from before 16 Nov 2026 14:30 UTC are still being read; the overview has the others.'))
    .toBeVisible()
  for (const said of [
    'Nothing that was read needs attention.',
    'Nothing that was read has changed.',
    'No transfer that was read is pending.',
  ])
    await expect.element(text(said)).toBeVisible()
  expect(page.getByText('Nothing needs attention.').all()).toEqual([])
  state.present = { extent: { since, until: now } }
  await refresh()
  // Older ones are no longer kept.
  await expect.element(text('Nothing needs attention.')).toBeVisible()
})

const wired = {
  ref_id: 'r',
  profile_id: 'profile-1',
  source_asset: 'USD',
  destination_asset: 'USDC',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
}
const planned = (id: string, at: number, more: object = {}) => ({
  id,
  kind: 'mint',
  person: 'Ines Okafor',
  at: iso(at),
  amount: '250000.00',
  rule_intent: idAt(900),
  due: { at: iso(planDueAt({ at: iso(at), rule: wired })) },
  rule: wired,
  ...more,
})

test('says nothing of transfers before any was read, and asks again at once', async () => {
  const { state, answers } = consoleOf()
  let reads = 0
  state.fail = ({ body }) => {
    if (!(body as { since?: number }).since || ++reads > 2) return undefined
    return answerOf(overviewOf({ transfers: { isWhole: false, isReading: true, completeFrom: now } }))
  }
  await open(answers)
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  expect(reads).toBe(3)
})

test('money that does not add up and a plan whose money is late lead to their movements', async () => {
  const movement = {
    id: idAt(500),
    newest: iso(now - hour),
    state: 'unexplained',
    unexplained: '0.01',
    fees: [],
    transfers: 2,
    in: { amount: '4', asset: 'USDG' },
    stops: [{ key: idAt(500), other: idAt(10), kind: 'moved', state: 'failed' }],
  }
  const stalled = {
    id: idAt(600),
    newest: iso(now - 3 * hour),
    state: 'waiting',
    unexplained: '0',
    fees: [],
    transfers: 1,
    in: { amount: '900', asset: 'USD' },
    ahead: ['minted'],
    stops: [{ key: idAt(600), kind: 'in', state: 'done' }],
  }
  const { answers } = consoleOf({
    movements: {
      movements: [movement, stalled] as unknown as MovementRow[],
      // The first is late since Wednesday evening in New York; the second was planned today.
      waiting: [planned(idAt(701), now - hour), planned(idAt(700), now - 2 * day)] as unknown as WaitingPlan[],
      next_page_cursor: '',
    },
  })
  await open(answers)
  await expect.element(attention('Does not add up')).toBeVisible()
  expect(cellsOf('Needs attention')).toEqual([
    ['Late plans 1 You ask the bank', '1', '250,000.00 USD, due in one business day', '15 h 30 min overdue'],
    ['Does not add up (7 days) 1 You review', '1', '0.01 unexplained of 4 USDG', '1 h ago'],
    ['Its rule has not run 1 You ask the provider', '1', '900 USD', '3 h ago'],
  ])
  const link = (name: string) => attention(name).getByRole('link')
  await expect.element(link('Does not add up')).toHaveAttribute('href', `/sandbox/money/${idAt(500)}`)
  await expect.element(link('Late plans')).toHaveAttribute('href', `/sandbox/money/${idAt(700)}`)
  const [, ...plans] = cellsOf('Money on its way').filter(([name]) => name === 'Mint USDC')
  expect(plans.map((cells) => cells.at(-1))).toEqual(['15 h 30 min overdue'])
})

test('unknown outcomes are named by kind of request, with the time left to check them', async () => {
  const { state, answers } = consoleOf({ attention: [figures('failed', { reasons: ['failed'] })] })
  const sentAt = iso(now - 2 * hour)
  const request = {
    state: 'unknown',
    created_at: sentAt,
    sent_at: sentAt,
    environment: 'sandbox',
    summary: 'A request',
  }
  state.unknown = [
    { ...request, id: 'one', operation: 'createOrder', check_until: iso(now + 21 * hour) },
    { ...request, id: 'two', operation: 'createOrder', check_until: iso(now + 41 * minute) },
    { ...request, id: 'three', operation: 'createFiatAccount', check_until: iso(now + 21 * hour) },
  ]
  await open(answers)
  await expect.element(attention('Unknown outcome')).toBeVisible()
  const [first] = cellsOf('Needs attention')
  expect(first).toEqual(['Unknown outcome 3 You check the outcome', '3', '2 orders, 1 fiat account', '15:11'])
  await expect.element(page.getByRole('link', { name: 'Unknown outcome' })).toHaveAttribute('href', '/sandbox/activity')
})

test('pending transfers are money on its way, each with where it is', async () => {
  const { answers } = consoleOf({
    pending: {
      count: 30,
      first: [
        sent(60, now - 3 * day, { ...travelRule, amount: '7.5' }),
        sent(61, now - 4 * day, {
          status: 'PENDING',
          asset: 'BTC',
          amount: '2',
          type: 'WIRE_WITHDRAWAL',
          direction: 'DEBIT',
        }),
        sent(62, now - 1000, { status: 'PENDING', amount: '3' }),
      ].map((one) => ({ transfer: one })),
    },
    usualTimes: [{ type: 'WIRE_DEPOSIT', network: '', count: 60, timed: 60, median: 2000, p95: 2000 }],
  })
  await open(answers)
  await expect.element(page.getByText('30 movements, yours first, then the next to arrive')).toBeVisible()
  expect(
    cellsOf('Money on its way').map(([what, amount, asset, , place, , expected]) => [
      what,
      amount,
      asset,
      place,
      expected,
    ]),
  ).toEqual([
    ['Wire deposit', '7.5', 'USDG', '7.5 USDG, Travel rule details: you act', '2 days 23 h overdue'],
    ['Wire withdrawal', '−2', 'BTC', '−2 BTC, With the provider', '2 days 9 h overdue'],
    ['Wire deposit', '3', 'USDG', '3 USDG, With the provider', '14:31'],
  ])
  await expect
    .element(page.getByRole('link', { name: 'All pending' }))
    .toHaveAttribute('href', '/sandbox/transfers?statuses=PENDING')
})

test('what changed since the last look is listed with the time of that look, the newest first', async () => {
  localStorage.setItem('mintdesk:last-opened:sandbox:treasury', ` ${now - 2 * hour}`)
  const { answers } = consoleOf({
    changed: {
      first: [
        sent(8, now - 30_000, { status: 'FAILED', amount: '4' }),
        ...Array.from({ length: 7 }, (_, index) => sent(index, now - (index + 1) * minute, { amount: `${index + 1}` })),
      ],
      isMore: false,
    },
  })
  const { calls } = await open(answers)
  await expect.element(page.getByRole('heading', { name: 'Since you last looked' })).toBeVisible()
  expect(calls.find(({ path }) => path === '/overview')?.body).toMatchObject({ since: now - 2 * hour })
  await expect.element(page.getByText('12:30, 2 h ago')).toBeVisible()
  const changes = page.getByRole('listitem').filter({ hasText: 'Wire deposit ' })
  await expect.element(changes.first()).toHaveTextContent('Wire deposit 4 USDG failed')
  expect(changes.all()).toHaveLength(5)
  await page.getByRole('button', { name: '3 more' }).click()
  await expect.element(changes.nth(7)).toHaveTextContent('Wire deposit 7 USDG arrived')
  expect(changes.all()).toHaveLength(8)
})

test('today stands beside the median of the same weekdays, of which it says how many were read', async () => {
  const { state, answers } = consoleOf()
  let asked = 0
  state.fail = ({ body }) => {
    if (!body || (body as { to: number }).to % hour === 0) return undefined
    asked += 1
    const { from, to } = body as { from: number; to: number }
    if (from === now - 14.5 * hour - 21 * day) return down()
    const weeks = Math.round((now - to) / (7 * day))
    const byAsset: [string, { credit: string; debit: string; count: number }][] = [
      ['USDG', { credit: weeks === 0 ? '25050' : `${weeks * 2500}.00`, debit: weeks === 0 ? '0' : '1', count: 1 }],
    ]
    return answerOf(overviewOf({ from, to, transfers: { count: weeks === 0 ? 63 : 64, byAsset } }))
  }
  await open(answers)
  await expect.element(page.getByText('against the last 5 Thursdays at 14:30')).toBeVisible()
  expect(asked).toBe(8)
  expect(cellsOf('Today').map((cells) => cells.join('|'))).toEqual([
    'In, USDG|25,050|usually 10,000.00|2.5 times',
    'Out, USDG|0|usually 1|100 % less',
    'Transfers|63|usually 64|2 % less',
  ])
  const ends = ['Out', 'Transfers'].map((name) => {
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

test('a day without anything, as on a weekend, is a sentence and not rows of zeros', async () => {
  await open({ ...consoleOf().answers, 'POST /overview': () => answerOf(overviewOf()) })
  await expect.element(text('No transfers and no issuer quotes yet, as usual.')).toBeVisible()
  expect(table('Today').all()).toEqual([])
})

test('what this person must decide stands first, and one request leads to its decision', async () => {
  const { answers } = consoleOf({ attention: [overdue] })
  const request = {
    id: 'r-1',
    operation: 'createOrder',
    state: 'waiting',
    environment: 'sandbox',
    summary: 'Sell 2 BTC',
    created_at: iso(now - hour),
    is_mine: false,
    approval: { state: 'waiting', expires_at: iso(now + 5 * hour), approvers: ['Demo approver'], may_decide: true },
  }
  answers['GET /intents'] = ({ query }) => ({
    intents: query.get('by') === 'expiry' ? [request] : [],
    next_page_cursor: '',
  })
  await open(answers)
  await expect.element(attention('Approvals')).toBeVisible()
  expect(cellsOf('Needs attention').map(([what]) => what)).toEqual([
    'Approvals 1 You approve or decline',
    'Overdue 1 Support follows up',
  ])
  await expect.element(page.getByText('2 items, yours to decide first')).toBeVisible()
  await expect.element(attention('Approvals').getByRole('link')).toHaveAttribute('href', '/sandbox/approvals/r-1')
})

test.each([664, 1000, 1020])('in %i px no amount that needs attention breaks within its number', async (width) => {
  const byAsset: AttentionFigures['byAsset'] = [
    ['USDG', '103660.294445'],
    ['PYUSD', '1234567.123456'],
  ]
  const reasons: AttentionFigures['reasons'] = ['travel-rule']
  const { answers } = consoleOf({
    attention: [figures('travel-rule', { count: 2, byAsset, reasons, dueAt: now - 2 * day })],
  })
  await open(answers, { url: '/sandbox', width })
  await expect.element(attention('Travel rule details')).toBeVisible()
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
  const { answers } = consoleOf({
    attention: [figures('travel-rule', { byAsset: [['USDG', '7.123456789012345678']], dueAt: now - 2 * day })],
    pending: {
      count: 1,
      first: [{ transfer: sent(60, now - 3 * day, { ...travelRule, amount: '7.123456789012345678' }) }],
    },
  })
  await open(answers, { width: 390 })
  await expect.element(attention('Travel rule details')).toBeVisible()
  await expect.poll(() => cellsOf('Today').length).toBeGreaterThan(0)
  await expect.element(table('Volume by asset')).toHaveTextContent('12,345,678,901,234,567,890.123456789012345678')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const wide = [...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  expect(wide.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))).toEqual([])
  await checkAccessibility()
})

test('those who may not read the activity are told of no unknown outcomes', async () => {
  const { answers } = consoleOf()
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
      ...note,
      id: 'n-1',
      kind: 'transfer',
      record: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
      text: 'Refund it?',
      due: '2026-11-17',
    },
    {
      ...note,
      id: 'n-2',
      kind: 'order',
      record: 'i-1',
      text: 'Is it filled?',
      due: '2026-12-01',
      status_change: { status: 'COMPLETED', at: iso(now - minute) },
    },
    { ...note, id: 'n-3', kind: 'order', record: 'i-2', text: 'Call back.', assignee: 'Tomas Reiter' },
  ]
  const handedOver = [
    {
      ...note,
      id: 'n-4',
      kind: 'transfer',
      record: 't-4',
      text: 'Ask the bank.',
      assignee: 'Tomas Reiter',
      changed_at: iso(now - minute),
      done: { at: iso(now - minute), person: 'Tomas Reiter' },
    },
  ]
  let isDown = true
  await open({
    ...consoleOf().answers,
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
    ['Notes for you 2 You', '2', 'Refund it? and 1 more', '38 h 30 min overdue'],
  ])
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Call back.' }))
    .toHaveTextContent('from Lena Brandt, for Tomas Reiter, who no longer has access,')
  await checkAccessibility()
})

test.each([664, 1020, 1180])('in %i px all that needs attention has rows of one height', async (width) => {
  const byAsset: AttentionFigures['byAsset'] = [
    ['USDC', '166695.579050'],
    ['USDG', '1'],
    ['PYUSD', '1'],
  ]
  const { answers } = consoleOf({
    attention: [
      figures('pending', { count: 15, byAsset, reasons: ['slow', 'destination'], dueAt: now - 2 * day }),
      figures('approval', { count: 2, reasons: ['approval'], dueAt: now - day }),
      figures('failed', { reasons: ['failed'], failedAt: iso(now - hour) }),
    ],
  })
  await open(answers, { url: '/sandbox', width })
  await expect.element(attention('Approval at the provider')).toBeVisible()
  const rows = [...document.querySelectorAll('table[aria-label="Needs attention"] tbody tr')]
  const heights = rows.map((row) => row.getBoundingClientRect().height)
  expect(heights).toEqual([36, 36, 36])
})

test('j and k step through what needs attention', async () => {
  await open(consoleOf({ attention: [figures('failed', { reasons: ['failed'] }), overdue] }).answers)
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
  const { state, answers } = consoleOf()
  await open(answers)
  await expect.element(coverage()).toBeVisible()
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  state.present = { attention: [overdue] }
  await refresh()
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
  state.fail = down
  await refresh()
  await expect.element(page.getByRole('status').filter({ hasText: /^Last updated .* ago\./ })).toBeVisible()
  await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
})

test.each([
  ['the answer fails', () => down(), 'The overview could not be loaded.'],
  [
    'this person may not read transfers',
    () => problem(403, 'not-permitted', 'Your role may not use List transfers.'),
    'Your role may not use List transfers.',
  ],
])(
  'if %s the page says so once, keeps what it has of requests, and a refresh brings all back',
  async (_, fail, said) => {
    const { state, answers } = consoleOf()
    const request = {
      id: 'one',
      operation: 'createOrder',
      state: 'unknown',
      environment: 'sandbox',
      summary: 'A request',
    }
    state.unknown = [
      { ...request, created_at: iso(now - hour), sent_at: iso(now - hour), check_until: iso(now + hour) },
    ]
    state.fail = fail
    await open(answers)
    await expect.element(text(said)).toBeVisible()
    expect(page.getByText(said).all()).toHaveLength(1)
    await expect.element(attention('Unknown outcome')).toBeVisible()
    expect(coverage().all()).toEqual([])
    await checkAccessibility()
    state.fail = () => undefined
    await refresh()
    await expect.element(coverage()).toHaveTextContent('100 transfers, 3 quotes')
    await expect.element(attention('Unknown outcome')).toBeVisible()
  },
)

test('unknown outcomes that could not be read have no time by which to act', async () => {
  await open({ ...consoleOf().answers, 'GET /intents': down })
  await expect.element(attention('Could not be loaded')).toBeVisible()
  expect(cellsOf('Needs attention')[0]?.at(-1)).toBe('')
})

test('another period keeps what stands now while its figures are read', async () => {
  const { state, answers } = consoleOf({ attention: [overdue] })
  await open(answers)
  await expect.element(coverage()).toBeVisible()
  let answer = () => {}
  state.fail = () =>
    new Promise((resolve) => {
      answer = () => resolve(answerOf(usualOverview({ transfers: { count: 7 } })))
    })
  await page.getByRole('link', { name: '30 days', exact: true }).click()
  await expect.poll(() => coverage().all()).toEqual([])
  await expect.element(cell('Overdue', 1)).toHaveTextContent('1')
  answer()
  await expect.element(coverage()).toHaveTextContent('7 transfers, 3 quotes')
})

test('after a 429 there is one countdown, and then everything loads', async () => {
  const { state, answers } = consoleOf()
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

test('offline the page waits for the connection, and then reads', async () => {
  const { state, answers } = consoleOf()
  state.fail = down
  await open(answers)
  await expect.element(text('The overview could not be loaded.')).toBeVisible()
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
  const { state, answers } = consoleOf()
  await open(answers)
  await expect.element(coverage()).toBeVisible()
  state.fail = () => problem(401, 'session-ended', 'Signed out.')
  await refresh()
  const link = await page.getByRole('link', { name: 'Sign in' }).findElement()
  expect(link.getAttribute('href')).toContain('callbackUrl=%2Fsandbox')
  expect(page.getByRole('heading', { level: 2 }).all()).toHaveLength(1)
  expect(page.getByText('USDG').all()).toEqual([])
})
