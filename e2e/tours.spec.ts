/** Tours: each is walked by its own steps, by keyboard alone, so that no step points at what is not there. */
import type { Page } from '@playwright/test'
import { mostSteps, type TourStep, tourSteps } from '../components/tours/steps'
import { type TourKey, tourKeys, tourNames } from '../components/tours/tour-list'
import { type Demo, startDemo } from './processes'
import { checkAccessibility, expect, test } from './test'

// One demo for all of them: each visitor has a world of their own.
test.describe.configure({ mode: 'default' })
let demo: Demo
test.beforeAll(async () => {
  demo = await startDemo(1_000, { DEMO_WORLDS: '1' })
})
test.afterAll(() => demo.stop())

async function enter(page: Page, search = ''): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${demo.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Try Mintdesk' }).click()
  await page.waitForURL('**/sandbox')
  if (search) await page.goto(`${demo.console.url}/sandbox${search}`)
  await expect(page.getByRole('button', { name: 'Things to try' })).toBeEnabled()
}

const cardOf = (page: Page, key: TourKey, index: number) =>
  page.getByRole('region', { name: `Tour, step ${index + 1} of ${tourSteps[key].length}`, exact: true })

const targetOf = (page: Page, { target: { css, text } }: TourStep) =>
  page.locator(css).filter({ visible: true, hasText: text }).first()

/** Opens the palette and runs what was typed. */
async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
}

for (const key of tourKeys) {
  test(`the tour “${tourNames[key].title}” is walked by keyboard alone to its end`, async ({ page }) => {
    const steps = tourSteps[key]
    expect(steps.length).toBeLessThanOrEqual(mostSteps)
    await enter(page)
    await command(page, tourNames[key].title)
    for (const [index, step] of steps.entries()) {
      const card = cardOf(page, key, index)
      await expect(card.getByRole('heading', { name: step.title })).toBeVisible({ timeout: 30_000 })
      await expect(card).toContainText(step.why)
      const target = targetOf(page, step)
      // A step that only waits may be over before it is looked at.
      if (step.act || !step.until) await expect(target).toBeVisible()
      const button = card.getByRole('button', {
        name: step.act?.label ?? (index < steps.length - 1 ? 'Next' : 'Finish'),
      })
      if (step.act || !step.until) {
        await expect(button).toBeVisible()
        await page.keyboard.press('t')
      } else if (step.target.css.startsWith('[role="dialog"]')) {
        await target.press('Enter')
      }
    }
    await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
  })
}

test('an address begins a tour once, Escape ends it, and the palette resumes it where it stopped', async ({ page }) => {
  await enter(page)
  await page.goto(`${demo.console.url}/sandbox?tour=mint`)
  await expect(cardOf(page, 'mint', 0)).toBeVisible()
  await expect(page).toHaveURL(/\/money\/new$/)
  await checkAccessibility(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await cardOf(page, 'mint', 0).getByRole('button', { name: 'Fill it in' }).press('Enter')
  await expect(cardOf(page, 'mint', 1)).toBeVisible()
  // A reload goes on, and so does another page, which leads back.
  await page.reload()
  await expect(cardOf(page, 'mint', 1)).toBeVisible()
  await page.goto(`${demo.console.url}/sandbox/transfers`)
  await cardOf(page, 'mint', 1).getByRole('button', { name: 'Go to this step' }).press('Enter')
  await expect(page).toHaveURL(/\/money\/new$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
  await page.goBack()
  await page.goto(`${demo.console.url}/sandbox`)
  await expect(page.getByRole('button', { name: 'Things to try' })).toBeEnabled()
  await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
  await command(page, 'Resume the tour')
  await expect(cardOf(page, 'mint', 1)).toBeVisible()
})

test('support is offered no tour that it may not finish, and a tour waits under no page of another visitor', async ({
  page,
  browser,
}) => {
  await enter(page)
  await page.getByRole('button', { name: 'You are treasury' }).click()
  await page.getByRole('button', { name: /^Support/ }).click()
  await expect(page.getByRole('button', { name: 'You are support' })).toBeVisible()
  await page.getByRole('button', { name: 'Things to try' }).click()
  const menu = page.getByRole('dialog', { name: 'Things to try' })
  await expect(menu.getByRole('button', { name: tourNames.customer.title })).toBeVisible()
  await expect(menu.getByRole('button', { name: tourNames.mint.title })).toHaveCount(0)
  await menu.getByRole('button', { name: tourNames.customer.title }).click()
  await expect(cardOf(page, 'customer', 0)).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await enter(other)
  await expect(other.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
  await other.context().close()
})
