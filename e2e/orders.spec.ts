/** Orders: the fields of the form, what each type is sent with, and what is told of it. */
import {
  arrivals,
  fillOrder,
  heading,
  isIntent,
  type Order,
  ordersOf,
  problem,
  profile,
  resting,
  reviewOrder,
  sendOrder,
  stress,
} from './forms'
import type { Desk } from './stage'
import { checkAccess, checkFocusSeen, expect, signIn, test } from './test'

const form = (desk: Desk) => `${desk.console.url}/sandbox/orders/new`

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/orders/new')
})

test('a market order is reviewed in words and as JSON, waits for its fill, and shows what filled', async ({
  page,
  desk,
}) => {
  await fillOrder(page, { type: 'MARKET', amounts: { 'Amount to sell': '0.25 BTC' } })
  await page.getByLabel('Wait for a fill').fill('8000')
  // What was meant is shown back, and what does not fit says why.
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.25')
  await expect(page.getByLabel('Limit price')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^GTC/ })).toBeDisabled()
  await expect(page.getByText('Not valid for market, only for limit', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^IOC .*default for market/ })).toBeChecked()
  await reviewOrder(page)
  await expect(page.getByText('Nothing has been sent')).toBeVisible()
  const json = page.getByRole('region', { name: 'JSON', exact: true })
  await expect(json).toContainText('"base_amount": "0.25"')
  await expect(json).toContainText('"await_fill_millis": 8000')
  await expect(page.getByText('exchange:write_order')).toBeVisible()
  await stress(desk, { latency: [{ operation: 'createOrder', millis: 2_500 }] })
  await sendOrder(page).click()
  await expect(page.getByText(/^Waiting for a fill, \d s left/)).toBeVisible()
  await page.waitForURL(isIntent)
  await stress(desk, {})
  const order = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Order', exact: true }) })
  await expect(order.getByText('Filled', { exact: true })).toBeVisible()
  const [made] = await ordersOf(desk, '0.25')
  expect(made).toMatchObject({ status: 'FILLED', type: 'MARKET', time_in_force: 'IOC' })
})

test('a GTT order is sent with the moment that its day and time mean in the zone that is read', async ({
  page,
  desk,
}) => {
  await page.getByRole('button', { name: 'Local' }).click()
  await fillOrder(page, { ...resting('0.0201'), time: 'GTT' })
  const year = new Date().getUTCFullYear() + 1
  await page.getByLabel('Expires on').fill(`${year}-07-01`)
  await page.getByLabel('At', { exact: true }).fill('12:00')
  const moment = Date.UTC(year, 6, 1, 10)
  await expect(page.getByText(`Sent as ${moment}`)).toBeVisible()
  // The same moment in the other zone.
  await page.getByRole('button', { name: 'UTC', exact: true }).click()
  await expect(page.getByLabel('At', { exact: true })).toHaveValue('10:00:00')
  await page.getByRole('button', { name: 'Add a pair' }).click()
  await page.getByLabel('Key 1').fill('desk')
  await page.getByLabel('Value 1').fill('Zürich')
  await expect(page.getByText('6 / 100')).toBeVisible()
  await reviewOrder(page)
  await expect(page.getByText(`until 1 Jul ${year} 10:00:00`).first()).toBeVisible()
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  const [made] = await ordersOf(desk, '0.0201')
  expect(made).toMatchObject({ metadata: { desk: 'Zürich' }, time_in_force: 'GTT' })
  expect(Date.parse(made?.expiration_date ?? '')).toBe(moment)
})

test('each other type goes with its own amounts', async ({ page, desk }) => {
  const kinds: [Order, object][] = [
    [
      { type: 'POST_ONLY_LIMIT', amounts: { 'Amount to sell': '0.0301', 'Limit price': '9,000,000.00' } },
      { price: '9000000.00', time_in_force: 'GTC' },
    ],
    [
      { type: 'STOP_MARKET', amounts: { 'Amount to sell': '0.0302', 'Stop price': '100.00' } },
      { stop_price: '100.00' },
    ],
    [
      { type: 'STOP_LIMIT', amounts: { 'Amount to sell': '0.0303', 'Stop price': '100.00', 'Limit price': '101.00' } },
      { stop_price: '100.00', price: '101.00' },
    ],
  ]
  for (const [filled, expected] of kinds) {
    if (!page.url().endsWith('/orders/new')) await page.goto(form(desk))
    await fillOrder(page, filled)
    await reviewOrder(page)
    if (filled.type === 'STOP_LIMIT') await expect(page.getByText(/This order may never fill/)).toBeVisible()
    await sendOrder(page).click()
    await page.waitForURL(isIntent)
    const [made] = await ordersOf(desk, filled.amounts['Amount to sell'] ?? '')
    expect(made).toMatchObject({ type: filled.type, ...expected })
  }
})

test('what is wrong is named at the top and at its field, in the same words, and nothing typed is lost', async ({
  page,
}) => {
  await page.getByLabel('Limit price').fill('1,50')
  await page.getByLabel('Wait for a fill').fill('20 s')
  await page.getByRole('radio', { name: /^GTT/ }).check()
  await page.getByText('Recipient profile, self-match id, reference').click()
  await page.getByLabel('Self-match id').fill('x'.repeat(37))
  await page.getByText('Recipient profile, self-match id, reference').click()
  await page.getByLabel('Identity').fill('an-identity')
  await page.getByRole('button', { name: 'Review order' }).click()
  await expect(problem(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: \[Sandbox\] New order/)
  const links = problem(page).getByRole('link')
  await expect(links).toHaveText([
    'Enter the profile that the order belongs to.',
    'Choose Buy or Sell.',
    'Choose a market.',
    'Enter the limit price as a number, like 1250.00.',
    'Enter the day on which the order expires.',
    'Enter the account too, or leave both empty.',
    'Wait for a fill between 0 and 10000 whole milliseconds.',
    'Self-match prevention ID has at most 36 characters.',
  ])
  const fields = [
    'Profile',
    'Buy',
    'Market',
    'Limit price',
    'Expires on',
    'Account',
    'Wait for a fill',
    'Self-match id',
  ]
  for (const [at, name] of fields.entries()) {
    const link = links.nth(at)
    const words = (await link.textContent()) ?? ''
    await link.click()
    const field = page.getByLabel(name).first()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    if (name !== 'Buy') await expect(field).toHaveAccessibleDescription(new RegExp(words.replace(/[.()]/g, '\\$&')))
  }
  await expect(page.getByLabel('Limit price')).toHaveValue('1,50')
  await checkAccess(page)

  // A field that failed is looked at again when it is left; one that never failed is not.
  await page.getByLabel('Limit price').fill('1.50')
  await page.getByLabel('Identity').focus()
  await expect(links).toHaveCount(7)
  await page.getByLabel('Amount', { exact: true }).fill('1,50')
  await page.getByLabel('Identity').focus()
  await expect(page.getByLabel('Amount', { exact: true })).not.toHaveAttribute('aria-invalid')
  await expect(links).toHaveCount(7)

  // Another money than the field's stays as it was typed, and is told.
  await page.getByLabel('Market').selectOption('BTCUSD')
  const price = page.getByLabel('Limit price')
  await price.fill('91,400 EUR')
  await page.getByRole('button', { name: 'Review order' }).click()
  await expect(price).toHaveValue('91,400 EUR')
  await expect(price).toHaveAccessibleDescription(/Enter the limit price in USD: this says EUR\./)
})

test('a refusal of the service is told truly: at its field, or where there is none beside the button', async ({
  page,
  desk,
}) => {
  await fillOrder(page, resting('99999999'))
  await reviewOrder(page)
  const before = (await arrivals(desk, 'createOrder')).length
  await sendOrder(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Refused.' })
  await expect(note).toContainText(/It has [\d.]+ BTC available, and this needs 99999999\./)
  await expect(note).toContainText('a new order with a new reference')
  await checkAccess(page)
  await sendOrder(page).click()
  await expect.poll(async () => (await arrivals(desk, 'createOrder')).length).toBe(before + 2)
  const [one, other] = (await arrivals(desk, 'createOrder')).slice(before)
  expect(one?.ref_id).not.toBe(other?.ref_id)

  // What the service finds wrong with a field is said at the field, and what was typed is still there.
  await page.getByRole('link', { name: 'Change reference' }).click()
  await expect(page.getByLabel('Reference')).toBeFocused()
  await page.getByLabel('Amount to sell').fill('0.0401')
  await page.getByLabel('Recipient profile').fill('nobody')
  await reviewOrder(page)
  await sendOrder(page).click()
  await expect(problem(page)).toBeFocused()
  await expect(page).toHaveURL(form(desk))
  await problem(page).getByRole('link').click()
  await expect(page.getByLabel('Recipient profile')).toBeFocused()
  await expect(page.getByLabel('Recipient profile')).toHaveValue('nobody')
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0401')
  await page.getByLabel('Recipient profile').fill('')
  await page.getByLabel('Limit price').focus()
  await expect(problem(page)).toHaveCount(0)
  await reviewOrder(page)
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0401')).toHaveLength(1)

  // A reference that has a record: the form keeps what was typed, and leads to both.
  const taken = page.url().split('/').at(-1) ?? ''
  await page.goto(form(desk))
  await fillOrder(page, resting('0.0402'))
  await page.getByText('Recipient profile, self-match id, reference').click()
  await page.getByLabel('Reference').fill(taken)
  await reviewOrder(page)
  await sendOrder(page).click()
  await expect(problem(page)).toContainText('ref_id')
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0402')
  await page.getByRole('link', { name: 'Compare with that record' }).click()
  const both = page.getByRole('table', { name: 'Requested and received' })
  await expect(both.getByRole('row', { name: /base_amount/ })).toContainText(/0\.0402.*0\.0401/)
  expect(await ordersOf(desk, '0.0402')).toHaveLength(0)
})

test('done by the keyboard alone, and done again from its intent with a reference of its own', async ({
  page,
  desk,
}) => {
  await expect(page.getByText('Your order summary appears here.')).toBeVisible()
  await checkAccess(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByLabel('Profile', { exact: true }).focus()
  await page.keyboard.type(profile)
  await press('Tab', 'Tab', 'Space')
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await press('ArrowRight', 'Tab', ...Array.from({ length: 6 }, () => 'ArrowDown'))
  await expect(page.getByLabel('Market')).toHaveValue('BTCUSD')
  await press('Tab', 'Tab')
  await page.keyboard.type('0.0901')
  await press('Tab')
  await page.keyboard.type('9000000')
  await expect(
    page.getByText('Sell 0.0901 BTC from 6f7b1c80…6da7 at 9,000,000 USD or better, until it is cancelled.'),
  ).toBeVisible()
  await checkFocusSeen(page, 'Tab', 12)
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
  expect(new Set((await ordersOf(desk, '0.0901')).map(({ ref_id }) => ref_id)).size).toBe(2)

  // Where a draft is there already it asks which of the two to keep.
  await page.goto(form(desk))
  await page.getByLabel('Amount', { exact: true }).fill('7')
  await page.goto(`${form(desk)}?again=${first}`)
  await page.getByRole('button', { name: 'Keep the draft' }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('7')
})

test('profiles get names and pairs of metadata become templates, for everybody here', async ({ page }) => {
  await page.getByLabel('Profile', { exact: true }).fill(profile)
  await page.getByRole('button', { name: 'Name this profile' }).click()
  await page.getByLabel('Name for this profile').fill('Treasury main')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
  await page.getByRole('radio', { name: 'Sell' }).check()
  await expect(page.getByText(/from Treasury main/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a pair' }).click()
  await page.getByLabel('Key 1').fill('desk')
  await page.getByLabel('Value 1').fill('A')
  await page.getByText('Templates', { exact: true }).click()
  await page.getByLabel('Save these pairs as a template').fill('Desk A')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('button', { name: 'Use template Desk A' })).toBeVisible()
  await checkAccess(page)
  await page.getByRole('button', { name: 'Remove pair 1' }).click()
  await expect(page.getByLabel('Key 1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use template Desk A' }).click()
  await expect(page.getByLabel('Value 1')).toHaveValue('A')
  // A name that is typed becomes the id that it stands for.
  await page.getByLabel('Profile', { exact: true }).fill('treasury MAIN')
  await page.getByLabel('Market').focus()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue(profile)
  await page.getByRole('button', { name: 'Delete template Desk A' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Use template Desk A' })).toHaveCount(0)
})

test('who may not place orders is told who may', async ({ page, desk }) => {
  await page.context().clearCookies()
  await signIn(page, desk, 'support', '/orders/new')
  await expect(page.getByText('You are signed in as support.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review order' })).toHaveCount(0)
})
