'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { writeErrorText } from '@/lib/browser/intents'
import { updateIntentCache } from './queries'

type Action = {
  environment: Environment
  id: string
  /** Actions of one kind on one intent run one at a time. */
  kind: 'check' | 'send' | 'withdraw' | 'note'
  run: () => Promise<IntentDetail>
  onStart?: () => void
  onSuccess?: (intent: IntentDetail) => void
  onError?: (problem: ProblemError | undefined) => void
}

/** An action on an intent, whose result every page and list shows. */
export function useIntentAction({ environment, id, kind, run, onStart, onSuccess, onError }: Action) {
  const client = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    scope: { id: `${kind} ${id}` },
    // Fails while offline: an action that waited would be sent when the connection is back, long after it was pressed.
    networkMode: 'always',
    mutationFn: run,
    onMutate: onStart,
    onSuccess: (intent) => {
      updateIntentCache(client, environment, intent)
      onSuccess?.(intent)
    },
    onError: (thrown) => {
      // Its state may be another one than the page shows.
      for (const read of ['intents', 'intent']) void client.invalidateQueries({ queryKey: [environment, read] })
      onError?.(asProblem(thrown))
    },
  })
  return { start: mutate, isPending, problem: asProblem(error), result: data }
}

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
