'use client'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { amountText } from '@/components/ui/amount'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { EmptyState, Section, Skeleton } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'
import { writeQuery } from '@/lib/api/query-string'
import { atSecond, type Day, dayText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { type FigureRow, FiguresTable } from './figures-table'
import { type DayVolume, sumsIn, type Volume } from './totals'
import type { TransferEntry, Walk } from './use-walk'
import { type Bar, chartHeight, Legend, VolumeChart } from './volume-chart'
import { WalkStatus } from './walk-status'

/** The list of a day's completed transfers. @param path the environment's */
const dayHref = (path: string, { start, end }: Day) =>
  hrefOf(
    `${path}/transfers`,
    writeQuery({
      statuses: ['COMPLETED'],
      'created_at.gte': atSecond(start),
      'created_at.lt': atSecond(end),
      order_by: 'CREATED_AT',
      order: 'DESC',
    }),
  )

const barsOf = ({ days }: Volume, asset: string, path: string) =>
  days.map(({ day, coverage, byAsset }): Bar => {
    const { credit, debit } = sumsIn(byAsset, asset)
    const isRead = coverage !== 'none'
    return {
      label: String(day.day),
      href: dayHref(path, day),
      isComplete: coverage === 'whole',
      ...(isRead && { credit: Number(credit), debit: Number(debit) }),
      lines: [
        `${dayText(day)}${coverage === 'part' ? ', partial' : ''}`,
        ...(isRead ? [`Credit ${amountText(credit)}`, `Debit ${amountText(debit)}`] : ['Not loaded']),
      ],
    }
  })

type VolumeProps = { walk: Walk<TransferEntry>; volume?: Volume; path: string }

/** One asset's volume per day, as a chart and as a table. */
export function VolumeSection({ walk, volume, path }: VolumeProps) {
  const { search } = useAddress()
  const [first, setFirst] = useState<string>()
  const { assets = [], days = [], range = '' } = volume ?? {}
  // The first asset stays, even if a later page brings more of another one.
  if (assets[0] !== undefined && (first === undefined || !assets.includes(first))) setFirst(assets[0])
  const wanted = new URLSearchParams(search).get(assetName)
  const asset = assets.find((name) => name === wanted) ?? first ?? assets[0]
  const [pointed, setPointed] = useState<number>()
  const bars = useMemo(() => (volume && asset ? barsOf(volume, asset, path) : []), [volume, asset, path])
  const isLate = useDelayed(!volume && walk.isLoading)
  const status = (
    <WalkStatus
      walk={walk}
      what="transfers"
      counted={volume && { start: volume.start, noun: 'transfer', count: volume.transfers }}
    >
      {volume && ruleText(volume)} {volume && asset && internalText(volume, asset)}
    </WalkStatus>
  )
  if (!walk.isLoading && (volume ? assets.length === 0 : walk.problem)) {
    return (
      <Section title="Volume per day" more={range}>
        {volume && (
          <EmptyState title="No completed transfers in this period">
            <p>A transfer is counted once it completes, on the day it was created.</p>
          </EmptyState>
        )}
        {status}
      </Section>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,1fr)_37rem]">
      <Section
        isTall
        title="Volume per day"
        more={[asset, range].filter(Boolean).join(', ')}
        end={
          <span className="flex flex-wrap gap-3">
            <Legend name="credit">Credit</Legend>
            <Legend name="debit">Debit</Legend>
            {days.some(({ coverage }) => coverage !== 'whole') && <Legend name="incomplete">Incomplete</Legend>}
          </span>
        }
      >
        <figure
          aria-label={
            asset ? `${asset} credited and debited per day, ${range}; see Daily totals` : 'Volume per day, loading'
          }
        >
          {bars.length > 0 ? (
            <VolumeChart bars={bars} pointed={pointed} onPoint={setPointed} />
          ) : (
            <div className={chartHeight}>{isLate && <ChartSkeleton />}</div>
          )}
        </figure>
        {status}
      </Section>
      <Section
        isTall
        title="Daily totals"
        end={asset && volume && <AssetChoice assets={assets} asset={asset} search={search} path={path} />}
      >
        <DailyTotals volume={volume} asset={asset} path={path} pointed={pointed} isLoading={walk.isLoading} />
      </Section>
    </div>
  )
}

/** Which transfers the sums include. */
function ruleText({ pending, failed, unknown, incomplete }: Volume): string {
  const parts = [
    [pending, 'pending'],
    [failed, 'failed'],
    [unknown, 'with an unknown status'],
    [incomplete, 'completed without an amount, asset or direction'],
  ] as const
  const excluded = parts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString('en-US')} ${what}`] : []))
  const rule = 'Sums include completed transfers by creation date, without fees'
  return `Today is incomplete. ${rule}${excluded.length > 0 ? `; not included: ${excluded.join(', ')}` : ''}.`
}

/** How much of an asset's volume only moved between the operator's own profiles. */
export function internalText({ internal }: Volume, asset: string): string {
  const { credit, debit, transfers } = sumsIn(internal, asset)
  if (transfers === 0) return `${asset} has no internal transfers in this period.`
  return `${asset} includes internal transfers and conversions: ${amountText(credit)} credited, ${amountText(debit)} debited.`
}

function ChartSkeleton() {
  return (
    <div aria-hidden className="flex h-full items-center justify-around pb-6 pl-14">
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <Skeleton key={index} className="w-[3.5%]" style={{ height: `${20 + ((index * 37) % 50)}%` }} />
      ))}
    </div>
  )
}

const assetName = 'x.asset'
/** Assets with a link of their own; a menu has the others. */
const linkedAssets = 4

type ChoiceProps = { assets: readonly string[]; asset: string; search: string; path: string }

/** Chooses the asset of chart and table, which the address keeps. */
function AssetChoice({ assets, asset, search, path }: ChoiceProps) {
  const hrefFor = (name: string) => {
    const params = new URLSearchParams(search)
    params.set(assetName, name)
    return hrefOf(path, params)
  }
  const others = assets.slice(linkedAssets)
  const isOther = others.includes(asset)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SegmentedControl name="Asset">
        {assets.slice(0, linkedAssets).map((name) => (
          <ShallowLink
            key={name}
            href={hrefFor(name)}
            className={segmentClass(name === asset)}
            aria-current={name === asset ? 'true' : undefined}
          >
            {name}
          </ShallowLink>
        ))}
      </SegmentedControl>
      {others.length > 0 && (
        <select
          aria-label="Other asset"
          className={`h-11 rounded-2 border border-control bg-surface px-1.5 sm:h-[30px] ${isOther ? 'font-label' : 'text-ink-2'}`}
          value={isOther ? asset : ''}
          onChange={({ target }) => pushAddress(hrefFor(target.value))}
        >
          <option value="" disabled>
            More
          </option>
          {others.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </span>
  )
}

/** Days next to the chart; the others are shown on request. */
const shownDays = 10

type TotalsProps = { volume?: Volume; asset?: string; path: string; pointed?: number; isLoading: boolean }

/** The chart's figures, newest day first; each day links to its transfers. */
function DailyTotals({ volume, asset, path, pointed, isLoading }: TotalsProps) {
  const { days = [], totals } = volume ?? {}
  const total = asset && totals ? sumsIn(totals, asset) : undefined
  const rowOf = ({ day, coverage, isRunning, byAsset }: DayVolume, index: number): FigureRow => {
    const { credit, debit, net } = sumsIn(byAsset, asset ?? '')
    const note = [coverage === 'part' && 'partial', isRunning && 'so far'].filter(Boolean).join(', ')
    return {
      key: day.start,
      isHighlighted: pointed === index,
      head: (
        <>
          <Link prefetch={false} href={dayHref(path, day)} className="font-text hover:underline">
            {dayText(day)}
          </Link>
          {note && <span className="text-ink-3"> {note}</span>}
        </>
      ),
      cells:
        coverage === 'none'
          ? [
              <span key="none" className="text-ink-3">
                not loaded
              </span>,
            ]
          : [credit, debit, net],
    }
  }
  return (
    <FiguresTable
      name="Volume per day"
      columns={['Day', 'Credit', 'Debit', 'Net']}
      rows={total && days.map(rowOf).reverse()}
      total={
        total && {
          key: days.every(({ coverage }) => coverage === 'whole') ? `${days.length} days` : 'Loaded so far',
          cells: [total.credit, total.debit, total.net],
        }
      }
      skeletonRows={isLoading ? shownDays : 0}
      maximum={shownDays}
      noun="days"
      isTight
    />
  )
}
