'use client'
import { CirclePause, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fillProgress } from '@/components/records/order-labels'
import {
  CheckWindowClock,
  checkUnavailableText,
  checkWindowOf,
  earlierCredential,
} from '@/components/requests/check-window'
import {
  explain,
  isSettledByNote,
  isShownByRecord,
  mayBeFollowed,
  ownStatus,
  recordStatusStyle,
  stateStyle,
} from '@/components/requests/labels'
import { newestRecord } from '@/components/requests/newest-record'
import { useIntentAction } from '@/components/requests/queries'
import { Link } from '@/components/ui/address'
import { useOnline, useVisible } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { Note, toneClass } from '@/components/ui/status'
import { Moment, Time, useNow } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { waitText } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import { resolveOutcome } from '@/lib/browser/intents'
import { hrefOf } from '@/lib/browser/list-url'
import { retryAfterSeconds } from '@/lib/browser/request-limits'
import { writeErrorText } from '@/lib/browser/send-write'
import { writeRowOf } from '@/lib/provider/operations'
import { type ProblemError, problemKind } from '@/lib/provider/problem'
import { isFinalStatus, readOrder } from '@/lib/provider/records'
import { CheckOutcome } from './check-outcome'
import { useNote } from './use-note'

// Few requests wait to be sent, and what confirms an amount reads orders.
const PreparedActions = lazyPart('What can be done with it', () => import('./prepared-actions'))

type StateNoteProps = { intent: IntentDetail; person: string; canAct: boolean }

/** An intent's state, what it means for the money, and what to do next. */
export function StateNote({ intent, person, canAct }: StateNoteProps) {
  const { environment, state, ref_id, deadline_at } = intent
  const note = useNote(intent, person, canAct)
  const { tone, icon } = stateStyle(intent)
  const [statement, nextStep] = explain(intent, canAct)
  const isByNote = isSettledByNote(intent)
  const isUnknown = state === 'unknown'
  // The status above it says so, and is not heard when it changes.
  const isShown = isShownByRecord(intent)
  const isFinal = isShown && isFinalStatus(intent.operation, ownStatus(intent) ?? '')
  const hasOutcome = isUnknown || state === 'confirmed' || isByNote
  const otherLabel = isUnknown ? 'Record what happened' : 'Enter status by hand'
  const focus = useRestoredFocus<HTMLDivElement>(
    `${state} ${note.isOpen} ${mayBeFollowed(intent)}`,
    canAct && hasOutcome ? 'button[aria-expanded]' : '[tabindex="-1"]',
  )
  return (
    <div {...focus}>
      <div role="status">
        {isShown && nextStep === '' ? (
          <p tabIndex={-1} className="sr-only">
            {statement}
          </p>
        ) : (
          <Note tone={tone} icon={icon}>
            <p tabIndex={-1}>
              <b className={isShown ? 'sr-only' : ''}>{statement}</b> {nextStep}
            </p>
            {state === 'refused' && intent.answer_status === 409 && ref_id && (
              <p>
                <Link href={hrefOf(`/${environment}/activity`, new URLSearchParams({ q: ref_id }))}>
                  All requests with this reference
                </Link>
              </p>
            )}
            {state === 'sent' && deadline_at && (
              <p>
                If no answer arrives by <Time value={deadline_at} now={nowBy('console')} withZone />, the outcome will
                be unknown.
              </p>
            )}
            {/* Otherwise the place of the check says so. */}
            {intent.is_earlier_credential && !hasOutcome && <p>{earlierCredential(intent)}</p>}
          </Note>
        )}
      </div>
      {state === 'prepared' && canAct && <PreparedActions intent={intent} />}
      {hasOutcome && (
        <Check
          intent={intent}
          canAct={canAct}
          noteButton={canAct && !isFinal && note.button(isByNote ? 'Correct what was recorded' : otherLabel)}
        />
      )}
      {note.form && <div className="mt-4">{note.form}</div>}
    </div>
  )
}

type CheckProps = { intent: IntentDetail; canAct: boolean; noteButton: ReactNode }

/** Checks the outcome or the status while that is safe; otherwise says why not. */
function Check({ intent, canAct, noteButton }: CheckProps) {
  const now = useNow(1000)
  const window = checkWindowOf(intent, now)
  // Of what is final a check says nothing new.
  const isOpen = intent.state === 'unknown' || intent.is_open || intent.is_by_reference || isSettledByNote(intent)
  const canCheck = window.kind === 'open' && canAct && isOpen
  if (intent.state === 'unknown') {
    return (
      <div className="mt-4 grid grid-cols-1 items-start gap-x-6 gap-y-3 sm:grid-cols-[172px_minmax(0,1fr)]">
        <CheckWindowClock window={window} now={now} />
        {canCheck ? (
          <CheckOutcome intent={intent} label="Check outcome" isPrimary action={noteButton} hasStateNote />
        ) : (
          <div>
            <p className="text-ink-2">{checkUnavailableText(intent, window)}</p>
            {noteButton && <p className="mt-2 -ml-2">{noteButton}</p>}
          </div>
        )}
      </div>
    )
  }
  if (canCheck) {
    return (
      <div className="mt-4">
        <StatusFollow intent={intent} />
        <CheckOutcome intent={intent} label="Check status" action={noteButton} hasStateNote />
      </div>
    )
  }
  return (
    <div className="mt-4 grid gap-1.5 empty:hidden">
      {noteButton && <p>{noteButton}</p>}
      {window.kind === 'closed' && (
        <p className="text-sm text-ink-3">
          The status could be checked until <Moment at={window.at} now={now} />: a reference can be used again 24 h
          after its order closed. Ask the provider for the status, then record it.
        </p>
      )}
      {window.kind === 'blocked' && <p className="text-sm text-ink-3">{window.reason}</p>}
    </div>
  )
}

/** Milliseconds until the next check. */
export const waitAfter = (checks: number): number => Math.min(60_000, 2_000 * 2 ** checks)

/** @returns milliseconds until the next check after a failed one; undefined where that would fail too */
export function waitAfterError(error: ProblemError, checks: number, now: number): number | undefined {
  const { status, type } = error.problem
  if (status === 429) return Math.max(waitAfter(checks), retryAfterSeconds(error, now) * 1000)
  return status >= 500 || problemKind(type) === 'check-in-progress' ? waitAfter(checks) : undefined
}

/** Follows an open record while its page is shown, until a person stops it or its status is final. */
function StatusFollow({ intent }: { intent: IntentDetail }) {
  const [stopped, setStopped] = useState<string>()
  const focus = useRestoredFocus<HTMLDivElement>(String(stopped !== undefined), 'button')
  if (!mayBeFollowed(intent)) return null
  return (
    <div {...focus} className="mb-4">
      {stopped === undefined ? (
        <Checks intent={intent} onStop={setStopped} />
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
function Checks({ intent, onStop }: { intent: IntentDetail; onStop: (reason: string) => void }) {
  const isOnline = useOnline()
  const isVisible = useVisible()
  const now = useNow(1000)
  const { noun, record } = writeRowOf(intent.operation)
  const [next, setNext] = useState(() => ({ checks: 0, at: Date.now() + waitAfter(0) }))
  const status = recordStatusStyle(intent)?.label
  const before = useRef(status)
  useEffect(() => {
    if (status && status !== before.current) announce(`${intent.summary}: ${status}`)
    before.current = status
  }, [status, intent.summary])
  const checks = next.checks + 1
  const { start, isPending, problem } = useIntentAction(intent, {
    kind: 'check',
    run: (environment, id) => resolveOutcome(environment, id, true),
    onSuccess: () => setNext({ checks, at: Date.now() + waitAfter(checks) }),
    onError: (error) => {
      const wait = waitAfterError(error, checks, Date.now())
      if (wait === undefined) onStop(`Following stopped. ${writeErrorText(error)}`)
      else setNext({ checks, at: Date.now() + wait })
    },
  })
  const isRunning = isOnline && isVisible && !isPending
  const check = useEffectEvent(start)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => check(), Math.max(0, next.at - Date.now()))
    return () => clearTimeout(timer)
  }, [isRunning, next])
  const wait = waitText(Math.max(1, Math.ceil((next.at - now) / 1000)))
  const newest = record === 'order' ? newestRecord(intent) : undefined
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
