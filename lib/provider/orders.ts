/** Spec, "Order" and "Create order". */
import * as z from 'zod/mini'
import { isObject } from '../domain/json'
import type { FieldError } from './field-errors'
import { allTimesInForce, markets, orderSides, orderTypes, timesInForce } from './order-terms'
import { orderName, orderTerms } from './record-names'
import { bodyOf, joined } from './summaries'
import {
  Amount,
  DecimalText,
  Id,
  Metadata,
  meaning,
  named,
  object,
  optional,
  ownText,
  PathId,
  Reference,
  required,
  shown,
  Timestamp,
  text,
  whole,
} from './value-schemas'

export const Market = named('Market', 'Base and quote currency.', z.enum(markets))
export type Market = z.infer<typeof Market>

const OrderSide = named('OrderSide', 'Buy or sell base currency.', z.enum(orderSides))
export const OrderType = named('OrderType', 'Order type.', z.enum(orderTypes))
export type OrderType = z.infer<typeof OrderType>
export const TimeInForce = named(
  'TimeInForce',
  'IOC: cancel if not executed immediately; partial fills are allowed. GTC: the order can be canceled until ' +
    'executed. GTT: expires if not executed by the specified time. FOK: fill the entire order or cancel it entirely.',
  z.enum(allTimesInForce),
)
export type TimeInForce = z.infer<typeof TimeInForce>

const expiryPattern = /^[0-9]{13}$/
const noExpiry = 'Enter the expiry as 13 digits: UTC milliseconds since 1970.'

/** A GTT order's expiry must be later than this many milliseconds from now. Spec, Limits. */
export const expiryNotice = 10_000

/**
 * Why an expiry is refused at `now`, or undefined if it is valid.
 * @param expiry 13-digit UTC unix timestamp in milliseconds
 * @param now    milliseconds since 1970 of the clock that decides
 */
export function expiryRefusal(expiry: string, now: number): string | undefined {
  return Number(expiry) > now + expiryNotice ? undefined : 'Expiry must be more than 10 seconds from now.'
}

const placed = {
  side: required(OrderSide, 'Whether base currency is bought or sold.'),
  market: required(Market, 'Base and quote currency.'),
  type: required(OrderType, 'Order type.'),
  ref_id: optional(Reference, 'Idempotence ID. Reusable once the order has been closed for more than 24 hours.'),
}
const parties = {
  identity_id: optional(Id, 'End user requesting the trade. Must be sent together with `identity_account_id`.'),
  identity_account_id: optional(
    Id,
    'Account under which the order is placed. Must be sent together with `identity_id`.',
  ),
  recipient_profile_id: optional(Id, 'Profile that receives settled currency: base for buys, quote for sells.'),
}
const metadata = optional(Metadata, 'Client metadata, stored on the quote and the created order.')
const timeInForceNote = 'How long the order stays open. The valid values and the default depend on the order type.'

const plainNewOrder = object({
  ...placed,
  base_amount: optional(
    Amount,
    'Base currency amount for any limit order, or the exact amount to sell for a market sell.',
  ),
  price: optional(Amount, 'Quote price.'),
  quote_amount: optional(Amount, 'Quote currency amount for a market buy.'),
  stop_price: optional(DecimalText.check(z.minLength(1)), 'Stop trigger price.'),
  metadata,
  await_fill_millis: optional(
    meaning(shown(), whole(0, 10_000, 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.')),
    'Milliseconds to wait for a fill. When non-zero, the call returns once the order has filled completely or the wait time has elapsed.',
    { format: 'int64' },
  ),
  time_in_force: optional(TimeInForce, timeInForceNote),
  expiration_date: optional(
    meaning(shown('time'), text(13, noExpiry).check(z.regex(expiryPattern, { error: noExpiry }))),
    'Expiry for GTT orders, as a 13-digit UTC unix timestamp in milliseconds, more than 10 seconds after placement.',
  ),
  ...parties,
  self_match_prevention_id: optional(
    meaning(
      ownText,
      text(36, 'Self-match prevention ID can have at most 36 characters.').check(
        z.minLength(1, { error: 'Self-match prevention ID cannot be empty.' }),
      ),
    ),
    'Prevents matching against an opposite-side order of the same customer. When omitted, the original resting ' +
      'order is cancelled instead. Requires extra permissions available only to certain accounts.',
  ),
})
export type NewOrder = z.infer<typeof plainNewOrder>

/** A condition of JSON Schema: if these properties are so, the rest holds. */
const onlyIf = (properties: Record<string, object>, rest: object) => ({
  if: { properties, required: Object.keys(properties) },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
  then: rest,
})

/** Spec, "Validity of time in force per order type", as one condition for each set of values. */
function timesByType() {
  const sets = new Map<string, string[]>()
  for (const type of orderTypes) {
    const key = timesInForce[type].join(' ')
    sets.set(key, [...(sets.get(key) ?? []), type])
  }
  return [...sets].map(([times, types]) =>
    onlyIf({ type: { enum: types } }, { properties: { time_in_force: { enum: times.split(' ') } } }),
  )
}

export const NewOrder = named(
  'NewOrder',
  'An order to place. Each type needs its own of price, stop_price, base_amount and quote_amount.',
  plainNewOrder.check(
    z.superRefine((order, context) => {
      const refuse = (field: keyof NewOrder, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      const allowed = timesInForce[order.type]
      if (order.time_in_force && !allowed.includes(order.time_in_force))
        refuse('time_in_force', `${order.time_in_force} is not valid for ${order.type}. Use ${allowed.join(' or ')}.`)
      // Spec, Errors, 1.
      if (order.identity_id !== undefined && order.identity_account_id === undefined)
        refuse('identity_account_id', 'Identity account ID must be sent together with identity ID.')
      if (order.identity_account_id !== undefined && order.identity_id === undefined)
        refuse('identity_id', 'Identity ID must be sent together with identity account ID.')
      // Spec, Errors, 2. It does not mention an expiry with another time in force, so the service decides.
      if (order.time_in_force !== 'GTT') return
      if (order.expiration_date === undefined)
        refuse('expiration_date', 'A GTT order needs an expiry more than 10 seconds from now.')
    }),
  ),
  {
    dependentRequired: { identity_id: ['identity_account_id'], identity_account_id: ['identity_id'] },
    allOf: [...timesByType(), onlyIf({ time_in_force: { const: 'GTT' } }, { required: ['expiration_date'] })],
  },
)

/**
 * Spec, Errors, 2: the expiry of an order, which depends on when it is placed.
 * @param now milliseconds since 1970 of the clock that decides
 */
function placementErrors(order: unknown, now: number): FieldError[] {
  if (!isObject(order) || order.time_in_force !== 'GTT' || typeof order.expiration_date !== 'string') return []
  const refusal = expiryRefusal(order.expiration_date, now)
  return refusal ? [{ field: 'expiration_date', message: refusal }] : []
}

/** Spec, Order, `identity_id`: "May be mandatory depending on integration type", which is a setting of the console. */
function identityErrors(order: unknown): FieldError[] {
  if (isObject(order) && order.identity_id !== undefined) return []
  const message = 'This environment requires an identity and an account with every order.'
  return ['identity_id', 'identity_account_id'].map((field) => ({ field, message }))
}

/** "Sell 12.50 BTC, limit 92,000.00 USD". */
const orderSummary = (_path: object, body: unknown): string => joined(orderName(body), orderTerms(body))

export const bodies = {
  NewOrder: bodyOf({
    schema: NewOrder,
    summarize: orderSummary,
    placementErrors,
    identityErrors,
    full: [
      {
        side: 'SELL',
        market: 'BTCUSD',
        type: 'STOP_LIMIT',
        ref_id: 'hedge-01',
        base_amount: '0.25',
        price: '90000.00',
        quote_amount: '22500.00',
        stop_price: '91000.00',
        metadata: { desk: 'Amber' },
        await_fill_millis: 1,
        time_in_force: 'GTT',
        expiration_date: '4102444800000',
        identity_id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
        identity_account_id: 'account-a',
        recipient_profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
        self_match_prevention_id: 'desk-amber',
      },
    ],
  }),
}

/** "Create order": path values. */
export const OrderPath = object({ profile_id: required(PathId, 'The profile that the order belongs to.') })

export const orderStatuses = [
  'PENDING_SUBMISSION',
  'SUBMITTED',
  'OPEN',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
] as const
export const OrderStatus = named(
  'OrderStatus',
  'Order status. `EXPIRED` applies only to Smart Order Routing customers.',
  z.enum(orderStatuses),
)
export type OrderStatus = z.infer<typeof OrderStatus>

/** "It is an empty string when not applicable." */
const AmountOrEmpty = z.union([Amount, z.literal('')])

export const Order = named(
  'Order',
  'An order.',
  object({
    id: required(Id, 'Order UUID.'),
    profile_id: required(Id, 'Owning profile.'),
    status: required(OrderStatus, 'Order status. A partially filled order is `OPEN` with an `amount_filled`.'),
    ...placed,
    base_amount: optional(AmountOrEmpty, 'Base amount, or the purchase amount for a market sell.'),
    price: optional(AmountOrEmpty, 'Quote price.'),
    quote_amount: optional(AmountOrEmpty, 'Quote amount of a market buy. It is an empty string when not applicable.'),
    metadata,
    created_at: required(Timestamp, 'Creation time.'),
    modified_at: required(Timestamp, 'Last modification time.'),
    amount_filled: required(Amount, 'Amount filled.'),
    volume_weighted_average_price: optional(AmountOrEmpty, 'Volume-weighted average price.'),
    time_in_force: required(TimeInForce, timeInForceNote),
    expiration_date: optional(Timestamp, 'Expiry when time in force is GTT.'),
    ...parties,
    stop_price: optional(DecimalText, 'Stop trigger price.'),
    is_triggered: optional(z.boolean(), 'True once a stop order has been triggered.'),
  }),
)
export type Order = z.infer<typeof Order>
