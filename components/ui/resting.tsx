'use client'
import { Gauge } from 'lucide-react'
import { useEffect } from 'react'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import { waitText } from '@/lib/browser/clock'
import { secondsToRest } from '@/lib/browser/rest'
import { Note } from './note'
import { useTicking } from './ticking'

/** A 429: counts down the wait that it names, then goes on by itself. */
export function Resting({ error, since, onGoOn }: { error: ProblemError; since: number; onGoOn: () => void }) {
  const seconds = secondsToRest(error, since)
  const left = Math.max(0, Math.ceil((since + seconds * 1000 - useTicking(500)) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onGoOn()
  }, [isOver, onGoOn])
  const isOurs = problemKind(error.problem.type) === 'console-busy'
  return (
    <Note tone="wait" icon={Gauge} role="status" className="my-2">
      <p>
        <b>
          {isOurs ? 'Mintdesk waits' : 'The provider asks to wait'}{' '}
          <span role="timer" aria-live="off">
            {waitText(left)}
          </span>
          .
        </b>{' '}
        {isOurs ? 'It has reached the rate limit of the provider.' : `It answered 429 (Retry-After ${seconds}).`} The
        page goes on by itself.
      </p>
    </Note>
  )
}

/** Whether a failure asks to wait rather than to be read. */
export const asksToRest = (error: ProblemError) => error.problem.status === 429
