'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { moveSavedPosition } from '@/components/list/list-position'
import { useMovement } from '@/components/money/movement-read'
import { conversionOf, nameOf, stationWith } from '@/components/money/movement-texts'
import { TransferTrack } from '@/components/money/transfer-track'
import { RecordNotes } from '@/components/notes/record-notes'
import { MissingRecord, RecordPage } from '@/components/record/record-page'
import AddressCheck from '@/components/records/address-check'
import { CopyActions } from '@/components/records/copy-texts'
import { explorerOf } from '@/components/records/explorers'
import { nextStep } from '@/components/records/next-action'
import { deadlineOf, dueText } from '@/components/records/overdue'
import { useProfileNames } from '@/components/records/profile-names'
import { statusSummary } from '@/components/records/status-summary'
import { ExplorerLink, FactsColumn } from '@/components/records/transfer-facts'
import { fieldCount } from '@/components/records/transfer-fields'
import { AmountAndStatus, StatusNote } from '@/components/records/transfer-head'
import { transferTitle } from '@/components/records/transfer-labels'
import { type LoadedTransfer, transferRead } from '@/components/records/transfer-reads'
import { receiptName, TransferName } from '@/components/records/transfer-status'
import { hasSum, SumResult, SumTable } from '@/components/records/transfer-sum'
import { useUsualTimes } from '@/components/records/usual-times'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { useIdle, useIsPrinting } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { Section, SkeletonLines } from '@/components/ui/section'
import { type Tab, Tabs } from '@/components/ui/tabs'
import { useDelayed, useNow, useWhole, useZone } from '@/components/ui/time'
import { timeBy } from '@/lib/browser/clocks'
import { shorten } from '@/lib/browser/identifiers'
import { hrefOf } from '@/lib/browser/list-url'
import type { Station } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { NeighbourLinks, useBackToList, useListPosition, useTransferHref } from './list-neighbours'
import { eventsOf, observationsRead, TransferTimeline, useObservedStates, withNotedStates } from './transfer-timeline'

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

const AllFields = lazyPart('All fields', () => import('@/components/records/all-fields'))
const Receipt = lazyPart('The receipt', () => import('@/components/records/receipt'))
const RawJson = lazyPart('The raw JSON', () => import('@/components/records/raw-json'))

/** The tabs by their names in `x.tab`; the first needs none. */
const tabNames = ['story', 'fields', 'json'] as const
type TabName = (typeof tabNames)[number]

type ViewProps = {
  environment: Environment
  loaded: LoadedTransfer
  movement: ReturnType<typeof useMovement>
  /** Its station in the movement. */
  station: Station | undefined
  /** "Converted USD to USDG" */
  conversion: string | undefined
  /** Instead of its type's. */
  name: string | undefined
}

/** A transfer's amount and status, three tabs about it, and its receipt. */
export function TransferView({ environment, loaded, movement: read, station, conversion, name }: ViewProps) {
  const { transfer, text } = loaded
  const at = timeBy('provider', loaded.at, environment)
  const { path, search } = useAddress()
  const params = new URLSearchParams(search)
  const chosen = tabNames.find((name) => name === params.get('x.tab')) ?? 'story'
  const choose = (name: TabName) => {
    if (name === 'story') params.delete('x.tab')
    else params.set('x.tab', name)
    // The back button does not step through tabs.
    replaceAddress(hrefOf(path, params))
  }
  const { id = '' } = transfer.known
  const otherSides = station?.transfers.filter(({ known }) => known.id !== id) ?? []
  const hrefOfTransfer = useTransferHref(environment)
  const states = useObservedStates({
    at: timeBy('console', loaded.at),
    where: text === undefined ? 'list' : 'page',
    transfer,
  })
  const address = transfer.known.destination_address
  const answered = text === undefined ? undefined : transfer
  const observed = useQuery(observationsRead(environment, answered))
  const isObserved = observed.data !== undefined || observed.isError
  const now = useNow(10_000, 'provider')
  const usualTimes = useUsualTimes(environment, transfer.known.status === 'PENDING')
  const isTimed = transfer.known.status !== 'PENDING' || usualTimes !== undefined
  // What is below the status has as many lines as was found.
  const isWhole = useWhole(isTimed && isObserved && !read.isPending)
  const isLate = useDelayed(!isWhole)
  // A movement that takes long stands below all else but the notes, which wait for it, so that nothing moves.
  const [place, setPlace] = useState<'above' | 'below'>()
  if (isWhole && place === undefined) setPlace(read.isPending ? 'below' : 'above')
  const track = <TransferTrack environment={environment} id={id} read={read} current={id} hrefOf={hrefOfTransfer} />
  const timing = usualTimes && { now, usualTimes }
  const zone = useZone()
  const summary = statusSummary(transfer, timing, zone)
  const summarized = { ...loaded, at, environment, summary, timing, name }
  const deadline = timing && deadlineOf(transfer, timing)
  const isOverdue = deadline?.overdueBy !== undefined
  const isPrinting = useIsPrinting(Receipt)
  const tabs: Tab<TabName>[] = [
    { name: 'story', label: 'Story' },
    { name: 'fields', label: 'All fields', count: fieldCount(transfer) },
    { name: 'json', label: 'Raw JSON' },
  ]
  return (
    <>
      <div className="print:hidden">
        <AmountAndStatus
          transfer={transfer}
          isOverdue={isOverdue}
          end={
            <>
              <CopyActions {...summarized} />
              <ExplorerLink explorer={explorerOf(environment, transfer)} className={buttonClass()} />
              <Button onClick={() => window.print()}>
                <Printer />
                Print {receiptName(transfer)}
              </Button>
            </>
          }
        />
        <Tabs label="Views of this transfer" tabs={tabs} chosen={chosen} onChoose={choose}>
          {chosen === 'story' && (
            <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
              {/* Amounts can be of any length and are never cut. */}
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <StatusNote transfer={transfer} summary={summary} />
                {isWhole && (
                  <>
                    {/* Only money that leaves can go to a wrong address. */}
                    {address && transfer.known.direction !== 'CREDIT' && (
                      <AddressCheck
                        environment={environment}
                        address={address}
                        destination={observed.data?.destination}
                      />
                    )}
                    {hasSum(transfer) && (
                      <Section title="Fee and total" more={conversion ?? transfer.known.asset}>
                        <div className="mt-2 max-w-[420px]">
                          <SumTable transfer={transfer} />
                        </div>
                        <SumResult transfer={transfer} isAlone />
                      </Section>
                    )}
                    {place === 'above' && track}
                    <TransferTimeline
                      events={eventsOf(
                        transfer,
                        place === 'above' ? otherSides : [],
                        withNotedStates(states, observed.data?.states ?? []),
                      )}
                      next={nextStep(transfer, summary.action)}
                      nextBy={deadline && !isOverdue ? dueText(deadline.dueAt, zone, at) : undefined}
                      now={at}
                    />
                  </>
                )}
                {isLate && <SkeletonLines widths={[160, 420, 360, 300]} className="mt-8" />}
              </div>
              {/* On a phone the facts are below. */}
              <FactsColumn
                transfer={transfer}
                environment={environment}
                observed={observed}
                className={isWhole ? '' : 'max-lg:hidden'}
              />
              {isWhole && (
                <div className="min-w-0 lg:col-start-1">
                  {place === 'below' && track}
                  {transfer.known.id && !read.isPending && (
                    <RecordNotes record={{ environment, kind: 'transfer', id: transfer.known.id }} />
                  )}
                </div>
              )}
            </div>
          )}
          {chosen === 'fields' && <AllFields transfer={transfer} />}
          {chosen === 'json' && <RawJson {...loaded} />}
        </Tabs>
      </div>
      {isPrinting && <Receipt {...summarized} />}
    </>
  )
}
