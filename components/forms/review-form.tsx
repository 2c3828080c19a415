'use client'
import { ChevronLeft } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type MouseEvent, use, useEffect, useRef, useState } from 'react'
import { isPlainClick, Link } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Button, buttonClass } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { announce } from '@/components/ui/focus'
import { Fold } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { useWhole } from '@/components/ui/time'
import { deleteFormDraft, type FormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { sendWrite } from '@/lib/browser/send-write'
import { amountToConfirm } from '@/lib/provider/confirmation'
import type { Environment } from '@/lib/provider/environments'
import { writeRowOf } from '@/lib/provider/operations'
import { useAmountConfirmation } from './amount-confirmation'
import { ApprovalNotice, useWeighed, weigh } from './approval-notice'
import type { FormChecks, FormStepProps, ReviewFact, SendStep } from './description'
import { errorsOf } from './draft-errors'
import { RequestTarget } from './fields'
import { AttemptNote, formGrid, WhatHappens } from './fill-form'
import { useFormContextAt, useFormPage } from './form-context'
import { digestOf, IdentityNote, useConfirmation } from './identity-note'
import { LeaveConfirmation } from './leave-confirmation'
import { RequestBody, withReference } from './request-preview'
import { SendStatus, useSend } from './sending'
import { SendingBlock } from './sending-block'
import { submitOnCtrlEnter, WriteError } from './small-form'

type ReviewProps<Values extends object> = FormStepProps<Values> & { checks: FormChecks<Values> }

/** Shows a draft before it is sent. Without a valid draft, goes back to the form. */
export function ReviewForm<Values extends object>(props: ReviewProps<Values>) {
  const { form, heading, checks } = props
  const { draftKey, href } = useFormPage()
  const router = useRouter()
  const [draft] = useState(() => readFormDraft(draftKey))
  const contextAt = useFormContextAt(draft?.intent ?? '')
  const [isValid] = useState(() => {
    const errors = draft && errorsOf(form, checks, restoreShape(form.blank, draft.values), contextAt())
    return errors !== undefined && Object.keys(errors).length === 0
  })
  useEffect(() => {
    if (isValid) return
    // With an empty list of errors, the form checks itself when it opens.
    if (draft) saveFormDraft(draftKey, { ...draft, errors: draft.errors ?? [] })
    router.replace(href)
  }, [isValid, draft, draftKey, href, router])
  return draft && isValid ? <ReviewedDraft {...props} initial={draft} /> : heading
}

const environmentLabels: Record<Environment, string> = {
  sandbox: 'Sandbox, no real money',
  production: 'Production, real money',
}

const factsClass = '[&>*]:py-1 [&>dd]:items-baseline'

function ReviewedDraft<Values extends object>(props: ReviewProps<Values> & { initial: FormDraft }) {
  const { form, heading, checks, initial } = props
  const { operation, noun, environment, draftKey, href, resultOf } = useFormPage()
  const attempt = useSend(initial)
  const { draft, sending, isBusy, send } = attempt
  const contextAt = useFormContextAt(draft.intent)
  const context = contextAt()
  const { whole } = form
  const values = restoreShape(form.blank, draft.values)
  const review = form.review(values, context)
  const own = withReference(operation, form.toInput(values, context), draft.intent)
  const [input, ...others] = whole ? whole.writes(values, context) : [own.input]
  const warnings = [...new Set(Object.values(checks.warnings(values, context)))]
  const confirmation = useAmountConfirmation(
    whole
      ? whole.amountToConfirm(values, context)
      : amountToConfirm(environment, operation, own.input.body, context.figure),
  )
  const footer = useRef<HTMLDivElement>(null)
  const block = use(SendingBlock)
  const weighed = useWeighed(environment, operation, input)
  const { lead, ...leading } = useConfirmation(weighed?.identity, async () => {
    const found = await Promise.all(others.map((other) => weigh(environment, operation, other)))
    return found.flatMap(({ identity }) => digestOf(identity) ?? [])
  })
  // What its button does in production is known then.
  const isWhole = useWhole(environment === 'sandbox' || !input || weighed !== undefined)
  const readSteps = async ({ intent, reason }: FormDraft): Promise<readonly SendStep[]> =>
    whole
      ? whole.readSteps(values, context, reason)
      : [{ send: () => sendWrite(environment, operation, own.input, intent, reason) }]

  function submit(event: FormEvent) {
    event.preventDefault()
    // The server refuses it too; this says so without a request.
    if (block.why) announce(block.why)
    else if (lead && !isBusy) lead()
    else if (isBusy || confirmation.check()) void send(readSteps)
  }

  /** Nothing can be changed while it is being sent. */
  function blockWhileSending(event: MouseEvent) {
    if (!isBusy || !isPlainClick(event)) return
    event.preventDefault()
    footer.current?.scrollIntoView({ block: 'nearest' })
    announce('Sending. Waiting for the answer.')
  }

  const toFact = ({ name, value, field }: ReviewFact): Fact => [
    name,
    <>
      <span className="min-w-0 flex-1">{value ?? <span className="text-ink-3">none</span>}</span>
      {field && (
        <Link
          href={`${href}?x.field=${encodeURIComponent(field)}`}
          onClick={blockWhileSending}
          className="-my-1 inline-flex min-h-6 flex-none items-center text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3"
        >
          {/* "Change profile", but "Change BTC goes to". */}
          Change<span className="sr-only"> {name.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}</span>
        </Link>
      )}
    </>,
  ]

  return (
    <>
      <LeaveConfirmation
        isOn={sending.step !== 'done'}
        mayBeSent={draft.attempt === 'sending'}
        onDiscard={() => deleteFormDraft(draftKey)}
      />
      {confirmation.errorSummary}
      <p className="mb-4">
        <Link href={href} onClick={blockWhileSending} className="inline-flex min-h-6 items-center gap-1 text-ink-2">
          <ChevronLeft /> Edit {noun}
        </Link>
      </p>
      <div className={formGrid}>
        <form
          noValidate
          onSubmit={submit}
          onKeyDown={isWhole ? submitOnCtrlEnter : undefined}
          aria-label={`Review ${noun}`}
        >
          {review.heading ? (
            <h1 tabIndex={-1} className="text-md font-label text-ink-2 [overflow-wrap:anywhere]">
              <span className="sr-only">Review {noun}: </span>
              {review.heading}
            </h1>
          ) : (
            heading
          )}
          {review.amount && (
            <p className="mb-1 text-[26px] font-title tracking-[-0.02em] [overflow-wrap:anywhere] sm:text-2xl">
              <Amount text={review.amount.text} isFree />{' '}
              <span className="text-lg font-text tracking-normal text-ink-3">{review.amount.asset}</span>
            </p>
          )}
          <p className="mb-5 text-ink-2 [overflow-wrap:anywhere]">
            {review.summary} <span>{isBusy ? 'Sending' : statusText(draft, noun)}</span>
          </p>
          {initial.attempt === 'sending' && sending.step !== 'stopped' && draft.intent === initial.intent && (
            <AttemptNote href={`/${environment}/${resultOf(draft.intent, values)}`} outcome="sending" />
          )}
          {form.Comparison && <form.Comparison values={values} />}
          <Facts
            className={factsClass}
            facts={[['Environment', environmentLabels[environment]], ...review.facts.map(toFact)]}
          />
          {warnings.length > 0 && (
            <Note tone="wait" className="mt-5">
              <p>
                <b>Check before you send.</b> You can still send it as it is.
              </p>
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Note>
          )}
          {block.note}
          {/* It would be typed in vain before the page is left. */}
          <div className="mt-8 empty:hidden">{isWhole && !lead && confirmation.field}</div>
          <div ref={footer} className={`mt-6 ${isWhole ? '' : 'invisible'}`}>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                kind="primary"
                size="action"
                isWrapping
                aria-busy={isBusy || leading.isPending || undefined}
                aria-disabled={block.why ? true : undefined}
              >
                {/* The button keeps its width, so that a second press cannot land on its neighbour. */}
                <span className="grid justify-items-center *:[grid-area:1/1]">
                  <span className={isBusy ? 'invisible' : ''}>
                    {lead ? 'Confirm it is you and send' : review.action}
                  </span>
                  {isBusy && <span>Sending…</span>}
                </span>
              </Button>
              <Link href={href} onClick={blockWhileSending} className={buttonClass({ size: 'action' })}>
                Back
              </Link>
            </div>
            {/* Below the button, so that it does not move. */}
            {input && !writeRowOf(operation).isSandboxOnly && (
              <IdentityNote environment={environment} identity={weighed?.identity} />
            )}
            <WriteError problem={leading.problem} className="mt-3" />
            <SendStatus attempt={attempt} waitMillis={review.waitMillis} reference={own.reference} />
          </div>
          {input && (
            <div className="mt-6 border-t border-hairline pt-2">
              <Fold title="Developer" note={<RequestTarget />}>
                {review.developerFacts && <Facts className={factsClass} facts={review.developerFacts.map(toFact)} />}
                {[input, ...others].map((one) => (
                  <RequestBody key={JSON.stringify(one)} input={one} />
                ))}
              </Fold>
            </div>
          )}
        </form>
        <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <ApprovalNotice weighed={weighed} reason={draft.reason ?? ''} onReason={attempt.setReason} />
          <WhatHappens steps={form.steps(values, context)} />
        </aside>
      </div>
    </>
  )
}

function statusText({ attempt, previous }: FormDraft, noun: string): string {
  if (attempt === 'sending') return 'This may have been sent.'
  if (!previous) return 'Nothing has been sent.'
  return `The previous ${noun} was ${previous.outcome === 'sent' ? 'sent' : 'refused'}; this one has not been sent.`
}
