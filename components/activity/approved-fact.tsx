import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import { approvedBy } from '@/lib/api/approval'
import type { Intent } from '@/lib/api/intents'

/** Who approved a request, when, and under which version of the policy; undefined while nobody has, or had to. */
export function approvedFact({ approval }: Intent): ReactNode {
  const given = approval ? approvedBy(approval) : []
  if (!approval || given.length === 0) return undefined
  return (
    <>
      {given.map(({ person, at }) => (
        <span key={at} className="block">
          {person}, <Time value={at} withZone />
        </span>
      ))}
      <span className="block text-sm text-ink-3">policy version {approval.version}</span>
    </>
  )
}
