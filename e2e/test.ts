/** Fixtures of the browser tests: real processes for each worker, and a watch for errors in every page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import type { Role } from '../lib/provider/roles'
import { type FakeProviderConsole, startOnFakeProvider } from './fake-provider'
import { type Company, type Demo, type RunningProcess, secrets, startCompany, startDemo } from './processes'
import { type Cookie, companyBrowser, demoBrowser, sessionOf } from './session'

/**
 * Each starts when a test of the worker first asks for it. All worker fixtures are declared here: a file with one of its
 * own would make Playwright start a worker, and every process, anew.
 */
type Processes = { demo: Demo; company: Company; fake: FakeProviderConsole }

/** Collects what the browser reports of errors and of breaches of the content security policy, in all pages of a test. */
function watch(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('weberror', (error) => found.push(`The page threw: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|requires 'Trusted|hydrat/i.test(message.text())) found.push(message.text())
  })
  return found
}

async function stopWithoutSecrets({ console, stop }: { console: RunningProcess; stop: () => Promise<void> }) {
  await stop()
  expect(console.printed(), 'the console printed no secret').not.toContain(secrets.mark)
}

export const test = base.extend<{ watched: undefined }, Processes>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const demo = await startDemo()
      await use(demo)
      await stopWithoutSecrets(demo)
    },
    { scope: 'worker' },
  ],
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const company = await startCompany()
      await use(company)
      await stopWithoutSecrets(company)
    },
    { scope: 'worker' },
  ],
  fake: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const fake = await startOnFakeProvider()
      await use(fake)
      await stopWithoutSecrets(fake)
    },
    { scope: 'worker' },
  ],
  watched: [
    async ({ context }, use) => {
      const found = watch(context)
      await use(undefined)
      expect(found, 'no page threw, hydrated wrongly or broke its policy').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The stream of changes, which does not end. */
export const isStream = (url: string) => /\/api\/\w+\/live$/.test(url)

/**
 * Counts what a browser requests, streams of changes left out: with them Playwright's `networkidle` never comes.
 * @returns what waits until nothing has been under way for half a second
 */
export function watchRequests(context: BrowserContext): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const note = (request: Request, isOpen: boolean) => {
    if (isStream(request.url())) return
    changedAt = performance.now()
    if (isOpen) open.add(request)
    else open.delete(request)
  }
  context.on('request', (request) => note(request, true))
  context.on('requestfinished', (request) => note(request, false))
  context.on('requestfailed', (request) => note(request, false))
  const isQuiet = () => open.size === 0 && performance.now() - changedAt > 500
  return () => expect.poll(isQuiet, { timeout: 30_000, intervals: [50] }).toBe(true)
}

/** Sessions of this worker by console and role; the sign-in page has tests of its own. */
const sessions = new Map<string, Cookie>()

/** Opens an address with the worker's session for it; where a test has ended that session, with a new one. */
async function openSignedIn(
  page: Page,
  who: string,
  url: string,
  newSession: (origin: string) => Promise<Cookie>,
): Promise<void> {
  const { origin, pathname } = new URL(url)
  const key = `${origin} ${who}`
  const open = async () => {
    const session = sessions.get(key) ?? (await newSession(origin))
    sessions.set(key, session)
    await page.context().addCookies([{ ...session, url: origin }])
    await page.goto(url)
    return new URL(page.url()).pathname === pathname
  }
  if (await open()) return
  sessions.delete(key)
  if (!(await open())) throw new Error(`${url} led to ${page.url()}.`)
}

/**
 * Signs in as a demo user by the button of the sign-in page. A press before the page has hydrated does nothing, so it is
 * repeated.
 */
export async function signInAs(page: Page, role: Role): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${role}`, 'i') })
  const isIn = (url: URL) => url.pathname !== '/sign-in'
  await expect(async () => {
    if (!isIn(new URL(page.url()))) await button.click({ timeout: 5_000 })
    await page.waitForURL(isIn, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Opens a page of the sandbox as a demo user. */
export const signIn = (
  page: Page,
  { console }: Pick<Demo, 'console'>,
  role: Role,
  path = '/transfers',
): Promise<void> =>
  openSignedIn(page, role, `${console.url}/sandbox${path}`, async (origin) =>
    sessionOf(await demoBrowser(origin, role)),
  )

/** Opens a page of the company's console as a person with these roles. */
export async function companySignIn(page: Page, company: Company, roles: string[], path: string): Promise<void> {
  company.person.roles = roles
  await openSignedIn(page, roles.join(' '), `${company.console.url}${path}`, async (origin) =>
    sessionOf(await companyBrowser(origin)),
  )
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  /** The contrast of system colours is the reader's choice. */
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
type Look = keyof typeof looks

type View = { width: number; looks: readonly Look[] }

/** The rules whose result depends on the look or the width; the others are the same everywhere. */
const layoutRules = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The button that says how current a page is, and opens what reads it again. */
export const updates = (page: Page) =>
  page.getByRole('button', { name: /^(?:Live,|Updated \d|Not updated|Paused|Reconnecting|Waits|Loading|Not loaded)/ })

/** Reads the page again. */
export async function refresh(page: Page): Promise<void> {
  await updates(page).click()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
}

/** Every look and width that a page must support, each once; in the campaign in every combination. */
export const allViews: readonly View[] = process.env.CAMPAIGN
  ? [
      { width: 1440, looks: ['light', 'dark', 'forced'] },
      { width: 390, looks: ['dark', 'light'] },
    ]
  : [
      { width: 1440, looks: ['light', 'forced'] },
      { width: 390, looks: ['dark'] },
    ]
/** Both themes at the widest and the narrowest width. */
const bothThemes: readonly View[] = [
  { width: 1440, looks: ['light'] },
  { width: 390, looks: ['dark'] },
]

/**
 * Runs axe over the page in light at 1440 and in dark at 390 pixels, or as asked. Every rule runs in the first look; the
 * others run only the rules that depend on the look or the width.
 */
export async function checkAccessibility(page: Page, views: readonly View[] = bothThemes): Promise<void> {
  await page.evaluate(`window.axe || (0, eval)(${JSON.stringify(axe)})`)
  // During a navigation the title is missing for a moment.
  await expect(page).toHaveTitle(/./)
  let isFirst = true
  for (const { width, looks: asked } of views) {
    await page.setViewportSize({ width, height: 900 })
    for (const look of asked) {
      // With reduced motion colours change at once, without values in between.
      await page.emulateMedia({ ...looks[look], reducedMotion: 'reduce' })
      // A link that the bar covers in part counts as too small.
      await page.evaluate(() => window.scrollTo(0, 0))
      // What observes its own size is rendered anew in the next frame.
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
      const options = {
        runOnly: isFirst ? allRules : layoutRules,
        resultTypes: ['violations'],
        preload: false,
        rules: look === 'forced' ? { 'color-contrast': { enabled: false } } : {},
      }
      const findings = await page.evaluate<Finding[]>(
        `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
      )
      const found = findings.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)
      expect(found, `${look} at ${width}`).toEqual([])
      isFirst = false
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null, reducedMotion: null })
}

/** @returns the focused element where none of nine points of it is on top, else '' */
const coveredFocus = async () => {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const element = document.activeElement
  if (!element || element === document.body) return ''
  const between = (from: number, to: number) => [0.1, 0.5, 0.9].map((part) => from + (to - from) * part)
  const isSeen = [...element.getClientRects()].some((box) => {
    const right = Math.min(box.right, document.documentElement.clientWidth)
    const bottom = Math.min(box.bottom, window.innerHeight)
    return between(Math.max(0, box.left), right).some((x) =>
      between(Math.max(0, box.top), bottom).some((y) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && element.contains(hit)
      }),
    )
  })
  return isSeen ? '' : `${element.outerHTML.slice(0, 160)} at ${JSON.stringify(element.getBoundingClientRect())}`
}

/** Presses a key repeatedly and checks WCAG 2.4.11 at each stop: sticky parts do not cover the focused element. */
export async function checkFocusVisible(
  page: Page,
  key: 'Tab' | 'Shift+Tab' | 'j' | 'k',
  stops: number,
): Promise<void> {
  for (let stop = 1; stop <= stops; stop++) {
    await page.keyboard.press(key)
    // A list may still be scrolling to the row.
    await expect.poll(() => page.evaluate(coveredFocus), `after ${key}, ${stop} times`).toBe('')
  }
}
