/** Whether a record that the service has is the one that was asked for (service-facts, "Writing": perhaps partial). */
import { accountNumberMembers } from './account-numbers'
import { compareDecimals } from './decimals'
import { isObject, type Json } from './json'
import { readRecord, type WriteName } from './operations'
import { isMasked } from './reading'
import { nanoseconds } from './values'

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** A time as milliseconds, from 13 digits or RFC 3339: an order's expiry is sent as the one and answered as the other. */
function millis(text: string): bigint | undefined {
  if (/^\d{13}$/.test(text)) return BigInt(text)
  const exact = nanoseconds(text)
  return exact === undefined ? undefined : exact / 1_000_000n
}

const amounts = ['base_amount', 'quote_amount', 'price', 'stop_price']

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const plainNumber = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()

/** Whether a masked number (`XXXX4512`) can be this one: what is not covered stands at the same ends. */
function isCoveredBy(number: string, masked: string): boolean {
  const [, head = '', tail = ''] = /^(.*?)[X*•]{2,}(?:.*[X*•])?(.*)$/i.exec(plainNumber(masked)) ?? []
  return plainNumber(number).startsWith(head) && plainNumber(number).endsWith(tail)
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

/** Whether both say something and nothing of it is about the same: a person and an institution, a profile and an address. */
const areApart = (asked: Json, existing: Json) =>
  present(asked).length > 0 && present(existing).length > 0 && present(asked).every((name) => isAbsent(existing[name]))

/** The members that both have and that are not the same, by their paths. */
function differing(asked: Json, existing: Json, path: string): string[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const other = Object.hasOwn(existing, name) ? existing[name] : undefined
    const here = path ? `${path}.${name}` : name
    if (isAbsent(value) || isAbsent(other)) return []
    if (isObject(value) && isObject(other)) return areApart(value, other) ? [here] : differing(value, other, here)
    if (isObject(value) || isObject(other)) return [here]
    // A service may keep a text as a number.
    return isSameText(name, String(value), String(other)) ? [] : [here]
  })
}

/** Where money goes in the record that nobody asked for: to another profile, or on to an address or an account. */
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
 * The members of what was asked that the service's record has otherwise; [] where nothing speaks against its being the
 * same. Amounts are compared as decimals, masked numbers by what they show; members that only one side has are not
 * compared, unless they lead money elsewhere.
 * @param path     path values that were sent
 * @param body     what was sent
 * @param existing the service's record, as it came
 */
export function differences(name: WriteName, path: Json, body: unknown, existing: unknown): string[] {
  const record = readRecord(name, existing)
  if (!record || !isObject(body)) return []
  const asked = { ...path, ...body }
  const { known } = record
  return [...differing(asked, known, ''), ...unasked(asked, known)]
}

/** Members that decide what a write does with money; others are texts that a service may keep in its own spelling. */
const decisive: ReadonlySet<string> = new Set([
  ...amounts,
  ...['id', 'ref_id', 'profile_id', 'identity_id', 'identity_account_id', 'account_id', 'recipient_profile_id'],
  ...['side', 'market', 'type', 'time_in_force', 'source_asset', 'destination_asset', 'destination'],
  ...['network', 'routing_number', ...accountNumberMembers],
])

/** Members that differ whole where they are of two kinds: a person and an institution, a fiat source and a crypto one. */
const kinds = ['fiat_account_owner', 'source']

/** Whether a member that differs means that the record is of another request. */
export const isDecisive = (path: string): boolean =>
  !path.startsWith('metadata') &&
  // A service makes the address, the ids and the memo of a source by itself (service-facts, "Writing").
  (kinds.includes(path) || path.split('.').some((name) => decisive.has(name)))

/** Members of which a record must show at least something, whatever of them was asked. */
const kindsOfProof = [...kinds, 'fiat_network_instructions']

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** The members that a record has to show before it proves that it is of this request; its reference is looked at apart. */
export function requiredProof(body: unknown): string[] {
  const members = isObject(body) ? kindsOfProof.filter((name) => !isAbsent(body[name])) : []
  return [...new Set([...members, ...pathsIn(body).filter((path) => path !== 'ref_id' && isDecisive(path))])]
}

/** Those that it does not show (service-facts, "Errors": perhaps partial). */
export function missingProof(name: WriteName, body: unknown, existing: unknown): string[] {
  const known = readRecord(name, existing)?.known
  return known ? requiredProof(body).filter((path) => isAbsent(valueAt(known, path))) : []
}

/** What a service would show of an account after changes that it carried out: it merges them (service-facts, "Writing"). */
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
