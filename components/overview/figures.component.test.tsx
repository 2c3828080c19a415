/** The figures of a period: what they are, how far they were read, and where they lead. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type Call, problem } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import { refresh } from '@/components/testing/updates'
import { Overview } from './overview'
import { answerOf, day, hour, now, overviewOf, range, usualOverview } from './testing'

const opened = '/sandbox?x.figures=more'
/** Periods end at midnight, the days that are compared at half past two. */
const isOfPeriod = ({ path, body }: Call) => path === '/overview' && (body as typeof range).to % hour === 0

type Options = { url?: string; width?: number; preferences?: { times: 'local' } }

/** The figures are open; the days that are compared are answered apart. */
const open = (figures: (call: Call) => Response, options: Options = {}) =>
  renderInConsole(<Overview environment="sandbox" person="treasury" roles={['treasury']} />, {
    answers: {
      'GET /intents': { intents: [], next_page_cursor: '' },
      'GET /presets': { entries: [{ key: 'profile-1', value: 'Treasury desk' }] },
      'POST /overview': (call) => (isOfPeriod(call) ? figures(call) : answerOf(overviewOf())),
    },
    url: opened,
    ...options,
  })

const text = (value: string | RegExp) => page.getByText(value).first()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const coverageLine = () => page.getByText(/^Updated .*\d transfers/)
const rowsOf = (name: string, part = 'tbody') =>
  [...document.querySelectorAll(`table[aria-label="${name}"] ${part} tr`)].map((row) =>
    [...row.children].map((one) => one.textContent ?? ''),
  )
const linksOf = (name: string, part = 'tbody') =>
  [...document.querySelectorAll(`table[aria-label="${name}"] ${part} a`)].map((one) =>
    decodeURIComponent(one.getAttribute('href') ?? '').replace(/^\/sandbox\//, ''),
  )
const asked = (calls: readonly Call[]) =>
  calls.filter(isOfPeriod).map(({ body }) => {
    const { since: _, ...asked } = body as typeof range & { since: number }
    return asked
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Those of what came in or went out, as the answer has them. */
const types = '&x.any_type=WIRE_DEPOSIT&x.any_type=CRYPTO_WITHDRAWAL'
const period = 'created_at.gte=2026-11-06T00:00:00Z&created_at.lt=2026-11-19T14:29:30Z'

test('the figures of the last 14 days are exact, and each leads to the list of its rows', async () => {
  const { calls } = await open(() => answerOf(usualOverview()))
  await expect.element(coverageLine()).toHaveTextContent('Updated 14:30:00 UTC. 100 transfers, 3 quotes.')
  expect(asked(calls)).toEqual([range])

  const credit = '12,345,678,901,234,567,890.123456789012345678'
  expect(rowsOf('Volume by asset')).toEqual([
    ['USDG', credit, '40', '12,345,678,901,234,567,850.123456789012345678', '68'],
    ['BTC', '2', '0.5', '1.5', '30'],
  ])
  expect(linksOf('Volume by asset').slice(0, 3)).toEqual([
    `transfers?statuses=COMPLETED&${period}&x.asset=USDG&x.direction=CREDIT${types}`,
    `transfers?statuses=COMPLETED&${period}&x.asset=USDG&x.direction=DEBIT${types}`,
    `transfers?statuses=COMPLETED&${period}&x.asset=USDG${types}`,
  ])
  expect(rowsOf('Volume per day').slice(0, 2)).toEqual([
    ['Thu 19 Nov so far', credit, '40', '12,345,678,901,234,567,850.123456789012345678'],
    ['Wed 18 Nov', '0', '0', '0'],
  ])
  expect(linksOf('Volume per day')[0]).toBe(
    `transfers?statuses=COMPLETED&created_at.gte=2026-11-19T00:00:00Z&created_at.lt=2026-11-19T14:29:30Z&x.asset=USDG${types}`,
  )
  expect(rowsOf('Volume per day', 'tfoot')[0]?.slice(0, 3)).toEqual(['14 days', credit, '40'])
  expect(rowsOf('Transfers by status')).toEqual([
    ['Completed', '98', '98.00 %'],
    ['Pending', '1', '1.00 %'],
    ['Failed', '1', '1.00 %'],
  ])
  expect(rowsOf('Transfers by status', 'tfoot')).toEqual([['Completed, of finished', '98 of 99', '98.99 %']])
  expect(linksOf('Transfers by status')[2]).toBe(`transfers?statuses=FAILED&${period}`)
  expect(rowsOf('Time to settle')).toEqual([
    ['Wire deposit', '68', '2 s', '5 h 00 min'],
    ['Crypto withdrawal, Ethereum', '28', '3 min 05 s', '14 min'],
    ['Internal transfer, debit', '2', 'under 1 s', 'under 1 s'],
  ])
  expect(linksOf('Time to settle').slice(0, 2)).toEqual([
    `transfers?type=WIRE_DEPOSIT&x.statuses=COMPLETED&${period}`,
    `transfers?type=CRYPTO_WITHDRAWAL&x.statuses=COMPLETED&${period}&x.network=ETHEREUM`,
  ])
  await expect.element(text('1 transfer lacks a time of creation or update.')).toBeVisible()
  await expect
    .poll(() => rowsOf('Top profiles'))
    .toEqual([
      ['Treasury desk', '68', '9.5', '40'],
      [expect.stringContaining('profile-2'), '30', '0', '0'],
    ])
  expect(linksOf('Top profiles')[0]).toBe(`transfers?profile_ids=profile-1&x.statuses=COMPLETED&${period}`)
  expect(rowsOf('Minted and redeemed')).toEqual([['USDG', '12.50', '0.000000000000000001', '2']])
  expect(linksOf('Minted and redeemed')[1]).toBe(
    'issuer-quotes?status=COMPLETE&created_range.begin=2026-11-06T00:00:00Z&created_range.end=2026-11-19T14:29:29.999999999Z&x.asset=USDG&x.issuance=REDEEMED',
  )
  await expect.element(text('1 quote without an asset or valid number is not included.')).toBeVisible()
  await expect
    .element(text(/not included: 1 pending, 1 failed/))
    .toHaveTextContent('2 that convert money or move it between your profiles')
  await checkAccessibility()
})

test('an asset of 18 decimals pushes no column out: the end of its digits has an ellipsis, and its title has them all', async () => {
  const sums = (credit: string) => ({ credit, debit: '0', count: 1 })
  const byAsset = [
    ['USDC', sums('1250.00')],
    ['ETH', sums('1234.123456789012345678')],
    ['USD', sums('99.50')],
  ] as [string, ReturnType<typeof sums>][]
  await open(() => answerOf(usualOverview({ transfers: { byAsset } })), { width: 1280 })
  const cell = page.getByRole('table', { name: 'Volume by asset' }).getByTitle('1,234.123456789012345678').first()
  await expect.element(cell).toBeVisible()
  const fraction = cell.element().querySelector('.fraction') as HTMLElement
  expect(fraction.textContent).toBe('.123456789012345678')
  expect(fraction.scrollWidth).toBeGreaterThan(fraction.clientWidth)
  const { parentElement: box } = cell.element().closest('table') as HTMLElement
  expect(box?.scrollWidth).toBe(box?.clientWidth)
})

test('the asset of chart and tables is kept in the URL', async () => {
  await open(() => answerOf(usualOverview()), { url: `${opened}&x.period=14-days&x.asset=USDG` })
  await link('BTC').click()
  await expect.poll(address).toBe(`${opened}&x.period=14-days&x.asset=BTC`)
  expect(rowsOf('Volume per day')[1]).toEqual(['Wed 18 Nov', '2', '0.5', '1.5'])
  expect(rowsOf('Top profiles')[1]?.slice(1)).toEqual(['30', '2', '0.5'])
  await expect.element(link('BTC')).toHaveFocus()
})

test('a period is chosen from presets and kept in the URL, in days of the chosen zone', async () => {
  const { calls } = await open(({ body }) => answerOf(usualOverview({ from: (body as typeof range).from })), {
    preferences: { times: 'local' },
  })
  await expect.element(text('6 to 19 Nov, Europe/Zurich')).toBeVisible()
  await link('Last month').click()
  await expect.poll(address).toBe(`${opened}&x.period=last-month`)
  await expect.element(text('1 to 31 Oct, Europe/Zurich')).toBeVisible()
  await link('Today').click()
  await expect.element(page.getByRole('heading', { name: 'In and out per hour' })).toBeVisible()
  await link('14 days').click()
  await expect.poll(address).toBe(opened)
  const utc = (time: string) => Date.parse(time)
  expect(asked(calls)).toEqual([
    { from: utc('2026-11-05T23:00Z'), to: utc('2026-11-19T23:00Z'), zone: 'Europe/Zurich' },
    { from: utc('2026-09-30T22:00Z'), to: utc('2026-10-31T23:00Z'), zone: 'Europe/Zurich' },
    { from: utc('2026-11-18T23:00Z'), to: utc('2026-11-19T23:00Z'), zone: 'Europe/Zurich' },
  ])
})

test('two dates are entered by keyboard, and a wrong one has its message at its field', async () => {
  const { calls } = await open(() => answerOf(usualOverview()))
  await expect.element(coverageLine()).toBeVisible()
  await button('Dates…').click()
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveFocus()
  await userEvent.fill(page.getByLabelText('From', { exact: true }), '2026-11-10')
  await userEvent.fill(page.getByLabelText('To', { exact: true }), '2026-11-09')
  await userEvent.keyboard('{Enter}')
  await expect.element(text('To must not be before From.')).toBeVisible()
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveFocus()
  await userEvent.fill(page.getByLabelText('To', { exact: true }), '2026-11-12')
  await checkAccessibility()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`${opened}&x.from=2026-11-10&x.to=2026-11-12`)
  await expect.element(button('Dates…')).toHaveFocus()
  await expect.element(text('10 to 12 Nov, UTC')).toBeVisible()
  expect(asked(calls).at(-1)).toMatchObject({ from: range.from + 4 * day, to: range.from + 7 * day })
  await button('Dates…').click()
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2026-11-10')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Dates…')).toHaveFocus()
})

test('on a phone the period is a menu', async () => {
  await open(() => answerOf(usualOverview()), { width: 390 })
  await expect.element(coverageLine()).toBeVisible()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Period' }), '30 days')
  await expect.poll(address).toBe(`${opened}&x.period=30-days`)
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Period' }), 'Dates…')
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2026-10-21')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await checkAccessibility()
})

test('a period that cannot be read is explained, and nothing is guessed', async () => {
  await open(() => answerOf(usualOverview()), { url: '/sandbox?x.from=2026-02-30&x.to=2026-03-02' })
  await expect.element(text('The period in this link cannot be read')).toBeVisible()
  expect(coverageLine().all()).toEqual([])
  await link('Show the last 14 days').click()
  await link('More figures').click()
  await expect.element(coverageLine()).toBeVisible()
  expect(address()).toBe(opened)
})

test('while older records are still being read, figures say how far they go, and are read again until they are whole', async () => {
  const completeFrom = Date.parse('2026-11-17T06:10:00Z')
  const coverage = { isWhole: false, isReading: true, completeFrom }
  const partial = usualOverview({ transfers: { ...coverage, count: 11_998 }, quotes: coverage })
  const answers = [answerOf(partial)]
  const { calls } = await open(() => answers.shift() ?? answerOf(usualOverview()))
  await expect
    .element(coverageLine())
    .toHaveTextContent(
      '11,998 transfers, complete back to 17 Nov 06:10 UTC only: older ones are still being read, 3 quotes, complete back to 17 Nov 06:10 UTC only: older ones are still being read.',
    )
  await expect.element(page.getByText('Incomplete', { exact: true })).toBeVisible()
  expect(
    rowsOf('Volume per day')
      .map(([name, first]) => [name, first])
      .slice(1, 4),
  ).toEqual([
    ['Wed 18 Nov', '0'],
    ['Tue 17 Nov partial', '0'],
    ['Mon 16 Nov', 'not read'],
  ])
  expect(rowsOf('Volume per day', 'tfoot')[0]?.[0]).toBe('Read so far')
  expect(linksOf('Volume by asset')[0]).toContain('created_at.gte=2026-11-17T06:10:00Z')
  await checkAccessibility()
  await expect.element(coverageLine()).toHaveTextContent('100 transfers, 3 quotes.')
  expect(asked(calls)).toHaveLength(2)
})

test('figures are kept for five minutes, and Refresh reads them anew', async () => {
  const answers = [answerOf(usualOverview())]
  const { calls } = await open(() => answers.shift() ?? answerOf(usualOverview()))
  await expect.element(coverageLine()).toBeVisible()
  await link('Today').click()
  await expect.poll(() => asked(calls).length).toBe(2)
  await link('14 days').click()
  await expect.element(coverageLine()).toHaveTextContent('100 transfers')
  expect(asked(calls)).toHaveLength(2)
  answers.push(answerOf(usualOverview({ at: now + 1000, transfers: { count: 101 } })))
  await refresh()
  await expect.element(coverageLine()).toHaveTextContent('Updated 14:30:01 UTC. 101 transfers')
})

test('a refresh that fails leaves the figures with their time', async () => {
  const answers = [answerOf(usualOverview()), problem(502, 'service-failed', 'The provider answered 500.')]
  await open(() => answers.shift() ?? answerOf(usualOverview()))
  await expect.element(coverageLine()).toBeVisible()
  await refresh()
  await expect.element(text('The provider answered 500.')).toBeVisible()
  await expect.element(coverageLine()).toHaveTextContent('100 transfers')
  await button('Refresh').click()
  await expect.poll(() => page.getByText('The provider answered 500.').all()).toEqual([])
})

test('a period without transfers says so', async () => {
  await open(() => answerOf(overviewOf()))
  await expect.element(text('No completed transfers in this period.')).toBeVisible()
  await expect.element(text('No complete issuer quotes.')).toBeVisible()
  expect(rowsOf('Transfers by status', 'tfoot')).toEqual([])
  await checkAccessibility()
})

test('values that no list can be filtered by are shown as received, without a link', async () => {
  const long = `${'W'.repeat(300)} ‮evil‬ <b>bold</b>`
  const sums = { credit: '1', debit: '0', count: 1 }
  const line = usualOverview({
    transfers: {
      byStatus: [
        ['ON_HOLD', 3],
        ['', 1],
      ],
      byAsset: [
        [long, sums],
        ['usdg', sums],
        ['USDG', sums],
      ],
      settleTimes: [{ type: 'FEDNOW_DEPOSIT', network: 'MARS', count: 1, timed: 0, median: 0, p95: 0 }],
      topProfiles: [{ profile: long, count: 1, byAsset: [] }],
      byPeriod: [],
    },
  })
  for (const width of [390, 1440]) {
    const { screen } = await open(() => answerOf(line), { width })
    await expect.element(coverageLine()).toBeVisible()
    expect(rowsOf('Volume by asset').map(([name]) => name)).toEqual([long, 'usdg', 'USDG'])
    expect(linksOf('Volume by asset')).toEqual([])
    expect(
      rowsOf('Transfers by status')
        .slice(3)
        .map(([name, count]) => [name, count]),
    ).toEqual([
      ['ON_HOLD', '3'],
      ['no status', '1'],
    ])
    expect(rowsOf('Time to settle')).toEqual([['FEDNOW_DEPOSIT, MARS', '1', 'unknown', 'unknown']])
    expect([linksOf('Time to settle'), linksOf('Top profiles')]).toEqual([[], []])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})

const figure = () => page.getByRole('figure', { name: /^USDG in and out per day/ })

test('the chart fits its column and follows the theme', async () => {
  await emulateMedia({ colorScheme: 'light' })
  await open(() => answerOf(usualOverview()))
  const element = await figure().findElement()
  const credit = () => getComputedStyle(element.querySelector('span[style*="chart-credit"]') as Element).backgroundColor
  await expect.poll(() => element.querySelector('span[style*="chart-credit"]')).not.toBeNull()
  const light = credit()
  await emulateMedia({ colorScheme: 'dark' })
  await expect.poll(credit).not.toBe(light)
  for (const width of [390, 768, 1280, 1440]) {
    await page.viewport(width, 900)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const chart = element.firstElementChild?.getBoundingClientRect()
    expect(Math.round(chart?.width ?? 0)).toBe(Math.round(element.getBoundingClientRect().width))
  }
})

test('a bar of the chart shows its figures and leads to its transfers', async () => {
  await open(() => answerOf(usualOverview()))
  await expect.element(coverageLine()).toBeVisible()
  const bar = document.querySelectorAll<HTMLElement>('figure a')[12] as HTMLElement
  await userEvent.hover(bar)
  await expect.element(page.getByText('In 0', { exact: true })).toBeVisible()
  bar.click()
  await expect
    .poll(address)
    .toMatch(
      /^\/sandbox\/transfers\?statuses=COMPLETED&created_at\.gte=2026-11-18T00%3A00%3A00Z&.*x\.asset=USDG&x\.any_type=WIRE_DEPOSIT&x\.any_type=CRYPTO_WITHDRAWAL$/,
    )
})

test('each head ends where the figures below it end', async () => {
  await open(() => answerOf(usualOverview()))
  await expect.element(coverageLine()).toBeVisible()
  /** Where the last character ends; the space of an absent fraction does not count. */
  const rightOf = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const ends: number[] = []
    const place = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      place.selectNodeContents(node)
      // Of a cut amount its box, beyond which nothing is seen.
      const cut = node.parentElement?.closest('[data-cut] .fraction')
      ends.push((cut ?? place).getBoundingClientRect().right)
    }
    return Math.max(...ends)
  }
  for (const name of ['Volume per day', 'Volume by asset', 'Minted and redeemed', 'Transfers by status']) {
    const heads = [...document.querySelectorAll(`table[aria-label="${name}"] thead th`)].slice(1)
    const gaps = heads.map((head, index) => {
      const cells = [...document.querySelectorAll(`table[aria-label="${name}"] tbody td:nth-of-type(${index + 1})`)]
      return Math.abs(rightOf(head) - Math.max(...cells.map(rightOf)))
    })
    expect(Math.max(...gaps), `${name}: ${gaps.map(Math.round)}`).toBeLessThanOrEqual(1.5)
  }
})
