/** Journeys through the list of transfers with a thousand rows. components/list shows the mechanics. */
import type { Page, Response } from '@playwright/test'
import type { Demo } from './processes'
import { expect, signIn, test, updates } from './test'

const list = (demo: Demo, search = '') => `${demo.console.url}/sandbox/transfers${search}`
/** Few rows per page render fast. */
const few = '/transfers?limit=20'

const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const settled = (page: Page) => expect(status(page, /\d loaded/)).toBeVisible()
const region = (page: Page) => page.getByRole('region', { name: 'Transfers table' })
const table = (page: Page) => page.getByRole('table', { name: 'Transfers' })
const rowLinks = (page: Page) => table(page).getByRole('link', { name: /, transfer / })
const heads = (page: Page) => table(page).getByRole('columnheader').allInnerTexts()

/** The id of the transfer that a link leads to. */
const idIn = (href: string | null) => /transfers\/([0-9a-f-]{36})/.exec(href ?? '')?.[1] ?? ''

/** The ids of the rendered rows, from their links. */
async function idsOf(page: Page): Promise<string[]> {
  const hrefs = await rowLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  return hrefs.map(idIn)
}

/** The transfers of an answer. */
async function itemsOf(response: Response): Promise<{ id: string }[]> {
  return (await response.json()).items
}

const isListRead = (response: Response) => response.url().includes('/v2/transfer/transfers?') && response.ok()

/** Runs an action. @returns the transfers of the list that it reads */
async function readWhile(page: Page, act: () => Promise<unknown>) {
  const [response] = await Promise.all([page.waitForResponse(isListRead), act()])
  return { items: await itemsOf(response) }
}

/** The transfer whose row has the focus; "" for none. */
const focused = async (page: Page) =>
  idIn(await page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('a')?.getAttribute('href') ?? ''))

/** Scrolls as soon as there are enough rows; 1,000,000 is the end. */
const scrollTo = (page: Page, top: number) =>
  expect
    .poll(() =>
      region(page).evaluate((element, to) => {
        element.scrollTop = to
        return element.scrollTop
      }, top),
    )
    .toBeGreaterThanOrEqual(Math.min(top, 25_000))
const scrolled = (page: Page) => region(page).evaluate((element) => element.scrollTop)

test('a page that loads asks for its rows before its code is there, and once', async ({ page, demo }) => {
  await signIn(page, demo, 'support', few)
  await settled(page)
  const asked = (path: string) =>
    page.evaluate((part) => {
      const reads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return reads.filter(({ name }) => name.includes(part)).map(({ initiatorType }) => initiatorType)
    }, path)
  const read = '/v2/transfer/transfers'
  await page.reload()
  await settled(page)
  expect(await asked(read)).toEqual(['link'])
  expect(await asked('/presets?kind=profile')).toEqual(['link'])
  await page.keyboard.press('r')
  await expect.poll(() => asked(read)).toEqual(['link', 'fetch'])
  // Opened from the list, the page asks early for nothing; loaded again, it does.
  await rowLinks(page).first().click()
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeVisible()
  expect(await asked(`${read}/`)).toEqual(['link'])
  // Filters of Mintdesk's own are read from its own database: nothing is asked in vain.
  await page.goto(list(demo, '?limit=20&x.amount.gte=1'))
  await expect(rowLinks(page).first()).toBeVisible()
  expect(await asked(read)).toEqual([])
})

test('paging to the end shows each transfer once', async ({ page, demo }) => {
  let { items } = await readWhile(page, () => signIn(page, demo, 'support', '/transfers?limit=1000'))
  const seen = new Set<string>()
  for (let number = 1; ; number++) {
    await expect(status(page, number === 1 ? /^1,000 loaded/ : new RegExp(`^Page ${number}: `))).toBeVisible()
    for (const { id } of items) {
      expect(seen.has(id), `${id} is met once`).toBe(false)
      seen.add(id)
    }
    // The table shows the first and the last row of each answer; a full last page is followed by an empty one.
    for (const [top, item] of [
      [0, items[0]],
      [1_000_000, items.at(-1)],
    ] as const) {
      if (!item) continue
      await scrollTo(page, top)
      await expect(table(page).getByRole('link', { name: `transfer ${item.id}` })).toBeInViewport()
    }
    const older = page.getByRole('link', { name: 'Older' })
    if (await older.getAttribute('aria-disabled')) break
    items = (await readWhile(page, () => older.click())).items
  }
  expect(seen.size).toBe(demo.transfers)
})

test('paging survives reload, sharing and the back button', async ({ page, demo, context }) => {
  await signIn(page, demo, 'support', few)
  await settled(page)
  const first = await idsOf(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText(/^Page 2: 20 loaded/)).toBeVisible()
  await expect(region(page), 'paging moves the focus into the table').toBeFocused()
  const second = await idsOf(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText(/^Page 3: 20 loaded/)).toBeVisible()
  const third = await idsOf(page)
  expect(new Set([first[0], second[0], third[0]]).size).toBe(3)

  await page.reload()
  await expect(page.getByText(/^Page 3: 20 loaded/)).toBeVisible()
  expect(await idsOf(page)).toEqual(third)

  const shared = await context.newPage()
  await shared.goto(page.url())
  await expect(shared.getByText(/^Page 3: 20 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(third)
  await shared.getByRole('link', { name: 'Newer' }).click()
  await expect(shared.getByText(/^Page 2: 20 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(second)
  await shared.getByRole('link', { name: 'Newer' }).click()
  await expect(shared.getByText(/^20 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(first)
  await shared.close()

  await page.goBack()
  await expect(page.getByText(/^Page 2: 20 loaded/)).toBeVisible()
  expect(await idsOf(page)).toEqual(second)
})

test.describe('a thousand rows', () => {
  test('are rendered near the reader only, and keep their columns while scrolling', async ({ page, demo }) => {
    const { items } = await readWhile(page, () => signIn(page, demo, 'support', '/transfers?limit=1000'))
    await expect(status(page, '1,000 loaded, more available')).toBeVisible()
    expect(await table(page).getByRole('row').count()).toBeLessThan(120)
    // The list continues, so the number of rows is unknown.
    await expect(table(page)).toHaveAttribute('aria-rowcount', '-1')
    const lefts = () =>
      table(page)
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().left))
    const before = await lefts()
    await scrollTo(page, 16_000)
    const middle = table(page).getByRole('link', { name: `transfer ${items[505]?.id}` })
    await expect(middle).toBeInViewport()
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('link', { name: items[505]?.id }) }),
    ).toHaveAttribute('aria-rowindex', '507')
    expect(await lefts()).toEqual(before)
    await expect(table(page).getByRole('link', { name: `transfer ${items[0]?.id}` })).toHaveCount(0)
    // The head is in view, and no cell is cut.
    await expect(table(page).getByRole('columnheader', { name: 'Created' })).toBeInViewport()
    const cut = await table(page)
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 8).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])
  })

  test('are stepped through by keys, and the focus survives scrolling', async ({ page, demo }) => {
    const { items } = await readWhile(page, () => signIn(page, demo, 'support', '/transfers?limit=1000'))
    await settled(page)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(items[0]?.id)
    for (let step = 0; step < 30; step++) await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(items[30]?.id)
    // Scrolling away does not lose the focus.
    await scrollTo(page, 20_000)
    await expect(table(page).getByRole('link', { name: `transfer ${items[630]?.id}` })).toBeInViewport()
    expect(await focused(page)).toBe(items[30]?.id)
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(items[29]?.id)
    await expect(table(page).getByRole('link', { name: `transfer ${items[29]?.id}` })).toBeInViewport()
  })

  test('are restored, with the focus on the row that was opened, after going back', async ({ page, demo }) => {
    const { items } = await readWhile(page, () =>
      signIn(page, demo, 'support', '/transfers?limit=1000&x.columns=created.amount'),
    )
    await settled(page)
    const link = table(page).getByRole('link', { name: `transfer ${items[410]?.id}` })
    await scrollTo(page, 12_800)
    await link.click()
    await page.waitForURL((url) => url.pathname.endsWith(items[410]?.id ?? ''))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goBack()
    await settled(page)
    await expect(link).toBeFocused()
    expect(await scrolled(page)).toBe(12_800)
    // The first holds the check box of all rows.
    expect(await heads(page)).toHaveLength(3)
  })

  test('keep the scroll position that was set during the first layout', async ({ page, demo }) => {
    // As soon as the region scrolls, and before rows are rendered there.
    await page.addInitScript(() => {
      const scroll = () => {
        const region = document.querySelector('.records-region')
        if (!region || region.scrollHeight < 20_000) return requestAnimationFrame(scroll)
        region.scrollTop = 12_800
        return 0
      }
      scroll()
    })
    for (let load = 0; load < 2; load++) {
      const { items } = await readWhile(page, () => signIn(page, demo, 'support', '/transfers?limit=1000'))
      await settled(page)
      await expect(table(page).getByRole('link', { name: `transfer ${items[410]?.id}` })).toBeInViewport()
      expect(await scrolled(page)).toBe(12_800)
    }
  })

  test('keep position and focus after a refresh', async ({ page, demo }) => {
    await signIn(page, demo, 'support', '/transfers?limit=500')
    await settled(page)
    await scrollTo(page, 9_600)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).not.toBe('')
    const [row, top] = [await focused(page), await scrolled(page)]
    await readWhile(page, () => page.keyboard.press('r'))
    await settled(page)
    await expect(updates(page)).toHaveAttribute('aria-busy', 'false')
    expect([await focused(page), await scrolled(page)]).toEqual([row, top])
  })
})

test('a hundred long values in the URL reach the service', async ({ page, demo }) => {
  await signIn(page, demo, 'support', few)
  const hashes = Array.from(
    { length: 100 },
    (_, index) => `crypto_tx_hashes=${'5'.repeat(84)}${String(index).padStart(4, '0')}`,
  )
  await page.goto(list(demo, `?${hashes.join('&')}`))
  await expect(page.getByText('No transfers match this filter')).toBeVisible()
})

test('a row opens in another tab by the middle button or the modifier key', async ({ page, demo, context }) => {
  await signIn(page, demo, 'support', few)
  await settled(page)
  const [first = ''] = await idsOf(page)
  const row = page.getByRole('row').nth(1)
  for (const open of [
    () => row.getByRole('cell').nth(2).click({ button: 'middle' }),
    () => row.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
  ]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), open()])
    await tab.waitForURL((url) => url.pathname.endsWith(first))
    await tab.close()
  }
  await expect(page).toHaveURL(list(demo, '?limit=20'))
})

test('on a phone a thousand cards scroll with the page', async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await readWhile(page, () => signIn(page, demo, 'support', '/transfers?limit=1000'))
  await expect(status(page, '1,000 loaded')).toBeAttached()
  const link = (at: number) => table(page).getByRole('link', { name: `transfer ${items[at]?.id}` })
  await expect(link(0)).toBeInViewport()
  expect(await table(page).getByRole('row').count()).toBeLessThan(120)
  // The page may still grow during the first scroll.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(link(999)).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await link(999).scrollIntoViewIfNeeded()
  await expect(link(999)).toBeInViewport()
  await expect(link(0)).toHaveCount(0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBe(390)
})
