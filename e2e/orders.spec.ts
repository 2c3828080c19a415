/** Orders, from the empty form to their outcome. Fields, drafts and refusals are tested as components. */
import { heading, isIntent, ordersOf, problem, profile, reviewOrder, sendOrder } from './forms'
import type { Demo } from './processes'
import { checkAccessibility, checkFocusVisible, expect, signIn, test } from './test'

const form = (demo: Demo) => `${demo.console.url}/sandbox/orders/new`

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, demo }) => {
  await signIn(page, demo, 'treasury', '/orders/new')
})

test('an order is placed by keyboard alone, and its duplicate has a new reference', async ({ page, demo }) => {
  await expect(page.getByRole('heading', { name: 'What happens' })).toBeVisible()
  await checkAccessibility(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // Enter checks the form: the summary of errors takes the focus, and its first link leads to the first field.
  await page.getByLabel('Profile', { exact: true }).focus()
  await press('Enter')
  await expect(problem(page)).toBeFocused()
  await checkAccessibility(page)
  await press('Tab', 'Enter')
  await expect(page.getByLabel('Profile', { exact: true })).toBeFocused()
  await page.keyboard.type(profile)
  await press('Tab', 'Space')
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await press('ArrowRight', 'Tab', ...Array.from({ length: 6 }, () => 'ArrowDown'))
  await expect(page.getByLabel('Market')).toHaveValue('BTCUSD')
  // Past the type and the time in force.
  await press('Tab', 'Tab', 'Tab')
  await page.keyboard.type('0.0901')
  await press('Tab')
  await page.keyboard.type('9000000')
  await expect(page.getByText('0.0901 BTC × 9,000,000 = 810,900.00 USD')).toBeVisible()
  await checkFocusVisible(page, 'Tab', 12)
  await page.getByLabel('Limit price').focus()
  await press('Enter')
  await expect(heading(page, 'Review order')).toBeFocused()
  const stops = async () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let stop = 0; stop < 40 && !/^Sell 0\.0901/.test(await stops()); stop++) await press('Tab')
  await press('Enter')
  await page.waitForURL(isIntent)

  const first = page.url().split('/').at(-1)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0901')
  await expect(page.getByText(/^Copied from an earlier order/)).toBeVisible()
  await reviewOrder(page)
  await sendOrder(page).click()
  await page.waitForURL((url) => isIntent(url) && !url.pathname.endsWith(String(first)))
  expect(new Set((await ordersOf(demo, '0.0901')).map(({ ref_id }) => ref_id)).size).toBe(2)

  // A draft is replaced only after a question.
  await page.goto(form(demo))
  await page.getByLabel('Amount', { exact: true }).fill('7')
  await page.goto(`${form(demo)}?again=${first}`)
  await page.getByRole('button', { name: 'Keep the draft' }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('7')
})
