/** Finds the legs of one movement and compares them in exact decimals. */
import { compareDecimals } from '@/lib/api/decimals'
import type { DecodedTransfer } from '@/lib/api/reading'
import { moneyText, statusText } from './labels'

/** A leg's relation to the transfer on the page. */
export type Role = 'from' | 'this' | 'to' | 'pair'
export type Leg = { id: string; role: Role }

/** UUIDs are case-insensitive (RFC 9562). */
export const isSameId = (one?: string, other?: string) =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()

const idIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The other transfers that `auto_conversion` names. */
export function endsOf({ known }: DecodedTransfer): { from?: string; to?: string } {
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const other = (value: unknown) => (isSameId(idIn(value), known.id) ? undefined : idIn(value))
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

/** One end of a conversion: amount, direction, and its status unless it is completed. */
function endText({ status, direction }: DecodedTransfer['known'], amount: string, asset: string): string {
  const side = direction === 'CREDIT' ? ' in' : direction === 'DEBIT' ? ' out' : ''
  return `${moneyText(amount, asset)}${side}${status === 'COMPLETED' ? '' : ` (${statusText(status)})`}`
}

/** The debit and the credit of an internal or platform transfer (spec, `group_id`): same asset, same amount. */
export function reconcilePair({ known: one }: DecodedTransfer, { known: other }: DecodedTransfer): Reconciliation {
  if (!one.amount || !other.amount || !one.asset || !other.asset || !one.direction || !other.direction)
    return { state: 'unknown', text: 'Not compared: one side has no amount, asset or direction.' }
  const order = compareDecimals(one.amount, other.amount)
  if (order === undefined) return { state: 'unknown', text: 'Not compared: an amount is not a decimal number.' }
  const differences: string[] = []
  if (one.asset !== other.asset) differences.push(`one is in ${one.asset}, the other in ${other.asset}`)
  if (order !== 0)
    differences.push(`one says ${moneyText(one.amount, one.asset)}, the other ${moneyText(other.amount, other.asset)}`)
  if ([one.direction, other.direction].sort().join() !== 'CREDIT,DEBIT')
    differences.push(`their directions are ${one.direction} and ${other.direction}`)
  if (one.status !== other.status)
    differences.push(`one has the status ${statusText(one.status)}, the other ${statusText(other.status)}`)
  if (differences.length > 0) return { state: 'differs', text: `The sides don't match: ${differences.join('; ')}.` }
  return { state: 'agrees', text: `Both sides agree: ${pairText(one.status, moneyText(one.amount, one.asset))}` }
}

/** Money has moved only if both are completed. */
function pairText(status: string | undefined, money: string): string {
  if (status === 'COMPLETED') return `${money} moved from one profile to the other.`
  if (status === 'PENDING') return `${money} due to move from one profile to the other.`
  if (status === 'FAILED') return `${money} not transferred.`
  return `${money}.`
}

/** Compares the totals of the two ends of a conversion. */
export function reconcileConversion({ known: from }: DecodedTransfer, { known: to }: DecodedTransfer): Reconciliation {
  if (!from.total || !to.total || !from.asset || !to.asset)
    return { state: 'unknown', text: 'Not compared: one side has no total or asset.' }
  const order = compareDecimals(from.total, to.total)
  const [first, second] = [endText(from, from.total, from.asset), endText(to, to.total, to.asset)]
  if (order === undefined) return { state: 'unknown', text: 'Not compared: a total is not a decimal number.' }
  if (order === 0) return { state: 'agrees', text: `${first} equals ${second}.` }
  if (from.asset !== to.asset)
    return {
      state: 'unknown',
      text: `${first}, ${second}: different assets, and the provider gives no exchange rate.`,
    }
  return { state: 'differs', text: `${first} and ${second} are not equal, and the provider gives no reason.` }
}
