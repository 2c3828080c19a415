/** Finds the legs of one movement and compares them in exact decimals. */
import { compareDecimals, sumOf } from '@/lib/api/decimals'
import type { DecodedTransfer } from '@/lib/api/reading'
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

/** Money has moved only if both sides are completed. Amounts that agree are on the page already. */
const pairTexts = new Map<string | undefined, string>([
  ['COMPLETED', ': the amount moved from one profile to the other'],
  ['PENDING', ': the amount is due to move from one profile to the other'],
  ['FAILED', ': the amount was not transferred'],
])

/** The debit and the credit of an internal or platform transfer (spec, `group_id`): same asset, same amount. */
export function reconcilePair({ known: one }: DecodedTransfer, { known: other }: DecodedTransfer): Reconciliation {
  if (!one.amount || !other.amount || !one.asset || !other.asset || !one.direction || !other.direction)
    return notCompared('one side has no amount, asset or direction')
  const order = compareDecimals(one.amount, other.amount)
  if (order === undefined) return notCompared('an amount is not a decimal number')
  const money = moneyText(one.amount, one.asset)
  const differences = [
    one.asset !== other.asset && `one is in ${one.asset}, the other in ${other.asset}`,
    order !== 0 && `one says ${money}, the other ${moneyText(other.amount, other.asset)}`,
    [one.direction, other.direction].sort().join() !== 'CREDIT,DEBIT' &&
      `their directions are ${one.direction} and ${other.direction}`,
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

/** The amounts themselves are with their ends; a status that is not completed is named. */
const equalTotals = (from?: string, to?: string) =>
  from === 'COMPLETED' && to === 'COMPLETED'
    ? 'What came in equals what went out.'
    : `Both totals are equal. The first is ${statusText(from)}, the second ${statusText(to)}.`

/** Compares the totals of the two ends of a conversion. */
export function reconcileConversion({ known: from }: DecodedTransfer, { known: to }: DecodedTransfer): Reconciliation {
  if (!from.total || !to.total || !from.asset || !to.asset) return notCompared('one side has no total or asset')
  const order = compareDecimals(from.total, to.total)
  const [first, second] = [endText(from, from.total, from.asset), endText(to, to.total, to.asset)]
  if (order === undefined) return notCompared('a total is not a decimal number')
  if (order === 0) return { state: 'agrees', text: equalTotals(from.status, to.status) }
  return from.asset === to.asset
    ? { state: 'differs', text: `${first} and ${second} are not equal, and the provider gives no reason.` }
    : { state: 'unknown', text: `${first}, ${second}: different assets, and the provider gives no exchange rate.` }
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

/** Debits and credits of a whole group, by asset. */
export function reconcileGroup(transfers: readonly DecodedTransfer[]): Reconciliation {
  const amounts = new Map<string, { DEBIT: string[]; CREDIT: string[] }>()
  for (const { known } of transfers) {
    const { asset, amount, direction } = known
    if (!asset || !amount || (direction !== 'DEBIT' && direction !== 'CREDIT'))
      return notCompared('one side has no amount, asset or direction')
    const sides = amounts.get(asset) ?? { DEBIT: [], CREDIT: [] }
    amounts.set(asset, sides)
    sides[direction].push(amount)
  }
  const differences: string[] = []
  for (const [asset, { DEBIT, CREDIT }] of amounts) {
    const [out, into] = [sumOf(DEBIT), sumOf(CREDIT)]
    if (out === undefined || into === undefined) return notCompared('an amount is not a decimal number')
    if (compareDecimals(out, into) !== 0) differences.push(`${moneyText(out, asset)} out, ${moneyText(into, asset)} in`)
  }
  return differences.length > 0
    ? { state: 'differs', text: `Debits and credits of the group don't balance: ${differences.join('; ')}.` }
    : { state: 'agrees', text: 'Debits and credits of the group balance.' }
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
