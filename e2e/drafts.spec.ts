/** What was typed and is not sent: kept through a reload, for the person who typed it, until it is discarded. */
import { fillOrder, heading, isIntent, ordersOf, resting, reviewOrder, sendOrder } from './forms'
import type { Desk } from './stage'
import { expect, signIn, test } from './test'

const form = (desk: Desk) => `${desk.console.url}/sandbox/orders/new`

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/orders/new')
})

test('a draft outlives a reload, leaving asks, and what is discarded can be brought back', async ({ page, desk }) => {
  await expect(page.getByText('What you type is kept on this device until it is sent')).toBeVisible()
  await fillOrder(page, resting('0.0801'))
  await expect(page.getByText(/^Draft kept on this device, saved \d\d:\d\d UTC$/)).toBeVisible()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeChecked()

  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave this order?' })
  await expect(dialog).toContainText('Nothing was sent.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(heading(page, 'Transfers')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')

  // Another tab begins with a form of its own.
  const other = await page.context().newPage()
  await other.goto(form(desk))
  await expect(other.getByLabel('Profile', { exact: true })).toHaveValue('')
  await other.close()

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Bring the draft back' }).click()
  await expect(page.getByLabel('Amount', { exact: true }).or(page.getByLabel('Amount to sell'))).toHaveValue('0.0801')
  await reviewOrder(page)
  await page.goBack()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')

  // Who signs out means it: nothing is asked, and nothing stays.
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL(/sign-in/)
  expect(asked).toEqual(['beforeunload'])
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
})

test('a draft is there for the person who typed it, and for nobody else at the same device', async ({ page, desk }) => {
  await fillOrder(page, resting('0.0802'))
  const comeBack = async (role: RegExp) => {
    await page.context().clearCookies({ name: /session-token/ })
    await page.goto(form(desk))
    await page.getByRole('button', { name: role }).click()
  }
  await comeBack(/^admin/i)
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
  await comeBack(/^treasury/i)
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0802')
  await reviewOrder(page)
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0802')).toHaveLength(1)
})
