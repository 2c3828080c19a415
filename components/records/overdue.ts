/** Whether a pending transfer is overdue, and by when it should complete, from usual times of its kind and network. */

import { overdueFrom } from '@/lib/api/overdue'
import { meaningOf } from '@/lib/api/transfer-meaning'
import { heldUntil } from '@/lib/api/waits'
import { clockText, durationText, millisOf } from '@/lib/browser/clock'
import { isTimestamp } from '@/lib/domain/values'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { kindPlural, kindText, usualTimesUnavailable } from './transfer-labels'
import {
  defaultUsualText,
  spanText,
  teamLimit,
  type UsualTime,
  type UsualTimes,
  usualTimeOf,
  usualTimeText,
} from './usual-times'

/** `now` is ms since 1970. */
export type Timing = { now: number; usualTimes: UsualTimes }

/** Times in ms. `dueAt` is when it counts as overdue, since 1970; `overdueBy` is there once it is. `isOwnLimit`: by the desk's own limit. */
type Deadline = { pendingFor: number; dueAt: number; overdueBy?: number; usual?: UsualTime; isOwnLimit: boolean }

/** Of a pending transfer, whatever it waits for; undefined without a creation time. */
export function deadlineOf({ known }: DecodedTransfer, { now, usualTimes }: Timing): Deadline | undefined {
  const { status, created_at } = known
  if (status !== 'PENDING' || !created_at || !isTimestamp(created_at)) return undefined
  const created = millisOf(created_at)
  const [usual, limit] = [usualTimeOf(usualTimes, known), teamLimit()]
  const dueAt = overdueFrom({ type: known.type, created }, usual?.usual, limit)
  const deadline = {
    pendingFor: now - created,
    dueAt,
    usual,
    isOwnLimit: limit !== undefined && dueAt === created + limit,
  }
  return now > dueAt ? { ...deadline, overdueBy: now - dueAt } : deadline
}

const overdueLabel = (overdueBy: number) => `Overdue by ${spanText(overdueBy)}`

/** `Overdue by 1 h 30 min`, with which `deadlineText` begins; undefined if it is not, or that is not known. */
export function overdueText(transfer: DecodedTransfer, timing: Timing | undefined): string | undefined {
  const { overdueBy } = (timing && deadlineOf(transfer, timing)) ?? {}
  return overdueBy === undefined ? undefined : overdueLabel(overdueBy)
}

/** Times are in `zone`; `name` is what people call it. */
export type Zone = { zone: string; name: string }
const utc: Zone = { zone: 'UTC', name: 'UTC' }

/**
 * `19 Nov 2026 14:46 UTC`; the seconds of an estimate mean nothing.
 * @param now leaves out the date if it is the same day, and the zone, which the page names: `14:46`
 */
export function dueText(dueAt: number, { zone, name }: Zone = utc, now?: number): string {
  // Rounded up, so that nothing is called overdue before the time that was named.
  const minute = new Date(Math.ceil(dueAt / 60_000) * 60_000).toISOString()
  return `${clockText(minute, now, zone).slice(0, -3)}${now === undefined ? ` ${name}` : ''}`
}

/**
 * By when, and how that is known: "Expected by 19 Nov 2026 14:46 UTC: usually 3 min, 95 % within 14 min. Pending 16 s. From
 * 210 completed crypto withdrawals on Ethereum." Of one that waits for a person: "Overdue by 5 h. On hold for 29 h 00 min."
 * @param isBlocked whether someone must act before it can complete
 * @returns undefined for a transfer that is not pending, and until usual times are loaded
 */
export function deadlineText(
  transfer: DecodedTransfer,
  timing: Timing | undefined,
  isBlocked = false,
  zone?: Zone,
): string | undefined {
  const { known } = transfer
  if (known.status !== 'PENDING' || !timing) return undefined
  const deadline = deadlineOf(transfer, timing)
  if (!deadline) return 'Without a creation time it is not known by when it should complete.'
  const { pendingFor, dueAt, overdueBy, usual, isOwnLimit } = deadline
  const isHeld = heldUntil[meaningOf(transfer)] !== undefined
  const lead =
    overdueBy === undefined
      ? `${isBlocked || !usual || isOwnLimit ? 'Overdue from' : 'Expected by'} ${dueText(dueAt, zone)}`
      : overdueLabel(overdueBy)
  // Below zero this machine's clock is behind the provider's.
  const pending = pendingFor < 0 ? '' : ` ${isHeld ? 'On hold for' : 'Pending'} ${durationText(pendingFor)}.`
  // How long others took says nothing of one that waits for a person.
  if (isHeld) return `${lead}.${pending}`
  if (usual)
    return `${lead}: ${isOwnLimit ? `the desk's limit is ${defaultUsualText()}; ` : ''}${usualTimeText(usual)}.${pending} From ${usual.transfers.toLocaleString('en-US')} completed ${kindPlural(known)}.`
  const why = timing.usualTimes === 'unavailable' ? usualTimesUnavailable.toLowerCase() : 'too few to compare'
  return `${lead}. Limit ${defaultUsualText()}: ${why}.${pending}`
}

/** In words no duration is longer: `23 h 59 min`, ms. */
const longest = 86_340_000

/** A deadline as long as they get, for which a page holds room. */
export function maximumDeadline(transfer: DecodedTransfer, zone: Zone): string | undefined {
  const usualTimes = [{ type: kindText(transfer.known), transfers: 1_000, median: longest, p95: longest }]
  const now = millisOf(transfer.known.created_at ?? '') + longest
  return deadlineText(transfer, { now, usualTimes }, true, zone)
}
