import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markets, orderTypes, timesInForce } from '@/lib/provider/order-terms'
import type { OrderType } from '@/lib/provider/orders'
import {
  expiryAt,
  expiryError,
  expiryField,
  expiryFrom,
  expiryMillis,
  type OrderValues,
  orderAction,
  orderChecks,
  orderDescription,
  orderSteps,
} from './order-values'

const context = {
  environment: 'sandbox',
  intent: 'an-intent',
  requiresIdentity: false,
  now: Date.parse('2026-11-19T00:00:00Z'),
  zone: 'UTC',
  figure: '1000000',
} as const
const {
  blank: blankOrder,
  toInput: orderInput,
  fromInput: orderValuesFrom,
  fieldFor: orderField,
  review: orderReview,
} = orderDescription({})
const { errors: orderErrors, warnings: orderWarnings } = orderChecks
const everything: OrderValues = {
  ...blankOrder,
  profile_id: ' a-profile ',
  side: 'SELL',
  market: 'BTCUSD',
  base_amount: '12.50 BTC',
  quote_amount: '1 000',
  price: '$91,400.00',
  stop_price: ' 91250 ',
  expiry_day: '2026-11-20',
  expiry_time: '17:00',
  expiry_zone: 'UTC',
  await_fill_millis: '5',
}
const bodyOf = (more: Partial<OrderValues>) => orderInput({ ...everything, ...more }, context).body
const amounts = (body: unknown) =>
  Object.fromEntries(Object.entries(body as object).filter(([name]) => /amount|price/.test(name)))

describe('the body of an order', () => {
  const base_amount = '12.50'
  test.each([
    ['MARKET', 'SELL', { base_amount }],
    ['MARKET', 'BUY', { quote_amount: '1000' }],
    ['LIMIT', 'SELL', { base_amount, price: '91400.00' }],
    ['POST_ONLY_LIMIT', 'BUY', { base_amount, price: '91400.00' }],
    ['STOP_MARKET', 'SELL', { base_amount, stop_price: '91250' }],
    ['STOP_LIMIT', 'SELL', { base_amount, stop_price: '91250', price: '91400.00' }],
  ] as const)('has the amounts of a %s %s and no others', (type, side, expected) => {
    expect(amounts(bodyOf({ type, side }))).toEqual(expected)
  })
  test.each([
    ['an amount of dollars', { type: 'MARKET', side: 'BUY', quote_amount: '100,000' }, { quote_amount: '100000' }],
    [
      'a price in dollars',
      { type: 'LIMIT', side: 'BUY', base_amount: '1', price: '91,250' },
      { base_amount: '1', price: '91250' },
    ],
    [
      'a price of a dollar token that has no other meaning',
      { type: 'LIMIT', side: 'BUY', market: 'USDPUSD', base_amount: '5,000,000', price: '1.0012' },
      { base_amount: '5000000', price: '1.0012' },
    ],
  ])('has the thousands of %s that are grouped by a comma', (_, order, expected) => {
    expect(amounts(bodyOf(order))).toEqual(expected)
    expect(orderErrors({ ...everything, base_amount: '1', ...order }, context)).toEqual({})
  })
  test.each([
    ['BTCUSD', 'price', '91.250', '91.25 or 91,250'],
    ['BTCUSD', 'base_amount', '1,250', '1.25 or 1,250'],
    ['USDPUSD', 'price', '1,001', '1.001 or 1,001'],
  ])('is not made of an amount with two meanings: %s %s %s', (market, name, typed, meanings) => {
    const values = { ...everything, type: 'LIMIT', market, base_amount: '1', price: '1', [name]: typed }
    expect(orderErrors(values, context)).toEqual({ [name]: `Did you mean ${meanings}?` })
  })
  test("has the chosen time in force if the type allows it, else the type's default", () => {
    for (const type of orderTypes) {
      for (const time of ['GTC', 'GTT', 'IOC', 'FOK'] as const) {
        const isFit = timesInForce[type].includes(time)
        const body = bodyOf({ type, time_in_force: time })
        expect(body).toMatchObject({ time_in_force: isFit ? time : timesInForce[type][0] })
      }
    }
  })
  test('has an expiry only with GTT, and no empty members', () => {
    expect(bodyOf({ type: 'LIMIT', time_in_force: 'GTT' })).toMatchObject({ expiration_date: '1795194000000' })
    expect(bodyOf({ type: 'LIMIT', time_in_force: 'GTC' })).not.toHaveProperty('expiration_date')
    expect(orderInput({ ...everything, base_amount: ' ', await_fill_millis: '' }, context)).toEqual({
      path: { profile_id: 'a-profile' },
      body: { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', price: '91400.00', time_in_force: 'GTC' },
    })
  })
  test('has the seconds to wait in milliseconds', () => {
    expect(bodyOf({})).toMatchObject({ await_fill_millis: 5000 })
    expect(bodyOf({ await_fill_millis: '2.5' })).toMatchObject({ await_fill_millis: 2500 })
    for (const typed of ['5 s', '-1', '1.2345', '5e3', '5,000', '10.001'])
      expect(orderErrors({ ...everything, await_fill_millis: typed }, context), typed).toEqual({
        await_fill_millis: 'Enter the seconds to wait, from 0 to 10.',
      })
  })
})

const text = fc.constantFrom('', 'a', ' b ', '9f0c')
const amount = fc.constantFrom('', '12.50', '$1,000.00', '.5', '007', '0', 'x')
const anyOrder: fc.Arbitrary<OrderValues> = fc.record({
  profile_id: text,
  side: fc.constantFrom('', 'BUY', 'SELL'),
  market: fc.constantFrom('', ...markets),
  type: fc.constantFrom<OrderType>(...orderTypes),
  base_amount: amount,
  quote_amount: amount,
  price: amount,
  stop_price: amount,
  time_in_force: fc.constantFrom('', 'GTC', 'GTT', 'IOC', 'FOK'),
  expiry_day: fc.constantFrom('', '2026-11-20', '2026-10-25', 'soon'),
  expiry_time: fc.constantFrom('', '17:00', '02:30', '17:00:00.125'),
  expiry_zone: fc.constantFrom('', 'UTC', 'Europe/Berlin'),
  identity_id: text,
  identity_account_id: text,
  metadata: fc.array(fc.record({ key: text, value: text }), { maxLength: 7 }),
  await_fill_millis: fc.constantFrom('', '0', '10', '2.5', '11', 'x'),
  recipient_profile_id: text,
  self_match_prevention_id: text,
  ref_id: fc.constant(''),
})

test('values from a sent order send the same order again', () => {
  fc.assert(
    fc.property(anyOrder, (values) => {
      const sent = orderInput(values, context)
      expect(orderInput(orderValuesFrom(sent), { ...context, zone: 'Asia/Tokyo' })).toEqual(sent)
    }),
    { numRuns: 2_000 },
  )
})

test('a reference is not copied, because sending again makes another order', () => {
  const sent = orderInput({ ...everything, ref_id: 'mine' }, context)
  expect(sent.body).toMatchObject({ ref_id: 'mine' })
  expect(orderInput(orderValuesFrom(sent), context).body).not.toHaveProperty('ref_id')
})

describe('the form', () => {
  test('requires profile, side and market', () => {
    const required = ['base_amount', 'market', 'price', 'profile_id', 'side']
    expect(Object.keys(orderErrors(blankOrder, context)).sort()).toEqual(required)
    expect(orderErrors(everything, context)).toEqual({})
  })
  test('requires the amounts of its type, and ignores those of other types', () => {
    const none = { base_amount: '', quote_amount: ' ', price: '', stop_price: '' }
    const missing = (type: OrderType, side: string) =>
      Object.values(orderErrors({ ...everything, ...none, type, side }, context))
    const [amount, price, stop] = ['Enter the amount to sell.', 'Enter the limit price.', 'Enter the stop price.']
    expect(missing('LIMIT', 'SELL')).toEqual([amount, price])
    expect(missing('POST_ONLY_LIMIT', 'SELL')).toEqual([amount, price])
    expect(missing('STOP_MARKET', 'SELL')).toEqual([amount, stop])
    expect(missing('STOP_LIMIT', 'SELL')).toEqual([amount, stop, price])
    expect(missing('MARKET', 'SELL')).toEqual([amount])
    expect(missing('MARKET', 'BUY')).toEqual(['Enter the amount to spend.'])
  })
  test('asks back what may mean two numbers', () => {
    const errors = orderErrors({ ...everything, base_amount: '1.000', price: '91.250' }, context)
    expect(errors).toEqual({ base_amount: 'Did you mean 1 or 1,000?', price: 'Did you mean 91.25 or 91,250?' })
  })
  test('refuses an amount in another currency', () => {
    const errors = orderErrors({ ...everything, base_amount: '$12.50', price: '91,400 EUR' }, context)
    expect(errors).toEqual({
      base_amount: 'Enter the amount to sell in BTC: this says $.',
      price: 'Enter the limit price in USD: this says EUR.',
    })
    expect(Object.keys(orderErrors({ ...everything, base_amount: '$12.50', market: '' }, context))).toEqual(['market'])
  })
  test('refuses ambiguous amounts and prices, each by its name', () => {
    const how = 'as a number, like 1250.00.'
    const typed = { base_amount: '1,500', stop_price: '91.250,00', price: '1.500,00' }
    const order = { ...everything, type: 'STOP_LIMIT', ...typed }
    expect(orderErrors(order, context)).toEqual({
      base_amount: 'Did you mean 1.5 or 1,500?',
      stop_price: `Enter the stop price ${how} The decimal mark is a point, not a comma.`,
      price: `Enter the limit price ${how} The decimal mark is a point, not a comma.`,
    })
    expect(orderWarnings(order)).toEqual({})
    // How a stop price is written is not shown, so that no other text is refused.
    expect(orderErrors({ ...everything, type: 'STOP_MARKET', stop_price: 'about 5' }, context)).toEqual({})
  })
  test('names the exact total of a valid amount and price, and no total without a price', () => {
    const action = (more: Partial<OrderValues>) => orderAction({ ...everything, type: 'LIMIT', ...more })
    expect(action({ base_amount: '2.5', price: '91,250.00' })).toBe('Sell 2.5 BTC for 228,125.00 USD')
    expect(action({ price: '91.250' })).toBe('Sell 12.50 BTC')
    expect(action({ price: '91,400 EUR' })).toBe('Sell 12.50 BTC')
    expect(action({ type: 'MARKET' })).toBe('Sell 12.50 BTC')
    expect(action({ type: 'STOP_MARKET' })).toBe('Sell 12.50 BTC')
    expect(action({ type: 'STOP_LIMIT' })).toBe('Sell 12.50 BTC for 1,142,500.00 USD')
    expect(action({ type: 'MARKET', side: 'BUY' })).toBe('Buy BTC for 1,000 USD')
  })
  test('is reviewed under its price, with its total as the figure', () => {
    const { heading, amount, summary } = orderReview({ ...everything, type: 'LIMIT' }, context)
    expect(heading).toBe('Sell 12.50 BTC at 91,400.00 USD or better')
    expect(amount).toEqual({ text: '1142500.00', asset: 'USD' })
    expect(summary).toBe('12.50 BTC × 91,400.00. Limit, from a-profile, until it is cancelled.')
    const headingOf = (type: OrderType) => orderReview({ ...everything, type }, context).heading
    expect(headingOf('MARKET')).toBe('Sell 12.50 BTC at the market price')
    expect(headingOf('STOP_MARKET')).toBe('Sell 12.50 BTC once the price reaches 91,250 USD, then at the market price')
    expect(orderReview({ ...everything, type: 'MARKET' }, context).amount).toEqual({ text: '12.50', asset: 'BTC' })
  })
  test('requires identity and account if the environment does', () => {
    const errors = orderErrors(everything, { ...context, requiresIdentity: true })
    expect(Object.keys(errors).sort()).toEqual(['identity_account_id', 'identity_id'])
  })
  test('shows an expiry error at the invalid field', () => {
    expect(orderField('expiration_date', { ...everything, expiry_day: '' })).toBe('expiry_day')
    expect(orderField('expiration_date', everything)).toBe('expiry_time')
  })
  const warned = (more: Partial<OrderValues>) => Object.keys(orderWarnings({ ...everything, ...more }))
  test('warns of zero, of an unusual stop price, and ignores the amounts of other types', () => {
    expect(warned({ type: 'LIMIT' })).toEqual([])
    expect(warned({ type: 'MARKET', side: 'BUY', base_amount: '', price: '0' })).toEqual([])
    expect(warned({ type: 'LIMIT', price: '0.00' })).toEqual(['price'])
    expect(warned({ type: 'STOP_MARKET', stop_price: 'about 5' })).toEqual(['stop_price'])
    expect(warned({ type: 'STOP_MARKET', side: 'BUY' })).toEqual(['type'])
  })
  test('warns of a limit price on the wrong side of the stop price', () => {
    expect(warned({ type: 'STOP_LIMIT', price: '91251' })).toEqual(['price'])
    expect(warned({ type: 'STOP_LIMIT', price: '91250.00' })).toEqual([])
    expect(warned({ type: 'STOP_LIMIT', side: 'BUY', price: '91249.99' })).toEqual(['price', 'type'])
  })
})

const at = (expiry_day: string, expiry_time: string, expiry_zone = 'UTC') => ({ expiry_day, expiry_time, expiry_zone })

describe('an expiry', () => {
  test('is 13 digits of UTC, whatever zone it is entered in', () => {
    expect(expiryMillis(at('2026-11-20', '17:00:00'), 'UTC')).toBe(1795194000000)
    expect(expiryMillis(at('2026-11-20', '18:00', 'Europe/Berlin'), 'UTC')).toBe(1795194000000)
    expect(expiryMillis(at('2026-11-20', '18:00', ''), 'Europe/Berlin')).toBe(1795194000000)
    expect(expiryMillis(at('2026-11-20', '17:00:00.250'), 'UTC')).toBe(1795194000250)
  })
  test('in any zone is read back as the same time', () => {
    const moment = fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 })
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Phoenix')
    fc.assert(
      fc.property(moment, zones, (millis, zone) => {
        expect(expiryMillis(expiryAt(millis, zone), 'UTC')).toBe(millis)
        expect(expiryFrom(String(millis))).toEqual(expiryAt(millis, 'UTC'))
      }),
    )
  })
  test('that clocks skip or repeat is invalid until one is chosen', () => {
    const now = Date.parse('2026-10-01T00:00:00Z')
    const twice = at('2026-10-25', '02:30', 'Europe/Berlin')
    expect(expiryMillis(twice, 'UTC')).toBeUndefined()
    expect(expiryError(twice, 'UTC', now)).toMatch(/twice/)
    expect(expiryMillis(at('2026-10-25', '02:30:00 +01:00', 'Europe/Berlin'), 'UTC')).toBe(
      Date.parse('2026-10-25T01:30:00Z'),
    )
    expect(expiryError(at('2026-03-29', '02:30', 'Europe/Berlin'), 'UTC', 0)).toMatch(/does not exist/)
  })
  test('must be 15 seconds ahead', () => {
    const now = Date.parse('2026-11-20T16:59:45Z')
    expect(expiryError(at('2026-11-20', '17:00:00'), 'UTC', now)).toBeUndefined()
    expect(expiryError(at('2026-11-20', '17:00:00'), 'UTC', now + 1)).toMatch(/15 seconds/)
  })
  test.each([
    ['', '', 'expiry_day', /Enter the day/],
    ['', '17:00', 'expiry_day', /Enter the day/],
    ['tomorrow', '17:00', 'expiry_day', /Enter the day like/],
    ['2026-02-30', '17:00', 'expiry_day', /Enter the day like/],
    ['2026-11-20', '', 'expiry_time', /Enter the time/],
    ['2026-11-20', '25:00', 'expiry_time', /Enter the time like/],
  ] as const)('entered as %j and %j has an error at its field', (day, time, field, sentence) => {
    expect(expiryField(at(day, time))).toBe(field)
    expect(expiryError(at(day, time), 'UTC', 0)).toMatch(sentence)
  })
  test('is shown in seconds if it has no fraction', () => {
    expect(expiryAt(1_795_194_000_000, 'UTC')).toEqual(at('2026-11-20', '17:00:00'))
  })
})

describe('what happens to an order', () => {
  const steps = (more: Partial<OrderValues>, environment: 'sandbox' | 'production' = 'sandbox') =>
    orderSteps({ ...everything, ...more }, { ...context, environment })
      .flat()
      .join(' ')

  test('says when the total is typed, in production also the amount', () => {
    expect(steps({})).toContain('Above 1,000,000.00 USD you type the total.')
    expect(steps({}, 'production')).toContain('You type the amount; above 1,000,000.00 USD, the total.')
  })
  test('promises only its acceptance without a wait, and else states its length', () => {
    expect(steps({ await_fill_millis: '' })).toContain('You see whether it was accepted.')
    expect(steps({ await_fill_millis: '2.5' })).toContain('Waits up to 2.5 s for a fill.')
  })
  test('says what becomes of the rest', () => {
    expect(steps({ time_in_force: 'GTC' })).toContain('The rest stays on the book')
    expect(steps({ time_in_force: 'IOC' })).toContain('The rest is cancelled')
    expect(steps({ type: 'MARKET' })).toContain('No price is guaranteed.')
  })
})
