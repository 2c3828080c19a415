'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { moveSavedPosition } from '@/components/list/list-position'
import { conversionOf, nameOf, stationWith } from '@/components/money/movement-texts'
import { useMovement } from '@/components/money/use-movement'
import { MissingRecord, RecordPage } from '@/components/record/record-page'
import { useProfileNames } from '@/components/records/profile-names'
import { transferTitle } from '@/components/records/transfer-labels'
import { type LoadedTransfer, transferRead } from '@/components/records/transfer-reads'
import { TransferName } from '@/components/records/transfer-status'
import { useAddress } from '@/components/ui/address'
import { useIdle } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { useDelayed } from '@/components/ui/time'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import { NeighbourLinks, useBackToList, useListPosition } from './list-neighbours'
import { TransferView } from './transfer-view'

// Where it is lost, the page is as it was read.
const LiveTransfer = lazyPart('What changes', () => import('./live-transfer'))

export type TransferPageProps = {
  environment: Environment
  /** The other environment, if it is configured. */
  other?: Environment
  id: string
}

/** One transfer. Until it is read, and if that fails, the row of the list that the person came from. */
export function TransferPage({ environment, other, id }: TransferPageProps) {
  const from = new URLSearchParams(useAddress().search).get('x.from') ?? undefined
  const client = useQueryClient()
  const isIdle = useIdle()
  const read = transferRead(environment, id)
  const { data: answer, error, errorUpdatedAt, isFetching, isPending, isPaused } = useQuery(read)
  const { position, row, why } = useListPosition(environment, from, id)
  const problem = asProblem(error)
  const isMissing = !read.enabled || problem?.problem.status === 404
  const isClosed = isMissing || (problem !== undefined && isAccessLost(problem))
  const loaded: LoadedTransfer | undefined = isClosed ? undefined : (answer ?? row)
  const isLate = useDelayed(read.enabled && isPending && !isPaused && !loaded)
  const transfer = loaded?.transfer
  const movement = useMovement(environment, id, { isOn: transfer !== undefined })
  const station = movement.movement && stationWith(movement.movement.stations, id)
  const conversion = transfer && conversionOf(transfer, station)
  const name = transfer && nameOf(transfer, conversion)
  // Its movement is refreshed too, but not the list; a first read that hangs is cancelled.
  const onRetry = useCallback(() => {
    for (const name of ['getTransfer', 'readMovement']) {
      const reads = { queryKey: [environment, name] }
      void client.cancelQueries(reads).then(() => client.invalidateQueries(reads))
    }
  }, [client, environment])
  const rowId = position?.row.known.id
  useEffect(() => {
    if (rowId !== undefined) moveSavedPosition(rowId)
  }, [rowId])
  // Read beside the transfer, so that no fact moves once it is there.
  useProfileNames(environment)
  // Other transfers may have the same name.
  const shortId = shorten(id, 8)
  const unnamed = isMissing ? 'Transfer not found' : `Transfer ${shortId}`

  return (
    <RecordPage
      environment={environment}
      id={id}
      what="The transfer"
      back={useBackToList(environment, from)}
      read={{ at: loaded?.at, problem, problemAt: errorUpdatedAt, isFetching, isLate, onRetry }}
      title={
        transfer ? (
          <>
            <TransferName transfer={transfer} name={name} />
            <span className="sr-only">, {shortId}</span>
          </>
        ) : (
          unnamed
        )
      }
      documentTitle={transfer ? [transferTitle(transfer, name), shortId].join(', ') : unnamed}
      missing={
        isMissing ? (
          <MissingRecord
            environment={environment}
            id={id}
            onRetry={onRetry}
            noun="transfer"
            lead="The provider has no transfer"
            other={other && { environment: other, href: `/${other}/transfers/${encodeURIComponent(id)}` }}
          >
            <p>It may not exist yet, or it may belong to {other ?? 'another environment'}.</p>
          </MissingRecord>
        ) : undefined
      }
      source={loaded && loaded.text === undefined ? 'From the list' : undefined}
      isLive
      changed={
        transfer &&
        isIdle && <LiveTransfer environment={environment} id={id} transfer={transfer} renderLost={() => null} />
      }
      steps={
        position ? (
          <NeighbourLinks environment={environment} position={position} isLoaded={answer !== undefined} />
        ) : (
          why && !isMissing && <span className="text-sm text-ink-3">{why}</span>
        )
      }
      isMoney={loaded !== undefined}
      hasReceipt={loaded !== undefined}
      skeleton={[180, 320, 120, 480, 420, 460]}
    >
      {loaded && (
        <TransferView
          key={id}
          environment={environment}
          loaded={loaded}
          movement={movement}
          station={station}
          conversion={conversion}
          name={name}
        />
      )}
    </RecordPage>
  )
}
