'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isPlainClick } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import type { Environment } from '@/lib/api/environments'
import { isReplayable, type WriteName } from '@/lib/api/intents'
import { type DraftPlace, deleteFormDraft, type FormDraft, restoreShape } from '@/lib/browser/form-drafts'
import type { WriteInput } from '@/lib/browser/intents'
import { AsJson } from './as-json'
import type { FormDescription, FormSession } from './description'
import type { Errors } from './form-errors'
import { LeaveGuard } from './leave-guard'
import { MaybeSent } from './maybe-sent'
import { ProblemList } from './problem-list'
import { FactLine, Figure, Next } from './review-parts'
import { SendState } from './send-state'
import { SentWith } from './sent-with'
import { amountRefusal, TypedAmount, typedAmountField } from './typed-amount'
import { useReviewFacts } from './use-facts'
import { type Sending, useSending } from './use-sending'

type ReviewedProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  place: DraftPlace
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
export function Reviewed<Values extends FieldValues>({ form, session, place, first, heading }: ReviewedProps<Values>) {
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
    const refusal = mustType && review.amount ? amountRefusal(typed, review.amount) : undefined
    if (refusal && !isBusy) {
      setErrors({ [typedAmountField]: refusal })
      setTries((before) => before + 1)
      return
    }
    setErrors({})
    void send(input)
  }

  function type(text: string) {
    setTyped(text)
    if (review.amount && amountRefusal(text, review.amount) === undefined) setErrors({})
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
      <LeaveGuard
        isOn={sending.step !== 'done'}
        thing={form.thing}
        place={place}
        reach={draft.attempt === 'sending' ? 'maybe-sent' : 'not-sent'}
        onDiscard={() => deleteFormDraft(place)}
      />
      <ProblemList errors={errors} tries={tries} />
      {heading}
      <p className="mb-5 text-sm text-ink-3">{sentWords(sending, draft)}</p>
      <div className="grid grid-cols-[minmax(0,640px)_320px] gap-16 max-lg:grid-cols-[minmax(0,640px)] max-lg:gap-8">
        <form noValidate onSubmit={press} aria-label={`Review ${form.thing}`}>
          {first.attempt === 'sending' && sending.step !== 'stopped' && draft.intent === first.intent && (
            <MaybeSent environment={environment} thing={form.thing} intent={draft.intent} />
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
            <TypedAmount amount={review.amount} typed={typed} error={errors[typedAmountField]} onType={type} />
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
          <AsJson operation={form.operation} input={input} />
          <SentWith operation={form.operation} />
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
