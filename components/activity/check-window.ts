/** What can be done at a moment to learn how an intent ended (service-facts, "Writing"). */
import { hoursToResolve, type Intent, isReplayable } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'

const hour = 3_600_000

/**
 * `ask`: the same may be sent again, for `left` ms more; `isLate` from an hour after the first sending. `closed`: no more,
 * since `at`. `barred`: not now, and why. `look`: a deposit has no reference, and is looked for in transfers. `none`:
 * it cannot be checked, for want of a reference or because it is noted not to have happened.
 */
export type CheckWindow =
  | { kind: 'ask'; left: number; sentFor: number; isLate: boolean }
  | { kind: 'closed'; at: number }
  | { kind: 'barred'; why: string }
  | { kind: 'look' }
  | { kind: 'none'; hasReference: boolean }

/** Why neither sending nor checking is offered for what another client id has sent or recorded. */
export const earlierCredential = ({ sent_at }: Intent) =>
  sent_at
    ? 'Sent with an earlier client id. You can read it and add notes, but not send or check it.'
    : 'Recorded with an earlier client id, so it cannot be sent.'

/** @param now milliseconds since 1970 */
export function checkWindowOf(intent: Intent, now: number): CheckWindow {
  const { operation, state, is_earlier_credential, check_until, sent_at, check_refused } = intent
  if (is_earlier_credential) return { kind: 'barred', why: earlierCredential(intent) }
  if (operation === 'initiateSandboxFiatDeposit') return { kind: 'look' }
  const none: CheckWindow = { kind: 'none', hasReference: isReplayable(operation) }
  if (state === 'refused') return none
  if (!check_until || !sent_at) return check_refused ? { kind: 'barred', why: check_refused } : none
  const at = millisOf(check_until)
  if (at <= now) return { kind: 'closed', at }
  if (check_refused) return { kind: 'barred', why: check_refused }
  const left = at - now
  // Not by `sent_at`, which is on another clock.
  const sentFor = hoursToResolve * hour - left
  return { kind: 'ask', left, sentFor, isLate: sentFor >= hour }
}

const ranks: Record<CheckWindow['kind'], number> = { ask: 0, look: 1, none: 1, barred: 2, closed: 2 }

/** Least time first; then what has no clock, the oldest first; what is closed comes last. */
export function byUrgency(intents: readonly Intent[], now: number): Intent[] {
  const key = (intent: Intent) => {
    const finding = checkWindowOf(intent, now)
    return { rank: ranks[finding.kind], left: finding.kind === 'ask' ? finding.left : millisOf(intent.created_at) }
  }
  return intents
    .map((intent) => ({ intent, ...key(intent) }))
    .sort((a, b) => a.rank - b.rank || a.left - b.left)
    .map(({ intent }) => intent)
}

const two = (value: number) => String(value).padStart(2, '0')

/** A span as a clock that counts down: `00:41:17`. */
export function countdownText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
