'use client'
/** Sends or withdraws a request that was recorded and never sent. */
import type { FormEvent } from 'react'
import { useAmountConfirmation } from '@/components/forms/amount-confirmation'
import { useWeighed } from '@/components/forms/approval-notice'
import { useConfirmationFigure } from '@/components/forms/form-context'
import { IdentityNote, useConfirmation } from '@/components/forms/identity-note'
import { WriteError } from '@/components/forms/small-form'
import { useIntentAction } from '@/components/requests/queries'
import { Button } from '@/components/ui/button'
import type { IntentDetail } from '@/lib/api/intents'
import { sendPrepared, withdraw } from '@/lib/browser/intents'
import { withIdentity } from '@/lib/browser/step-up'
import { amountToConfirm } from '@/lib/provider/confirmation'

type PreparedProps = { intent: IntentDetail }

/** Only who requested it sends it, with the credential that recorded it; they or an admin withdraw it. */
export default function PreparedActions({ intent }: PreparedProps) {
  return (
    <>
      {intent.is_mine && !intent.is_earlier_credential && !intent.is_altered && <SendPrepared intent={intent} />}
      {intent.may_withdraw && <Withdraw intent={intent} />}
    </>
  )
}

/** Sends a prepared request; pressing twice sends once. Production asks for the amount, as the review does. */
function SendPrepared({ intent }: PreparedProps) {
  const { environment, operation, path, body } = intent
  const identity = useWeighed(environment, operation, { path, body })?.identity
  const { lead, ...leading } = useConfirmation(identity)
  const { start, isPending, problem } = useIntentAction(intent, {
    kind: 'send',
    run: (...which) => withIdentity(() => sendPrepared(...which)),
  })
  const confirmation = useAmountConfirmation(amountToConfirm(environment, operation, body, useConfirmationFigure()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lead) lead()
    else if (confirmation.check()) start()
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Send it now" className="mt-4">
      {confirmation.errorSummary}
      <div className="mb-4 empty:hidden">{confirmation.field}</div>
      <Button type="submit" kind="primary" aria-busy={isPending || leading.isPending}>
        {isPending ? 'Sending…' : lead ? 'Confirm it is you and send' : 'Send it now'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">Sends the request exactly as shown below: {intent.summary}.</p>
      {identity && <IdentityNote environment={environment} identity={identity} />}
      <WriteError problem={problem ?? leading.problem} className="mt-1.5" />
    </form>
  )
}

/** Withdraws a prepared request, so that it is not sent later by mistake. */
function Withdraw({ intent }: PreparedProps) {
  const { start, isPending, problem } = useIntentAction(intent, { kind: 'withdraw', run: withdraw })
  return (
    <div className="mt-3">
      <Button aria-busy={isPending} onClick={start}>
        {isPending ? 'Withdrawing…' : 'Withdraw it'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">It can then no longer be sent. A draft of it is kept.</p>
      <WriteError problem={problem} className="mt-1.5" />
    </div>
  )
}
