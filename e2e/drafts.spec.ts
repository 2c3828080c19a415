/** What was typed and is not sent: kept through a reload, for the person who typed it, until it is discarded. */

import type { Role } from '../lib/api/roles'
import { fillOrder, heading, isIntent, ordersOf, resting, reviewOrder, sendOrder, twinOf } from './forms'
import type { Desk } from './stage'
import { expect, pressDoor, signIn, test } from './test'

const form = (desk: Desk) => `${desk.console.url}/sandbox/orders/new`

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/orders/new')
})

test('a draft outlives a reload, leaving asks, and what is discarded can be brought back', async ({ page, desk }) => {
  await expect(page.getByText('Drafts are saved in this tab until you send them')).toBeVisible()
  await fillOrder(page, resting('0.0801'))
  await expect(page.getByText(/^Draft saved in this tab at \d\d:\d\d UTC$/)).toBeVisible()
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

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Amount', { exact: true }).or(page.getByLabel('Amount to sell'))).toHaveValue('0.0801')
  await reviewOrder(page)
  await page.goBack()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')

  // Who signs out does so in every tab, also in one that waits at the door with a draft of its own.
  const waiting = await twinOf(page)
  await waiting.goto(`${desk.console.url}/sign-in`)
  await expect(waiting.getByRole('button', { name: /^treasury/i })).toBeVisible()
  expect(await waiting.evaluate(() => window.sessionStorage.length)).toBe(1)
  await other.goto(form(desk))
  await other.getByLabel('Profile', { exact: true }).fill('somebody')
  await expect(other.getByText(/^Draft saved in this tab/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page
    .getByRole('dialog', { name: 'Sign out and discard the draft?' })
    .getByRole('button', { name: 'Sign out, discard draft' })
    .click()
  for (const tab of [page, other, waiting]) {
    await tab.waitForURL(/sign-in/)
    await expect.poll(() => tab.evaluate(() => window.sessionStorage.length)).toBe(0)
  }
  expect(asked).toEqual(['beforeunload'])
})

test('a draft is there for the person who typed it, and for nobody else at the same device', async ({ page, desk }) => {
  await fillOrder(page, resting('0.0802'))
  const comeBack = async (role: Role) => {
    await page.context().clearCookies({ name: /session-token/ })
    await page.goto(form(desk))
    await pressDoor(page, role)
  }
  await comeBack('admin')
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
  await comeBack('treasury')
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0802')
  await reviewOrder(page)
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0802')).toHaveLength(1)
})
