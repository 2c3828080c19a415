/** What was credited and debited, by day and asset: exact sums of what was read, and no word about what was not. */
import { negated, sumOf } from '@/lib/api/decimals'
import { coverageOf, type WalkResult } from '@/lib/browser/bounded-walk'
import type { Day } from '@/lib/browser/clock'
import type { TransferEntry } from './entries'

/** Sums of amounts (fees left out) as decimal texts; `net` is credit minus debit. */
export type Sums = { credit: string; debit: string; net: string; transfers: number }

/** A day's sums by asset; `coverage` says how much of the day was read. */
export type DayVolume = {
  day: Day
  coverage: 'whole' | 'part' | 'none'
  isRunning: boolean
  byAsset: Map<string, Sums>
}

export type Volume = {
  /** Oldest first, as many as were asked for. */
  days: DayVolume[]
  /** Assets with a completed transfer, most transfers first. */
  assets: string[]
  totals: Map<string, Sums>
  /** Transfers created in these days, whatever became of them. */
  transfers: number
  /** Those of them that are not in the sums. */
  pending: number
  failed: number
  unknown: number
  /** Completed ones that lack an amount, an asset or a known direction. */
  incomplete: number
}

/** What sums take. */
const decimal = /^-?(?:\d*\.)?\d+$/

type Amounts = { credit: string[]; debit: string[] }
type ByAsset = Map<string, Amounts>

function amountsOf(byAsset: ByAsset, asset: string): Amounts {
  const known = byAsset.get(asset) ?? { credit: [], debit: [] }
  byAsset.set(asset, known)
  return known
}

/** Only decimals get this far, so every sum exists. */
function sumsOf({ credit, debit }: Amounts): Sums {
  const [credited, debited] = [sumOf(credit) ?? '', sumOf(debit) ?? '']
  const net = sumOf([credited, negated(debited)]) ?? ''
  return { credit: credited, debit: debited, net, transfers: credit.length + debit.length }
}

const summed = (byAsset: ByAsset) => new Map([...byAsset].map(([asset, amounts]) => [asset, sumsOf(amounts)]))

/** The sums of all days, from those of each. */
function totalsOf(days: readonly Map<string, Sums>[]): Map<string, Sums> {
  const totals = new Map<string, Sums>()
  for (const byAsset of days) {
    for (const [asset, { credit, debit, net, transfers }] of byAsset) {
      const before = totals.get(asset) ?? nothing
      totals.set(asset, {
        credit: sumOf([before.credit, credit]) ?? '',
        debit: sumOf([before.debit, debit]) ?? '',
        net: sumOf([before.net, net]) ?? '',
        transfers: before.transfers + transfers,
      })
    }
  }
  return totals
}

const nothing: Sums = { credit: '0', debit: '0', net: '0', transfers: 0 }
/** The sums of an asset; zero where it had none. */
export const sumsIn = (byAsset: Map<string, Sums>, asset: string) => byAsset.get(asset) ?? nothing

/**
 * Sums the COMPLETED transfers of some days, each on the day on which it was created.
 * @param days oldest first, one after the other without a gap
 */
export function volumeOf(walked: WalkResult<TransferEntry>, days: readonly Day[]): Volume {
  const byDay = days.map((): ByAsset => new Map())
  const counts = { transfers: 0, pending: 0, failed: 0, unknown: 0, incomplete: 0 }
  for (const { at = -1, asset, direction, amount, status } of walked.entries) {
    const byAsset = byDay[days.findIndex(({ start, end }) => at >= start && at < end)]
    if (!byAsset) continue
    counts.transfers += 1
    if (status === 'PENDING') counts.pending += 1
    else if (status === 'FAILED') counts.failed += 1
    else if (status !== 'COMPLETED') counts.unknown += 1
    else {
      const side = direction === 'CREDIT' ? 'credit' : direction === 'DEBIT' ? 'debit' : undefined
      if (!asset || !side || amount === undefined || !decimal.test(amount)) counts.incomplete += 1
      else amountsOf(byAsset, asset)[side].push(amount)
    }
  }
  const sums = byDay.map(summed)
  const totals = totalsOf(sums)
  const assets = [...totals]
    .sort(([one, few], [other, many]) => many.transfers - few.transfers || (one < other ? -1 : 1))
    .map(([asset]) => asset)
  return {
    days: days.map((day, index) => {
      const byAsset = sums[index] ?? new Map()
      const coverage = coverageOf(walked, day)
      // Rows out of order may fill a day of which nothing else is known.
      const isPart = coverage === 'none' && byAsset.size > 0
      return { day, coverage: isPart ? 'part' : coverage, isRunning: walked.until <= day.end, byAsset }
    }),
    assets,
    totals,
    ...counts,
  }
}
