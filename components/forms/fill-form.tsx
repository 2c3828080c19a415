'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FileClock, OctagonX, Send } from 'lucide-react'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { replaceAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { announce, focusHeading } from '@/components/ui/focus'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Note } from '@/components/ui/status'
import { Moment, useDelayed, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { isReplayable, writeRowOf } from '@/lib/api/operations'
import { momentText } from '@/lib/browser/clock'
import type { DraftKey } from '@/lib/browser/draft-storage'
import {
  type FormDraft,
  newIntentId,
  type PreviousAttempt,
  readFormDraft,
  restoreShape,
} from '@/lib/browser/form-drafts'
import { intentQuery } from '@/lib/browser/intents'
import type { FormDescription, FormSession } from './description'
import { FormStateProvider, useFormContextAt } from './form-context'
import { FormErrorSummary, focusField } from './form-error-summary'
import { ActivityButton, LeaveConfirmation, skipLeaveConfirmation } from './leave-confirmation'
import { RequestTarget } from './request-preview'
import { type InitialDraft, useDraft } from './use-draft'
import { useValidation } from './validation'

type FillFormProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  draftKey: DraftKey
  heading: ReactNode
  /** A note between the title and the fields. */
  lead?: ReactNode
}

/** Removes a one-time parameter from the URL, so that a reload does not repeat it. */
function removeParameter(name: string): void {
  const url = new URL(window.location.href)
  url.searchParams.delete(name)
  replaceAddress(`${url.pathname}${url.search}`)
}

function initialDraft<Values extends FieldValues>(blank: Values, draft: FormDraft | undefined): InitialDraft<Values> {
  return draft ? { ...draft, values: restoreShape(blank, draft.values) } : { values: blank, intent: newIntentId() }
}

/** Starts with a draft, a copy of an earlier request (`?again=`), or an empty form; asks if both of the first two exist. */
export function FillForm<Values extends FieldValues>(props: FillFormProps<Values>) {
  const { form, session, draftKey, heading } = props
  const { noun } = writeRowOf(form.operation)
  const params = useSearchParams()
  const [again] = useState(() => params.get('again') ?? undefined)
  const [draft] = useState(() => readFormDraft(draftKey))
  const [start, setStart] = useState<{ initial: InitialDraft<Values>; copiedFrom?: string } | undefined>(() =>
    again ? undefined : { initial: initialDraft(form.blank, draft) },
  )
  const read = useQuery({
    ...intentQuery(session.environment, again ?? ''),
    enabled: again !== undefined && start === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isSlow = useDelayed(read.isLoading)
  if (start) return <StartedForm {...props} {...start} />

  const startWith = (initial: InitialDraft<Values>, copiedFrom?: string) => {
    removeParameter('again')
    setStart({ initial, copiedFrom })
    focusHeading()
  }
  const startWithout = () => startWith(initialDraft(form.blank, draft))
  const problem = asProblem(read.error)
  if (problem) {
    return (
      <>
        {heading}
        <ProblemView error={problem} what={`The earlier ${noun}`} at={read.errorUpdatedAt} onRetry={read.refetch} />
        <Button onClick={startWithout}>{draft ? 'Continue with the draft' : 'Start with an empty form'}</Button>
      </>
    )
  }
  if (!read.data) {
    return (
      <>
        {heading}
        <p className="text-ink-2">{isSlow && `Loading the earlier ${noun}`}</p>
      </>
    )
  }

  const { operation, path, body, summary, id } = read.data
  const ask = (question: ReactNode, actions: ReactNode) => (
    <>
      {heading}
      <div className="mt-4 max-w-[640px]">
        <Note tone="wait" icon={FileClock} actions={actions}>
          <p>{question}</p>
        </Note>
      </div>
    </>
  )
  if (operation !== form.operation || body === undefined) {
    return ask(
      <>
        <b>This request can't be copied.</b>{' '}
        {body === undefined
          ? "It can't be decrypted, because this console's secret has changed."
          : 'It is a request of another kind.'}
      </>,
      <Button size="small" onClick={startWithout}>
        {draft ? 'Continue with the draft' : 'Start with an empty form'}
      </Button>,
    )
  }
  const copy = () => startWith({ values: form.fromInput({ path, body }), intent: newIntentId() }, id)
  if (!draft) return <Immediately run={copy} />
  return ask(
    <>
      <b>You already have a draft,</b> saved <Moment at={draft.savedAt} />. Copying “{summary}” replaces it.
    </>,
    <>
      <Button size="small" onClick={startWithout}>
        Keep the draft
      </Button>
      <Button size="small" onClick={copy}>
        Replace the draft
      </Button>
    </>,
  )
}

function Immediately({ run }: { run: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(run, [])
  return null
}

/** The button that was pressed is gone; its replacement takes the focus. */
const focusOnMount = (element: HTMLElement | null) => element?.focus()

type StartedFormProps<Values extends FieldValues> = FillFormProps<Values> & {
  initial: InitialDraft<Values>
  /** The intent that the values were copied from. */
  copiedFrom?: string
}

/** The form itself: validated, saved as a draft, and continued on its review. */
function StartedForm<Values extends FieldValues>(props: StartedFormProps<Values>) {
  const { form, session, draftKey, initial, copiedFrom, heading, lead } = props
  const { environment } = session
  const { noun } = writeRowOf(form.operation)
  const router = useRouter()
  const [isOpening, startOpening] = useTransition()
  // The values have the shape of the blank ones, which is all that react-hook-form needs.
  const methods = useForm<Values>({ defaultValues: initial.values as DefaultValues<Values>, shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const draft = useDraft(draftKey, methods, initial, form.blank)
  const { intent, attempt, previous } = draft.write
  const contextAt = useFormContextAt(session, intent)
  const [openedAt] = useState(() => Date.now())
  const context = useMemo(() => contextAt(openedAt), [contextAt, openedAt])
  const validation = useValidation(form, methods, element, initial.values, contextAt)
  const [discarded, setDiscarded] = useState<{ values: Values; write: typeof draft.write } | undefined>()
  const review = `/${environment}/${draftKey.path}/review`
  const activity = (id: string) => `/${environment}/activity/${id}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    router.prefetch(review)
    const field = new URLSearchParams(window.location.search).get('x.field')
    if (field !== null) {
      removeParameter('x.field')
      focusField(field)
    }
    if (copiedFrom !== undefined || initial.errors) draft.save()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once
  useEffect(() => {
    if (draft.errors) validation.showRefusal(draft.errors)
  }, [draft.errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isOpening || !validation.check()) return
    draft.save()
    startOpening(() => router.push(review))
  }

  function discard() {
    setDiscarded({ values: structuredClone(methods.getValues()), write: draft.write })
    draft.replaceWrite({ intent: newIntentId() })
    methods.reset(form.blank as DefaultValues<Values>)
    validation.clear()
    announce('Draft discarded')
  }

  function restore({ values, write }: NonNullable<typeof discarded>) {
    methods.reset(values as DefaultValues<Values>)
    // Under the same intent: a write that may have been sent must not be sent as another.
    draft.replaceWrite(write)
    setDiscarded(undefined)
    document.querySelector<HTMLElement>('#main h1')?.focus()
    announce('Draft restored')
  }

  return (
    <FormProvider {...methods}>
      <FormStateProvider context={context} errors={validation.errors} warnings={validation.warnings}>
        <LeaveConfirmation
          isOn={draft.savedAt !== undefined}
          noun={noun}
          draftKey={draftKey}
          mayBeSent={attempt === 'sending'}
          onDiscard={draft.remove}
        />
        <FormErrorSummary errors={validation.errors} tries={validation.tries} />
        {heading}
        <p className="mb-5 text-sm text-ink-3">
          <DraftStatus savedAt={draft.savedAt} isStored={draft.isStored} />
          {discarded && draft.savedAt === undefined && (
            <>
              {' '}
              <button type="button" className={linkButtonClass} ref={focusOnMount} onClick={() => restore(discarded)}>
                Restore draft
              </button>
            </>
          )}
        </p>
        {lead}
        {previous && <PreviousAttemptNote environment={environment} noun={noun} {...previous} />}
        {attempt === 'sending' && <PossiblySentNote environment={environment} noun={noun} intent={intent} />}
        {attempt === 'prepared' && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            This {noun} is recorded in{' '}
            <Link href={activity(intent)} {...skipLeaveConfirmation}>
              Activity
            </Link>{' '}
            and has not been sent. Your changes here apply when you send it.
          </p>
        )}
        {copiedFrom !== undefined && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            Copied from an <Link href={activity(copiedFrom)}>earlier {noun}</Link>. Sending it makes a new {noun}
            {isReplayable(form.operation) && ' with its own reference'}.
          </p>
        )}
        <div className="grid grid-cols-[minmax(0,640px)] gap-8 lg:grid-cols-[minmax(0,640px)_320px] lg:gap-16">
          <form ref={element} noValidate onSubmit={submit} aria-label={form.title}>
            <form.Fields />
            <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-hairline pt-5">
              <Button type="submit" kind="primary" size="action" aria-busy={isOpening || undefined}>
                Review {noun}
              </Button>
              {draft.savedAt !== undefined && (
                <Button kind="plain" onClick={discard}>
                  Discard draft
                </Button>
              )}
            </div>
          </form>
          <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
            {form.Aside && <form.Aside />}
            <RequestTarget operation={form.operation} />
          </aside>
        </div>
      </FormStateProvider>
    </FormProvider>
  )
}

function DraftStatus({ savedAt, isStored }: { savedAt: number | undefined; isStored: boolean }) {
  const { zone, name } = useZone()
  if (savedAt === undefined) return 'Drafts are saved in this tab until you send them'
  if (!isStored) return "This browser can't save drafts: reloading the page loses what you typed"
  return `Draft saved in this tab at ${momentText(savedAt, savedAt, zone).slice(0, 5)} ${name}`
}

type AttemptNoteProps = { environment: Environment; noun: string; intent: string }

/** The last attempt from this form has ended; the form is now about another write. */
function PreviousAttemptNote({ outcome, ...attempt }: AttemptNoteProps & Pick<PreviousAttempt, 'outcome'>) {
  const { noun } = attempt
  const isSent = outcome === 'sent'
  const consequences: Record<PreviousAttempt['outcome'], string> = {
    sent: `Sending this form makes another ${noun}.`,
    refused: `It had no effect. Sending this form makes a new ${noun}.`,
    duplicate: 'The provider already has a record with this reference.',
  }
  return (
    <Note
      className="mb-5 max-w-[640px]"
      tone={isSent ? 'wait' : 'bad'}
      icon={isSent ? CircleCheck : OctagonX}
      role="alert"
      actions={
        <ActivityButton {...attempt}>
          {outcome === 'duplicate' ? 'Compare with that record' : 'View in Activity'}
        </ActivityButton>
      }
    >
      <p>
        <b>{`The previous ${noun} was ${isSent ? 'sent' : 'refused'}.`}</b> {consequences[outcome]}
      </p>
    </Note>
  )
}

/** The page was left while this write was being sent. */
export function PossiblySentNote(attempt: AttemptNoteProps) {
  return (
    <Note
      className="mb-5 max-w-[640px]"
      tone="unknown"
      icon={Send}
      actions={<ActivityButton {...attempt}>View outcome</ActivityButton>}
    >
      <p>
        <b>This {attempt.noun} may have been sent.</b> The page was left before the answer arrived. Sending it again
        unchanged can't make a second one.
      </p>
    </Note>
  )
}
