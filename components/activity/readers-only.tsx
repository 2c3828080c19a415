import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/section'
import { activityReaders } from '@/lib/api/intents'
import { type Role, roleNames } from '@/lib/provider/roles'

type ReadersOnlyProps = {
  title: string
  roles: readonly Role[]
  /** Who may see the page; by default those who may read the activity. */
  readers?: readonly Role[]
  children: ReactNode
}

/** A page for those who may read it; others see who may. */
export function ReadersOnly({ title, roles, readers = activityReaders, children }: ReadersOnlyProps) {
  if (roles.some((role) => readers.includes(role))) return children
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
          You are signed in as {new Intl.ListFormat('en').format(roleNames(roles))}. This page is open to{' '}
          {new Intl.ListFormat('en').format(roleNames(readers))}.
        </p>
      </EmptyState>
    </>
  )
}
