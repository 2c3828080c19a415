/** What the overview of any range of time shows, and what is read for it. */

import type { RecordsExtent } from '../../api/records'
import type { Meaning } from '../../api/transfer-meaning'
import type { Json } from '../../domain/json'
import { atSecond, dayStart, lastInstantBefore, wallClock } from '../../domain/wall-clock'
import type { ScannedList, ScannedQueries } from '../../provider/scanned-lists'
import type { MovementPage, MovementRow } from '../money/interface'

/** Whole seconds in milliseconds since 1970, half-open, and the zone of its days. */
export type OverviewRange = { from: number; to: number; zone: string }

/** Movements whose newest transfer is older are no longer looked through for what does not add up. */
export const searchedDays = 7

/** Years that a range may have, each of which may be twelve bars of a chart, and the same in milliseconds. */
export const maximumYears = 50
export const maximumRange = maximumYears * 366 * 86_400_000

export type Side = 'credit' | 'debit'

/** Sums of amounts without fees, as exact decimals; `count` is how many there are. Of transfers, what came in and what went out. */
export type SideSums = { credit: string; debit: string; count: number }

/**
 * Milliseconds from creation to the last change of completed transfers; `network` is "" where there is none. `count` is how
 * many there are, of which `timed` have both times in their order.
 */
export type SettleTimes = { type: string; network: string; count: number; timed: number; median: number; p95: number }

export type ProfileFigures = { profile: string; count: number; byAsset: [asset: string, sums: SideSums][] }

export type TransferFigures = {
  /** Transfers created in the range, as far as they were read. */
  count: number
  /** By status as it was received, most transfers first; "" is none. */
  byStatus: [status: string, count: number][]
  /** Completed transfers whose money came from outside or left, by asset, most transfers first. */
  byAsset: [asset: string, sums: SideSums][]
  /** The types by which a list has just them, none if all types do; absent where a list would have others. */
  flowTypes?: string[]
  /** Completed conversions and moves between own profiles, each side. */
  moved: number
  /** `byAsset` by hour, day, week or month, oldest first; only those that have any. */
  byPeriod: { start: number; byAsset: [asset: string, sums: SideSums][] }[]
  settleTimes: SettleTimes[]
  /** By completed transfers, most first. */
  topProfiles: ProfileFigures[]
  profiles: number
  /** Completed, but without a valid amount, asset or direction: in no sum. */
  incomplete: number
}

/** `credit` is what was minted, `debit` what was redeemed, by the sign of `token_principal`. */
export type QuoteFigures = { count: number; byAsset: [asset: string, sums: SideSums][]; incomplete: number }

/**
 * Since when all records are in the figures: those created at or after `completeFrom`, the whole range if `isWhole`. Earlier
 * ones are still being read (`isReading`), or are no longer kept.
 */
export type Coverage = { completeFrom: number; isWhole: boolean; isReading: boolean }

export const attentionKinds = ['travel-rule', 'approval', 'failed', 'pending'] as const
/** Why transfers need attention; the first that is true of a movement counts. */
export type AttentionKind = (typeof attentionKinds)[number]

/** What a transfer waits for, or why someone must look at it; `slow` is overdue without another reason. */
export type AttentionReason = Exclude<Meaning, 'pending' | 'completed'> | 'slow'

/** The movements of a kind, each by one transfer of it. */
export type AttentionFigures = {
  kind: AttentionKind
  count: number
  /** Sums of their amounts, as exact decimals, most transfers first. */
  byAsset: [asset: string, sum: string][]
  /** Without an asset or a valid amount: in no sum. */
  withoutAmount: number
  /** When the first of them that are pending is due, ms since 1970. */
  dueAt?: number
  /** When the last of them failed, as it was sent. */
  failedAt?: string
  reasons: AttentionReason[]
  /** The only transfer, or all of them if the list of their kind has others too and a list can be asked for so many. */
  ids?: string[]
  /** How many transfers the list of their kind has. */
  listed: number
}

/** A pending transfer as the provider sent it, and its movement. */
export type OverviewWay = { transfer: Json; movement?: MovementRow }

/** What stands now, whatever the range: judged at `now`, by the provider's clock. */
export type OverviewPresent = {
  now: number
  /** Which transfers it is concluded from; absent if none were read yet. */
  extent?: RecordsExtent
  /** Of the transfers that were completed last, the sides of a transfer as one: after how long others are overdue. */
  usualTimes: SettleTimes[]
  /** Kinds that have any, in their order. */
  attention: AttentionFigures[]
  /** Movements that have a pending transfer: how many, and the first to act on or to arrive. */
  pending: { count: number; first: OverviewWay[] }
  /** Transfers that ended or stopped since the reader's last look, the newest first. */
  changed: { first: Json[]; isMore: boolean }
  /** Those of the last days that do not add up or wait, and the plans whose money has not come. */
  movements: MovementPage
}

/**
 * `at`: when the provider's changes were last read, ms since 1970 by this console. The figures end at `to`, which is now if
 * the range goes on. `present` only if it was asked for.
 */
export type Overview = {
  at: number
  to: number
  transfers: TransferFigures & Coverage
  quotes: QuoteFigures & Coverage
  present?: OverviewPresent
}

export type Period = 'hour' | 'day' | 'week' | 'month'

const hour = 3_600_000
const day = 24 * hour
/** A day is shown by hour, also one of 25 hours; longer ranges by day, by week, and then by month. */
const [mostDaysInHours, mostDays, mostDaysInWeeks] = [1.1, 62, 400]

/** What a range is divided into, so that a chart of it can be read. */
export function periodOf({ from, to }: OverviewRange): Period {
  const days = (to - from) / day
  if (days <= mostDaysInHours) return 'hour'
  return days <= mostDays + 1 ? 'day' : days <= mostDaysInWeeks ? 'week' : 'month'
}

/** The first moments of the periods that lie in a range, oldest first; the first one is the start of the range. */
export function periodStarts(range: OverviewRange): number[] {
  const { from, to, zone } = range
  const period = periodOf(range)
  const starts = [from]
  if (period === 'hour') {
    for (let start = from + hour; start < to; start += hour) starts.push(start)
    return starts
  }
  const { year, month, day: date } = wallClock(from, zone)
  const midnight = new Date(Date.UTC(year, month, date))
  const toMonday = (8 - (midnight.getUTCDay() || 7)) % 7 || 7
  for (let index = 1; ; index++) {
    const next =
      period === 'month'
        ? Date.UTC(year, month + index, 1)
        : Date.UTC(year, month, date + (period === 'day' ? index : toMonday + 7 * (index - 1)))
    const start = dayStart(next, zone)
    if (start >= to) return starts
    starts.push(start)
  }
}

type OverviewReads = {
  [Name in 'transfers' | 'quotes']: { [List in ScannedList]: { list: List; query: ScannedQueries[List] } }[ScannedList]
}

/** The lists that the figures are made of. */
export const overviewReads = ({ from, to }: OverviewRange): OverviewReads => ({
  transfers: { list: 'listTransfers', query: { 'created_at.gte': atSecond(from), 'created_at.lt': atSecond(to) } },
  quotes: {
    list: 'listIssuerQuotes',
    query: {
      status: ['COMPLETE'],
      'created_range.begin': atSecond(from),
      'created_range.end': lastInstantBefore(atSecond(to)),
    },
  },
})
