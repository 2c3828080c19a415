/**
 * Relative dates in list URLs: `x.created=last-7d` stays relative in links and saved views, and becomes a range of time when
 * the list is read. Every reader of a list's query string calls `resolvedTimes` first.
 */

import { isTimestamp } from '../domain/values'
import { atSecond, dayStart, isZone, lastInstantBefore, wallClock } from '../domain/wall-clock'
import type { FieldError } from '../provider/field-errors'
import { relativeNames } from '../provider/list-rules'

/** The lists that are filtered by time. */
export type TimedList = 'listTransfers' | 'listIssuerQuotes'

/** When a list is read, ms since 1970, and the IANA name of the zone whose days and months count. */
export type When = { now: number; zone: string }

const hour = 3_600_000
const minute = 60_000

/** Whole minutes, so that a link opened twice in a minute asks for the same rows. The end is after `now`. */
function lastHours(hours: number, { now }: When): [number, number] {
  const end = (Math.floor(now / minute) + 1) * minute
  return [end - hours * hour, end]
}

/** Whole days of a zone: the starts of two days. `reach` gets the day of `now`; days and months may overflow. */
function days(
  { now, zone }: When,
  reach: (year: number, month: number, day: number) => [from: number, to: number],
): [number, number] {
  const { year, month, day } = wallClock(now, zone)
  const [from, to] = reach(year, month, day)
  return [dayStart(from, zone), dayStart(to, zone)]
}

/** Days since Monday (ISO 8601). */
const weekday = (year: number, month: number, day: number) => (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7

const weeks = (when: When, shift: number) =>
  days(when, (year, month, day) => {
    const monday = day - weekday(year, month, day) + shift * 7
    return [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)]
  })

const dayAgo = (when: When, ago: number) =>
  days(when, (year, month, day) => [Date.UTC(year, month, day - ago), Date.UTC(year, month, day - ago + 1)])

const months = (when: When, shift: number) =>
  days(when, (year, month) => [Date.UTC(year, month + shift), Date.UTC(year, month + shift + 1)])

const ranges = {
  'last-1h': (when: When) => lastHours(1, when),
  'last-24h': (when: When) => lastHours(24, when),
  today: (when: When) => dayAgo(when, 0),
  yesterday: (when: When) => dayAgo(when, 1),
  'last-7d': (when: When) => lastHours(7 * 24, when),
  'last-30d': (when: When) => lastHours(30 * 24, when),
  'this-week': (when: When) => weeks(when, 0),
  'last-week': (when: When) => weeks(when, -1),
  'this-month': (when: When) => months(when, 0),
  'last-month': (when: When) => months(when, -1),
} satisfies Record<string, (when: When) => [number, number]>

export type RelativeRange = keyof typeof ranges
/** In the order in which they are offered. */
export const relativeRanges = Object.keys(ranges) as RelativeRange[]

export const isRelativeRange = (text: string): text is RelativeRange => Object.hasOwn(ranges, text)

/** What a relative range means at a moment, half-open. */
export function relativeRange(range: RelativeRange, when: When): { from: string; to: string } {
  const [from, to] = ranges[range](when)
  return { from: atSecond(from), to: atSecond(to) }
}

/** The parameter that filters by a time relatively, and the parameters that it becomes. */
type Bounds = { name: string; from: string; to: string; isEndInclusive?: true }

const bounds: Record<TimedList, readonly Bounds[]> = {
  listTransfers: [
    { name: 'x.created', from: 'created_at.gte', to: 'created_at.lt' },
    { name: 'x.updated', from: 'updated_at.gte', to: 'updated_at.lt' },
  ],
  // Spec, List issuer quote executions: the range includes both ends.
  listIssuerQuotes: [
    { name: 'x.created', from: 'created_range.begin', to: 'created_range.end', isEndInclusive: true },
    // Only created can be filtered by. The provider's schema refuses this name, so that no filter is dropped.
    { name: 'x.updated', from: 'updated_at.gte', to: 'updated_at.lt' },
  ],
}

/** `x.as_of=2026-11-23T00:41:09Z[Europe/Zurich]` (RFC 9557): when and where the list's first page was read. */
export const asOfName = 'x.as_of'

export const asOfText = ({ now, zone }: When) => `${atSecond(now)}[${zone}]`

/** @returns undefined if the text is not what `asOfText` writes, or names an unknown zone */
export function readAsOf(text: string): When | undefined {
  const [, time = '', zone = ''] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(text) ?? []
  return isTimestamp(time) && isZone(zone) ? { now: Date.parse(time), zone } : undefined
}

/** The parameters of a query string that filter by a time relatively. */
export const relativeTimesIn = (params: URLSearchParams): [name: string, value: string][] =>
  [...params].filter(([name]) => relativeNames.includes(name))

/** The relative dates of a query string that do not exist, each at the parameter that was written. */
export const relativeTimeErrors = (params: URLSearchParams): FieldError[] =>
  relativeTimesIn(params)
    .filter(([, value]) => !isRelativeRange(value))
    .map(([field, value]) => ({
      field,
      message: `There is no relative date "${value}". Use one of ${relativeRanges.join(', ')}.`,
    }))

/**
 * A list's query string with absolute, half-open times in place of relative ones, as its parameters of the provider's API.
 * Later pages of a list keep the moment of the first in `x.as_of`, which goes before `when`: a cursor belongs to one query.
 * What cannot be resolved becomes a value that the provider's schema refuses, so that a filter is never left out unseen.
 */
export function resolvedTimes(list: TimedList, params: URLSearchParams, when: When): URLSearchParams {
  const relative = relativeTimesIn(params)
  if (relative.length === 0 && !params.has(asOfName)) return params
  const next = new URLSearchParams(params)
  for (const name of [...relativeNames, asOfName]) next.delete(name)
  const asOf = params.get(asOfName)
  const at = asOf === null ? when : readAsOf(asOf)
  for (const [name, value] of relative) {
    const bound = bounds[list].find((one) => one.name === name)
    if (!bound) continue
    if (!at || !isRelativeRange(value)) {
      next.append(bound.from, at ? value : (asOf ?? ''))
      continue
    }
    const { from, to } = relativeRange(value, at)
    next.append(bound.from, from)
    next.append(bound.to, bound.isEndInclusive ? lastInstantBefore(to) : to)
  }
  return next
}
