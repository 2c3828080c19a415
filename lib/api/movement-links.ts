/**
 * THE matcher: which transfers are one movement of money, by what proves it. For every page, list, export and webhook.
 *
 * Only the provider's own statements join transfers: `auto_conversion`, `group_id` and a hash that is at both ends. Amounts,
 * times, memos and profiles never do; a person may, and is named (`MovementJoin`).
 */
import { compareDecimals } from '../domain/decimals'
import { nanoseconds } from '../domain/values'
import { hashKey, idKey } from '../provider/matching'
import type { DecodedTransfer } from '../provider/reading'
import { sideOf } from '../provider/transfer-money'

/** Two transfers that a person said belong together. The time is RFC 3339 in UTC. */
export type MovementJoin = { transfer: string; other: string; person: string; at: string }

/** Two transfers and what proves that they belong together; `value` is the group, the hash or the name of a person. */
export type Link = { by: 'conversion' | 'group' | 'hash' | 'person'; one: string; other: string; value: string }

export const keyOf = ({ known }: DecodedTransfer): string => idKey(known.id ?? '')

/** The keys of the transfers that `auto_conversion` names, without the transfer itself. */
export function namedBy(transfer: DecodedTransfer): { from?: string; to?: string } {
  const { from_transfer_id, to_transfer_id } = transfer.known.auto_conversion ?? {}
  const other = (id: unknown) =>
    typeof id === 'string' && id !== '' && idKey(id) !== keyOf(transfer) ? idKey(id) : undefined
  return { from: other(from_transfer_id), to: other(to_transfer_id) }
}

/** Whether transfers of a type have two sides, one of which may not be here. */
export const hasTwoSides = (type: string | null | undefined) => /_TRANSFER_(?:DEBIT|CREDIT)$/.test(type ?? '')

/**
 * Whether money came from outside, or left: what moves between profiles of one's own or is converted does neither.
 * @param isPaired whether both sides of it are here
 */
export const crossesBorder = (type: string | null, isPaired: boolean) =>
  !hasTwoSides(type) || !(isPaired || type?.startsWith('INTERNAL_'))

export const isInternal = ({ known }: DecodedTransfer) => hasTwoSides(known.type)

/** The group of a transfer that has two sides (spec, Transfer: of an internal or platform transfer); of any other it says nothing. */
export const groupOf = (transfer: DecodedTransfer) =>
  transfer.known.group_id && isInternal(transfer) ? idKey(transfer.known.group_id) : undefined

/** The key of a hash that only one transaction can have: not of a word that stands for one, such as `pending`. */
function hashOf({ known: { crypto_tx_hash: hash } }: DecodedTransfer): string | undefined {
  const key = hash === undefined ? '' : hashKey(hash)
  return /^(?:(?!0+$)[0-9a-f]{2,}|[1-9A-HJ-NP-Za-km-z]{32,})$/.test(key) ? key : undefined
}

/** A transfer, with what the order of many needs of each. */
type Keyed = { transfer: DecodedTransfer; key: string; created: number }

const keyed = (transfer: DecodedTransfer): Keyed => ({
  transfer,
  key: keyOf(transfer),
  created: Date.parse(transfer.known.created_at ?? '') || 0,
})

/** By the nanosecond: most pairs differ by more than the millisecond that `Date` knows. */
function compareTimes(one = '', other = ''): number {
  const [at, then] = [nanoseconds(one) ?? 0n, nanoseconds(other) ?? 0n]
  return at < then ? -1 : at > then ? 1 : 0
}

/** When it was created; of the same moment, what another one names as its source is first, and a debit before its credit. */
function inOrder(one: Keyed, other: Keyed): number {
  if (one.created !== other.created) return one.created - other.created
  const finer = compareTimes(one.transfer.known.created_at, other.transfer.known.created_at)
  if (finer !== 0) return finer
  const [named, otherNamed] = [namedBy(one.transfer), namedBy(other.transfer)]
  const isBefore = named.to === other.key || otherNamed.from === one.key
  const isAfter = otherNamed.to === one.key || named.from === other.key
  // Two that name each other as the source say nothing.
  if (isBefore !== isAfter) return isBefore ? -1 : 1
  const [side, otherSide] = [sideOf(one.transfer.known), sideOf(other.transfer.known)]
  if (side !== otherSide && groupOf(one.transfer) === groupOf(other.transfer)) return side === 'DEBIT' ? -1 : 1
  return one.key < other.key ? -1 : 1
}

/** The same order whatever the order was before: what records say of each other may contradict itself. */
const sorted = (transfers: readonly Keyed[]) =>
  [...transfers].sort((one, other) => (one.key < other.key ? -1 : 1)).sort(inOrder)

/** Each transfer once, as it was last updated, oldest first. What has no id cannot be told apart and is left out. */
function distinct(transfers: readonly DecodedTransfer[]): Keyed[] {
  const latest = new Map<string, Keyed>()
  for (const transfer of transfers) {
    if (!transfer.known.id) continue
    const one = keyed(transfer)
    const before = latest.get(one.key)?.transfer
    if (!before || compareTimes(transfer.known.updated_at, before.known.updated_at) >= 0) latest.set(one.key, one)
  }
  return sorted([...latest.values()])
}

export const distinctTransfers = (transfers: readonly DecodedTransfer[]): DecodedTransfer[] =>
  distinct(transfers).map(({ transfer }) => transfer)

const isExternal = ({ known }: DecodedTransfer) => /_(?:DEPOSIT|WITHDRAWAL)$/.test(known.type ?? '')

/** By what others may be of its movement: the ids that it names, its group, and its hash where that is at an end. */
export function marksOf(transfer: DecodedTransfer): string[] {
  const { from, to } = transfer.known.auto_conversion ? namedBy(transfer) : {}
  const [group, hash] = [groupOf(transfer), hashOf(transfer)]
  const marks = [
    from && idMark(from),
    to && idMark(to),
    group && `group ${group}`,
    hash && isExternal(transfer) && `hash ${hash}`,
  ]
  return [...new Set(marks.flatMap((mark) => mark || []))]
}

/** The mark of transfers that name this one. */
export const idMark = (key: string) => `id ${key}`

const returned = 'RETURN '

/** The memos by which what came back of a transfer names it: by its memo, else by the first part of its id. */
export const returnMemos = (transfer: DecodedTransfer): string[] =>
  isExternal(transfer) && transfer.known.status === 'COMPLETED'
    ? [transfer.known.memo, keyOf(transfer).slice(0, 8)].flatMap((name) => (name ? returned + name : []))
    : []

/** Whether a transfer sends back what another one brought or took, as its memo says: the contract has no returned status. */
export function isReturnOf(one: DecodedTransfer, other: DecodedTransfer): boolean {
  const [back, sent] = [one.known, other.known]
  return (
    isExternal(one) &&
    back.status !== 'FAILED' &&
    returnMemos(other).includes(back.memo ?? '') &&
    back.profile_id === sent.profile_id &&
    back.asset === sent.asset &&
    sideOf(back) !== sideOf(sent) &&
    compareDecimals(back.amount ?? '', sent.amount ?? '') !== 1 &&
    compareTimes(back.created_at, sent.created_at) > 0
  )
}

/** What a transfer that sends money back calls the one that brought it; undefined for any other. */
export const returnedName = ({ known: { memo = '' } }: DecodedTransfer): string | undefined =>
  memo.startsWith(returned) ? memo.slice(returned.length) : undefined

/** The withdrawal and the deposit that one transaction shows at both ends; others of the same transaction leave no doubt. */
function hashPair(withHash: readonly DecodedTransfer[]): [DecodedTransfer, DecodedTransfer] | undefined {
  const on = (side: string) => withHash.filter(({ known }) => sideOf(known) === side && known.status !== 'FAILED')
  const [debits, credits] = [on('DEBIT'), on('CREDIT')]
  const [debit, credit] = [debits[0], credits[0]]
  if (!debit || !credit || debits.length > 1 || credits.length > 1) return undefined
  const [one, other] = [debit.known, credit.known]
  const isSame =
    one.asset === other.asset &&
    one.crypto_network === other.crypto_network &&
    compareDecimals(one.amount ?? '', other.amount ?? '') === 0 &&
    (!one.crypto_tx_index || !other.crypto_tx_index || one.crypto_tx_index === other.crypto_tx_index)
  return isSame ? [debit, credit] : undefined
}

/** Adds an item under a key; nothing without a key. */
export function addTo<Item>(map: Map<string, Item[]>, key: string | undefined, item: Item): void {
  if (!key) return
  const known = map.get(key)
  if (known) known.push(item)
  else map.set(key, [item])
}

/** What the provider's records, and people, prove of each other. @param transfers each once */
function linksAmong(transfers: readonly Keyed[], joins: readonly MovementJoin[]): Link[] {
  const ids = new Set(transfers.map(({ key }) => key))
  const groups = new Map<string, string[]>()
  const hashes = new Map<string, DecodedTransfer[]>()
  const conversions = new Map<string, Link>()
  for (const { transfer, key } of transfers) {
    if (transfer.known.auto_conversion) {
      const { from, to } = namedBy(transfer)
      // Both sides of a conversion may say the same.
      if (from && ids.has(from))
        conversions.set(`${from} ${key}`, { by: 'conversion', one: from, other: key, value: from })
      if (to && ids.has(to)) conversions.set(`${key} ${to}`, { by: 'conversion', one: key, other: to, value: to })
    }
    addTo(groups, groupOf(transfer), key)
    if (isExternal(transfer)) addTo(hashes, hashOf(transfer), transfer)
  }
  const links = [...conversions.values()]
  for (const [group, [first = '', ...others]] of groups)
    for (const other of others) links.push({ by: 'group', one: first, other, value: group })
  for (const [hash, withHash] of hashes) {
    const pair = withHash.length > 1 ? hashPair(withHash) : undefined
    if (pair) links.push({ by: 'hash', one: keyOf(pair[0]), other: keyOf(pair[1]), value: hash })
  }
  for (const { transfer, other, person } of joins) {
    const [one, two] = [idKey(transfer), idKey(other)]
    if (ids.has(one) && ids.has(two)) links.push({ by: 'person', one, other: two, value: person })
  }
  return links
}

/** Transfers that are one movement, oldest first, and what proves it. */
export type Matched = { transfers: DecodedTransfer[]; links: Link[] }

/** Which of two transfers money was in first, by what a link says; undefined if it does not say. */
function directionOf({ by, one, other }: Link, byKey: ReadonlyMap<string, Keyed>): [string, string] | undefined {
  if (by === 'conversion') return [one, other]
  const [side, otherSide] = [one, other].map((key) => byKey.get(key) && sideOf(byKey.get(key)?.transfer.known ?? {}))
  if (by === 'person' || !side || !otherSide || side === otherSide) return undefined
  return side === 'DEBIT' ? [one, other] : [other, one]
}

/** Each after what its links say is before it, else by its time: clocks differ. What goes round in a circle says nothing. */
function inDirection(members: readonly Keyed[], links: readonly Link[]): Keyed[] {
  const byKey = new Map(members.map((one) => [one.key, one]))
  const before = new Map<string, Set<string>>(members.map(({ key }) => [key, new Set()]))
  for (const link of links) {
    const [first, then] = directionOf(link, byKey) ?? []
    if (first && then && first !== then) before.get(then)?.add(first)
  }
  const rest = new Set(members)
  const ordered: Keyed[] = []
  while (rest.size > 0) {
    const all = [...rest]
    const next = all.find(({ key }) => before.get(key)?.size === 0) ?? all[0]
    if (!next) break
    rest.delete(next)
    ordered.push(next)
    for (const keys of before.values()) keys.delete(next.key)
  }
  return ordered
}

/** Every transfer is in exactly one movement, most of them alone. In the order of their first transfers. */
export function movementsAmong(all: readonly DecodedTransfer[], joins: readonly MovementJoin[] = []): Matched[] {
  const transfers = distinct(all)
  const links = linksAmong(transfers, joins)
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up
    if (root !== key) parents.set(key, root)
    return root
  }
  for (const { one, other } of links) {
    const [root, otherRoot] = [rootOf(one), rootOf(other)]
    if (root !== otherRoot) parents.set(otherRoot, root)
  }
  const movements = new Map<string, { members: Keyed[]; links: Link[] }>()
  for (const one of transfers) {
    const root = rootOf(one.key)
    const movement = movements.get(root)
    if (movement) movement.members.push(one)
    else movements.set(root, { members: [one], links: [] })
  }
  for (const link of links) movements.get(rootOf(link.one))?.links.push(link)
  // By itself, so that it does not matter among which others a movement is found.
  return [...movements.values()].map(({ members, links: own }) => ({
    transfers: (members.length > 1 ? inDirection(sorted(members), own) : members).map(({ transfer }) => transfer),
    links: own,
  }))
}

/** What must still be asked for to know the whole movement: transfers that are named but not read, and groups with one side. */
export function openEnds(transfers: readonly DecodedTransfer[]): { ids: string[]; groups: string[] } {
  const read = new Set(transfers.map(keyOf))
  const named = transfers.flatMap((transfer) => Object.values(namedBy(transfer)))
  const sides = new Map<string, (string | undefined)[]>()
  for (const transfer of transfers) addTo(sides, groupOf(transfer), sideOf(transfer.known))
  return {
    ids: [...new Set(named)].filter((id) => id !== undefined && !read.has(id)),
    groups: [...sides].flatMap(([group, known]) =>
      ['DEBIT', 'CREDIT'].every((one) => known.includes(one)) ? [] : group,
    ),
  }
}
