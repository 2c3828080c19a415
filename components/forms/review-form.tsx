'use client'

import { CircleDashed, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isPlainClick } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { buttonClass } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import type { Environment } from '@/lib/api/environments'
import { isReplayable, type WriteName } from '@/lib/api/intents'
import { type DraftKey, deleteFormDraft, type FormDraft, restoreShape } from '@/lib/browser/form-drafts'
import type { WriteInput } from '@/lib/browser/intents'
import { AmountConfirmation, amountConfirmationError, amountConfirmationField } from './amount-confirmation'
import type { FormDescription, FormSession, Review } from './description'
import { PossiblySentNote } from './fill-form'
import { useReviewFacts } from './form-context'
import { FormErrorSummary } from './form-error-summary'
import { LeaveConfirmation } from './leave-confirmation'
import { RequestBody, RequestTarget } from './request-preview'
import { type Sending, SendState, useSending } from './sending'
import type { Errors } from './validation'

type ReviewedProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  place: DraftKey
  first: FormDraft
  heading: ReactNode
}

/** The input as it will arrive at the service: with the intent's id for a reference, where it may have one and has none. */
function asSent(operation: WriteName, input: WriteInput, intent: string): WriteInput {
  const { body } = input
  if (!isReplayable(operation) || typeof body !== 'object' || body === null || 'ref_id' in body) return input
  return { ...input, body: { ...body, ref_id: intent } }
}

/** Whose reference the write carries: one made here, one that was typed, or none. */
function referenceOf(operation: WriteName, { body }: WriteInput, intent: string): 'made' | 'typed' | 'none' {
  if (!isReplayable(operation)) return 'none'
  return typeof body === 'object' && body !== null && 'ref_id' in body && body.ref_id !== intent ? 'typed' : 'made'
}

const environmentWords: Record<Environment, string> = {
  sandbox: 'Sandbox, no real money',
  production: 'Production, real money moves',
}

/** A draft that can be sent: shown in words and as JSON, confirmed, sent. */
export function ReviewForm<Values extends FieldValues>({
  form,
  session,
  place,
  first,
  heading,
}: ReviewedProps<Values>) {
  const { environment } = session
  const { draft, sending, send, renew } = useSending(form.operation, place, first)
  const factsAt = useReviewFacts(session, draft.intent)
  const [opened] = useState(() => Date.now())
  const facts = useMemo(() => factsAt(opened), [factsAt, opened])
  const values = useMemo(() => restoreShape(form.blank, first.values), [form, first])
  const review = form.reviewOf(values, facts)
  const input = useMemo(() => asSent(form.operation, form.inputOf(values, facts), facts.intent), [form, values, facts])
  const warnings = [...new Set(Object.values(form.warningsOf(values, facts)))]
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [tries, setTries] = useState(0)
  const mustType = environment === 'production' && review.amount !== undefined
  const formPath = `/${environment}/${form.place}`
  const isBusy = sending.step === 'sending' || sending.step === 'done'
  const foot = useRef<HTMLDivElement>(null)

  function press(event: FormEvent) {
    event.preventDefault()
    const refusal = mustType && review.amount ? amountConfirmationError(typed, review.amount) : undefined
    if (refusal && !isBusy) {
      setErrors({ [amountConfirmationField]: refusal })
      setTries((before) => before + 1)
      return
    }
    setErrors({})
    void send(input)
  }

  function type(text: string) {
    setTyped(text)
    if (review.amount && amountConfirmationError(text, review.amount) === undefined) setErrors({})
  }

  /** Nobody changes what is on its way. */
  function hold(event: MouseEvent) {
    if (!isBusy || !isPlainClick(event)) return
    event.preventDefault()
    foot.current?.scrollIntoView({ block: 'nearest' })
    announce('Sending. Waiting for the answer.')
  }

  return (
    <>
      <LeaveConfirmation
        isOn={sending.step !== 'done'}
        thing={form.thing}
        place={place}
        reach={draft.attempt === 'sending' ? 'maybe-sent' : 'not-sent'}
        onDiscard={() => deleteFormDraft(place)}
      />
      <FormErrorSummary errors={errors} tries={tries} />
      {heading}
      <p className="mb-5 text-sm text-ink-3">{sentWords(sending, draft)}</p>
      <div className="grid grid-cols-[minmax(0,640px)_320px] gap-16 max-lg:grid-cols-[minmax(0,640px)] max-lg:gap-8">
        <form noValidate onSubmit={press} aria-label={`Review ${form.thing}`}>
          {first.attempt === 'sending' && sending.step !== 'stopped' && draft.intent === first.intent && (
            <PossiblySentNote environment={environment} thing={form.thing} intent={draft.intent} />
          )}
          {review.amount && <Figure {...review.amount} />}
          <p className="mb-5 text-md [overflow-wrap:anywhere]">{review.sentence}</p>
          <Facts
            className="[&>*]:py-1 [&>dd]:items-baseline"
            facts={[
              ['Environment', environmentWords[environment]],
              ...review.facts.map(({ name, value, field }): Fact => {
                const change = field && `${formPath}?x.field=${encodeURIComponent(field)}`
                return [
                  name,
                  <FactLine key={name} name={name} change={change} onChange={hold}>
                    {value}
                  </FactLine>,
                ]
              }),
            ]}
          />
          {warnings.length > 0 && (
            <div className="mt-5">
              <Note tone="wait" icon={TriangleAlert}>
                <p>
                  <b>Check before you send.</b> You can still send it as it is.
                </p>
                {warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </Note>
            </div>
          )}
          <Next steps={review.next} />
          {mustType && review.amount && (
            <AmountConfirmation
              amount={review.amount}
              typed={typed}
              error={errors[amountConfirmationField]}
              onType={type}
            />
          )}
          <div ref={foot} className="mt-8 border-t border-hairline pt-5">
            <div className="flex flex-wrap items-center gap-3">
              <button
                type="submit"
                className={`${buttonClass('primary', 'large')} w-auto! max-w-full px-4 whitespace-normal! [overflow-wrap:anywhere] max-sm:w-full!`}
                aria-busy={isBusy || undefined}
              >
                {/* It keeps its width: the second press of a double click must not land on what stands beside it. */}
                <span className="grid justify-items-center *:[grid-area:1/1]">
                  <span className={isBusy ? 'invisible' : ''}>{review.act}</span>
                  {isBusy && <span>Sending…</span>}
                </span>
              </button>
              <Link
                href={formPath}
                onClick={hold}
                className={`${buttonClass('outline', 'large')} w-auto! px-4 max-sm:w-full!`}
              >
                Back
              </Link>
            </div>
            {/* Below, so that the button stands still. */}
            <SendState
              sending={sending}
              environment={environment}
              thing={form.thing}
              intent={draft.intent}
              waitMillis={review.waitMillis}
              mayHaveArrived={draft.attempt === 'sending'}
              reference={referenceOf(form.operation, input, facts.intent)}
              onRenew={renew}
            />
          </div>
        </form>
        <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <RequestBody operation={form.operation} input={input} />
          <RequestTarget operation={form.operation} />
        </aside>
      </div>
    </>
  )
}

function sentWords(sending: Sending, { attempt, earlier }: FormDraft): string {
  if (sending.step === 'sending' || sending.step === 'done') return 'Sending'
  if (attempt === 'sending') return 'This may have been sent'
  if (!earlier) return 'Nothing has been sent'
  return `The last one was ${earlier.end === 'sent' ? 'sent' : 'refused'}; nothing else has been sent`
}

/** The one figure of a review: what it is about. */
export function Figure({ text, asset }: NonNullable<Review['amount']>) {
  return (
    <p className="mb-1 text-2xl font-title tracking-[-0.02em] [overflow-wrap:anywhere] max-sm:text-[26px]">
      <Amount text={text} isFree /> <span className="text-lg font-text tracking-normal text-ink-3">{asset}</span>
    </p>
  )
}

type FactLineProps = {
  name: string
  /** Where it is changed. */
  change?: string
  onChange: (event: MouseEvent) => void
  children: ReactNode
}

/** What a line of the review holds, and the way to change it. */
export function FactLine({ name, change, onChange, children }: FactLineProps) {
  return (
    <>
      <span className="min-w-0 flex-1">{children ?? <span className="text-ink-3">none</span>}</span>
      {change && (
        <Link
          href={change}
          prefetch={false}
          onClick={onChange}
          className="flex-none text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3"
        >
          Change<span className="sr-only"> {name.toLowerCase()}</span>
        </Link>
      )}
    </>
  )
}

/** What happens once the button is pressed. */
export function Next({ steps }: { steps: readonly string[] }) {
  return (
    <section className="mt-8">
      <h2>What happens next</h2>
      <ol className="mt-3">
        {steps.map((step) => (
          <li
            key={step}
            className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 pb-4 text-ink-2 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-dashed not-last:before:border-hairline-strong not-last:before:content-['']"
          >
            <CircleDashed className="mt-0.5 text-ink-3" />
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
