'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ProblemList } from '@/components/forms/problem-list'
import { amountRefusal, TypedAmount, typedAmountField } from '@/components/forms/typed-amount'
import { mainAmount } from '@/components/orders/labels'
import { orderValues } from '@/components/orders/order-values'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { sendPrepared, withdraw, writeErrorText } from '@/lib/browser/intents'
import { stateStyle } from './labels'
import { keepIntent } from './queries'

/** Sends what was prepared and never left; pressing it twice sends it once. Production asks as the review does. */
export function SendNow({ environment, intent }: { environment: Environment; intent: IntentDetail }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [tries, setTries] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendPrepared(environment, intent.id),
    onSuccess: (sent) => {
      keepIntent(client, environment, sent)
      announce(stateStyle(sent).word)
    },
  })
  const { operation, path, body } = intent
  const amount =
    environment === 'production' && operation === 'createOrder' ? mainAmount(orderValues({ path, body })) : undefined
  const refusal = amount && amountRefusal(typed, amount)
  const shownRefusal = tries > 0 ? refusal : undefined
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (refusal) return setTries((before) => before + 1)
    mutate()
  }
  const problem = asProblem(error)
  return (
    <form noValidate onSubmit={press} aria-label="Send it now" className="mt-4">
      <ProblemList errors={shownRefusal ? { [typedAmountField]: shownRefusal } : {}} tries={tries} />
      {amount && (
        <div className="mb-4 [&>div]:mt-0">
          <TypedAmount amount={amount} typed={typed} error={shownRefusal} onType={setTyped} />
        </div>
      )}
      <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
        {isPending ? 'Sending…' : 'Send it now'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">{intent.summary}, exactly as it stands below.</p>
      {problem && (
        <p role="alert" className="mt-1.5 text-bad">
          {writeErrorText(problem)}
        </p>
      )}
    </form>
  )
}

/** Ends what was prepared and never left, so that nobody sends it later by mistake. It can be done again as a new one. */
export function Withdraw({ environment, intent }: { environment: Environment; intent: IntentDetail }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withdraw(environment, intent.id),
    onSuccess: (ended) => {
      keepIntent(client, environment, ended)
      announce(stateStyle(ended).word)
    },
    // It may have been sent meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: [environment, 'intent', intent.id] }),
  })
  const problem = asProblem(error)
  return (
    <div className="mt-3">
      <Button aria-busy={isPending || undefined} onClick={() => isPending || mutate()}>
        {isPending ? 'Withdrawing…' : 'Withdraw it'}
      </Button>
      <p className="mt-1.5 text-sm text-ink-3">Then nobody can send it any more. Its draft, if there is one, stays.</p>
      {problem && (
        <p role="alert" className="mt-1.5 text-bad">
          {writeErrorText(problem)}
        </p>
      )}
    </div>
  )
}
