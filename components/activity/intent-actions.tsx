'use client'
import { type FormEvent, useState } from 'react'
import { ProblemList } from '@/components/forms/problem-list'
import { amountRefusal, TypedAmount, typedAmountField } from '@/components/forms/typed-amount'
import { mainAmount } from '@/components/orders/labels'
import { orderValues } from '@/components/orders/order-values'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { sendPrepared, withdraw, writeErrorText } from '@/lib/browser/intents'
import { stateStyle } from './labels'
import { useIntentAction } from './queries'

/** Why an action on an intent failed, and the id to ask an administrator about. */
export function ActionError({ problem }: { problem: ProblemError | undefined }) {
  return (
    problem && (
      <p role="alert" className="mt-1.5 text-bad">
        <ErrorText problem={problem} />
      </p>
    )
  )
}

export function ErrorText({ problem }: { problem: ProblemError }) {
  const { request_id } = problem.problem
  return (
    <>
      {writeErrorText(problem)}
      {request_id && <span className="text-ink-2"> Request id {request_id}.</span>}
    </>
  )
}

type ActionProps = { environment: Environment; intent: IntentDetail }

/** Sends a prepared request; pressing twice sends once. Production asks for the amount, as the review does. */
export function SendPrepared({ environment, intent }: ActionProps) {
  const [typed, setTyped] = useState('')
  const [tries, setTries] = useState(0)
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'send',
    run: () => sendPrepared(environment, intent.id),
    onSuccess: (sent) => announce(stateStyle(sent).word),
  })
  const { operation, path, body } = intent
  const isConfirmed = environment === 'production' && operation === 'createOrder'
  const amount = isConfirmed ? mainAmount(orderValues({ path, body })) : undefined
  const refusal = amount && amountRefusal(typed, amount)
  const shownRefusal = tries > 0 ? refusal : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (refusal) setTries((before) => before + 1)
    else start()
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Send it now" className="mt-4">
      <ProblemList errors={shownRefusal ? { [typedAmountField]: shownRefusal } : {}} tries={tries} />
      {amount && (
        <div className="mb-4 [&>div]:mt-0">
          <TypedAmount amount={amount} typed={typed} error={shownRefusal} onType={setTyped} />
        </div>
      )}
      <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
        {isPending ? 'Sending…' : 'Send it now'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">Sends the request exactly as shown below: {intent.summary}.</p>
      <ActionError problem={problem} />
    </form>
  )
}

/** Ends a prepared request, so that nobody sends it later by mistake. */
export function Withdraw({ environment, intent }: ActionProps) {
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'withdraw',
    run: () => withdraw(environment, intent.id),
    onSuccess: (withdrawn) => announce(stateStyle(withdrawn).word),
  })
  return (
    <div className="mt-3">
      <Button aria-busy={isPending || undefined} onClick={() => isPending || start()}>
        {isPending ? 'Withdrawing…' : 'Withdraw it'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">After this nobody can send it. A draft of it is kept.</p>
      <ActionError problem={problem} />
    </div>
  )
}
