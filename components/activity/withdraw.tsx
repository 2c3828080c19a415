'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { withdraw, writeErrorText } from '@/lib/browser/intents'
import { stateStyle } from './labels'
import { keepIntent } from './reads'

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
