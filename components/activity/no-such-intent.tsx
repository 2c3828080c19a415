'use client'
import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { EmptyState } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { findDraftPath } from '@/lib/browser/form-drafts'

type NoSuchIntentProps = {
  environment: Environment
  person: string
  id: string
  error: ProblemError
  onRetry: () => void
}

/** Nothing is recorded under the id, or not yet. What that says of the sending is said by the console, never guessed. */
export function NoSuchIntent({ environment, person, id, error, onRetry }: NoSuchIntentProps) {
  const form = findDraftPath(person, environment, id)
  return (
    <EmptyState
      title="Mintdesk has no record of this request"
      acts={
        <>
          {form && (
            <Link prefetch={false} className={buttonClass('primary')} href={`/${environment}/${form}`}>
              Back to the form
            </Link>
          )}
          <Button onClick={onRetry}>Look again</Button>
          <Link prefetch={false} className={buttonClass(form ? 'plain' : 'outline')} href={`/${environment}/activity`}>
            All activity
          </Link>
        </>
      }
    >
      <p>
        Looked for <ShortId id={id} what="request id" head={36} /> in the {environment} environment.{' '}
        {error.problem.detail} A request that is still on its way to Mintdesk appears here when it arrives.
      </p>
      {form && <p>Your draft is still in its form. Sending it from there cannot create a second one.</p>}
    </EmptyState>
  )
}
