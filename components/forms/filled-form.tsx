'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { Button, buttonClass } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { useZone } from '@/components/ui/time'
import { isReplayable } from '@/lib/api/intents'
import { momentText } from '@/lib/browser/clock'
import { type DraftPlace, newIntentId } from '@/lib/browser/form-drafts'
import type { FormDescription, FormSession } from './description'
import { EarlierNote } from './earlier-note'
import { forgetInAddress } from './form-start'
import { FormStateProvider } from './form-state'
import { freeLeave, LeaveGuard } from './leave-guard'
import { MaybeSent } from './maybe-sent'
import { focusField, ProblemList } from './problem-list'
import { SentWith } from './sent-with'
import { useChecked } from './use-checked'
import { useReviewFacts } from './use-facts'
import { type Start, useKeptDraft } from './use-kept-draft'

type FilledFormProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  lead?: ReactNode
  place: DraftPlace
  start: Start<Values>
  /** The intent that it was filled in from. */
  source: string | undefined
  heading: ReactNode
}

/** The button that was pressed is gone with the press: the keyboard goes on at what came in its place. */
const focusAtOnce = (element: HTMLElement | null) => element?.focus()

/** The form with what it begins with: checked, kept, and led on to its review. */
export function FilledForm<Values extends FieldValues>(props: FilledFormProps<Values>) {
  const { form, session, place, start, source, heading, lead } = props
  const router = useRouter()
  const [isGoing, go] = useTransition()
  // The values have the shape of the blank ones, which is all that react-hook-form asks of defaults.
  const methods = useForm<Values>({ defaultValues: start.values as DefaultValues<Values>, shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const draft = useKeptDraft(place, methods, start, form.blank)
  const { intent, attempt, earlier } = draft.write
  const factsAt = useReviewFacts(session, intent)
  const [opened] = useState(() => Date.now())
  const facts = useMemo(() => factsAt(opened), [factsAt, opened])
  const { errors, warnings, tries, check, show, clear } = useChecked(form, methods, element, start.values, factsAt)
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
        <LeaveGuard
          isOn={draft.savedAt !== undefined}
          thing={form.thing}
          place={place}
          reach={attempt === 'sending' ? 'maybe-sent' : 'not-sent'}
          onDiscard={draft.drop}
        />
        <ProblemList errors={errors} tries={tries} />
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
        {earlier && <EarlierNote environment={session.environment} thing={form.thing} earlier={earlier} />}
        {attempt === 'sending' && <MaybeSent environment={session.environment} thing={form.thing} intent={intent} />}
        {attempt === 'prepared' && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            This {form.thing} is recorded in{' '}
            <Link href={`/${session.environment}/activity/${intent}`} {...freeLeave}>
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
            <SentWith operation={form.operation} />
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
