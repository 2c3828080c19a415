/** One transfer: every field, in words and as it came. */
import type { Desk } from './stage'
import { checkAccess, expect, signIn, test } from './test'

const list = (desk: Desk, search = '') => `${desk.console.url}/sandbox/transfers${search}`

test('a transfer is opened from a filtered list, read, and left for the same list', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(list(desk, '?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED'))
  await page.locator('tbody tr a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Travel-rule information is needed before this goes on.')).toBeVisible()
  await expect(page.getByText(/You act/)).toBeVisible()
  await expect(page).toHaveTitle(/^\[Sandbox\] .* - Mintdesk$/)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(list(desk, '?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED'))
})

test('its raw JSON is what the service sent, and every field of it is on the page', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  const { items } = await (
    await page.request.get(`${desk.console.url}/api/sandbox/v2/transfer/transfers?type=CRYPTO_WITHDRAWAL&limit=1`)
  ).json()
  await page.goto(list(desk, `/${items[0].id}`))
  const raw = page.locator('pre').filter({ hasText: '"customer_id"' })
  await expect(raw).toBeVisible()
  expect(JSON.parse((await raw.textContent()) ?? '')).toEqual(items[0])
  const facts = page.getByRole('complementary').or(page.locator('aside')).first()
  for (const text of [items[0].crypto_network, items[0].type, items[0].status].map(String))
    await expect(page.locator('main')).toContainText(text)
  await expect(facts.getByText('Reference')).toBeVisible()
})

test('an id that nobody has, and a text that is no id, are said to be so', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(list(desk, '/00000000-0000-4000-8000-00000000dead'))
  await expect(page.getByText(/no transfer has this id/i)).toBeVisible()
  await page.goto(list(desk, '/mint-2026'))
  await expect(page.locator('main')).toContainText(/id/i)
  await expect(page.getByText(/could not be read/)).toHaveCount(0)
})

test('both sides of a conversion lead to each other', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  const { items } = await (
    await page.request.get(
      `${desk.console.url}/api/sandbox/v2/transfer/transfers?type=INTERNAL_TRANSFER_DEBIT&limit=1000`,
    )
  ).json()
  const one = items.find((item: { auto_conversion?: object }) => item.auto_conversion)
  await page.goto(list(desk, `/${one.id}`))
  const other =
    one.auto_conversion.to_transfer_id === one.id
      ? one.auto_conversion.from_transfer_id
      : one.auto_conversion.to_transfer_id
  await page.locator(`main a[href*="${other}"]`).first().click()
  await page.waitForURL(new RegExp(other))
  await expect(page.locator('pre').filter({ hasText: `"id": "${other}"` })).toBeVisible()
})

test('axe finds nothing on a transfer, in both themes, wide and narrow', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  for (const query of [
    'secondary_statuses=TRAVEL_RULE_INFO_REQUESTED',
    'statuses=FAILED',
    'type=INTERNAL_TRANSFER_CREDIT',
  ]) {
    await page.goto(list(desk, `?${query}`))
    await page.locator('tbody tr a').first().click()
    await expect(page.locator('pre').filter({ hasText: '"customer_id"' })).toBeVisible()
    await checkAccess(page)
  }
})
