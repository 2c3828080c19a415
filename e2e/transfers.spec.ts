/** The list of transfers, as staff have it open all day: against the real console and the real sandbox. */
import type { Page, Response } from '@playwright/test'
import type { Desk } from './stage'
import { checkAccess, expect, signIn, test } from './test'

const list = (desk: Desk, search = '') => `${desk.console.url}/sandbox/transfers${search}`
/** The list where it does not matter how many rows a page has: few are soon drawn. */
const few = '/transfers?limit=20'

const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const settled = (page: Page) => expect(status(page, /\d loaded/)).toBeVisible()
const region = (page: Page) => page.getByRole('region', { name: 'Transfers table' })
const table = (page: Page) => page.getByRole('table', { name: 'Transfers' })
const rowLinks = (page: Page) => table(page).getByRole('link', { name: /, transfer / })
const heads = (page: Page) => table(page).getByRole('columnheader').allInnerTexts()
const columnsMenu = (page: Page) => page.getByRole('dialog', { name: 'Columns and order' })

/** The id of the transfer that a link leads to. */
const idIn = (href: string | null) => /transfers\/([0-9a-f-]{36})/.exec(href ?? '')?.[1] ?? ''

/** The ids of the rows that are drawn, from the rows' own links. */
async function idsOf(page: Page): Promise<string[]> {
  const hrefs = await rowLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  return hrefs.map(idIn)
}

/** The transfers of an answer that the page asked for itself. */
async function itemsOf(response: Response): Promise<{ id: string; updated_at: string; created_at: string }[]> {
  return (await response.json()).items
}

const isListRead = (response: Response) => response.url().includes('/v2/transfer/transfers?') && response.ok()

/** What the page asks the service for while something is done, and the transfers that came. */
async function readWhile(page: Page, act: () => Promise<unknown>) {
  const [response] = await Promise.all([page.waitForResponse(isListRead), act()])
  return { asked: new URL(response.url()).searchParams, items: await itemsOf(response) }
}

/** The transfer whose row has the keyboard; "" where none has. */
const focused = async (page: Page) =>
  idIn(await page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('a')?.getAttribute('href') ?? ''))

/** Scrolls the rows once there are enough of them; a number beyond a thousand rows is their end. */
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

test('a walk of all pages meets each transfer once, ends where the list ends, and shows what came', async ({
  page,
  desk,
}) => {
  let { items } = await readWhile(page, () => signIn(page, desk, 'support', '/transfers?limit=1000'))
  const seen = new Set<string>()
  for (let number = 1; ; number++) {
    await expect(status(page, number === 1 ? /^1,000 loaded/ : new RegExp(`^Page ${number}: `))).toBeVisible()
    for (const { id } of items) {
      expect(seen.has(id), `${id} is met once`).toBe(false)
      seen.add(id)
    }
    // At its beginning and at its end the table shows the very rows that came; after a full last page comes an empty one.
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
  expect(seen.size).toBe(desk.transfers)
})

test('cursors go forwards and back, and survive reload, sharing and the back button', async ({
  page,
  desk,
  context,
}) => {
  await signIn(page, desk, 'support', few)
  await settled(page)
  const first = await idsOf(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText(/^Page 2: 20 loaded/)).toBeVisible()
  await expect(region(page), 'after a move the keyboard is in the table').toBeFocused()
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
  test('are drawn near the reader only, told whole to a screen reader, and keep their columns while scrolling', async ({
    page,
    desk,
  }) => {
    const { items } = await readWhile(page, () => signIn(page, desk, 'support', '/transfers?limit=1000'))
    await expect(status(page, '1,000 loaded, more available')).toBeVisible()
    expect(await table(page).getByRole('row').count()).toBeLessThan(120)
    // The list goes on, so how many rows there are is not known.
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
    // Every head stands above the rows, and no cell is cut.
    await expect(table(page).getByRole('columnheader', { name: 'Created' })).toBeInViewport()
    const cut = await table(page)
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 8).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])
  })

  test('of the last page say how many they are', async ({ page, desk }) => {
    await signIn(page, desk, 'support', '/transfers?type=RTP_DEPOSIT&limit=1000')
    await expect(status(page, /loaded, end of list/)).toBeVisible()
    const [, count = ''] = /^([\d,]+) loaded/.exec(await status(page, /loaded/).innerText()) ?? []
    // The head is a row too.
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(Number(count.replace(',', '')) + 1))
  })

  test('are drawn all at once where a person asks for it, and on paper', async ({ page, desk }) => {
    await signIn(page, desk, 'support', '/transfers?limit=200')
    await expect(status(page, '200 loaded')).toBeVisible()
    const paper = () => page.emulateMedia({ media: 'print' })
    await paper()
    await expect(table(page).getByRole('row')).toHaveCount(201)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => table(page).getByRole('row').count()).toBeLessThan(120)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Show all rows at once' }).check()
    await expect(table(page).getByRole('row')).toHaveCount(201)
    await expect(page).toHaveURL(/[?&]x\.rows=all$/)
  })

  test('are walked by keys: from row to row, with the place kept wherever one looks meanwhile', async ({
    page,
    desk,
  }) => {
    const { items } = await readWhile(page, () => signIn(page, desk, 'support', '/transfers?limit=1000'))
    await settled(page)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(items[0]?.id)
    for (let step = 0; step < 30; step++) await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(items[30]?.id)
    // Whoever scrolls away and back has not lost the keyboard's place.
    await scrollTo(page, 20_000)
    await expect(table(page).getByRole('link', { name: `transfer ${items[630]?.id}` })).toBeInViewport()
    expect(await focused(page)).toBe(items[30]?.id)
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(items[29]?.id)
    await expect(table(page).getByRole('link', { name: `transfer ${items[29]?.id}` })).toBeInViewport()
  })

  test('are left for one of them and come back as they were, with the keyboard on it', async ({ page, desk }) => {
    const { items } = await readWhile(page, () =>
      signIn(page, desk, 'support', '/transfers?limit=1000&x.columns=created.amount'),
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
    expect(await heads(page)).toHaveLength(2)
  })

  test('stay where a reader has scrolled to while they were still being laid out', async ({ page, desk }) => {
    // As soon as there is room to scroll in, and before the rows near it are drawn.
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
      const { items } = await readWhile(page, () => signIn(page, desk, 'support', '/transfers?limit=1000'))
      await settled(page)
      await expect(table(page).getByRole('link', { name: `transfer ${items[410]?.id}` })).toBeInViewport()
      expect(await scrolled(page)).toBe(12_800)
    }
  })

  test('read anew stay where they are, and the keyboard too', async ({ page, desk }) => {
    await signIn(page, desk, 'support', '/transfers?limit=500')
    await settled(page)
    await scrollTo(page, 9_600)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).not.toBe('')
    const [row, top] = [await focused(page), await scrolled(page)]
    await readWhile(page, () => page.keyboard.press('r'))
    await settled(page)
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'false')
    expect([await focused(page), await scrolled(page)]).toEqual([row, top])
  })
})

test.describe('the order', () => {
  test('is turned by the head of its column, and the service is told', async ({ page, desk }) => {
    await signIn(page, desk, 'support', few)
    await settled(page)
    const created = table(page).getByRole('columnheader', { name: /^Created/ })
    await expect(created).toHaveAttribute('aria-sort', 'descending')
    const { asked, items } = await readWhile(page, () => created.getByRole('link').click())
    expect([asked.get('order_by'), asked.get('order')]).toEqual(['CREATED_AT', 'ASC'])
    await expect(page).toHaveURL(list(desk, '?limit=20&order_by=CREATED_AT&order=ASC'))
    await expect(created).toHaveAttribute('aria-sort', 'ascending')
    await expect(rowLinks(page).first()).toHaveAttribute('href', new RegExp(items[0]?.id ?? 'none'))
    const times = items.map((item) => Date.parse(item.created_at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    await created.getByRole('link').click()
    await expect(page).toHaveURL(list(desk, '?limit=20'))
  })

  test('by update is chosen in the menu, and brings its column', async ({ page, desk }) => {
    await signIn(page, desk, 'support', few)
    await settled(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    const { asked, items } = await readWhile(page, () =>
      columnsMenu(page).getByRole('link', { name: 'Updated, newest first' }).click(),
    )
    expect([asked.get('order_by'), asked.get('order')]).toEqual(['UPDATED_AT', 'DESC'])
    const times = items.map((item) => Date.parse(item.updated_at))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    await expect(table(page).getByRole('columnheader', { name: /^Updated/ })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByText(/^Order: updated, newest first/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to the usual order' }).click()
    await expect(page).toHaveURL(list(desk, '?limit=20'))
  })

  // Spec, List transfers, rule 2.
  test('by a time that is not the filtered one is off, and says why', async ({ page, desk }) => {
    await signIn(page, desk, 'support', `${few}&created_at.gte=2020-01-01T00:00:00Z&x.columns=created.updated`)
    await settled(page)
    await expect(
      table(page)
        .getByRole('columnheader', { name: /^Updated/ })
        .getByRole('link'),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(columnsMenu(page)).toContainText('Not while created is filtered')
    await expect(columnsMenu(page).getByRole('link', { name: /^Updated/ })).toHaveCount(0)
    await columnsMenu(page).getByRole('link', { name: 'Created, oldest first' }).click()
    await expect(page).toHaveURL(/order_by=CREATED_AT&order=ASC$/)
    await settled(page)
  })
})

test('columns are hidden, shown, moved and reset by keyboard, and stand in the address', async ({ page, desk }) => {
  await signIn(page, desk, 'support', few)
  await settled(page)
  const usual = await heads(page)
  await page.getByRole('button', { name: 'Columns' }).focus()
  await page.keyboard.press('Enter')
  const box = (name: string) => columnsMenu(page).getByRole('checkbox', { name, exact: true })
  await box('Network').focus()
  await page.keyboard.press('Space')
  await expect(table(page).getByRole('columnheader', { name: 'Network' })).toHaveCount(0)
  await expect(box('Network'), 'the keyboard goes along').toBeFocused()
  await box('Memo').focus()
  await page.keyboard.press('Space')
  await expect(table(page).getByRole('columnheader', { name: 'Memo' })).toHaveCount(1)
  await expect(box('Memo')).toBeFocused()
  const down = columnsMenu(page).getByRole('button', { name: 'Move Type down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await expect(page).toHaveURL(
    list(desk, '?limit=20&x.columns=created.amount.type.asset.status.profile.reference.hash.transfer.memo'),
  )
  const chosen = await heads(page)
  expect(chosen.slice(0, 3)).toEqual([usual[0], 'Amount', 'Type'])
  await expect(columnsMenu(page).getByRole('checkbox', { name: /^Created/ }), 'the first one stays').toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await page.reload()
  await settled(page)
  expect(await heads(page)).toEqual(chosen)
  await page.getByRole('button', { name: 'Columns' }).click()
  await columnsMenu(page).getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(list(desk, '?limit=20'))
  expect(await heads(page)).toEqual(usual)
})

test('rows are as high as the reader wants them, and stay so', async ({ page, desk }) => {
  await signIn(page, desk, 'support', few)
  await settled(page)
  const height = async () => (await page.getByRole('row').nth(3).boundingBox())?.height
  for (const [name, pixels] of [
    ['Roomy', 44],
    ['Tight', 28],
    ['Default', 32],
    ['Roomy', 44],
  ] as const) {
    await page.getByRole('button', { name: 'Columns' }).click()
    await columnsMenu(page).getByRole('button', { name }).click()
    await expect.poll(height, name).toBe(pixels)
    await page.keyboard.press('Escape')
  }
  await page.reload()
  await settled(page)
  await expect.poll(height).toBe(44)
})

test('amounts stand with their points under each other, and the first column stays', async ({ page, desk }) => {
  await page.setViewportSize({ width: 900, height: 900 })
  await signIn(page, desk, 'support', '/transfers?limit=100')
  await settled(page)
  const points = await table(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const fraction = row.querySelector('td .amount .fraction')
        return fraction ? [Math.round(fraction.getBoundingClientRect().left)] : []
      }),
    )
  expect(points.length).toBeGreaterThan(10)
  expect(new Set(points).size, 'one line of points').toBe(1)
  const left = async () => (await rowLinks(page).first().boundingBox())?.x
  const before = await left()
  await region(page).focus()
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => region(page).evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  expect(await left()).toBe(before)
})

test('a bad address is explained and never sent', async ({ page, desk }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/transfer/transfers')) asked.push(request.url())
  })
  await signIn(page, desk, 'support', '/transfers?statuses=LOST&limit=5000&typo=1')
  const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(problem).toContainText('must be one of PENDING, COMPLETED, FAILED')
  await expect(problem).toContainText('whole number from 1 to 1000')
  await expect(problem).toContainText('"typo" is not known here. Did you mean "type"?')
  expect(asked).toEqual([])
  for (const remove of [/remove status/i, /remove rows|remove limit/i, /remove typo/i])
    await page.getByRole('link', { name: remove }).click()
  await settled(page)
  expect(asked).toHaveLength(1)
})

test('one hundred long values in the address reach the service whole', async ({ page, desk }) => {
  await signIn(page, desk, 'support', few)
  const hashes = Array.from(
    { length: 100 },
    (_, index) => `crypto_tx_hashes=${'5'.repeat(84)}${String(index).padStart(4, '0')}`,
  )
  await page.goto(list(desk, `?${hashes.join('&')}`))
  await expect(page.getByText('No transfers match this filter')).toBeVisible()
})

test('rows a page change, and the address says so', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await expect(page.getByText(/^100 loaded, more available/)).toBeVisible()
  await page.getByRole('link', { name: '500', exact: true }).click()
  await page.waitForURL(/limit=500/)
  await expect(page.getByText(/^500 loaded, more available/)).toBeVisible()
  await page.getByRole('link', { name: '100', exact: true }).click()
  await expect(page).toHaveURL(list(desk))
})

test('a row opens in another tab by the middle button or the modifier key, and text can be chosen', async ({
  page,
  desk,
  context,
}) => {
  await signIn(page, desk, 'support', few)
  await settled(page)
  const [first = ''] = await idsOf(page)
  const row = page.getByRole('row').nth(1)
  for (const open of [
    () => row.getByRole('cell').nth(1).click({ button: 'middle' }),
    () => row.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
  ]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), open()])
    await tab.waitForURL((url) => url.pathname.endsWith(first))
    await tab.close()
  }
  await expect(page).toHaveURL(list(desk, '?limit=20'))
})

test('ids are copied whole, and the copy is spoken', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk, 'support', few)
  await settled(page)
  const [first = ''] = await idsOf(page)
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /copy transfer id/i })
    .click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expect(page.getByText(/^copied/i).first()).toBeAttached()
})

test('on a phone rows are cards, the page scrolls, and a thousand of them come as one goes', async ({ page, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await readWhile(page, () => signIn(page, desk, 'support', '/transfers?limit=1000'))
  await expect(status(page, '1,000 loaded')).toBeAttached()
  const link = (at: number) => table(page).getByRole('link', { name: `transfer ${items[at]?.id}` })
  await expect(link(0)).toBeInViewport()
  expect(await table(page).getByRole('row').count()).toBeLessThan(120)
  // The page may still grow under the first scroll.
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

test('axe finds nothing in the list, its menu of columns and all rows at once', async ({ page, desk }) => {
  test.slow()
  await signIn(page, desk, 'treasury', few)
  await settled(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(columnsMenu(page)).toBeVisible()
  await checkAccess(page)
  await page.goto(list(desk, '?limit=20&x.rows=all&order_by=UPDATED_AT&order=ASC'))
  await settled(page)
  await checkAccess(page)
})
