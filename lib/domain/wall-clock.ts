/** Wall clocks and calendar days of any zone, by the zones that the browser or Node knows. */

export const two = (value: number) => String(value).padStart(2, '0')
const hour = 3_600_000

/** `2026-11-19T14:32:09Z`: RFC 3339, in UTC without a fraction. */
export const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** The last nanosecond before a whole second: the end of a range whose end is inclusive. */
export const lastInstantBefore = (time: string) => `${atSecond(Date.parse(time) - 1000).slice(0, -1)}.999999999Z`

/** What a wall clock shows; `month` counts from 0. */
type WallClock = { year: number; month: number; day: number; clock: string }

// Creating a formatter costs about a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()
/** Formatters that are kept, at most: a server has readers in many zones. */
const maximumFormatters = 50

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', ...numeric, ...clock })
  if (formatters.size >= maximumFormatters) formatters.clear()
  formatters.set(zone, formatter)
  return formatter
}

/** Whether a text names a zone: `Europe/Zurich`. */
export function isZone(text: string): boolean {
  try {
    return text === 'UTC' || formatterOf(text) !== undefined
  } catch {
    return false
  }
}

/** What a wall clock in a zone shows at `millis` (ms since 1970). */
export function wallClock(millis: number, zone: string): WallClock {
  if (zone === 'UTC') {
    const date = new Date(millis)
    const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
    return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), clock }
  }
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return {
    year: Number(part('year')),
    month: Number(part('month')) - 1,
    day: Number(part('day')),
    clock: `${part('hour')}:${part('minute')}:${part('second')}`,
  }
}

const dayNumber = ({ year, month, day }: { year: number; month: number; day: number }) =>
  (year * 12 + month) * 31 + day - 1

/**
 * The first moment of a calendar day in a zone, ms since 1970. Where clocks skip midnight, the first time that they show.
 * @param midnightInUtc the midnight of that day in UTC, ms since 1970
 */
export function dayStart(midnightInUtc: number, zone: string): number {
  if (zone === 'UTC') return midnightInUtc
  const wanted = dayNumber(wallClock(midnightInUtc, 'UTC'))
  // No zone is further than 14 hours from UTC, and all of them change at whole minutes.
  let before = (midnightInUtc - 15 * hour) / 60_000
  let from = (midnightInUtc + 15 * hour) / 60_000
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayNumber(wallClock(middle * 60_000, zone)) >= wanted) from = middle
    else before = middle
  }
  return from * 60_000
}
