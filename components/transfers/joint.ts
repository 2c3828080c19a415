/** What the sides of one movement say of each other: which they are, and whether they agree, in exact decimals. */
import { amountText } from '@/components/ui/amount'
import { compareDecimals } from '@/lib/api/decimals'
import type { SeenTransfer } from '@/lib/api/reading'
import { statusWord } from './words'

/** How a side stands to the transfer on the page. */
export type Role = 'from' | 'this' | 'to' | 'pair'
export type Leg = { id: string; role: Role }

/** Ids differ in case only by whoever wrote them (RFC 9562). */
export const isSameId = (one?: string, other?: string) =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()

const idIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The ends that `auto_conversion` names, where they are other transfers than this one. */
export function endsOf({ known }: SeenTransfer): { from?: string; to?: string } {
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const other = (value: unknown) => (isSameId(idIn(value), known.id) ? undefined : idIn(value))
  return { from: other(from_transfer_id), to: other(to_transfer_id) }
}

/**
 * Every side in the order in which money goes: where it came from, this transfer, where it went, and what else belongs
 * to the group.
 * @param members the ids of the group's transfers, as far as they were read
 */
export function legsOf(transfer: SeenTransfer, members: readonly string[]): Leg[] {
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
export type Joint = { state: 'agrees' | 'differs' | 'unknown'; words: string }

const money = (amount: string, asset: string) => `${amountText(amount)} ${asset}`
const way = (direction?: string) => (direction === 'CREDIT' ? ' in' : direction === 'DEBIT' ? ' out' : '')
const lower = (status?: string) => (statusWord(status ?? '') ?? status ?? 'without a status').toLowerCase()

/** The debit and the credit of an internal or platform transfer (spec, `group_id`): same asset, same amount. */
export function pairJoint({ known: one }: SeenTransfer, { known: other }: SeenTransfer): Joint {
  if (!one.amount || !other.amount || !one.asset || !other.asset || !one.direction || !other.direction)
    return { state: 'unknown', words: 'A side lacks its amount, asset or direction, so the two are not compared.' }
  const order = compareDecimals(one.amount, other.amount)
  if (order === undefined)
    return { state: 'unknown', words: 'An amount is no decimal number, so the two are not compared.' }
  const odd: string[] = []
  if (one.asset !== other.asset) odd.push(`one is of ${one.asset}, the other of ${other.asset}`)
  if (order !== 0) odd.push(`one says ${money(one.amount, one.asset)}, the other ${money(other.amount, other.asset)}`)
  if ([one.direction, other.direction].sort().join() !== 'CREDIT,DEBIT')
    odd.push(`their directions are ${one.direction} and ${other.direction}`)
  if (one.status !== other.status) odd.push(`one is ${lower(one.status)}, the other ${lower(other.status)}`)
  if (odd.length > 0) return { state: 'differs', words: `The sides do not agree: ${odd.join('; ')}.` }
  return {
    state: 'agrees',
    words: `Both sides agree: ${money(one.amount, one.asset)} out of one profile and into the other.`,
  }
}

/** Two transfers that a conversion joins: what the first changed a balance by, against what the second did. */
export function conversionJoint({ known: from }: SeenTransfer, { known: to }: SeenTransfer): Joint {
  if (!from.total || !to.total || !from.asset || !to.asset)
    return { state: 'unknown', words: 'A side lacks its total or asset, so the two are not compared.' }
  const order = compareDecimals(from.total, to.total)
  const first = `${money(from.total, from.asset)}${way(from.direction)}`
  const second = `${money(to.total, to.asset)}${way(to.direction)}`
  if (order === undefined)
    return { state: 'unknown', words: 'A total is no decimal number, so the two are not compared.' }
  if (order === 0) return { state: 'agrees', words: `${first} equals ${second}.` }
  if (from.asset !== to.asset)
    return {
      state: 'unknown',
      words: `${first}, ${second}: two assets, and the service gives no rate to check them by.`,
    }
  return { state: 'differs', words: `${first} and ${second} are not equal, and the service gives no reason.` }
}
