import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/section'
import { activityReaders } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'

type ReadersOnlyProps = { title: string; roles: readonly Role[]; children: ReactNode }

/** A page of the activity for those who may read it; others see who may. */
export function ReadersOnly({ title, roles, children }: ReadersOnlyProps) {
  if (roles.some((role) => activityReaders.includes(role))) return children
  const readers = new Intl.ListFormat('en').format(activityReaders)
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState
        title={
          <>
            <Lock /> Your role does not include this page
          </>
        }
      >
        <p>
          You are signed in as {new Intl.ListFormat('en').format(roles)}. Activity is open to {readers}.
        </p>
      </EmptyState>
    </>
  )
}
