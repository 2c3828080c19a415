'use client'
/** Today so far beside the same weekdays of the last weeks, each up to the same time of day. */
import { useQueries } from '@tanstack/react-query'
import { createConcurrencyLimit } from '@/lib/browser/request-limits'
import { compareDecimals } from '@/lib/domain/decimals'
import { dayStart, wallClock } from '@/lib/domain/wall-clock'
import type { Overview, OverviewRange } from '@/lib/features/overview/interface'
import type { Environment } from '@/lib/provider/environments'
import { sumsIn } from './slice-figures'
import { isBeingRead, readOverview, whileReading } from './use-figures'

/** Days to compare with: an odd number, so that the usual figure is one that a day had. */
const comparedDays = 7
/** With fewer days there is no usual one. */
const fewestDays = 3
/** A day that is read again within these ms is the same. */
const step = 600_000

const day = 86_400_000

/** Today and the same weekdays before it, newest first, each from its midnight to the time of day that it is now. */
export function comparedRanges(now: number, zone: string): OverviewRange[] {
  const { year, month, day: date, clock } = wallClock(Math.floor(now / step) * step, zone)
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const time = (60 * hours + minutes) * 60_000
  return Array.from({ length: comparedDays + 1 }, (_, week) => {
    const midnight = Date.UTC(year, month, date) - 7 * week * day
    return { from: dayStart(midnight, zone), to: dayStart(midnight + time, zone), zone }
  })
}

/** One after the other: a browser has few connections, and other people read too. */
const oneByOne = createConcurrencyLimit(1)

/**
 * @param ranges the first is today's
 * @param isOn   whether they are read: not while the figures of the period are
 */
export function useUsualDay(environment: Environment, ranges: readonly OverviewRange[], isOn: boolean) {
  return useQueries({
    queries: ranges.map((range) => ({
      queryKey: [environment, 'overview', 'day', range] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        oneByOne(signal, () => readOverview(environment, range, { signal })),
      // What a day was does not change; a day that is not over has another range soon.
      enabled: isOn && range.to > range.from,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }: { state: { data?: Overview | null } }) =>
        state.data && isBeingRead(state.data) ? whileReading : false,
      structuralSharing: false,
      refetchOnWindowFocus: false,
    })),
    combine: ([today, ...others]) => {
      const wholeOf = (overview: Overview | null | undefined) =>
        overview?.transfers.isWhole && overview.quotes.isWhole ? overview : undefined
      const days = others.flatMap(({ data }) => wholeOf(data) ?? [])
      const isRead = ({ isPending, data }: { isPending: boolean; data?: Overview | null | undefined }) =>
        !isPending && !(data && isBeingRead(data))
      const isOver = others.every(isRead)
      const isTodayOver = today !== undefined && isRead(today)
      const count = days.length % 2 === 0 ? days.length - 1 : days.length
      return {
        today: wholeOf(today?.data),
        /** None until all are read, so that what is usual does not change while it is looked at. */
        days: isOver && count >= fewestDays ? days.slice(0, count) : [],
        isReading: isOn && !(isOver && isTodayOver),
      }
    },
  })
}

/** The middle one of an odd number of decimals. */
export const medianOf = (decimals: readonly string[]): string =>
  [...decimals].sort((one, other) => compareDecimals(one, other) ?? 0)[Math.floor(decimals.length / 2)] ?? '0'

/** Whole per cent of two decimals, rounded half up; undefined if `whole` is zero. */
function percentOf(part: string, whole: string): bigint | undefined {
  const places = Math.max(...[part, whole].map((text) => text.split('.')[1]?.length ?? 0))
  const [one, other] = [part, whole].map((text) => {
    const [digits = '', fraction = ''] = text.split('.')
    return BigInt(`${digits}${fraction.padEnd(places, '0')}`)
  })
  return one === undefined || !other ? undefined : (200n * one + other) / (2n * other)
}

/** Amounts that are usually less are no measure of how unusual a day is. */
const leastCompared = '10000'

/** `8 % more`, `4 % less`, `2.1 times`, `as usual`; "" if nothing, or too little, is usual. Twice as much stands out. */
export function deviationOf(today: string, usual: string, isCount = false): { text: string; isLarge: boolean } {
  const percent = percentOf(today, usual)
  if (percent === undefined) return { text: compareDecimals(today, '0') === 0 ? 'as usual' : '', isLarge: false }
  if (percent >= 200n && !isCount && compareDecimals(usual, leastCompared) === -1) return { text: '', isLarge: false }
  if (percent >= 200n) return { text: `${percent / 100n}.${(percent % 100n) / 10n} times`, isLarge: true }
  const text = percent === 100n ? 'as usual' : percent > 100n ? `${percent - 100n} % more` : `${100n - percent} % less`
  return { text, isLarge: false }
}

/** What a day is compared by; counts are no amounts. */
export type Measure = { name: string; of: (overview: Overview) => string; isCount?: boolean }

/** @param asset of the sums @param token of what was issued; both undefined where there is none */
export function measuresOf(asset = '', token = ''): Measure[] {
  const named = (name: string, unit: string) => [name, unit].filter(Boolean).join(', ')
  return [
    { name: named('In', asset), of: ({ transfers }) => sumsIn(transfers.byAsset, asset).credit },
    { name: named('Out', asset), of: ({ transfers }) => sumsIn(transfers.byAsset, asset).debit },
    { name: named('Minted', token), of: ({ quotes }) => sumsIn(quotes.byAsset, token).credit },
    { name: named('Redeemed', token), of: ({ quotes }) => sumsIn(quotes.byAsset, token).debit },
    { name: 'Transfers', of: ({ transfers }) => String(transfers.count), isCount: true },
    { name: 'Failed', of: ({ transfers }) => String(new Map(transfers.byStatus).get('FAILED') ?? 0), isCount: true },
  ]
}

/** The token that was issued most often. */
export const issuedToken = (overviews: readonly Overview[]) =>
  overviews.flatMap(({ quotes }) => quotes.byAsset).sort(([, one], [, other]) => other.count - one.count)[0]?.[0]
