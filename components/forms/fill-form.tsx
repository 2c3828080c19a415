'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, FileClock, OctagonX, Send } from 'lucide-react'
import { useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { Link, replaceAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { announce, focusHeading } from '@/components/ui/focus'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Note } from '@/components/ui/status'
import { Moment, useDelayed, useZone } from '@/components/ui/time'
import { momentText } from '@/lib/browser/clock'
import {
  type FormDraft,
  newIntentId,
  type PreviousAttempt,
  readFormDraft,
  renewIds,
  restoreShape,
} from '@/lib/browser/form-drafts'
import { intentQuery } from '@/lib/browser/intents'
import { rememberChoice } from '@/lib/browser/stored-text'
import { isReplayable } from '@/lib/provider/operations'
import {
  type Earlier,
  type FormDescription,
  type FormStepProps,
  formTitle,
  type Step,
  type Submit,
} from './description'
import { FormStateContext, useFormContextAt, useFormPage, useFormState } from './form-context'
import { FormErrorSummary, focusField } from './form-error-summary'
import { FormStoreContext, textAt, useFormValues, useNewStore } from './form-store'
import { LeaveConfirmation, skipLeaveConfirmation, ViewButton } from './leave-confirmation'
import { type InitialDraft, useDraft } from './use-draft'
import { useValidation } from './validation'

/** The request that a form copies. */
function useRequest<Values extends object>(
  { operation, fromInput }: FormDescription<Values>,
  id: string,
  isOn: boolean,
): Earlier<Values> {
  const { noun, environment } = useFormPage()
  const { data, ...read } = useQuery({
    ...intentQuery(environment, id),
    enabled: isOn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data) return read
  if (data.body === undefined)
    return { ...read, refusal: "It can't be decrypted, because this console's secret has changed." }
  if (data.operation !== operation || !fromInput) return { ...read, refusal: 'It is a request of another kind.' }
  const note = (
    <>
      Copied from an <Link href={`/${environment}/activity/${data.id}`}>earlier {noun}</Link>. Sending it makes a new{' '}
      {noun}
      {isReplayable(operation) && ' with its own reference'}.
    </>
  )
  return { ...read, copy: { values: fromInput({ path: data.path, body: data.body }), name: `“${data.summary}”`, note } }
}

function useEarlier<Values extends object>(form: FormDescription<Values>, id: string, isOn: boolean): Earlier<Values> {
  const request = useRequest(form, id, isOn && !form.whole)
  const other = form.whole?.useEarlier(id, isOn, form.blank)
  return other ?? request
}

/** Starts with a draft, a copy of an earlier request (`?again=`), or an empty form; asks if both of the first two exist. */
export function FillForm<Values extends object>(props: FormStepProps<Values>) {
  const { form, heading } = props
  const { noun, draftKey } = useFormPage()
  const params = useSearchParams()
  const [again] = useState(() => params.get('again'))
  const [draft] = useState(() => readFormDraft(draftKey))
  const [choice, setChoice] = useState<'own' | 'copy' | undefined>(again === null ? 'own' : undefined)
  const { copy, refusal, ...read } = useEarlier(form, again ?? '', choice === undefined)
  const isSlow = useDelayed(read.isLoading)
  const problem = asProblem(read.error)
  if (choice === 'own') return <StartedForm {...props} draft={draft} />
  if (copy && (choice === 'copy' || !draft)) return <StartedForm {...props} copy={copy} />

  const startOwn = (
    <Button size={problem ? 'medium' : 'small'} onClick={() => setChoice('own')}>
      {copy ? 'Keep the draft' : draft ? 'Continue with the draft' : 'Start with an empty form'}
    </Button>
  )
  return (
    <>
      {heading}
      {read.isPending && <p className="text-ink-2">{isSlow && `Loading the earlier ${noun}`}</p>}
      {problem && (
        <>
          <ProblemView error={problem} what={`The earlier ${noun}`} at={read.errorUpdatedAt} onRetry={read.refetch} />
          {startOwn}
        </>
      )}
      {copy && draft && (
        <CopyNote
          title="You already have a draft,"
          actions={
            <>
              {startOwn}
              <Button size="small" onClick={() => setChoice('copy')}>
                Replace the draft
              </Button>
            </>
          }
        >
          saved <Moment at={draft.savedAt} />. Copying {copy.name} replaces it.
        </CopyNote>
      )}
      {refusal && (
        <CopyNote title={`This ${form.whole?.noun ?? 'request'} can't be copied.`} actions={startOwn}>
          {refusal}
        </CopyNote>
      )}
    </>
  )
}

const CopyNote = (props: { title: string; actions: ReactNode; children: ReactNode }) => (
  <Note tone="wait" icon={FileClock} className="mt-4 max-w-[720px]" {...props} />
)

/** The button that was pressed is gone; its replacement takes the focus. */
const focusOnMount = (element: HTMLElement | null) => element?.focus()

type StartedFormProps<Values extends object> = FormStepProps<Values> & {
  draft?: FormDraft
  /** What it starts with in place of a draft. */
  copy?: Earlier<Values>['copy']
}

function initialDraft<Values extends object>({ form, draft, copy }: StartedFormProps<Values>) {
  const { blank, whole } = form
  if (!draft) return { values: copy?.values ?? blank, intent: newIntentId() }
  const values = restoreShape(blank, draft.values)
  return { ...draft, values: whole ? whole.restored(values, blank, draft.given) : values }
}

/** The form itself: validated, saved as a draft, and continued on its review. */
function StartedForm<Values extends object>(props: StartedFormProps<Values>) {
  const { form, copy, heading, lead, more } = props
  const { blank, whole, Aside } = form
  const { noun, environment, draftKey, href, resultOf } = useFormPage()
  const router = useRouter()
  const [isOpening, startOpening] = useTransition()
  const [initial] = useState<InitialDraft<Values>>(() => initialDraft(props))
  const store = useNewStore(initial.values)
  const element = useRef<HTMLFormElement>(null)
  const draft = useDraft(
    draftKey,
    store,
    initial,
    (values) => whole?.isBlank(values, blank) ?? JSON.stringify(values) === JSON.stringify(blank),
  )
  const { intent, attempt, previous } = draft.write
  const contextAt = useFormContextAt(intent)
  const validation = useValidation(form, store, element, initial.values, contextAt)
  const [discarded, setDiscarded] = useState<{ values: Values; write: typeof draft.write } | undefined>()
  const review = `${href}/review`
  const { errors, warnings, settled } = validation
  const context = contextAt()
  const resultHref = (id: string) => `/${environment}/${resultOf(id, initial.values)}`

  const open = useEffectEvent(() => {
    router.prefetch(review)
    const url = new URL(window.location.href)
    const field = url.searchParams.get('x.field')
    if (field !== null) focusField(field)
    if (url.searchParams.has('again')) focusHeading()
    // After Back the browser restores the scroll position of the form that was sent.
    if (!initial.savedAt) requestAnimationFrame(() => window.scrollTo({ top: 0 }))
    // Without the parameters a reload does not repeat them.
    for (const name of ['again', 'x.field']) url.searchParams.delete(name)
    if (url.href !== window.location.href) replaceAddress(`${url.pathname}${url.search}`)
    if (copy || initial.errors) draft.save()
  })
  useEffect(() => open(), [])
  const showRefusal = useEffectEvent(validation.showRefusal)
  useEffect(() => {
    // Without its code the refusal shows at the next check.
    if (draft.errors) showRefusal(draft.errors).catch(() => undefined)
  }, [draft.errors])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isOpening || !(await validation.check())) return
    draft.save()
    const profile = whole ? whole.profileOf(store.values()) : textAt(store.values(), 'profile_id')
    if (profile.trim()) rememberChoice('profile_id', draftKey, profile.trim())
    startOpening(() => router.push(review))
  }

  function discard() {
    setDiscarded({ values: store.values(), write: draft.write })
    draft.replaceWrite({ intent: newIntentId() })
    store.replaceAll(renewIds(blank))
    validation.clear()
    announce('Draft discarded')
  }

  function restore({ values, write }: NonNullable<typeof discarded>) {
    store.replaceAll(values)
    // Under the same intent: a write that may have been sent must not be sent as another.
    draft.replaceWrite(write)
    setDiscarded(undefined)
    document.querySelector<HTMLElement>('#main h1')?.focus()
    announce('Draft restored')
  }

  return (
    <FormStoreContext value={store}>
      <FormStateContext
        value={{
          context,
          errors,
          warnings,
          settled,
          clearErrors: validation.clear,
          readInput: () => form.toInput(store.values(), context),
        }}
      >
        <LeaveConfirmation
          isOn={draft.savedAt !== undefined}
          mayBeSent={attempt === 'sending'}
          onDiscard={draft.remove}
        />
        <FormErrorSummary errors={errors} tries={validation.tries} />
        {heading}
        <p className="mb-5 text-sm text-ink-3">
          <DraftStatus savedAt={draft.savedAt} isStored={draft.isStored} intro={whole?.intro} />
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
        {previous && <AttemptNote href={resultHref(previous.intent)} outcome={previous.outcome} />}
        {attempt === 'sending' && <AttemptNote href={resultHref(intent)} outcome="sending" />}
        {attempt === 'prepared' && (
          <p className="mb-5 max-w-[720px] text-ink-2">
            This {noun} is recorded in{' '}
            <Link href={`/${environment}/activity/${intent}`} {...skipLeaveConfirmation}>
              Activity
            </Link>{' '}
            and has not been sent. Your changes here apply when you send it.
          </p>
        )}
        {copy && <p className="mb-5 max-w-[720px] text-ink-2">{copy.note}</p>}
        <div className={Aside && formGrid}>
          <form
            ref={element}
            noValidate
            onSubmit={submit}
            aria-label={whole?.titles.details ?? formTitle(form.operation, 'details')}
          >
            <form.Fields />
            <div className="mt-6 flex flex-wrap items-center gap-3">
              <SubmitButton useSubmit={form.useSubmit} isOpening={isOpening} />
              {draft.savedAt !== undefined && (
                <Button kind="plain" onClick={discard}>
                  Discard draft
                </Button>
              )}
            </div>
          </form>
          {Aside && (
            <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 lg:sticky lg:top-[calc(var(--strip-height)+var(--bar-height)+var(--spacing)*4)] lg:self-start">
              <FormSteps form={form} />
              <Aside />
              {more}
            </aside>
          )}
        </div>
      </FormStateContext>
    </FormStoreContext>
  )
}

/** The fields beside what is known of them. */
export const formGrid =
  'grid grid-cols-[minmax(0,720px)] gap-8 lg:grid-cols-[minmax(0,720px)_minmax(240px,320px)] xl:gap-16 max-[1580px]:[main:has(~aside)_&]:grid-cols-[minmax(0,720px)]'

function FormSteps<Values extends object>({ form }: Pick<FormStepProps<Values>, 'form'>) {
  const { context } = useFormState()
  return <WhatHappens steps={form.steps(useFormValues<Values>(), context)} />
}

const noSubmit = (): Submit => ({})

/** Opens the review. In doubt it comes second, after a button that leads to what is doubtful. */
function SubmitButton({ useSubmit = noSubmit, isOpening }: { useSubmit?: () => Submit; isOpening: boolean }) {
  const { noun } = useFormPage()
  const { label = `Review ${noun}`, doubt } = useSubmit()
  return (
    <>
      {doubt && (
        <Button size="action" onClick={() => focusField(doubt.field)}>
          {doubt.label}
        </Button>
      )}
      <Button
        type="submit"
        kind={doubt ? 'plain' : 'primary'}
        size="action"
        isWrapping
        aria-busy={isOpening || undefined}
      >
        {label}
      </Button>
    </>
  )
}

type DraftStatusProps = { savedAt: number | undefined; isStored: boolean; intro?: string }

function DraftStatus({ savedAt, isStored, intro }: DraftStatusProps) {
  const { zone, name } = useZone()
  if (savedAt === undefined) return intro ?? 'Drafts are saved in this tab until you send them'
  if (!isStored) return "This browser can't save drafts: reloading the page loses what you typed"
  return `Draft saved in this tab at ${momentText(savedAt, savedAt, zone).slice(0, 5)} ${name}`
}

/** `href` is the page of what was sent. */
type AttemptNoteProps = { href: string; outcome: 'sending' | PreviousAttempt['outcome'] }

const attemptStyles = {
  sending: { tone: 'unknown', icon: Send },
  sent: { tone: 'wait', icon: CircleCheck },
  refused: { tone: 'bad', icon: OctagonX },
  duplicate: { tone: 'bad', icon: OctagonX },
} as const

/** What happened to this write so far: `sending` if the page was left meanwhile, otherwise the one before it. */
export function AttemptNote({ href, outcome }: AttemptNoteProps) {
  const { noun } = useFormPage()
  const texts: Record<typeof outcome, [title: string, text: string, action: string]> = {
    sending: [
      `This ${noun} may have been sent.`,
      "The page was left before the answer arrived. Sending it again unchanged can't make a second one.",
      'View outcome',
    ],
    sent: [`The previous ${noun} was sent.`, `Sending this form makes another ${noun}.`, 'View in Activity'],
    refused: [
      `The previous ${noun} was refused.`,
      `It had no effect. Sending this form makes a new ${noun}.`,
      'View in Activity',
    ],
    duplicate: [
      `The previous ${noun} was refused.`,
      'The provider already has a record with this reference.',
      'Compare with that record',
    ],
  }
  const [title, text, action] = texts[outcome]
  return (
    <Note
      className="mb-5 max-w-[720px]"
      {...attemptStyles[outcome]}
      role={outcome === 'sending' ? undefined : 'alert'}
      actions={<ViewButton href={href}>{action}</ViewButton>}
      title={title}
    >
      {text}
    </Note>
  )
}

/** What happens once a form is sent, step by step. */
export const WhatHappens = ({ steps }: { steps: readonly Step[] }) => (
  <section>
    <h2>What happens</h2>
    <ol className="mt-3">
      {steps.map(([name, detail]) => (
        <li
          key={name}
          className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 pb-4 text-ink-2 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-dashed not-last:before:border-hairline-strong not-last:before:content-['']"
        >
          <CircleDashed className="mt-0.5 text-ink-3" />
          <span>
            {name}
            {detail && <span className="block text-ink">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
)
