'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp, LoaderCircle, Lock, OctagonX } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { useNow } from '@/components/ui/now'
import { asProblem } from '@/components/ui/problem'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { WriteName } from '@/lib/api/intents'
import { type ProblemError, problemKind } from '@/lib/api/problem'
import type { FieldError } from '@/lib/api/sentences'
import {
  completeFormDraft,
  type DraftKey,
  type FormDraft,
  newIntentId,
  readFormDraft,
  saveFormDraft,
} from '@/lib/browser/form-drafts'
import { intentStateText, sendWrite, type WriteInput } from '@/lib/browser/intents'
import { skipLeaveConfirmation } from './leave-confirmation'

export type SendFailure =
  /** The intent has an end, or an end that nobody knows: its own page says which. */
  | { to: 'result' }
  /** Wrong fields; `isOver` where this intent was refused, so that the next try is another one; `isTaken` where it was
   *  because the service has a record under its reference. */
  | { to: 'fields'; errors: FieldError[]; isOver: boolean; isTaken?: boolean }
  | { to: 'sign-in' }
  /** `refused`: over, the next press is another intent. `kept`: recorded, nothing left. `unheard`: it may have arrived.
   *  `reused`: this intent was spent on something else. `not-taken`: the console did not record it. `person-changed`:
   *  somebody else is signed in, and this page sends nothing more. */
  | { to: 'stay'; why: 'refused' | 'kept' | 'unheard' | 'reused' | 'not-taken' | 'person-changed' }

/** @param error what sending threw */
export function classifyFailure({ problem }: ProblemError): SendFailure {
  const kind = problemKind(problem.type)
  const state = problem.meta?.intent_state
  const errors = problem.errors?.filter(({ field }) => field !== '') ?? []
  if (kind === 'person-changed') return { to: 'stay', why: 'person-changed' }
  if (kind === 'intent-reused') return { to: 'stay', why: 'reused' }
  if (state === 'unknown' || state === 'sent' || state === 'confirmed') return { to: 'result' }
  // What was never sent may be changed under the same id.
  if (state === 'prepared')
    return errors.length > 0 ? { to: 'fields', errors, isOver: false } : { to: 'stay', why: 'kept' }
  if (state === 'refused')
    return errors.length > 0
      ? { to: 'fields', errors, isOver: true, isTaken: problem.status === 409 }
      : { to: 'stay', why: 'refused' }
  if (problem.status === 401) return { to: 'sign-in' }
  if (errors.length > 0) return { to: 'fields', errors, isOver: false }
  // A console that failed or was not heard may have recorded it before; only one that says no has not.
  const isHeard = problem.status < 500 && kind !== 'console-unreachable'
  return { to: 'stay', why: isHeard ? 'not-taken' : 'unheard' }
}

/** Where a press stands: nothing pressed, on its way since a moment (ms since 1970), over, or stopped by a problem. */
export type Sending =
  | { step: 'idle' }
  | { step: 'sending'; since: number }
  | { step: 'done' }
  | { step: 'stopped'; error: ProblemError; following: SendFailure; at: number }

/** Sends a draft once, and goes where its answer leads. */
export function useSending(operation: WriteName, place: DraftKey, first: FormDraft) {
  const router = useRouter()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(first)
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  const isOnWay = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { environment } = place
  const form = `/${environment}/${place.place}`

  function keep(next: FormDraft) {
    setDraft(next)
    // The form may have been opened again meanwhile, and hold something else by now: nothing typed there is lost.
    const stored = readFormDraft(place)
    if (stored?.intent !== draft.intent) return
    const { values, savedAt } = stored
    const isSame = JSON.stringify(values) === JSON.stringify(draft.values)
    saveFormDraft(place, isSame ? next : { ...next, values, savedAt, isChanged: next.attempt !== undefined })
  }

  function leadToResult() {
    completeFormDraft(place, draft.intent, draft.values)
    void queries.invalidateQueries({ queryKey: [environment, 'intents'] })
    void queries.invalidateQueries({ queryKey: [environment, 'intent', draft.intent] })
    if (!isShown.current) return
    setSending({ step: 'done' })
    router.replace(`/${environment}/activity/${draft.intent}`)
  }

  /** Here `draft` is what it was before the press. */
  function stop(error: ProblemError) {
    const following = classifyFailure(error)
    if (following.to === 'result') return leadToResult()
    const { intent, attempt, isChanged, earlier, errors: _, ...rest } = draft
    const why = following.to === 'stay' ? following.why : undefined
    if (why === 'person-changed') {
      keep(draft)
      if (isShown.current) setSending({ step: 'stopped', error, following, at: Date.now() })
      return
    }
    const isTaken = following.to === 'fields' && following.isTaken
    const isOver = following.to === 'fields' ? following.isOver : why === 'refused'
    const write: Partial<FormDraft> & { intent: string } = isOver
      ? { intent: newIntentId(), earlier: { intent, end: isTaken ? 'taken' : 'refused' } }
      : why === 'kept'
        ? { intent, earlier, attempt: 'prepared' }
        : {
            intent,
            earlier,
            attempt: why === 'unheard' ? 'sending' : attempt,
            isChanged: why === 'reused' || isChanged,
          }
    keep({ ...rest, ...write, ...(following.to === 'fields' && { errors: following.errors }) })
    if (!isShown.current) return
    setSending({ step: 'stopped', error, following, at: Date.now() })
    if (following.to === 'fields') router.replace(form)
  }

  async function send(input: WriteInput) {
    if (isOnWay.current) return announce('It is on its way already. Pressing again does nothing.')
    isOnWay.current = true
    setSending({ step: 'sending', since: Date.now() })
    // Whoever comes back to this form must know that it may have been sent.
    keep({ ...draft, attempt: 'sending' })
    try {
      await sendWrite(environment, operation, input, draft.intent)
      leadToResult()
    } catch (thrown) {
      isOnWay.current = false
      const error = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      if (error) stop(error)
    }
  }

  /** Another write with the same values, where this intent was spent on something else. */
  function renew() {
    const { intent, savedAt } = draft
    const next: FormDraft = { values: draft.values, savedAt, intent: newIntentId(), earlier: { intent, end: 'sent' } }
    setDraft(next)
    const stored = readFormDraft(place)
    if (stored?.intent === intent || stored?.earlier?.intent === intent) saveFormDraft(place, next)
    setSending({ step: 'idle' })
  }

  return { draft, sending, send, renew }
}

type SendStateProps = {
  sending: Sending
  environment: Environment
  /** What is sent: "order". */
  thing: string
  intent: string
  waitMillis?: number
  /** An earlier press may have arrived without an answer. */
  mayHaveArrived: boolean
  /** Whose reference it carries: one made here, one that was typed, or none. */
  reference: 'made' | 'typed' | 'none'
  /** Makes another write of the same values. */
  onRenew: () => void
}

/** How far apart the presses of a double click may be. */
const doubleClickMillis = 500

/** What is known of the sending, under its button: that it is on its way, or truly what stopped it. */
export function SendState(props: SendStateProps) {
  const { sending } = props
  const box = useRef<HTMLDivElement>(null)
  const { step } = sending
  useEffect(() => {
    if (step === 'idle') return
    // The button may stand at the very foot of the window; it stays where it is until a double click is over.
    const timer = setTimeout(() => box.current?.scrollIntoView({ block: 'nearest' }), doubleClickMillis)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <div ref={box} className="scroll-mb-4">
      {/* There from the start, so that what comes into it is read aloud. */}
      <p role="status" className="sr-only">
        {sending.step === 'sending' && 'Sending. This page waits for the answer of the provider.'}
        {sending.step === 'done' && 'Done. The result opens.'}
      </p>
      {sending.step === 'sending' && <OnItsWay since={sending.since} waitMillis={props.waitMillis} />}
      {sending.step === 'stopped' && (
        <div className="mt-5">
          <Stopped {...props} sending={sending} />
        </div>
      )}
    </div>
  )
}

const inSeconds = (millis: number) => `${Math.max(0, Math.ceil(millis / 1000))} s`

function OnItsWay({ since, waitMillis }: { since: number; waitMillis?: number }) {
  const gone = useNow(250) - since
  const left = (waitMillis ?? 0) - gone
  const words = waitMillis
    ? left > 0
      ? `Waiting for a fill, ${inSeconds(left)} left. Then the answer comes as it is.`
      : `The wait of ${inSeconds(waitMillis)} is over; the answer is on its way.`
    : gone < 2_000
      ? 'On its way to the provider.'
      : `On its way for ${inSeconds(gone)}. This page waits for the answer.`
  return (
    <p aria-hidden className="mt-4 flex items-center gap-2 text-ink-2">
      <LoaderCircle className="turning" />
      {words}
    </p>
  )
}

type StoppedProps = SendStateProps & { sending: Extract<Sending, { step: 'stopped' }> }

function Stopped({ sending, environment, thing, intent, mayHaveArrived, reference, onRenew }: StoppedProps) {
  const { error, following, at } = sending
  const { problem } = error
  const said = [problem.title, problem.detail].filter(Boolean).join(' ')
  const activity = (
    <Link
      className={buttonClass('outline', 'note')}
      href={`/${environment}/activity/${intent}`}
      {...skipLeaveConfirmation}
    >
      See it in Activity
    </Link>
  )
  if (following.to === 'sign-in') return <SignInAgain mayHaveArrived={mayHaveArrived} />
  if (following.to !== 'stay') return null
  const about = (
    <p className="text-sm">
      <Moment at={at} />
      {problem.request_id && (
        <>
          , request id <ShortId id={problem.request_id} what="request id" head={32} />
        </>
      )}
    </p>
  )
  switch (following.why) {
    case 'refused':
      return (
        <Stop title="Refused." text={said} about={about}>
          Nothing was made of it. The next press sends a new {thing}
          {reference === 'made' && ', with a reference of its own'}
          {reference === 'typed' && ', with the reference that you typed'}.
        </Stop>
      )
    case 'kept':
      return (
        <Stop title="Not sent." text={said} about={about}>
          The {thing} is recorded here and has not left. Press again to send it.
        </Stop>
      )
    case 'reused':
      return (
        <Stop
          title="Sent before, with other values."
          text={`This ${thing}, as it was then, has reached Mintdesk already: from another tab, or before it was changed.`}
          acts={
            <>
              {activity}
              <Button size="note" onClick={onRenew}>
                Make this a new {thing}
              </Button>
            </>
          }
        >
          {intentStateText(error)} Look at that one first. Nothing more was sent now.
        </Stop>
      )
    case 'not-taken':
      return (
        <Stop title="Not sent." text={said} about={about}>
          {mayHaveArrived
            ? 'Nothing more was sent now. What was sent before may have arrived.'
            : 'Nothing was recorded and nothing has left.'}
        </Stop>
      )
    case 'person-changed':
      return (
        <Stop title={problem.title} text={problem.detail ?? ''} acts={<Reload />}>
          The draft stays in this tab for the person who wrote it.
          {mayHaveArrived && ' What was sent before may have arrived.'}
        </Stop>
      )
    case 'unheard':
      return (
        <Note tone="unknown" icon={CircleHelp} role="alert" acts={activity}>
          <p>
            <b>Not known whether it arrived.</b> {problem.title}
          </p>
          <p>Press again: the same {thing} is carried out once at most, whichever press arrives.</p>
          {about}
        </Note>
      )
  }
}

type StopProps = { title: string; text: string; about?: ReactNode; acts?: ReactNode; children: ReactNode }

function Stop({ title, text, about, acts, children }: StopProps) {
  return (
    <Note tone="bad" icon={OctagonX} role="alert" acts={acts}>
      <p>
        <b>{title}</b> {text}
      </p>
      <p>{children}</p>
      {about}
    </Note>
  )
}

/** A plain link, so that the page is loaded anew for whoever is signed in now. */
function Reload() {
  return (
    <a className={buttonClass('outline', 'note')} href={usePathname()} {...skipLeaveConfirmation}>
      Reload
    </a>
  )
}

function SignInAgain({ mayHaveArrived }: Pick<SendStateProps, 'mayHaveArrived'>) {
  const path = usePathname()
  return (
    <Note
      tone="wait"
      icon={Lock}
      role="alert"
      acts={
        <a
          className={buttonClass('outline', 'note')}
          href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}
          {...skipLeaveConfirmation}
        >
          Sign in
        </a>
      }
    >
      <p>
        <b>Signed out. {mayHaveArrived ? 'Nothing more was sent.' : 'Nothing was sent.'}</b> What you typed is kept in
        this tab. Sign in as the same person to continue where you left off.
      </p>
    </Note>
  )
}
