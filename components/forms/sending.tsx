'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp, LoaderCircle, Lock, type LucideIcon, OctagonX } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Tone } from '@/components/ui/status'
import { Note } from '@/components/ui/status'
import { Moment, useNow } from '@/components/ui/time'
import {
  completeFormDraft,
  type FormDraft,
  idsIn,
  newIntentId,
  readFormDraft,
  renewIds,
  saveFormDraft,
} from '@/lib/browser/form-drafts'
import { intentStateText } from '@/lib/browser/send-write'
import { digestToConfirm, leadToSignIn } from '@/lib/browser/step-up'
import type { FieldError } from '@/lib/provider/field-errors'
import { ProblemError, problemKind } from '@/lib/provider/problem'
import type { SendStep } from './description'
import { useFormPage } from './form-context'
import { skipLeaveConfirmation, ViewButton } from './leave-confirmation'

/** Why sending did not simply succeed; decided by the write's state at the console, never by words. */
type FailureKind =
  | 'result' // The intent's own page shows how it ended, or that this is unknown.
  | 'refused' // The next press is a new intent.
  | 'duplicate' // Refused because its reference has a record already.
  | 'prepared' // Recorded, not sent.
  | 'no-answer' // It may have arrived.
  | 'not-recorded' // The console rejected it.
  | 'restored' // It may have been sent before this console was restored.
  | 'reused' // The intent was sent with other values.
  | 'person-changed' // Someone else is signed in, and this page sends nothing more.
  | 'sign-in'

/** `errors` are those of fields, which the form shows. */
type SendFailure = { why: FailureKind; errors?: FieldError[] }

export function classifyFailure({ problem }: ProblemError): SendFailure {
  const kind = problemKind(problem.type)
  const state = problem.meta?.intent_state
  const found = problem.errors?.filter(({ field }) => field !== '') ?? []
  const errors = found.length > 0 ? found : undefined
  if (kind === 'person-changed') return { why: 'person-changed' }
  if (kind === 'intent-reused') return { why: 'reused' }
  if (kind === 'sent-before-restore') return { why: 'restored' }
  if (state === 'unknown' || state === 'sent' || state === 'confirmed') return { why: 'result' }
  if (state === 'prepared') return { why: 'prepared', errors }
  if (state === 'refused') return { why: errors && problem.status === 409 ? 'duplicate' : 'refused', errors }
  if (problem.status === 401) return { why: 'sign-in' }
  // The id of a movement has a plan with other content, or one that was withdrawn.
  if (kind === 'movement-reused' || kind === 'movement-withdrawn') return { why: 'reused' }
  // A console that failed or did not answer may have recorded it; only one that rejected it did not.
  const isRejected = errors !== undefined || (problem.status < 500 && kind !== 'console-unreachable')
  return { why: isRejected ? 'not-recorded' : 'no-answer', errors }
}

/** `since` and `at` are ms since 1970; `opens` is the page that this leads to. */
type Sending = { opens?: string } & (
  | { step: 'idle' | 'done' }
  | { step: 'sending'; since: number }
  | { step: 'stopped'; error: ProblemError; failure: SendFailure; part: SendStep['part']; at: number }
)

/** The draft of another write, after its own was used. @param part that used some of its ids; without one, none of them */
function renewed({ values, savedAt, reason }: FormDraft, part: SendStep['part'], at = Date.now()): FormDraft {
  return { values: renewIds(values, (id) => part?.ids.includes(id) ?? false), savedAt, reason, intent: newIntentId(at) }
}

/** What a draft becomes after a failure, from what it was before the press. */
function draftAfter(draft: FormDraft, { why, errors }: SendFailure, part: SendStep['part']): FormDraft {
  if (why === 'person-changed') return draft
  if (why === 'refused' || why === 'duplicate')
    return { ...renewed(draft, part), errors, previous: { intent: draft.intent, outcome: why } }
  // The corrected values are sent under the same intent.
  if (errors) return { ...draft, errors }
  if (why === 'prepared') return { ...draft, errors, attempt: 'prepared', isChanged: undefined }
  if (why === 'no-answer') return { ...draft, errors, attempt: 'sending' }
  return { ...draft, errors, isChanged: why === 'reused' || draft.isChanged }
}

/** Sends a draft once, call by call, and opens the page that its outcome leads to. */
export function useSend(initial: FormDraft) {
  const { environment, draftKey: key, href, resultOf } = useFormPage()
  const router = useRouter()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(initial)
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  const isBusy = sending.step === 'sending' || sending.step === 'done'
  // In an effect, because a page that the person has left opens nothing.
  useEffect(() => {
    if (sending.opens) router.replace(sending.opens)
  }, [sending, router])

  function store(next: FormDraft) {
    setDraft(next)
    // The form may have been opened again in the meantime: what was typed there is kept.
    const stored = readFormDraft(key)
    if (stored?.intent !== draft.intent) return
    const { savedAt } = stored
    const isSame = JSON.stringify(stored.values) === JSON.stringify(draft.values)
    const isUsed = (id: string) => idsIn(draft.values).includes(id) && !idsIn(next.values).includes(id)
    const values = renewIds(stored.values, isUsed)
    saveFormDraft(key, isSame ? next : { ...next, values, savedAt, isChanged: next.attempt !== undefined })
  }

  function openResult() {
    completeFormDraft(key, draft.intent, draft.values)
    for (const name of ['intents', 'movements']) void queries.invalidateQueries({ queryKey: [environment, name] })
    void queries.invalidateQueries({ queryKey: [environment, 'intent', draft.intent] })
    setSending({ step: 'done', opens: `/${environment}/${resultOf(draft.intent, draft.values)}` })
  }

  function stop(error: ProblemError, part: SendStep['part']) {
    const failure = classifyFailure(error)
    const stopped = (error: ProblemError) =>
      setSending({ step: 'stopped', error, failure, part, at: Date.now(), opens: failure.errors && href })
    // In this closure `draft` is still what it was before the press.
    store(draftAfter(draft, failure, part))
    stopped(error)
    const digest = digestToConfirm(error)
    if (digest !== undefined) leadToSignIn([digest]).catch((thrown) => stopped(asProblem(thrown) ?? error))
  }

  /** @param read the calls, in their order, from what is known now */
  async function send(read: (draft: FormDraft) => Promise<readonly SendStep[]>) {
    if (isBusy) return announce('Already sending. Pressing again has no effect.')
    setSending({ step: 'sending', since: Date.now() })
    // If the page is left now, the form must say that this may have been sent.
    store({ ...draft, attempt: 'sending' })
    let part: SendStep['part']
    try {
      for (const step of await read(draft)) {
        part = step.part
        await step.send().catch((thrown: unknown) => {
          // What came of it shows on the page that opens.
          if (!(thrown instanceof ProblemError) || classifyFailure(thrown).why !== 'result') throw thrown
        })
      }
      openResult()
    } catch (thrown) {
      const error = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      if (error) stop(error, part)
    }
  }

  /** Gives the same values a new intent, after theirs was used. @param at the console's time, which may be ahead of ours */
  function renew(at = 0) {
    const { intent } = draft
    const part = sending.step === 'stopped' ? sending.part : undefined
    const next: FormDraft = { ...renewed(draft, part, Math.max(at, Date.now())), previous: { intent, outcome: 'sent' } }
    setDraft(next)
    const stored = readFormDraft(key)
    if (stored?.intent === intent || stored?.previous?.intent === intent) saveFormDraft(key, next)
    setSending({ step: 'idle' })
  }

  const setReason = (reason: string) => !isBusy && store({ ...draft, reason })

  return { draft, sending, isBusy, send, renew, setReason }
}

type SendStatusProps = {
  attempt: ReturnType<typeof useSend>
  waitMillis?: number
  reference: 'generated' | 'typed' | 'none'
}

/** The longest pause between the presses of a double click. */
const doubleClickMillis = 500

export function SendStatus({ attempt, waitMillis, reference }: SendStatusProps) {
  const { sending } = attempt
  const { step } = sending
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (step === 'idle') return
    // Scrolling earlier would move the button away from the second press of a double click.
    const timer = setTimeout(() => box.current?.scrollIntoView({ block: 'nearest' }), doubleClickMillis)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <div ref={box} className="scroll-mb-4">
      {/* A live region announces only changes, so it must exist from the start. */}
      <p role="status" className="sr-only">
        {step === 'sending' && "Sending. Waiting for the provider's answer."}
        {step === 'done' && 'Done. Opening the result.'}
      </p>
      {sending.step === 'sending' && <Progress since={sending.since} waitMillis={waitMillis} />}
      {sending.step === 'stopped' && <FailureNote attempt={attempt} stopped={sending} reference={reference} />}
    </div>
  )
}

const inSeconds = (millis: number) => `${Math.max(0, Math.ceil(millis / 1000))} s`

function progressText(elapsed: number, waitMillis: number | undefined): string {
  if (waitMillis) {
    return elapsed < waitMillis
      ? `Waiting for a fill, ${inSeconds(waitMillis - elapsed)} left.`
      : `No answer yet after the ${inSeconds(waitMillis)} wait for a fill. Still waiting.`
  }
  return elapsed < 2_000
    ? 'Sending to the provider.'
    : `Waiting for the provider's answer, ${inSeconds(elapsed)} so far.`
}

function Progress({ since, waitMillis }: { since: number; waitMillis?: number }) {
  const now = useNow(250)
  return (
    <p aria-hidden className="mt-4 flex items-center gap-2 text-ink-2">
      <LoaderCircle className="animate-turn" />
      {progressText(now - since, waitMillis)}
    </p>
  )
}

const noteStyles: Record<string, { tone: Tone; icon: LucideIcon } | undefined> = {
  'no-answer': { tone: 'unknown', icon: CircleHelp },
  'sign-in': { tone: 'wait', icon: Lock },
}

const referenceTexts = { generated: ' with a new reference', typed: ' with the reference that you entered', none: '' }

type FailureNoteProps = Omit<SendStatusProps, 'waitMillis'> & { stopped: Extract<Sending, { step: 'stopped' }> }

function FailureNote({ attempt, stopped, reference }: FailureNoteProps) {
  const path = usePathname()
  const { noun: whole, environment, resultOf } = useFormPage()
  const { draft } = attempt
  const { error, at, part } = stopped
  const { problem } = error
  const { why, errors } = stopped.failure
  if (errors || why === 'result' || why === 'duplicate') return null
  const noun = part?.noun ?? whole
  const [viewed, label] = part?.view ?? [resultOf(draft.intent, draft.values), 'View in Activity']
  const view = <ViewButton href={`/${environment}/${viewed}`}>{label}</ViewButton>
  const renew = (after?: number) => (
    <Button key="renew" size="small" onClick={() => attempt.renew(after)}>
      Make this a new {whole}
    </Button>
  )
  // A plain link reloads the page for the person who is signed in then.
  const reload = (href: string, label: string) => (
    <a className={buttonClass({ size: 'small' })} href={href} {...skipLeaveConfirmation}>
      {label}
    </a>
  )
  const mayBeSent = draft.attempt === 'sending'
  const message = [problem.title, problem.detail].filter(Boolean).join(' ')
  const earlier = mayBeSent ? ' The earlier attempt may have arrived.' : ''
  /** What happened, the error, what it means and what to do; and buttons, or the time and request id. */
  const texts: Record<typeof why, [title: string, text: string, next: string, actions?: ReactNode]> = {
    refused: [
      part ? `The ${noun} was refused.` : 'Refused.',
      message,
      `It had no effect. Sending again makes a new ${whole}${referenceTexts[reference]}.`,
      part && view,
    ],
    prepared: [
      'Not sent.',
      message,
      `The ${noun} is recorded in Mintdesk and has not been sent. Press again to send it.`,
    ],
    'not-recorded': [
      'Not sent.',
      message,
      mayBeSent
        ? `This attempt was not sent.${earlier}`
        : part?.before
          ? `The ${noun} was not sent. Press again to go on.`
          : 'Nothing was recorded and nothing was sent.',
    ],
    'no-answer': [
      part?.isProviders === false
        ? 'Nothing was sent to the provider.'
        : part
          ? `The ${noun} may have been sent.`
          : 'It may have been sent.',
      problem.title,
      `Press again: Mintdesk sends the same ${noun} at most once, however often you press.`,
      view,
    ],
    reused: [
      part ? problem.title : 'Already sent with other values.',
      problemKind(problem.type) === 'movement-withdrawn'
        ? 'It waits for no money.'
        : `Mintdesk received this ${noun} with other values, from another tab or before you changed it.`,
      [intentStateText(error), 'Check that one first. Nothing was sent now.'].filter(Boolean).join(' '),
      <>
        {view}
        {renew()}
      </>,
    ],
    restored: [
      problem.title,
      problem.detail ?? '',
      `If the provider does not have it, make this a new ${whole}.`,
      renew(Number(problem.meta?.now) || 0),
    ],
    'person-changed': [
      problem.title,
      problem.detail ?? '',
      `The draft stays in this tab for the person who wrote it.${earlier}`,
      reload(path, 'Reload'),
    ],
    'sign-in': [
      `Signed out. ${mayBeSent || part?.before ? 'Nothing more was sent.' : 'Nothing was sent.'}`,
      '',
      'Your draft is saved in this tab. Sign in as the same person to continue.',
      reload(`/sign-in?callbackUrl=${encodeURIComponent(path)}`, 'Sign in'),
    ],
  }
  const [title, text, next, actions] = texts[why]
  return (
    <Note className="mt-5" {...(noteStyles[why] ?? { tone: 'bad', icon: OctagonX })} role="alert" actions={actions}>
      <p>
        <b>{title}</b> {text}
      </p>
      <p>{[next, part?.before].filter(Boolean).join(' ')}</p>
      {(!actions || why === 'no-answer') && (
        <p className="text-sm">
          <Moment at={at} />
          {problem.request_id && (
            <>
              , request ID <ShortId id={problem.request_id} what="request ID" head={32} />
            </>
          )}
        </p>
      )}
    </Note>
  )
}
