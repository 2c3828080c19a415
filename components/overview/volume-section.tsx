'use client'
import { useMemo, useState } from 'react'
import { Link, pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { amountText } from '@/components/ui/amount'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { Section, Skeleton } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'
import { hrefOf } from '@/lib/browser/list-url'
import type { Overview, OverviewRange, Period } from '@/lib/features/overview/interface'
import { type FigureRow, FiguresTable } from './figures-table'
import type { ListLinks } from './list-links'
import { type SliceFigures, sliceFigures, sumsIn } from './slice-figures'
import { type Bar, chartHeight, Legend, VolumeChart } from './volume-chart'

/** The head of the rows, the title of the table, and the word for several. */
const words: Record<Period, [head: string, totals: string, plural: string]> = {
  hour: ['Hour', 'Hourly totals', 'hours'],
  day: ['Day', 'Daily totals', 'days'],
  week: ['Week', 'Weekly totals', 'weeks'],
  month: ['Month', 'Monthly totals', 'months'],
}

const barsOf = (slices: readonly SliceFigures[], asset: string, { flowHref }: ListLinks) =>
  slices.map(({ start, name, label, coverage, byAsset, span }): Bar => {
    const { credit, debit } = sumsIn(byAsset, asset)
    const isRead = coverage !== 'none'
    return {
      key: start,
      label,
      href: isRead ? flowHref({ asset }, span) : undefined,
      isComplete: coverage === 'whole',
      ...(isRead && { credit: Number(credit), debit: Number(debit) }),
      exact: { credit: amountText(credit), debit: amountText(debit) },
      lines: [
        `${name}${coverage === 'part' ? ', partial' : ''}`,
        ...(isRead ? [`In ${amountText(credit)}`, `Out ${amountText(debit)}`] : ['Not read']),
      ],
    }
  })

type VolumeProps = {
  range: OverviewRange
  /** The days as text. */
  days: string
  /** Undefined while nothing is read. */
  overview?: Overview
  links?: ListLinks
  asset?: string
  isLoading: boolean
}

/** What came in and went out of one asset over time. Its figures are in the table of `SliceTotalsSection`. */
export function VolumeChartSection({ range, days, overview, links, asset, isLoading }: VolumeProps) {
  const [pointed, setPointed] = useState<number>()
  const { period, slices } = useMemo(() => sliceFigures(range, overview), [range, overview])
  const bars = useMemo(() => (links && asset ? barsOf(slices, asset, links) : []), [slices, asset, links])
  const isLate = useDelayed(!overview && isLoading)
  const title = `In and out per ${period}`
  const isEmpty = overview && !isLoading && asset === undefined
  return (
    <Section
      title={title}
      more={[asset, days].filter(Boolean).join(', ')}
      end={
        <span className="flex flex-wrap gap-3">
          <Legend name="credit">In</Legend>
          <Legend name="debit">Out</Legend>
          {overview && slices.some(({ coverage }) => coverage !== 'whole') && (
            <Legend name="incomplete">Incomplete</Legend>
          )}
        </span>
      }
    >
      <figure aria-label={asset ? `${asset} in and out per ${period}, ${days}` : `${title}, loading`}>
        {bars.length > 0 ? (
          <VolumeChart bars={bars} pointed={pointed} onPoint={setPointed} />
        ) : (
          <div className={chartHeight}>
            {isEmpty && <p>No completed transfers in this period.</p>}
            {isLate && <ChartSkeleton />}
          </div>
        )}
      </figure>
    </Section>
  )
}

/** The chart's figures as a table, with the choice of their asset. */
export function SliceTotalsSection({ range, overview, links, asset, isLoading, path }: VolumeProps & { path: string }) {
  const { period, slices } = useMemo(() => sliceFigures(range, overview), [range, overview])
  const [, totals] = words[period]
  return (
    <Section
      isTall
      title={totals}
      end={asset && overview && <AssetChoice assets={assetsOf(overview)} asset={asset} path={path} />}
    >
      <SliceTotals
        name={`Volume per ${period}`}
        period={period}
        slices={slices}
        overview={overview}
        links={links}
        asset={asset}
        isLoading={isLoading}
      />
      {overview && <Rule overview={overview} />}
    </Section>
  )
}

/** Assets with a completed transfer, most transfers first. */
const assetsOf = ({ transfers }: Overview) => transfers.byAsset.map(([asset]) => asset)

/** The asset that the address names, else the first one, which stays even if there are soon more of another. */
export function useAsset(overview: Overview | undefined): string | undefined {
  const { search } = useAddress()
  const [first, setFirst] = useState<string>()
  const assets = overview ? assetsOf(overview) : []
  if (assets[0] !== undefined && (first === undefined || !assets.includes(first))) setFirst(assets[0])
  const wanted = new URLSearchParams(search).get(assetName)
  return assets.find((name) => name === wanted) ?? (first !== undefined && assets.includes(first) ? first : assets[0])
}

/** Which transfers the sums include. */
function Rule({ overview: { transfers } }: { overview: Overview }) {
  const counts = new Map(transfers.byStatus)
  const [pending, failed] = [counts.get('PENDING') ?? 0, counts.get('FAILED') ?? 0]
  const others = transfers.count - pending - failed - (counts.get('COMPLETED') ?? 0)
  const parts = [
    [pending, 'pending'],
    [failed, 'failed'],
    [others, 'with an unknown status'],
    [transfers.incomplete, 'completed without an amount, asset or direction'],
    [transfers.moved, 'that convert money or move it between your profiles'],
  ] as const
  const excluded = parts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString('en-US')} ${what}`] : []))
  return (
    <p className="mt-3 text-sm text-ink-3 [overflow-wrap:anywhere]">
      Completed transfers by creation date, without fees
      {excluded.length > 0 && `; not included: ${excluded.join(', ')}`}.
    </p>
  )
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
/** Letters of an asset's name that its link shows; real ones are shorter. */
const shownLetters = 12

type ChoiceProps = { assets: readonly string[]; asset: string; path: string }

/** Chooses the asset of the chart and of the tables next to it and of profiles, which the address keeps. */
function AssetChoice({ assets, asset, path }: ChoiceProps) {
  const { search } = useAddress()
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
            title={name.length > shownLetters ? name : undefined}
          >
            {name.length > shownLetters ? `${name.slice(0, shownLetters)}…` : name}
          </ShallowLink>
        ))}
      </SegmentedControl>
      {others.length > 0 && (
        <select
          aria-label="Other asset"
          className={`h-11 max-w-40 rounded-2 border border-control bg-surface px-1.5 sm:h-[30px] ${isOther ? 'font-label' : 'text-ink-2'}`}
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

/** Rows next to the chart; the others are shown on request. */
const shownRows = 10

type TotalsProps = {
  name: string
  period: Period
  slices: readonly SliceFigures[]
  overview?: Overview
  links?: ListLinks
  asset?: string
  isLoading: boolean
}

/** The chart's figures, newest first; each leads to its transfers. */
function SliceTotals({ name, period, slices, overview, links, asset = '', isLoading }: TotalsProps) {
  const [head, , plural] = words[period]
  const rowOf = ({ start, name: text, coverage, isRunning, byAsset, span }: SliceFigures): FigureRow => {
    const { credit, debit, net } = sumsIn(byAsset, asset)
    const note = [coverage === 'part' && 'partial', isRunning && 'so far'].filter(Boolean).join(', ')
    const href = links?.flowHref({ asset }, span)
    const hrefOfSide = (side: 'credit' | 'debit') => links?.flowHref({ asset, side }, span)
    return {
      key: start,
      head: (
        <>
          {href && coverage !== 'none' ? (
            <Link href={href} className="inline-flex min-h-11 items-center font-text hover:underline sm:min-h-6">
              {text}
            </Link>
          ) : (
            text
          )}
          {note && <span className="text-ink-3"> {note}</span>}
        </>
      ),
      cells:
        coverage === 'none'
          ? [
              <span key="none" className="text-ink-3">
                not read
              </span>,
            ]
          : [{ figure: credit, href: hrefOfSide('credit') }, { figure: debit, href: hrefOfSide('debit') }, net],
    }
  }
  const total = overview && sumsIn(overview.transfers.byAsset, asset)
  return (
    <FiguresTable
      name={name}
      columns={[head, 'In', 'Out', 'Net']}
      rows={overview && slices.map(rowOf).reverse()}
      total={
        total && {
          key: overview.transfers.isWhole
            ? `${slices.length} ${slices.length === 1 ? head.toLowerCase() : plural}`
            : 'Read so far',
          cells: [
            { figure: total.credit, href: links?.flowHref({ asset, side: 'credit' }) },
            { figure: total.debit, href: links?.flowHref({ asset, side: 'debit' }) },
            total.net,
          ],
        }
      }
      skeletonRows={isLoading ? Math.min(shownRows, slices.length) : 0}
      maximum={shownRows}
      noun={plural}
      isTight
    />
  )
}
