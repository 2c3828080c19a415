/** When a page checks by itself how a record stands, and when it stops. */
import type { IntentDetail } from '@/lib/api/intents'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { isSettledByNote } from './meaning'

/**
 * Whether a page that shows it checks its status by itself. The server says where the status may still change; a check
 * must also be unable to place anything.
 */
export const mayBeFollowed = (intent: IntentDetail): boolean =>
  intent.may_follow === true && intent.state === 'confirmed' && !intent.is_conflict && !isSettledByNote(intent)

/** Milliseconds until the next check, after so many. */
export const waitAfter = (checks: number): number => Math.min(60_000, 2_000 * 2 ** checks)

/**
 * What follows a check that failed.
 * @returns milliseconds until the next one, or undefined where no later one would be answered otherwise
 */
export function waitAfterError(error: ProblemError, checks: number, now: number): number | undefined {
  const { status, type } = error.problem
  if (status === 429) return Math.max(waitAfter(checks), retryAfterSeconds(error, now) * 1000)
  return status >= 500 || problemKind(type) === 'someone-asks' ? waitAfter(checks) : undefined
}
