/** The activity: what is not known and how it is found out, every intent and its record, notes, conflicts, what was made here. */
import type { Page } from '@playwright/test'
import type { Desk } from './stage'
import { checkAccess, checkFocusSeen, expect, signIn, test } from './test'

/** Signs in where little is drawn. */
const enter = (page: Page, desk: Desk) => signIn(page, desk, 'treasury', '/activity?limit=1')
const at = (desk: Desk, path: string) => `${desk.console.url}/sandbox${path}`
const heading = (page: Page, name?: string | RegExp) => page.getByRole('heading', { level: 1, name })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const table = (page: Page, name: string) => page.getByRole('table', { name })
const rowOf = (page: Page, name: string, text: string) => table(page, name).getByRole('row').filter({ hasText: text })
/** A row of the desk of unknown outcomes. */
const deskRow = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
/** A part of a page, by its heading. */
const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const stress = (desk: Desk, settings: object) => desk.control('PUT', '/clients/demo-client/stress', settings)

/** A reference that no other test has. */
const newReference = () => `hedge-${crypto.randomUUID().slice(0, 8)}`

/** Sends a write as our own pages do, without filling in its form. @returns the intent's id, and the status */
async function send(page: Page, desk: Desk, path: string, data: object, method = 'POST') {
  const intent = crypto.randomUUID()
  const answer = await page.request.fetch(`${desk.console.url}/api/sandbox/v2${path}`, {
    method,
    headers: { origin: desk.console.url, 'x-mintdesk-intent': intent },
    data,
  })
  return { intent, status: answer.status(), record: await answer.json() }
}

async function profileOf(page: Page, desk: Desk): Promise<string> {
  const answer = await page.request.get(`${desk.console.url}/api/sandbox/v2/transfer/transfers?limit=1`)
  return (await answer.json()).items[0].profile_id
}

/** A limit order far from the market, which rests. */
async function order(page: Page, desk: Desk, more: object = {}) {
  const body = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.01', price: '9000000.00' }
  return send(page, desk, `/profiles/${await profileOf(page, desk)}/orders`, { ...body, ...more })
}

const account = {
  fiat_account_owner: { institution_details: { name: 'Halden Treasury AG' } },
  fiat_network_instructions: {
    wire: {
      account_number: '000123450087',
      routing_details: { routing_number_type: 'ABA', routing_number: '026009593', bank_name: 'Northgate Trust' },
    },
  },
}

/** A write whose answer the service drops after doing the work. */
async function unanswered<Sent>(desk: Desk, operation: string, act: () => Promise<Sent>): Promise<Sent> {
  await stress(desk, { drop: [{ operation, times: 1 }] })
  try {
    return await act()
  } finally {
    await stress(desk, {})
  }
}

/** Orders that the service has under a reference. */
async function ordersOf(desk: Desk, reference: string): Promise<unknown[]> {
  const { orders } = await desk.control('GET', '/clients/demo-client/orders')
  return (orders as unknown[]).filter((one) => JSON.stringify(one).includes(reference))
}

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test('an order without an answer stands on the desk, with a badge on every page, and is found out without a second one', async ({
  page,
  desk,
}) => {
  await enter(page, desk)
  const reference = newReference()
  const sent = await unanswered(desk, 'createOrder', () => order(page, desk, { ref_id: reference }))
  expect(sent.status).toBe(504)

  // Nobody asked for the badge: it must not keep a session alive.
  const poll = page.waitForRequest((request) => request.url().endsWith('/intents?states=unknown'))
  await page.goto(at(desk, '/transfers?limit=20'))
  expect((await poll).headers()['x-mintdesk-background']).toBe('1')
  const badge = navigation(page).getByRole('link', { name: /^Activity \d+\+? unknown$/ })
  await expect(badge.getByTitle(/^\d+ unknown outcomes?$/)).toBeVisible()
  await badge.click()
  await expect(heading(page, 'Activity')).toBeFocused()

  const row = deskRow(page, reference)
  await expect(row.getByRole('timer')).toHaveText(/^22:59:\d\d$/)
  await expect(row).toContainText('Sell 0.01 BTC, limit 9,000,000.00 USD')
  await expect(row).toContainText('Looks the order up by its reference.')
  await expect(rowOf(page, 'All activity', reference)).toContainText('Unknown')
  await row.getByRole('button', { name: 'Check outcome' }).click()
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'All activity', reference)).toContainText('Confirmed')
  expect(await ordersOf(desk, reference)).toHaveLength(1)
  // The button is gone; the keyboard stays in its row.
  await expect(row.locator('a:focus')).toBeVisible()

  await row.getByRole('link', { name: /^Details/ }).click()
  await expect(page).toHaveURL(at(desk, `/activity/${sent.intent}`))
  await expect(page.getByRole('status').filter({ hasText: 'The provider has this order.' })).toBeVisible()
  const lines = part(page, 'History').getByRole('listitem')
  // A page that follows the order checks it again.
  for (const [at, text] of [/^Prepared/, /^Sent/, /^No answer/, /^Checked, 409 by/].entries())
    await expect(lines.nth(at)).toHaveText(text)
  await page.goto(at(desk, '/activity'))
  await expect(rowOf(page, 'All activity', reference)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('what the service has otherwise under a reference is a conflict, both sides of it shown', async ({
  page,
  desk,
}) => {
  await enter(page, desk)
  const reference = newReference()
  await order(page, desk, { ref_id: reference })
  const { intent, status } = await order(page, desk, { ref_id: reference, price: '9100000.00' })
  expect(status).toBe(409)
  await page.goto(at(desk, `/activity/${intent}`))
  await expect(heading(page, 'Sell 0.01 BTC, limit 9,100,000.00 USD')).toBeVisible()
  await expect(page.getByRole('main').getByText('Conflict', { exact: true })).toBeVisible()
  const differing = rowOf(page, 'Requested and received', 'Differs')
  await expect(differing).toHaveCount(1)
  await expect(differing).toHaveText(/price.*9100000\.00.*9000000\.00/)
  await page.getByRole('link', { name: 'All requests with this reference' }).click()
  await expect(page.getByRole('searchbox').or(page.getByLabel('Search activity'))).toHaveValue(reference)
  const rows = table(page, 'All activity').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Conflict')
  await expect(rows.nth(1)).toContainText('Confirmed')
})

test('what cannot be asked for is settled by what a person knows, under their name', async ({ page, desk }) => {
  await enter(page, desk)
  const { record } = await send(page, desk, '/transfer/fiat-accounts', account)
  const name = `Halden ${crypto.randomUUID().slice(0, 8)}`
  const change = { fiat_account_owner: { institution_details: { name } } }
  const { intent, status } = await unanswered(desk, 'updateFiatAccount', () =>
    send(page, desk, `/transfer/fiat-accounts/${record.id}`, change, 'PUT'),
  )
  expect(status).toBe(504)
  await page.goto(at(desk, '/activity'))
  const row = deskRow(page, name)
  await expect(row).toContainText('A change has no reference')
  await expect(row.getByRole('button', { name: 'Check outcome' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Record what happened' }).click()
  const form = page.getByRole('form', { name: 'Record what happened' })
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(problem).toBeFocused()
  await expect(problem).toContainText('Choose what happened.')
  await problem.getByRole('link', { name: 'Say how you know it.' }).click()
  const words = form.getByLabel('How you know it')
  await expect(words).toBeFocused()
  await words.fill('The account page of the bank still has the old name.')
  await form.getByRole('radio', { name: 'It did not happen' }).check()
  await checkAccess(page)
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(row.getByText('Refused', { exact: true })).toBeVisible()
  await expect(row).toContainText('Noted by Demo treasury')
  await expect(row.locator('a:focus')).toBeVisible()

  await page.goto(at(desk, `/activity/${intent}`))
  await expect(page.getByText('Demo treasury noted that it did not happen.')).toBeVisible()
  await expect(page.getByText('The provider has not confirmed this.')).toBeVisible()
  await expect(page.getByText(/The account page of the bank still has the old name\./)).toBeVisible()
})

test('all that was asked is filtered, searched and walked by its address', async ({ page, desk }) => {
  await enter(page, desk)
  const reference = newReference()
  const { intent } = await order(page, desk, { ref_id: reference })
  await order(page, desk)
  await page.goto(at(desk, '/activity?limit=1'))
  await expect(page.getByText('1 loaded, more available')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rowOf(page, 'All activity', reference)).toBeVisible()
  await expect(page.getByText(/^Page 2: 1 loaded/)).toBeVisible()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(rowOf(page, 'All activity', reference)).toHaveCount(0)

  await page.goto(at(desk, '/activity'))
  const rows = table(page, 'All activity').locator('tbody').getByRole('row')
  const box = page.getByLabel('Search activity')
  for (const text of [reference, intent]) {
    await box.fill(text)
    await box.press('Enter')
    await expect(page).toHaveURL(at(desk, `/activity?q=${text}`))
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(reference)
  }
  await box.fill('nobody-has-this')
  await box.press('Enter')
  await expect(page.getByText('Nothing here fits "nobody-has-this"')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the search' }).first().click()
  await expect(page).toHaveURL(at(desk, '/activity'))

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^State/ })
    .click()
  await page.getByRole('checkbox', { name: 'Confirmed' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(at(desk, '/activity?states=confirmed'))
  await expect(rowOf(page, 'All activity', reference)).toContainText('Confirmed')
  await page.goto(at(desk, '/activity?states=confirmed&operations=createRule&created_at.lt=2020-01-01T00:00:00Z'))
  await expect(page.getByText('No entries match all these filters')).toBeVisible()
  await page.goto(at(desk, '/activity?states=odd'))
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText('State "odd"')
})

test('each row is reached by the keyboard, and its page leads back to the list as it was', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/transfers?limit=20')
  const { intent } = await order(page, desk)
  await expect(heading(page, 'Transfers')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(heading(page, 'Activity')).toBeFocused()
  await page.goto(at(desk, '/activity?states=confirmed'))
  await expect(rowOf(page, 'All activity', 'Confirmed').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/activity/${intent}\\?`))
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText('Sell 0.01 BTC, limit 9,000,000.00 USD')
  await checkFocusSeen(page, 'Tab', 12)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(at(desk, '/activity?states=confirmed'))
  await expect(page.locator('main a:focus')).toHaveAttribute('href', new RegExp(intent))
})

test('an intent has its record: request, answer, account numbers on demand only, and a way to do it again', async ({
  page,
  desk,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, desk)
  const { intent } = await send(page, desk, '/transfer/fiat-accounts', account)
  await page.goto(at(desk, `/activity/${intent}`))
  await expect(heading(page, 'Register fiat account, Northgate Trust ••0087')).toBeVisible()
  const request = page.getByRole('region', { name: 'Request', exact: true })
  await expect(request.last()).toContainText('"account_number": "••0087"')
  await expect(page.getByRole('main')).not.toContainText('000123450087')
  await part(page, 'Request').getByRole('button', { name: 'Whole account numbers' }).click()
  await expect(request.last()).toContainText('"account_number": "000123450087"')
  await part(page, 'Request').getByRole('button', { name: 'Copy as curl' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl --request POST .*"\$BASE_URL\/v2\/transfer\/fiat-accounts".*000123450087/s)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(/\/fiat-accounts\/new/)

  await page.goto(at(desk, '/activity/00000000-0000-4000-8000-00000000dead'))
  await expect(page.getByRole('heading', { name: 'Mintdesk has no record of this request' })).toBeVisible()
})

test('what was made here has its last known status, and is checked as long as that is safe', async ({ page, desk }) => {
  await enter(page, desk)
  const reference = newReference()
  await order(page, desk, { ref_id: reference })
  await page.goto(at(desk, '/activity'))
  await page.getByRole('navigation', { name: 'Made here' }).getByRole('link', { name: 'Orders' }).click()
  await expect(heading(page, 'Orders')).toBeFocused()
  const row = rowOf(page, 'Orders', reference)
  await expect(row).toContainText('Submitted')
  await expect(row).toContainText('the provider')
  await row.getByRole('button', { name: /^Check status/ }).click()
  await expect(row).toContainText('Open')
  expect(await ordersOf(desk, reference)).toHaveLength(1)
  await checkAccess(page)
  for (const [path, title, act] of [
    ['/fiat-accounts', 'Fiat accounts', 'New fiat account'],
    ['/rules', 'Rules', 'New rule'],
  ] as const) {
    await page.goto(at(desk, path))
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: act }).first()).toBeVisible()
  }
})

test('an order is followed while its page is open, and shows what the newest check learned', async ({ page, desk }) => {
  await enter(page, desk)
  // A limit that crosses; one whose amount ends in .13 fills by half at first.
  const half = await order(page, desk, { base_amount: '0.13', price: '100.00' })
  expect(half.record).toMatchObject({ status: 'SUBMITTED', amount_filled: '0' })
  const check = page.waitForRequest((request) => request.url().endsWith(`/intents/${half.intent}/find-out`))
  await page.goto(at(desk, `/activity/${half.intent}`))
  await expect(page.getByText(/^Following this order: (next check in \d+ s|checking now)/)).toBeVisible()
  expect((await check).headers()['x-mintdesk-background']).toBe('1')
  await expect(page.getByText(/^0\.065 of 0\.13 BTC left, average price [\d,.]+ USD$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('You stopped following this order.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow this order' })).toBeFocused()
  await checkAccess(page)

  const whole = await order(page, desk, { base_amount: '0.02', price: '100.00' })
  await page.goto(at(desk, `/activity/${whole.intent}`))
  await expect(part(page, 'Order').getByText('Filled', { exact: true })).toBeVisible()
  await expect(part(page, 'Order')).toContainText(/Amount filled\s*0\.02\s*BTC/)
  await expect(page.getByText(/^Following this order/)).toHaveCount(0)
  await expect(part(page, 'Answer')).toContainText('"status": "SUBMITTED"')
  await expect(part(page, 'Latest record')).toContainText('"status": "FILLED"')
})

test('support has no activity, and an approver reads it without acts', async ({ page, desk, browser }) => {
  await enter(page, desk)
  const reference = newReference()
  const { intent } = await unanswered(desk, 'createOrder', () => order(page, desk, { ref_id: reference }))

  const approver = await browser.newPage()
  await signIn(approver, desk, 'approver', '/activity')
  await expect(deskRow(approver, reference)).toContainText('Treasury and admin can check the outcome.')
  await expect(approver.getByRole('button', { name: /Check outcome|Record what happened/ })).toHaveCount(0)
  await expect(navigation(approver).getByRole('link', { name: 'Order', exact: true })).toHaveCount(0)
  await approver.goto(at(desk, `/activity/${intent}`))
  await expect(approver.getByText('It is unknown whether this order happened.')).toBeVisible()
  for (const name of ['Check outcome', 'Record what happened'])
    await expect(approver.getByRole('button', { name })).toHaveCount(0)
  await expect(approver.getByRole('link', { name: 'Duplicate' })).toHaveCount(0)
  await approver.close()

  const support = await browser.newPage()
  await signIn(support, desk, 'support', '/activity')
  await expect(support.getByText('This is not part of your role')).toBeVisible()
  await expect(support.getByRole('main')).not.toContainText(reference)
  for (const name of ['Activity', 'Order', 'Rule', 'Deposit'])
    await expect(navigation(support).getByRole('link', { name, exact: true })).toHaveCount(0)
  expect((await support.request.get(`${desk.console.url}/api/sandbox/intents/${intent}`)).status()).toBe(403)
  await support.close()

  // What is not known does not stay for the tests that come after.
  await page.goto(at(desk, `/activity/${intent}`))
  await page.getByRole('button', { name: 'Check outcome' }).click()
  await expect(page.getByText('The provider has this order.')).toBeVisible()
})

test('axe finds nothing on the desk, an unknown intent, a conflict and the sheet of a phone', async ({
  page,
  desk,
}) => {
  test.slow()
  await enter(page, desk)
  const reference = newReference()
  const { intent } = await unanswered(desk, 'createOrder', () => order(page, desk, { ref_id: reference }))
  const conflict = await order(page, desk, { ref_id: reference, price: '9100000.00' })
  await page.goto(at(desk, '/activity?limit=20'))
  await expect(deskRow(page, reference)).toBeVisible()
  await checkAccess(page)
  await page.goto(at(desk, `/activity/${intent}`))
  await expect(page.getByRole('timer')).toBeVisible()
  await checkAccess(page)
  await page.goto(at(desk, `/activity/${conflict.intent}`))
  await expect(table(page, 'Requested and received')).toBeVisible()
  await checkAccess(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at(desk, '/activity?limit=20'))
  const tabs = page.getByRole('navigation', { name: 'Main, phone' })
  await expect(tabs.getByRole('link', { name: /^Activity.*unknown outcome/ })).toBeVisible()
  await tabs.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet.getByRole('link', { name: 'Deposit' })).toBeVisible()
  await checkAccess(page, [{ width: 390, looks: ['light', 'dark'] }])
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet.getByRole('link', { name: 'Rule' }).click()
  await expect(page).toHaveURL(at(desk, '/rules/new'))
})
