import { Lock } from 'lucide-react'
import { EmptyState } from '@/components/ui/section'
import { type WriteName, writeRowOf } from '@/lib/api/provider/operations'
import type { Role } from '@/lib/api/roles'

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })
const allOf = new Intl.ListFormat('en', { type: 'conjunction' })

/** Replaces a form for a person whose roles may not send it. */
export function RoleRequired({ operation, roles }: { operation: WriteName; roles: readonly Role[] }) {
  const { title, roles: writers } = writeRowOf(operation)
  return (
    <EmptyState
      title={
        <>
          <Lock /> {title} requires the {oneOf.format(writers)} role
        </>
      }
    >
      <p>You are signed in as {allOf.format(roles)}. Ask an administrator for access.</p>
    </EmptyState>
  )
}
