/** When a page checks by itself how a record stands, and when it stops. */
import type { Intent, IntentDetail, WriteName } from '@/lib/api/intents'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import { secondsToRest } from '@/lib/browser/rest'
import { isSettledByNote } from './meaning'
import { ownStatus } from './record-status'

/** Statuses that do not change by themselves any more. */
const finalStatuses: Partial<Record<WriteName, readonly string[]>> = {
  createOrder: ['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'],
  createFiatAccount: ['APPROVED', 'REJECTED'],
}

/** A rule's status is no field of the spec: only one that says that it is pending is expected to change. */
function isFinal(intent: Intent): boolean {
  const status = ownStatus(intent)
  if (intent.operation === 'createRule') return status !== 'PENDING'
  return status !== undefined && (finalStatuses[intent.operation] ?? [status]).includes(status)
}

/** Whether a page that shows it checks its status by itself: only where a check can place nothing. */
export const mayBeFollowed = (intent: IntentDetail): boolean =>
  intent.may_follow === true &&
  intent.state === 'confirmed' &&
  !intent.is_conflict &&
  !isSettledByNote(intent) &&
  !isFinal(intent)

/** Milliseconds until the next check, after so many. */
export const waitAfter = (checks: number): number => Math.min(60_000, 2_000 * 2 ** checks)

/**
 * What follows a check that failed.
 * @returns milliseconds until the next one, or undefined where no later one would be answered otherwise
 */
export function waitAfterError(error: ProblemError, checks: number, now: number): number | undefined {
  const { status, type } = error.problem
  if (status === 429) return Math.max(waitAfter(checks), secondsToRest(error, now) * 1000)
  return status >= 500 || problemKind(type) === 'someone-asks' ? waitAfter(checks) : undefined
}
