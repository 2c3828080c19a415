'use client'

import { CircleQuestionMark, Clock, type LucideIcon, TimerOff } from 'lucide-react'
import type { Tone } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { hoursToResolve, type Intent, isReplayable } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'

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

function clockLook(finding: CheckWindow): { tone: Tone; icon: LucideIcon } {
  if (finding.kind === 'closed' || finding.kind === 'barred') return { tone: 'off', icon: TimerOff }
  if (finding.kind === 'ask' && finding.left < hour) return { tone: 'wait', icon: Clock }
  return { tone: 'unknown', icon: CircleQuestionMark }
}

/** Whether it lacks the reference that a check asks by. */
const lacksReference = (finding: CheckWindow) =>
  finding.kind === 'look' || (finding.kind === 'none' && !finding.hasReference)

function titleOf(finding: CheckWindow): string {
  if (finding.kind === 'ask') return countdownText(finding.left)
  if (finding.kind === 'closed') return 'Closed'
  return lacksReference(finding) ? 'No reference' : 'Not available'
}

/** How much longer the outcome can be checked: amber in the last hour, violet before it. */
export function CheckWindowClock({ finding, now }: { finding: CheckWindow; now: number }) {
  const { tone, icon: Icon } = clockLook(finding)
  return (
    <div className={`tone-${tone} flex gap-2 text-tone`}>
      <Icon className="mt-[5px]" />
      <div>
        <b role="timer" aria-live="off" className="block text-xl leading-[26px] tracking-[-0.01em]">
          {titleOf(finding)}
        </b>
        <span className="text-sm text-ink-3">
          {finding.kind === 'ask' ? (
            'left to check safely'
          ) : finding.kind === 'closed' ? (
            <>
              since <Moment at={finding.at} now={now} />
            </>
          ) : (
            lacksReference(finding) && 'to check with'
          )}
        </span>
      </div>
    </div>
  )
}

/** Why the outcome cannot be checked, where it cannot. */
export function CheckUnavailable({ finding }: { finding: CheckWindow }) {
  if (finding.kind === 'ask') return null
  return <p className="text-ink-2">{whyNot(finding)}</p>
}

function whyNot(finding: Exclude<CheckWindow, { kind: 'ask' }>): string {
  if (finding.kind === 'barred') return finding.why
  if (finding.kind === 'none' && finding.hasReference) return 'Its outcome cannot be checked.'
  return whyNotWords[finding.kind]
}

const whyNotWords = {
  closed:
    'A check could now create a duplicate: a reference is free again 24 h after its order closed. Ask the provider, then record what happened.',
  look: 'A deposit has no reference, so its outcome cannot be checked. Look for it in transfers by memo, amount and time.',
  none: 'A change has no reference, so its outcome cannot be checked. Ask the provider, then record what happened.',
}

const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** The transfers of the hour that began when an intent was sent: what came of it would be among them. */
export function transfersAround(environment: Environment, { sent_at, created_at }: Intent): string {
  const from = millisOf(sent_at ?? created_at)
  const range = { 'created_at.gte': atSecond(from), 'created_at.lt': atSecond(from + 3_600_000) }
  return hrefOf(`/${environment}/transfers`, new URLSearchParams(range))
}
