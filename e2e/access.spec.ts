/** Every page for everyone: axe, small windows, wide text spacing, and a focus that is never hidden. */
import type { Page } from '@playwright/test'
import type { Role } from '../lib/provider/roles'
import type { Demo } from './processes'
import { allViews, checkAccessibility, checkFocusVisible, companySignIn, expect, signIn, test } from './test'

const heading = (page: Page, name?: string) => page.getByRole('heading', { level: 1, name })
const loaded = (page: Page) => expect(page.getByText(/\d loaded/).first()).toBeVisible()

/** An id that no transfer has. */
const missingId = '00000000-0000-4000-8000-00000000dead'

const open = (page: Page, demo: Demo, path: string, role: Role = 'treasury') => signIn(page, demo, role, path)

/** Opens a transfer that has most fields. */
async function openTransfer(page: Page, demo: Demo, role?: Role): Promise<void> {
  await open(page, demo, '/transfers?type=CRYPTO_WITHDRAWAL&limit=1', role)
  const answer = await page.request.get(
    `${demo.console.url}/api/sandbox/v2/transfer/transfers?type=CRYPTO_WITHDRAWAL&limit=1`,
  )
  await open(page, demo, `/transfers/${(await answer.json()).items[0].id}`, role)
  await expect(page.locator('main time').first()).toBeVisible()
}

/** The pages; the states of their parts are component tests, and failures of the provider are in faults.spec.ts. */
const pages: Record<string, (page: Page, demo: Demo) => Promise<void>> = {
  'the overview': async (page, demo) => {
    await open(page, demo, '')
    await expect(heading(page, 'Overview')).toBeVisible()
    await page.getByRole('link', { name: 'More figures' }).click()
    await expect(page.getByRole('table', { name: 'Time to settle' })).toContainText(/ min/)
  },
  'the list of transfers': async (page, demo) => {
    await open(page, demo, '/transfers?limit=10')
    await loaded(page)
  },
  'a list in which nothing fits': async (page, demo) => {
    await open(page, demo, '/transfers?ref_ids=nobody-has-this')
    await expect(page.getByText('No transfers match this filter')).toBeVisible()
  },
  'an address that is no filter': async (page, demo) => {
    await open(page, demo, '/transfers?limit=0')
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
  },
  'a transfer': openTransfer,
  'the issuer quotes': async (page, demo) => {
    await open(page, demo, '/issuer-quotes?limit=5')
    await loaded(page)
  },
  'a look-up': async (page, demo) => {
    await open(page, demo, '/lookup?q=nobody-has-this')
    await expect(page.getByText('not found', { exact: true }).first()).toBeVisible()
  },
  'the order form': async (page, demo) => {
    await open(page, demo, '/orders/new')
    await page.getByLabel('Time in force').selectOption('GTT')
    await page.getByRole('button', { name: 'Review order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  },
  'the activity': async (page, demo) => {
    await open(page, demo, '/activity?limit=10')
    await expect(page.getByRole('heading', { name: 'All activity' })).toBeVisible()
  },
}

/** Elements wider than the window, outside scrolling regions, once the layout has settled. */
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

/** Texts of controls, chips and headings that do not fit in their boxes. */
const clipped = () =>
  [
    ...document.querySelectorAll('button, a, h1, h2, kbd, [aria-label="Environment"] > span, [role="group"] span'),
  ].flatMap((element) => {
    if (!element.textContent || !element.checkVisibility() || element.closest('table, [role="table"], .sr-only'))
      return []
    const box = element.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(element)
    // Words for screen readers only, which some widths have.
    const isForReaders = [...element.children].some((child) => getComputedStyle(child).clipPath !== 'none')
    const isHidden = box.width <= 1 || isForReaders
    if (isHidden || getComputedStyle(element).display === 'inline') return []
    const text = range.getBoundingClientRect()
    const isOut =
      text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1
    return isOut ? [`${element.textContent} (${element.outerHTML.slice(0, 80)})`] : []
  })

/** The text spacing of WCAG 1.4.12, as a constructed sheet: the page's policy allows no other. */
const addSpacing = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

/** Continues after a failure, so that one run reports all. */
const soft = expect.configure({ soft: true, timeout: 5_000 })

const windows = {
  'a zoom of 400 %': { width: 320, height: 256 },
  '320 px': { width: 320, height: 640 },
  '390 px': { width: 390, height: 844 },
  'a zoom of 200 %': { width: 720, height: 450 },
}

for (const [name, visit] of Object.entries(pages)) {
  test(`${name} passes axe in every look, and never scrolls sideways, also with wide text spacing`, async ({
    page,
    demo,
  }) => {
    test.slow()
    // The page opens in the smallest window and is made wider.
    await page.setViewportSize(windows['a zoom of 400 %'])
    await visit(page, demo)
    for (const isSpaced of [false, true]) {
      if (isSpaced) await page.evaluate(addSpacing)
      for (const [where, size] of Object.entries(windows)) {
        await page.setViewportSize(size)
        const which = isSpaced ? `at ${where}, spaced` : `at ${where}`
        await soft.poll(() => page.evaluate(tooWide), which).toEqual([])
        if (isSpaced) await soft.poll(() => page.evaluate(clipped), which).toEqual([])
      }
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await checkAccessibility(page, allViews)
  })
}

test('axe finds nothing in the filter menu, for a missing transfer, and for a missing page', async ({ page, demo }) => {
  test.slow()
  await open(page, demo, '/transfers?statuses=FAILED&statuses=PENDING&limit=5')
  await loaded(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccessibility(page, allViews)
  await open(page, demo, `/transfers/${missingId}`)
  await expect(page.getByText('No transfer with this ID')).toBeVisible()
  await checkAccessibility(page, allViews)
  await page.goto(`${demo.console.url}/nowhere`)
  await checkAccessibility(page)
})

test('axe finds nothing on either sign-in page, or in production', async ({ page, demo, company }) => {
  test.slow()
  for (const [{ url }, name] of [
    [demo.console, /^Treasury/],
    [company.console, 'Company sign-in'],
  ] as const) {
    await page.goto(`${url}/sign-in`)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await checkAccessibility(page, allViews)
  }
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=10')
  await loaded(page)
  await checkAccessibility(page, allViews)
})

test.describe('the focused control is visible', () => {
  for (const [where, width, height] of [
    ['in a window narrower than the table', 1024, 600],
    ['at a zoom of 200 %', 720, 450],
    ['on a phone', 390, 667],
    ['at a zoom of 400 %', 320, 256],
  ] as const) {
    test(`${where}: through a list, a transfer and a form, forwards and back`, async ({ page, demo }) => {
      test.slow()
      await page.setViewportSize({ width, height })
      await open(page, demo, '/transfers?limit=40')
      await loaded(page)
      await checkFocusVisible(page, 'Tab', 24)
      await checkFocusVisible(page, 'j', 20)
      await checkFocusVisible(page, 'k', 12)
      await checkFocusVisible(page, 'Shift+Tab', 20)
      await openTransfer(page, demo)
      await checkFocusVisible(page, 'Tab', 30)
      await checkFocusVisible(page, 'Shift+Tab', 20)
      if (width > 640) return
      await open(page, demo, '/orders/new')
      await page.getByLabel('Profile', { exact: true }).focus()
      await checkFocusVisible(page, 'Tab', 20)
      await checkFocusVisible(page, 'Shift+Tab', 20)
    })
  }

  test('on the overview and the issuer quotes', async ({ page, demo }) => {
    test.slow()
    for (const path of ['', '/issuer-quotes?limit=40']) {
      await open(page, demo, path, 'support')
      await expect(page.locator('main :is(table, [role="table"])').first()).toBeVisible()
      await checkFocusVisible(page, 'Tab', 40)
      await checkFocusVisible(page, 'Shift+Tab', 15)
    }
  })
})
