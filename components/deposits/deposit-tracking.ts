/**
 * Finds and tracks the transfers of a sandbox deposit. A deposit has no reference (spec, "Initiate sandbox fiat deposit"):
 * its wire is found by memo, amount and time, and later transfers by the provider's links.
 */
import { typeLabel } from '@/components/transfers/labels'
import { endsOf, isSameId } from '@/components/transfers/reconciliation'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { amountText } from '@/components/ui/amount'
import { compareDecimals } from '@/lib/api/decimals'
import { isObject } from '@/lib/api/json'
import type { DecodedTransfer } from '@/lib/api/reading'
import { nanoseconds } from '@/lib/api/values'

/** What identifies a deposit. */
export type DepositKey = { amount: string; memo: string }

/** @returns undefined if the body cannot be decrypted or lacks either */
export function depositKey(body: unknown): DepositKey | undefined {
  const { amount, memo_id: memo } = isObject(body) ? body : {}
  return typeof amount === 'string' && typeof memo === 'string' ? { amount, memo } : undefined
}

/** `link` is how the transfer was found: by memo and amount, or by a link to a transfer that was. */
export type LinkedTransfer = { transfer: DecodedTransfer; link: 'memo' | 'conversion' | 'group' }

/** The wires with this memo and amount, created at `from` (RFC 3339) or later. */
export function matchingWires(
  transfers: readonly DecodedTransfer[],
  { amount, memo }: DepositKey,
  from: string,
): DecodedTransfer[] {
  const start = nanoseconds(from) ?? 0n
  return transfers.filter(({ known }) => {
    const created = nanoseconds(known.created_at ?? '')
    return (
      known.type === 'WIRE_DEPOSIT' &&
      known.memo === memo &&
      compareDecimals(known.amount ?? '', amount) === 0 &&
      // A transfer without a time may be the one.
      (created === undefined || created >= start)
    )
  })
}

function linkBetween(one: DecodedTransfer, other: DecodedTransfer): LinkedTransfer['link'] | undefined {
  const names = (from: DecodedTransfer, to: DecodedTransfer) => {
    const ends = endsOf(from)
    return isSameId(ends.from, to.known.id) || isSameId(ends.to, to.known.id)
  }
  if (names(one, other) || names(other, one)) return 'conversion'
  return isSameId(one.known.group_id, other.known.group_id) ? 'group' : undefined
}

const createdAt = ({ transfer }: LinkedTransfer) => nanoseconds(transfer.known.created_at ?? '') ?? 0n

/** The wires and everything that `auto_conversion` and `group_id` link to them, also indirectly; oldest first. */
export function linkedTransfers(
  wires: readonly DecodedTransfer[],
  transfers: readonly DecodedTransfer[],
): LinkedTransfer[] {
  const linked: LinkedTransfer[] = wires.map((transfer) => ({ transfer, link: 'memo' }))
  const left = new Set(transfers.filter((one) => !wires.some(({ known }) => isSameId(known.id, one.known.id))))
  // The array grows during the loop: a transfer that was found may link to more.
  for (const { transfer } of linked) {
    for (const other of left) {
      const link = linkBetween(transfer, other)
      if (!link) continue
      linked.push({ transfer: other, link })
      left.delete(other)
    }
  }
  return linked.sort((a, b) => (createdAt(a) < createdAt(b) ? -1 : createdAt(a) > createdAt(b) ? 1 : 0))
}

/** COMPLETE was seen instead of COMPLETED (service-facts, "Reading"). An unknown status may still change. */
const isFinal = ({ transfer }: LinkedTransfer) =>
  ['COMPLETED', 'COMPLETE', 'FAILED'].includes(transfer.known.status ?? '')

export type Tracking = {
  phase: 'tracking' | 'settled' | 'stopped' | 'timed-out'
  /** When it began or was resumed, in ms since 1970. */
  startedAt: number
  /** How many reads in a row changed nothing after everything had settled. */
  unchangedReads: number
  transfers: readonly LinkedTransfer[]
}

/** Milliseconds for which a deposit is tracked. */
export const trackingLimit = 600_000
/** A rule acts shortly after the money arrives, so settled transfers are read a few more times. */
const finalReads = 4

export const startTracking = (startedAt: number): Tracking => ({
  phase: 'tracking',
  startedAt,
  unchangedReads: 0,
  transfers: [],
})

const fingerprint = (transfers: readonly LinkedTransfer[]) =>
  JSON.stringify(transfers.map(({ transfer: { known } }) => [known.id, known.status, known.updated_at]))

/** The state after a read at `at` (ms since 1970). */
export function trackRead(before: Tracking, transfers: readonly LinkedTransfer[], at: number): Tracking {
  const hasSettled = transfers.length > 0 && transfers.every(isFinal)
  const isUnchanged = hasSettled && fingerprint(transfers) === fingerprint(before.transfers)
  const next = { ...before, transfers, unchangedReads: isUnchanged ? before.unchangedReads + 1 : 0 }
  // A manual refresh may find more after the end.
  if (before.phase === 'settled') return hasSettled ? next : { ...next, phase: 'tracking', startedAt: at }
  if (before.phase !== 'tracking') return next
  if (next.unchangedReads >= finalReads) return { ...next, phase: 'settled' }
  return trackFailure(next, at)
}

/** The state after a failed read: only time has passed. */
export const trackFailure = (before: Tracking, at: number): Tracking =>
  before.phase === 'tracking' && at - before.startedAt >= trackingLimit ? { ...before, phase: 'timed-out' } : before

/** "Wire deposit 250.00 USD" */
export function transferLabel({ transfer: { known } }: LinkedTransfer): string {
  const name = known.type ? (typeLabel(known.type) ?? known.type) : 'Transfer'
  return [name, known.amount && amountText(known.amount, known.direction === 'DEBIT'), known.asset]
    .filter(Boolean)
    .join(' ')
}

/** Status changes between two reads, for a screen reader: "Wire deposit 250.00 USD: completed." */
export function changesBetween(before: readonly LinkedTransfer[], now: readonly LinkedTransfer[]): string {
  const known = new Map(before.map(({ transfer }) => [transfer.known.id, transfer.known.status]))
  return now
    .filter(({ transfer }) => known.get(transfer.known.id) !== transfer.known.status)
    .map((linked) => `${transferLabel(linked)}: ${transferStatusStyle(linked.transfer).label.toLowerCase()}.`)
    .join(' ')
}
