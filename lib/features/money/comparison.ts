/** How a movement compares with earlier ones of the same kind: their times and fees. */
import { compareDecimals, sumOf } from '../../domain/decimals'
import { percentile } from '../../domain/percentile'
import { isTimestamp } from '../../domain/values'
import type { MovementComparison } from './interface'
import type { Station } from './stations'

type Like = Pick<Station, 'key' | 'kind' | 'in' | 'out'>

/** What makes two movements alike: the same stations with the same assets, in the same order. */
export const shapeOf = (stations: readonly Like[]): string =>
  stations.map(({ kind, in: arrives, out }) => `${kind} ${arrives?.asset ?? ''} ${out?.asset ?? ''}`).join(', ')

/** When a station is reached: once money has left, when it had left; any other when it began. */
export const reachedAt = ({ kind, ended, started }: Station): number | undefined => {
  const at = kind === 'out' ? ended : started
  return at !== undefined && isTimestamp(at) ? Date.parse(at) : undefined
}

const middle = (values: readonly number[]) =>
  percentile(
    [...values].sort((one, other) => one - other),
    0.5,
  )

/** At least so many make a comparison. */
const fewest = 3

/**
 * @param like   the stations of the movement, done or ahead
 * @param others earlier movements; those of another shape, and those that are not done, are left out
 * @returns undefined if too few are alike
 */
export function comparisonOf(
  like: readonly Like[],
  others: readonly (readonly Station[])[],
): MovementComparison | undefined {
  const shape = shapeOf(like)
  const own = like[0]?.key
  const alike = others.flatMap((stations) => {
    const times = stations.map(reachedAt)
    const isAlike =
      stations[0]?.key !== own && shapeOf(stations) === shape && stations.every(({ state }) => state === 'done')
    return isAlike && times.every((at) => at !== undefined) ? [{ stations, times }] : []
  })
  if (alike.length < fewest) return undefined
  const gapsAt = (at: number) => alike.map(({ times }) => Math.max(0, (times[at + 1] ?? 0) - (times[at] ?? 0)) / 1000)
  const assets = new Set(
    alike.flatMap(({ stations }) => stations.flatMap(({ fees }) => fees.map(({ asset }) => asset))),
  )
  const fees = [...assets].map((asset) => {
    const sums = alike
      .map(({ stations }) => {
        const own = stations.flatMap((station) => station.fees.filter((fee) => fee.asset === asset))
        return sumOf(own.map(({ amount }) => amount)) ?? '0'
      })
      .sort((one, other) => compareDecimals(one, other) ?? 0)
    return { asset, least: sums[0] ?? '0', most: sums.at(-1) ?? '0' }
  })
  return {
    count: alike.length,
    since: alike.flatMap(({ stations }) => stations[0]?.started ?? []).sort()[0] ?? '',
    gaps: like.slice(1).map((_, at) => middle(gapsAt(at))),
    longest: like.slice(1).map((_, at) => Math.max(...gapsAt(at))),
    whole: middle(alike.map(({ times }) => Math.max(0, (times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000)),
    fees,
  }
}

/** A run of a rule is never late before this, and without others to compare it with after an hour: our choice, ms. */
const soonest = 600_000
const unknownLimit = 3_600_000

/** Since when what follows the last station is late, and after how long, ms. */
export type Lateness = { since: number; limit: number; isUsual: boolean }

/** Of a movement whose money came, and whose rule should have gone on with it: undefined unless that is late. */
export function latenessOf(
  stations: readonly Station[],
  ahead: readonly Like[],
  compared: Pick<MovementComparison, 'longest'> | undefined,
  now: number,
): Lateness | undefined {
  const last = stations.at(-1)
  const at = last && reachedAt(last)
  if (ahead.length === 0 || at === undefined || stations.some(({ state }) => state !== 'done')) return undefined
  const longest = compared?.longest[stations.length - 1]
  const limit = longest === undefined ? unknownLimit : Math.max(soonest, longest * 1000)
  return now - at > limit ? { since: at, limit, isUsual: longest !== undefined } : undefined
}
