/** The tests' stage and watch: each test runs on real processes, and none may show a secret or break the page's policy. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type { Role } from '../lib/api/roles'
import { type Company, type Desk, secrets, startCompany, startDesk } from './stage'

type Stage = { desk: Desk; company: Company }

/** Everything that reaches the browser is read, and kept until the test ends. */
function watch(page: Page) {
  const found: string[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
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

/** Signs in at the desk as a demo user, as a visitor does. */
export async function signIn(page: Page, desk: Desk, role: Role): Promise<void> {
  await page.goto(`${desk.console.url}/sign-in`)
  await page.getByRole('button', { name: new RegExp(`^${role}`, 'i') }).click()
  await page.waitForURL(/\/sandbox\/transfers/)
}

/** Signs in at the company's console with the given roles, and lands where `path` says. */
export async function companySignIn(page: Page, company: Company, roles: string[], path: string): Promise<void> {
  company.person.roles = roles
  await page.goto(`${company.console.url}${path}`)
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

/** Runs axe over the page as it stands: light and dark, at a desk's width and a phone's. */
export async function checkAccess(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      // With reduced motion colours change at once; half-way they are nobody's choice.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(axe)
      const findings = await page.evaluate<Finding[]>(
        "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations)",
      )
      const found = findings.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)
      expect(found, `${colorScheme} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}
