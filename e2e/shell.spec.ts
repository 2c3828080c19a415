/** The shell around every page: navigation, environments, preferences, keyboard, phone, paper. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { companySignIn, expect, signIn, test, updates } from './test'

/** Short lists, for tests that do not need more rows. */
const [transfers, quotes] = ['/transfers?limit=20', '/issuer-quotes?limit=20']
const at = (demo: Demo, path: string) => `${demo.console.url}/sandbox${path}`
const heading = (page: Page, name?: string | RegExp) => page.getByRole('heading', { level: 1, name })
const loaded = (page: Page) => expect(page.getByText(/\d loaded/).first()).toBeVisible()
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const rowLinks = (page: Page) => page.locator('main a[href*="/transfers/"]')
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).click()

// A page of its own: the others must report nothing.
test('no text becomes markup or a script from elsewhere, wherever it is assigned', async ({ browser, demo }) => {
  const page = await browser.newPage()
  await page.goto(`${demo.console.url}/sign-in`)
  // The button works once the page has hydrated, which also needs later parts of the page.
  await expect(page.getByRole('button', { name: /^support/i })).toBeEnabled()
  const outcomes = await page.evaluate(() => {
    const script = document.createElement('script')
    const tries: Record<string, () => void> = {
      markup: () => document.createElement('div').insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'),
      elsewhere: () => script.setAttribute('src', 'https://evil.example/x.js'),
      'our own data': () => script.setAttribute('src', '/api/health'),
      'a part of the page': () => script.setAttribute('src', '/_next/static/chunks/x.js'),
    }
    return Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt()
        return `${name}: done`
      } catch {
        return `${name}: refused`
      }
    })
  })
  expect(outcomes).toEqual([
    'markup: refused',
    'elsewhere: refused',
    'our own data: refused',
    'a part of the page: done',
  ])
  await page.close()
})

test('each navigation link opens its page: address, title, focused heading, current link', async ({ page, demo }) => {
  await signIn(page, demo, 'support', '')
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  for (const [name, path] of [
    ['Issuer quotes', '/issuer-quotes'],
    ['Overview', ''],
    ['Transfers', '/transfers'],
  ] as const) {
    await main.getByRole('link', { name }).click()
    await expect(page).toHaveURL(at(demo, path))
    await expect(page).toHaveTitle(`[Sandbox] ${name} - Mintdesk`)
    await expect(heading(page, name)).toBeFocused()
    await expect(main.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(main.locator('[aria-current]')).toHaveCount(1)
  }
  await loaded(page)
  await rowLinks(page).first().click()
  await expect(page).toHaveURL(/\/transfers\/[0-9a-f-]{36}/)
  await expect(heading(page)).toBeFocused()
  await expect(main.getByRole('link', { name: 'Transfers' })).toHaveAttribute('aria-current', 'true')
})

test('production and sandbox differ in words, title, icon and colour, on paper too, and the switch keeps only the kind of page', async ({
  page,
  company,
}) => {
  const { url } = company.console
  const banner = page.getByRole('region', { name: 'Environment' })
  const colours: string[] = []
  await companySignIn(page, company, ['treasury'], '/production/transfers?statuses=COMPLETED&limit=20')
  for (const [environment, text, title] of [
    ['production', /PRODUCTION real money moves here$/, /^\[PRODUCTION\] /],
    ['sandbox', /SANDBOX no real money$/, /^\[Sandbox\] /],
  ] as const) {
    for (const path of ['', quotes, transfers]) {
      await page.goto(`${url}/${environment}${path}`)
      await expect(banner).toHaveText(text)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', new RegExp(`favicon-${environment}`))
      await expect(page.locator('html')).toHaveAttribute('data-env', environment)
    }
    colours.push(await banner.evaluate((element) => getComputedStyle(element).backgroundImage))
    await page.emulateMedia({ media: 'print' })
    await expect(banner).toBeVisible()
    await page.emulateMedia({ media: null })
    const [own, other] = environment === 'production' ? ['production', 'sandbox'] : ['sandbox', 'production']
    await expect(page.getByText(new RegExp(`^${own}-ref-\\d+$`)).first()).toBeVisible()
    await expect(page.getByText(new RegExp(`${other}-ref-`))).toHaveCount(0)
    await page.getByRole('link', { name: `Switch to ${other}` }).click()
    await expect(page).toHaveURL(`${url}/${other}/transfers`)
    await expect(banner).toContainText(other.toUpperCase())
  }
  expect(new Set(colours).size).toBe(2)
})

test('times, theme and shortcuts are kept over a reload', async ({ page, demo }) => {
  await signIn(page, demo, 'support', transfers)
  await loaded(page)
  const first = page.locator('main tbody time').first()
  const moment = (await first.getAttribute('datetime')) ?? ''
  const clock = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(new Date(moment))
  await expect(first).toContainText(clock('UTC'))
  await expect(updates(page)).toHaveText(/pdated \d\d:\d\d:\d\d$/)
  await expect(page.getByRole('columnheader', { name: /UTC/ })).toBeVisible()

  await choose(page, 'Times in', 'Local')
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await choose(page, 'Theme', 'Dark')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await shortcuts(page).getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible()
  await expect(first).toContainText(clock('Europe/Zurich'))
  await expect(page.getByRole('columnheader', { name: /Europe\/Zurich/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /UTC/ })).toHaveCount(0)
  for (const key of ['?', 'f', 'j', 'g', 'o']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(at(demo, transfers))
  await first.click()
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(clock('Europe/Zurich')).first()).toBeVisible()
  await choose(page, 'Times in', 'Relative')
  // The list is still there, hidden.
  await expect(updates(page)).toHaveText(/pdated \d+ (s|min) ago$/)
})

test('a list is filtered, refreshed, copied from, opened and left by keyboard alone', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, demo, 'support', transfers)
  await loaded(page)
  const hrefs = await rowLinks(page).evaluateAll((links) => [
    ...new Set(links.map((link) => link.getAttribute('href'))),
  ])
  const id = (index: number) => /transfers\/([0-9a-f-]{36})/.exec(hrefs[index] ?? '')?.[1] ?? 'none'
  const focused = page.locator('main a:focus')
  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('href', hrefs[0] ?? '')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('href', hrefs[2] ?? '')
  await page.keyboard.press('k')
  await expect(focused).toHaveAttribute('href', hrefs[1] ?? '')
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(id(1)))
  await expect(heading(page)).toBeFocused()

  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id(1))
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(id(2)))
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(id(1)))
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('u')
  await expect(page).toHaveURL(at(demo, transfers))
  await loaded(page)

  for (const path of ['/transfers', '/issuer-quotes']) {
    await page.keyboard.press('g')
    await page.keyboard.press(path === '/transfers' ? 't' : 'q')
    await expect(page).toHaveURL(at(demo, path))
    await loaded(page)
    const read = page.waitForRequest((request) => request.url().includes('/api/sandbox/v2/'))
    await page.keyboard.press('r')
    await read
    await page.keyboard.press('f')
    await expect(page.getByRole('dialog')).toBeVisible()
    // While the menu is open no key acts on the page.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('tabs open the pages, and the menu switches the environment', async ({ page, company }) => {
    await companySignIn(page, company, ['treasury'], `/production${transfers}`)
    const tabs = page.getByRole('navigation', { name: 'Main, phone' })
    for (const name of ['Approvals', 'Overview', 'Movements']) {
      await tabs.getByRole('link', { name }).click()
      await expect(heading(page, name)).toBeFocused()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    }
    await tabs.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Switch to sandbox' }).click()
    await expect(page).toHaveURL(`${company.console.url}/sandbox/money`)
  })
})

test('a printed list has its environment, filters, zone and time, and no controls', async ({ page, demo }) => {
  await signIn(page, demo, 'support', `${transfers}&statuses=FAILED`)
  await loaded(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('SANDBOX', { exact: true })).toBeVisible()
  await expect(
    page
      .getByText(/Status is Failed/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/^Updated .* UTC$/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /UTC/ })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const name of [/pdated/, 'Filter', 'Copy link', 'Keyboard shortcuts', /^Copy transfer ID/])
    await expect(page.getByRole('button', { name }).first()).toBeHidden()
  // Paper is white in either theme.
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  expect(ink).toBe('rgb(17, 22, 23)')
})

test('five hundred rows are printed without a blank sheet, and each sheet names environment and page', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'support', '/transfers?limit=500')
  await loaded(page)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = pdf.split(/\bendobj\b/).filter((object) => /\/Type\s*\/Page\b(?!s)/.test(object))
  expect(sheets.length).toBeGreaterThan(7)
  expect(sheets.length).toBeLessThan(20)
  // Each row is a link, and a sheet lists its links: one without any has no row.
  expect(sheets.filter((sheet) => !sheet.includes('/Annots'))).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const banner = page.getByRole('region', { name: 'Environment' })
  await expect(banner).toHaveText(/SANDBOX no real moneyTransfers$/)
  // What every engine repeats: the head of a table that is the whole page.
  await expect(banner).toHaveCSS('display', 'table-header-group')
  await expect(page.locator('body')).toHaveCSS('display', 'table')
})
