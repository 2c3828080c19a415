'use client'
import Link from 'next/link'
import type { FormEvent, ReactNode } from 'react'
import { useAmountConfirmation } from '@/components/forms/amount-confirmation'
import { mainAmount, orderTextsFrom } from '@/components/orders/order-amounts'
import { Button } from '@/components/ui/button'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { Note } from '@/components/ui/status'
import { Moment, Time, useNow } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { sendPrepared, withdraw } from '@/lib/browser/intents'
import { hrefOf } from '@/lib/browser/list-url'
import { CheckOutcome } from './check-outcome'
import { CheckWindowClock, checkUnavailableText, checkWindowOf, earlierCredential } from './check-window'
import { ActionError, useIntentAction } from './intent-action'
import { explain, isSettledByNote, stateStyle } from './labels'
import { mayBeFollowed, StatusFollow } from './status-follow'
import { useNote } from './use-note'

type StateNoteProps = { environment: Environment; person: string; intent: IntentDetail; canAct: boolean }

/** An intent's state, what it means for the money, and what to do next. */
export function StateNote({ environment, person, intent, canAct }: StateNoteProps) {
  const { state } = intent
  const note = useNote({ person, environment, intent }, canAct)
  const { tone, icon } = stateStyle(intent)
  const [statement, nextStep] = explain(intent, canAct)
  const isByNote = isSettledByNote(intent)
  const hasOutcome = state === 'unknown' || state === 'confirmed' || isByNote
  const noteLabel = isByNote
    ? 'Correct the note'
    : state === 'unknown'
      ? 'Record what happened'
      : 'Record status manually'
  const isEarlier = intent.is_earlier_credential === true
  const focus = useRestoredFocus<HTMLDivElement>(
    `${state} ${note.isOpen} ${mayBeFollowed(intent)}`,
    canAct && hasOutcome ? 'button[aria-expanded]' : '[tabindex="-1"]',
  )
  return (
    <div {...focus}>
      <Note tone={tone} icon={icon} role="status">
        <p tabIndex={-1}>
          <b>{statement}</b> {nextStep}
        </p>
        {state === 'refused' && intent.answer_status === 409 && intent.ref_id && (
          <p>
            <Link prefetch={false} href={hrefOf(`/${environment}/activity`, new URLSearchParams({ q: intent.ref_id }))}>
              All requests with this reference
            </Link>
          </p>
        )}
        {state === 'sent' && intent.deadline_at && (
          <p>
            If no answer arrives by <Time value={intent.deadline_at} now={Date.now()} withZone />, the outcome will be
            unknown.
          </p>
        )}
        {/* Otherwise the place of the check says so. */}
        {isEarlier && !hasOutcome && <p>{earlierCredential(intent)}</p>}
      </Note>
      {state === 'prepared' && intent.is_mine && canAct && !isEarlier && (
        <SendPrepared environment={environment} intent={intent} />
      )}
      {state === 'prepared' && canAct && <Withdraw environment={environment} intent={intent} />}
      {hasOutcome && (
        <Check
          environment={environment}
          intent={intent}
          canAct={canAct}
          noteButton={canAct && note.button(noteLabel)}
        />
      )}
      {note.form && <div className="mt-4">{note.form}</div>}
    </div>
  )
}

type CheckProps = Omit<StateNoteProps, 'person'> & { noteButton: ReactNode }

/** Checks the outcome or the status while that is safe; otherwise says why not. */
function Check({ environment, intent, canAct, noteButton }: CheckProps) {
  const now = useNow(1000)
  const window = checkWindowOf(intent, now)
  const canCheck = window.kind === 'open' && canAct
  if (intent.state === 'unknown') {
    return (
      <div className="mt-4 grid grid-cols-1 items-start gap-x-6 gap-y-3 sm:grid-cols-[172px_minmax(0,1fr)]">
        <CheckWindowClock window={window} now={now} />
        {canCheck ? (
          <CheckOutcome environment={environment} intent={intent} label="Check outcome" isPrimary action={noteButton} />
        ) : (
          <div>
            <p className="text-ink-2">{checkUnavailableText(window)}</p>
            {noteButton && <p className="mt-2 -ml-2">{noteButton}</p>}
          </div>
        )}
      </div>
    )
  }
  if (canCheck) {
    return (
      <div className="mt-4">
        <StatusFollow environment={environment} intent={intent} />
        <CheckOutcome environment={environment} intent={intent} label="Check status" action={noteButton} />
      </div>
    )
  }
  return (
    <div className="mt-4 grid gap-1.5 empty:hidden">
      {noteButton && <p>{noteButton}</p>}
      {window.kind === 'closed' && (
        <p className="text-sm text-ink-3">
          The status could be checked until <Moment at={window.at} now={now} />: a reference can be used again 24 h
          after its order closed. Ask the provider for the status, then record it.
        </p>
      )}
      {window.kind === 'blocked' && <p className="text-sm text-ink-3">{window.reason}</p>}
    </div>
  )
}

type ActionProps = { environment: Environment; intent: IntentDetail }

/** Sends a prepared request; pressing twice sends once. Production asks for the amount, as the review does. */
function SendPrepared({ environment, intent }: ActionProps) {
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'send',
    run: () => sendPrepared(environment, intent.id),
    onSuccess: (sent) => announce(stateStyle(sent).label),
  })
  const { operation, body } = intent
  const isConfirmed = environment === 'production' && operation === 'createOrder'
  const amount = isConfirmed ? mainAmount(orderTextsFrom(body)) : undefined
  const confirmation = useAmountConfirmation(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && confirmation.check()) start()
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Send it now" className="mt-4">
      {confirmation.errorSummary}
      <div className="mb-4 empty:hidden">{confirmation.field}</div>
      <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
        {isPending ? 'Sending…' : 'Send it now'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">Sends the request exactly as shown below: {intent.summary}.</p>
      <ActionError problem={problem} />
    </form>
  )
}

/** Withdraws a prepared request, so that it is not sent later by mistake. */
function Withdraw({ environment, intent }: ActionProps) {
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'withdraw',
    run: () => withdraw(environment, intent.id),
    onSuccess: (withdrawn) => announce(stateStyle(withdrawn).label),
  })
  return (
    <div className="mt-3">
      <Button aria-busy={isPending || undefined} onClick={() => isPending || start()}>
        {isPending ? 'Withdrawing…' : 'Withdraw it'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">It can then no longer be sent. A draft of it is kept.</p>
      <ActionError problem={problem} />
    </div>
  )
}
