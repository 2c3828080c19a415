/** What the sides of one movement say of each other: which they are, and whether they agree, in exact decimals. */
import { amountText } from '@/components/ui/amount'
import { compareDecimals } from '@/lib/api/decimals'
import type { DecodedTransfer } from '@/lib/api/reading'
import { statusLabel } from './labels'

/** How a side stands to the transfer on the page. */
export type Role = 'from' | 'this' | 'to' | 'pair'
export type Leg = { id: string; role: Role }

/** Ids differ in case only by whoever wrote them (RFC 9562). */
export const isSameId = (one?: string, other?: string) =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()

const idIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The ends that `auto_conversion` names, where they are other transfers than this one. */
export function endsOf({ known }: DecodedTransfer): { from?: string; to?: string } {
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const other = (value: unknown) => (isSameId(idIn(value), known.id) ? undefined : idIn(value))
  return { from: other(from_transfer_id), to: other(to_transfer_id) }
}

/**
 * Every side in the order in which money goes: where it came from, this transfer, where it went, and what else belongs
 * to the group.
 * @param members the ids of the group's transfers, as far as they were read
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

/** `unknown` where what came does not suffice to say it. */
export type Reconciliation = { state: 'agrees' | 'differs' | 'unknown'; words: string }

const money = (amount: string, asset: string) => `${amountText(amount)} ${asset}`
const lower = (status?: string) => (statusLabel(status ?? '') ?? status ?? 'without a status').toLowerCase()

/** One end of a conversion: which way its money went, and its state where it is not known to have gone. */
function endWords({ status, direction }: DecodedTransfer['known'], amount: string, asset: string): string {
  const way = direction === 'CREDIT' ? ' in' : direction === 'DEBIT' ? ' out' : ''
  return `${money(amount, asset)}${way}${status === 'COMPLETED' ? '' : ` (${lower(status)})`}`
}

/** The debit and the credit of an internal or platform transfer (spec, `group_id`): same asset, same amount. */
export function reconcilePair({ known: one }: DecodedTransfer, { known: other }: DecodedTransfer): Reconciliation {
  if (!one.amount || !other.amount || !one.asset || !other.asset || !one.direction || !other.direction)
    return { state: 'unknown', words: 'Not compared: a side lacks its amount, asset or direction.' }
  const order = compareDecimals(one.amount, other.amount)
  if (order === undefined) return { state: 'unknown', words: 'Not compared: an amount is not a decimal number.' }
  const odd: string[] = []
  if (one.asset !== other.asset) odd.push(`one is of ${one.asset}, the other of ${other.asset}`)
  if (order !== 0) odd.push(`one says ${money(one.amount, one.asset)}, the other ${money(other.amount, other.asset)}`)
  if ([one.direction, other.direction].sort().join() !== 'CREDIT,DEBIT')
    odd.push(`their directions are ${one.direction} and ${other.direction}`)
  if (one.status !== other.status) odd.push(`one is ${lower(one.status)}, the other ${lower(other.status)}`)
  if (odd.length > 0) return { state: 'differs', words: `The sides do not agree: ${odd.join('; ')}.` }
  return { state: 'agrees', words: `Both sides agree: ${pairWords(one.status, money(one.amount, one.asset))}` }
}

/** What a debit and its credit of one status did with their money: only what is completed has moved. */
function pairWords(status: string | undefined, what: string): string {
  if (status === 'COMPLETED') return `${what} moved from one profile to the other.`
  if (status === 'PENDING') return `${what} due to move from one profile to the other.`
  if (status === 'FAILED') return `${what} not transferred.`
  return `${what}.`
}

/** Two transfers that a conversion joins: the first one's change of a balance against the second one's. */
export function reconcileConversion({ known: from }: DecodedTransfer, { known: to }: DecodedTransfer): Reconciliation {
  if (!from.total || !to.total || !from.asset || !to.asset)
    return { state: 'unknown', words: 'Not compared: a side lacks its total or asset.' }
  const order = compareDecimals(from.total, to.total)
  const [first, second] = [endWords(from, from.total, from.asset), endWords(to, to.total, to.asset)]
  if (order === undefined) return { state: 'unknown', words: 'Not compared: a total is not a decimal number.' }
  if (order === 0) return { state: 'agrees', words: `${first} equals ${second}.` }
  if (from.asset !== to.asset)
    return {
      state: 'unknown',
      words: `${first}, ${second}: two assets, and the provider gives no rate to check them by.`,
    }
  return { state: 'differs', words: `${first} and ${second} are not equal, and the provider gives no reason.` }
}
