'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { buttonClass } from '@/components/ui/button'
import { CopyAct } from '@/components/ui/copy-act'
import { CopyButton } from '@/components/ui/copy-button'
import { Facts } from '@/components/ui/facts'
import { JsonBox } from '@/components/ui/json-box'
import { Note } from '@/components/ui/note'
import type { WriteName } from '@/lib/api/intents'
import { type DraftPlace, dropFormDraft, type FormDraft, inShapeOf } from '@/lib/browser/form-drafts'
import type { WriteInput } from '@/lib/browser/intents'
import { curlOf } from './curl'
import type { FormDescription, FormSession } from './description'
import type { Errors } from './form-errors'
import { LeaveGuard } from './leave-guard'
import { MaybeSent } from './maybe-sent'
import { ProblemList } from './problem-list'
import { FactLine, Figure, Next } from './review-parts'
import { SendState } from './send-state'
import { SentWith } from './sent-with'
import { amountRefusal, TypedAmount, typedAmountField } from './typed-amount'
import { useFacts } from './use-facts'
import { type Sending, useSending } from './use-sending'

type ReviewedProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  place: DraftPlace
  first: FormDraft
  heading: ReactNode
}

/** Operations whose bodies get the intent's id for a reference on their way, where they have none (lib/server/intents). */
const referenced: readonly WriteName[] = ['createOrder', 'createFiatAccount', 'createRule']

/** The input as it will arrive at the service. */
function asSent(operation: WriteName, input: WriteInput, intent: string): WriteInput {
  const { body } = input
  if (!referenced.includes(operation) || typeof body !== 'object' || body === null || 'ref_id' in body) return input
  return { ...input, body: { ...body, ref_id: intent } }
}

/** A draft that can be sent: said in words and as JSON, agreed to, sent. */
export function Reviewed<Values extends FieldValues>({ form, session, place, first, heading }: ReviewedProps<Values>) {
  const { environment } = session
  const { draft, sending, send, renew } = useSending(form.operation, place, first)
  const factsAt = useFacts(session, draft.intent)
  const [opened] = useState(() => Date.now())
  const facts = useMemo(() => factsAt(opened), [factsAt, opened])
  const values = useMemo(() => inShapeOf(form.blank, first.values), [form, first])
  const review = form.reviewOf(values, facts)
  const input = useMemo(() => asSent(form.operation, form.inputOf(values, facts), facts.intent), [form, values, facts])
  const warnings = [...new Set(Object.values(form.warningsOf(values, facts)))]
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [tries, setTries] = useState(0)
  const mustType = environment === 'production' && review.amount !== undefined
  const formPath = `/${environment}/${form.place}`
  const isBusy = sending.step === 'sending' || sending.step === 'done'

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

  const json = JSON.stringify(input.body)
  return (
    <>
      <LeaveGuard
        isOn={sending.step !== 'done'}
        thing={form.thing}
        place={place}
        reach={draft.attempt === 'sending' ? 'maybe-sent' : 'not-sent'}
        onDiscard={() => dropFormDraft(place)}
      />
      <ProblemList errors={errors} tries={tries} />
      {heading}
      <p className="mb-5 text-sm text-ink-3">{sentWords(sending, draft.attempt)}</p>
      <div className="grid grid-cols-[minmax(0,640px)_320px] gap-16 max-lg:grid-cols-[minmax(0,640px)] max-lg:gap-8">
        <form noValidate onSubmit={press} aria-label={`Review ${form.thing}`}>
          {first.attempt === 'sending' && sending.step === 'idle' && draft.intent === first.intent && (
            <MaybeSent environment={environment} thing={form.thing} intent={draft.intent} />
          )}
          {review.amount && <Figure {...review.amount} />}
          <p className="mb-5 text-md [overflow-wrap:anywhere]">{review.sentence}</p>
          <Facts
            className="[&>*]:py-1 [&>dd]:items-baseline"
            facts={review.facts.map(({ name, value, field }) => [
              name,
              <FactLine key={name} name={name} change={field && `${formPath}?x.field=${encodeURIComponent(field)}`}>
                {value}
              </FactLine>,
            ])}
          />
          {warnings.length > 0 && (
            <div className="mt-5">
              <Note tone="wait" icon={TriangleAlert}>
                <p>
                  <b>Look at this once more.</b> It is sent as it is if you go on.
                </p>
                {warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </Note>
            </div>
          )}
          <Next steps={review.next} />
          {mustType && review.amount && (
            <TypedAmount amount={review.amount} typed={typed} error={errors[typedAmountField]} onType={setTyped} />
          )}
          <div className="mt-8 border-t border-hairline pt-5">
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
              <Link href={formPath} className={`${buttonClass('outline', 'large')} w-auto! px-4 max-sm:w-full!`}>
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
              onRenew={renew}
            />
          </div>
        </form>
        <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <section aria-label="As JSON">
            <div className="mb-2 flex items-center justify-between">
              <h2>As JSON</h2>
              <CopyButton text={json} what="JSON" />
            </div>
            <JsonBox text={json} label="JSON" />
            <p className="mt-1.5">
              <CopyAct isPlain text={curlOf(form.operation, input)} word="Copy as curl" />
            </p>
          </section>
          <SentWith operation={form.operation} environment={environment} />
        </aside>
      </div>
    </>
  )
}

function sentWords(sending: Sending, attempt: FormDraft['attempt']): string {
  if (sending.step === 'sending' || sending.step === 'done') return 'It is being sent'
  if (attempt === 'sending') return 'It may have been sent'
  const isRefused = sending.step === 'stopped' && sending.following.to === 'stay' && sending.following.why === 'refused'
  return isRefused ? 'The last one was refused; nothing else has been sent' : 'Nothing has been sent'
}
