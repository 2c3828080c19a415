/** The fields and the review of an order. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import RecentRequests from '@/components/activity/recent-requests'
import { checkAccessibility } from '@/components/testing/browser'
import {
  button,
  delayed,
  errorLinks,
  errors,
  field,
  fold,
  heading,
  intent,
  radio,
  renderForm,
} from '@/components/testing/forms'
import type { Answers } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { usePreference } from '@/components/ui/preferences'
import type { Preset } from '@/lib/api/console/intents'
import { OrderForm } from './order-form'

const profile = '6f7b1c80-0000-4000-8000-00000000b6da'
const placed = { id: 'order-1', status: 'OPEN', market: 'BTCUSD' }
const heading2 = (name: string) => page.getByRole('heading', { level: 2, name })

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
  await fold('Metadata')
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
  const advanced = 'Recipient profile, self-match ID, reference'
  const behalf = 'On behalf of: identity and account'
  await field('Limit price').fill('1,50')
  await page.getByLabelText('Wait for a fill').fill('20 s')
  await radio(/^GTT/).click()
  await fold(advanced)
  await page.getByLabelText('Self-match ID').fill('x'.repeat(37))
  await fold(advanced)
  await fold(behalf)
  await page.getByLabelText(/^Identity/).fill('an-identity')
  await fold(behalf)
  await expect.element(page.getByLabelText(/^Identity/)).not.toBeVisible()
  await expect.element(page.getByText('1 filled in').first()).toBeVisible()
  await button('Review order').click()
  await expect.element(errors()).toHaveFocus()
  expect(document.title).toMatch(/^Error: \[Sandbox\] New order/)
  const expected = [
    ['Profile', 'Enter the profile that the order belongs to.'],
    ['Buy', 'Choose Buy or Sell.'],
    ['Market', 'Choose a market.'],
    ['Limit price', 'Enter the limit price as a number, like 1250.00.'],
    ['Expires on', 'Enter the day on which the order expires.'],
    ['Wait for a fill', 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.'],
    ['Account', 'Enter the account too, or leave both empty.'],
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
  await expect.element(field('Profile')).toHaveValue('Treasury main')
  await expect.element(field('Profile')).toHaveAccessibleDescription('6f7b1c80…b6da')
  await radio('Sell').click()
  await expect.element(page.getByText('Treasury main', { exact: true }).last()).toBeVisible()
  await fold('Metadata')
  await button('Add a pair').click()
  await field('Key 1').fill('desk')
  await field('Value 1').fill('A')
  await fold('Templates')
  await field('Save these pairs as a template').fill('Desk A')
  await button('Save template').click()
  await expect.element(button('Use template Desk A')).toBeVisible()
  await checkAccessibility()
  await button('Remove pair 1').click()
  await expect.element(field('Key 1')).not.toBeInTheDocument()
  await button('Use template Desk A').click()
  await expect.element(field('Value 1')).toHaveValue('A')
  await button('Delete template Desk A').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(button('Use template Desk A')).not.toBeInTheDocument()
})

const named = (key: string, value: string): Preset => ({ key, value }) as Preset
const other = '0b1c2d3e-0000-4000-8000-00000000f00d'
const twoProfiles = {
  'GET /presets': { entries: [named(profile, 'Treasury main'), named(other, 'Payments')] },
  listTransfers: transferPage([transfer({ profile_id: 'profile-of-a-transfer' })]),
}
const options = () => page.getByRole('listbox').getByRole('option')

test('a profile is found by a part of its name, chosen by the keyboard, and sent by its id', async () => {
  const { sent } = await open({ answers: twoProfiles })
  const combobox = page.getByRole('combobox', { name: 'Profile', exact: true })
  await combobox.click()
  await expect
    .poll(() =>
      options()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Treasury main6f7b1c80…b6da', 'Payments0b1c2d3e…f00d', 'profile-of-a-transferRecent'])
  await checkAccessibility()
  await userEvent.keyboard('{Escape}')
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('pay')
  await expect.element(combobox).toHaveAttribute('aria-expanded', 'true')
  expect(options().elements()).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(combobox).toHaveAttribute('aria-activedescendant', options().element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(combobox).toHaveValue('Payments')
  await expect.element(combobox).toHaveFocus()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(heading('New order'), { message: 'Enter chose, and did not submit' }).toBeVisible()

  await radio('Sell').click()
  await field('Market').selectOptions('BTCUSD')
  await field('Amount to sell').fill('0.0304')
  await field('Limit price').fill('9000000')
  await review()
  await button(/^Sell 0\.0304/).click()
  await expect.poll(() => sent('createOrder').map(({ path }) => path)).toEqual([`/v2/profiles/${other}/orders`])
})

test('a profile can be typed as a name in any case, or as an ID that no list has', async () => {
  await open({ answers: twoProfiles })
  await field('Profile').fill('treasury MAIN')
  await field('Market').click()
  await expect.element(field('Profile')).toHaveValue('Treasury main')
  await field('Profile').fill('9a8b7c6d-0000-4000-8000-00000000cafe')
  await field('Market').click()
  await expect.element(field('Profile')).toHaveValue('9a8b7c6d-0000-4000-8000-00000000cafe')
  await expect.element(field('Profile')).toHaveAccessibleDescription(/^Not a named or recent profile/)
})

test('the next form starts with the profile that this person last used in this environment', async () => {
  const first = await open({ answers: twoProfiles })
  await fill('LIMIT', { 'Amount to sell': '0.0305', 'Limit price': '9000000' })
  await review()
  await button(/^Sell 0\.0305/).click()
  await expect.element(heading(/\/activity\//)).toBeVisible()
  await first.screen.unmount()
  const next = await open({ answers: twoProfiles })
  await expect.element(field('Profile')).toHaveValue('Treasury main')
  await expect.element(page.getByText('Drafts are saved in this tab'), { message: 'no draft yet' }).toBeVisible()
  await field('Profile').click()
  await expect.element(options().first()).toHaveTextContent('Last used')
  await next.screen.unmount()

  for (const differing of [{ person: 'someone else' }, { url: '/production/orders/new' }]) {
    const { screen } = await renderForm(OrderForm, { url: '/sandbox/orders/new', answers: twoProfiles, ...differing })
    await expect.element(field('Profile')).toHaveValue('')
    await screen.unmount()
  }
})

test('a draft keeps its folded parts, and says how many of their fields are filled in', async () => {
  const { reload } = await open()
  await fold('Recipient profile, self-match ID, reference')
  await page.getByLabelText('Self-match ID').fill('match-1')
  await page.getByLabelText('Reference').fill('reference-1')
  await fold('Recipient profile, self-match ID, reference')
  await reload()
  await expect.element(page.getByText('2 filled in')).toBeVisible()
  await expect.element(page.getByLabelText('Reference')).toHaveValue('reference-1')
})

test('the last fills of the market and the newest requests stand beside the form', async () => {
  const order = { id: 'order-1', status: 'FILLED', market: 'BTCUSD', side: 'SELL', amount_filled: '0.25' }
  const filled = { ...order, volume_weighted_average_price: '92014.50', modified_at: '2026-11-19T01:00:01.000Z' }
  const fill = { market: 'BTCUSD', amount: '0.25', price: '92014.50' }
  const sold = intent({ summary: 'Sell 0.25 BTC, at market', record_id: 'order-1', record_status: 'FILLED', fill })
  const bought = intent({ id: '0198c0de-0000-7000-8000-000000000002', summary: 'Buy ETH for 5.00 USD' })
  const more = <RecentRequests environment="sandbox" operations={['createOrder']} />
  const answers = {
    'GET /intents': { intents: [sold, bought], next_page_cursor: '' },
    'GET /intents/{id}': { ...sold, answer: filled },
  }
  await open({ answers }, (props) => <OrderForm {...props} more={more} />)
  await expect.element(page.getByRole('link', { name: 'Sell 0.25 BTC, at market' })).toBeVisible()
  await expect.element(page.getByText('Filled', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Last fills')).not.toBeInTheDocument()
  await field('Market').selectOptions('BTCUSD')
  await expect.element(heading2('Last fills in BTCUSD')).toBeVisible()
  await expect.element(page.getByText('92,014.50')).toBeVisible()
  await field('Market').selectOptions('ETHUSD')
  await expect.element(page.getByText('None of the newest orders sent from here show one.')).toBeVisible()
})

test('a person without the role reads which role is required', async () => {
  await renderForm(OrderForm, { url: '/sandbox/orders/new', roles: ['support'] })
  await expect.element(page.getByText('Create order requires the treasury or admin role')).toBeVisible()
  await expect.element(page.getByText('You are signed in as support.')).toBeVisible()
  await expect.element(button('Review order')).not.toBeInTheDocument()
})
