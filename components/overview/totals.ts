/** What the rows of the walks add up to, in exact decimals. */
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import type { TransferType } from '@/lib/api/transfers'
import { coverageOf, type WalkResult } from '@/lib/browser/bounded-walk'
import { type Day, dayRangeText } from '@/lib/browser/clock'
import type { QuoteEntry, TransferEntry } from './use-walk'

/** Sums of amounts without fees, as decimals; `net` is credit minus debit. */
export type Sums = { credit: string; debit: string; net: string; transfers: number }
/** By asset, most transfers first. */
export type SumsByAsset = ReadonlyMap<string, Sums>

/** A day's sums; `coverage` is how much of the day was read. */
export type DayVolume = { day: Day; coverage: 'whole' | 'part' | 'none'; isRunning: boolean; byAsset: SumsByAsset }

export type Volume = Pick<WalkResult<TransferEntry>, 'until' | 'completeSince'> & {
  /** Oldest first. */
  days: DayVolume[]
  /** The first moment of these days, ms since 1970. */
  start: number
  /** The days as text. */
  range: string
  /** All transfers created in these days, and how many they are. */
  entries: TransferEntry[]
  transfers: number
  /** Assets with a completed transfer, most transfers first. */
  assets: string[]
  totals: SumsByAsset
  /** What of `totals` are transfers between the operator's own profiles, and conversions. */
  internal: SumsByAsset
  /** Transfers that are not in the sums; `incomplete` are completed, but lack an amount, asset or known direction. */
  pending: number
  failed: number
  unknown: number
  incomplete: number
}

type Amounts = Map<string, { credit: string[]; debit: string[] }>

function addAmount(amounts: Amounts, asset: string, side: 'credit' | 'debit', amount: string): void {
  const known = amounts.get(asset) ?? { credit: [], debit: [] }
  amounts.set(asset, known)
  known[side].push(amount)
}

/** Only decimals get here, so every sum exists. */
function sumsOf(amounts: Amounts): SumsByAsset {
  const sums = [...amounts].map(([asset, { credit: credits, debit: debits }]): [string, Sums] => {
    const [credit, debit] = [sumOf(credits) ?? '', sumOf(debits) ?? '']
    const net = sumOf([credit, negated(debit)]) ?? ''
    return [asset, { credit, debit, net, transfers: credits.length + debits.length }]
  })
  return new Map(sums.sort(([a, one], [b, other]) => other.transfers - one.transfers || (a < b ? -1 : 1)))
}

const internalTypes: ReadonlySet<string> = new Set<TransferType>([
  'INTERNAL_TRANSFER_CREDIT',
  'INTERNAL_TRANSFER_DEBIT',
])

const zero: Sums = { credit: '0', debit: '0', net: '0', transfers: 0 }
/** The sums of an asset; zero if it has none. */
export const sumsIn = (byAsset: SumsByAsset, asset: string) => byAsset.get(asset) ?? zero

/**
 * Sums the COMPLETED transfers of each day on which they were created.
 * @param days oldest first, without gaps
 */
export function volumeOf(result: WalkResult<TransferEntry>, days: readonly Day[]): Volume {
  const daily = days.map((): Amounts => new Map())
  const all: Amounts = new Map()
  const internal: Amounts = new Map()
  const entries: TransferEntry[] = []
  const counts = { pending: 0, failed: 0, unknown: 0, incomplete: 0 }
  for (const entry of result.entries) {
    const { at = -1, asset, direction, amount = '', status, type = '' } = entry
    const amounts = daily[days.findIndex(({ start, end }) => at >= start && at < end)]
    if (!amounts) continue
    entries.push(entry)
    const side = direction === 'CREDIT' ? 'credit' : direction === 'DEBIT' ? 'debit' : undefined
    if (status === 'PENDING') counts.pending += 1
    else if (status === 'FAILED') counts.failed += 1
    else if (status !== 'COMPLETED') counts.unknown += 1
    else if (!asset || !side || compareDecimals(amount, '0') === undefined) counts.incomplete += 1
    else {
      for (const one of [amounts, all, ...(internalTypes.has(type) ? [internal] : [])])
        addAmount(one, asset, side, amount)
    }
  }
  const totals = sumsOf(all)
  const [oldest, newest] = [days[0], days.at(-1)]
  return {
    ...{ until: result.until, completeSince: result.completeSince, start: oldest?.start ?? 0 },
    range: oldest && newest ? dayRangeText(oldest, newest) : '',
    days: days.map((day, index) => {
      const byAsset = sumsOf(daily[index] ?? new Map())
      const coverage = coverageOf(result, day)
      // Rows out of order may fill a day that was not read otherwise.
      const isPart = coverage === 'none' && byAsset.size > 0
      return { day, coverage: isPart ? 'part' : coverage, isRunning: result.until <= day.end, byAsset }
    }),
    ...{ entries, transfers: entries.length, totals, internal: sumsOf(internal), assets: [...totals.keys()] },
    ...counts,
  }
}

/**
 * Sums COMPLETE quotes by asset, most quotes first. `credit` is the sum of positive values of `token_principal`, `debit`
 * that of negative ones without their sign: the spec does not say what the sign means. `incomplete` lack an asset or a
 * decimal.
 */
export function issuanceOf(entries: readonly QuoteEntry[]) {
  const amounts: Amounts = new Map()
  const complete = entries.filter(({ status }) => status === 'COMPLETE')
  let incomplete = 0
  for (const { asset, tokens = '' } of complete) {
    const sign = compareDecimals(tokens, '0')
    if (!asset || sign === undefined) incomplete += 1
    else if (sign < 0) addAmount(amounts, asset, 'debit', negated(tokens))
    else addAmount(amounts, asset, 'credit', tokens)
  }
  return { byAsset: sumsOf(amounts), quotes: complete.length, incomplete }
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
  const share = (part: number) => (part === 0 ? '0.00' : shareText(part, entries.length))
  return [...counts].map(([status, transfers]) => ({ status, transfers, share: share(transfers) }))
}
