'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fillProgress } from '@/components/orders/order-status'
import { useOnline, useVisible } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce, useKeptFocus } from '@/components/ui/focus'
import { useNow } from '@/components/ui/now'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import { readOrder } from '@/lib/api/reading'
import { waitText } from '@/lib/browser/clock'
import { resolveOutcome, writeErrorText } from '@/lib/browser/intents'
import { retryAfterSeconds } from '@/lib/browser/retry-after'
import { isSettledByNote, operationLabels } from './labels'
import { newestRecord } from './newest-record'
import { keepIntent, oneCheckAtATime } from './queries'
import { recordStatusStyle } from './record-status'

type FollowProps = { environment: Environment; intent: IntentDetail }

/** How far an order has filled by what was last seen of it. */
function progressOf(intent: IntentDetail): string | undefined {
  const newest = intent.operation === 'createOrder' ? newestRecord(intent) : undefined
  return newest && fillProgress(readOrder(newest.record))
}

/** Follows an open order or an account in review while its page is open, until a person stops it or it is over. */
export function StatusFollow({ environment, intent }: FollowProps) {
  const [stop, setStop] = useState<{ words: string }>()
  const focus = useKeptFocus<HTMLDivElement>(String(stop !== undefined), 'button')
  if (!mayBeFollowed(intent)) return null
  const { thing } = operationLabels[intent.operation]
  return (
    <div {...focus} className="mb-4">
      {stop ? (
        <p className="flex items-start gap-2">
          <CirclePause className="mt-[5px] text-ink-3" />
          <span className="min-w-0 flex-1 pt-[3px] text-ink-2">{stop.words}</span>
          <Button size="note" onClick={() => setStop(undefined)}>
            Follow this {thing}
          </Button>
        </p>
      ) : (
        <Checks environment={environment} intent={intent} onStop={(words) => setStop({ words })} />
      )}
    </div>
  )
}

/** The checks themselves, two seconds after they begin and then less and less often; paused while the tab is hidden. */
function Checks({ environment, intent, onStop }: FollowProps & { onStop: (words: string) => void }) {
  const client = useQueryClient()
  const isOnline = useOnline()
  const isVisible = useVisible()
  const now = useNow(1000)
  const { thing } = operationLabels[intent.operation]
  const [next, setNext] = useState(() => ({ checks: 0, at: Date.now() + waitAfter(0) }))
  const status = recordStatusStyle(intent)?.word
  const before = useRef(status)
  useEffect(() => {
    if (status && status !== before.current) announce(`${intent.summary}: ${status}`)
    before.current = status
  }, [status, intent.summary])
  const { mutate, isPending, error } = useMutation({
    ...oneCheckAtATime(intent.id),
    mutationFn: () => resolveOutcome(environment, intent.id, true),
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      setNext(({ checks }) => ({ checks: checks + 1, at: Date.now() + waitAfter(checks + 1) }))
    },
    onError: (thrown) => {
      const problem = asProblem(thrown)
      const wait = problem && waitAfterError(problem, next.checks + 1, Date.now())
      if (wait !== undefined) return setNext(({ checks }) => ({ checks: checks + 1, at: Date.now() + wait }))
      // It may have ended, or may not be checked any more.
      void client.invalidateQueries({ queryKey: [environment, 'intent', intent.id] })
      onStop(`Following stopped. ${problem ? writeErrorText(problem) : ''}`.trim())
    },
  })
  const isRunning = isOnline && isVisible && !isPending
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(mutate, Math.max(0, next.at - Date.now()))
    return () => clearTimeout(timer)
  }, [isRunning, next, mutate])
  const wait = waitText(Math.max(1, Math.ceil((next.at - now) / 1000)))
  const failure = asProblem(error)?.problem.title
  const progress = progressOf(intent)
  return (
    <p className="tone-busy flex items-start gap-2">
      <LoaderCircle className={`mt-[5px] text-tone ${isRunning || isPending ? 'turning' : ''}`} />
      <span className="min-w-0 flex-1 pt-[3px]">
        <b className="font-label">Following this {thing}:</b>{' '}
        <span role="timer" aria-live="off">
          {isPending ? 'checking now' : isOnline ? `next check in ${wait}` : 'paused while you are offline'}
        </span>
        {progress && <span className="block text-ink-2">{progress}</span>}
        {failure && !isPending && <span className="block text-ink-2">The last check failed. {failure}</span>}
      </span>
      <Button size="note" onClick={() => onStop(`You stopped following this ${thing}.`)}>
        Stop
      </Button>
    </p>
  )
}

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
