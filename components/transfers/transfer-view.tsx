'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { TransferTrack } from '@/components/money/transfer-track'
import type { useMovement } from '@/components/money/use-movement'
import { RecordNotes } from '@/components/notes/record-notes'
import AddressCheck from '@/components/records/address-check'
import { CopyActions } from '@/components/records/copy-texts'
import { explorerOf } from '@/components/records/explorers'
import { nextStep } from '@/components/records/next-action'
import { deadlineOf, dueText } from '@/components/records/overdue'
import { statusSummary } from '@/components/records/status-summary'
import { ExplorerLink, FactsColumn } from '@/components/records/transfer-facts'
import { fieldCount } from '@/components/records/transfer-fields'
import { AmountAndStatus, StatusNote } from '@/components/records/transfer-head'
import type { LoadedTransfer } from '@/components/records/transfer-reads'
import { receiptName } from '@/components/records/transfer-status'
import { hasSum, SumResult, SumTable } from '@/components/records/transfer-sum'
import { useUsualTimes } from '@/components/records/usual-times'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { useIsPrinting } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section, SkeletonLines } from '@/components/ui/section'
import { type Tab, Tabs } from '@/components/ui/tabs'
import { useDelayed, useNow, useWhole, useZone } from '@/components/ui/time'
import { timeBy } from '@/lib/browser/clocks'
import { hrefOf } from '@/lib/browser/list-url'
import type { Station } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { useTransferHref } from './list-neighbours'
import { eventsOf, observationsRead, TransferTimeline, useObservedStates, withNotedStates } from './transfer-timeline'

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
