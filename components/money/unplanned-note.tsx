import { TriangleAlert } from 'lucide-react'
import { moneyText } from '@/components/transfers/labels'
import { Link } from '@/components/ui/address'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { countText } from '@/lib/browser/labels'
import type { LoadedMovement } from './movement-read'
import { moniesText } from './movement-texts'

type UnplannedProps = { environment: Environment; movement: Pick<LoadedMovement, 'unplanned' | 'plan'> }

/** Money that came by the same rule and belongs to no plan. */
export function UnplannedNote({ environment, movement: { unplanned = [], plan } }: UnplannedProps) {
  if (unplanned.length === 0) return null
  const title = plan
    ? `${countText(unplanned.length, 'more payment')} came by the same rule, and no plan explains ${unplanned.length > 1 ? 'them' : 'it'}: ${moniesText(unplanned)}.`
    : `${countText(unplanned.length, 'other wire')} may be this deposit as well: ${moniesText(unplanned)}.`
  return (
    <Note tone="wait" icon={TriangleAlert} className="mt-5">
      <p>
        <b>{title}</b>
      </p>
      <p>
        {plan ? 'Ask the sender whether it was sent twice or with another amount.' : 'A deposit has no reference.'}{' '}
        {unplanned.map(({ transfer, amount, asset, at }) => (
          <span key={transfer} className="mr-3">
            <Link className="underline" href={`/${environment}/money/${encodeURIComponent(transfer)}`}>
              {moneyText(amount, asset)}
            </Link>
            , <Time value={at} clock="provider" withZone />
          </span>
        ))}
      </p>
    </Note>
  )
}
