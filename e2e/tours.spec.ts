/** Tours: each is walked by its own steps, on each kind of screen, so that no step points at what is not there. */
import type { Locator, Page } from '@playwright/test'
import { type Target, type TourStep, tourSteps } from '../components/tours/steps'
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

const targetOf = (page: Page, { css, text }: Target) =>
  page.locator(css).filter({ visible: true, hasText: text }).first()

/** Opens the palette and runs what was typed. */
async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
}

/** Whether an element can be seen: in the window, with neither the card nor anything else over it. */
const isInSight = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const card = document.querySelector('section[aria-label^="Tour, step"]')?.getBoundingClientRect()
    const isCovered = card && card.left < right && left < card.right && card.top < bottom && top < card.bottom
    return element.contains(shown) && !isCovered
  })

const ways = {
  'by keyboard at 1440 px': { viewport: { width: 1440, height: 900 }, hasTouch: false },
  'by mouse at 1280 px': { viewport: { width: 1280, height: 800 }, hasTouch: false },
  'by touch at 390 px': { viewport: { width: 390, height: 844 }, hasTouch: true },
}
for (const [way, { viewport, hasTouch }] of Object.entries(ways))
  test.describe(way, () => {
    test.use({ viewport, hasTouch })
    const hasKeys = way.includes('keyboard')
    const press = (button: Locator) => (hasTouch ? button.tap() : hasKeys ? button.press('Enter') : button.click())

    for (const key of tourKeys)
      test(`the tour “${tourNames[key].title}” is walked to its end, and leads back from another page, a skipped step and a reload`, async ({
        page,
      }) => {
        const steps = tourSteps[key]
        const act = async (index: number, { target, via, act: own, until }: TourStep) => {
          const card = cardOf(page, key, index)
          const name = own?.label ?? (index < steps.length - 1 ? 'Next' : 'Finish')
          // One that the visitor came back to may be done.
          const button = (label: string) =>
            card.getByRole('button', { name: new RegExp(`^(?:${label}|Next(?! tour))`) })
          for (const [asked, label] of [
            ...(via && hasTouch ? [[via, via.label] as const] : []),
            [target, name] as const,
          ]) {
            const element = targetOf(page, asked)
            await expect(element).toBeVisible()
            // What is only to be seen may be taller than the window.
            if (own || until) await expect.poll(() => isInSight(element)).toBe(true)
            // A dialog has the keyboard, and the card no buttons.
            if (await element.evaluate((one) => one.closest('[role="dialog"]') !== null)) await press(element)
            else {
              await expect(button(label)).toBeVisible()
              await (hasKeys ? page.keyboard.press('t') : press(button(label)))
            }
          }
        }
        const back = async (index: number) => {
          await press(cardOf(page, key, index).getByRole('button', { name: 'Back', exact: true }))
          await expect(cardOf(page, key, index - 1)).toBeVisible()
        }
        await enter(page)
        if (hasTouch) await page.goto(`${demo.console.url}/sandbox?tour=${key}`)
        else await command(page, tourNames[key].title)
        for (const [index, step] of steps.entries()) {
          const card = cardOf(page, key, index)
          await expect(card.getByRole('heading', { name: step.title })).toBeVisible({ timeout: 30_000 })
          await expect(card).toContainText(step.why)
          if (index === 0) {
            const label = (hasTouch && step.via?.label) || (step.act?.label ?? 'Next')
            await expect(card.getByRole('button', { name: label })).toBeVisible()
            await page.goto(`${demo.console.url}/sandbox/issuer-quotes`)
            await press(card.getByRole('button', { name: 'Go to this step' }))
            await press(card.getByRole('button', { name: step.act ? 'Skip step' : 'Next' }))
            await expect(cardOf(page, key, 1)).toBeVisible()
            await back(1)
          }
          if (index === 1) {
            await page.reload()
            await expect(card).toBeVisible()
            // What the first step had opened on the page is closed.
            if (['customer', 'lost', 'month'].includes(key)) {
              await back(1)
              await act(0, steps[0] ?? step)
              await expect(card).toBeVisible()
            }
          }
          const isWait = !step.act && step.until && !step.target.css.startsWith('[role="dialog"]')
          // It may be over before it is looked at.
          if (!isWait) await act(index, step)
        }
        await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.getByRole('region', { name: /^Tour, / })).toHaveCount(0)
      })
  })

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
