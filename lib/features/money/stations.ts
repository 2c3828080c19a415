/** The stations of a movement: what came in, what it cost and what went on, from the provider's transfers alone. */

import { addTo, groupOf, isInternal, keyOf, type Link, type Matched, namedBy } from '../../api/movement-links'
import { isKnownStatus, mayHaveMoved, meaningOf } from '../../api/transfer-meaning'
import { compareDecimals, sumOf } from '../../domain/decimals'
import type { DecodedTransfer } from '../../provider/reading'
import { ruleAssets } from '../../provider/rule-terms'
import { isOdd, sideOf } from '../../provider/transfer-money'
import type { StationState } from './plans'

/** A decimal as received, or computed exactly. */
export type Money = { amount: string; asset: string }

/**
 * `in` and `out` cross the border of the provider. `half` is one side of an internal transfer whose other side was not read.
 */
export type StationKind = 'in' | 'minted' | 'redeemed' | 'converted' | 'moved' | 'half' | 'out'

export type Station = {
  /** Of its first transfer. */
  key: string
  kind: StationKind
  state: StationState
  /** One, or a debit and its credit. */
  transfers: readonly DecodedTransfer[]
  /** What proves that it belongs to a station before it; of the first station nothing. */
  proof?: Link
  in?: Money
  /** Without fees of zero; a debit and its credit may each have one. */
  fees: Money[]
  out?: Money
  /** The provider's times, as sent. `ended` only once it is done. */
  started?: string
  ended?: string
}

export const isParAsset = (asset: string | undefined) => ruleAssets.some((one) => one === asset)

const money = (amount: string | undefined, asset: string | undefined): Money | undefined =>
  amount !== undefined && asset !== undefined && sumOf([amount]) !== undefined ? { amount, asset } : undefined

function stateOf(transfers: readonly DecodedTransfer[]): StationState {
  const meanings = transfers.map(meaningOf)
  if (transfers.some((one) => !isKnownStatus(one.known.status) || isOdd(one.known) || mayHaveMoved(one)))
    return 'unknown'
  if (meanings.includes('failed') || transfers.some(({ known }) => known.status === 'FAILED')) return 'failed'
  if (meanings.every((meaning) => meaning === 'completed')) return 'done'
  if (meanings.some((meaning) => meaning !== 'pending' && meaning !== 'completed')) return 'waiting'
  return 'moving'
}

const hasFee = ({ fee, asset }: DecodedTransfer['known']): Money[] => {
  const read = money(fee, asset)
  return read && compareDecimals(read.amount, '0') !== 0 ? [read] : []
}

export const conversionKind = (from: string | undefined, to: string | undefined): StationKind =>
  from === to
    ? 'moved'
    : from === 'USD' && isParAsset(to)
      ? 'minted'
      : to === 'USD' && isParAsset(from)
        ? 'redeemed'
        : 'converted'

/** A debit and its credit: both ends of a hash, the only two of a group, or both names of a conversion. */
function pairsIn({ transfers, links }: Matched): Map<string, DecodedTransfer> {
  const byKey = new Map(transfers.map((one) => [keyOf(one), one]))
  const pairs = new Map<string, DecodedTransfer>()
  const pair = (one: string, other: string) => {
    const [left, right] = [byKey.get(one), byKey.get(other)]
    if (!left || !right || pairs.has(one) || pairs.has(other)) return
    const [side, otherSide] = [sideOf(left.known), sideOf(right.known)]
    if (!side || !otherSide || side === otherSide) return
    pairs.set(one, right)
    pairs.set(other, left)
  }
  for (const { by, one, other } of links) if (by === 'hash') pair(one, other)
  const internal = transfers.filter(isInternal)
  const groups = new Map<string, DecodedTransfer[]>()
  for (const one of internal) addTo(groups, groupOf(one), one)
  for (const members of groups.values()) {
    const [one, other, third] = members
    if (one && other && !third) pair(keyOf(one), keyOf(other))
    else for (const debit of members) pairEqual(debit, members, pair)
  }
  for (const debit of internal) {
    // A credit may name the debit that it led to, which is another station.
    const credit = sideOf(debit.known) === 'DEBIT' ? byKey.get(namedBy(debit).to ?? '') : undefined
    if (credit && isInternal(credit)) pair(keyOf(debit), keyOf(credit))
  }
  return pairs
}

/** Of a larger group, a debit and the only credit of the same amount and asset. */
function pairEqual(debit: DecodedTransfer, members: readonly DecodedTransfer[], pair: (a: string, b: string) => void) {
  if (sideOf(debit.known) !== 'DEBIT') return
  const isEqual = ({ known }: DecodedTransfer) =>
    known.asset === debit.known.asset && compareDecimals(known.amount ?? '', debit.known.amount ?? '') === 0
  const equal = members.filter(isEqual)
  const credit = equal.find(({ known }) => sideOf(known) === 'CREDIT')
  if (equal.length === 2 && credit) pair(keyOf(debit), keyOf(credit))
}

function stationOf(transfers: readonly DecodedTransfer[]): Omit<Station, 'proof'> {
  const [first] = transfers
  const debit = transfers.find(({ known }) => sideOf(known) === 'DEBIT')?.known
  const credit = transfers.find(({ known }) => sideOf(known) === 'CREDIT')?.known
  const only = transfers.length === 1
  const kind =
    debit && credit
      ? conversionKind(debit.asset, credit.asset)
      : !first || isInternal(first) || (!debit && !credit)
        ? 'half'
        : credit
          ? 'in'
          : 'out'
  const state = stateOf(transfers)
  const known = first?.known
  // A credit that was not a pair brings `amount` and leaves `total`; a debit takes `total` and sends `amount`.
  const arrives = only && credit ? money(credit.amount, credit.asset) : money(debit?.total, debit?.asset)
  const leaves = only && debit ? money(debit.amount, debit.asset) : money(credit?.total, credit?.asset)
  const times = transfers.flatMap(({ known: { updated_at } }) => updated_at ?? [])
  return {
    key: first ? keyOf(first) : '',
    kind,
    state,
    transfers,
    ...(arrives && { in: arrives }),
    fees: transfers.flatMap((one) => hasFee(one.known)),
    ...(leaves && { out: leaves }),
    ...(known?.created_at && { started: known.created_at }),
    ...(state === 'done' && times.length > 0 && { ended: times.sort().at(-1) }),
  }
}

/** The stations in the order in which they began. */
export function stationsOf(matched: Matched): Station[] {
  const pairs = pairsIn(matched)
  const stations: Station[] = []
  const seen = new Set<string>()
  for (const transfer of matched.transfers) {
    if (seen.has(keyOf(transfer))) continue
    const other = pairs.get(keyOf(transfer))
    const both = other ? (sideOf(transfer.known) === 'DEBIT' ? [transfer, other] : [other, transfer]) : [transfer]
    for (const one of both) seen.add(keyOf(one))
    const station = stationOf(both)
    const before = new Set(stations.flatMap((one) => one.transfers.map(keyOf)))
    const own = new Set(both.map(keyOf))
    const links = matched.links.filter(
      ({ one, other: end }) => (own.has(one) && before.has(end)) || (own.has(end) && before.has(one)),
    )
    // Both ends of a station are proof of themselves: what is said of a pair is how its two sides belong together.
    const within = matched.links.find(({ one, other: end }) => own.has(one) && own.has(end) && one !== end)
    const proof = links.find(({ by }) => by !== 'group') ?? links[0] ?? within
    stations.push({ ...station, ...(proof && { proof }) })
  }
  return stations
}
