'use client'
import { CirclePause, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fillProgress } from '@/components/orders/labels'
import { useOnline, useVisible } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { toneClass } from '@/components/ui/status'
import { useNow } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { writeRowOf } from '@/lib/api/operations'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import { readOrder } from '@/lib/api/reading'
import { waitText } from '@/lib/browser/clock'
import { resolveOutcome, writeErrorText } from '@/lib/browser/intents'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { useIntentAction } from './intent-action'
import { isSettledByNote } from './labels'
import { newestRecord } from './newest-record'
import { recordStatusStyle } from './record-views'

/**
 * Whether the page checks the status without being asked. The server says where the status may still change; the check
 * must also be unable to create anything.
 */
export const mayBeFollowed = (intent: IntentDetail): boolean =>
  intent.may_follow === true && intent.state === 'confirmed' && !intent.is_conflict && !isSettledByNote(intent)

/** Milliseconds until the next check. */
export const waitAfter = (checks: number): number => Math.min(60_000, 2_000 * 2 ** checks)

/** @returns milliseconds until the next check after a failed one; undefined where that would fail too */
export function waitAfterError(error: ProblemError, checks: number, now: number): number | undefined {
  const { status, type } = error.problem
  if (status === 429) return Math.max(waitAfter(checks), retryAfterSeconds(error, now) * 1000)
  return status >= 500 || problemKind(type) === 'check-in-progress' ? waitAfter(checks) : undefined
}

type FollowProps = { environment: Environment; intent: IntentDetail }

/** Follows an open record while its page is shown, until a person stops it or its status is final. */
export function StatusFollow({ environment, intent }: FollowProps) {
  const [stopped, setStopped] = useState<string>()
  const focus = useRestoredFocus<HTMLDivElement>(String(stopped !== undefined), 'button')
  if (!mayBeFollowed(intent)) return null
  return (
    <div {...focus} className="mb-4">
      {stopped === undefined ? (
        <Checks environment={environment} intent={intent} onStop={setStopped} />
      ) : (
        <p className="flex items-start gap-2">
          <CirclePause className="mt-[5px] text-ink-3" />
          <span className="min-w-0 flex-1 pt-[3px] text-ink-2">{stopped}</span>
          <Button size="small" onClick={() => setStopped(undefined)}>
            Follow this {writeRowOf(intent.operation).noun}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Checks after two seconds, then less and less often; pauses while the tab is hidden or offline. */
function Checks({ environment, intent, onStop }: FollowProps & { onStop: (reason: string) => void }) {
  const isOnline = useOnline()
  const isVisible = useVisible()
  const now = useNow(1000)
  const { noun } = writeRowOf(intent.operation)
  const [next, setNext] = useState(() => ({ checks: 0, at: Date.now() + waitAfter(0) }))
  const status = recordStatusStyle(intent)?.label
  const before = useRef(status)
  useEffect(() => {
    if (status && status !== before.current) announce(`${intent.summary}: ${status}`)
    before.current = status
  }, [status, intent.summary])
  const checks = next.checks + 1
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'check',
    run: () => resolveOutcome(environment, intent.id, true),
    onSuccess: () => setNext({ checks, at: Date.now() + waitAfter(checks) }),
    onError: (error) => {
      const wait = error && waitAfterError(error, checks, Date.now())
      if (wait === undefined) onStop(`Following stopped. ${error ? writeErrorText(error) : ''}`.trim())
      else setNext({ checks, at: Date.now() + wait })
    },
  })
  const isRunning = isOnline && isVisible && !isPending
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(start, Math.max(0, next.at - Date.now()))
    return () => clearTimeout(timer)
  }, [isRunning, next, start])
  const wait = waitText(Math.max(1, Math.ceil((next.at - now) / 1000)))
  const newest = intent.operation === 'createOrder' ? newestRecord(intent) : undefined
  const progress = newest && fillProgress(readOrder(newest.record))
  return (
    <p className={`${toneClass.busy} flex items-start gap-2`}>
      <LoaderCircle className={`mt-[5px] text-tone ${isRunning || isPending ? 'animate-turn' : ''}`} />
      <span className="min-w-0 flex-1 pt-[3px]">
        <b className="font-label">Following this {noun}:</b>{' '}
        <span role="timer" aria-live="off">
          {isPending ? 'checking now' : isOnline ? `next check in ${wait}` : 'paused while you are offline'}
        </span>
        {progress && <span className="block text-ink-2">{progress}</span>}
        {problem && !isPending && (
          <span className="block text-ink-2">The last check failed. {problem.problem.title}</span>
        )}
      </span>
      <Button size="small" onClick={() => onStop(`You stopped following this ${noun}.`)}>
        Stop
      </Button>
    </p>
  )
}
