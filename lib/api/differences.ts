/** Whether a record of the service, perhaps partial, is the one that was requested (service-facts, "Writing"). */
import { accountNumberMembers } from './account-numbers'
import { compareDecimals } from './decimals'
import { isObject, type Json } from './json'
import type { WriteName } from './operations'
import { isMasked } from './reading-created'
import { readRecord } from './records'
import { nanoseconds } from './values'

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Milliseconds from 13 digits or RFC 3339: an order's expiry is sent as digits and answered as RFC 3339. */
function millis(text: string): bigint | undefined {
  if (/^\d{13}$/.test(text)) return BigInt(text)
  const exact = nanoseconds(text)
  return exact === undefined ? undefined : exact / 1_000_000n
}

const amounts = ['base_amount', 'quote_amount', 'price', 'stop_price']

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const plainNumber = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()

/** Whether a masked number (`XXXX4512`) can be this one: its visible ends match. */
function isCoveredBy(number: string, masked: string): boolean {
  const [whole, shown] = [plainNumber(number), plainNumber(masked)]
  const first = shown.search(/[X*•]{2}/)
  const last = Math.max(...['X', '*', '•'].map((mark) => shown.lastIndexOf(mark)))
  return first < 0 || (whole.startsWith(shown.slice(0, first)) && whole.endsWith(shown.slice(last + 1)))
}

function isSameText(name: string, asked: string, existing: string): boolean {
  if (asked.trim() === existing.trim()) return true
  if (amounts.includes(name)) return compareDecimals(asked, existing) === 0
  if (accountNumberMembers.includes(name))
    return isMasked(existing) ? isCoveredBy(asked, existing) : plainNumber(asked) === plainNumber(existing)
  if (uuid.test(asked) || name === 'network') return asked.toLowerCase() === existing.toLowerCase()
  return name === 'expiration_date' && millis(asked) !== undefined && millis(asked) === millis(existing)
}

const present = (value: Json) => Object.keys(value).filter((name) => !isAbsent(value[name]))

/** Whether both have members but none in common: a person and an institution, a profile and an address. */
const areApart = (asked: Json, existing: Json) =>
  present(asked).length > 0 && present(existing).length > 0 && present(asked).every((name) => isAbsent(existing[name]))

/** The paths of the members that both have with different values. */
function differing(asked: Json, existing: Json, path: string): string[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const other = Object.hasOwn(existing, name) ? existing[name] : undefined
    const here = path ? `${path}.${name}` : name
    if (isAbsent(value) || isAbsent(other)) return []
    if (isObject(value) && isObject(other)) return areApart(value, other) ? [here] : differing(value, other, here)
    if (isObject(value) || isObject(other)) return [here]
    // A service may return a text as a number.
    return isSameText(name, String(value), String(other)) ? [] : [here]
  })
}

/** Destinations in the record that were not requested: another profile, an address or an account. */
function unasked(asked: Json, existing: Json): string[] {
  const { recipient_profile_id: recipient, destination } = existing
  const isElsewhere = !isAbsent(recipient) && String(recipient) !== String(existing.profile_id ?? asked.profile_id)
  const leaves = isObject(destination) && present(destination).some((name) => name !== 'profile')
  return [
    ...(isElsewhere && isAbsent(asked.recipient_profile_id) ? ['recipient_profile_id'] : []),
    ...(leaves && isAbsent(asked.destination) ? ['destination'] : []),
  ]
}

/**
 * The requested members that differ in the service's record; [] if none does. Amounts are compared as decimals, masked
 * numbers by their visible digits. Members that only one side has are ignored, unless they redirect money.
 * @param path     path values that were sent
 * @param body     the body that was sent
 * @param existing the service's unchanged record
 */
export function differences(name: WriteName, path: Json, body: unknown, existing: unknown): string[] {
  const record = readRecord(name, existing)
  if (!record || !isObject(body)) return []
  const asked = { ...path, ...body }
  const { known } = record
  return [...differing(asked, known, ''), ...unasked(asked, known)]
}

/** Members that determine what happens to money; a service may normalise the others. */
const decisive: ReadonlySet<string> = new Set([
  ...amounts,
  ...['id', 'ref_id', 'profile_id', 'identity_id', 'identity_account_id', 'account_id', 'recipient_profile_id'],
  ...['side', 'market', 'type', 'time_in_force', 'source_asset', 'destination_asset', 'destination'],
  ...['network', 'routing_number', ...accountNumberMembers],
])

/** Members of several kinds: an owner is a person or an institution, a source fiat or crypto. */
const kinds = ['fiat_account_owner', 'source']

/** Whether a difference in this member means that the record belongs to another request. */
export const isDecisive = (path: string): boolean =>
  !path.startsWith('metadata') &&
  // The service generates the address, the ids and the memo of a source (service-facts, "Writing").
  (kinds.includes(path) || path.split('.').some((name) => decisive.has(name)))

/** Members that a record must show at least in part if they were requested. */
const kindsOfProof = [...kinds, 'fiat_network_instructions']

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** The members that a record must show to prove that it belongs to this request; its reference is checked separately. */
export function requiredProof(body: unknown): string[] {
  const members = isObject(body) ? kindsOfProof.filter((name) => !isAbsent(body[name])) : []
  return [...new Set([...members, ...pathsIn(body).filter((path) => path !== 'ref_id' && isDecisive(path))])]
}

/** The required members that a record lacks (service-facts, "Errors": perhaps partial). */
export function missingProof(name: WriteName, body: unknown, existing: unknown): string[] {
  const known = readRecord(name, existing)?.known
  return known ? requiredProof(body).filter((path) => isAbsent(valueAt(known, path))) : []
}

/** The account after a change, which the service merges (service-facts, "Writing"). */
export function mergeChanges(body: unknown, change: unknown): unknown {
  if (!isObject(body) || !isObject(change)) return isAbsent(change) ? body : change
  const names = [...new Set([...Object.keys(body), ...Object.keys(change)])]
  return Object.fromEntries(names.map((name) => [name, mergeChanges(body[name], change[name])]))
}

/** The paths of all values in a body: `fiat_network_instructions.wire.account_number`. */
export function pathsIn(body: unknown, path = ''): string[] {
  if (!isObject(body)) return isAbsent(body) ? [] : [path]
  return Object.entries(body).flatMap(([name, value]) => pathsIn(value, path ? `${path}.${name}` : name))
}
