/** Drafts: they survive a reload and end with sign-out, in every tab. */
import { fillOrder, heading, resting, twinOf } from './forms'
import type { Demo } from './processes'
import { expect, signIn, test } from './test'

const form = (demo: Demo) => `${demo.console.url}/sandbox/orders/new`

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, demo }) => {
  await signIn(page, demo, 'treasury', '/orders/new')
})

test('a draft survives a reload, belongs to one tab, and ends with sign-out in every tab', async ({ page, demo }) => {
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
  await dialog.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(heading(page, 'Transfers')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')

  const other = await page.context().newPage()
  await other.goto(form(demo))
  await expect(other.getByLabel('Profile', { exact: true })).toHaveValue('')

  // Sign-out reaches every tab, also one on the sign-in page with a copied draft.
  const waiting = await twinOf(page)
  await waiting.goto(`${demo.console.url}/sign-in`)
  await expect(waiting.getByRole('button', { name: /^treasury/i })).toBeVisible()
  expect(await waiting.evaluate(() => window.sessionStorage.length)).toBe(1)
  await other.goto(form(demo))
  await other.getByLabel('Profile', { exact: true }).fill('somebody')
  await expect(other.getByText(/^Draft saved in this tab/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page
    .getByRole('dialog', { name: 'Sign out and discard the draft?' })
    .getByRole('button', { name: 'Sign out, discard draft' })
    .click()
  for (const tab of [page, other, waiting]) {
    await expect(tab).toHaveURL(/sign-in/)
    // The page may still be replaced once more: then there is nothing to read for a moment.
    await expect.poll(() => tab.evaluate(() => window.sessionStorage.length).catch(() => undefined)).toBe(0)
  }
  expect(asked).toEqual(['beforeunload'])
})
