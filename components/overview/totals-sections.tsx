'use client'
import { useMemo, useState } from 'react'
import { countText } from '@/components/transfers/labels'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { settlementTimes } from '@/components/transfers/usual-times'
import { Amount } from '@/components/ui/amount'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { useDelayed, useZone } from '@/components/ui/time'
import { dayText, durationText, thisMonth } from '@/lib/browser/clock'
import { FiguresTable, ShowAll } from './figures-table'
import { issuanceOf, statusCounts, type Volume } from './totals'
import { canShowWalk, type QuoteEntry, type TransferEntry, type Walk } from './use-walk'
import { coverageText, minuteText, WalkStatus } from './walk-status'

const count = (value: number) => <span key="count">{value.toLocaleString('en-US')}</span>

type TodayProps = { volume?: Volume; until: number; completeSince: number; isLate: boolean }

/** Today's volume by asset, most transfers first. */
export function TodaySection({ volume, until, completeSince, isLate }: TodayProps) {
  const { zone } = useZone()
  const today = volume?.days.at(-1)
  const isPart = today !== undefined && today.coverage !== 'whole'
  const sums = [...(today?.byAsset ?? [])].sort(([, one], [, other]) => other.transfers - one.transfers)
  const rows = sums.map(([asset, { credit, debit, net, transfers }]) => ({
    ...{ key: asset, head: asset },
    cells: [credit, debit, net, count(transfers)],
  }))
  return (
    <Section title="Volume today" more={today && `${dayText(today.day)}, 00:00 to ${minuteText(until, until, zone)}`}>
      {isPart && (
        <p className="mt-2 text-sm text-ink-3">
          Partial: loaded back to {minuteText(completeSince, until, zone)} only. Older transfers are not counted.
        </p>
      )}
      {today && rows.length === 0 ? (
        <p className="py-2 text-ink-3">No completed transfers{isPart ? ' loaded' : ''} yet.</p>
      ) : (
        <FiguresTable
          name="Volume today"
          columns={['Asset', 'Credit', 'Debit', 'Net', 'Transfers']}
          rows={today && rows}
          skeletonRows={isLate ? 5 : 0}
          isTight
        />
      )}
    </Section>
  )
}

/** `entries` were created on the days shown; undefined until some are read. */
type EntriesProps = { entries?: readonly TransferEntry[]; range: string; isLate: boolean }

/** Types shown at once; the others, with fewer transfers, on request. */
const shownTypes = 8

/** How long completed transfers took by type, from the only two times that the provider reports. */
export function SettlementSection({ entries, range, isLate }: EntriesProps) {
  const times = useMemo(() => (entries ? settlementTimes(entries) : []), [entries])
  const [isAll, setAll] = useState(false)
  const rows = (isAll ? times : times.slice(0, shownTypes)).map(({ type, transfers, median, p95 }) => ({
    ...{ key: type, head: type },
    cells: [
      <span key="transfers" className="text-ink-3">
        {transfers.toLocaleString('en-US')}
      </span>,
      <span key="median">{durationText(median)}</span>,
      <span key="p95">{durationText(p95)}</span>,
    ],
  }))
  return (
    <Section title="Time to settle" more={range}>
      {entries && rows.length === 0 ? (
        <p className="py-2 text-ink-3">No completed transfers loaded yet.</p>
      ) : (
        <FiguresTable
          name="Time to settle"
          columns={['Type', 'Transfers', 'Median', '95 %']}
          rows={entries && rows}
          skeletonRows={isLate ? 6 : 0}
        />
      )}
      {times.length > shownTypes && (
        <ShowAll isAll={isAll} some={`${shownTypes} types`} all={`all ${times.length} types`} onChange={setAll} />
      )}
      <p className="mt-2 text-sm text-ink-3">Completed transfers, from creation to last update.</p>
    </Section>
  )
}

export function StatusSection({ entries, range, isLate }: EntriesProps) {
  const rows = useMemo(() => entries && statusCounts(entries), [entries])
  return (
    <Section title="Transfers by status" more={range}>
      <FiguresTable
        name="Transfers by status"
        columns={['Status', 'Transfers', 'Share']}
        rows={rows?.map(({ status, transfers, share }) => ({
          key: status,
          head: <Status {...transferStatusStyle({ known: { status } })} isLoud={false} />,
          cells: [
            count(transfers),
            <span key="share" className="[--places:2]">
              <Amount text={share} /> %
            </span>,
          ],
        }))}
        skeletonRows={isLate ? 3 : 0}
      />
      <p className="mt-2 text-sm text-ink-3">Status when the transfers were loaded.</p>
    </Section>
  )
}

/** This month's issuance and redemption, by the sign of `token_principal`. */
export function IssuanceSection({ walk }: { walk: Walk<QuoteEntry> }) {
  const { zone } = useZone()
  const { result } = walk
  const isReady = result !== undefined && canShowWalk(walk)
  const isLate = useDelayed(!isReady && walk.isLoading)
  const month = useMemo(() => result && thisMonth(result.startedAt, zone), [result, zone])
  const issuance = useMemo(
    () => result && month && issuanceOf(result.entries.filter(({ at = -1 }) => at >= month.start)),
    [result, month],
  )
  const rows = (issuance?.assets ?? []).map(({ asset, positive, negative }) => ({
    ...{ key: asset, head: asset },
    cells: [positive, negative],
  }))
  const coverage = result && month && issuance && (
    <>
      {coverageText(result, {
        ...{ start: month.start, zone, noun: 'complete issuer quote', counted: issuance.quotes, state: walk.state },
      })}{' '}
      {issuance.incomplete > 0 &&
        `${countText(issuance.incomplete, 'quote without an asset or valid number is', 'quotes without an asset or valid number are')} not included. `}
      Minted or redeemed by the sign of <span className="font-mono">token_principal</span>, whose meaning the provider
      does not document.
    </>
  )
  return (
    <Section title="Minted and redeemed" more={month?.name}>
      {isReady && rows.length === 0 && <p className="py-2 text-ink-3">No complete issuer quotes this month.</p>}
      {(rows.length > 0 || isLate) && (
        <FiguresTable
          name="Minted and redeemed"
          columns={['Asset', 'Minted', 'Redeemed']}
          rows={isReady ? rows : undefined}
          skeletonRows={3}
        />
      )}
      <WalkStatus walk={walk} what="issuer quotes" coverage={coverage} />
    </Section>
  )
}
