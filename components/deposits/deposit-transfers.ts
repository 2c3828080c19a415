/**
 * The transfers that come of a sandbox deposit. It has no reference (spec, "Initiate sandbox fiat deposit"), so they are
 * found by memo, amount and time, and what follows from them by the links that the service gives.
 */

import { typeLabel } from '@/components/transfers/labels'
import { endsOf, isSameId } from '@/components/transfers/reconciliation'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { amountText } from '@/components/ui/amount'
import { compareDecimals } from '@/lib/api/decimals'
import type { DecodedTransfer } from '@/lib/api/reading'
import { nanoseconds } from '@/lib/api/values'

/** What a deposit can be known by. */
export type Asked = { amount: string; memo: string }

/** @returns undefined where the body cannot be opened any more, or says neither */
export function askedOf(body: unknown): Asked | undefined {
  const { amount, memo_id: memo } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return typeof amount === 'string' && typeof memo === 'string' ? { amount, memo } : undefined
}

/** How a transfer comes to be listed. `memo`: memo and amount fit; else the service joins it to one that is listed. */
export type Arrival = { transfer: DecodedTransfer; evidence: 'memo' | 'conversion' | 'group' }

/** The wires with this memo and amount, created at `from` (RFC 3339) or later. */
export function depositsAmong(transfers: readonly DecodedTransfer[], asked: Asked, from: string): DecodedTransfer[] {
  const start = nanoseconds(from) ?? 0n
  return transfers.filter(({ known }) => {
    const created = nanoseconds(known.created_at ?? '')
    return (
      known.type === 'WIRE_DEPOSIT' &&
      known.memo === asked.memo &&
      compareDecimals(known.amount ?? '', asked.amount) === 0 &&
      // A row without its time may be it.
      (created === undefined || created >= start)
    )
  })
}

function linkBetween(one: DecodedTransfer, other: DecodedTransfer): Arrival['evidence'] | undefined {
  const names = (from: DecodedTransfer, to: DecodedTransfer) => {
    const ends = endsOf(from)
    return isSameId(ends.from, to.known.id) || isSameId(ends.to, to.known.id)
  }
  if (names(one, other) || names(other, one)) return 'conversion'
  return isSameId(one.known.group_id, other.known.group_id) ? 'group' : undefined
}

const created = ({ transfer }: Arrival) => nanoseconds(transfer.known.created_at ?? '') ?? 0n

/** The deposits, and all that `auto_conversion` and `group_id` join to them, directly or through others; oldest first. */
export function arrivalsFrom(deposits: readonly DecodedTransfer[], transfers: readonly DecodedTransfer[]): Arrival[] {
  const arrivals: Arrival[] = deposits.map((transfer) => ({ transfer, evidence: 'memo' }))
  const left = new Set(transfers.filter((one) => !deposits.some(({ known }) => isSameId(known.id, one.known.id))))
  // The array grows while it is walked: what is found may lead further.
  for (const { transfer } of arrivals) {
    for (const other of left) {
      const evidence = linkBetween(transfer, other)
      if (!evidence) continue
      arrivals.push({ transfer: other, evidence })
      left.delete(other)
    }
  }
  return arrivals.sort((a, b) => (created(a) < created(b) ? -1 : created(a) > created(b) ? 1 : 0))
}

/** COMPLETE was seen in the place of COMPLETED (service-facts, "Reading"). A status that is not known may still change. */
const isFinal = ({ transfer }: Arrival) => ['COMPLETED', 'COMPLETE', 'FAILED'].includes(transfer.known.status ?? '')

/** How the following of a deposit stands. `over`: its time is up. */
export type Follow = {
  phase: 'following' | 'settled' | 'stopped' | 'over'
  /** When it began, or was taken up again: ms since 1970. */
  begun: number
  /** How often in a row nothing had changed after all had settled. */
  quiet: number
  arrivals: readonly Arrival[]
}

/** Milliseconds for which a deposit is followed. */
export const followFor = 600_000
/** A rule acts a moment after money has come, so that what has settled is looked at some times more. */
const quietReads = 4

export const beginFollow = (begun: number): Follow => ({ phase: 'following', begun, quiet: 0, arrivals: [] })

const printOf = (arrivals: readonly Arrival[]) =>
  JSON.stringify(arrivals.map(({ transfer: { known } }) => [known.id, known.status, known.updated_at]))

/** How it stands once the list was read at `at` (ms since 1970), and what was among it. */
export function followOn(before: Follow, arrivals: readonly Arrival[], at: number): Follow {
  const hasSettled = arrivals.length > 0 && arrivals.every(isFinal)
  const quiet = hasSettled && printOf(arrivals) === printOf(before.arrivals) ? before.quiet + 1 : 0
  const next = { ...before, arrivals, quiet }
  // A person's own read may find more where it had ended.
  if (before.phase === 'settled') return hasSettled ? next : { ...next, phase: 'following', begun: at }
  if (before.phase !== 'following') return next
  if (quiet >= quietReads) return { ...next, phase: 'settled' }
  return at - before.begun >= followFor ? { ...next, phase: 'over' } : next
}

/** How it stands where a read has failed: nothing new was learned, and time passes all the same. */
export const failOn = (before: Follow, at: number): Follow =>
  before.phase === 'following' && at - before.begun >= followFor ? { ...before, phase: 'over' } : before

/** "Wire deposit 250.00 USD" */
export function arrivalName({ transfer: { known } }: Arrival): string {
  const name = known.type ? (typeLabel(known.type) ?? known.type) : 'Transfer'
  return [name, known.amount && amountText(known.amount, known.direction === 'DEBIT'), known.asset]
    .filter(Boolean)
    .join(' ')
}

/** What has changed between two reads, for those who do not see it: "Wire deposit 250.00 USD: completed." */
export function changesBetween(before: readonly Arrival[], now: readonly Arrival[]): string {
  const known = new Map(before.map(({ transfer }) => [transfer.known.id, transfer.known.status]))
  return now
    .filter(({ transfer }) => known.get(transfer.known.id) !== transfer.known.status)
    .map((arrival) => `${arrivalName(arrival)}: ${transferStatusStyle(arrival.transfer).word.toLowerCase()}.`)
    .join(' ')
}
