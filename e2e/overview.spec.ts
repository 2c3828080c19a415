/** The overview: what needs attention, what moved, and how far all of that was counted. */
import type { Locator, Page } from '@playwright/test'
import type { Role } from '../lib/api/roles'
import type { Books } from './ledger'
import type { Desk } from './stage'
import { checkAccess, checkFocusSeen, companySignIn, expect, signIn, test } from './test'

const minute = 60_000
const day = 24 * 60 * minute

async function open(page: Page, { console }: Pick<Desk, 'console'> | Books, role: Role = 'treasury', search = '') {
  await signIn(page, { console }, role, search)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** A ledger of so many transfers, evenly back over so many days; well by itself. */
function fill({ ledger }: Books, count: number, days: number): void {
  const now = Date.now()
  const assets = ['USDG', 'USDG', 'BTC']
  Object.assign(ledger, { quotes: [], asked: [], most: 0, bad: () => undefined })
  ledger.rows = Array.from({ length: count }, (_, index) => ({
    at: now - minute - Math.floor((index * days * day) / Math.max(1, count)),
    asset: assets[index % assets.length],
    direction: index % 4 === 0 ? 'DEBIT' : 'CREDIT',
  }))
}

const needs = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const figures = (page: Page) => page.getByRole('table', { name: 'Volume per day' })
const counted = (page: Page) => page.getByText(/^Counted from [\d,]+ transfers read/)
const need = (page: Page, name: string) => needs(page).getByRole('row').filter({ hasText: name })
const cellsOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))

type Transfer = Record<'asset' | 'amount' | 'direction' | 'status' | 'created_at', string>

/** Every transfer there is, read page after page as the console's own list would. */
async function allTransfers(page: Page, { console }: Desk): Promise<Transfer[]> {
  const all: Transfer[] = []
  for (let cursor = ''; ; ) {
    const search = `limit=1000&order_by=CREATED_AT&order=DESC${cursor && `&page_cursor=${encodeURIComponent(cursor)}`}`
    const answer = await page.request.get(`${console.url}/api/sandbox/v2/transfer/transfers?${search}`)
    const { items, next_page_cursor } = await answer.json()
    all.push(...items)
    if (items.length < 1000) return all
    cursor = next_page_cursor
  }
}

/** A decimal in units of 1e-18, and back as the page writes it, without the zeros that say nothing. */
function unitsOf(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^([-−]?)([\d,]*)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const units = BigInt(`${whole.replaceAll(',', '')}${fraction.padEnd(18, '0')}`)
  return sign ? -units : units
}

test('each need leads to the list of that very filter, and its count is what the service has', async ({
  page,
  desk,
}) => {
  await open(page, desk)
  await expect(counted(page)).toBeVisible()
  await expect(needs(page).getByRole('link')).toHaveCount(4)
  for (const row of await needs(page).locator('tbody tr').all()) {
    const href = (await row.getByRole('link').getAttribute('href')) ?? ''
    const [path, search] = href.split('?')
    expect(path).toBe('/sandbox/transfers')
    const answer = await page.request.get(`${desk.console.url}/api/sandbox/v2/transfer/transfers?${search}&limit=1000`)
    expect(answer.status(), search).toBe(200)
    const { items } = await answer.json()
    await expect(row.getByRole('cell').first()).toHaveText(String(items.length))
    const sums = new Map<string, bigint>()
    for (const { asset, amount } of items) sums.set(asset, (sums.get(asset) ?? 0n) + unitsOf(amount))
    const said = (await row.getByRole('cell').nth(2).textContent()) ?? ''
    const parts = [...said.matchAll(/([\d,.]+) ([A-Z]+)/g)]
    if (items.length === 0) expect(said).toBe('None')
    else expect(parts.length).toBeGreaterThan(0)
    for (const [, sum = '', asset = ''] of parts) expect(unitsOf(sum), `${asset} in "${said}"`).toBe(sums.get(asset))
  }
  const other = page.getByRole('listitem').filter({ hasText: 'Other types: 24 h' })
  await expect(other).toBeHidden()
  await page.getByText('When a pending transfer is slow').click()
  await expect(other).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Crypto withdrawal: .*\(N = [\d,]+\)$/ })).toBeVisible()
  const approval = needs(page).getByRole('link', { name: 'Waiting for customer approval' })
  const count = Number(await need(page, 'Waiting for customer approval').getByRole('cell').first().textContent())
  await approval.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(
    /\/sandbox\/transfers\?secondary_statuses=PENDING_CUSTOMER_APPROVAL&statuses=PENDING&order_by=CREATED_AT&order=ASC$/,
  )
  await expect(page.getByText(new RegExp(`^${Math.min(count, 100)} loaded`))).toBeVisible()
})

test('the figures are the sums of all completed transfers, by days in UTC and in local time', async ({
  page,
  desk,
}) => {
  await open(page, desk)
  await page.getByRole('button', { name: 'Show all 14 days' }).click()
  const all = (await allTransfers(page, desk)).filter(({ status }) => status === 'COMPLETED')
  const sum = (of: Transfer[], direction: string) =>
    of.filter((one) => one.direction === direction).reduce((total, { amount }) => total + unitsOf(amount), 0n)
  for (const [times, zone] of [
    ['UTC', 'UTC'],
    ['Local', 'Europe/Zurich'],
  ] as const) {
    await page.getByRole('button', { name: times, exact: true }).click()
    await expect(page.getByText(`all times ${zone}`)).toBeVisible()
    await expect(counted(page)).toContainText(new RegExp(`complete back to \\d+ \\w+ 00:00 ${zone}\\.`))
    const parts = { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' } as const
    const format = new Intl.DateTimeFormat('en-GB', parts)
    const dayOf = (time: string) => format.format(Date.parse(time)).replace(',', '').replace('Sept', 'Sep')

    for (const asset of ['USD', 'ETH']) {
      if (asset === 'USD') await page.getByRole('link', { name: 'USD', exact: true }).click()
      else await page.getByRole('combobox', { name: 'Other asset' }).selectOption(asset)
      await expect(page).toHaveURL(new RegExp(`x\\.asset=${asset}$`))
      await expect(
        page.getByRole('figure', { name: new RegExp(`^${asset} credited and debited per day`) }),
      ).toBeVisible()
      const rows = await cellsOf(figures(page).locator('tbody tr'))
      expect(rows).toHaveLength(14)
      const of = all.filter((one) => one.asset === asset)
      const shown = new Set<string>()
      for (const [label = '', credit = '', debit = '', net = ''] of rows) {
        const [name = ''] = /^\w{3} \d+ \w{3}/.exec(label) ?? []
        shown.add(name)
        const own = of.filter(({ created_at }) => dayOf(created_at) === name)
        const expected = [sum(own, 'CREDIT'), sum(own, 'DEBIT')] as const
        expect([credit, debit, net].map(unitsOf), `${asset} on ${name}`).toEqual([
          ...expected,
          expected[0] - expected[1],
        ])
      }
      const inside = of.filter(({ created_at }) => shown.has(dayOf(created_at)))
      const [total = []] = await cellsOf(figures(page).locator('tfoot tr'))
      expect(total[0]).toBe('14 days')
      expect(total.slice(1, 3).map(unitsOf)).toEqual([sum(inside, 'CREDIT'), sum(inside, 'DEBIT')])
    }
    const today = rowsByAsset(await cellsOf(page.getByRole('table', { name: 'Volume today' }).locator('tbody tr')))
    const now = dayOf(new Date().toISOString())
    const ofToday = all.filter(({ created_at }) => dayOf(created_at) === now)
    expect(Object.keys(today).sort()).toEqual([...new Set(ofToday.map(({ asset }) => asset))].sort())
    for (const [asset, cells] of Object.entries(today)) {
      const own = ofToday.filter((one) => one.asset === asset)
      expect(cells.slice(0, 2).map(unitsOf)).toEqual([sum(own, 'CREDIT'), sum(own, 'DEBIT')])
      expect(cells[3]).toBe(String(own.length))
    }
  }
})

const rowsByAsset = (rows: string[][]) => Object.fromEntries(rows.map(([asset = '', ...cells]) => [asset, cells]))

test('a day leads to its transfers, from the table and from the chart', async ({ page, desk }) => {
  await open(page, desk)
  await expect(counted(page)).toBeVisible()
  const [first] = await figures(page).getByRole('link').all()
  const href = (await first?.getAttribute('href')) ?? ''
  expect(href).toMatch(
    /^\/sandbox\/transfers\?statuses=COMPLETED&created_at\.gte=[^&]+T00%3A00%3A00Z&created_at\.lt=[^&]+T00%3A00%3A00Z&order_by=CREATED_AT&order=DESC$/,
  )
  const chart = page.getByRole('figure', { name: /credited and debited per day/ }).locator('.u-over')
  await chart.hover({ position: { x: 60, y: 20 } })
  await expect(page.getByText(/^Credit [\d,.]+$/)).toBeVisible()
  await chart.click({ position: { x: 60, y: 20 } })
  await page.waitForURL(/statuses=COMPLETED&created_at\.gte=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible()
})

test('how transfers ended, how long they took and what was minted add up', async ({ page, desk }) => {
  await open(page, desk)
  await expect(counted(page)).toBeVisible()
  const read = Number(/from ([\d,]+)/.exec((await counted(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''))
  const ended = await cellsOf(page.getByRole('table', { name: 'Transfers by status' }).locator('tbody tr'))
  expect(ended.map(([status]) => status)).toEqual(['Completed', 'Pending', 'Failed'])
  expect(ended.reduce((sum, [, count = '']) => sum + Number(count.replaceAll(',', '')), 0)).toBe(read)
  await page.getByRole('button', { name: /^Show all \d+ types$/ }).click()
  const settled = await cellsOf(page.getByRole('table', { name: 'Time to settle' }).locator('tbody tr'))
  const completed = Number(ended[0]?.[1]?.replaceAll(',', ''))
  expect(settled.reduce((sum, [, count = '']) => sum + Number(count.replaceAll(',', '')), 0)).toBe(completed)

  await expect(page.getByText(/^Counted from \d+ complete issuer quotes? read/)).toBeVisible()
  const month = `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`
  const answer = await page.request.get(
    `${desk.console.url}/api/sandbox/v2/issuer-quotes?limit=1000&status=COMPLETE&created_range.begin=${month}`,
  )
  const quotes: { asset_type: string; token_principal: string }[] = (await answer.json()).issuer_quote_executions
  const minted = rowsByAsset(
    await cellsOf(page.getByRole('table', { name: 'Minted and redeemed' }).locator('tbody tr')),
  )
  expect(Object.keys(minted).sort()).toEqual([...new Set(quotes.map(({ asset_type }) => asset_type))].sort())
  for (const [asset, [above = '', below = '']] of Object.entries(minted)) {
    const own = quotes
      .filter(({ asset_type }) => asset_type === asset)
      .map(({ token_principal }) => unitsOf(token_principal))
    const sum = (sign: 1n | -1n) => own.reduce((total, units) => total + (units * sign > 0n ? units * sign : 0n), 0n)
    expect([unitsOf(above), unitsOf(below)]).toEqual([sum(1n), sum(-1n)])
  }
})

test('more than may be read: the figures say how far they reach, and reading on completes them', async ({
  page,
  books,
}) => {
  fill(books, 11_500, 13.5)
  await open(page, books)
  await expect(counted(page)).toContainText(
    /complete back to .* UTC only: the reading ends at 10,000\. What is older is not counted/,
  )
  await page.getByRole('button', { name: 'Show all 14 days' }).click()
  const before = await cellsOf(figures(page).locator('tbody tr'))
  expect(before.at(0)?.[0]).toMatch(/so far$/)
  expect(before.filter(([label = '']) => label.endsWith('in part'))).toHaveLength(1)
  expect(before.at(-1)?.[1]).toBe('not read')
  await expect(figures(page).getByRole('rowheader', { name: 'What was read' })).toBeVisible()
  await expect(page.getByText('Not read, or in part')).toBeVisible()
  expect(books.ledger.most, 'never more than two calls at a time').toBeLessThanOrEqual(2)

  const onward = books.ledger.asked.length
  await page.getByRole('button', { name: 'Read more transfers' }).click()
  await expect(counted(page)).toContainText(
    /^Counted from 11,\d{3} transfers read, complete back to \d+ \w+ 00:00 UTC\./,
  )
  expect(books.ledger.asked.slice(onward).map((url) => url.searchParams.get('page_cursor'))).toEqual(['10000', '11000'])
  await expect(figures(page).getByRole('rowheader', { name: '14 days' })).toBeVisible()
  await expect(figures(page).getByText('not read')).toHaveCount(0)
  await expect(page.getByText('Not read, or in part')).toHaveCount(0)
})

/** When the browser gives up the second page of the walk. */
const endOfSecondPage = (page: Page) =>
  page.waitForEvent('requestfailed', (request) => isSecondPage(new URL(request.url())))

const isSecondPage = (url: URL) => url.searchParams.get('page_cursor') === '1000'

test('the reading can be cancelled and taken up again, and what was read stays', async ({ page, books }) => {
  fill(books, 2500, 10)
  books.ledger.bad = (url) => (isSecondPage(url) ? 'hang' : undefined)
  await open(page, books)
  await expect(page.getByText(/^1,000 read, back to \d+ \w+ \d\d:\d\d UTC\.$/)).toBeVisible()
  const ended = endOfSecondPage(page)
  await page.getByRole('button', { name: 'Cancel reading transfers' }).click()
  await ended
  await expect(page.getByText(/^Stopped: 1,000 read/)).toBeVisible()
  await expect(counted(page)).toContainText('only: the reading was stopped')
  books.ledger.bad = () => undefined
  await page.getByRole('button', { name: 'Read more transfers' }).click()
  await expect(counted(page)).toContainText(/^Counted from 2,500 transfers read, complete back to/)
  expect(books.ledger.asked.filter((url) => url.searchParams.get('limit') === '1000' && isFirstPage(url))).toHaveLength(
    1,
  )
})

/** The first page of the walk through the transfers. */
const isFirstPage = ({ searchParams: params }: URL) =>
  params.has('created_at.gte') && !params.has('statuses') && !params.has('page_cursor')

test('leaving the page ends the reading, and coming back goes on where it ended', async ({ page, books }) => {
  fill(books, 2500, 10)
  books.ledger.bad = (url) => (isSecondPage(url) ? 'hang' : undefined)
  await open(page, books)
  await expect(page.getByText(/^1,000 read, back to/)).toBeVisible()
  await expect.poll(() => books.ledger.asked.some(isSecondPage)).toBe(true)
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  const ended = endOfSecondPage(page)
  await main.getByRole('link', { name: 'Transfers', exact: true }).click()
  await ended
  await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible()
  books.ledger.bad = () => undefined
  await main.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(counted(page)).toContainText(/^Counted from 2,500 transfers read, complete back to/)
  expect(books.ledger.asked.filter(isFirstPage)).toHaveLength(1)
})

test('a page that fails is named, what was read stays, and the next try goes on from there', async ({
  page,
  books,
}) => {
  fill(books, 2500, 10)
  books.ledger.bad = (url) => (isSecondPage(url) ? { status: 500 } : undefined)
  await open(page, books)
  const trouble = page.getByRole('alert').filter({ hasText: 'Page 2 could not be read.' })
  await expect(trouble).toContainText(/req_[0-9a-f]{12}/)
  await expect(counted(page)).toContainText('only: the next page failed')
  expect((await cellsOf(figures(page).locator('tbody tr')))[0]?.[1]).toMatch(/^[\d,]+\.\d\d$/)
  await expect(needs(page)).toBeVisible()
  await checkAccess(page)
  books.ledger.bad = () => undefined
  await trouble.getByRole('button', { name: 'Read on' }).click()
  await expect(counted(page)).toContainText(/^Counted from 2,500 transfers read, complete back to/)
  await expect(trouble).toHaveCount(0)
  expect(books.ledger.asked.filter(isFirstPage)).toHaveLength(1)
})

test('a refresh reads all of it again, and a failed one leaves what was there with its time', async ({
  page,
  books,
}) => {
  fill(books, 1200, 10)
  await open(page, books)
  await expect(counted(page)).toContainText('Counted from 1,200 transfers read')
  await expect(need(page, 'Pending').getByRole('cell').first()).toHaveText('0')
  // Transfers here settle in 2 s: one from a minute ago takes longer than usual, one from now does not.
  const [newest] = books.ledger.rows
  books.ledger.rows.unshift({ at: (newest?.at ?? 0) + 1, asset: 'USDG', status: 'PENDING' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(counted(page)).toContainText(/Counted from 1,201 transfers read.*left out: 1 pending/)
  await expect(need(page, 'Pending').getByRole('cell').first()).toHaveText('1')
  books.ledger.bad = () => ({ status: 503 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^As of .* ago\./ })).toHaveCount(3)
  await expect(counted(page)).toContainText('Counted from 1,201 transfers read')
  await expect(need(page, 'Pending').getByRole('cell').first()).toHaveText('1')
})

test('each part fails on its own: one need, usual times or the issuer quotes take nothing from the rest', async ({
  page,
  books,
}) => {
  fill(books, 50, 10)
  books.ledger.rows.push({
    at: Date.now() - 3 * day,
    status: 'PENDING',
    secondary: 'TRAVEL_RULE_INFO_REQUESTED',
    amount: '7.5',
  })
  books.ledger.rows.push({ at: Date.now() - 3 * day, status: 'PENDING', asset: 'BTC', amount: '2' })
  books.ledger.rows.unshift({ at: Date.now() - 60 * minute, status: 'PENDING' })
  books.ledger.bad = ({ pathname, searchParams }) => {
    if (searchParams.get('statuses') === 'COMPLETED') return { status: 500 }
    if (searchParams.getAll('statuses').includes('FAILED')) return { status: 500 }
    if (pathname !== '/v2/issuer-quotes') return undefined
    return { status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } }
  }
  await open(page, books)
  await expect(counted(page)).toContainText('Counted from 53 transfers read')
  await expect(need(page, 'Failed in the last 24 h')).toContainText('Could not be read.')
  await expect(need(page, 'Travel rule information needed').getByRole('cell').nth(2)).toHaveText('7.5 USDG')
  await expect(need(page, 'Travel rule information needed').getByRole('cell').nth(4)).toHaveText('3 days 0 h')
  await expect(need(page, 'Waiting for customer approval').getByRole('cell').nth(2)).toHaveText('None')
  await expect(need(page, 'Pending').getByRole('cell').nth(2)).toHaveText('2 BTC')
  await expect(page.getByText('Usual times could not be read: a pending transfer is slow after 24 h.')).toBeVisible()
  const minted = page.getByRole('region', { name: 'Minted and redeemed' })
  await expect(page.getByText('exchange:read_issuer_quote_execution', { exact: true })).toBeVisible()
  await checkAccess(page)
  books.ledger.bad = () => undefined
  await page.getByRole('button', { name: 'Try again: Failed in the last 24 h' }).click()
  await expect(need(page, 'Failed in the last 24 h').getByRole('cell').nth(2)).toHaveText('None')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByText('No complete issuer quotes this month.')).toBeVisible()
  await expect(minted).toHaveCount(0)
})

test('where all is down each part says so, and all come back', async ({ page, books }) => {
  fill(books, 50, 10)
  books.ledger.bad = () => ({ status: 500 })
  await open(page, books)
  for (const what of ['What needs attention', 'The list of transfers', 'The list of issuer quotes'])
    await expect(page.getByText(`${what} could not be read.`)).toBeVisible()
  await expect(counted(page)).toHaveCount(0)
  await checkAccess(page)
  books.ledger.bad = () => undefined
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(counted(page)).toContainText('Counted from 50 transfers read')
  await expect(needs(page)).toBeVisible()
})

test('429: one countdown for all, and everything goes on by itself', async ({ page, books }) => {
  fill(books, 50, 10)
  let isOver = false
  books.ledger.bad = () => (isOver ? undefined : { status: 429, headers: { 'retry-after': '2' } })
  await open(page, books)
  await expect(page.getByText('The provider asks to wait')).toHaveCount(1)
  isOver = true
  await expect(counted(page)).toContainText('Counted from 50 transfers read')
  await expect(need(page, 'Pending').getByRole('cell').first()).toHaveText('0')
  await expect(page.getByText('No complete issuer quotes this month.')).toBeVisible()
  await expect(page.getByText('The provider asks to wait')).toHaveCount(0)
})

test('a thousand and more are counted as that, and nothing at all is said quietly', async ({ page, books }) => {
  fill(books, 0, 10)
  await open(page, books)
  await expect(page.getByText('No completed transfers in these days')).toBeVisible()
  await expect(needs(page).getByRole('cell', { name: 'None' })).toHaveCount(4)
  await expect(page.getByText('No complete issuer quotes this month.')).toBeVisible()
  await checkAccess(page)
  fill(books, 1300, 10)
  for (const row of books.ledger.rows) row.status = 'PENDING'
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(need(page, 'Pending').getByRole('cell').first()).toHaveText('1,000 or more')
  await expect(need(page, 'Pending').getByRole('cell').nth(2)).toContainText('The 1,000 counted:')
  await expect(need(page, 'Pending').getByRole('cell').nth(4)).toHaveText(/^9 days/)
})

test('a service that ignores filters is found out: what does not fit is flagged and not counted', async ({
  page,
  company,
}) => {
  await companySignIn(page, company, ['support'], '/sandbox')
  await expect(need(page, 'Failed in the last 24 h')).toContainText('250 rows outside the filter')
  await expect(need(page, 'Failed in the last 24 h').getByRole('cell').first()).toHaveText('0')
})

test('without a connection the page says so, keeps what it has, and goes on when it is back', async ({
  page,
  books,
  context,
}) => {
  fill(books, 2500, 10)
  books.ledger.bad = (url) => (isSecondPage(url) ? { status: 500 } : undefined)
  await open(page, books)
  await expect(page.getByText('Page 2 could not be read.')).toBeVisible()
  books.ledger.bad = () => undefined
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Read on' }).click()
  await expect(counted(page)).toContainText('Counted from 1,000 transfers read')
  await context.setOffline(false)
  await expect(counted(page)).toContainText('Counted from 2,500 transfers read')
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('a session that ended is said once, and signing in leads back here', async ({ page, books }) => {
  fill(books, 50, 10)
  await open(page, books)
  await expect(counted(page)).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: /^Signed out/ })).toHaveCount(1)
  await expect(page.getByText('USDG')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/sign-in\?callbackUrl=%2Fsandbox/)
})

test('all of it is reached by the keyboard, and nothing that has the focus is hidden', async ({ page, desk }) => {
  await open(page, desk)
  await expect(counted(page)).toBeVisible()
  await page.keyboard.press('j')
  await expect(needs(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(needs(page).getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(needs(page).getByRole('link').first()).toBeFocused()
  await checkFocusSeen(page, 'Tab', 25)
  const all = page.getByRole('button', { name: 'Show all 14 days' })
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(figures(page).locator('tbody tr')).toHaveCount(14)
  await page.getByRole('link', { name: 'USDC', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure', { name: /^USDC credited and debited per day/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'USDC', exact: true })).toBeFocused()
})

test('the chart keeps to its room and takes the colours of the theme', async ({ page, books }) => {
  fill(books, 400, 13.5)
  await open(page, books)
  await expect(counted(page)).toBeVisible()
  const canvas = page.getByRole('figure').locator('canvas')
  const inkOf = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const colour = `${data[at]}, ${data[at + 1]}, ${data[at + 2]}`
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      return [...counts]
        .sort(([, few], [, many]) => many - few)
        .slice(0, 4)
        .map(([colour]) => colour)
    })
  const credit = () => page.locator('[data-paint="credit"]').evaluate((element) => getComputedStyle(element).color)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => (await inkOf()).map((colour) => `rgb(${colour})`)).toContain(await credit())
  const light = await credit()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(credit).not.toBe(light)
  await expect.poll(async () => (await inkOf()).map((colour) => `rgb(${colour})`)).toContain(await credit())
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0)
    const figure = await page.getByRole('figure').boundingBox()
    await expect
      .poll(async () => Math.round((await canvas.boundingBox())?.width ?? 0))
      .toBe(Math.round(figure?.width ?? 0))
  }
})
