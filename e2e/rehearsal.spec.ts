/** The rehearsal: what a visitor lets happen, and how the pages beside it show that, as if the bank had done it. */
import type { Page } from '@playwright/test'
import { heading } from './forms'
import { type Demo, startDemo } from './processes'
import { checkAccessibility, expect, signIn, test, updates } from './test'

const sheet = (page: Page) => page.getByRole('complementary', { name: 'Rehearse' })
const entry = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })

/** Moves the focus by Tab to an element. */
async function tabTo(page: Page, element: ReturnType<typeof entry>) {
  for (let count = 0; count < 60; count++) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(element).toBeFocused()
}

async function visit(page: Page, demo: Demo) {
  await page.goto(`${demo.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Try Mintdesk' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  // Keys work once the page runs.
  await expect(updates(page)).toHaveText(/^(?:Live|Updated)/)
}

test('by keyboard alone, a visitor plans a mint, lets its wire arrive and sees the money', async ({ page }) => {
  const demo = await startDemo(300, { DEMO_WORLDS: '1' })
  try {
    await visit(page, demo)
    await page.keyboard.press('n')
    await page.keyboard.press('m')
    await expect(page.getByText('Nothing new to set up.')).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'Amount' }))
    await page.keyboard.type('250000')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Review movement')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: /^Mint / }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sandbox\/money\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Waiting for the wire').first()).toBeVisible()

    await page.keyboard.press('h')
    await expect(sheet(page).getByRole('heading', { name: 'Rehearse' })).toBeFocused()
    const wires = sheet(page).getByRole('region', { name: 'Wires' })
    await expect(wires.getByRole('textbox', { name: 'Amount' })).toHaveValue('250,000.00')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await checkAccessibility(page)
    }
    await tabTo(page, entry(page, 'Let the wire arrive'))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Arrived', { exact: true })).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole('list', { name: 'Stations of this movement' })).toContainText('USDG')
    await expect(
      sheet(page)
        .getByText(/^POST …\/wires .*"amount":"250000.00"/)
        .last(),
    ).toContainText(/201 in \d+ ms/)

    // The page keeps its keys, and the sheet stays beside the next one.
    await entry(page, 'Let the wire arrive').press('Escape')
    await expect(sheet(page)).toBeHidden()
    await page.keyboard.press('h')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(heading(page, 'Transfers')).toBeVisible()
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('h')
    await expect(sheet(page)).toBeHidden()
  } finally {
    await demo.stop()
  }
})

test('a demo without control, and a demo user who does not run it, have no rehearsal', async ({ page, demo }) => {
  await signIn(page, demo, 'admin', '')
  await expect(updates(page)).toHaveText(/^(?:Live|Updated)/)
  await page.keyboard.press('h')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.getByText('Rehearse')).toHaveCount(0)
})
