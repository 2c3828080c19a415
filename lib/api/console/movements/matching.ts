/**
 * THE matcher: which transfers are one movement of money, by what proves it. For every page, list, export and webhook.
 *
 * Only the provider's own statements join transfers: `auto_conversion`, `group_id` and a hash that is at both ends. Amounts,
 * times, memos and profiles never do; a person may, and is named (`MovementJoin`).
 */
import { compareDecimals } from '../../../domain/decimals'
import { nanoseconds } from '../../../domain/values'
import { hashKey, idKey } from '../../provider/matching'
import type { DecodedTransfer } from '../../provider/reading'
import { sideOf } from '../../provider/transfer-money'

/** Two transfers that a person said belong together. Times are RFC 3339 in UTC. */
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

export const groupOf = ({ known }: DecodedTransfer) => known.group_id && idKey(known.group_id)

const createdAt = ({ known }: DecodedTransfer) => nanoseconds(known.created_at ?? '') ?? 0n

/** When it was created; of the same moment, what another one names as its source is first, and a debit before its credit. */
function inOrder(one: DecodedTransfer, other: DecodedTransfer): number {
  const [at, then] = [createdAt(one), createdAt(other)]
  if (at !== then) return at < then ? -1 : 1
  if (namedBy(one).to === keyOf(other) || namedBy(other).from === keyOf(one)) return -1
  if (namedBy(other).to === keyOf(one) || namedBy(one).from === keyOf(other)) return 1
  const [side, otherSide] = [sideOf(one.known), sideOf(other.known)]
  if (side !== otherSide && groupOf(one) === groupOf(other)) return side === 'DEBIT' ? -1 : 1
  return keyOf(one) < keyOf(other) ? -1 : 1
}

/** Each transfer once, as it was last updated, oldest first. What has no id cannot be told apart and is left out. */
export function distinctTransfers(transfers: readonly DecodedTransfer[]): DecodedTransfer[] {
  const latest = new Map<string, DecodedTransfer>()
  const updatedAt = ({ known }: DecodedTransfer) => nanoseconds(known.updated_at ?? '') ?? 0n
  for (const transfer of transfers) {
    const before = latest.get(keyOf(transfer))
    if (transfer.known.id && (!before || updatedAt(transfer) >= updatedAt(before)))
      latest.set(keyOf(transfer), transfer)
  }
  return [...latest.values()].sort(inOrder)
}

const isExternal = ({ known }: DecodedTransfer) => /_(?:DEPOSIT|WITHDRAWAL)$/.test(known.type ?? '')

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
export function linksAmong(transfers: readonly DecodedTransfer[], joins: readonly MovementJoin[] = []): Link[] {
  const ids = new Set(transfers.map(keyOf))
  const groups = new Map<string, string[]>()
  const hashes = new Map<string, DecodedTransfer[]>()
  const links: Link[] = []
  for (const transfer of transfers) {
    const [key, group, hash] = [keyOf(transfer), groupOf(transfer), transfer.known.crypto_tx_hash]
    const { from, to } = namedBy(transfer)
    if (from && ids.has(from)) links.push({ by: 'conversion', one: from, other: key, value: from })
    if (to && ids.has(to)) links.push({ by: 'conversion', one: key, other: to, value: to })
    addTo(groups, group, key)
    if (hash && isExternal(transfer)) addTo(hashes, hashKey(hash), transfer)
  }
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

/** Every transfer is in exactly one movement, most of them alone. In the order of their first transfers. */
export function movementsAmong(all: readonly DecodedTransfer[], joins: readonly MovementJoin[] = []): Matched[] {
  const transfers = distinctTransfers(all)
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
  const movements = new Map<string, Matched>()
  for (const transfer of transfers) {
    const root = rootOf(keyOf(transfer))
    const movement = movements.get(root)
    if (movement) movement.transfers.push(transfer)
    else movements.set(root, { transfers: [transfer], links: [] })
  }
  for (const link of links) movements.get(rootOf(link.one))?.links.push(link)
  return [...movements.values()]
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
