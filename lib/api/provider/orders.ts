/** Spec, "Order" and "Create order". */
import * as z from 'zod/mini'
import { isObject } from '../../domain/json'
import { maximumLengths } from '../../domain/values'
import type { FieldError } from '../field-errors'
import { Amount, Id, Metadata, object, PathId, Timestamp } from '../value-schemas'
import { allTimesInForce, marketAssets, markets, orderSides, orderTypes, timesInForce } from './order-terms'
import { amountAt, joined, lineAt } from './summaries'

export const Market = z.enum(markets)
export type Market = z.infer<typeof Market>

export const OrderSide = z.enum(orderSides)
export const OrderType = z.enum(orderTypes)
export type OrderType = z.infer<typeof OrderType>
export const TimeInForce = z.enum(allTimesInForce)
export type TimeInForce = z.infer<typeof TimeInForce>

const expiryPattern = /^[0-9]{13}$/

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

/** The spec does not show its format, so any text is accepted. */
const StopPrice = z.string().check(z.maxLength(maximumLengths.decimal))

const plainNewOrder = object({
  side: OrderSide,
  market: Market,
  type: OrderType,
  ref_id: z.optional(Id),
  base_amount: z.optional(Amount),
  price: z.optional(Amount),
  quote_amount: z.optional(Amount),
  stop_price: z.optional(StopPrice.check(z.minLength(1))),
  metadata: z.optional(Metadata),
  await_fill_millis: z.optional(
    z
      .int({ error: 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.' })
      .check(
        z.minimum(0, { error: 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.' }),
        z.maximum(10_000, { error: 'Wait for a fill must be a whole number of milliseconds from 0 to 10000.' }),
      ),
  ),
  time_in_force: z.optional(TimeInForce),
  expiration_date: z.optional(
    z.string().check(z.regex(expiryPattern, { error: 'Enter the expiry as 13 digits: UTC milliseconds since 1970.' })),
  ),
  identity_id: z.optional(Id),
  identity_account_id: z.optional(Id),
  recipient_profile_id: z.optional(Id),
  self_match_prevention_id: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: 'Self-match prevention ID cannot be empty.' }),
        z.maxLength(36, { error: 'Self-match prevention ID can have at most 36 characters.' }),
      ),
  ),
})
export type NewOrder = z.infer<typeof plainNewOrder>

export const NewOrder = plainNewOrder.check(
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
)

/**
 * Spec, Errors, 2: the expiry of an order, which depends on when it is placed.
 * @param now milliseconds since 1970 of the clock that decides
 */
export function placementErrors(order: unknown, now: number): FieldError[] {
  if (!isObject(order) || order.time_in_force !== 'GTT' || typeof order.expiration_date !== 'string') return []
  const refusal = expiryRefusal(order.expiration_date, now)
  return refusal ? [{ field: 'expiration_date', message: refusal }] : []
}

/** Spec, Order, `identity_id`: "May be mandatory depending on integration type", which is a setting of the console. */
export function identityErrors(order: unknown): FieldError[] {
  if (isObject(order) && order.identity_id !== undefined) return []
  const message = 'This environment requires an identity and an account with every order.'
  return ['identity_id', 'identity_account_id'].map((field) => ({ field, message }))
}

/** "Sell 12.50 BTC, limit 92,000.00 USD". */
export function orderSummary(_path: object, body: unknown): string {
  const side = { BUY: 'Buy', SELL: 'Sell' }[lineAt(body, 'side') ?? ''] ?? 'Order'
  const market = lineAt(body, 'market') ?? 'an unknown market'
  const known = markets.find((name) => name === market)
  const { base = market, quote = '' } = known ? marketAssets(known) : {}
  const [amount, worth] = [amountAt(body, 'base_amount'), amountAt(body, 'quote_amount')]
  const [price, stop] = [amountAt(body, 'price'), amountAt(body, 'stop_price')]
  const type = lineAt(body, 'type') ?? ''
  const priced = (word: string, text: string | undefined) => text && `${word} ${text} ${quote}`.trim()
  const what = amount ? `${amount} ${base}` : base
  return joined(
    `${side} ${what}${worth ? ` for ${worth} ${quote}`.trimEnd() : ''}`,
    type === 'MARKET' && 'at market',
    priced('stop', stop),
    priced(type === 'POST_ONLY_LIMIT' ? 'post-only limit' : 'limit', price),
  )
}

/** "Create order": path values. */
export const OrderPath = object({ profile_id: PathId })

export const orderStatuses = [
  'PENDING_SUBMISSION',
  'SUBMITTED',
  'OPEN',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof OrderStatus>

/** "It is an empty string when not applicable." */
const AmountOrEmpty = z.union([Amount, z.literal('')])

export const Order = object({
  id: Id,
  profile_id: Id,
  ref_id: z.optional(Id),
  status: OrderStatus,
  side: OrderSide,
  market: Market,
  type: OrderType,
  base_amount: z.optional(AmountOrEmpty),
  price: z.optional(AmountOrEmpty),
  quote_amount: z.optional(AmountOrEmpty),
  metadata: z.optional(Metadata),
  created_at: Timestamp,
  modified_at: Timestamp,
  amount_filled: Amount,
  volume_weighted_average_price: z.optional(AmountOrEmpty),
  time_in_force: TimeInForce,
  expiration_date: z.optional(Timestamp),
  identity_id: z.optional(Id),
  identity_account_id: z.optional(Id),
  stop_price: z.optional(StopPrice),
  recipient_profile_id: z.optional(Id),
  is_triggered: z.optional(z.boolean()),
})
export type Order = z.infer<typeof Order>

/**
 * Decimals as received: `amount` in the market's base, `price` (the volume-weighted average) in its quote, absent while
 * nothing is filled.
 */
export type OrderFill = { market?: string; amount?: string; price?: string }
