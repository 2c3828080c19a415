import type { FormContext } from '@/components/forms/description'
import { metadataErrors, metadataFieldOf, type Pair, toMetadata, toPairs } from '@/components/forms/form-values'
import { compareDecimals } from '@/lib/api/decimals'
import { OrderType, orderTypes, type TimeInForce, TimeInForce as Times, timesInForce } from '@/lib/api/orders'
import { amountPattern } from '@/lib/api/values'
import type { WriteInput } from '@/lib/browser/intents'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import { type Reading, readTime, writtenTime } from '@/lib/browser/zoned-time'
import { amountLabel, assetsOfMarket, orderAmountError } from './labels'

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
    metadata: toMetadata(values.metadata),
    ref_id: filled(values.ref_id),
  }
  const body = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return { path: { profile_id: normalizeText(values.profile_id) }, body }
}

/** Values that send an order again, without its reference. */
export function orderValuesFrom({ path, body }: WriteInput): OrderValues {
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
    metadata: toPairs(order.metadata),
    await_fill_millis: text('await_fill_millis'),
    recipient_profile_id: text('recipient_profile_id'),
    self_match_prevention_id: text('self_match_prevention_id'),
    ref_id: '',
  }
}

/** Seconds that the form asks for at least; the service wants more than 10 (service-facts, "Writing"). */
export const formNotice = 15

export type ExpiryValues = { expiry_day: string; expiry_time: string; expiry_zone: string }

/** What day and time mean together. @param zone where the values name none */
export function readExpiry({ expiry_day, expiry_time, expiry_zone }: ExpiryValues, zone: string): Reading {
  if (expiry_time.trim() === '') return { kind: 'none' }
  return readTime(`${expiry_day.trim()} ${expiry_time.trim()}`, expiry_zone || zone)
}

/** @returns the moment (ms since 1970) and the digits that are sent; undefined where there is no such time */
export function expiryOf(values: ExpiryValues, zone: string): { at: number; sent: string } | undefined {
  const reading = readExpiry(values, zone)
  if (reading.kind !== 'time') return undefined
  const at = Date.parse(reading.time)
  return Number.isNaN(at) ? undefined : { at, sent: String(at) }
}

/** Day and time of a moment as the form shows them. */
export function expiryAt(millis: number, zone: string): ExpiryValues {
  const [expiry_day = '', time = ''] = writtenTime(new Date(millis).toISOString(), zone).split(' ')
  return { expiry_day, expiry_time: time.replace(/\.000$/, ''), expiry_zone: zone }
}

/** @param sent 13 digits; anything else is no expiry */
export const writtenExpiry = (sent: string, zone: string): ExpiryValues =>
  /^\d{13}$/.test(sent) ? expiryAt(Number(sent), zone) : { expiry_day: '', expiry_time: '', expiry_zone: '' }

/** The field that is at fault where the expiry is wrong: the day where it is none by itself, else the time. */
export function expiryField({ expiry_day }: ExpiryValues): 'expiry_day' | 'expiry_time' {
  return readTime(expiry_day, 'UTC').kind === 'time' ? 'expiry_time' : 'expiry_day'
}

/** What is wrong with the expiry of a GTT order at a moment; undefined where it can be sent. */
export function expiryRefusal(values: ExpiryValues, zone: string, now: number): string | undefined {
  const { expiry_day: day, expiry_time: time } = values
  const reading = readExpiry(values, zone)
  if (reading.kind === 'skipped' || reading.kind === 'twice') return reading.sentence
  if (reading.kind === 'time') {
    const isLate = Date.parse(reading.time) < now + formNotice * 1000
    return isLate ? `Expiry must be at least ${formNotice} seconds from now.` : undefined
  }
  if (expiryField(values) === 'expiry_day')
    return day.trim() === '' ? 'Enter the day on which the order expires.' : 'Write the day as 2026-11-20.'
  return time.trim() === '' ? 'Enter the time at which the order expires.' : 'Write the time as 17:00 or 17:00:00.'
}

type Sentences = Record<string, string>

/** An error of the input at the field of the form that it is about. */
export function orderField(field: string, values: OrderValues): string {
  if (field === 'expiration_date') return expiryField(values)
  return metadataFieldOf(field, values.metadata)
}

/** What the form asks for beside the schema. */
export function orderErrors(values: OrderValues, { requiresIdentity, now, zone }: FormContext): Sentences {
  const errors: Sentences = metadataErrors(values.metadata)
  if (!normalizeText(values.profile_id)) errors.profile_id = 'Enter the profile that the order belongs to.'
  if (!values.side) errors.side = 'Choose whether to buy or to sell.'
  if (!values.market) errors.market = 'Choose a market.'
  for (const name of amountsOf(values)) {
    const sentence = orderAmountError(name, values)
    if (sentence) errors[name] = sentence
  }
  const [identity, account] = [normalizeText(values.identity_id), normalizeText(values.identity_account_id)]
  // The schema says so too, but only once everything else fits.
  if (!identity && account) errors.identity_id = 'Enter the identity too, or leave both empty.'
  if (identity && !account) errors.identity_account_id = 'Enter the account too, or leave both empty.'
  if (requiresIdentity) {
    if (!identity) errors.identity_id = 'Enter the identity: every order here needs one.'
    if (!account) errors.identity_account_id = 'Enter the account of the identity.'
  }
  const refusal = timeInForceOf(values) === 'GTT' ? expiryRefusal(values, zone, now) : undefined
  if (refusal) errors[expiryField(values)] = refusal
  return errors
}

const isZero = (text: string) => amountPattern.test(text) && compareDecimals(text, '0') === 0

function amountWarning(name: AmountName, values: OrderValues): string | undefined {
  const text = normalizeAmount(values[name])
  const type = typeOf(values)
  if (text === '') {
    return `${amountLabel(name, values)} is empty. Usually required for this order type.`
  }
  if (isZero(text)) return `${amountLabel(name, values)} is zero. The order will probably be rejected.`
  if (name === 'stop_price' && !amountPattern.test(text))
    return 'Stop price is not a decimal number. The order may be rejected.'
  if (name !== 'price' || type !== 'STOP_LIMIT') return undefined
  const above = compareDecimals(text, normalizeAmount(values.stop_price)) ?? 0
  if (values.side === 'SELL' && above > 0) return 'The limit price is above the stop price. This order may never fill.'
  if (values.side === 'BUY' && above < 0) return 'The limit price is below the stop price. This order may never fill.'
  return undefined
}

/** What is odd, and goes all the same. */
export function orderWarnings(values: OrderValues): Sentences {
  const warnings: Sentences = {}
  for (const name of amountsOf(values)) {
    const warning = orderAmountError(name, values) ? undefined : amountWarning(name, values)
    if (warning) warnings[name] = warning
  }
  if (values.side === 'BUY' && typeOf(values).startsWith('STOP'))
    warnings.type = 'Some providers accept stop orders for sells only.'
  return warnings
}
