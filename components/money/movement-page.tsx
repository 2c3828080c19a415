'use client'
import { Route } from 'lucide-react'
import { MissingRecord, RecordPage } from '@/components/record/record-page'
import { useProfileNames } from '@/components/records/profile-names'
import { useIdle } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import { useMovement } from './movement-read'
import { movementName } from './movement-texts'
import { MovementView } from './movement-view'

// Where it is lost, the page is as it was read.
const LiveMovement = lazyPart('What changes', () => import('./live-movement'))

export type MovementPageProps = {
  environment: Environment
  /** The other environment, if it is configured. */
  other?: Environment
  /** Of a plan, or of any of its transfers. */
  id: string
  /** Whether this person may plan, join and send. */
  mayWrite?: boolean
}

/** One movement of money, from where it came to where it is. */
export function MovementPage({ environment, other, id, mayWrite = false }: MovementPageProps) {
  const isIdle = useIdle()
  const read = useMovement(environment, id)
  const { movement, isMissing, onRetry } = read
  // Read beside the movement, so that no name moves once it is there.
  useProfileNames(environment)
  const name = movement && movementName(movement)
  const memo = movement?.plan?.label ? undefined : movement?.transfers.find(({ known }) => known.memo)?.known.memo
  const unnamed = isMissing ? 'Movement not found' : `Movement ${shorten(id, 8)}`
  const title = name ? [name, memo].filter(Boolean).join(', ') : unnamed
  return (
    <RecordPage
      environment={environment}
      id={id}
      read={read}
      what="The movement"
      back={{ href: `/${environment}/money`, name: 'Movements' }}
      title={
        <>
          {movement && <Route className="mr-1.5 size-4" />}
          {title}
        </>
      }
      documentTitle={title}
      missing={
        isMissing ? (
          <MissingRecord
            environment={environment}
            id={id}
            onRetry={onRetry}
            noun="movement"
            lead="No movement has the ID"
            other={other && { environment: other, href: `/${other}/money/${encodeURIComponent(id)}` }}
          >
            <p>{read.problem?.problem.detail}</p>
          </MissingRecord>
        ) : undefined
      }
      isLive
      changed={
        movement &&
        isIdle && <LiveMovement environment={environment} id={id} movement={movement} renderLost={() => null} />
      }
      isMoney={movement !== undefined}
      hasReceipt={movement !== undefined && movement.transfers.length > 0}
      skeleton={[180, 320, 240, 480, 420, 460]}
    >
      {movement && (
        <MovementView key={id} environment={environment} movement={movement} mayWrite={mayWrite} onChange={onRetry} />
      )}
    </RecordPage>
  )
}
