'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, get, type Path, useForm } from 'react-hook-form'
import { announce } from '@/components/ui/announcer'
import { Button, buttonClass } from '@/components/ui/button'
import { plainAct } from '@/components/ui/copy-act'
import { useZone } from '@/components/ui/zone'
import { momentText } from '@/lib/browser/clock'
import type { DraftPlace } from '@/lib/browser/form-drafts'
import type { FormDescription, FormSession } from './description'
import { atFields, type Errors, errorsOf } from './form-errors'
import { forgetInAddress } from './form-start'
import { FormStateProvider } from './form-state'
import { LeaveGuard } from './leave-guard'
import { MaybeSent } from './maybe-sent'
import { focusField, ProblemList } from './problem-list'
import { SentWith } from './sent-with'
import { useFacts } from './use-facts'
import { type Start, useKeptDraft } from './use-kept-draft'
import { useSettled } from './use-settled'

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

/** The form with what it begins with: checked, kept, and led on to its review. */
export function FilledForm<Values extends FieldValues>(props: FilledFormProps<Values>) {
  const { form, session, place, start, source, heading, lead } = props
  const router = useRouter()
  const [isGoing, go] = useTransition()
  // The values have the shape of the blank ones, which is all that react-hook-form asks of defaults.
  const methods = useForm<Values>({ defaultValues: start.values as DefaultValues<Values>, shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const draft = useKeptDraft(place, methods, start, form.blank)
  const [now, setNow] = useState(() => Date.now())
  const facts = useFacts(session, draft.intent, now)
  const [errors, setErrors] = useState<Errors>({})
  const [tries, setTries] = useState(0)
  const [settled, setSettled] = useState(start.values)
  const [discarded, setDiscarded] = useState<Values | undefined>()
  /** Values (as JSON) that somebody else found wrong: the message stays until they change. */
  const found = useRef(new Map<string, string>())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const warnings = useMemo(() => {
    // A field that nobody has come to yet is empty, and not odd.
    const isMet = (name: string) =>
      left.has(name) || JSON.stringify(get(settled, name)) !== JSON.stringify(get(form.blank, name))
    return Object.fromEntries(Object.entries(form.warningsOf(settled, facts)).filter(([name]) => isMet(name)))
  }, [form, settled, facts, left])
  const review = `/${session.environment}/${form.place}/review`
  const valueText = (name: string) => JSON.stringify(name === '' ? '' : methods.getValues(name as Path<Values>))

  function settle() {
    const values = structuredClone(methods.getValues())
    const at = Date.now()
    setSettled(values)
    setNow(at)
    setErrors((before) => {
      if (Object.keys(before).length === 0) return before
      const current = errorsOf(form, values, { ...facts, now: at })
      const left = Object.entries(before).flatMap(([name, message]) => {
        const isFound = found.current.get(name) === valueText(name)
        const words = current[name] ?? (isFound ? message : undefined)
        return words ? [[name, words]] : []
      })
      return Object.fromEntries(left)
    })
  }
  useSettled(element, (names) => {
    if (names.some((name) => !left.has(name))) setLeft(new Set([...left, ...names]))
    settle()
  })
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(
    // What is set by a button is settled at once.
    () => methods.subscribe({ formState: { values: true }, callback: ({ type }) => type ?? latest.current() }),
    [methods],
  )

  function tell(wrong: Errors) {
    setErrors(wrong)
    setTries((before) => before + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked of a form is asked once, when it opens
  useEffect(() => {
    router.prefetch(review)
    const field = new URLSearchParams(window.location.search).get('x.field')
    if (field !== null) {
      forgetInAddress('x.field')
      focusField(field)
    }
    if (source !== undefined || start.errors) draft.keep()
    if (!start.errors) return
    const wrong = atFields(form, start.values, start.errors)
    found.current = new Map(Object.keys(wrong).map((name) => [name, valueText(name)]))
    tell({ ...errorsOf(form, start.values, facts), ...wrong })
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isGoing) return
    settle()
    const wrong = errorsOf(form, methods.getValues(), { ...facts, now: Date.now() })
    found.current.clear()
    if (Object.keys(wrong).length > 0) return tell(wrong)
    setErrors(wrong)
    draft.keep()
    go(() => router.push(review))
  }

  function discard() {
    setDiscarded(structuredClone(methods.getValues()))
    setErrors({})
    draft.renew()
    methods.reset(form.blank as DefaultValues<Values>)
    settle()
    announce('Draft discarded')
  }

  return (
    <FormProvider {...methods}>
      <FormStateProvider facts={facts} errors={errors} warnings={warnings}>
        <LeaveGuard
          isOn={draft.savedAt !== undefined}
          thing={form.thing}
          place={place}
          reach={start.attempt === 'sending' && draft.intent === start.intent ? 'maybe-sent' : 'not-sent'}
          onDiscard={draft.drop}
        />
        <ProblemList errors={errors} tries={tries} />
        {heading}
        <p className="mb-5 text-sm text-ink-3">
          <DraftLine savedAt={draft.savedAt} isStored={draft.isStored} />
          {discarded && draft.savedAt === undefined && (
            <>
              {' '}
              <button
                type="button"
                className={plainAct}
                onClick={() => {
                  methods.reset(discarded as DefaultValues<Values>)
                  setDiscarded(undefined)
                  announce('Draft is back')
                }}
              >
                Bring the draft back
              </button>
            </>
          )}
        </p>
        {lead}
        {start.attempt === 'sending' && draft.intent === start.intent && (
          <MaybeSent environment={session.environment} thing={form.thing} intent={draft.intent} />
        )}
        {source !== undefined && (
          <p className="mb-5 max-w-[640px] text-ink-2">
            Filled in from an <Link href={`/${session.environment}/activity/${source}`}>earlier {form.thing}</Link>.
            This one is new, with a reference of its own.
          </p>
        )}
        <div className="grid grid-cols-[minmax(0,640px)_320px] gap-16 max-lg:grid-cols-[minmax(0,640px)]">
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
          <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 max-sm:hidden">
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
  if (savedAt === undefined) return 'What you type is kept on this device until it is sent'
  if (!isStored) return 'This browser stores no drafts: a reload loses what was typed'
  return `Draft kept on this device, saved ${momentText(savedAt, savedAt, zone).slice(0, 5)} ${name}`
}
