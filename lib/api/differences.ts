/** Whether a record that the service has is the one that was asked for (service-facts, "Writing": perhaps partial). */
import { compareDecimals } from './decimals'
import type { WriteName } from './intents'
import { isMasked, readFiatAccount, readOrder, readRule } from './reading'
import { nanoseconds } from './values'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** A time as milliseconds, from 13 digits or RFC 3339: an order's expiry is sent as the one and answered as the other. */
function millis(text: string): bigint | undefined {
  if (/^\d{13}$/.test(text)) return BigInt(text)
  const exact = nanoseconds(text)
  return exact === undefined ? undefined : exact / 1_000_000n
}

const amounts = ['base_amount', 'quote_amount', 'price', 'stop_price']

function isSameText(name: string, asked: string, existing: string): boolean {
  if (asked === existing) return true
  if (amounts.includes(name)) return compareDecimals(asked, existing) === 0
  if (name === 'account_number') return isMasked(existing)
  return name === 'expiration_date' && millis(asked) !== undefined && millis(asked) === millis(existing)
}

/** The members that both have and that are not the same, by their paths. */
function differing(asked: Json, existing: Json, path: string): string[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const other = Object.hasOwn(existing, name) ? existing[name] : undefined
    const here = path ? `${path}.${name}` : name
    if (isAbsent(value) || isAbsent(other)) return []
    if (isObject(value) && isObject(other)) return differing(value, other, here)
    if (typeof value === 'string' && typeof other === 'string') return isSameText(name, value, other) ? [] : [here]
    return JSON.stringify(value) === JSON.stringify(other) ? [] : [here]
  })
}

const readers: Partial<Record<WriteName, (raw: unknown) => { known: Json }>> = {
  createOrder: readOrder,
  createFiatAccount: readFiatAccount,
  createRule: readRule,
}

/**
 * The members of what was asked that the service's record has otherwise; [] where nothing speaks against its being the
 * same. Amounts are compared as decimals, masked numbers and members that only one side has are not compared.
 * @param path     path values that were sent
 * @param body     what was sent
 * @param existing the service's record, as it came
 */
export function differences(name: WriteName, path: Json, body: unknown, existing: unknown): string[] {
  const read = readers[name]
  if (!read || !isObject(body)) return []
  return differing({ ...path, ...body }, read(existing).known, '')
}
