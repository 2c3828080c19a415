/** Timestamps, ages, durations, days and ranges as text: in UTC, or in a zone that the page names. */
import { isTimestamp, nanoseconds } from '../domain/values'
import { dayStart, two, wallClock } from '../domain/wall-clock'

const hour = 3_600_000

function englishNames(count: number, options: Intl.DateTimeFormatOptions, at: (index: number) => number): string[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return Array.from({ length: count }, (_, index) => format.format(at(index)))
}
const monthStart = (month: number) => Date.UTC(2023, month)
const longMonths = englishNames(12, { month: 'long' }, monthStart)
/** `Jan` to `Dec`. */
export const shortMonths = englishNames(12, { month: 'short' }, monthStart)

/** Milliseconds since 1970 of an RFC 3339 time; Date reads at most three fraction digits everywhere. */
export const millisOf = (time: string) => Date.parse(time.replace(/\.(\d{3})\d+/, '.$1'))

let browserZone: string | undefined

/** The IANA name of this browser's zone: `Europe/Zurich`. It is cached because every time on a page needs it. */
export function localZone(): string {
  browserZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return browserZone
}

/**
 * A timestamp as text, without its zone.
 * @param now  milliseconds since 1970: leaves out the date for times of the same day, and the year for times of the
 *             same year. Without it the text is complete.
 * @param zone the IANA name of the zone
 * @returns `14:31:52`, `18 Nov 09:14:02` or `18 Nov 2025 09:14:02`; the input if it is not a timestamp
 */
export function clockText(time: string, now?: number, zone = 'UTC'): string {
  if (!isTimestamp(time)) return time
  const { year, month, day, clock } = wallClock(millisOf(time), zone)
  const today = now === undefined ? undefined : wallClock(now, zone)
  if (today && today.year === year && today.month === month && today.day === day) return clock
  return `${day} ${shortMonths[month]}${today?.year === year ? '' : ` ${year}`} ${clock}`
}

/** The same for milliseconds since 1970. */
export const momentText = (millis: number, now?: number, zone?: string) =>
  clockText(new Date(millis).toISOString(), now, zone)

/** A time span in one unit: `14 s`, `3 min`, `5 h`, `2 days`. */
export function elapsedText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}

/** Two machines' clocks differ: a time up to this far ahead of ours counts as now. */
const allowedSkew = 60_000

/**
 * A timestamp as an age.
 * @param now milliseconds since 1970
 * @returns `4 min ago`; undefined from a day on, for times ahead of `now`, and for text that is not a timestamp
 */
export function agoText(time: string, now: number): string | undefined {
  if (!isTimestamp(time)) return undefined
  const age = now - millisOf(time)
  return age >= -allowedSkew && age < 24 * hour ? `${elapsedText(age)} ago` : undefined
}

/** Seconds left to wait: `42 s`, `3 min 05 s`. */
export const waitText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`

/**
 * A duration in at most two units.
 * @param millis less than zero counts as zero
 * @returns `under 1 s`, `42 s`, `3 min 05 s`, `14 min`, `5 h 12 min`, `26 h 31 min`, `4 days 6 h`
 */
export function durationText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds === 0) return 'under 1 s'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return waitText(seconds)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`
  return `${Math.floor(hours / 24)} days ${hours % 24} h`
}

/** A calendar day, from `start` (inclusive) to `end` (exclusive) in ms since 1970; `month` counts from 0. */
export type Day = { year: number; month: number; day: number; start: number; end: number }

/** The last `count` days of a zone including today, oldest first. @param now ms since 1970 */
export function lastDays(now: number, count: number, zone: string): Day[] {
  const today = wallClock(now, zone)
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    dayStart(Date.UTC(today.year, today.month, today.day + index - count + 1), zone),
  )
  return starts.slice(0, -1).map((start, index) => {
    const { year, month, day } = wallClock(start, zone)
    return { year, month, day, start, end: starts[index + 1] ?? start }
  })
}

const weekday = ({ year, month, day }: Day, width: 'long' | 'short') =>
  new Date(Date.UTC(year, month, day)).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: width })

/** `Thu 19 Nov` */
export const dayText = (day: Day) => `${weekday(day, 'short')} ${day.day} ${shortMonths[day.month]}`

/** `Thursday 19 November 2026` */
export const longDayText = (day: Day) => `${weekday(day, 'long')} ${day.day} ${longMonths[day.month]} ${day.year}`

/** `November 2026`; `month` counts from 0. */
export const monthText = (year: number, month: number) => `${longMonths[month]} ${year}`

/** RFC 3339 times; either end may be open. Each list says whether `to` is inclusive. */
export type TimeRange = { from?: string; to?: string }

/** Whether a range ends after it begins; with an inclusive end both may be the same. An open range is valid. */
export function isValidRange({ from, to }: TimeRange, isEndInclusive = false): boolean {
  const begin = nanoseconds(from ?? '')
  const end = nanoseconds(to ?? '')
  return begin === undefined || end === undefined || begin < end || (isEndInclusive && begin === end)
}
