'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { moveSavedPosition } from '@/components/list/list-position'
import { conversionOf, nameOf, stationWith } from '@/components/money/movement-texts'
import { useMovement } from '@/components/money/use-movement'
import { useProfileNames } from '@/components/records/profile-names'
import { transferTitle } from '@/components/records/transfer-labels'
import { type LoadedTransfer, transferRead } from '@/components/records/transfer-reads'
import { TransferName } from '@/components/records/transfer-status'
import { useAddress } from '@/components/ui/address'
import { useDocumentTitle, useIdle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { useHeadingFocus } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { asProblem, isAccessLost, isRateLimited, ProblemView, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, SkeletonLines } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'
import { shorten } from '@/lib/browser/identifiers'
import { pageTitle } from '@/lib/browser/pages'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { BackLink, NeighbourLinks, useListPosition } from './list-neighbours'
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
  const isId = read.enabled
  const { data: answer, error, errorUpdatedAt, isFetching, isPending, isPaused } = useQuery(read)
  const { position, row, why } = useListPosition(environment, from, id)
  const problem = asProblem(error)
  const isMissing = !isId || problem?.problem.status === 404
  const isClosed = isMissing || (problem !== undefined && isAccessLost(problem))
  const loaded: LoadedTransfer | undefined = isClosed ? undefined : (answer ?? row)
  const isLate = useDelayed(isId && isPending && !isPaused && !loaded)
  const transfer = loaded?.transfer
  const isFromList = loaded !== undefined && loaded.text === undefined
  // Its movement is refreshed too, but not the list; a first read that hangs is cancelled.
  const refresh = useCallback(() => {
    for (const name of ['getTransfer', 'readMovement']) {
      const reads = { queryKey: [environment, name] }
      void client.cancelQueries(reads).then(() => client.invalidateQueries(reads))
    }
  }, [client, environment])
  useHeadingFocus(isMissing)
  const rowId = position?.row.known.id
  useEffect(() => {
    if (rowId !== undefined) moveSavedPosition(rowId)
  }, [rowId])
  // Read beside the transfer, so that no fact moves once it is there.
  useProfileNames(environment)

  return (
    <>
      <div className="mb-4 flex min-h-[30px] flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap print:hidden">
        <div className="flex min-w-0 flex-1">
          <BackLink environment={environment} from={from} />
        </div>
        {/* Beside the box with the time, which would move if it grew. */}
        {transfer && isIdle && <LiveTransfer {...{ environment, id, transfer }} renderLost={() => null} />}
        <div className="ml-auto flex flex-none items-center gap-2">
          {isFromList && <span className="text-sm text-ink-3">From the list</span>}
          <UpdatedAgo
            at={isFromList ? undefined : loaded?.at}
            isReading={isFetching}
            onRefresh={refresh}
            live={environment}
            problem={problem}
            problemAt={errorUpdatedAt}
          />
        </div>
        {(position || (why && !isMissing)) && (
          <div className="flex flex-none basis-full flex-wrap items-center justify-end gap-3 sm:basis-auto">
            {position && (
              <NeighbourLinks environment={environment} position={position} isLoaded={answer !== undefined} />
            )}
            {why && !isMissing && <span className="text-sm text-ink-3">{why}</span>}
          </div>
        )}
      </div>
      {/* On paper the receipt replaces the page, if there is one. */}
      <div className={loaded && 'print:hidden'}>
        <ReadNotices at={loaded?.at} problem={problem} problemAt={errorUpdatedAt} onRetry={refresh} />
        {/* The same heading in every state, so that it keeps the focus. */}
        <h1
          tabIndex={-1}
          data-id={isMissing ? undefined : id}
          className={transfer ? 'text-md font-label tracking-normal text-ink-2' : undefined}
        >
          {transfer ? (
            <TransferHeading environment={environment} transfer={transfer} />
          ) : (
            <NoHeading {...{ environment, id, isMissing }} />
          )}
        </h1>
      </div>
      {loaded && <TransferView key={id} {...{ environment, loaded }} />}
      {isMissing && (
        <div role="alert">
          <NoTransfer id={id} isId={isId} environment={environment} other={other} onRetry={refresh} />
        </div>
      )}
      {problem && !loaded && !isMissing && !isRateLimited(problem) && (
        <ProblemView error={problem} what="The transfer" at={errorUpdatedAt} onRetry={refresh} />
      )}
      {isLate && <SkeletonLines widths={[180, 320, 120, 480, 420, 460]} className="mt-4" />}
    </>
  )
}

/** The name of a transfer. The document's title adds amount and id, because other transfers may have the same name. */
function TransferHeading({ environment, transfer }: { environment: Environment; transfer: DecodedTransfer }) {
  const { id } = transfer.known
  const { movement } = useMovement(environment, id ?? '')
  const name = nameOf(transfer, conversionOf(transfer, movement && stationWith(movement.stations, id ?? '')))
  const title = [transferTitle(transfer, name), id && shorten(id, 8)].filter(Boolean).join(', ')
  useDocumentTitle(pageTitle(environment, title))
  return (
    <>
      <TransferName transfer={transfer} name={name} />
      {id && <span className="sr-only">, {shorten(id, 8)}</span>}
    </>
  )
}

/** The heading while there is no transfer to name. */
function NoHeading({ environment, id, isMissing }: { environment: Environment; id: string; isMissing: boolean }) {
  const title = isMissing ? 'Transfer not found' : `Transfer ${shorten(id, 8)}`
  useDocumentTitle(pageTitle(environment, title))
  return title
}

type NoTransferProps = TransferPageProps & { isId: boolean; onRetry: () => void }

/** Names the environment, because the id may belong to the other one. */
function NoTransfer({ id, isId, environment, other, onRetry }: NoTransferProps) {
  const shownId = <ShortId id={id} what="transfer ID" head={36} />
  if (!isId)
    return (
      <EmptyState title="No transfer with this ID">
        <p>This is not a transfer ID: {shownId}.</p>
        <p>Enter the full ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.</p>
      </EmptyState>
    )
  const actions = (
    <>
      <Button onClick={onRetry}>Try again</Button>
      {other && (
        <a className={buttonClass()} href={`/${other}/transfers/${encodeURIComponent(id)}`}>
          Look in {other}
        </a>
      )}
    </>
  )
  return (
    <EmptyState title="No transfer with this ID" actions={actions}>
      <p>
        The provider has no transfer {shownId} in {environment}.
      </p>
      <p>It may not exist yet, or it may belong to {other ?? 'another environment'}.</p>
    </EmptyState>
  )
}
