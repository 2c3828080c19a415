/** Wall clocks and calendar days of any zone, by the zones that the browser or Node knows. */

export const two = (value: number) => String(value).padStart(2, '0')
const dayMillis = 86_400_000

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

/** `2026-11-19` */
export const dateText = ({ year, month, day }: Pick<WallClock, 'year' | 'month' | 'day'>) =>
  `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`

/** Midnight in UTC of `2026-11-18`, ms since 1970; undefined if there is no such day in the years from 1970. */
export function midnightOf(text: string): number | undefined {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Some browsers take 30 February for 2 March.
  const isDay = midnight >= 0 && new Date(midnight).toISOString().startsWith(text)
  return isDay ? midnight : undefined
}

/** By how many milliseconds the clocks of a zone are ahead of UTC. @param millis whole seconds since 1970 */
function offsetAt(millis: number, zone: string): number {
  const { year, month, day, clock } = wallClock(millis, zone)
  const [hours = 0, minutes, seconds] = clock.split(':').map(Number)
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return new Date(Date.UTC(2000, 0, 1, hours, minutes, seconds)).setUTCFullYear(year, month, day) - millis
}

/**
 * The moments at which a wall clock in a zone shows a time, in ms since 1970: one, two where clocks are set back, or none
 * where they are set forward.
 * @param shown the same time in UTC, in whole seconds
 */
export function momentsShowing(shown: number, zone: string): number[] {
  // No zone is further than 15 hours from UTC, and none sets its clocks twice within two days.
  const offsets = new Set([offsetAt(shown + dayMillis, zone), offsetAt(shown - dayMillis, zone)])
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === shown)
    .sort((one, other) => one - other)
}

/** The moment at which clocks were set so that none showed a time: the first moment of the new offset. */
export function momentSkipping(shown: number, zone: string): number {
  let before = (shown - dayMillis) / 1000
  let from = (shown + dayMillis) / 1000
  const offset = offsetAt(before * 1000, zone)
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (offsetAt(middle * 1000, zone) === offset) before = middle
    else from = middle
  }
  return from * 1000
}

/**
 * The first moment of a calendar day in a zone, ms since 1970. Where clocks skip midnight, the first time that they show.
 * @param midnightInUtc the midnight of that day in UTC, ms since 1970
 */
export const dayStart = (midnightInUtc: number, zone: string): number =>
  momentsShowing(midnightInUtc, zone)[0] ?? momentSkipping(midnightInUtc, zone)
