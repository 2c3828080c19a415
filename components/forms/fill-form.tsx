'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FileClock, OctagonX, Send } from 'lucide-react'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { replaceAddress } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { announce, focusHeading } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Moment, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { isReplayable } from '@/lib/api/intents'
import { momentText } from '@/lib/browser/clock'
import {
  type DraftKey,
  type FormDraft,
  newIntentId,
  type PreviousAttempt,
  readFormDraft,
  restoreShape,
} from '@/lib/browser/form-drafts'
import { intentQuery } from '@/lib/browser/intents'
import type { FormDescription, FormSession } from './description'
import { FormStateProvider, useReviewFacts } from './form-context'
import { FormErrorSummary, focusField } from './form-error-summary'
import { LeaveConfirmation, skipLeaveConfirmation } from './leave-confirmation'
import { RequestTarget } from './request-preview'
import { type InitialDraft, useDraft } from './use-draft'
import { useValidation } from './validation'

type FormStartProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  place: DraftKey
  /** Stands over whatever is asked before the form is drawn. */
  heading: ReactNode
  /** Draws the form, once it is known what it begins with; `source` is the intent that it was filled in from. */
  children: (start: InitialDraft<Values>, source: string | undefined) => ReactNode
}

/** Takes what was asked of the address once out of it, so that a reload does not ask again. */
export function forgetInAddress(name: string): void {
  const url = new URL(window.location.href)
  url.searchParams.delete(name)
  replaceAddress(`${url.pathname}${url.search}`)
}

/** What a form begins with: a draft, an intent to do again (`?again=`), or nothing. Where it could be either, it asks. */
export function FormStart<Values extends FieldValues>(props: FormStartProps<Values>) {
  const { form, session, place, heading, children } = props
  const params = useSearchParams()
  const [again, setAgain] = useState(() => params.get('again') ?? undefined)
  const [draft] = useState(() => readFormDraft(place))
  const [choice, setChoice] = useState<{ start: InitialDraft<Values>; source?: string } | undefined>(() =>
    again ? undefined : { start: startOf(form.blank, draft) },
  )
  const read = useQuery({
    ...intentQuery(session.environment, again ?? ''),
    enabled: again !== undefined && choice === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isLate = useDelayed(read.isLoading)

  const choose = (start: InitialDraft<Values>, source?: string) => {
    forgetInAddress('again')
    setAgain(undefined)
    setChoice({ start, source })
    focusHeading()
  }
  if (choice) return children(choice.start, choice.source)

  const problem = asProblem(read.error)
  const blank = () => choose(startOf(form.blank, draft))
  if (problem) {
    return (
      <>
        {heading}
        <ProblemView
          error={problem}
          what={`The earlier ${form.thing}`}
          at={read.errorUpdatedAt}
          onRetry={read.refetch}
        />
        <Button onClick={blank}>{draft ? 'Go on with the draft' : 'Begin with an empty form'}</Button>
      </>
    )
  }
  if (!read.data) {
    return (
      <>
        {heading}
        <p className="text-ink-2">{isLate && `The earlier ${form.thing} is being read`}</p>
      </>
    )
  }

  const { operation, path, body, summary, id } = read.data
  if (operation !== form.operation || body === undefined) {
    const why =
      body === undefined
        ? 'What was sent cannot be opened any more: the secret of this console has changed.'
        : `What was asked for there is no ${form.thing}.`
    return (
      <Asked
        heading={heading}
        acts={<Button size="note" onClick={blank}>{`Fill in the ${form.thing} yourself`}</Button>}
      >
        <b>This cannot be filled in from there.</b> {why}
      </Asked>
    )
  }
  const fill = () => choose({ values: form.valuesOf({ path, body }), intent: newIntentId() }, id)
  if (!draft) return <AtOnce act={fill} />
  return (
    <Asked
      heading={heading}
      acts={
        <>
          <Button size="note" onClick={blank}>
            Keep the draft
          </Button>
          <Button size="note" onClick={fill}>
            Fill in from the earlier one
          </Button>
        </>
      }
    >
      <b>There is a draft already,</b> saved <Moment at={draft.savedAt} />. Filling in from “{summary}” replaces it.
    </Asked>
  )
}

function Asked({ heading, acts, children }: { heading: ReactNode; acts: ReactNode; children: ReactNode }) {
  return (
    <>
      {heading}
      <div className="mt-4 max-w-[640px]">
        <Note tone="wait" icon={FileClock} acts={acts}>
          <p>{children}</p>
        </Note>
      </div>
    </>
  )
}

/** There is nothing to ask. */
function AtOnce({ act }: { act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(act, [])
  return null
}

function startOf<Values extends FieldValues>(blank: Values, draft: FormDraft | undefined): InitialDraft<Values> {
  return draft ? { ...draft, values: restoreShape(blank, draft.values) } : { values: blank, intent: newIntentId() }
}

type FilledFormProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  lead?: ReactNode
  place: DraftKey
  start: InitialDraft<Values>
  /** The intent that it was filled in from. */
  source: string | undefined
  heading: ReactNode
}

/** The button that was pressed is gone with the press: the keyboard goes on at what came in its place. */
const focusAtOnce = (element: HTMLElement | null) => element?.focus()

/** The form with what it begins with: checked, kept, and led on to its review. */
export function FillForm<Values extends FieldValues>(props: FilledFormProps<Values>) {
  const { form, session, place, start, source, heading, lead } = props
  const router = useRouter()
  const [isGoing, go] = useTransition()
  // The values have the shape of the blank ones, which is all that react-hook-form asks of defaults.
  const methods = useForm<Values>({ defaultValues: start.values as DefaultValues<Values>, shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const draft = useDraft(place, methods, start, form.blank)
  const { intent, attempt, earlier } = draft.write
  const factsAt = useReviewFacts(session, intent)
  const [opened] = useState(() => Date.now())
  const facts = useMemo(() => factsAt(opened), [factsAt, opened])
  const { errors, warnings, tries, check, show, clear } = useValidation(form, methods, element, start.values, factsAt)
  const [discarded, setDiscarded] = useState<{ values: Values; write: typeof draft.write } | undefined>()
  const review = `/${session.environment}/${form.place}/review`

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked of a form is asked once, when it opens
  useEffect(() => {
    router.prefetch(review)
    const field = new URLSearchParams(window.location.search).get('x.field')
    if (field !== null) {
      forgetInAddress('x.field')
      focusField(field)
    }
    if (source !== undefined || start.errors) draft.keep()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found elsewhere is shown once
  useEffect(() => {
    if (draft.errors) show(draft.errors)
  }, [draft.errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isGoing || !check()) return
    draft.keep()
    go(() => router.push(review))
  }

  function discard() {
    setDiscarded({ values: structuredClone(methods.getValues()), write: draft.write })
    draft.become({ intent: newIntentId() })
    methods.reset(form.blank as DefaultValues<Values>)
    clear()
    announce('Draft discarded')
  }

  function bringBack({ values, write }: NonNullable<typeof discarded>) {
    methods.reset(values as DefaultValues<Values>)
    // The same write as before: one that may have been sent must not go out as another.
    draft.become(write)
    setDiscarded(undefined)
    // The button goes with the press; the keyboard stays at the head of the form.
    document.querySelector<HTMLElement>('#main h1')?.focus()
    announce('Draft is back')
  }

  return (
    <FormProvider {...methods}>
      <FormStateProvider facts={facts} errors={errors} warnings={warnings}>
        <LeaveConfirmation
          isOn={draft.savedAt !== undefined}
          thing={form.thing}
          place={place}
          reach={attempt === 'sending' ? 'maybe-sent' : 'not-sent'}
          onDiscard={draft.drop}
        />
        <FormErrorSummary errors={errors} tries={tries} />
        {heading}
        <p className="mb-5 text-sm text-ink-3">
          <DraftLine savedAt={draft.savedAt} isStored={draft.isStored} />
          {discarded && draft.savedAt === undefined && (
            <>
              {' '}
              <button type="button" className={linkButtonClass} ref={focusAtOnce} onClick={() => bringBack(discarded)}>
                Bring the draft back
              </button>
            </>
          )}
        </p>
        {lead}
        {earlier && <PreviousAttemptNote environment={session.environment} thing={form.thing} earlier={earlier} />}
        {attempt === 'sending' && (
          <PossiblySentNote environment={session.environment} thing={form.thing} intent={intent} />
        )}
        {attempt === 'prepared' && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            This {form.thing} is recorded in{' '}
            <Link href={`/${session.environment}/activity/${intent}`} {...skipLeaveConfirmation}>
              Activity
            </Link>{' '}
            and has not left. What you change here changes it, once it is sent from here.
          </p>
        )}
        {source !== undefined && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            Filled in from an <Link href={`/${session.environment}/activity/${source}`}>earlier {form.thing}</Link>.
            This one is new{isReplayable(form.operation) && ', with a reference of its own'}.
          </p>
        )}
        <div className="grid grid-cols-[minmax(0,640px)_320px] gap-16 max-lg:grid-cols-[minmax(0,640px)] max-lg:gap-8">
          <form ref={element} noValidate onSubmit={submit} aria-label={form.title}>
            <form.Fields />
            <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-hairline pt-5">
              <button
                type="submit"
                className={`${buttonClass('primary', 'large')} w-auto! px-4 max-sm:w-full!`}
                aria-busy={isGoing || undefined}
              >
                Review {form.thing}
              </button>
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

function DraftLine({ savedAt, isStored }: { savedAt: number | undefined; isStored: boolean }) {
  const { zone, name } = useZone()
  if (savedAt === undefined) return 'What you type is kept in this tab until it is sent'
  if (!isStored) return 'This browser stores no drafts: a reload loses what was typed'
  return `Draft kept in this tab, saved ${momentText(savedAt, savedAt, zone).slice(0, 5)} ${name}`
}

type EarlierNoteProps = { environment: Environment; thing: string; earlier: PreviousAttempt }

/** What was sent from here has an end: what the form holds by now is another write. */
export function PreviousAttemptNote({ environment, thing, earlier: { intent, end } }: EarlierNoteProps) {
  const isSent = end === 'sent'
  return (
    <div className="mb-5 max-w-[640px]">
      <Note
        tone={isSent ? 'wait' : 'bad'}
        icon={isSent ? CircleCheck : OctagonX}
        role="alert"
        acts={
          <Link
            className={buttonClass('outline', 'note')}
            href={`/${environment}/activity/${intent}`}
            {...skipLeaveConfirmation}
          >
            {end === 'taken' ? 'See it beside what was asked' : 'See it in Activity'}
          </Link>
        }
      >
        {isSent && (
          <p>
            <b>That {thing} was sent.</b> What stands here is another one: sending it asks for a second.
          </p>
        )}
        {end === 'refused' && (
          <p>
            <b>That {thing} was refused.</b> Nothing was made of it. What stands here is sent as a new one.
          </p>
        )}
        {end === 'taken' && (
          <p>
            <b>That {thing} was refused.</b> The service has a record under this reference already.
          </p>
        )}
      </Note>
    </div>
  )
}

type MaybeSentProps = { environment: Environment; thing: string; intent: string }

/** This very write was on its way when its page was left, and nobody here heard the end of it. */
export function PossiblySentNote({ environment, thing, intent }: MaybeSentProps) {
  return (
    <div className="mb-5 max-w-[640px]">
      <Note
        tone="unknown"
        icon={Send}
        acts={
          <Link
            className={buttonClass('outline', 'note')}
            href={`/${environment}/activity/${intent}`}
            {...skipLeaveConfirmation}
          >
            See what became of it
          </Link>
        }
      >
        <p>
          <b>This {thing} may have been sent.</b> It was on its way when its page was left. Sending the same once more
          cannot make a second one.
        </p>
      </Note>
    </div>
  )
}
