import type { ReactNode } from 'react'
import { Link } from '@/components/ui/address'
import { ShortId } from '@/components/ui/copy'
import { Time } from '@/components/ui/time'
import type { MovementJoin } from '@/lib/api/movement-links'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import { requestName } from './movement-texts'

/** How a request is known to belong to the movement. */
const requestProofs: Record<NonNullable<LoadedMovement['requests']>[number]['by'], string> = {
  memo: 'Same memo as the deposit.',
  address: 'The deposit came to its address.',
  account: 'A transfer names this account.',
  profile: 'Converts this asset in this profile.',
  reference: 'Same reference.',
  metadata: 'The metadata of a transfer names it.',
  plan: 'The plan names it.',
  deposit: 'Same memo and amount, sent in the ten minutes before the wire.',
}

type ListProps = {
  environment: Environment
  movement: Pick<LoadedMovement, 'requests' | 'plan' | 'joins'>
  /** What a person can do about a join. */
  undo?: (join: MovementJoin) => ReactNode
}

/** The requests made here that belong to a movement, and what people said of it. */
export function RequestList({ environment, movement: { requests = [], plan, joins }, undo }: ListProps) {
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.id} className="border-t border-hairline py-1.5">
          <Link
            className="underline decoration-hairline-strong underline-offset-3"
            href={`/${environment}/activity/${encodeURIComponent(request.id)}`}
          >
            {requestName(request)}
          </Link>{' '}
          <span className="text-ink-3">
            {request.person}, <Time value={request.created_at} withZone />
          </span>
          <p className="text-sm text-ink-3">{requestProofs[request.by]}</p>
        </li>
      ))}
      {plan && (
        <li className="border-t border-hairline py-1.5">
          Planned by {plan.person}, <Time value={plan.at} clock="provider" withZone />
        </li>
      )}
      {joins.map((join) => {
        const { transfer, other, person, at } = join
        return (
          <li key={`${transfer} ${other}`} className="border-t border-hairline py-1.5">
            Joined by {person}, <Time value={at} withZone />: <ShortId id={transfer} /> and <ShortId id={other} />
            {undo?.(join)}
          </li>
        )
      })}
    </ul>
  )
}
