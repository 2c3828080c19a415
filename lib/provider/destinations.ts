/** Whom and what a write names, as one text each: apart from the summaries, which every list loads. */
import { addressKey } from '../domain/address-ends'
import { isObject } from '../domain/json'
import type { Naming, Party } from './members'
import type { WriteRow } from './row'
import { memberAt } from './summaries'

/** The texts of destinations. Whatever may be written in several ways is written in one. */
export const destinationKeys = {
  account: (id: string) => `account ${id.toLowerCase()}`,
  address: (address: string, network: string) => `address ${network.toUpperCase()} ${addressKey(address)}`,
  profile: (id: string) => `profile ${id.toLowerCase()}`,
}
export type DestinationKind = keyof typeof destinationKeys

/** Takes such a text apart; undefined if it is none. */
export function destinationOf(
  text: string | undefined,
): { kind: DestinationKind; value: string; network?: string } | undefined {
  const [, account, network, address, profile] =
    /^(?:account (\S+)|address (\S+) (\S+)|profile (\S+))$/.exec(text ?? '') ?? []
  if (account) return { kind: 'account', value: account }
  if (address) return { kind: 'address', value: address, network }
  return profile ? { kind: 'profile', value: profile } : undefined
}

const keys: Record<Naming['kind'], (text: string, network: string) => string | undefined> = {
  ...destinationKeys,
  identity: (id) => `identity ${id.toLowerCase()}`,
  customer: (id) => `customer ${id.toLowerCase()}`,
  details: () => undefined,
  deposits: () => undefined,
}

const keyOf = (kind: Naming['kind'], value: unknown, network: unknown) =>
  typeof value === 'string' && value.trim() !== ''
    ? keys[kind](value, typeof network === 'string' ? network : '')
    : undefined

const partyOf = (names: Naming, key: string | undefined): Party => ({ ...names, ...(key !== undefined && { key }) })

/** Of a member; undefined if the body names none by it. */
function partyAt(at: string, names: Naming, body: unknown): Party | undefined {
  const outer = at.split('.')
  const name = outer.pop() ?? ''
  const around = memberAt(body, ...outer)
  const value = memberAt(around, name)
  // The provider fills in a deposit address that is left out. Whatever else an object that is there leaves out, it may fill
  // in as it likes.
  const isNamed = value !== undefined || (outer.length > 0 && names.kind !== 'deposits' && isObject(around))
  // Spec, Transfer: `crypto_network`.
  const network = memberAt(around, 'network') ?? memberAt(around, 'crypto_network')
  return isNamed ? partyOf(names, keyOf(names.kind, value, network)) : undefined
}

type Named = Pick<WriteRow, 'path' | 'moves'>

/** Whom and what a row names, by its member or path value. */
export function namesOf({ moves: { of = {}, from = {}, to = {} } }: Named): [at: string, Naming][] {
  const named = (as: Naming['as'], names: Readonly<Record<string, Naming['kind'] | undefined>>) =>
    Object.entries(names).flatMap(([at, kind]): [string, Naming][] => (kind ? [[at, { as, kind }]] : []))
  return [...named('owner', of), ...named('source', from), ...named('destination', to)]
}

/** Whom and what a write names, by its row. Takes a body of any shape. */
export function partiesIn(row: Named, path: Readonly<Record<string, string>>, body: unknown): Party[] {
  const all = namesOf(row).flatMap(([at, names]) => {
    const isInPath = row.path.includes(`{${at}}`)
    const party = isInPath ? partyOf(names, keyOf(names.kind, path[at], '')) : partyAt(at, names, body)
    return party ? [party] : []
  })
  const owners = all.filter(({ as, kind }) => as === 'owner' && kind === 'profile')
  const isOthers = ({ as, key }: Party) =>
    as === 'source' && (key === undefined || owners.some((one) => one.key !== key))
  // What comes from elsewhere, and is not sent on, goes to its owner.
  const isKept = all.some(isOthers) && !all.some(({ as }) => as === 'destination')
  return isKept ? [...all, ...owners.map((one): Party => ({ ...one, as: 'destination' }))] : all
}

/** The id in a party's text, in small letters. */
export const idIn = ({ key }: Party): string | undefined => key?.slice(key.indexOf(' ') + 1).trim()

/** Whether its row names a profile by which every write of its kind is told apart. */
export const namesProfile = ({ moves }: Named): boolean => Object.values(moves.of ?? {}).includes('profile')
