'use client'
import { CircleQuestionMark, Clock, type LucideIcon, TimerOff } from 'lucide-react'
import type { Tone } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { countdownText, type Finding } from './finding'

const hour = 3_600_000

function clockLook(finding: Finding): { tone: Tone; icon: LucideIcon } {
  if (finding.kind === 'closed') return { tone: 'off', icon: TimerOff }
  if (finding.kind === 'ask' && finding.left < hour) return { tone: 'wait', icon: Clock }
  return { tone: 'unknown', icon: CircleQuestionMark }
}

/** How much longer the service can be asked: amber in the last hour, violet before it. */
export function FindingClock({ finding, now }: { finding: Finding; now: number }) {
  const { tone, icon: Icon } = clockLook(finding)
  return (
    <div className={`tone-${tone} flex gap-2 text-tone`}>
      <Icon className="mt-[5px]" />
      <div>
        <b role="timer" aria-live="off" className="block text-xl leading-[26px] tracking-[-0.01em]">
          {finding.kind === 'ask' ? countdownText(finding.left) : finding.kind === 'closed' ? 'Closed' : 'No reference'}
        </b>
        <span className="text-sm text-ink-3">
          {finding.kind === 'ask' ? (
            'left to find out safely'
          ) : finding.kind === 'closed' ? (
            <>
              since <Moment at={finding.at} now={now} />
            </>
          ) : (
            'to ask with'
          )}
        </span>
      </div>
    </div>
  )
}

/** Why the service cannot be asked, where it cannot. */
export function WhyNot({ finding }: { finding: Finding }) {
  if (finding.kind === 'ask') return null
  return <p className="text-ink-2">{whyNot[finding.kind]}</p>
}

const whyNot: Record<Exclude<Finding['kind'], 'ask'>, string> = {
  closed:
    'Asking again could now do it a second time: a reference is free again 24 h after its order closed. Look at the service itself, and record what happened.',
  look: 'A deposit has no reference, so it is never sent again by itself. It is looked for among the transfers by memo, amount and time.',
  none: 'A change has no reference, so the service cannot be asked for it. Look at the account there, and record what happened.',
}
