/** An order as its form holds it, and as it is sent: what does not fit its type is kept in the form and not sent. */
import type { FormContext } from '@/components/forms/description'
import { metadataOf, type Pair, pairsOf } from '@/components/forms/metadata-pairs'
import { OrderType, orderTypes, type TimeInForce, TimeInForce as Times, timesInForce } from '@/lib/api/orders'
import type { WriteInput } from '@/lib/browser/intents'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import { expiryOf, writtenExpiry } from './expiry'
import { assetsOfMarket } from './order-status'

export type OrderValues = {
  profile_id: string
  side: string
  market: string
  type: string
  base_amount: string
  quote_amount: string
  price: string
  stop_price: string
  time_in_force: string
  expiry_day: string
  expiry_time: string
  /** The zone of the two above; empty while nothing is written there. */
  expiry_zone: string
  identity_id: string
  identity_account_id: string
  metadata: Pair[]
  await_fill_millis: string
  recipient_profile_id: string
  self_match_prevention_id: string
  ref_id: string
}

export const blankOrder: OrderValues = {
  profile_id: '',
  side: '',
  market: '',
  type: 'LIMIT',
  base_amount: '',
  quote_amount: '',
  price: '',
  stop_price: '',
  time_in_force: 'GTC',
  expiry_day: '',
  expiry_time: '',
  expiry_zone: '',
  identity_id: '',
  identity_account_id: '',
  metadata: [],
  await_fill_millis: '',
  recipient_profile_id: '',
  self_match_prevention_id: '',
  ref_id: '',
}

export const amountNames = ['base_amount', 'quote_amount', 'price', 'stop_price'] as const
export type AmountName = (typeof amountNames)[number]

export const typeOf = ({ type }: Pick<OrderValues, 'type'>): OrderType =>
  orderTypes.find((one) => one === type) ?? 'LIMIT'

/**
 * The amounts that an order of this type has. The spec does not say which are required (service-facts, "Writing"); a
 * market order without a side has none yet.
 */
export function amountsOf({ type, side }: Pick<OrderValues, 'type' | 'side'>): readonly AmountName[] {
  switch (typeOf({ type })) {
    case 'MARKET':
      return side === 'BUY' ? ['quote_amount'] : side === 'SELL' ? ['base_amount'] : []
    case 'STOP_MARKET':
      return ['base_amount', 'stop_price']
    case 'STOP_LIMIT':
      return ['base_amount', 'stop_price', 'price']
    default:
      return ['base_amount', 'price']
  }
}

/** The time in force that is in effect: what was chosen where it fits the type, else the type's default. */
export function timeInForceOf({ type, time_in_force }: Pick<OrderValues, 'type' | 'time_in_force'>): TimeInForce {
  const allowed = timesInForce[typeOf({ type })]
  return allowed.find((one) => one === time_in_force) ?? allowed[0]
}

/** Base and quote of the chosen market; nothing where none is chosen. */
export const assetsOf = ({ market }: Pick<OrderValues, 'market'>) => assetsOfMarket(market)

const filled = (text: string) => normalizeText(text) || undefined

/** Whole milliseconds; what is no such number goes as it is, so that the check speaks of it. */
function millisOf(text: string): number | string | undefined {
  const plain = normalizeAmount(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain || undefined
}

/** @param zone where the form does not say in which zone its expiry is written */
export function orderInput(values: OrderValues, { zone }: Pick<FormContext, 'zone'>): WriteInput {
  const amounts = amountsOf(values).map((name) => [name, normalizeAmount(values[name]) || undefined] as const)
  const time_in_force = timeInForceOf(values)
  const members = {
    side: filled(values.side),
    market: filled(values.market),
    type: typeOf(values),
    ...Object.fromEntries(amounts),
    time_in_force,
    expiration_date: time_in_force === 'GTT' ? expiryOf(values, zone)?.sent : undefined,
    await_fill_millis: millisOf(values.await_fill_millis),
    identity_id: filled(values.identity_id),
    identity_account_id: filled(values.identity_account_id),
    recipient_profile_id: filled(values.recipient_profile_id),
    self_match_prevention_id: filled(values.self_match_prevention_id),
    metadata: metadataOf(values.metadata),
    ref_id: filled(values.ref_id),
  }
  const body = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return { path: { profile_id: normalizeText(values.profile_id) }, body }
}

/** Values that send an order again, without its reference. */
export function orderValues({ path, body }: WriteInput): OrderValues {
  const order: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const text = (name: string) => {
    const value = order[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const type = OrderType.safeParse(order.type)
  const time = Times.safeParse(order.time_in_force)
  return {
    profile_id: path?.profile_id ?? '',
    side: text('side'),
    market: text('market'),
    type: type.success ? type.data : blankOrder.type,
    base_amount: text('base_amount'),
    quote_amount: text('quote_amount'),
    price: text('price'),
    stop_price: text('stop_price'),
    time_in_force: time.success ? time.data : timesInForce[type.success ? type.data : 'LIMIT'][0],
    ...writtenExpiry(text('expiration_date'), 'UTC'),
    identity_id: text('identity_id'),
    identity_account_id: text('identity_account_id'),
    metadata: pairsOf(order.metadata),
    await_fill_millis: text('await_fill_millis'),
    recipient_profile_id: text('recipient_profile_id'),
    self_match_prevention_id: text('self_match_prevention_id'),
    ref_id: '',
  }
}
