'use client'
import { useMemo } from 'react'
import { countText } from '@/components/transfers/labels'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { settlementTimes } from '@/components/transfers/usual-times'
import { Amount } from '@/components/ui/amount'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { dayText, durationText, thisMonth } from '@/lib/browser/clock'
import { type FigureRow, FiguresTable } from './figures-table'
import { issuanceOf, type Sums, statusCounts, type Volume } from './totals'
import type { QuoteEntry, Walk } from './use-walk'
import { minuteText, WalkStatus } from './walk-status'

/** Undefined until some transfers are read. */
type TotalsProps = { volume?: Volume; className?: string }

const rowOf = ([key, { credit, debit, net, transfers }]: [string, Sums]): FigureRow => ({
  ...{ key, cells: [credit, debit, net, transfers] },
})

/** Today's volume by asset, most transfers first. */
export function TodaySection({ volume, className }: TotalsProps) {
  const { zone } = useZone()
  const today = volume?.days.at(-1)
  const until = volume?.until ?? 0
  const isPart = today !== undefined && today.coverage !== 'whole'
  return (
    <Section
      className={className}
      title="Volume today"
      more={today && `${dayText(today.day)}, 00:00 to ${minuteText(until, until, zone)}`}
    >
      {volume && isPart && (
        <p className="mt-2 text-sm text-ink-3">
          Partial: loaded back to {minuteText(volume.completeSince, until, zone)} only. Older transfers are not counted.
        </p>
      )}
      <FiguresTable
        name="Volume today"
        columns={['Asset', 'Credit', 'Debit', 'Net', 'Transfers']}
        rows={today && [...today.byAsset].map(rowOf)}
        skeletonRows={5}
        empty={`No completed transfers${isPart ? ' loaded' : ''} yet.`}
        isTight
      />
    </Section>
  )
}

/** The days, or how far back they were read. */
function useRange(volume?: Volume): string | undefined {
  const { zone } = useZone()
  if (!volume || volume.completeSince <= volume.start) return volume?.range
  return `back to ${minuteText(volume.completeSince, volume.until, zone)}`
}

/** How long completed transfers took by type, from the only two times that the provider reports. */
export function SettlementSection({ volume, className }: TotalsProps) {
  const times = useMemo(() => volume && settlementTimes(volume.entries), [volume])
  return (
    <Section className={className} title="Time to settle" more={useRange(volume)}>
      <FiguresTable
        name="Time to settle"
        columns={['Type', 'Transfers', 'Median', '95 %']}
        rows={times?.map(({ type, transfers, median, p95 }) => ({
          key: type,
          cells: [
            <span key="transfers" className="text-ink-3">
              {transfers.toLocaleString('en-US')}
            </span>,
            ...[durationText(median), durationText(p95)],
          ],
        }))}
        skeletonRows={8}
        empty="No completed transfers loaded yet."
        maximum={8}
        noun="types"
      />
      <p className="mt-2 text-sm text-ink-3">Completed transfers, from creation to last update.</p>
    </Section>
  )
}

export function StatusSection({ volume }: TotalsProps) {
  const rows = useMemo(() => volume && statusCounts(volume.entries), [volume])
  return (
    <Section title="Transfers by status" more={useRange(volume)}>
      <FiguresTable
        name="Transfers by status"
        columns={['Status', 'Transfers', 'Share']}
        rows={rows?.map(({ status, transfers, share }) => ({
          key: status,
          head: <Status {...transferStatusStyle({ known: { status } })} isLoud={false} />,
          cells: [
            transfers,
            <span key="share" className="[--places:2]">
              <Amount text={share} /> %
            </span>,
          ],
        }))}
        skeletonRows={3}
      />
      <p className="mt-2 text-sm text-ink-3">Status when the transfers were loaded.</p>
    </Section>
  )
}

/** This month's issuance and redemption, by the sign of `token_principal`. */
export function IssuanceSection({ walk }: { walk: Walk<QuoteEntry> }) {
  const { zone } = useZone()
  const { result, isLoading } = walk
  const month = useMemo(() => result && thisMonth(result.startedAt, zone), [result, zone])
  const issuance = useMemo(
    () => result && month && issuanceOf(result.entries.filter(({ at = -1 }) => at >= month.start)),
    [result, month],
  )
  return (
    <Section title="Minted and redeemed" more={month?.name}>
      {(issuance || isLoading) && (
        <FiguresTable
          name="Minted and redeemed"
          columns={['Asset', 'Minted', 'Redeemed']}
          rows={issuance && [...issuance.byAsset].map(([key, { credit, debit }]) => ({ key, cells: [credit, debit] }))}
          skeletonRows={3}
          empty="No complete issuer quotes this month."
        />
      )}
      <WalkStatus
        walk={walk}
        what="issuer quotes"
        counted={month && issuance && { start: month.start, noun: 'complete issuer quote', count: issuance.quotes }}
      >
        {issuance &&
          issuance.incomplete > 0 &&
          `${countText(issuance.incomplete, 'quote without an asset or valid number is', 'quotes without an asset or valid number are')} not included. `}
        Minted or redeemed by the sign of <span className="font-mono">token_principal</span>, whose meaning the provider
        does not document.
      </WalkStatus>
    </Section>
  )
}
