import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia, setOnline } from '@/components/testing/browser'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import { requestStep } from '@/components/ui/focus'
import { Overview } from './overview'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.parse('2026-11-19T14:30:00Z')

type Row = {
  at: number
  asset?: string
  amount?: string
  direction?: string
  status?: string
  secondary?: string
  type?: string
}
type Quote = { at: number; asset: string; tokens: string }

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
function provider(rows: Row[], quotes: Quote[] = []) {
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
    listIssuerQuotes: (call) => {
      const executions = quotes.map(({ at, asset, tokens }, index) => ({
        ...{
          id: `quote-${index}`,
          created_at: iso(at),
          asset_type: asset,
          principal: '1',
          fee: '0',
          status: 'COMPLETE',
        },
        ...{ token_fee: '0', token_price: '1', token_principal: tokens, profile_id: 'profile-1' },
      }))
      return state.fail(call) ?? { issuer_quote_executions: executions, next_page_cursor: '' }
    },
    'GET /intents': () => ({ intents: state.unknown, next_page_cursor: '' }),
  }
  return { state, answers }
}

const open = (answers: Answers, options: { url?: string; width?: number } = {}) =>
  renderInConsole(<Overview environment="sandbox" roles={['treasury']} />, { answers, ...options })

const table = (name: string) => page.getByRole('table', { name, exact: true })
const coverage = () => page.getByText(/^Based on [\d,]+ transfers?/)
const attention = (name: string) => table('Needs attention').getByRole('row').filter({ hasText: name })
const none = () => page.getByText(/^None now: /)
const cell = (name: string, index: number) => attention(name).getByRole('cell').nth(index)
const text = (value: string | RegExp) => page.getByText(value).first()
const refresh = () => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const cellsOf = (name: string, part = 'tbody') =>
  [...document.querySelectorAll(`table[aria-label="${name}"] ${part} tr`)].map((row) =>
    [...row.children].map((one) => one.textContent ?? ''),
  )
const isWalk = ({ query, operation }: Call) => operation === 'listTransfers' && query.has('created_at.gte')
const isFirstPage = (call: Call) => isWalk(call) && !call.query.has('page_cursor')
const isSecondPage = (call: Call) => isWalk(call) && call.query.get('page_cursor') === '1000'
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
  await page.getByText('When a pending transfer is slow').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: /^Wire deposit: 2 s \(N = 60\)$/ })).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Other types: 24 h' })).toBeVisible()
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
  const { listTransfers, listIssuerQuotes } = provider(spread(10, 3)).answers
  await renderInConsole(<Overview environment="sandbox" roles={['support']} />, {
    answers: { listTransfers, listIssuerQuotes },
    session: { roles: ['support'] },
  })
  await expect.element(none()).toHaveTextContent('None now: travel rule information needed, waiting')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
})

test('the volume says how much of it is internal', async () => {
  const rows = [
    { at: now - hour, asset: 'USD', amount: '900.50' },
    { at: now - hour, asset: 'USD', amount: '100.25', type: 'INTERNAL_TRANSFER_CREDIT' },
    { at: now - hour, asset: 'USD', amount: '40', direction: 'DEBIT', type: 'INTERNAL_TRANSFER_DEBIT' },
    { at: now - hour, asset: 'BTC', amount: '1' },
  ]
  await open(provider(rows).answers)
  await expect
    .element(coverage())
    .toHaveTextContent('USD includes internal transfers and conversions: 100.25 credited, 40 debited.')
  expect(cellsOf('Volume per day')[0]?.slice(1, 3)).toEqual(['1,000.75', '40'])
  await page.getByRole('link', { name: 'BTC', exact: true }).click()
  await expect.element(coverage()).toHaveTextContent('BTC has no internal transfers in this period.')
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

test('status counts, settlement times and issuance add up', async () => {
  const quotes = [
    { at: now - day, asset: 'USDG', tokens: '12.50' },
    { at: now - 2 * day, asset: 'USDG', tokens: '-0.000000000000000001' },
    { at: now - 40 * day, asset: 'USDG', tokens: '99' },
  ]
  const odd: Row[] = [
    { at: now - day, status: 'PENDING' },
    { at: now - day, status: 'FAILED' },
  ]
  await open(provider([...odd, ...spread(98, 10)], quotes).answers)
  await expect.element(coverage()).toHaveTextContent('not included: 1 pending, 1 failed.')
  expect(cellsOf('Transfers by status')).toEqual([
    ['Completed', '98', '98.00 %'],
    ['Pending', '1', '1.00 %'],
    ['Failed', '1', '1.00 %'],
  ])
  expect(cellsOf('Time to settle')).toEqual([['Wire deposit', '98', '2 s', '2 s']])
  await expect.element(text(/^Based on 2 complete issuer quotes, complete back to 1 Nov 00:00 UTC\./)).toBeVisible()
  expect(cellsOf('Minted and redeemed')).toEqual([['USDG', '12.50', '0.000000000000000001']])
})

test('days are days of the chosen zone, and the asset is kept in the URL', async () => {
  const rows = [
    { at: Date.parse('2026-11-18T23:30:00Z'), asset: 'USDG', amount: '5' },
    { at: Date.parse('2026-11-18T12:00:00Z'), asset: 'BTC', amount: '2' },
  ]
  await renderInConsole(<Overview environment="sandbox" roles={['treasury']} />, {
    answers: provider(rows).answers,
    url: '/sandbox?x.asset=USDG',
    preferences: { times: 'local' },
  })
  await expect.element(text('Thursday 19 November 2026, all times Europe/Zurich')).toBeVisible()
  await expect.element(coverage()).toHaveTextContent('complete back to 6 Nov 00:00 Europe/Zurich.')
  expect(cellsOf('Volume per day').slice(0, 2)).toEqual([
    ['Thu 19 Nov so far', '5', '0', '5'],
    ['Wed 18 Nov', '0', '0', '0'],
  ])
  await page.getByRole('link', { name: 'BTC', exact: true }).click()
  await expect.poll(address).toBe('/sandbox?x.asset=BTC')
  await expect.poll(() => cellsOf('Volume per day')[1]).toEqual(['Wed 18 Nov', '2', '0', '2'])
  await expect.element(page.getByRole('link', { name: 'BTC', exact: true })).toHaveFocus()
})

test('a walk that reaches its limit says how far back it is complete, and loads more on request', async () => {
  const { answers } = provider(spread(11_500, 13.5))
  const { calls } = await open(answers)
  await expect
    .element(coverage(), { timeout: 20_000 })
    .toHaveTextContent(/complete back to .* UTC only: loading stops at 10,000\. Older ones are not counted\./)
  await page.getByRole('button', { name: 'Show all 14 days' }).click()
  const days = cellsOf('Volume per day')
  expect(days.at(0)?.[0]).toMatch(/so far$/)
  expect(days.filter(([label = '']) => label.endsWith('partial'))).toHaveLength(1)
  expect(days.at(-1)?.[1]).toBe('not loaded')
  expect(cellsOf('Volume per day', 'tfoot')[0]?.[0]).toBe('Loaded so far')
  await expect.element(page.getByText('Incomplete', { exact: true })).toBeVisible()
  const before = calls.length
  await page.getByRole('button', { name: 'Load more transfers' }).click()
  await expect
    .element(coverage())
    .toHaveTextContent(/^Based on 11,\d{3} transfers, complete back to \d+ \w+ 00:00 UTC\./)
  expect(calls.slice(before).map(({ query }) => query.get('page_cursor'))).toEqual(['10000', '11000'])
  expect(cellsOf('Volume per day', 'tfoot')[0]?.[0]).toBe('14 days')
  expect(page.getByText('not loaded').all()).toEqual([])
  expect(page.getByText('Incomplete', { exact: true }).all()).toEqual([])
})

test('a page that fails is named, what was loaded stays, and loading resumes there', async () => {
  const { state, answers } = provider(spread(2500, 10))
  state.fail = (call) => (isSecondPage(call) ? down() : undefined)
  const { calls } = await open(answers)
  const alert = page.getByRole('alert').filter({ hasText: 'Page 2 could not be loaded.' })
  await expect.element(alert).toHaveTextContent('Request ID req_0123456789ab.')
  await expect.element(coverage()).toHaveTextContent('only: the next page failed')
  expect(cellsOf('Volume per day')[0]?.[1]).toMatch(/^[\d,]+\.\d\d$/)
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  await checkAccessibility()
  state.fail = () => undefined
  await alert.getByRole('button', { name: 'Load more' }).click()
  await expect.element(coverage()).toHaveTextContent(/^Based on 2,500 transfers, complete back to/)
  expect(alert.all()).toEqual([])
  expect(calls.filter(isFirstPage)).toHaveLength(1)
})

test('a refresh reads everything again, and a failed one leaves the data with its time', async () => {
  const { state, answers } = provider(spread(1200, 10))
  await open(answers)
  await expect.element(coverage()).toHaveTextContent('Based on 1,200 transfers')
  await expect.element(none()).toHaveTextContent('blocked, or pending longer than usual')
  // Transfers settle in 2 s here, so one from a minute ago is slow.
  state.rows.unshift({ at: now - minute + 1, status: 'PENDING' })
  await refresh()
  await expect.element(coverage()).toHaveTextContent(/Based on 1,201 transfers.*not included: 1 pending/)
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
    .toBe(3)
  await expect.element(coverage()).toHaveTextContent('Based on 1,201 transfers')
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
    const meta = { scope: 'exchange:read_issuer_quote_execution' }
    return problem(403, 'insufficient-scope', 'The credential lacks a scope.', { meta })
  }
  await open(answers)
  await expect.element(coverage()).toHaveTextContent('Based on 51 transfers')
  await expect.element(attention('Failed in the last 24 h')).toHaveTextContent('Could not be loaded.')
  await expect.element(none()).toHaveTextContent('waiting for customer approval')
  await expect.element(cell('Blocked', 2)).toHaveTextContent('2 BTC')
  await expect
    .element(text('Usual times could not be loaded: a pending transfer counts as slow after 24 h.'))
    .toBeVisible()
  await expect.element(page.getByText('exchange:read_issuer_quote_execution', { exact: true })).toBeVisible()
  await checkAccessibility()
  state.fail = () => undefined
  await page.getByRole('button', { name: 'Try again: Failed in the last 24 h' }).click()
  await expect.element(none()).toHaveTextContent('failed in the last 24 h')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect.element(text('No complete issuer quotes this month.')).toBeVisible()
})

test('if everything fails each part says so, and a refresh brings all back', async () => {
  const { state, answers } = provider(spread(50, 10))
  state.fail = down
  await open(answers)
  for (const what of ['What needs attention', 'The list of transfers', 'The list of issuer quotes'])
    await expect.element(text(`${what} could not be loaded.`)).toBeVisible()
  expect(coverage().all()).toEqual([])
  await checkAccessibility()
  state.fail = () => undefined
  await refresh()
  await expect.element(coverage()).toHaveTextContent('Based on 50 transfers')
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
  await expect.element(coverage()).toHaveTextContent('Based on 50 transfers')
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  await expect.element(text('No complete issuer quotes this month.')).toBeVisible()
  expect(page.getByRole('timer').all()).toEqual([])
})

test('without data every part says so, and more than one page is counted as such', async () => {
  const { state, answers } = provider([])
  await open(answers)
  await expect.element(text('No completed transfers in this period')).toBeVisible()
  await expect.element(text('Nothing needs attention.')).toBeVisible()
  await expect.element(text('No complete issuer quotes this month.')).toBeVisible()
  await checkAccessibility()
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

test('offline the page keeps its data, and it resumes when the connection is back', async () => {
  const { state, answers } = provider(spread(2500, 10))
  state.fail = (call) => (isSecondPage(call) ? down() : undefined)
  await open(answers)
  await expect.element(text('Page 2 could not be loaded.')).toBeVisible()
  state.fail = () => undefined
  setOnline(false)
  await expect.element(text('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Load more', exact: true }).click()
  await expect.element(coverage()).toHaveTextContent('Based on 1,000 transfers')
  setOnline(true)
  await expect.element(coverage()).toHaveTextContent('Based on 2,500 transfers')
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

test('the chart fits its column and follows the theme', async () => {
  await emulateMedia({ colorScheme: 'light' })
  await open(provider(spread(400, 13.5)).answers)
  await expect.element(coverage()).toBeVisible()
  const figure = await page.getByRole('figure', { name: /^USDG credited and debited per day/ }).findElement()
  const credit = () => getComputedStyle(figure.querySelector('a > span') as Element).backgroundColor
  const light = credit()
  await emulateMedia({ colorScheme: 'dark' })
  await expect.poll(credit).not.toBe(light)
  for (const width of [390, 768, 1440]) {
    await page.viewport(width, 900)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const chart = figure.firstElementChild?.getBoundingClientRect()
    expect(Math.round(chart?.width ?? 0)).toBe(Math.round(figure.getBoundingClientRect().width))
  }
})

test('a day of the chart shows its figures and leads to its transfers', async () => {
  await open(provider(spread(400, 13.5)).answers)
  await expect.element(coverage()).toBeVisible()
  const column = document.querySelectorAll<HTMLElement>('figure a')[12] as HTMLElement
  await userEvent.hover(column)
  await expect.element(page.getByText(/^Credit [\d,.]+$/)).toBeVisible()
  column.click()
  await expect
    .poll(address)
    .toMatch(/^\/sandbox\/transfers\?statuses=COMPLETED&created_at\.gte=2026-11-18T00%3A00%3A00Z/)
})

test('each head ends where the figures below it end', async () => {
  const amounts = ['13000.002816', '60608.5', '3100', '651000.00']
  const rows = amounts.map((amount, index) => ({ at: now - hour, asset: `A${index}`, amount }))
  await open(
    provider([...rows, ...spread(40, 10)], [{ at: now - day, asset: 'USDG', tokens: '20835671.630012' }]).answers,
  )
  await expect.element(coverage()).toBeVisible()
  /** Where the last character ends; the space of an absent fraction does not count. */
  const rightOf = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const ends: number[] = []
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node)
      ends.push(range.getBoundingClientRect().right)
    }
    return Math.max(...ends)
  }
  for (const name of ['Volume per day', 'Volume today', 'Minted and redeemed', 'Transfers by status']) {
    const heads = [...document.querySelectorAll(`table[aria-label="${name}"] thead th`)].slice(1)
    const gaps = heads.map((head, index) => {
      const cells = [...document.querySelectorAll(`table[aria-label="${name}"] tbody td:nth-of-type(${index + 1})`)]
      return Math.abs(rightOf(head) - Math.max(...cells.map(rightOf)))
    })
    expect(Math.max(...gaps), `${name}: ${gaps.map(Math.round)}`).toBeLessThanOrEqual(1.5)
  }
})
