'use client'
import { CircleQuestionMark, Clock, type LucideIcon, TimerOff } from 'lucide-react'
import type { Tone } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { countdownText, type Finding } from './finding'

const hour = 3_600_000

function clockLook(finding: Finding): { tone: Tone; icon: LucideIcon } {
  if (finding.kind === 'closed' || finding.kind === 'barred') return { tone: 'off', icon: TimerOff }
  if (finding.kind === 'ask' && finding.left < hour) return { tone: 'wait', icon: Clock }
  return { tone: 'unknown', icon: CircleQuestionMark }
}

const titles: Record<Exclude<Finding['kind'], 'ask'>, string> = {
  closed: 'Closed',
  barred: 'Not available',
  look: 'No reference',
  none: 'No reference',
}

/** How much longer the outcome can be checked: amber in the last hour, violet before it. */
export function FindingClock({ finding, now }: { finding: Finding; now: number }) {
  const { tone, icon: Icon } = clockLook(finding)
  return (
    <div className={`tone-${tone} flex gap-2 text-tone`}>
      <Icon className="mt-[5px]" />
      <div>
        <b role="timer" aria-live="off" className="block text-xl leading-[26px] tracking-[-0.01em]">
          {finding.kind === 'ask' ? countdownText(finding.left) : titles[finding.kind]}
        </b>
        <span className="text-sm text-ink-3">
          {finding.kind === 'ask' ? (
            'left to check safely'
          ) : finding.kind === 'closed' ? (
            <>
              since <Moment at={finding.at} now={now} />
            </>
          ) : (
            finding.kind !== 'barred' && 'to check with'
          )}
        </span>
      </div>
    </div>
  )
}

/** Why the outcome cannot be checked, where it cannot. */
export function WhyNot({ finding }: { finding: Finding }) {
  if (finding.kind === 'ask') return null
  return <p className="text-ink-2">{finding.kind === 'barred' ? finding.why : whyNot[finding.kind]}</p>
}

const whyNot: Record<Exclude<Finding['kind'], 'ask' | 'barred'>, string> = {
  closed:
    'A check could now create a second one: a reference is free again 24 h after its order closed. Ask the provider, and record what happened.',
  look: 'A deposit has no reference, so its outcome cannot be checked. Look for it in transfers by memo, amount and time.',
  none: 'A change has no reference, so its outcome cannot be checked. Ask the provider, and record what happened.',
}
