/** Orders: the form and its draft, the review, sending exactly once, and what is told when it could not be sent. */
import type { Page } from '@playwright/test'
import { type Desk, freePort, startConsoleOn } from './stage'
import { checkAccess, checkFocusSeen, companySignIn, expect, signIn, test } from './test'
import { startUpstream } from './upstream'

const form = (desk: Desk) => `${desk.console.url}/sandbox/orders/new`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
/** The button that sends: it names the act and the amount. */
const send = (page: Page) => page.getByRole('button', { name: /^(Sell|Buy)/ })
const stress = (desk: Desk, settings: object) => desk.control('PUT', '/clients/demo-client/stress', settings)

/** A profile of the seeded data. */
const profile = '6f7b1c80-9e4a-4d5c-9a0b-3b8f5c2e6da7'

type Filled = { side?: 'Buy' | 'Sell'; market?: string; type?: string; amounts: Record<string, string>; time?: string }

async function fill(page: Page, { side = 'Sell', market = 'BTCUSD', type = 'LIMIT', amounts, time }: Filled) {
  await page.getByLabel('Profile', { exact: true }).fill(profile)
  await page.getByRole('radio', { name: side }).check()
  await page.getByLabel('Market').selectOption(market)
  await page.getByLabel('Type').selectOption(type)
  for (const [name, amount] of Object.entries(amounts)) await page.getByLabel(name, { exact: true }).fill(amount)
  if (time) await page.getByRole('radio', { name: new RegExp(`^${time}`) }).check()
}

/** An order far from the market, which rests; the amount tells one test's orders from another's. */
const resting = (amount: string): Filled => ({ amounts: { 'Amount to sell': amount, 'Limit price': '9000000.00' } })

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review order' }).click()
  await expect(heading(page, 'Review order')).toBeVisible()
}

const isIntent = (url: URL) => /\/sandbox\/activity\/[0-9a-f-]{36}$/.test(url.pathname)

type Arrived = { operation: string; ref_id?: string; status?: number }

/** Create order calls that reached the service, by its own log. */
async function arrivals(desk: Desk): Promise<Arrived[]> {
  const { requests } = await desk.control('GET', '/clients/demo-client/requests')
  return (requests as Arrived[]).filter(({ operation }) => operation === 'createOrder')
}

/** Orders that the service has with this base amount. */
async function ordersOf(desk: Desk, base_amount: string): Promise<Record<string, string>[]> {
  const { orders } = await desk.control('GET', '/clients/demo-client/orders')
  return (orders as Record<string, string>[]).filter((order) => order.base_amount === base_amount)
}

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test.beforeEach(async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/orders/new')
})

test('a market order is reviewed in words and as JSON, waits for its fill, and shows what filled', async ({
  page,
  desk,
}) => {
  await fill(page, { type: 'MARKET', amounts: { 'Amount to sell': '$0.25' } })
  await page.getByLabel('Wait for a fill').fill('8000')
  // What was meant is shown back, and what does not fit says why.
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.25')
  await expect(page.getByLabel('Limit price')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^GTC/ })).toBeDisabled()
  await expect(page.getByText('Not valid for market; it is for limit', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^IOC .*default for market/ })).toBeChecked()
  await review(page)
  await expect(page.getByText('Nothing has been sent')).toBeVisible()
  const json = page.getByRole('region', { name: 'JSON', exact: true })
  await expect(json).toContainText('"base_amount": "0.25"')
  await expect(json).toContainText('"await_fill_millis": 8000')
  await expect(page.getByText('exchange:write_order')).toBeVisible()
  await stress(desk, { latency: [{ operation: 'createOrder', millis: 2_500 }] })
  await send(page).click()
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
  await fill(page, { ...resting('0.0201'), time: 'GTT' })
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
  await review(page)
  await expect(page.getByText(`until 1 Jul ${year} 10:00:00`).first()).toBeVisible()
  await send(page).click()
  await page.waitForURL(isIntent)
  const [made] = await ordersOf(desk, '0.0201')
  expect(made).toMatchObject({ metadata: { desk: 'Zürich' }, time_in_force: 'GTT' })
  expect(Date.parse(made?.expiration_date ?? '')).toBe(moment)
})

test('each other type goes with its own amounts', async ({ page, desk }) => {
  const kinds: [Filled, object][] = [
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
    await fill(page, filled)
    await review(page)
    if (filled.type === 'STOP_LIMIT') await expect(page.getByText(/a sell may never fill/)).toBeVisible()
    await send(page).click()
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
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: \[Sandbox\] New order/)
  const links = summary(page).getByRole('link')
  await expect(links).toHaveText([
    'Enter the profile that the order belongs to.',
    'Choose whether to buy or to sell.',
    'Choose a market.',
    'Write the amount in digits with at most one point, such as 1250.00.',
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
})

test('a refusal of the service is told truly: at its field, or where there is none beside the button', async ({
  page,
  desk,
}) => {
  await fill(page, resting('99999999'))
  await review(page)
  const before = (await arrivals(desk)).length
  await send(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Refused.' })
  await expect(note).toContainText(/It has [\d.]+ BTC available, and this needs 99999999\./)
  await expect(note).toContainText('a new order, with a reference of its own')
  await checkAccess(page)
  await send(page).click()
  await expect.poll(async () => (await arrivals(desk)).length).toBe(before + 2)
  const [one, other] = (await arrivals(desk)).slice(before)
  expect(one?.ref_id).not.toBe(other?.ref_id)

  // What the service finds wrong with a field is said at the field, and what was typed is still there.
  await page.getByRole('link', { name: 'Change reference' }).click()
  await expect(page.getByLabel('Reference')).toBeFocused()
  await page.getByLabel('Amount to sell').fill('0.0401')
  await page.getByLabel('Recipient profile').fill('nobody')
  await review(page)
  await send(page).click()
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveURL(form(desk))
  await summary(page).getByRole('link').click()
  await expect(page.getByLabel('Recipient profile')).toBeFocused()
  await expect(page.getByLabel('Recipient profile')).toHaveValue('nobody')
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0401')
  await page.getByLabel('Recipient profile').fill('')
  await page.getByLabel('Limit price').focus()
  await expect(summary(page)).toHaveCount(0)
  await review(page)
  await send(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0401')).toHaveLength(1)
})

test('what was typed comes back when the session ended before it was sent', async ({ page, desk }) => {
  await fill(page, resting('0.0501'))
  await review(page)
  await page.context().clearCookies({ name: /session-token/ })
  await send(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Signed out. Nothing was sent.' })
  await expect(note).toContainText('What you typed is kept on this device')
  await note.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^treasury/i }).click()
  await expect(page).toHaveURL(`${form(desk)}/review`)
  await expect(send(page)).toHaveText('Sell 0.0501 BTC')
  // Another person at the same device finds nothing of it.
  await page.context().clearCookies({ name: /session-token/ })
  await page.goto(form(desk))
  await page.getByRole('button', { name: /^admin/i }).click()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
  await page.context().clearCookies({ name: /session-token/ })
  await page.goto(form(desk))
  await page.getByRole('button', { name: /^treasury/i }).click()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0501')
  await review(page)
  await send(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0501')).toHaveLength(1)
})

test('pressed twice, by two tabs with the same draft, it is one order; the answer is the same for both', async ({
  page,
  desk,
}) => {
  await fill(page, resting('0.0601'))
  await review(page)
  const before = (await arrivals(desk)).length
  await stress(desk, { latency: [{ operation: 'createOrder', millis: 2_500 }] })
  // A tab that the browser makes from this one begins with a copy of what this one holds.
  const [twin] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(window.location.href)),
  ])
  await expect(send(twin)).toHaveText('Sell 0.0601 BTC')
  await page.bringToFront()
  await send(page).dblclick()
  await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  // It can be reached and pressed all the while; the window itself may be behind the other.
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
  expect(await focused()).toBe('Sending…')
  await send(twin).press('Enter')
  await Promise.all([page.waitForURL(isIntent), twin.waitForURL(isIntent)])
  await stress(desk, {})
  expect(twin.url()).toBe(page.url())
  expect((await arrivals(desk)).length).toBe(before + 1)
  expect(await ordersOf(desk, '0.0601')).toHaveLength(1)
  await twin.close()

  // The way back leads to an empty form, not to what is done.
  await page.goBack()
  await expect(heading(page, 'New order')).toBeVisible()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
})

test('an order without an answer leads to its intent, and coming back to the form says that it may have been sent', async ({
  page,
  desk,
}) => {
  await fill(page, resting('0.0701'))
  await review(page)
  await stress(desk, { latency: [{ operation: 'createOrder', millis: 2_500 }] })
  const left = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'))
  await send(page).click()
  await left
  // Closed or reloaded while it is sent: whoever comes back must not think that nothing happened.
  await page.reload()
  await expect(page.getByText('This order may have been sent.')).toBeVisible()
  await stress(desk, {})
  await send(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0701')).toHaveLength(1)

  await page.goto(form(desk))
  await fill(page, resting('0.0702'))
  await review(page)
  await stress(desk, { drop: [{ operation: 'createOrder', times: 1 }] })
  await send(page).click()
  await page.waitForURL(isIntent)
  await stress(desk, {})
  await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
})

test('a console that cannot be reached is said to be out of reach, and the next press is the same order', async ({
  page,
  desk,
}) => {
  await fill(page, resting('0.0703'))
  await review(page)
  await page.context().setOffline(true)
  await send(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Not known whether it arrived.' })
  await expect(note).toContainText('the same order is carried out once at most')
  await page.context().setOffline(false)
  await send(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0703')).toHaveLength(1)
})

test('an order that was changed after its twin in another tab was sent is not taken for the same', async ({
  page,
  desk,
}) => {
  await fill(page, resting('0.0704'))
  await review(page)
  const [twin] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(window.location.href)),
  ])
  await send(twin).click()
  await twin.waitForURL(isIntent)
  const sent = twin.url()
  await twin.close()
  await page.getByRole('link', { name: 'Change amount' }).click()
  await expect(page.getByLabel('Amount to sell')).toBeFocused()
  await page.getByLabel('Amount to sell').fill('0.0705')
  await review(page)
  await send(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Sent before, with other values.' })
  await expect(note.getByRole('link', { name: 'See it in Activity' })).toHaveAttribute('href', new URL(sent).pathname)
  await note.getByRole('button', { name: 'Make this a new order' }).click()
  await send(page).click()
  await page.waitForURL((url) => isIntent(url) && url.href !== sent)
  expect(await ordersOf(desk, '0.0704')).toHaveLength(1)
  expect(await ordersOf(desk, '0.0705')).toHaveLength(1)
})

test('what could not leave because the service is dead is kept, and leaves once when it is there again', async ({
  page,
}) => {
  const port = await freePort()
  const console = await startConsoleOn(`http://127.0.0.1:${port}`)
  try {
    await signIn(page, { console }, 'treasury', '/orders/new')
    await fill(page, resting('0.0706'))
    await expect(page.getByText('Profiles seen lately could not be read. Paste the id.').first()).toBeVisible()
    await review(page)
    await send(page).click()
    const note = page.getByRole('alert').filter({ hasText: 'Not sent.' })
    await expect(note).toContainText('The order is recorded here and has not left. Press again to send it.')
    const service = await startUpstream('revived', port)
    service.feel({ service: { status: 200, only: '/orders', body: '{"id":"order-1","status":"OPEN"}' } })
    await send(page).click()
    await page.waitForURL(isIntent)
    const posts = service.received.filter(({ url }) => url.includes('/orders'))
    expect(posts.map(({ body }) => JSON.parse(body).ref_id)).toEqual([page.url().split('/').at(-1)])
    await service.close()
  } finally {
    await console.stop()
  }
})

test('a draft outlives a reload, leaving asks, and what is discarded can be brought back', async ({ page, desk }) => {
  await expect(page.getByText('What you type is kept on this device until it is sent')).toBeVisible()
  await fill(page, resting('0.0801'))
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
  await review(page)
  await page.goBack()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')

  // Who signs out means it: nothing is asked, and nothing stays.
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL(/sign-in/)
  expect(asked).toEqual(['beforeunload'])
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
})

test('done by the keyboard alone, and done again from its intent with a reference of its own', async ({
  page,
  desk,
}) => {
  await expect(page.getByText('What you fill in stands here as a sentence.')).toBeVisible()
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
  await page.getByRole('link', { name: 'Do it again' }).click()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0901')
  await expect(page.getByText(/^Filled in from an earlier order/)).toBeVisible()
  await review(page)
  await send(page).click()
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
  await page.getByLabel('Keep the pairs above as a template').fill('Desk A')
  await page.getByRole('button', { name: 'Keep template' }).click()
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

test('in production the amount is typed once more before real money moves', async ({ page, company }) => {
  await companySignIn(page, company, ['treasury'], '/production/orders/new')
  await fill(page, resting('12.50'))
  await review(page)
  await send(page).click()
  await expect(summary(page).getByRole('link')).toHaveText('Type the amount to confirm it: 12.50 BTC.')
  await summary(page).getByRole('link').click()
  const typed = page.getByLabel('Type the amount to confirm')
  await expect(typed).toBeFocused()
  await typed.fill('1.25')
  await page.keyboard.press('Enter')
  await expect(summary(page).getByRole('link')).toHaveText('This is another amount. What is to be sent says 12.50 BTC.')
  expect(company.production.received.filter(({ method, url }) => method === 'POST' && url.includes('/orders'))).toEqual(
    [],
  )
  await checkAccess(page)
  await typed.fill('12.5')
  company.production.feel({
    service: {
      status: 200,
      only: '/orders',
      body: JSON.stringify({ id: 'order-1', status: 'OPEN', market: 'BTCUSD' }),
    },
  })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/production\/activity\//)
  company.production.feel({})
  const posts = company.production.received.filter(({ method, url }) => method === 'POST' && url.includes('/orders'))
  expect(posts).toHaveLength(1)
  expect(JSON.parse(posts[0]?.body ?? '{}')).toMatchObject({ base_amount: '12.50', price: '9000000.00', side: 'SELL' })
})
