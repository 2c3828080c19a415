/** What the rows of the walks add up to, in exact decimals. */
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import { coverageOf, type WalkResult } from '@/lib/browser/bounded-walk'
import type { Day } from '@/lib/browser/clock'
import type { QuoteEntry, TransferEntry } from './use-walk'

/** Sums of amounts without fees, as decimals; `net` is credit minus debit. */
export type Sums = { credit: string; debit: string; net: string; transfers: number }

/** A day's sums by asset; `coverage` is how much of the day was read. */
export type DayVolume = {
  day: Day
  coverage: 'whole' | 'part' | 'none'
  isRunning: boolean
  byAsset: Map<string, Sums>
}

export type Volume = {
  /** Oldest first. */
  days: DayVolume[]
  /** Assets with a completed transfer, most transfers first. */
  assets: string[]
  totals: Map<string, Sums>
  /** All transfers created in these days. */
  transfers: number
  /** Those of them that are not in the sums; `incomplete` are completed, but lack an amount, asset or known direction. */
  pending: number
  failed: number
  unknown: number
  incomplete: number
}

const decimal = /^-?(?:\d*\.)?\d+$/

type Amounts = { credit: string[]; debit: string[] }

/** Only decimals get here, so every sum exists. */
function sumsOf({ credit: credits, debit: debits }: Amounts): Sums {
  const [credit, debit] = [sumOf(credits) ?? '', sumOf(debits) ?? '']
  return { credit, debit, net: sumOf([credit, negated(debit)]) ?? '', transfers: credits.length + debits.length }
}

const zero: Sums = { credit: '0', debit: '0', net: '0', transfers: 0 }
/** The sums of an asset; zero if it has none. */
export const sumsIn = (byAsset: Map<string, Sums>, asset: string) => byAsset.get(asset) ?? zero

function totalsOf(days: readonly Map<string, Sums>[]): Map<string, Sums> {
  const totals = new Map<string, Sums>()
  for (const [asset, sums] of days.flatMap((byAsset) => [...byAsset])) {
    const before = sumsIn(totals, asset)
    const total = (name: 'credit' | 'debit' | 'net') => sumOf([before[name], sums[name]]) ?? ''
    const transfers = before.transfers + sums.transfers
    totals.set(asset, { credit: total('credit'), debit: total('debit'), net: total('net'), transfers })
  }
  return totals
}

/**
 * Sums the COMPLETED transfers of each day on which they were created.
 * @param days oldest first, without gaps
 */
export function volumeOf(result: WalkResult<TransferEntry>, days: readonly Day[]): Volume {
  const amounts = days.map(() => new Map<string, Amounts>())
  const counts = { transfers: 0, pending: 0, failed: 0, unknown: 0, incomplete: 0 }
  for (const { at = -1, asset, direction, amount, status } of result.entries) {
    const byAsset = amounts[days.findIndex(({ start, end }) => at >= start && at < end)]
    if (!byAsset) continue
    counts.transfers += 1
    const side = direction === 'CREDIT' ? 'credit' : direction === 'DEBIT' ? 'debit' : undefined
    if (status === 'PENDING') counts.pending += 1
    else if (status === 'FAILED') counts.failed += 1
    else if (status !== 'COMPLETED') counts.unknown += 1
    else if (!asset || !side || amount === undefined || !decimal.test(amount)) counts.incomplete += 1
    else {
      const known = byAsset.get(asset) ?? { credit: [], debit: [] }
      byAsset.set(asset, known)
      known[side].push(amount)
    }
  }
  const sums = amounts.map((byAsset) => new Map([...byAsset].map(([asset, all]) => [asset, sumsOf(all)])))
  const totals = totalsOf(sums)
  const assets = [...totals].sort(([a, one], [b, other]) => other.transfers - one.transfers || (a < b ? -1 : 1))
  return {
    days: days.map((day, index) => {
      const byAsset = sums[index] ?? new Map()
      const coverage = coverageOf(result, day)
      // Rows out of order may fill a day that was not read otherwise.
      const isPart = coverage === 'none' && byAsset.size > 0
      return { day, coverage: isPart ? 'part' : coverage, isRunning: result.until <= day.end, byAsset }
    }),
    assets: assets.map(([asset]) => asset),
    totals,
    ...counts,
  }
}

/** Sums of `token_principal` by its sign, both without it: the spec does not say what the sign means. */
export type Issuance = { asset: string; positive: string; negative: string; quotes: number }

/** Sums COMPLETE quotes by asset, most quotes first; `incomplete` lack an asset or a decimal. */
export function issuanceOf(entries: readonly QuoteEntry[]): { assets: Issuance[]; quotes: number; incomplete: number } {
  const byAsset = new Map<string, { positive: string[]; negative: string[] }>()
  const complete = entries.filter(({ status }) => status === 'COMPLETE')
  let incomplete = 0
  for (const { asset, tokens } of complete) {
    const sign = tokens === undefined ? undefined : compareDecimals(tokens, '0')
    if (!asset || tokens === undefined || sign === undefined) {
      incomplete += 1
      continue
    }
    const known = byAsset.get(asset) ?? { positive: [], negative: [] }
    byAsset.set(asset, known)
    if (sign < 0) known.negative.push(negated(tokens))
    else known.positive.push(tokens)
  }
  const assets = [...byAsset].map(([asset, { positive, negative }]) => ({
    asset,
    positive: sumOf(positive) ?? '',
    negative: sumOf(negative) ?? '',
    quotes: positive.length + negative.length,
  }))
  assets.sort((one, other) => other.quotes - one.quotes || (one.asset < other.asset ? -1 : 1))
  return { assets, quotes: complete.length, incomplete }
}

/** A share in per cent with two decimals, rounded half up: `98.54`. */
export function shareText(part: number, whole: number): string {
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole))
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Transfers by status: the spec's statuses first, then others as received; "" is no status. */
export function statusCounts(entries: readonly TransferEntry[]) {
  const counts = new Map(['COMPLETED', 'PENDING', 'FAILED'].map((status) => [status, 0]))
  for (const { status = '' } of entries) counts.set(status, (counts.get(status) ?? 0) + 1)
  const whole = entries.length
  return [...counts].map(([status, transfers]) => ({
    status,
    transfers,
    share: whole === 0 ? '0.00' : shareText(transfers, whole),
  }))
}
