'use client'
import { CircleCheck, CirclePause, Clock, LoaderCircle, type LucideIcon, OctagonX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import type { Tone } from '@/components/ui/status'
import type { Following } from './use-follow'

/** How the looking for transfers stands: what holds, and what that means. */
export type Line = { tone: Tone; icon: LucideIcon; title: string; text?: string }

const counted = (count: number) => `${count} transfer${count === 1 ? '' : 's'}`

/** By whose decision nobody looks any more, and what had come by then. */
function endedLine(phase: 'stopped' | 'over', count: number): Line {
  const text = count === 0 ? 'Nothing had come by then.' : `${counted(count)} had come by then.`
  return phase === 'stopped'
    ? { tone: 'off', icon: CirclePause, title: 'You stopped the looking.', text }
    : { tone: 'wait', icon: Clock, title: 'Not looked for any longer, after 10 minutes.', text }
}

/** Of the transfers that came of a deposit. */
export function arrivalsLine({ phase, arrivals }: Following): Line {
  const count = arrivals.length
  if (phase === 'stopped' || phase === 'over') return endedLine(phase, count)
  if (phase === 'following') {
    const busy = { tone: 'busy', icon: LoaderCircle } as const
    return count === 0
      ? { ...busy, title: 'Not there yet.', text: 'The provider lists no wire with this memo and amount so far.' }
      : { ...busy, title: `${counted(count)} so far.`, text: 'Followed until all have settled.' }
  }
  const failed = arrivals.filter(({ transfer }) => transfer.known.status === 'FAILED').length
  return failed > 0
    ? {
        tone: 'bad',
        icon: OctagonX,
        title: `Everything that came of it has ended: ${counted(count)}, ${failed} failed.`,
      }
    : { tone: 'ok', icon: CircleCheck, title: `Everything that came of it has settled: ${counted(count)}.` }
}

/** Of the transfers that could have come of it. */
export function candidatesLine({ phase, arrivals }: Following): Line {
  const count = arrivals.length
  if (phase === 'stopped' || phase === 'over') return endedLine(phase, count)
  if (phase === 'settled') return { tone: 'off', icon: CirclePause, title: `${counted(count)}, settled.` }
  const title = count === 0 ? 'None so far.' : `${counted(count)} so far.`
  return { tone: 'busy', icon: LoaderCircle, title, text: 'This page looks every 2 seconds.' }
}

/** The line, and the one button that ends the looking or takes it up again. */
export function FollowLine({ following: { phase, stop, takeUp }, line }: { following: Following; line: Line }) {
  const { tone, icon: Icon, title, text } = line
  const isOn = phase === 'following'
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current && !isOn) announce(title)
    wasOn.current = isOn
  }, [isOn, title])
  return (
    <p className={`tone-${tone} mt-3 flex items-start gap-2`}>
      <Icon className={`mt-[5px] text-tone ${isOn ? 'turning' : ''}`} />
      <span className="min-w-0 flex-1 pt-[3px]">
        <b className="font-label">{title}</b> {text && <span className="text-ink-2">{text}</span>}
      </span>
      <Button size="note" onClick={isOn ? stop : takeUp}>
        {isOn ? 'Stop looking' : 'Look again'}
      </Button>
    </p>
  )
}
