'use client'
import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { ShortId } from '@/components/ui/short-id'
import type { Environment } from '@/lib/api/environments'
import { formHolding } from '@/lib/browser/form-drafts'

type NoSuchIntentProps = { environment: Environment; person: string; id: string; onRetry: () => void }

/** Nothing is recorded under the id, or not yet: whoever comes here from a form that did not reach Mintdesk may press again there. */
export function NoSuchIntent({ environment, person, id, onRetry }: NoSuchIntentProps) {
  const form = formHolding(person, environment, id)
  return (
    <Empty
      title="Mintdesk has no record of this"
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
        Nothing is recorded under <ShortId id={id} what="intent id" head={36} /> in the {environment} environment, so
        nothing has left for the service under it until now. A request that is still on its way to Mintdesk would be
        recorded when it arrives.
      </p>
      {form && <p>What was typed is still in its form. Sending it from there cannot make a second one.</p>}
    </Empty>
  )
}
