/** The values of the order form, their errors and warnings, and the body that they become. */
import type { FormContext } from '@/components/forms/description'
import {
  messagesOf,
  metadataErrors,
  metadataFieldOf,
  type Pair,
  toMetadata,
  toPairs,
  withoutUndefined,
} from '@/components/forms/form-values'
import { compareDecimals } from '@/lib/api/decimals'
import { isObject } from '@/lib/api/json'
import { amountPattern } from '@/lib/api/values'
import type { WriteInput } from '@/lib/browser/intents'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import { editableTime, type ParsedTime, parseTime } from '@/lib/browser/zoned-time'
import {
  type AmountName,
  amountLabel,
  amountsOf,
  blankTexts,
  type OrderTexts,
  orderAmountError,
  orderTextsFrom,
  timeInForceOf,
  typeOf,
} from './order-amounts'

export type OrderValues = OrderTexts & { metadata: Pair[] }
export const blankOrder: OrderValues = { ...blankTexts, metadata: [] }

type Expiry = Pick<OrderValues, 'expiry_day' | 'expiry_time' | 'expiry_zone'>

/** Seconds ahead that the form requires; the service requires more than 10 (service-facts, "Writing"). */
export const minExpirySeconds = 15

/** @param zone applies if the values name none */
export function readExpiry({ expiry_day, expiry_time, expiry_zone }: Expiry, zone: string): ParsedTime {
  if (expiry_time.trim() === '') return { kind: 'none' }
  return parseTime(`${expiry_day.trim()} ${expiry_time.trim()}`, expiry_zone || zone)
}

/** The expiry as sent, in ms since 1970; undefined if the time is invalid. */
export function expiryMillis(values: Expiry, zone: string): number | undefined {
  const reading = readExpiry(values, zone)
  const millis = reading.kind === 'time' ? Date.parse(reading.time) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** A time as the form shows it. */
export function expiryAt(millis: number, zone: string): Expiry {
  const [expiry_day = '', time = ''] = editableTime(new Date(millis).toISOString(), zone).split(' ')
  return { expiry_day, expiry_time: time.replace(/\.000$/, ''), expiry_zone: zone }
}

/** @param digits 13 digits; anything else is no expiry */
export const expiryFrom = (digits: string, zone: string): Expiry =>
  /^\d{13}$/.test(digits) ? expiryAt(Number(digits), zone) : { expiry_day: '', expiry_time: '', expiry_zone: '' }

/** The field to correct: the day if it is invalid on its own, else the time. */
export function expiryField({ expiry_day }: Pick<OrderValues, 'expiry_day'>): 'expiry_day' | 'expiry_time' {
  return parseTime(expiry_day, 'UTC').kind === 'time' ? 'expiry_time' : 'expiry_day'
}

export function expiryError(values: Expiry, zone: string, now: number): string | undefined {
  const { expiry_day: day, expiry_time: time } = values
  const reading = readExpiry(values, zone)
  if (reading.kind === 'skipped' || reading.kind === 'twice') return reading.sentence
  if (reading.kind === 'time') {
    const isTooSoon = Date.parse(reading.time) < now + minExpirySeconds * 1000
    return isTooSoon ? `Expiry must be at least ${minExpirySeconds} seconds from now.` : undefined
  }
  if (expiryField(values) === 'expiry_day')
    return day.trim() === '' ? 'Enter the day on which the order expires.' : 'Enter the day like 2026-11-20.'
  return time.trim() === '' ? 'Enter the time at which the order expires.' : 'Enter the time like 17:00 or 17:00:00.'
}

/** The form field for an error of the input. */
export function orderField(field: string, values: OrderValues): string {
  return field === 'expiration_date' ? expiryField(values) : metadataFieldOf(field, values.metadata)
}

/** Errors that the schema cannot find, or finds only after all others. */
export function orderErrors(values: OrderValues, { requiresIdentity, now, zone }: FormContext): Record<string, string> {
  const hasIdentity = normalizeText(values.identity_id) !== ''
  const hasAccount = normalizeText(values.identity_account_id) !== ''
  const reason = requiresIdentity ? '. Orders in this environment require it.' : ' too, or leave both empty.'
  const errors: Record<string, string | undefined> = {
    ...metadataErrors(values.metadata),
    profile_id: normalizeText(values.profile_id) ? undefined : 'Enter the profile that the order belongs to.',
    side: values.side ? undefined : 'Choose Buy or Sell.',
    market: values.market ? undefined : 'Choose a market.',
    identity_id: !hasIdentity && (hasAccount || requiresIdentity) ? `Enter the identity${reason}` : undefined,
    identity_account_id: !hasAccount && (hasIdentity || requiresIdentity) ? `Enter the account${reason}` : undefined,
  }
  for (const name of amountsOf(values)) errors[name] = orderAmountError(name, values)
  if (timeInForceOf(values) === 'GTT') errors[expiryField(values)] = expiryError(values, zone, now)
  return messagesOf(errors)
}

const isZero = (text: string) => amountPattern.test(text) && compareDecimals(text, '0') === 0

function amountWarning(name: AmountName, values: OrderValues): string | undefined {
  const text = normalizeAmount(values[name])
  const label = amountLabel(name, values)
  if (text === '') return `${label} is empty. Usually required for this order type.`
  if (isZero(text)) return `${label} is zero. The order will probably be rejected.`
  if (name === 'stop_price' && !amountPattern.test(text))
    return 'Stop price is not a decimal number. The order may be rejected.'
  if (name !== 'price' || typeOf(values) !== 'STOP_LIMIT') return undefined
  const above = compareDecimals(text, normalizeAmount(values.stop_price)) ?? 0
  if (values.side === 'SELL' && above > 0) return 'The limit price is above the stop price. This order may never fill.'
  if (values.side === 'BUY' && above < 0) return 'The limit price is below the stop price. This order may never fill.'
  return undefined
}

/** Warnings never block sending. */
export function orderWarnings(values: OrderValues): Record<string, string> {
  const isStopBuy = values.side === 'BUY' && typeOf(values).startsWith('STOP')
  const amounts = amountsOf(values).map((name) => [
    name,
    orderAmountError(name, values) ? undefined : amountWarning(name, values),
  ])
  return messagesOf({
    ...Object.fromEntries(amounts),
    type: isStopBuy ? 'Some providers accept stop orders for sells only.' : undefined,
  })
}

const filled = (text: string) => normalizeText(text) || undefined

/** Text that is not a whole number is sent on unchanged, so that the schema reports it. */
function waitMillis(text: string): number | string | undefined {
  const plain = normalizeAmount(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain || undefined
}

/** The body: only the members that apply to the order's type. @param zone of the expiry, if the values name none */
export function orderInput(values: OrderValues, { zone }: Pick<FormContext, 'zone'>): WriteInput {
  const amounts = amountsOf(values).map((name) => [name, normalizeAmount(values[name]) || undefined] as const)
  const time_in_force = timeInForceOf(values)
  const expiry = time_in_force === 'GTT' ? expiryMillis(values, zone) : undefined
  const body = withoutUndefined({
    side: filled(values.side),
    market: filled(values.market),
    type: typeOf(values),
    ...Object.fromEntries(amounts),
    time_in_force,
    expiration_date: expiry === undefined ? undefined : String(expiry),
    await_fill_millis: waitMillis(values.await_fill_millis),
    identity_id: filled(values.identity_id),
    identity_account_id: filled(values.identity_account_id),
    recipient_profile_id: filled(values.recipient_profile_id),
    self_match_prevention_id: filled(values.self_match_prevention_id),
    metadata: toMetadata(values.metadata),
    ref_id: filled(values.ref_id),
  })
  return { path: { profile_id: normalizeText(values.profile_id) }, body }
}

/** Values that would send an order again, without its reference. */
export function orderValuesFrom({ path, body }: WriteInput): OrderValues {
  const order = isObject(body) ? body : {}
  const texts = orderTextsFrom(order)
  const type = typeOf(texts)
  return {
    ...texts,
    profile_id: path?.profile_id ?? '',
    type,
    time_in_force: timeInForceOf({ ...texts, type }),
    ...expiryFrom(String(order.expiration_date), 'UTC'),
    metadata: toPairs(order.metadata),
    ref_id: '',
  }
}
