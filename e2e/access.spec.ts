/** Every page for everybody: axe in each look and width, the keyboard never hidden, small windows, large type, system colours. */
import type { Page } from '@playwright/test'
import type { Role } from '../lib/api/roles'
import type { Desk } from './stage'
import { checkAccess, checkFocusSeen, companySignIn, everyLook, expect, signIn, test } from './test'

const heading = (page: Page, name?: string) => page.getByRole('heading', { level: 1, name })
const loaded = (page: Page) => expect(page.getByText(/\d loaded/).first()).toBeVisible()

/** An id that no transfer has. */
const nobody = '00000000-0000-4000-8000-00000000dead'

/** Signs in where that is due. */
const goTo = (page: Page, desk: Desk, path: string, role: Role = 'treasury') => signIn(page, desk, role, path)

/** The page of a transfer that has most fields, which a list leads to. */
async function openTransfer(page: Page, desk: Desk, role?: Role): Promise<void> {
  await goTo(page, desk, '/transfers?type=CRYPTO_WITHDRAWAL&limit=1', role)
  const answer = await page.request.get(
    `${desk.console.url}/api/sandbox/v2/transfer/transfers?type=CRYPTO_WITHDRAWAL&limit=1`,
  )
  await goTo(page, desk, `/transfers/${(await answer.json()).items[0].id}`, role)
  await expect(page.locator('main time').first()).toBeVisible()
}

/** Every page and state that a browser brings up by itself; what a service can do to them is in the specs of faults. */
const visits: Record<string, (page: Page, desk: Desk) => Promise<void>> = {
  'the overview': async (page, desk) => {
    await goTo(page, desk, '')
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Time to settle' })).toContainText(/ min/)
  },
  'the list of transfers': async (page, desk) => {
    await goTo(page, desk, '/transfers?limit=10')
    await loaded(page)
  },
  'the list with filters and their menu': async (page, desk) => {
    await goTo(page, desk, '/transfers?statuses=FAILED&statuses=PENDING&limit=5')
    await loaded(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'a list in which nothing fits': async (page, desk) => {
    await goTo(page, desk, '/transfers?ref_ids=nobody-has-this')
    await expect(page.getByText('No transfers match this filter')).toBeVisible()
  },
  'an address that is no filter': async (page, desk) => {
    await goTo(page, desk, '/transfers?limit=0')
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  },
  'a transfer': openTransfer,
  'a transfer that nobody has': async (page, desk) => {
    await goTo(page, desk, `/transfers/${nobody}`)
    await expect(page.getByText('No transfer with this ID')).toBeVisible()
  },
  'the issuer quotes': async (page, desk) => {
    await goTo(page, desk, '/issuer-quotes?limit=5')
    await loaded(page)
  },
  'the form of an order': async (page, desk) => {
    await goTo(page, desk, '/orders/new')
    await page.getByRole('radio', { name: 'GTT' }).check()
    await page.getByRole('button', { name: 'Review order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  },
  'the activity': async (page, desk) => {
    await goTo(page, desk, '/activity?limit=10')
    await expect(page.getByRole('heading', { name: 'All activity' })).toBeVisible()
  },
  'the list of keys': async (page, desk) => {
    await goTo(page, desk, `/transfers/${nobody}`)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'the sheet of a phone': async (page, desk) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, desk, `/transfers/${nobody}`)
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
  },
}

for (const [name, visit] of Object.entries(visits)) {
  test(`axe finds nothing on ${name}: light, dark and system colours, 390 to 1440 wide`, async ({ page, desk }) => {
    test.slow()
    await visit(page, desk)
    await checkAccess(page, everyLook)
  })
}

test('axe finds nothing in production and at its door', async ({ page, company }) => {
  test.slow()
  await page.goto(`${company.console.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Company sign-in' })).toBeVisible()
  await checkAccess(page, everyLook)
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=10')
  await loaded(page)
  await checkAccess(page, everyLook)
})

test.describe('what has the keyboard can be seen', () => {
  for (const [where, width, height] of [
    ['a desk whose table is wider than it', 1024, 600],
    ['a zoom of 200 %', 720, 450],
    ['a phone', 390, 667],
    ['a zoom of 400 %', 320, 256],
  ] as const) {
    test(`at ${where}: through a list and a transfer, forwards and back`, async ({ page, desk }) => {
      test.slow()
      await page.setViewportSize({ width, height })
      await goTo(page, desk, '/transfers?limit=40', 'support')
      await loaded(page)
      await checkFocusSeen(page, 'Tab', 24)
      await checkFocusSeen(page, 'j', 20)
      await checkFocusSeen(page, 'k', 12)
      await checkFocusSeen(page, 'Shift+Tab', 20)
      await openTransfer(page, desk, 'support')
      await checkFocusSeen(page, 'Tab', 30)
      await checkFocusSeen(page, 'Shift+Tab', 20)
    })
  }

  for (const [where, width, height] of [
    ['a phone', 390, 667],
    ['a zoom of 400 %', 320, 256],
  ] as const) {
    test(`at ${where}: through the form of an order, forwards and back`, async ({ page, desk }) => {
      await page.setViewportSize({ width, height })
      await signIn(page, desk, 'treasury', '/orders/new')
      await page.getByLabel('Profile', { exact: true }).focus()
      await checkFocusSeen(page, 'Tab', 20)
      await checkFocusSeen(page, 'Shift+Tab', 20)
    })
  }

  test('on the overview and among issuer quotes too', async ({ page, desk }) => {
    test.slow()
    for (const path of ['', '/issuer-quotes?limit=40']) {
      await goTo(page, desk, path, 'support')
      await expect(page.locator('main :is(table, [role="table"])').first()).toBeVisible()
      await checkFocusSeen(page, 'Tab', 40)
      await checkFocusSeen(page, 'Shift+Tab', 15)
    }
  })
})

/** What sticks out of the window sideways, outside regions that scroll by themselves; once its size is heeded. */
const tooWide = async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120))
    .slice(0, 5)
}

/** Words of controls, chips and heads that do not fit where they stand. */
const clipped = () =>
  [...document.querySelectorAll('button, a, h1, h2, kbd, .strip p, [role="group"] span')].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('table, [role="table"], .sr-only')) return []
    const box = element.getBoundingClientRect()
    const words = document.createRange()
    words.selectNodeContents(element)
    const isSecret = box.width <= 1 || [...element.children].some((child) => child.classList.contains('sr-only'))
    if (isSecret || getComputedStyle(element).display === 'inline') return []
    const text = words.getBoundingClientRect()
    const isOut =
      text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1
    return isOut ? [`${element.textContent} (${element.outerHTML.slice(0, 80)})`] : []
  })

/** The spacing that WCAG 1.4.12 asks a page to bear; a constructed sheet, because the page's policy allows no other. */
const spread = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

/** Goes on after a finding, so that one run names them all. */
const soft = expect.configure({ soft: true, timeout: 5_000 })

const windows = {
  'a zoom of 400 %': { width: 320, height: 256 },
  '320 px': { width: 320, height: 640 },
  '390 px': { width: 390, height: 844 },
  'a zoom of 200 %': { width: 720, height: 450 },
}

for (const name of [
  'the overview',
  'the list of transfers',
  'a list in which nothing fits',
  'an address that is no filter',
  'a transfer',
  'the issuer quotes',
  'the form of an order',
  'the activity',
])
  test(`${name} need not be read sideways at 320 px, 390 px, 200 % or 400 %, and wider type fits its controls`, async ({
    page,
    desk,
  }) => {
    // It opens in the smallest window and is made wider.
    await page.setViewportSize(windows['a zoom of 400 %'])
    await visits[name]?.(page, desk)
    for (const isSpaced of [false, true]) {
      if (isSpaced) await page.evaluate(spread)
      for (const [where, size] of Object.entries(windows)) {
        await page.setViewportSize(size)
        const which = isSpaced ? `at ${where}, spaced` : `at ${where}`
        await soft.poll(() => page.evaluate(tooWide), which).toEqual([])
        if (isSpaced) await soft.poll(() => page.evaluate(clipped), which).toEqual([])
      }
    }
  })

test('in system colours what is chosen, current, a status or an environment still shows', async ({ page, company }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=10')
  await loaded(page)
  const style = (locator: ReturnType<Page['locator']>, property: string) =>
    locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  const times = page.getByRole('group', { name: 'Times in' })
  const ground = (name: string) => style(times.getByRole('button', { name }), 'background-color')
  expect(await ground('UTC')).not.toBe(await ground('Local'))
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  expect(await style(main.getByRole('link', { name: 'Transfers' }), 'outline-style')).toBe('solid')
  expect(await style(main.getByRole('link', { name: 'Overview' }), 'outline-style')).toBe('none')
  const canvas = await style(page.locator('body'), 'background-color')
  const icon = page.locator('main :is(tbody tr, [role="row"]) svg').first()
  expect(await style(icon, 'stroke')).not.toBe(canvas)
  const strip = page.getByRole('region', { name: 'Environment' })
  const production = await style(strip, 'background-color')
  await page.goto(`${company.console.url}/sandbox/transfers?limit=10`)
  await expect(strip).toContainText('SANDBOX')
  expect(await style(strip, 'background-color')).not.toBe(production)
})

test('who asks for more contrast gets stronger lines and a wider focus', async ({ page, desk }) => {
  await signIn(page, desk, 'support', '/transfers?limit=10')
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await button.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const look = () =>
    button.evaluate((element) => {
      const root = getComputedStyle(document.documentElement)
      return [getComputedStyle(element).outlineWidth, root.getPropertyValue('--hairline-strong')]
    })
  const usual = await look()
  expect(usual[0]).toBe('2px')
  await page.emulateMedia({ contrast: 'more' })
  const strong = await look()
  expect(strong[0]).toBe('3px')
  expect(strong[1]).not.toBe(usual[1])
})
