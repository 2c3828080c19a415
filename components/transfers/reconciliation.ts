/** Finds the legs of one movement and compares them in exact decimals. */

import { mayHaveMoved } from '@/lib/api/console/transfer-meaning'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { ruleAssets } from '@/lib/api/provider/rule-terms'
import { isOdd, sideOf } from '@/lib/api/provider/transfer-money'
import { countText } from '@/lib/browser/labels'
import { compareDecimals, sumOf } from '@/lib/domain/decimals'
import { conversionText, moneyText, statusText } from './labels'

/** A leg's relation to the transfer on the page. */
export type Role = 'from' | 'this' | 'to' | 'pair'
export type Leg = { id: string; role: Role }

/** UUIDs are case-insensitive (RFC 9562). */
export const isSameId = (one?: string, other?: string) =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()

/** The other transfers that `auto_conversion` names. */
export function endsOf({ known }: DecodedTransfer): { from?: string; to?: string } {
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const other = (id: unknown) => (typeof id === 'string' && id !== '' && !isSameId(id, known.id) ? id : undefined)
  return { from: other(from_transfer_id), to: other(to_transfer_id) }
}

/**
 * Source, this transfer, destination, then the rest of the group.
 * @param members ids of the group's transfers, as far as they were read
 */
export function legsOf(transfer: DecodedTransfer, members: readonly string[]): Leg[] {
  const { from, to } = endsOf(transfer)
  const legs: Leg[] = []
  const add = (role: Role, id?: string) => {
    if (id && !legs.some((leg) => isSameId(leg.id, id))) legs.push({ role, id })
  }
  add('from', from)
  add('this', transfer.known.id)
  add('to', to)
  for (const id of members) add('pair', id)
  return legs
}

/** `unknown` if the transfers do not have what a comparison needs. */
export type Reconciliation = { state: 'agrees' | 'differs' | 'unknown'; text: string }

const notCompared = (why: string): Reconciliation => ({ state: 'unknown', text: `Not compared: ${why}.` })

/** Why transfers cannot be compared; undefined if they can. */
function incomparable(transfers: readonly DecodedTransfer[], part: 'amount' | 'total'): Reconciliation | undefined {
  const sides = transfers.map(({ known }) => known)
  if (sides.some(isOdd)) return notCompared('what one side says of its money contradicts itself')
  if (sides.some((known) => !known[part] || !known.asset || !sideOf(known)))
    return notCompared(`one side has no ${part}, asset or direction`)
  if (transfers.some(mayHaveMoved)) return notCompared('one side failed, and its funds may have moved')
  if (sides.some((known) => sumOf([known[part] ?? '']) === undefined))
    return notCompared(`${part === 'amount' ? 'an amount' : 'a total'} is not a decimal number`)
  return undefined
}

/** Why two sides are not a debit and a credit. */
function sidesText(...transfers: readonly DecodedTransfer[]): string | undefined {
  const [one, other] = transfers.map(({ known }) => sideOf(known))
  return one === other ? `their directions are ${one} and ${other}` : undefined
}

/** Money has moved only if both sides are completed. Amounts that agree are on the page already. */
const pairTexts = new Map<string | undefined, string>([
  ['COMPLETED', ': the amount moved from one profile to the other'],
  ['PENDING', ': the amount is due to move from one profile to the other'],
  ['FAILED', ': the amount was not transferred'],
])

/** The debit and the credit of an internal or platform transfer (spec, `group_id`): same asset, same amount, two profiles. */
export function reconcilePair(debit: DecodedTransfer, credit: DecodedTransfer): Reconciliation {
  const [{ known: one }, { known: other }] = [debit, credit]
  const reason = incomparable([debit, credit], 'amount')
  if (reason) return reason
  const [money, otherMoney] = [one, other].map(({ amount = '', asset }) => moneyText(amount, asset))
  const differences = [
    one.asset !== other.asset && `one is in ${one.asset}, the other in ${other.asset}`,
    compareDecimals(one.amount ?? '', other.amount ?? '') !== 0 && `one says ${money}, the other ${otherMoney}`,
    sidesText(debit, credit),
    one.profile_id !== undefined && one.profile_id === other.profile_id && 'both are on the same profile',
    one.status !== other.status &&
      `one has the status ${statusText(one.status)}, the other ${statusText(other.status)}`,
  ].filter(Boolean)
  if (differences.length > 0) return { state: 'differs', text: `The sides don't match: ${differences.join('; ')}.` }
  return { state: 'agrees', text: `Both sides agree${pairTexts.get(one.status) ?? ''}.` }
}

/** One end of a conversion: amount, direction, and its status unless it is completed. */
function endText({ status, direction }: DecodedTransfer['known'], amount: string, asset: string): string {
  const side = direction === 'CREDIT' ? ' in' : direction === 'DEBIT' ? ' out' : ''
  return `${moneyText(amount, asset)}${side}${status === 'COMPLETED' ? '' : ` (${statusText(status)})`}`
}

/** What equal totals mean. The amounts themselves are with their ends; a status that is not completed is named. */
function equalTotals(from?: string, to?: string): Reconciliation {
  const statuses = `The first is ${statusText(from)}, the second ${statusText(to)}.`
  if (from === 'COMPLETED' && to === 'COMPLETED') return { state: 'agrees', text: 'Both sides match.' }
  const isHalf = from !== to && (from === 'FAILED' || to === 'FAILED')
  return { state: isHalf ? 'differs' : 'unknown', text: `Both totals are equal. ${statuses}` }
}

/** Assets that the provider converts one for one: what rules convert. No other two have a known rate. */
const areOneForOne = (...assets: (string | undefined)[]) =>
  assets.every((asset) => ruleAssets.some((one) => one === asset)) || assets[0] === assets[1]

/** Compares the totals of the two ends of a conversion. */
export function reconcileConversion(source: DecodedTransfer, destination: DecodedTransfer): Reconciliation {
  const reason = incomparable([source, destination], 'total')
  if (reason) return reason
  const [{ known: from }, { known: to }] = [source, destination]
  const [first, second] = [from, to].map((known) => endText(known, known.total ?? '', known.asset ?? ''))
  const directions = sidesText(source, destination)
  if (directions) return { state: 'differs', text: `The ends don't match: ${directions}.` }
  if (compareDecimals(from.total ?? '', to.total ?? '') === 0 && areOneForOne(from.asset, to.asset))
    return equalTotals(from.status, to.status)
  return from.asset === to.asset
    ? { state: 'differs', text: `${first} and ${second} are not equal.` }
    : { state: 'unknown', text: `${first}, ${second}: different assets.` }
}

type ReadLeg = Leg & { transfer?: DecodedTransfer }

/** The first and the last transfer of what `auto_conversion` links, as far as they were read; undefined for other legs. */
function conversionEnds(legs: readonly ReadLeg[]): [from?: DecodedTransfer, to?: DecodedTransfer] | undefined {
  const at = (role: Role) => legs.find((leg) => leg.role === role)
  if (!at('from') && !at('to')) return undefined
  return [(at('from') ?? at('this'))?.transfer, (at('to') ?? at('this'))?.transfer]
}

/**
 * `Converted USD to USDG`, if the ends have two assets. Spec, Transfer: `balance_asset` differs from `asset` "only when the
 * transfer includes a conversion".
 */
export function conversionOf({ known }: DecodedTransfer, legs: readonly ReadLeg[]): string | undefined {
  const { asset, balance_asset: balance, direction, status } = known
  const [from, to] = conversionEnds(legs)?.map((end) => end?.known) ?? []
  if (from?.asset && to?.asset && from.asset !== to.asset)
    return conversionText(from.asset, to.asset, [from.status, to.status])
  if (!asset || !balance || asset === balance || !direction) return undefined
  return direction === 'CREDIT' ? conversionText(asset, balance, [status]) : conversionText(balance, asset, [status])
}

/** Debits and credits of a whole group, by asset. What failed moved nothing, so it is not added. */
export function reconcileGroup(transfers: readonly DecodedTransfer[]): Reconciliation {
  const reason = incomparable(transfers, 'amount')
  if (reason) return reason
  const counted = transfers.filter(({ known }) => known.status !== 'FAILED')
  const failed = transfers.length - counted.length
  if (counted.length === 0) return { state: 'unknown', text: 'Every transfer of the group failed.' }
  const without = failed > 0 ? `, without ${countText(failed, 'transfer that failed', 'transfers that failed')}` : ''
  const differences: string[] = []
  for (const asset of new Set(counted.map(({ known }) => known.asset))) {
    const sum = (side: string) =>
      sumOf(
        counted.flatMap(({ known }) => (known.asset === asset && sideOf(known) === side ? (known.amount ?? []) : [])),
      ) ?? ''
    const [out, into] = [sum('DEBIT'), sum('CREDIT')]
    if (compareDecimals(out, into) !== 0) differences.push(`${moneyText(out, asset)} out, ${moneyText(into, asset)} in`)
  }
  if (differences.length > 0)
    return {
      state: 'differs',
      text: `Debits and credits of the group don't balance${without}: ${differences.join('; ')}.`,
    }
  if (counted.some(({ known }) => known.status !== 'COMPLETED'))
    return {
      state: 'unknown',
      text: `Debits and credits of the group are equal${without}, but not all of its transfers are completed.`,
    }
  return { state: 'agrees', text: `Debits and credits of the group balance${without}.` }
}

/**
 * Compares the ends of a conversion, both sides of a pair, or debits and credits of a larger group; undefined for one leg,
 * and while one is loading.
 */
export function reconcile(legs: readonly ReadLeg[]): Reconciliation | undefined {
  const ends = conversionEnds(legs)
  if (ends) return ends[0] && ends[1] && reconcileConversion(ends[0], ends[1])
  const read = legs.flatMap(({ transfer }) => transfer ?? [])
  const [one, other, third] = read
  if (read.length < legs.length || !one || !other) return undefined
  return third ? reconcileGroup(read) : reconcilePair(one, other)
}
