/** What can be done at a moment to learn how an intent ended (service-facts, "Writing"). */
import type { Intent } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'

const hour = 3_600_000

/**
 * `ask`: the same may be sent again, for `left` ms more; `isLate` from an hour after the first sending. `closed`: no more,
 * since `at`. `look`: a deposit has no reference, and is looked for in transfers. `none`: nobody can be asked.
 */
export type Finding =
  | { kind: 'ask'; left: number; sentFor: number; isLate: boolean }
  | { kind: 'closed'; at: number }
  | { kind: 'look' }
  | { kind: 'none' }

/** @param now milliseconds since 1970 */
export function findingOf({ operation, find_out_until, sent_at }: Intent, now: number): Finding {
  if (operation === 'initiateSandboxFiatDeposit') return { kind: 'look' }
  if (!find_out_until || !sent_at) return { kind: 'none' }
  const at = millisOf(find_out_until)
  const sentFor = now - millisOf(sent_at)
  return at > now ? { kind: 'ask', left: at - now, sentFor, isLate: sentFor >= hour } : { kind: 'closed', at }
}

const ranks: Record<Finding['kind'], number> = { ask: 0, look: 1, none: 1, closed: 2 }

/** Least time first; then what has no clock, the oldest first; what is closed comes last. */
export function byUrgency(intents: readonly Intent[], now: number): Intent[] {
  const key = (intent: Intent) => {
    const finding = findingOf(intent, now)
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
