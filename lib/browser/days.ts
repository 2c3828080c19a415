/** Days and months as a zone has them: of 23, 24 or 25 hours, by the clock on its wall. */
import { wallClock } from './clock'

const hour = 3_600_000
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'].concat(
  'October',
  'November',
  'December',
)

/** A day of the calendar, from `start` (inclusive) to `end` (exclusive) in ms since 1970; `month` counts from 0. */
export type Day = { year: number; month: number; day: number; start: number; end: number }

const numberOf = ({ year, month, day }: { year: number; month: number; day: number }) =>
  (year * 12 + month) * 31 + day - 1

/** The first moment of a day of the calendar; where midnight is skipped, the first that the clock shows after it. */
function startOf(midnightInUtc: number, zone: string): number {
  if (zone === 'UTC') return midnightInUtc
  const wanted = numberOf(wallClock(midnightInUtc, 'UTC'))
  // No zone is further from UTC than 14 hours; all of them change at whole minutes.
  let before = (midnightInUtc - 15 * hour) / 60_000
  let from = (midnightInUtc + 15 * hour) / 60_000
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (numberOf(wallClock(middle * 60_000, zone)) >= wanted) from = middle
    else before = middle
  }
  return from * 60_000
}

/** The last `count` days of a zone, today's among them, oldest first. @param now ms since 1970 */
export function lastDays(now: number, count: number, zone: string): Day[] {
  const today = wallClock(now, zone)
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    startOf(Date.UTC(today.year, today.month, today.day + index - count + 1), zone),
  )
  return starts.slice(0, -1).map((start, index) => {
    const { year, month, day } = wallClock(start, zone)
    return { year, month, day, start, end: starts[index + 1] ?? start }
  })
}

/** The first moment of this month in a zone, and its name. */
export function thisMonth(now: number, zone: string): { start: number; name: string } {
  const { year, month } = wallClock(now, zone)
  return { start: startOf(Date.UTC(year, month, 1), zone), name: monthNames[month] ?? '' }
}

const weekday = ({ year, month, day }: Day) => dayNames[new Date(Date.UTC(year, month, day)).getUTCDay()] ?? ''
const shortMonth = (month: number) => (monthNames[month] ?? '').slice(0, 3)

/** `Thu 19 Nov` */
export const dayText = (day: Day) => `${weekday(day)} ${day.day} ${shortMonth(day.month)}`

const longNames: Record<string, string> = { Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday', Sat: 'Saturday' }

/** `Thursday 19 November 2026` */
export function longDayText(day: Day): string {
  const short = weekday(day)
  return `${longNames[short] ?? `${short}day`} ${day.day} ${monthNames[day.month]} ${day.year}`
}

/** From one day to another: `6 to 19 Nov`, `28 Oct to 10 Nov`. */
export function dayRangeText(first: Day, last: Day): string {
  const isOneMonth = first.month === last.month && first.year === last.year
  return `${first.day}${isOneMonth ? '' : ` ${shortMonth(first.month)}`} to ${last.day} ${shortMonth(last.month)}`
}
