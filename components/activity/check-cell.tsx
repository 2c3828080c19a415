'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { resolveOutcome } from '@/lib/browser/intents'
import { checkWindowOf } from './check-window'
import { isSettledByNote } from './meaning'
import { keepIntent, oneCheckAtATime } from './reads'
import { recordStatusStyle } from './record-status'

type CheckCellProps = {
  environment: Environment
  intent: Intent
  hasEdit: boolean
  /** Called after a check, with the error if it failed. */
  onAsked: (intent: Intent, error?: ProblemError) => void
}

/** Checks the status of one row, as long as that is safe; what only a person's word confirmed has its page. */
export function CheckCell({ environment, intent, hasEdit, onAsked }: CheckCellProps) {
  const client = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    ...oneCheckAtATime(intent.id),
    mutationFn: () => resolveOutcome(environment, intent.id),
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      announce(`${found.summary}: ${recordStatusStyle(found)?.word ?? 'no status'}`)
      onAsked(intent)
    },
    onError: (error) => onAsked(intent, asProblem(error)),
  })
  const finding = checkWindowOf(intent, Date.now())
  const mayCheck = finding.kind === 'ask' && !isSettledByNote(intent)
  const about = <span className="sr-only">: {intent.summary}</span>
  return (
    <span className="flex items-center gap-1">
      {mayCheck ? (
        <Button
          kind="plain"
          size="note"
          className="-ml-2"
          aria-busy={isPending || undefined}
          onClick={() => isPending || mutate()}
        >
          {isPending ? 'Checking…' : isError ? 'Failed, try again' : 'Check status'}
          {about}
        </Button>
      ) : (
        // The page says why.
        <Link prefetch={false} className="text-ink-2 underline" href={`/${environment}/activity/${intent.id}`}>
          {finding.kind === 'closed' ? 'Add a note' : finding.kind === 'barred' ? 'Not available' : 'See details'}
          {about}
        </Link>
      )}
      {hasEdit && intent.record_id && (
        <Link
          prefetch={false}
          className={buttonClass('plain', 'note')}
          href={`/${environment}/fiat-accounts/${encodeURIComponent(intent.record_id)}/edit`}
        >
          Edit{about}
        </Link>
      )}
    </span>
  )
}
