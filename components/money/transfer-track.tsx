'use client'
import { Route } from 'lucide-react'
import { useProfileNames } from '@/components/records/profile-names'
import { Link } from '@/components/ui/address'
import { ReadNotices } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { timeBy } from '@/lib/browser/clocks'
import { countText, inSentence } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'
import type { useMovement } from './movement-read'
import { movementStops } from './movement-stops'
import { MovementSums } from './movement-sums'
import { hasDifference, movementState } from './movement-texts'
import { RequestList } from './request-list'
import { Track } from './track'

type TrackProps = {
  environment: Environment
  /** Of the address of the whole movement. */
  id: string
  read: ReturnType<typeof useMovement>
  /** The transfer that the page is about, which is marked. */
  current?: string
  hrefOf: (id: string) => string
}

/** The way of the money of which a transfer is a part, and a link to all that is known of it; nothing until it is read. */
export function TransferTrack({ environment, id, read, current, hrefOf }: TrackProps) {
  const { movement, problem, problemAt, isMissing, onRetry } = read
  const { names: profiles } = useProfileNames(environment)
  if (problem && !isMissing && !movement)
    return <ReadNotices what="Its movement" problem={problem} problemAt={problemAt} onRetry={onRetry} />
  if (!movement || movement.stations.length === 0) return null
  const { transfers, accounts, requests = [] } = movement
  const isAlone = transfers.length === 1
  const at = timeBy('provider', movement.at, environment)
  const stops = movementStops({ environment, movement, names: { profiles, requests }, at, current, hrefOf })
  const isOdd = accounts.reason !== undefined || accounts.balances.some(hasDifference)
  return (
    <Section
      title="Movement"
      more={
        isAlone
          ? 'no other transfer is linked to it'
          : `${countText(transfers.length, 'transfer')}, ${inSentence(movementState(movement).label)}`
      }
      end={<FollowLink environment={environment} id={id} />}
    >
      <ReadNotices at={movement.at} problem={problem} problemAt={problemAt} onRetry={onRetry} />
      {!isAlone && (
        <div className="mt-2">
          <Track stops={stops} label="Stations of its movement" />
        </div>
      )}
      {!isAlone && isOdd && <MovementSums movement={movement} names={{ profiles, requests }} />}
      {requests.length > 0 && (
        <div className="mt-2">
          <h3 className="mb-1 text-sm text-ink-3">Requests made here</h3>
          <RequestList environment={environment} movement={movement} />
        </div>
      )}
    </Section>
  )
}

export function FollowLink({ environment, id }: { environment: Environment; id: string }) {
  return (
    <Link
      className="inline-flex items-center gap-1.5 underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
      href={`/${environment}/money/${encodeURIComponent(id)}`}
    >
      <Route className="size-3.5" />
      Follow the money
    </Link>
  )
}
