/** The list of transfers, as staff have it open all day: against the real console and the real sandbox. */
import type { Page } from '@playwright/test'
import type { Desk } from './stage'
import { checkAccess, expect, signIn, test } from './test'

const list = (desk: Desk, search = '') => `${desk.console.url}/sandbox/transfers${search}`

/** The ids of the transfers on screen, from the rows' own links. */
async function idsOf(page: Page): Promise<string[]> {
  const links = page.locator('tbody tr a[href*="/transfers/"]')
  return links.evaluateAll((all) =>
    all.map((link) => /transfers\/([0-9a-f-]{36})/.exec(link.getAttribute('href') ?? '')?.[1] ?? ''),
  )
}

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

const settled = (page: Page) => expect(page.getByRole('status').filter({ hasText: /loaded/ })).toBeVisible()

test('a walk of all pages meets each transfer once, and ends where the list ends', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(list(desk, '?limit=500'))
  const seen = new Set<string>()
  for (let number = 1; ; number++) {
    await expect(
      page.getByRole('status').filter({ hasText: new RegExp(number === 1 ? '^500 loaded' : `^Page ${number}: `) }),
    ).toBeVisible()
    for (const id of await idsOf(page)) {
      expect(seen.has(id), `${id} is met once`).toBe(false)
      seen.add(id)
    }
    const older = page.getByRole('link', { name: 'Older' })
    if (seen.size >= desk.transfers || (await older.getAttribute('aria-disabled'))) break
    await older.click()
  }
  expect(seen.size).toBe(desk.transfers)
})

test('cursors go forwards and back, and survive reload, sharing and the back button', async ({
  page,
  desk,
  context,
}) => {
  await signIn(page, desk, 'support')
  await settled(page)
  const first = await idsOf(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText(/^Page 2: 100 loaded/)).toBeVisible()
  const second = await idsOf(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText(/^Page 3: 100 loaded/)).toBeVisible()
  const third = await idsOf(page)

  await page.reload()
  await expect(page.getByText(/^Page 3: 100 loaded/)).toBeVisible()
  expect(await idsOf(page)).toEqual(third)

  const shared = await context.newPage()
  await shared.goto(page.url())
  await expect(shared.getByText(/^Page 3: 100 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(third)
  await shared.getByRole('link', { name: 'Newer' }).click()
  await expect(shared.getByText(/^Page 2: 100 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(second)
  await shared.getByRole('link', { name: 'Newer' }).click()
  await expect(shared.getByText(/^100 loaded/)).toBeVisible()
  expect(await idsOf(shared)).toEqual(first)
  await shared.close()

  await page.goBack()
  await expect(page.getByText(/^Page 2: 100 loaded/)).toBeVisible()
  expect(await idsOf(page)).toEqual(second)
})

test('a status is chosen by keyboard alone, stands in the address and on a chip, and can be dropped', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury')
  await settled(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add a filter' })).toBeVisible()
  await page.getByRole('button', { name: 'Status', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Failed' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?statuses=FAILED$/)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(/Status is Failed/)
  await settled(page)
  const rows = page.locator('tbody tr')
  expect(await rows.filter({ hasText: 'Failed' }).count()).toBe(await rows.count())
  await page.getByRole('link', { name: /remove.*status/i }).click()
  await expect(page).toHaveURL(list(desk))
})

test('type beside status is forbidden by the service: the menu says so, and swaps them', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  await page.goto(list(desk, '?statuses=FAILED'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText(/the service takes Type only with a time range/)).toBeVisible()
  await page.getByRole('button', { name: 'Use Type instead of Status' }).click()
  await page.getByRole('checkbox', { name: 'Wire deposit', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/\?type=WIRE_DEPOSIT$/)
  await settled(page)
  expect(await page.locator('tbody tr').filter({ hasText: 'Wire deposit' }).count()).toBe(100)
})

test('a time range stands in the address as the API has it, half-open and with its order', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/transfer/transfers')) asked.push(decodeURIComponent(request.url()))
  })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Created', exact: true }).click()
  await page.getByRole('button', { name: /7 days/i }).click()
  await page.waitForURL(/created_at\.gte=.*created_at\.lt=/)
  await settled(page)
  await expect
    .poll(() => asked.at(-1) ?? '')
    .toMatch(/created_at\.gte=.*created_at\.lt=.*order_by=CREATED_AT&order=DESC|order_by=CREATED_AT/)
})

test('a bad address is explained, mended in one click, and never sent', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/transfer/transfers')) asked.push(request.url())
  })
  await page.goto(list(desk, '?statuses=LOST&limit=5000&typo=1'))
  await expect(problem(page)).toContainText('There is a problem')
  await expect(problem(page)).toContainText('must be one of PENDING, COMPLETED, FAILED')
  await expect(problem(page)).toContainText('whole number from 1 to 1000')
  await expect(problem(page)).toContainText('"typo" is not known here. Did you mean "type"?')
  expect(asked).toEqual([])
  for (const remove of [/remove status/i, /remove rows|remove limit/i, /remove typo/i])
    await page.getByRole('link', { name: remove }).click()
  await settled(page)
  expect(asked).toHaveLength(1)
})

test('filters without a match say so, and drop in one click', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(list(desk, '?ref_ids=nobody-has-this'))
  await expect(page.getByText('No transfers fit this filter')).toBeVisible()
  await page.getByRole('link', { name: /^Drop/ }).click()
  await expect(page.getByText(/^100 loaded/)).toBeVisible()
})

test('one hundred long values in the address reach the service whole', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  const hashes = Array.from(
    { length: 100 },
    (_, index) => `crypto_tx_hashes=${'5'.repeat(84)}${String(index).padStart(4, '0')}`,
  )
  await page.goto(list(desk, `?${hashes.join('&')}`))
  await expect(page.getByText('No transfers fit this filter')).toBeVisible()
  await page.goto(list(desk, `?${[...hashes, 'crypto_tx_hashes=one-more'].join('&')}`))
  await expect(problem(page)).toContainText('At most 100 values')
})

test('rows a page change, and the address says so', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.getByRole('link', { name: '500', exact: true }).click()
  await page.waitForURL(/limit=500/)
  await expect(page.getByText(/^500 loaded, more available/)).toBeVisible()
  expect(await page.locator('tbody tr').count()).toBe(500)
})

test('the whole list is worked by keyboard: skip link, filters, a row, and back', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(list(desk))
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to content/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  const [first = ''] = await idsOf(page)
  await page.locator('tbody tr a').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(first))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await settled(page)
  expect((await idsOf(page))[0]).toBe(first)
})

test('ids are copied whole, and the copy is spoken', async ({ page, desk, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk, 'support')
  await settled(page)
  const [first = ''] = await idsOf(page)
  await page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /copy transfer id/i })
    .click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expect(page.getByText(/^copied/i).first()).toBeAttached()
})

test('light, dark and system are kept over a reload', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', /./)
})

test('axe finds nothing, in both themes, wide and narrow, with a filter and its menu', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  await settled(page)
  await checkAccess(page)
  await page.goto(list(desk, '?statuses=FAILED&statuses=PENDING'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccess(page)
  await page.goto(list(desk, '?ref_ids=nobody-has-this'))
  await expect(page.getByText('No transfers fit this filter')).toBeVisible()
  await checkAccess(page)
  await page.goto(list(desk, '?limit=0'))
  await expect(problem(page)).toBeVisible()
  await checkAccess(page)
})
