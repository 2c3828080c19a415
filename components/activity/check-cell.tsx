'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { announce } from '@/components/ui/announcer'
import { Button, buttonClass } from '@/components/ui/button'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { findOut } from '@/lib/browser/intents'
import { findingOf } from './finding'
import { isSettledByNote } from './meaning'
import { keepIntent } from './reads'
import { recordStatusLook } from './record-status'

type CheckCellProps = { environment: Environment; intent: Intent; hasEdit: boolean }

/** Asks the service for the status of one row, as long as that is safe; what only a person's word confirmed has its page. */
export function CheckCell({ environment, intent, hasEdit }: CheckCellProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => findOut(environment, intent.id),
    onSuccess: (found) => {
      keepIntent(client, environment, found)
      announce(`${found.summary}: ${recordStatusLook(found)?.word ?? 'no status'}`)
    },
  })
  const finding = findingOf(intent, Date.now())
  const problem = asProblem(error)?.problem
  const mayCheck = finding.kind === 'ask' && !isSettledByNote(intent)
  return (
    <span className="flex items-center gap-1">
      {mayCheck ? (
        <Button
          kind="plain"
          size="note"
          className="-ml-2"
          aria-busy={isPending || undefined}
          aria-label={`${isPending ? 'Asking the service' : 'Check now'}: ${intent.summary}`}
          title={problem ? [problem.title, problem.detail].filter(Boolean).join(' ') : undefined}
          onClick={() => isPending || mutate()}
        >
          {isPending ? 'Asking the service…' : problem ? 'Not asked, again' : 'Check now'}
        </Button>
      ) : (
        <span
          className="text-ink-3"
          title="A reference is free again 24 h after its order closed, so asking ends after 23 h"
        >
          {finding.kind === 'closed' ? 'only by a note' : 'on its page'}
        </span>
      )}
      {hasEdit && intent.record_id && (
        <Link
          prefetch={false}
          className={buttonClass('plain', 'note')}
          aria-label={`Edit: ${intent.summary}`}
          href={`/${environment}/fiat-accounts/${encodeURIComponent(intent.record_id)}/edit`}
        >
          Edit
        </Link>
      )}
    </span>
  )
}
