/** The tests' stage and watch: each test runs on real processes, and none may show a secret or break the page's policy. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Role } from '../lib/api/roles'
import { type Company, type Desk, secrets, startCompany, startDesk } from './stage'

type Stage = { desk: Desk; company: Company }

/** Files of the build never change under their name: each is read once. */
const readFiles = new Set<string>()

/** Everything that reaches the browser is read, and kept until the test ends. */
function watch(page: Page) {
  const found: string[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/_next/static/')) {
      if (readFiles.has(pathname)) return
      readFiles.add(pathname)
    }
    const read = async () => {
      const bytes = await response.body().catch(() => Buffer.alloc(0))
      const text = `${response.url()}\n${JSON.stringify(await response.allHeaders().catch(() => ({})))}\n${bytes.toString('utf8')}`
      for (const secret of [secrets.mark, secrets.demo])
        if (text.includes(secret)) found.push(`${secret} in ${response.url()}`)
    }
    reading.push(read())
  })
  page.on('pageerror', (error) => found.push(`The page threw: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) found.push(message.text())
  })
  return async () => {
    await Promise.all(reading)
    return found
  }
}

export const test = base.extend<{ watched: undefined }, Stage>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const desk = await startDesk()
      await use(desk)
      await desk.stop()
      expect(desk.console.printed(), 'the console printed no secret').not.toContain(secrets.mark)
    },
    { scope: 'worker' },
  ],
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const company = await startCompany()
      await use(company)
      await company.stop()
      expect(company.console.printed(), 'the console printed no secret').not.toContain(secrets.mark)
    },
    { scope: 'worker' },
  ],
  watched: [
    async ({ page }, use) => {
      const ended = watch(page)
      await use(undefined)
      expect(await ended(), 'no secret, no error and no breach of policy reached the browser').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The session cookies of people who came in before, by console and role: the door is tried in its own tests. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/**
 * Comes in with the session of an earlier test while that is good, else by the door.
 * @param url  where to land
 * @param door what a person does at the sign-in page
 */
async function comeIn(page: Page, who: string, url: string, door: () => Promise<void>): Promise<void> {
  const { origin, pathname } = new URL(url)
  const key = `${origin} ${who}`
  const isThere = (at: URL) => at.pathname === pathname
  await page.context().addCookies(sessions.get(key) ?? [])
  await page.goto(url)
  // A session that a test has ended leads to the door again.
  if (isThere(new URL(page.url()))) return
  await door()
  // The address of the sign-in page names the page too.
  await page.waitForURL(isThere)
  const cookies = await page.context().cookies()
  sessions.set(
    key,
    cookies.filter(({ name }) => name.includes('session-token')),
  )
}

/** Goes in as a demo user, from the sign-in page. A press before the page is awake does nothing, so it is pressed again. */
export async function pressDoor(page: Page, role: Role): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${role}`, 'i') })
  const isIn = (url: URL) => url.pathname !== '/sign-in'
  await expect(async () => {
    if (!isIn(new URL(page.url()))) await button.click({ timeout: 5_000 })
    await page.waitForURL(isIn, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Signs in at the desk as a demo user, and lands where `path` says, below the sandbox. */
export const signIn = (
  page: Page,
  { console }: Pick<Desk, 'console'>,
  role: Role,
  path = '/transfers',
): Promise<void> => comeIn(page, role, `${console.url}/sandbox${path}`, () => pressDoor(page, role))

/** Signs in at the company's console with the given roles, and lands where `path` says. */
export async function companySignIn(page: Page, company: Company, roles: string[], path: string): Promise<void> {
  company.person.roles = roles
  await comeIn(page, roles.join(' '), `${company.console.url}${path}`, () =>
    page.getByRole('button', { name: 'Company sign-in' }).click(),
  )
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  /** System colours have their own contrast, which is the reader's choice. */
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
type Look = keyof typeof looks

type Sight = { width: number; looks: readonly Look[] }

/** The rules that read colours: in a second look at the same width no other can find anything else. */
const colourRules = ['color-contrast', 'link-in-text-block']
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Every look and width that a page must be good in. */
export const everyLook: readonly Sight[] = [
  { width: 390, looks: ['dark', 'light'] },
  { width: 1440, looks: ['light', 'dark', 'forced'] },
]
/** Both themes and both ends of the widths: enough for what a page looks like in one of its states. */
const bothThemes: readonly Sight[] = [
  { width: 1440, looks: ['light'] },
  { width: 390, looks: ['dark'] },
]

/** Runs axe over the page as it stands: light at a desk's width and dark at a phone's, or as asked. The first look of a width is whole. */
export async function checkAccess(page: Page, sights: readonly Sight[] = bothThemes): Promise<void> {
  await page.evaluate(`window.axe || (0, eval)(${JSON.stringify(axe)})`)
  // Between two pages there is none for a moment.
  await expect(page).toHaveTitle(/./)
  for (const { width, looks: asked } of sights) {
    await page.setViewportSize({ width, height: 900 })
    for (const [at, look] of asked.entries()) {
      // With reduced motion colours change at once; half-way they are nobody's choice.
      await page.emulateMedia({ ...looks[look], reducedMotion: 'reduce' })
      const options = {
        runOnly: at === 0 ? allRules : colourRules,
        resultTypes: ['violations'],
        preload: false,
        rules: look === 'forced' ? { 'color-contrast': { enabled: false } } : {},
      }
      const findings = await page.evaluate<Finding[]>(
        `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
      )
      const found = findings.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)
      expect(found, `${look} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null, reducedMotion: null })
}

/** What has the focus, if nothing of it can be seen: what is in the window is asked in nine places who is on top. */
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

/** Walks by the keyboard and holds each stop against WCAG 2.4.11: what has the focus is not hidden under what is sticky. */
export async function checkFocusSeen(page: Page, key: 'Tab' | 'Shift+Tab' | 'j' | 'k', stops: number): Promise<void> {
  for (let stop = 1; stop <= stops; stop++) {
    await page.keyboard.press(key)
    // A list may still be bringing the row on screen.
    await expect.poll(() => page.evaluate(coveredFocus), `after ${key}, ${stop} times`).toBe('')
  }
}
