/** The journeys of the overview. Its mechanics are in components/overview/overview.component.test.tsx. */
import type { Locator, Page } from '@playwright/test'
import type { Role } from '../lib/provider/roles'
import type { Demo } from './processes'
import { checkAccessibility, checkFocusVisible, expect, signIn, test } from './test'

async function open(
  page: Page,
  { console }: Demo,
  role: Role = 'treasury',
  // The other figures are open.
  search = '?x.figures=more',
) {
  await signIn(page, { console }, role, search)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

const attention = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const figures = (page: Page) => page.getByRole('table', { name: 'Volume per day' })
const counted = (page: Page) => page.getByText(/^Updated .*\d transfers, /)
const rowOf = (page: Page, name: string) => attention(page).getByRole('row').filter({ hasText: name })
const cellsOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))

type Transfer = Record<'asset' | 'amount' | 'direction' | 'status' | 'created_at' | 'type' | 'group_id', string>

/** Those of money that came from outside or left: not what moved within a desk's own profiles. */
function crossing(all: Transfer[]): Transfer[] {
  const sides = new Set(all.map(({ type, group_id }) => `${type} ${group_id}`))
  const otherSide = {
    PLATFORM_TRANSFER_DEBIT: 'PLATFORM_TRANSFER_CREDIT',
    PLATFORM_TRANSFER_CREDIT: 'PLATFORM_TRANSFER_DEBIT',
  }
  return all.filter(({ type, group_id }) => {
    const other = otherSide[type as keyof typeof otherSide]
    return !type.startsWith('INTERNAL_TRANSFER_') && !(other && sides.has(`${other} ${group_id}`))
  })
}

/** Every transfer, read page by page. */
async function allTransfers(page: Page, { console }: Demo): Promise<Transfer[]> {
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

/** A decimal in units of 1e-18. */
function unitsOf(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^([-−]?)([\d,]*)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const units = BigInt(`${whole.replaceAll(',', '')}${fraction.padEnd(18, '0')}`)
  return sign ? -units : units
}

test('each count of what needs attention is what the service has, and leads to that list', async ({ page, demo }) => {
  await open(page, demo)
  await expect(counted(page)).toBeVisible()
  // Unknown outcomes are in e2e/activity.spec.ts.
  const ofTransfers = attention(page).locator('tbody tr[data-href*="/transfers?"]')
  expect(await ofTransfers.count()).toBeGreaterThanOrEqual(3)
  // Other tests make transfers meanwhile: what is compared was read with none between.
  await expect(async () => {
    await page.reload()
    await expect(counted(page)).toBeVisible()
    for (const one of await ofTransfers.all()) {
      const href = (await one.getByRole('link').getAttribute('href')) ?? ''
      const [path, search] = href.split('?')
      expect(path).toBe('/sandbox/transfers')
      const answer = await page.request.get(
        `${demo.console.url}/api/sandbox/v2/transfer/transfers?${search}&limit=1000`,
      )
      expect(answer.status(), search).toBe(200)
      const { items } = await answer.json()
      expect(await one.getByRole('cell').nth(1).textContent()).toBe(String(items.length))
      const sums = new Map<string, bigint>()
      for (const { asset, amount } of items) sums.set(asset, (sums.get(asset) ?? 0n) + unitsOf(amount))
      const said = (await one.getByRole('cell').nth(2).textContent()) ?? ''
      const parts = [...said.matchAll(/([\d,.]+) ([A-Z]+)/g)]
      expect(parts.length).toBeGreaterThan(0)
      for (const [, sum = '', asset = ''] of parts) expect(unitsOf(sum), `${asset} in "${said}"`).toBe(sums.get(asset))
    }
  }).toPass()
  const isOverdue = (await ofTransfers.allTextContents()).map((text) => text.endsWith('overdue'))
  // What is overdue comes first.
  expect(isOverdue).toEqual([...isOverdue].sort((one, other) => Number(other) - Number(one)))
  await expect(page.getByRole('listitem').filter({ hasText: 'All others: 24 h' })).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: /^Crypto withdrawal, Ethereum: .*\(N = [\d,]+\)$/ }),
  ).toBeVisible()
  const approval = attention(page).getByRole('link', { name: 'Approval at the provider' })
  const count = Number(await rowOf(page, 'Approval at the provider').getByRole('cell').nth(1).textContent())
  await approval.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(
    /\/sandbox\/transfers\?secondary_statuses=PENDING_CUSTOMER_APPROVAL&statuses=PENDING&order_by=CREATED_AT&order=ASC$/,
  )
  await expect(page.getByText(new RegExp(`^${Math.min(count, 100)} loaded`))).toBeVisible()
})

test('the figures are the sums of all completed transfers, by day in UTC and in local time', async ({ page, demo }) => {
  await open(page, demo)
  const sum = (of: Transfer[], direction: string) =>
    of.filter((one) => one.direction === direction).reduce((total, { amount }) => total + unitsOf(amount), 0n)
  for (const [times, zone] of [
    ['UTC', 'UTC'],
    ['Local', 'Europe/Zurich'],
  ] as const) {
    await page.getByRole('radio', { name: times, exact: true }).click()
    await expect(page.getByText(`all times ${zone}`)).toBeVisible()
    // Other tests make transfers meanwhile: what is compared was read with none between.
    await expect(async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Show all 14 days' }).click()
      await expect(counted(page)).toContainText(/[\d,]+ transfers, [\d,]+ quotes\./)
      const all = crossing(await allTransfers(page, demo)).filter(({ status }) => status === 'COMPLETED')
      const parts = { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' } as const
      const format = new Intl.DateTimeFormat('en-GB', parts)
      const dayOf = (time: string) => format.format(Date.parse(time)).replace(',', '').replace('Sept', 'Sep')

      for (const asset of ['USD', 'ETH']) {
        if (asset === 'USD') await page.getByRole('link', { name: 'USD', exact: true }).click()
        else await page.getByRole('combobox', { name: 'Other asset' }).selectOption(asset)
        await expect(page).toHaveURL(new RegExp(`x\\.asset=${asset}$`))
        await expect(page.getByRole('figure', { name: new RegExp(`^${asset} in and out per day`) })).toBeVisible()
        const rows = await cellsOf(figures(page).locator('tbody tr'))
        expect(rows).toHaveLength(14)
        const of = all.filter((one) => one.asset === asset)
        const shown = new Set<string>()
        for (const [label = '', credit = '', debit = '', net = ''] of rows) {
          const name = dayIn(label)
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
      const allAssets = page.getByRole('button', { name: /^Show all \d+ assets$/ })
      if (await allAssets.isVisible()) await allAssets.click()
      const byAsset = rowsByAsset(
        await cellsOf(page.getByRole('table', { name: 'Volume by asset' }).locator('tbody tr')),
      )
      const ends = new Set((await cellsOf(figures(page).locator('tbody tr'))).map(([label = '']) => dayIn(label)))
      const ofPeriod = all.filter(({ created_at }) => ends.has(dayOf(created_at)))
      expect(Object.keys(byAsset).sort()).toEqual([...new Set(ofPeriod.map(({ asset }) => asset))].sort())
      for (const [asset, cells] of Object.entries(byAsset)) {
        const own = ofPeriod.filter((one) => one.asset === asset)
        expect(cells.slice(0, 2).map(unitsOf), asset).toEqual([sum(own, 'CREDIT'), sum(own, 'DEBIT')])
        expect(cells[3]).toBe(own.length.toLocaleString('en-US'))
      }
    }).toPass({ timeout: 90_000 })
  }
})

/** `Wed 18 Nov` of the head of a row. */
const dayIn = (label: string) => /^\w{3} \d+ \w{3}/.exec(label)?.[0] ?? ''

const rowsByAsset = (rows: string[][]) => Object.fromEntries(rows.map(([asset = '', ...cells]) => [asset, cells]))

test('a figure of any period leads to a list with the same number, and so does a bar of the chart', async ({
  page,
  demo,
}) => {
  await open(page, demo)
  await expect(counted(page)).toBeVisible()
  await page.getByRole('link', { name: '30 days', exact: true }).click()
  await expect(page).toHaveURL(/\/sandbox\?x\.figures=more&x\.period=30-days$/)
  await expect(figures(page).locator('tfoot')).toContainText('30 days')
  await expect(counted(page)).toContainText(/[\d,]+ transfers, [\d,]+ quotes\./)
  const table = page.getByRole('table', { name: 'Volume by asset' })
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'BTC', exact: true }) })
  const transfers = row.getByRole('link', { name: /^Transfers / })
  const count = (await transfers.textContent()) ?? ''
  await transfers.click()
  await page.waitForURL(
    /\/transfers\?statuses=COMPLETED&created_at\.gte=[^&]+&created_at\.lt=[^&]+&x\.asset=BTC(?:&x\.any_type=[A-Z_]+)*$/,
  )
  await expect(page.getByText(new RegExp(`^(?:100 of )?${count} found`)).first()).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/x\.period=30-days$/)
  const failed = page.getByRole('table', { name: 'Transfers by status' }).getByRole('row', { name: /Failed/ })
  const failures = Number(await failed.getByRole('cell').first().textContent())
  expect(failures).toBeGreaterThan(0)
  await failed.getByRole('link').click()
  await page.waitForURL(/\/transfers\?statuses=FAILED&/)
  await expect(page.getByText(new RegExp(`^${Math.min(failures, 100)} loaded`))).toBeVisible()

  await page.goBack()
  const chart = page.getByRole('figure', { name: /in and out per day/ })
  await chart.hover({ position: { x: 100, y: 40 } })
  await expect(page.getByText(/^In [\d,.]+$/)).toBeVisible()
  await chart.click({ position: { x: 100, y: 40 } })
  await page.waitForURL(/statuses=COMPLETED&created_at\.gte=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible()
})

test('every control is reached by keyboard, and the focused one is visible', async ({ page, demo }) => {
  await open(page, demo)
  await expect(counted(page)).toBeVisible()
  await expect(attention(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(attention(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(attention(page).getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(attention(page).getByRole('link').first()).toBeFocused()
  await checkFocusVisible(page, 'Tab', 25)
  const all = page.getByRole('button', { name: 'Show all 14 days' })
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(figures(page).locator('tbody tr')).toHaveCount(14)
  await page.getByRole('link', { name: 'Last month', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/x\.period=last-month$/)
  await expect(counted(page)).toBeVisible()
  await page.getByRole('button', { name: 'Dates…' }).press('Enter')
  await expect(page.getByLabel('From', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Dates…' })).toBeFocused()
  await page.getByRole('link', { name: 'USDC', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure', { name: /^USDC in and out per day/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'USDC', exact: true })).toBeFocused()
})

test('what matters fits the first screen, and nothing scrolls sideways on a phone', async ({ page, demo }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, demo, 'treasury', '')
  const today = page.getByRole('table', { name: 'Today' })
  await expect(page.getByText(/^against the last 7 \w+ at \d\d:\d\d$/)).toBeVisible()
  for (const part of [today, page.getByRole('figure'), page.getByRole('table', { name: 'Money on its way' })]) {
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'More figures' }).click()
  await expect(page.getByRole('table', { name: 'Volume by asset' })).toBeVisible()
  const sideways = () =>
    [...document.querySelectorAll('main *')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX),
    ).length
  expect(await page.evaluate(sideways)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await checkAccessibility(page)
})
