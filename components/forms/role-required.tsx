import { Lock } from 'lucide-react'
import { EmptyState } from '@/components/ui/section'
import type { WriteName } from '@/lib/api/intents'
import { rowOf } from '@/lib/api/operations'
import type { Role } from '@/lib/api/roles'

const listed = (words: readonly string[]) => words.join(' or ')

/** In place of a form: who may fill it in. */
export function RoleRequired({ operation, roles }: { operation: WriteName; roles: readonly Role[] }) {
  const { title, roles: writers } = rowOf(operation)
  return (
    <EmptyState
      title={
        <>
          <Lock /> {title} is for {listed(writers)}
        </>
      }
    >
      <p>
        You are signed in as {roles.join(' and ')}. Somebody with the role {listed(writers)} can do it. Roles are given
        by whoever runs this console.
      </p>
    </EmptyState>
  )
}

/** Whether one of these roles may ask for the operation. */
export const mayWrite = (operation: WriteName, roles: readonly Role[]) =>
  rowOf(operation).roles.some((role) => roles.includes(role))
