/** What stands round every page: navigation, environment, times, theme, keyboard, phone, paper. */
import type { Page } from '@playwright/test'
import type { Desk } from './stage'
import { companySignIn, expect, signIn, test } from './test'

/** Lists where it does not matter how many rows a page has: few are soon drawn. */
const [transfers, quotes] = ['/transfers?limit=20', '/issuer-quotes?limit=20']
const at = (desk: Desk, path: string) => `${desk.console.url}/sandbox${path}`
const heading = (page: Page, name?: string | RegExp) => page.getByRole('heading', { level: 1, name })
const loaded = (page: Page) => expect(page.getByText(/\d loaded/).first()).toBeVisible()
const keyList = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const rowLinks = (page: Page) => page.locator('main a[href*="/transfers/"]')
const production = /^\[PRODUCTION\] /

test.describe('navigation', () => {
  test('each entry leads to its page: address, title, heading with the keyboard, and the entry that is current', async ({
    page,
    desk,
  }) => {
    await signIn(page, desk, 'support', '')
    const main = page.getByRole('navigation', { name: 'Main', exact: true })
    for (const [name, path] of [
      ['Issuer quotes', '/issuer-quotes'],
      ['Overview', ''],
      ['Transfers', '/transfers'],
    ] as const) {
      await main.getByRole('link', { name }).click()
      await expect(page).toHaveURL(at(desk, path))
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

  test('the first stop of the keyboard skips to the content on every page', async ({ page, desk }) => {
    for (const path of ['', transfers, quotes]) {
      await signIn(page, desk, 'support', path)
      await expect(heading(page)).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    }
  })
})

test.describe('environments', () => {
  test('the switch keeps the kind of page and nothing else', async ({ page, company }) => {
    const { url } = company.console
    const to = (name: string) => page.getByRole('link', { name: `Switch to ${name}` })
    for (const [from, target] of [
      ['/production/transfers?statuses=COMPLETED&limit=20', '/sandbox/transfers'],
      ['/production/transfers/00000000-0000-4000-8000-000000000003', '/sandbox/transfers'],
      ['/production/issuer-quotes', '/sandbox/issuer-quotes'],
      ['/production', '/sandbox'],
    ] as const) {
      await companySignIn(page, company, ['treasury'], from)
      await expect(page).toHaveTitle(production)
      await to('sandbox').click()
      await expect(page).toHaveURL(`${url}${target}`)
      await expect(page.getByText('SANDBOX', { exact: true })).toBeVisible()
      await expect(page).toHaveTitle(/^\[Sandbox\] /)
    }
    await page.goto(`${url}/sandbox${transfers}`)
    await expect(page.getByText(/^sandbox-ref-\d+$/).first()).toBeVisible()
    await to('production').click()
    await expect(page).toHaveURL(`${url}/production/transfers`)
    await expect(page.getByText(/^production-ref-\d+$/).first()).toBeVisible()
    await expect(page.getByText(/sandbox-ref-/)).toHaveCount(0)
  })

  test('production is told by words, title, icon and colour, and on paper', async ({ page, company }) => {
    const colours: string[] = []
    const strip = page.getByRole('region', { name: 'Environment' })
    for (const [environment, words, title] of [
      ['production', /^PRODUCTION real money moves here$/, production],
      ['sandbox', /^SANDBOX no real money$/, /^\[Sandbox\] /],
    ] as const) {
      for (const path of ['', transfers, quotes]) {
        await companySignIn(page, company, ['treasury'], `/${environment}${path}`)
        await expect(strip).toHaveText(words)
        await expect(page).toHaveTitle(title)
        await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', new RegExp(`favicon-${environment}`))
      }
      colours.push(await strip.evaluate((element) => getComputedStyle(element).backgroundImage))
      await page.emulateMedia({ media: 'print' })
      await expect(strip).toBeVisible()
      await page.emulateMedia({ media: null })
    }
    expect(new Set(colours).size).toBe(2)
  })

  test('where one environment is set up there is nothing to switch to', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Switch to/ })).toHaveCount(0)
  })
})

test.describe('times', () => {
  const choose = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Times in' }).getByRole('button', { name, exact: true }).click()

  test('are in UTC, in the zone of this browser or ages, all at once, and stay so', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    const time = page.locator('main time')
    const first = page.locator('main :is(tbody tr, [role="row"]) time').first()
    const moment = (await first.getAttribute('datetime')) ?? ''
    const clock = (zone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(new Date(moment))
    await expect(first).toContainText(clock('UTC'))
    await expect(page.getByText(/^As of .* UTC$/)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /UTC/ })).toBeVisible()

    await choose(page, 'Local')
    await expect(first).toContainText(clock('Europe/Zurich'))
    await expect(page.getByText(/^As of .* Europe\/Zurich$/)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /Europe\/Zurich/ })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /UTC/ })).toHaveCount(0)

    await page.reload()
    await expect(first).toContainText(clock('Europe/Zurich'))
    await first.click()
    await expect(heading(page)).toBeFocused()
    await expect(time.first()).toBeVisible()
    await expect(page.locator('main').getByText('Europe/Zurich').first()).toBeVisible()
    await expect(page.getByText(clock('Europe/Zurich')).first()).toBeVisible()

    await choose(page, 'Relative')
    await expect(page.getByText(/^As of \d+ (s|min) ago$/)).toBeVisible()
    await choose(page, 'UTC')
    await expect(page.getByText(clock('UTC')).first()).toBeVisible()
  })

  test('an age grows while one looks at it', async ({ page, desk }) => {
    await page.clock.install()
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    await choose(page, 'Relative')
    await expect(page.getByText(/^As of \d+ s ago$/)).toBeVisible()
    await page.clock.fastForward('05:00')
    await expect(page.getByText(/^As of 5 min ago$/)).toBeVisible()
  })
})

test.describe('theme', () => {
  test('light, dark or as the system has it, in words, kept over a reload', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    const html = page.locator('html')
    await page.getByRole('button', { name: 'Theme: System' }).click()
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible()
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Theme: Dark' }).click()
    await page.getByRole('button', { name: 'System', exact: true }).click()
    await expect(html).not.toHaveAttribute('data-theme', /./)
  })

  test('with reduced motion nothing moves', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    const motion = async () => {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      const names = await keyList(page).evaluate((element) => getComputedStyle(element).animationName)
      await page.keyboard.press('Escape')
      const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
      return [names, await button.evaluate((element) => getComputedStyle(element).transitionProperty)]
    }
    expect((await motion())[0]).not.toBe('none')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await motion()).toEqual(['none', 'none'])
  })
})

test.describe('keyboard', () => {
  test('g and a letter go to each page', async ({ page, desk }) => {
    await signIn(page, desk, 'support', '')
    await expect(heading(page, 'Overview')).toBeVisible()
    for (const [letter, path, name] of [
      ['t', '/transfers', 'Transfers'],
      ['q', '/issuer-quotes', 'Issuer quotes'],
      ['o', '', 'Overview'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(page).toHaveURL(at(desk, path))
      await expect(heading(page, name)).toBeFocused()
    }
  })

  test('a g that nothing followed is forgotten', async ({ page, desk }) => {
    await page.clock.install()
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    await page.keyboard.press('g')
    await page.clock.fastForward(2_000)
    await page.keyboard.press('q')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(heading(page, 'Overview')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(at(desk, transfers))
  })

  test('rows are walked, copied, opened and left without the mouse', async ({ page, desk, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, desk, 'support', transfers)
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
    await page.keyboard.press('k')
    await expect(page).toHaveURL(new RegExp(id(1)))
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('u')
    await expect(page).toHaveURL(at(desk, transfers))
    await loaded(page)
  })

  test('f opens the filters and r reads again', async ({ page, desk }) => {
    for (const path of [transfers, quotes]) {
      await signIn(page, desk, 'support', path)
      await loaded(page)
      const read = page.waitForRequest((request) => request.url().includes('/api/sandbox/v2/'))
      await page.keyboard.press('r')
      await read
      await page.keyboard.press('f')
      await expect(page.getByRole('dialog')).toBeVisible()
      // While it is open no key acts on the page under it.
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  test('? lists every key, and Esc gives the keyboard back', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await button.focus()
    await page.keyboard.press('?')
    await expect(keyList(page)).toBeVisible()
    for (const [does, keys] of [
      ['Overview', 'go'],
      ['Transfers', 'gt'],
      ['Issuer quotes', 'gq'],
      ['Add a filter', 'f'],
      ['Refresh', 'r'],
      ['Copy the id of the row, or of the page', 'c'],
      ['Back to the list', 'u'],
      ['Next row, or next transfer', 'j↓'],
      ['Row or transfer before', 'k↑'],
      ['Open the row', 'Enter'],
      ['Show this list', '?'],
    ] as const) {
      const line = keyList(page).locator('dl > div').filter({ hasText: does })
      await expect(line.locator('dd')).toHaveText(keys)
    }
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.keyboard.press('Escape')
    await expect(keyList(page)).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(page).toHaveURL(at(desk, transfers))
  })

  test('single keys are turned off by one switch, which is remembered', async ({ page, desk }) => {
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await button.click()
    await keyList(page).getByRole('checkbox', { name: 'Single keys act' }).uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await loaded(page)
    for (const key of ['?', 'f', 'j', 'g', 'o']) await page.keyboard.press(key)
    await button.click()
    await expect(page).toHaveURL(at(desk, transfers))
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await keyList(page).getByRole('checkbox', { name: 'Single keys act' }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('typing, an input method, a modifier and a held key are never taken for a key of ours', async ({
    page,
    desk,
  }) => {
    await signIn(page, desk, 'support', transfers)
    await loaded(page)
    // A field anywhere on the page, as a later page may have it.
    await page.evaluate(() => {
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'A field')
      document.querySelector('main')?.prepend(field)
      const text = document.createElement('div')
      text.contentEditable = 'true'
      text.setAttribute('role', 'textbox')
      text.setAttribute('aria-label', 'A text')
      document.querySelector('main')?.prepend(text)
    })
    const keys = '?fgorcujk'
    await page.getByRole('textbox', { name: 'A field' }).focus()
    await page.keyboard.type(keys)
    await expect(page.getByRole('textbox', { name: 'A field' })).toHaveValue(keys)
    await page.getByRole('textbox', { name: 'A text' }).focus()
    await page.keyboard.type(keys)
    await expect(page.getByRole('textbox', { name: 'A text' })).toHaveText(keys)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
    await page.evaluate(() => {
      const send = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
      send({ key: '?', isComposing: true })
      send({ key: '?', keyCode: 229 })
      send({ key: '?', repeat: true })
      for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) send({ key: '?', [modifier]: true })
      send({ key: 'g', repeat: true })
      send({ key: 'o' })
    })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(at(desk, transfers))
    // The very same event without any of that does act.
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: '?' })),
    )
    await expect(keyList(page)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('tabs lead to the pages, and the sheet holds all that the bar has no room for', async ({ page, company }) => {
    await companySignIn(page, company, ['treasury'], `/production${transfers}`)
    const tabs = page.getByRole('navigation', { name: 'Main, phone' })
    for (const name of ['Issuer quotes', 'Overview', 'Transfers']) {
      await tabs.getByRole('link', { name }).click()
      await expect(heading(page, name)).toBeFocused()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    }
    await tabs.getByRole('button', { name: 'More' }).click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    await sheet.getByRole('button', { name: 'Local' }).click()
    await sheet.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(sheet.getByText('Ines Okafor')).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(keyList(page)).toBeVisible()
    await expect(sheet).toBeHidden()
    await keyList(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Times in: Local' }).click()
    await sheet.getByRole('link', { name: 'Switch to sandbox' }).click()
    await expect(page).toHaveURL(`${company.console.url}/sandbox/transfers`)
  })
})

test.describe('on paper', () => {
  test('a list says its environment, filters, zone and time, and leaves out what is for a hand', async ({
    page,
    desk,
  }) => {
    await signIn(page, desk, 'support', `${transfers}&statuses=FAILED`)
    await loaded(page)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByText('SANDBOX', { exact: true })).toBeVisible()
    await expect(
      page
        .getByText(/Status is Failed/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/^As of .* UTC$/)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /UTC/ })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    for (const name of ['Refresh', 'Filter', 'Copy link', 'Keyboard shortcuts', /^Copy transfer id/])
      await expect(page.getByRole('button', { name }).first()).toBeHidden()
    // Paper is white whatever the theme.
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
    expect(ink).toBe('rgb(17, 22, 23)')
  })
})
