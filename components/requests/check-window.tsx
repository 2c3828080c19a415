'use client'
import { CircleQuestionMark, Clock, TimerOff } from 'lucide-react'
import { toneClass } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { hoursToResolve, type Intent } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { atSecond } from '@/lib/domain/wall-clock'
import type { Environment } from '@/lib/provider/environments'
import { isReplayable, writeRowOf } from '@/lib/provider/operations'

const hour = 3_600_000

/**
 * Whether an outcome can be checked (docs/provider.md, "Writing"). `open`: the same may be sent again for `left` ms more;
 * `isLate` from an hour after the first sending. `closed`: no longer, since `at`. `blocked`: not now. `search`: it leaves
 * no record, only transfers. `change`: it has no reference. `none`: it is settled as not done.
 */
export type CheckWindow =
  | { kind: 'open'; left: number; sentFor: number; isLate: boolean }
  | { kind: 'closed'; at: number }
  | { kind: 'blocked'; reason: string }
  | { kind: 'search' | 'change' | 'none' }

/** Why an intent of another client id can be neither sent nor checked. */
export const earlierCredential = ({ sent_at }: Intent) =>
  sent_at
    ? 'Sent with an earlier client ID. You can read it and record what happened, but not send or check it.'
    : 'Recorded with an earlier client ID, so it cannot be sent.'

/** @param now milliseconds since 1970 */
export function checkWindowOf(intent: Intent, now: number): CheckWindow {
  const { operation, state, is_earlier_credential, check_until, sent_at, check_refused } = intent
  if (is_earlier_credential) return { kind: 'blocked', reason: earlierCredential(intent) }
  if (writeRowOf(operation).record === null) return { kind: 'search' }
  if (state === 'refused') return { kind: 'none' }
  const at = check_until && sent_at ? millisOf(check_until) : undefined
  if (at !== undefined && at <= now) return { kind: 'closed', at }
  if (check_refused) return { kind: 'blocked', reason: check_refused }
  if (at === undefined) return { kind: isReplayable(operation) ? 'none' : 'change' }
  const left = at - now
  // `sent_at` is on another clock.
  const sentFor = hoursToResolve * hour - left
  return { kind: 'open', left, sentFor, isLate: sentFor >= hour }
}

const ranks: Record<CheckWindow['kind'], number> = { open: 0, search: 1, change: 1, none: 1, blocked: 2, closed: 2 }

/** Least time left first, then those without a check window, oldest first, then those that cannot be checked. */
export function byUrgency(intents: readonly Intent[], now: number): Intent[] {
  const rows = intents.map((intent) => {
    const window = checkWindowOf(intent, now)
    const time = window.kind === 'open' ? window.left : millisOf(intent.created_at)
    return { intent, rank: ranks[window.kind], time }
  })
  return rows.sort((a, b) => a.rank - b.rank || a.time - b.time).map(({ intent }) => intent)
}

/** A span below 24 h as `00:41:17`. */
export const countdownText = (millis: number) => new Date(Math.max(0, millis)).toISOString().slice(11, 19)

/** How much longer the outcome can be checked: amber in the last hour, violet before it. */
export function CheckWindowClock({ window, now }: { window: CheckWindow; now: number }) {
  const { kind } = window
  const isOver = kind === 'closed' || kind === 'blocked'
  const isEnding = kind === 'open' && window.left < hour
  const Icon = isOver ? TimerOff : isEnding ? Clock : CircleQuestionMark
  const tone = isOver ? 'off' : isEnding ? 'wait' : 'unknown'
  const lacksReference = kind === 'search' || kind === 'change'
  const title = kind === 'closed' ? 'Closed' : lacksReference ? 'No reference' : 'Not available'
  return (
    <div className={`${toneClass[tone]} flex gap-2 text-tone`}>
      <Icon className="mt-[5px]" />
      <div>
        <b role="timer" aria-live="off" className="block text-xl leading-[26px] tracking-[-0.01em]">
          {kind === 'open' ? countdownText(window.left) : title}
        </b>
        <span className="text-sm text-ink-3">
          {kind === 'open' && 'left to check safely'}
          {kind === 'closed' && 'since '}
          {kind === 'closed' && <Moment at={window.at} now={now} />}
          {lacksReference && 'to check with'}
        </span>
      </div>
    </div>
  )
}

/** Why the outcome cannot be checked, and what to do instead; "" while it can be. */
export function checkUnavailableText({ operation }: Pick<Intent, 'operation'>, window: CheckWindow): string {
  const noReference = `A ${writeRowOf(operation).noun} has no reference, so its outcome cannot be checked.`
  const texts = {
    open: '',
    closed:
      'A check could now create a duplicate: a reference can be used again 24 h after its order closed. Ask the provider, then record what happened.',
    search: `${noReference} Find it in transfers by memo, amount and time.`,
    change: `${noReference} Ask the provider, then record what happened.`,
    none: 'Its outcome cannot be checked.',
  }
  return window.kind === 'blocked' ? window.reason : texts[window.kind]
}

/** The list of transfers in the hour after an intent was sent: its own transfers would be among them. */
export function transfersAfterSending(environment: Environment, { sent_at, created_at }: Intent): string {
  const from = millisOf(sent_at ?? created_at)
  const range = { 'created_at.gte': atSecond(from), 'created_at.lt': atSecond(from + hour) }
  return hrefOf(`/${environment}/transfers`, new URLSearchParams(range))
}
