/** A rule, from the empty form to its memo. */
import type { Page } from '@playwright/test'
import { heading } from './forms'
import { checkAccessibility, expect, signIn, test } from './test'

/** A seeded profile. */
const minting = '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12'

const profile = (page: Page) => page.getByRole('combobox', { name: 'Profile', exact: true })
const review = (page: Page) => page.getByRole('button', { name: 'Review rule' })
const send = (page: Page) => page.getByRole('button', { name: /^Create rule/ })
/** The value of a fact. */
const fact = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test('a rule is filled in, reviewed and created, and its memo triggers a simulated deposit', async ({ page, demo }) => {
  await signIn(page, demo, 'treasury', '/rules/new')
  await profile(page).fill(minting)
  const words = page.getByRole('complementary').getByText(/^When USD/)
  await expect(words).toHaveText(
    'When USD arrives by wire for profile 2b9d7e34…6c12, convert it to USDG and keep it in profile 2b9d7e34…6c12.',
  )
  await page.getByRole('textbox', { name: /^Nickname/ }).fill('Monthly mint')
  await checkAccessibility(page)
  await review(page).click()

  await expect(heading(page, 'Review rule')).toBeVisible()
  await expect(page.getByText(/^When USD arrives by wire .* convert it to USDG/)).toBeVisible()
  await expect(fact(page, 'Nickname')).toContainText('Monthly mint')
  await checkAccessibility(page)
  // "Change" leads to the field that the line is about.
  await page.getByRole('link', { name: 'Change nickname' }).click()
  await expect(page.getByRole('textbox', { name: /^Nickname/ })).toBeFocused()
  await page.getByRole('textbox', { name: /^Nickname/ }).fill('Desk B monthly mint')
  await page.keyboard.press('Enter')
  await send(page).click()

  await expect(heading(page, 'Desk B monthly mint')).toBeVisible()
  await expect(page.getByText('Include this memo in every USD wire for this rule.')).toBeVisible()
  const memo = (await fact(page, 'Memo').innerText()).trim()
  expect(memo).toMatch(/^MD[A-Z2-9]{10}$/)
  await expect(fact(page, 'Memo').getByRole('button', { name: 'Copy memo' })).toBeVisible()
  await expect(fact(page, 'Asset')).toHaveText('USD')
  await expect(fact(page, 'Network')).toContainText('WIRE')
  await checkAccessibility(page)

  await page.getByRole('link', { name: 'Send a test wire' }).click()
  await expect(heading(page, 'New test wire')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Memo' })).toHaveValue(memo)
  await expect(page.getByText('Triggers the rule “USD by wire to USDG, Desk B monthly mint”.')).toBeVisible()
})
