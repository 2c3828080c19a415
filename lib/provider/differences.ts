/** Whether a record of the service, perhaps partial, is the one that was requested (docs/provider.md, "Writing"). */
import type { $ZodType } from 'zod/v4/core'
import { isObject, type Json } from '../domain/json'
import { isSameText, type Member } from './members'
import { type WriteName, writeRowOf } from './operations'
import { readRecord } from './records'
import { bodies } from './schemas'
import { meaningOf } from './value-schemas'

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Of a value in the path of a request, and of one whose kind says nothing. */
const inPath: Member = { isDecisive: true }

/** The path with `*` for the member within the first: an account's number has the same meaning under any network. */
const inAny = (path: string) => path.replace(/^([^.]+)\.[^.]+/, '$1.*')

type Def = { shape?: Readonly<Record<string, $ZodType>>; innerType?: $ZodType }

/** The members of a schema and those within them, by their paths, where their kinds say what they mean. */
function* meaningsIn(schema: $ZodType, path = ''): Generator<[string, Member]> {
  const { shape = {}, innerType } = schema._zod.def as Def
  if (innerType) yield* meaningsIn(innerType, path)
  for (const [name, member] of Object.entries(shape)) {
    const here = path ? `${path}.${name}` : name
    const means = meaningOf(member)
    if (means) yield [here, means]
    yield* meaningsIn(member, here)
  }
}

const known = new Map<WriteName, ReadonlyMap<string, Member>>()

/** What the members of a write mean, by their paths and by those with `*`. */
export function membersOf(name: WriteName): ReadonlyMap<string, Member> {
  const found = known.get(name)
  if (found) return found
  const own = [...meaningsIn(bodies[writeRowOf(name).body].schema)]
  const members = new Map([...own.map(([path, member]) => [inAny(path), member] as const), ...own])
  known.set(name, members)
  return members
}

/** What a member means; one within another whose kind says nothing, as the nearest that does. */
function memberAt(name: WriteName, path: string): Member {
  const members = membersOf(name)
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = members.get(at) ?? members.get(inAny(at))
    if (found) return found
  }
  return inPath
}

const present = (value: Json) => Object.keys(value).filter((name) => !isAbsent(value[name]))

/** Whether both have members but none in common: a person and an institution, a profile and an address. */
const areApart = (asked: Json, existing: Json) =>
  present(asked).length > 0 && present(existing).length > 0 && present(asked).every((name) => isAbsent(existing[name]))

/** The paths of the members that both have with different values. */
function differing(name: WriteName, asked: Json, existing: Json, path = ''): string[] {
  return Object.entries(asked).flatMap(([member, value]) => {
    const other = Object.hasOwn(existing, member) ? existing[member] : undefined
    const here = path ? `${path}.${member}` : member
    if (isAbsent(value) || isAbsent(other)) return []
    if (isObject(value) && isObject(other)) return areApart(value, other) ? [here] : differing(name, value, other, here)
    // A list or an object is never a text, whatever JavaScript writes for it.
    if (typeof value === 'object' || typeof other === 'object') return [here]
    // A service may return a text as a number.
    return isSameText(memberAt(name, here), String(value), String(other)) ? [] : [here]
  })
}

/** Whether a value that was not requested leads away from the profile of the request. */
const leadsElsewhere = (value: unknown, profile: unknown) =>
  isObject(value)
    ? present(value).some((kind) => kind !== 'profile')
    : !isAbsent(value) && String(value) !== String(profile)

/** Destinations in the record that were not requested: another profile, an address or an account. */
function unasked(name: WriteName, asked: Json, existing: Json): string[] {
  const named = Object.entries(writeRowOf(name).moves.to ?? {}).flatMap(([path, kind]) =>
    kind === 'details' || kind === 'deposits' ? [] : path.replace(/\..*/, ''),
  )
  const profile = existing.profile_id ?? asked.profile_id
  return [...new Set(named)].filter((path) => isAbsent(asked[path]) && leadsElsewhere(existing[path], profile))
}

/** The members of an answer under the spec's names, also those of another type than the spec's. */
function shownMembers(name: WriteName, existing: unknown): Json | undefined {
  if (writeRowOf(name).record === null) return isObject(existing) ? existing : undefined
  const record = readRecord(name, existing)
  return record && { ...record.other, ...record.known }
}

/**
 * The requested members that differ in the service's record; [] if none does. Each is compared by what its row says that
 * it means. Members that only one side has are ignored, unless they redirect money.
 * @param path     path values that were sent
 * @param body     the body that was sent
 * @param existing the service's unchanged record
 */
export function differences(name: WriteName, path: Json, body: unknown, existing: unknown): string[] {
  const members = shownMembers(name, existing)
  if (!members || !isObject(body)) return []
  const asked = { ...path, ...body }
  return [...differing(name, asked, members), ...unasked(name, asked, members)]
}

/** Whether a difference in this member means that the record belongs to another request. */
export function isDecisive(name: WriteName, path: string): boolean {
  const { isDecisive: isOtherRequest, isOneOf } = memberAt(name, path)
  return isOtherRequest || (isOneOf === true && membersOf(name).has(path))
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** The members that a record must show to prove that it belongs to this request; its reference is checked separately. */
export function requiredProof(name: WriteName, body: unknown): string[] {
  const kinds = [...membersOf(name)].filter(([path, { isOneOf }]) => isOneOf && !isAbsent(valueAt(body, path)))
  const leaves = pathsIn(body).filter((path) => path !== 'ref_id' && isDecisive(name, path))
  return [...new Set([...kinds.map(([path]) => path), ...leaves])]
}

/** The required members that a record lacks (docs/provider.md, "Errors": perhaps partial). */
export function missingProof(name: WriteName, body: unknown, existing: unknown): string[] {
  const known = readRecord(name, existing)?.known
  return known ? requiredProof(name, body).filter((path) => isAbsent(valueAt(known, path))) : []
}

/** How far a record is what a request asked for: the paths on which they agree, and on which they differ. */
export type Likeness = { agrees: readonly string[]; differs: readonly string[] }

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

export function likeness(name: WriteName, path: Json, body: unknown, existing: unknown): Likeness {
  const members = shownMembers(name, existing)
  const differs = differences(name, path, body, existing)
  const isShown = (at: string) => !isAbsent(valueAt(members, at)) && !differs.some((other) => isWithin(at, other))
  return { agrees: pathsIn(body).filter(isShown), differs }
}

/**
 * Whether a record agrees with one of two requests where the other asked for something else, or for nothing that a
 * provider would have filled in; and never the other way round.
 */
export function isCloser(name: WriteName, one: Likeness, other: Likeness): boolean {
  const isEvidence = (path: string, { agrees, differs }: Likeness) =>
    differs.some((outer) => isWithin(path, outer)) ||
    (memberAt(name, path).isOnlyGiven === true && !agrees.includes(path))
  return one.agrees.some((path) => isEvidence(path, other)) && !other.agrees.some((path) => isEvidence(path, one))
}

/** The account after a change, which the service merges (docs/provider.md, "Writing"). */
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
