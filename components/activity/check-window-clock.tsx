'use client'
import { CircleQuestionMark, Clock, type LucideIcon, TimerOff } from 'lucide-react'
import type { Tone } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { type CheckWindow, countdownText } from './check-window'

const hour = 3_600_000

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
