/** The activity with a real service: unknown outcomes, conflicts, notes, filters, following; its mechanics are in components/activity. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { checkAccessibility, checkFocusVisible, expect, signIn, test, updates } from './test'

/** Signs in on a page with few rows. */
const enter = (page: Page, demo: Demo) => signIn(page, demo, 'treasury', '/activity?limit=1')
const at = (demo: Demo, path: string) => `${demo.console.url}/sandbox${path}`
const heading = (page: Page, name?: string | RegExp) => page.getByRole('heading', { level: 1, name })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const table = (page: Page, name: string) => page.getByRole('table', { name })
const rowOf = (page: Page, name: string, text: string) => table(page, name).getByRole('row').filter({ hasText: text })
/** A row of the unknown outcomes. */
const unknownRow = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
/** A part of a page, by its heading. */
const part = (page: Page, name: string) =>
  page.locator('section, details').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const stress = (demo: Demo, settings: object) => demo.control('PUT', '/clients/demo-client/stress', settings)

/** A reference that no other test has. */
// Seven characters: eight digits would be hidden as an account number.
const newReference = () => `hedge-${crypto.randomUUID().slice(0, 7)}`

/** Sends a write as our own pages do, without filling in its form. @returns the intent's id, and the status */
async function send(page: Page, demo: Demo, path: string, data: object, method = 'POST') {
  const intent = crypto.randomUUID()
  const answer = await page.request.fetch(`${demo.console.url}/api/sandbox/v2${path}`, {
    method,
    headers: { origin: demo.console.url, 'x-mintdesk-intent': intent },
    data,
  })
  return { intent, status: answer.status(), record: await answer.json() }
}

async function profileOf(page: Page, demo: Demo): Promise<string> {
  const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/transfer/transfers?limit=1`)
  return (await answer.json()).items[0].profile_id
}

/** A limit order far from the market, which rests. */
async function order(page: Page, demo: Demo, more: object = {}) {
  const body = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.01', price: '9000000.00' }
  return send(page, demo, `/profiles/${await profileOf(page, demo)}/orders`, { ...body, ...more })
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
async function unanswered<Sent>(demo: Demo, operation: string, act: () => Promise<Sent>): Promise<Sent> {
  await stress(demo, { drop: [{ operation, times: 1 }] })
  try {
    return await act()
  } finally {
    await stress(demo, {})
  }
}

/** Orders that the service has under a reference. */
async function ordersOf(demo: Demo, reference: string): Promise<unknown[]> {
  const { orders } = await demo.control('GET', '/clients/demo-client/orders')
  return (orders as unknown[]).filter((one) => JSON.stringify(one).includes(reference))
}

// Later tests must not see these writes.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test('an order without an answer is listed as unknown, counted on every page, and found by a check without a second order', async ({
  page,
  demo,
}) => {
  await enter(page, demo)
  const reference = newReference()
  const sent = await unanswered(demo, 'createOrder', () => order(page, demo, { ref_id: reference }))
  expect(sent.status).toBe(504)

  await page.goto(at(demo, '/transfers?limit=20'))
  const badge = navigation(page).getByRole('link', { name: /^Activity \d+\+? unknown$/ })
  await expect(badge.getByTitle(/^\d+ unknown outcomes?$/)).toBeVisible()
  await badge.click()
  await expect(heading(page, 'Activity')).toBeFocused()

  const row = unknownRow(page, reference)
  await expect(row.getByRole('timer')).toHaveText(/^22:59:\d\d$/)
  await expect(row).toContainText('Sell 0.01 BTC, limit 9,000,000.00 USD')
  await expect(row).toContainText('If it never received it, it places it now, at current prices.')
  await expect(rowOf(page, 'All activity', reference)).toContainText('Unknown')
  await row.getByRole('button', { name: 'Check outcome' }).click()
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'All activity', reference)).toContainText('Confirmed')
  expect(await ordersOf(demo, reference)).toHaveLength(1)
  await row.getByRole('link', { name: /^Details/ }).click()
  await expect(page).toHaveURL(at(demo, `/activity/${sent.intent}`))
  await expect(page.getByRole('status').filter({ hasText: 'Order placed.' })).toHaveCount(1)
  const lines = part(page, 'History').getByRole('listitem')
  // A page that follows the order checks it again.
  for (const [at, text] of [/^Requested/, /^Sent/, /^No answer/, /^Found at the provider/].entries())
    await expect(lines.nth(at)).toHaveText(text)
  await page.goto(at(demo, '/activity'))
  await expect(rowOf(page, 'All activity', reference)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Orders' }).click()
  await expect(heading(page, 'Orders')).toBeFocused()
  await expect(rowOf(page, 'Orders', reference).getByTitle('the provider')).toBeVisible()
  await rowOf(page, 'Orders', reference)
    .getByRole('button', { name: /^Check status/ })
    .click()
  await expect(rowOf(page, 'Orders', reference)).toContainText('Open')
  expect(await ordersOf(demo, reference)).toHaveLength(1)
})

test('another order under the same reference is a conflict that shows both records', async ({ page, demo }) => {
  await enter(page, demo)
  const reference = newReference()
  await order(page, demo, { ref_id: reference })
  const { intent, status } = await order(page, demo, { ref_id: reference, price: '9100000.00' })
  expect(status).toBe(409)
  await page.goto(at(demo, `/activity/${intent}`))
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

test('a change without an answer is settled by a note, whose draft survives a reload', async ({ page, demo }) => {
  await enter(page, demo)
  const { record } = await send(page, demo, '/transfer/fiat-accounts', account)
  const name = `Halden ${crypto.randomUUID().slice(0, 7)}`
  const change = { fiat_account_owner: { institution_details: { name } } }
  const { intent, status } = await unanswered(demo, 'updateFiatAccount', () =>
    send(page, demo, `/transfer/fiat-accounts/${record.id}`, change, 'PUT'),
  )
  expect(status).toBe(504)
  await page.goto(at(demo, '/activity'))
  const row = unknownRow(page, name)
  await expect(row).toContainText('A change has no reference')
  await expect(row.getByRole('button', { name: 'Check outcome' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Record what happened' }).click()
  const form = page.getByRole('form', { name: 'Record what happened' })
  await form.getByLabel('How you know this').fill('The account page of the bank still has the old name.')
  await page.reload()
  await expect(form.getByLabel('How you know this')).toHaveValue('The account page of the bank still has the old name.')
  await form.getByRole('radio', { name: 'It did not go through' }).check()
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(row.getByText('Refused', { exact: true })).toBeVisible()
  await expect(row).toContainText('Noted by Demo treasury')

  await page.goto(at(demo, `/activity/${intent}`))
  await expect(page.getByText('Demo treasury noted that it did not go through.')).toBeVisible()
  await expect(page.getByText('The provider has not confirmed this.')).toBeVisible()
  await expect(page.getByText(/The account page of the bank still has the old name\./)).toBeVisible()
})

test('requests are paged, searched and filtered by the address, and a row leads back to its list', async ({
  page,
  demo,
}) => {
  await enter(page, demo)
  const reference = newReference()
  const { intent } = await order(page, demo, { ref_id: reference })
  await order(page, demo)
  await page.goto(at(demo, '/activity?limit=1'))
  await expect(page.getByText('1 loaded, more available')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rowOf(page, 'All activity', reference)).toBeVisible()
  await expect(page.getByText(/^Page 2: 1 loaded/)).toBeVisible()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(rowOf(page, 'All activity', reference)).toHaveCount(0)

  await page.goto(at(demo, '/activity'))
  const rows = table(page, 'All activity').locator('tbody').getByRole('row')
  const box = page.getByLabel('Search activity')
  for (const text of [reference, intent]) {
    await box.fill(text)
    await box.press('Enter')
    await expect(page).toHaveURL(at(demo, `/activity?q=${text}`))
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(reference)
  }
  await page.getByRole('link', { name: 'Clear the search' }).first().click()
  await expect(page).toHaveURL(at(demo, '/activity'))

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^State/ })
    .click()
  await page.getByRole('checkbox', { name: 'Confirmed' }).check()
  // The row is there before the filtered list is, whose rows take the place of those that a key would step through.
  const filtered = page.waitForResponse((answer) => /\/api\/.*states=confirmed/.test(answer.url()))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(at(demo, '/activity?states=confirmed'))
  await filtered
  await expect(updates(page)).toHaveAttribute('aria-busy', 'false')
  await expect(rowOf(page, 'All activity', reference)).toContainText('Confirmed')

  // The newest request is the last order.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText('Sell 0.01 BTC, limit 9,000,000.00 USD')
  await checkFocusVisible(page, 'Tab', 12)
  const opened = new URL(page.url()).pathname
  await page.keyboard.press('u')
  await expect(page).toHaveURL(at(demo, '/activity?states=confirmed'))
  await expect(page.locator('main a:focus')).toHaveAttribute('href', new RegExp(opened))
})

test('an open order is followed while its page is shown, and shows its newest record', async ({ page, demo }) => {
  await enter(page, demo)
  // A limit that crosses; one whose amount ends in .13 fills by half at first.
  const half = await order(page, demo, { base_amount: '0.13', price: '100.00' })
  expect(half.record).toMatchObject({ status: 'SUBMITTED', amount_filled: '0' })
  await page.goto(at(demo, `/activity/${half.intent}`))
  await expect(page.getByText(/^Following this order: (next check in \d+ s|checking now)/)).toBeVisible()
  await expect(page.getByText(/^0\.065 of 0\.13 BTC left, average price [\d,.]+ USD$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('You stopped following this order.')).toBeVisible()

  const whole = await order(page, demo, { base_amount: '0.02', price: '100.00' })
  await page.goto(at(demo, `/activity/${whole.intent}`))
  await expect(page.getByRole('main').getByText('Filled', { exact: true }).first()).toBeVisible()
  await expect(part(page, 'Order')).toContainText(/Amount filled\s*0\.02\s*BTC/)
  await expect(page.getByText(/^Following this order/)).toHaveCount(0)
  for (const [title, status] of [
    ['Response', 'SUBMITTED'],
    ['Latest record', 'FILLED'],
  ] as const) {
    await part(page, title).getByRole('heading', { name: title }).click()
    await expect(part(page, title)).toContainText(`"status": "${status}"`)
  }
})

test('axe finds nothing on unknown outcomes, an unknown request, a conflict and the menu of a phone', async ({
  page,
  demo,
}) => {
  const sights = [{ width: 1440, looks: ['light', 'dark'] }] as const
  await enter(page, demo)
  const reference = newReference()
  const { intent } = await unanswered(demo, 'createOrder', () => order(page, demo, { ref_id: reference }))
  const conflict = await order(page, demo, { ref_id: reference, price: '9100000.00' })
  await page.goto(at(demo, '/activity?limit=20'))
  await expect(unknownRow(page, reference)).toBeVisible()
  await checkAccessibility(page, sights)
  await page.goto(at(demo, '/orders'))
  await expect(unknownRow(page, reference).getByRole('timer')).toBeVisible()
  await checkAccessibility(page, sights)
  await page.goto(at(demo, `/activity/${intent}`))
  await expect(page.getByRole('timer')).toBeVisible()
  await checkAccessibility(page, sights)
  await page.goto(at(demo, `/activity/${conflict.intent}`))
  await expect(table(page, 'Requested and received')).toBeVisible()
  await checkAccessibility(page, sights)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at(demo, '/activity?limit=20'))
  const tabs = page.getByRole('navigation', { name: 'Main, phone' })
  await tabs.getByRole('button', { name: /^More.*unknown outcome/ }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet.getByRole('link', { name: 'New test wire' })).toBeVisible()
  await checkAccessibility(page, [{ width: 390, looks: ['light', 'dark'] }])
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet.getByRole('link', { name: 'New rule' }).click()
  await expect(page).toHaveURL(at(demo, '/rules/new'))
})
