import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/section'
import { activityReaders } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'

/** A page of the activity for those who may read it; others are told who may. */
export function ReadersOnly({
  title,
  roles,
  children,
}: {
  title: string
  roles: readonly Role[]
  children: ReactNode
}) {
  if (roles.some((role) => activityReaders.includes(role))) return children
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState
        title={
          <>
            <Lock /> This is not part of your role
          </>
        }
      >
        <p>
          You are signed in as {roles.join(' and ')}. What was asked for here is read by{' '}
          {activityReaders.slice(0, -1).join(', ')} and {activityReaders.at(-1)}.
        </p>
      </EmptyState>
    </>
  )
}
