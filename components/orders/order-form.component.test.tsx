/** The fields and the review of an order. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { button, delayed, errorLinks, errors, field, heading, renderForm } from '@/components/testing/forms'
import type { Answers } from '@/components/testing/proxy'
import { usePreference } from '@/components/ui/preferences'
import type { Preset } from '@/lib/api/intents'
import { OrderForm } from './order-form'

const profile = '6f7b1c80-0000-4000-8000-00000000b6da'
const placed = { id: 'order-1', status: 'OPEN', market: 'BTCUSD' }
const radio = (name: string | RegExp) => page.getByRole('radio', { name })

const open = (options: { answers?: Answers; requiresIdentity?: boolean } = {}, Form = OrderForm) =>
  renderForm(Form, { url: '/sandbox/orders/new', ...options, answers: { createOrder: placed, ...options.answers } })

async function fill(type: string, amounts: Record<string, string>) {
  await field('Profile').fill(profile)
  await radio('Sell').click()
  await field('Market').selectOptions('BTCUSD')
  await field('Type').selectOptions(type)
  for (const [name, amount] of Object.entries(amounts)) await field(name).fill(amount)
}

async function review() {
  await button('Review order').click()
  await expect.element(heading('Review order')).toBeVisible()
}

test('a market order shows what fits it, is reviewed in words and as JSON, and counts its wait down', async () => {
  const { answer, give } = delayed()
  const { sent } = await open({ answers: { createOrder: () => answer } })
  await fill('MARKET', { 'Amount to sell': '0.25 BTC' })
  await page.getByLabelText('Wait for a fill').fill('8000')
  await expect.element(field('Amount to sell'), { message: 'normalized when it is left' }).toHaveValue('0.25')
  await expect.element(field('Limit price')).not.toBeInTheDocument()
  await expect.element(radio(/^GTC/)).toBeDisabled()
  await expect.element(page.getByText('Not valid for market, only for limit').first()).toBeVisible()
  await expect.element(radio(/^IOC .*default for market/)).toBeChecked()
  await review()
  await expect.element(page.getByText('Nothing has been sent')).toBeVisible()
  const json = page.getByRole('region', { name: 'JSON', exact: true })
  await expect.element(json).toHaveTextContent('"base_amount": "0.25"')
  await expect.element(json).toHaveTextContent('"await_fill_millis": 8000')
  await expect.element(page.getByText('exchange:write_order')).toBeVisible()
  await button(/^Sell 0\.25/).click()
  await expect.element(page.getByText(/^Waiting for a fill, \d s left/)).toBeVisible()
  give(placed)
  await expect.element(heading(/\/sandbox\/activity\/[0-9a-f-]{36}$/)).toBeVisible()
  expect(sent('createOrder').map(({ body }) => body)).toMatchObject([
    { type: 'MARKET', side: 'SELL', time_in_force: 'IOC', base_amount: '0.25' },
  ])
})

function WithTimes(props: Parameters<typeof OrderForm>[0]) {
  const [, setTimes] = usePreference('times')
  return (
    <>
      <button type="button" onClick={() => setTimes('local')}>
        Local times
      </button>
      <button type="button" onClick={() => setTimes('utc')}>
        UTC times
      </button>
      <OrderForm {...props} />
    </>
  )
}

test('a GTT order is sent with the moment that its day and time mean in the chosen zone', async () => {
  const { sent } = await open({}, WithTimes)
  await button('Local times').click()
  await fill('LIMIT', { 'Amount to sell': '0.0201', 'Limit price': '9000000' })
  await radio(/^GTT/).click()
  const year = new Date().getUTCFullYear() + 1
  await field('Expires on').fill(`${year}-07-01`)
  await field('At').fill('12:00')
  const moment = new Date(year, 6, 1, 12).getTime()
  await expect.element(page.getByText(`Sent as ${moment}`)).toBeVisible()
  await button('UTC times').click()
  await expect.element(field('At')).toHaveValue(`${new Date(moment).toISOString().slice(11, 19)}`)
  await button('Add a pair').click()
  await field('Key 1').fill('desk')
  await field('Value 1').fill('Zürich')
  await expect.element(page.getByText('6 / 100')).toBeVisible()
  await review()
  await button(/^Sell 0\.0201/).click()
  await expect
    .poll(() => sent('createOrder').map(({ body }) => body))
    .toMatchObject([{ metadata: { desk: 'Zürich' }, time_in_force: 'GTT', expiration_date: String(moment) }])
})

test.each([
  [
    'POST_ONLY_LIMIT',
    { 'Amount to sell': '0.0301', 'Limit price': '9,000,000.00' },
    { price: '9000000.00', time_in_force: 'GTC' },
  ],
  ['STOP_MARKET', { 'Amount to sell': '0.0302', 'Stop price': '100.00' }, { stop_price: '100.00' }],
  [
    'STOP_LIMIT',
    { 'Amount to sell': '0.0303', 'Stop price': '100.00', 'Limit price': '101.00' },
    { stop_price: '100.00', price: '101.00' },
  ],
])('a %s order is sent with its own amounts', async (type, amounts, expected) => {
  const { sent } = await open()
  await fill(type, amounts)
  await review()
  if (type === 'STOP_LIMIT') await expect.element(page.getByText(/This order may never fill/)).toBeVisible()
  await button(/^Sell 0\.03/).click()
  await expect.poll(() => sent('createOrder').map(({ body }) => body)).toMatchObject([{ type, ...expected }])
})

test('errors are listed above the form and at their fields, in page order, and each link focuses its field', async () => {
  document.title = '[Sandbox] New order'
  await open()
  const advanced = page.getByText('Recipient profile, self-match ID, reference')
  await field('Limit price').fill('1,50')
  await page.getByLabelText('Wait for a fill').fill('20 s')
  await radio(/^GTT/).click()
  await advanced.click()
  await page.getByLabelText('Self-match ID').fill('x'.repeat(37))
  await advanced.click()
  await page.getByLabelText(/^Identity/).fill('an-identity')
  await button('Review order').click()
  await expect.element(errors()).toHaveFocus()
  expect(document.title).toMatch(/^Error: \[Sandbox\] New order/)
  const expected = [
    ['Profile', 'Enter the profile that the order belongs to.'],
    ['Buy', 'Choose Buy or Sell.'],
    ['Market', 'Choose a market.'],
    ['Limit price', 'Enter the limit price as a number, like 1250.00.'],
    ['Expires on', 'Enter the day on which the order expires.'],
    ['Account', 'Enter the account too, or leave both empty.'],
    ['Wait for a fill', 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.'],
    ['Self-match ID', 'Self-match prevention ID can have at most 36 characters.'],
  ] as const
  const links = () => errorLinks().elements()
  expect(links().map(({ textContent }) => textContent)).toEqual(expected.map(([, message]) => message))
  for (const [name, message] of expected) {
    await errors().getByRole('link', { name: message, exact: true }).click()
    const target = page.getByLabelText(name).first()
    await expect.element(target).toHaveFocus()
    await expect.element(target).toHaveAttribute('aria-invalid', 'true')
    if (name !== 'Buy') await expect.element(target).toHaveAccessibleDescription(expect.stringContaining(message))
  }
  await expect.element(field('Limit price')).toHaveValue('1,50')
  await checkAccessibility()

  // Leaving a field checks the fields that failed again, and only those.
  await field('Limit price').fill('1.50')
  await page.getByLabelText(/^Identity/).click()
  await expect.poll(links).toHaveLength(7)
  await field('Amount').fill('1,50')
  await page.getByLabelText(/^Identity/).click()
  await expect.element(field('Amount')).not.toHaveAttribute('aria-invalid')
  expect(links()).toHaveLength(7)
})

test('an amount in another currency stays as typed, with an error', async () => {
  await open()
  await fill('LIMIT', { 'Amount to sell': '1', 'Limit price': '91,400 EUR' })
  await button('Review order').click()
  await expect.element(field('Limit price')).toHaveValue('91,400 EUR')
  await expect
    .element(field('Limit price'))
    .toHaveAccessibleDescription(/Enter the limit price in USD: this says EUR\./)
})

test('identity and account are required where the environment requires them', async () => {
  await open({ requiresIdentity: true })
  await fill('LIMIT', { 'Amount to sell': '1', 'Limit price': '90000' })
  await expect.element(page.getByText('Required for every order in this environment.')).toBeVisible()
  await button('Review order').click()
  expect(
    errorLinks()
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Enter the identity. Orders in this environment require it.',
    'Enter the account. Orders in this environment require it.',
  ])
})

/** Presets as the console stores them. */
function presets(): Answers {
  const stored = new Map<string, Preset[]>()
  const kindOf = (query: URLSearchParams) => query.get('kind') ?? ''
  const entriesOf = (query: URLSearchParams) => ({ entries: stored.get(kindOf(query)) ?? [] })
  return {
    'GET /presets': ({ query }) => entriesOf(query),
    'PUT /presets': ({ query, body }) => {
      stored.set(kindOf(query), [...(stored.get(kindOf(query)) ?? []), body as Preset])
      return entriesOf(query)
    },
    'DELETE /presets': ({ query }) => {
      stored.set(
        kindOf(query),
        (stored.get(kindOf(query)) ?? []).filter(({ key }) => key !== query.get('key')),
      )
      return entriesOf(query)
    },
  }
}

test('profiles get names, and metadata pairs become templates', async () => {
  await open({ answers: presets() })
  await field('Profile').fill(profile)
  await button('Name this profile').click()
  await field('Name for this profile').fill('Treasury main')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Rename')).toBeVisible()
  await radio('Sell').click()
  await expect.element(page.getByText('Treasury main', { exact: true }).last()).toBeVisible()
  await button('Add a pair').click()
  await field('Key 1').fill('desk')
  await field('Value 1').fill('A')
  await page.getByText('Templates', { exact: true }).click()
  await field('Save these pairs as a template').fill('Desk A')
  await button('Save template').click()
  await expect.element(button('Use template Desk A')).toBeVisible()
  await checkAccessibility()
  await button('Remove pair 1').click()
  await expect.element(field('Key 1')).not.toBeInTheDocument()
  await button('Use template Desk A').click()
  await expect.element(field('Value 1')).toHaveValue('A')
  // A typed name becomes the id.
  await field('Profile').fill('treasury MAIN')
  await field('Market').click()
  await expect.element(field('Profile')).toHaveValue(profile)
  await button('Delete template Desk A').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(button('Use template Desk A')).not.toBeInTheDocument()
})

test('a person without the role reads which role is required', async () => {
  await renderForm(OrderForm, { url: '/sandbox/orders/new', roles: ['support'] })
  await expect.element(page.getByText('Create order requires the treasury or admin role')).toBeVisible()
  await expect.element(page.getByText('You are signed in as support.')).toBeVisible()
  await expect.element(button('Review order')).not.toBeInTheDocument()
})
