'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { amountText } from '@/components/ui/amount'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { useDelayed } from '@/components/ui/now'
import { EmptyState, Section } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { dayRangeText, dayText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { coverageText } from './coverage'
import type { TransferEntry } from './entries'
import { sumsIn, type Volume } from './volume'
import type { Bar } from './volume-chart'
import { dayHref, VolumeTable } from './volume-table'
import { isShown, WalkNotes } from './walk-notes'
import type { Walk } from './walks'

const VolumeChart = lazy(() => import('./volume-chart'))

/** Assets that have a button of their own; the others are in a menu. */
const inSplit = 4
const assetName = 'x.asset'

/** What is drawn of an asset's days: floats, for pixels only. */
function barsOf({ days }: Volume, asset: string): Bar[] {
  return days.map(({ day, coverage, byAsset }) => {
    const { credit, debit } = sumsIn(byAsset, asset)
    const isRead = coverage !== 'none'
    return {
      label: String(day.day),
      isWhole: coverage === 'whole',
      credit: isRead ? Number(credit) : undefined,
      debit: isRead ? Number(debit) : undefined,
      words: [
        `${dayText(day)}${coverage === 'part' ? ', in part' : ''}`,
        ...(isRead ? [`Credit ${amountText(credit)}`, `Debit ${amountText(debit)}`] : ['Not read']),
      ],
    }
  })
}

type VolumeProps = { walk: Walk<TransferEntry>; volume?: Volume; path: string }

/** Volume per day of one asset: a picture, and the same in figures. */
export function VolumeSection({ walk, volume, path }: VolumeProps) {
  const { zone } = useZone()
  const router = useRouter()
  const { search } = useAddress()
  const isReady = volume !== undefined && isShown(walk)
  const [first, setFirst] = useState<string>()
  const usual = volume?.assets[0]
  // The asset that is shown first stays, also where a later page brings more of another.
  if (isReady && usual !== undefined && (first === undefined || !volume.assets.includes(first))) setFirst(usual)
  const wanted = new URLSearchParams(search).get(assetName)
  const asset = volume?.assets.find((name) => name === wanted) ?? first ?? usual
  const [pointed, setPointed] = useState<number>()
  const bars = useMemo(() => (isReady && asset ? barsOf(volume, asset) : []), [isReady, volume, asset])
  const open = useCallback(
    (index: number) => {
      const day = volume?.days[index]?.day
      if (day) router.push(dayHref(path, day))
    },
    [router, path, volume],
  )
  const days = volume?.days ?? []
  const [oldest, newest] = [days[0]?.day, days.at(-1)?.day]
  const span = oldest && newest ? dayRangeText(oldest, newest) : ''
  const coverage = walk.walked && oldest && volume && (
    <>
      {coverageText(walk.walked, {
        start: oldest.start,
        zone,
        noun: 'transfers',
        counted: volume.transfers,
        state: walk.state,
      })}{' '}
      Today is still running. {leftOutText(volume)}
    </>
  )
  const isLate = useDelayed(!isReady && walk.isReading)
  if (isReady && volume.assets.length === 0 && !walk.isReading) {
    return (
      <Section title="Volume per day" more={span}>
        <EmptyState title="No completed transfers in these days">
          <p>Transfers are counted once they are completed, on the day on which they were created.</p>
        </EmptyState>
        <WalkNotes walk={walk} what="transfers" coverage={coverage} />
      </Section>
    )
  }
  if (!isReady && walk.problem && !walk.isReading) {
    return (
      <Section title="Volume per day">
        <WalkNotes walk={walk} what="transfers" coverage={coverage} />
      </Section>
    )
  }
  const isPart = days.some(({ coverage }) => coverage !== 'whole')
  return (
    <div className="grid grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-x-8 max-lg:grid-cols-1">
      <Section
        title="Volume per day"
        more={[asset, span].filter(Boolean).join(', ')}
        end={
          <span className="flex flex-wrap gap-3">
            <span className="legend legend-credit">Credit</span>
            <span className="legend legend-debit">Debit</span>
            {isReady && isPart && <span className="legend legend-part">Not read, or in part</span>}
          </span>
        }
      >
        <figure
          aria-label={
            asset
              ? `${asset} credited and debited per day, ${span}; see the table beside it`
              : 'Volume per day, loading'
          }
        >
          {bars.length > 0 ? (
            <Suspense fallback={<div className="chart" />}>
              <VolumeChart bars={bars} onOpen={open} onPoint={setPointed} />
            </Suspense>
          ) : (
            <div className="chart">{isLate && <ChartBones />}</div>
          )}
        </figure>
        <WalkNotes walk={walk} what="transfers" coverage={coverage} />
      </Section>
      <Section
        title="Daily totals"
        end={asset && volume && <AssetChoice assets={volume.assets} asset={asset} search={search} path={path} />}
      >
        <VolumeTable days={days} totals={volume?.totals} asset={asset} path={path} pointed={pointed} isLate={isLate} />
      </Section>
    </div>
  )
}

/** Which transfers are in no sum, in a sentence. */
function leftOutText({ pending, failed, unknown, incomplete }: Volume): string {
  const parts = [
    [pending, 'pending'],
    [failed, 'failed'],
    [unknown, 'with a status that is not known'],
    [incomplete, 'completed without an amount, asset or direction'],
  ] as const
  const left = parts.flatMap(([count, word]) => (count > 0 ? [`${count.toLocaleString('en-US')} ${word}`] : []))
  const rule = 'Sums are of completed transfers by the day they were created, without fees'
  return left.length > 0 ? `${rule}; left out: ${left.join(', ')}.` : `${rule}.`
}

function ChartBones() {
  return (
    <div aria-hidden className="flex h-full items-center justify-around pb-6 pl-14">
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <span key={index} className="bone w-[3.5%]" style={{ height: `${20 + ((index * 37) % 50)}%` }} />
      ))}
    </div>
  )
}

type ChoiceProps = { assets: readonly string[]; asset: string; search: string; path: string }

/** The asset that chart and figures show; it stands in the address. */
function AssetChoice({ assets, asset, search, path }: ChoiceProps) {
  const hrefFor = (name: string) => {
    const params = new URLSearchParams(search)
    params.set(assetName, name)
    return hrefOf(path, params)
  }
  const others = assets.slice(inSplit)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SegmentedControl name="Asset">
        {assets.slice(0, inSplit).map((name) => (
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
          className={`h-[30px] rounded-2 border border-control bg-surface px-1.5 max-sm:h-10 ${others.includes(asset) ? 'font-label' : 'text-ink-2'}`}
          value={others.includes(asset) ? asset : ''}
          onChange={({ target }) => pushAddress(hrefFor(target.value))}
        >
          <option value="" disabled>
            More
          </option>
          {others.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </span>
  )
}
