/** The figures of each part of a range, with how much of it was read. */

import { negated, sumOf } from '@/lib/domain/decimals'
import type { Overview, OverviewRange, SideSums } from '@/lib/features/overview/interface'
import type { Span } from '@/lib/features/overview/overview-links'
import { type Slice, slicesOf } from './period'

/** `net` is credit minus debit. */
export type Sums = SideSums & { net: string }

const zero: SideSums = { credit: '0', debit: '0', count: 0 }

/** Only decimals get here, so the sum exists. */
export const withNet = (sums: SideSums): Sums => ({ ...sums, net: sumOf([sums.credit, negated(sums.debit)]) ?? '' })

/** The sums of an asset; zero if it has none. */
export const sumsIn = (byAsset: readonly [string, SideSums][], asset: string): Sums =>
  withNet(byAsset.find(([name]) => name === asset)?.[1] ?? zero)

/** How much of a slice was read, and whether it goes on. */
export type SliceFigures = Slice & {
  coverage: 'whole' | 'part' | 'none'
  isRunning: boolean
  byAsset: readonly [string, SideSums][]
  /** The rows that are in its figures. */
  span: Span
}

/** @param range as it was asked for @param overview undefined while nothing is read */
export function sliceFigures(range: OverviewRange, overview: Overview | undefined) {
  const to = overview?.to ?? range.to
  const { period, slices } = slicesOf(range, to)
  const byStart = new Map(overview?.transfers.byPeriod.map(({ start, byAsset }) => [start, byAsset]))
  const completeFrom = overview?.transfers.completeFrom ?? range.to
  return {
    period,
    slices: slices.map((slice): SliceFigures => {
      const { start, end } = slice
      const byAsset = byStart.get(start) ?? []
      const isPart = end > completeFrom || byAsset.length > 0
      return {
        ...slice,
        coverage: start >= completeFrom ? 'whole' : isPart ? 'part' : 'none',
        isRunning: end > to,
        byAsset,
        span: { from: Math.max(start, Math.min(completeFrom, end)), to: Math.max(start, Math.min(end, to)) },
      }
    }),
  }
}

/** A share in per cent with two decimals, rounded half up: `98.54`. */
export function shareText(part: number, whole: number): string {
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole))
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Transfers by status: the spec's statuses first, then others as received; "" is no status. */
export function statusCounts({ byStatus, count: all }: Pick<Overview['transfers'], 'byStatus' | 'count'>) {
  const counts = new Map(['COMPLETED', 'PENDING', 'FAILED'].map((status) => [status, 0]))
  for (const [status, count] of byStatus) counts.set(status, count)
  return [...counts].map(([status, count]) => ({ status, count, share: all === 0 ? '0.00' : shareText(count, all) }))
}

/** How many transfers have ended, and the share of them that completed; undefined if none has ended. */
export function successRate({ byStatus }: Pick<Overview['transfers'], 'byStatus'>) {
  const counts = new Map(byStatus)
  const completed = counts.get('COMPLETED') ?? 0
  const ended = completed + (counts.get('FAILED') ?? 0)
  return ended === 0 ? undefined : { completed, ended, share: shareText(completed, ended) }
}
