/** The fields and the review of an order. */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import {
  button,
  delayed,
  errorLinks,
  errors,
  field,
  fold,
  heading,
  radio,
  renderForm,
} from '@/components/testing/forms'
import type { Answers } from '@/components/testing/proxy'
import { issuerQuote, transfer, transferPage } from '@/components/testing/records'
import { beginAtField } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import type { Preset } from '@/lib/api/intents'
import type { OrderReferences } from '@/lib/api/order-references'
import OrderForm from './order-form'

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
  await button(/^Review/).click()
  await expect.element(heading('Review order')).toBeVisible()
}

test('a form that keys opened begins at the profile', async () => {
  beginAtField()
  await open()
  await expect.element(field('Profile')).toHaveFocus()
})

test('a market order shows what fits it, is reviewed in words and as JSON, and counts its wait down', async () => {
  const { answer, give } = delayed()
  const { sent } = await open({ answers: { createOrder: () => answer } })
  await fill('MARKET', { 'Amount to sell': '0.25 BTC' })
  await fold('Developer')
  await page.getByLabelText('Wait for a fill').fill('8')
  await expect.element(field('Amount to sell'), { message: 'normalized when it is left' }).toHaveValue('0.25')
  await expect.element(field('Limit price')).not.toBeInTheDocument()
  await expect.element(page.getByText('You receive at least')).not.toBeInTheDocument()
  await expect.element(field('Time in force')).toHaveValue('IOC')
  expect(field('Time in force').getByRole('option').elements()).toHaveLength(1)
  await expect.element(button('Review: sell 0.25 BTC')).toBeVisible()
  await review()
  await expect.element(heading('Review order: Sell 0.25 BTC at the market price')).toBeVisible()
  await expect.element(page.getByText('Nothing has been sent.')).toBeVisible()
  await fold('Developer')
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

test('amounts are shown grouped once their fields are left, and sent in plain digits', async () => {
  const { sent } = await open()
  await fill('LIMIT', { 'Limit price': '91250', 'Amount to sell': '1250' })
  const [amount, price] = [field('Amount to sell'), field('Limit price')]
  await expect.element(amount, { message: 'not while it is typed' }).toHaveValue('1250')
  await expect.element(price).toHaveValue('91,250')
  await price.click()
  await expect.element(amount, { message: '1,250 BTC may be 1.25 BTC' }).toHaveValue('1,250.00')
  await amount.fill('0.0201')
  await review()
  await button(/^Sell 0\.0201/).click()
  await expect
    .poll(() => sent('createOrder').map(({ body }) => body))
    .toMatchObject([{ base_amount: '0.0201', price: '91250' }])
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
  await fill('LIMIT', { 'Amount to sell': '0.0201' })
  await expect.element(page.getByText('You receive at least')).not.toBeInTheDocument()
  await field('Limit price').fill('9000000')
  await expect.element(page.getByText('You receive at least')).toBeVisible()
  await field('Time in force').selectOptions('GTT')
  const year = new Date().getUTCFullYear() + 1
  await field('Expires on').fill(`${year}-07-01`)
  await field('At').fill('12:00')
  const moment = new Date(year, 6, 1, 12).getTime()
  await button('UTC times').click()
  await expect.element(field('At')).toHaveValue(`${new Date(moment).toISOString().slice(11, 19)}`)
  await fold('Developer')
  await fold('Metadata')
  await button('Add a pair').click()
  await field('Key 1').fill('desk')
  await field('Value 1').fill('Zürich')
  await expect.element(page.getByText('6 / 100')).toBeVisible()
  await review()
  await expect.element(page.getByRole('link', { name: 'Change proceeds' })).toBeVisible()
  await button(/^Sell 0\.0201/).click()
  await expect
    .poll(() => sent('createOrder').map(({ body }) => body))
    .toMatchObject([{ metadata: { desk: 'Zürich' }, time_in_force: 'GTT', expiration_date: String(moment) }])
})

test('a STOP_LIMIT order is sent with its own amounts, and says that it may never fill', async () => {
  const { sent } = await open()
  await fill('STOP_LIMIT', { 'Amount to sell': '0.0303', 'Stop price': '100.00', 'Limit price': '1,101.00' })
  await review()
  await expect.element(page.getByText(/This order may never fill/)).toBeVisible()
  await button(/^Sell 0\.03/).click()
  await expect
    .poll(() => sent('createOrder').map(({ body }) => body))
    .toMatchObject([{ type: 'STOP_LIMIT', stop_price: '100.00', price: '1101.00', time_in_force: 'GTC' }])
})

test('errors are listed above the form and at their fields, in page order, and each link focuses its field', async () => {
  document.title = '[Sandbox] New order'
  await open()
  await field('Limit price').fill('1,50')
  await field('Time in force').selectOptions('GTT')
  await fold('Developer')
  await page.getByLabelText('Wait for a fill').fill('20 s')
  await page.getByLabelText('Self-match ID').fill('x'.repeat(37))
  await page.getByLabelText(/^Identity/).fill('an-identity')
  await fold('Developer')
  await expect.element(page.getByLabelText(/^Identity/)).not.toBeVisible()
  await expect.element(page.getByText('3 filled in').first()).toBeVisible()
  await button('Review order').click()
  await expect.element(errors()).toHaveFocus()
  expect(document.title).toMatch(/^Error: \[Sandbox\] New order/)
  const expected = [
    ['Profile', 'Choose a profile.'],
    ['Buy', 'Choose Buy or Sell.'],
    ['Market', 'Choose a market.'],
    ['Expires on', 'Enter the day on which the order expires.'],
    ['Amount', 'Enter the amount.'],
    ['Limit price', 'Enter the limit price as a number, like 1250.00. The decimal mark is a point, not a comma.'],
    ['Wait for a fill', 'Enter the seconds to wait, from 0 to 10.'],
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
  await expect.poll(links).toHaveLength(8)
  await page.getByLabelText(/^Reference/).fill('x')
  await page.getByLabelText(/^Identity/).click()
  await expect.element(page.getByLabelText(/^Reference/)).not.toHaveAttribute('aria-invalid')
  expect(links()).toHaveLength(8)
})

test('identity and account are required where the environment requires them', async () => {
  await open({ requiresIdentity: true })
  await fill('LIMIT', { 'Amount to sell': '1', 'Limit price': '90000' })
  await button(/^Review/).click()
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
      const saved = { ...(body as Preset), person: 'Tess', at: '2026-11-19T01:00:00.000Z' }
      stored.set(kindOf(query), [...(stored.get(kindOf(query)) ?? []), saved])
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
  await button('Rename').click()
  await expect.element(page.getByText(/^Named by Tess, /)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Rename')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(radio('Buy')).toHaveFocus()
  await fold('Developer')
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
  await fold('Developer')
  await page.getByLabelText('Self-match ID').fill('match-1')
  await page.getByLabelText('Reference').fill('reference-1')
  await fold('Developer')
  await reload()
  await expect.element(page.getByText('2 filled in')).toBeVisible()
  await expect.element(page.getByLabelText('Reference')).toHaveValue('reference-1')
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const lastFill = { id: 'order-1', at: hoursAgo(2), side: 'SELL', amount: '1.2', price: '91208.40' }
const references: OrderReferences = {
  orders: [
    { id: 'order-1', at: hoursAgo(2), side: 'SELL', amount: '1.2', isQuote: false, status: 'FILLED', fill: lastFill },
    { id: 'order-2', at: hoursAgo(3), side: 'SELL', amount: '2', isQuote: false, price: '93000.00', status: 'OPEN' },
  ],
  last_fill: lastFill,
  week: { fills: 14, lowest: '88940.00', highest: '92310.50' },
  largest: '2',
}
const compared: Answers = { 'GET /order-references': references }
const limit = (price: string, amount = '2.5') => ({ 'Amount to sell': amount, 'Limit price': price })
/** A row of a table, as one text. */
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('the ticket shows the exact total beside its amounts, and what the price is compared with', async () => {
  await open({ answers: compared })
  await expect.element(page.getByText('The decimal mark is a point: 1250.50')).toBeVisible()
  await fill('LIMIT', limit('91,250.00'))
  await expect.element(page.getByText('2.5 BTC × 91,250.00 = 228,125.00 USD')).toBeVisible()
  await expect.element(button('Review: sell 2.5 BTC for 228,125.00 USD')).toBeVisible()
  const middleOf = (text: string) => {
    const { top, bottom } = page.getByText(text, { exact: true }).first().element().getBoundingClientRect()
    return (top + bottom) / 2
  }
  for (const label of ['Limit price', 'You receive at least'])
    expect(Math.abs(middleOf(label) - middleOf('Amount to sell')), label).toBeLessThan(1.5)
  await userEvent.keyboard('{Tab}')
  await expect.element(row('Last own fill, sell')).toHaveTextContent(/2 h \d\d min0\.05 % above/)
  await expect.element(row('Own fills, 7 days')).toHaveTextContent(/14 fillsinside/)
  await expect.element(row('Last issuer quote')).not.toBeInTheDocument()
  await expect.element(heading2('Your last orders in BTCUSD')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sell 1.2 at 91,208.40' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sell 2 at 93,000.00' })).toBeVisible()
  await checkAccessibility()
  await review()
  await expect.element(heading('Review order: Sell 2.5 BTC at 91,250.00 USD or better')).toBeVisible()
  await expect.element(page.getByText('0.05 % above 91,208.40 USD')).toBeVisible()
  await expect.element(page.getByText(/^2\.5 BTC × 91,250\.00\. Limit, from /)).toBeVisible()
  await expect.element(button('Sell 2.5 BTC for 228,125.00 USD')).toBeVisible()
  await expect.element(page.getByText('exchange:write_order')).toBeVisible()
  await checkAccessibility()
})

test('a price far from the last fill is doubted in the ticket and the review, and can still be sent', async () => {
  const { sent } = await open({ answers: compared })
  await fill('LIMIT', limit('1,000.00'))
  const doubt = page.getByText('98.9 % below the last fill.')
  await expect.element(doubt, { message: 'not while it is typed' }).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(doubt).toBeVisible()
  await expect.element(page.getByText(/2\.5 BTC is worth 228,021\.00 USD: 225,521\.00 USD more/)).toBeVisible()
  await checkAccessibility()
  await button('Change price').click()
  await expect.element(field('Limit price')).toHaveFocus()
  await review()
  await expect.element(doubt).toBeVisible()
  await button(/^Sell 2\.5 BTC/).click()
  await expect.poll(() => sent('createOrder')).toHaveLength(1)
})

test('the total over the desk’s figure is typed before the order is sent, in the sandbox too', async () => {
  const { sent } = await open({ answers: compared })
  await fill('LIMIT', limit('91000', '20.5'))
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('Over the desk’s figure of 1,000,000.00 USD.')).toBeVisible()
  await expect.element(page.getByText('More than 10 times your largest order of the last 90 days.')).toBeVisible()
  await review()
  await button(/^Sell 20\.5/).click()
  await expect.element(errorLinks()).toHaveTextContent('Type the total to confirm it: 1,865,500.00 USD.')
  const typed = field('Type the total to confirm')
  await typed.fill('1865500')
  await userEvent.tab()
  await expect.element(typed).toHaveValue('1,865,500')
  await typed.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent('createOrder')).toHaveLength(1)
})

// The room of a page beside its navigation.
test.each([
  { window: 390, room: 358 },
  { window: 1280, room: 1020 },
])('in a window of $window px no choice of the ticket is cut', async ({ window, room }) => {
  document.body.style.width = `${room}px`
  onTestFinished(() => document.body.removeAttribute('style'))
  await open()
  await page.viewport(window, 844)
  for (const name of ['Market', 'Type', 'Time in force']) {
    const select = field(name).element() as HTMLSelectElement
    const { fontSize, paddingLeft, paddingRight } = getComputedStyle(select)
    const words = document.createElement('span')
    words.style.cssText = `position: absolute; white-space: nowrap; font-size: ${fontSize}`
    document.body.append(words)
    for (const { text } of select.options) {
      words.textContent = text
      const wide = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      expect(words.getBoundingClientRect().width, text).toBeLessThanOrEqual(wide)
    }
    words.remove()
  }
  await page.viewport(1440, 900)
})

test('on a phone a label of two lines ends in no single word', async () => {
  await open()
  // A phone of 390 px without the padding of the page.
  await page.viewport(358, 844)
  await fill('LIMIT', limit('91250.00', '12.5'))
  const range = document.createRange()
  range.selectNodeContents(button(/^Review: sell 12\.5 BTC/).element())
  const lines = [...range.getClientRects()].map(({ width }) => width)
  expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.5)
  await page.viewport(1440, 900)
})

test('the links of the review name assets in capitals', async () => {
  await open()
  await fill('LIMIT', {})
  await radio('Buy').click()
  await field('Amount to buy').fill('2.5')
  await field('Limit price').fill('91250')
  await review()
  await expect.element(page.getByRole('link', { name: 'Change profile' })).toBeVisible()
  expect(page.getByRole('link', { name: /^Change [a-z][A-Z]/ }).elements()).toEqual([])
})

test('where nothing is known to compare with, that is said once', async () => {
  await open()
  await fill('LIMIT', limit('1'))
  const nothing = page.getByText('Nothing to compare with: no own fill in BTCUSD in 90 days.')
  await expect.element(nothing).toBeVisible()
  expect(nothing.elements()).toHaveLength(1)
  await expect.element(button('Change price')).not.toBeInTheDocument()
})

test('a stablecoin is compared with its last issuer quote', async () => {
  const quotes = [
    issuerQuote({ asset_type: 'USDG', token_price: '2' }),
    issuerQuote({ asset_type: 'USDP', token_price: '1.0000', created_at: hoursAgo(1) }),
  ]
  await open({ answers: { listIssuerQuotes: { issuer_quote_executions: quotes, next_page_cursor: '' } } })
  await fill('LIMIT', {})
  await field('Market').selectOptions('USDPUSD')
  await field('Limit price').fill('0.9998')
  await userEvent.keyboard('{Tab}')
  await expect.element(row('Last issuer quote, USDP')).toHaveTextContent(/0\.02 % below/)
})

test('an amount that may mean two numbers is asked back, and answered by a press', async () => {
  await open()
  await fill('LIMIT', limit('1.000'))
  await button(/^Review/).click()
  await expect.element(errorLinks()).toHaveTextContent('Did you mean 1 or 1,000?')
  await button('1,000').click()
  await expect.element(field('Limit price')).toHaveValue('1000')
  await expect.element(field('Limit price')).toHaveFocus()
  await expect.element(errors()).not.toBeInTheDocument()
  await expect.element(page.getByText('2.5 BTC × 1,000 = 2,500.00 USD')).toBeVisible()
})

test('a person without the role reads which role is required', async () => {
  await renderForm(OrderForm, { url: '/sandbox/orders/new', roles: ['support'] })
  await expect.element(page.getByText('Create order requires the treasury or admin role')).toBeVisible()
  await expect.element(page.getByText('You are signed in as support.')).toBeVisible()
  await expect.element(button('Review order')).not.toBeInTheDocument()
})
