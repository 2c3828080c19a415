/** Times as people read them, always from the service's own text: in UTC, or in a zone that is named beside them. */
import { isTimestamp } from '../api/values'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** Milliseconds since 1970 of an RFC 3339 time; Date reads at most three fraction digits everywhere. */
export const millisOf = (time: string) => Date.parse(time.replace(/\.(\d{3})\d+/, '.$1'))

let zoneHere: string | undefined

/** The zone of this browser, by its IANA name: `Europe/Zurich`. It is asked for once: every time on a page needs it. */
export function localZone(): string {
  zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return zoneHere
}

/** What a wall clock shows; `month` counts from 0. */
type Wall = { year: number; month: number; day: number; clock: string }

// Making a formatter costs a hundred times what using it does.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', ...numeric, ...clock })
  formatters.set(zone, formatter)
  return formatter
}

/** What a clock on the wall of a zone shows at a moment (ms since 1970). */
export function wallClock(millis: number, zone: string): Wall {
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

/**
 * A time as text, its zone left to the place where it stands.
 * @param now  milliseconds since 1970: a time of the same day is shown without its day, one of this year without its
 *             year. Left out, the whole is shown.
 * @param zone the IANA name of the zone that it is said in
 * @returns `14:31:52`, `18 Nov 09:14:02` or `18 Nov 2025 09:14:02`; the text as it came where it is no time
 */
export function clockText(time: string, now?: number, zone = 'UTC'): string {
  if (!isTimestamp(time)) return time
  const { year, month, day, clock } = wallClock(millisOf(time), zone)
  const today = now === undefined ? undefined : wallClock(now, zone)
  if (today && today.year === year && today.month === month && today.day === day) return clock
  return `${day} ${months[month]}${today?.year === year ? '' : ` ${year}`} ${clock}`
}

/** The same for a moment of this browser: milliseconds since 1970. */
export const momentText = (millis: number, now?: number, zone?: string) =>
  clockText(new Date(millis).toISOString(), now, zone)

/** How long ago, in one unit: `14 s`, `3 min`, `5 h`, `2 days`. */
export function elapsedText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}

const dayLong = 86_400_000
/** Clocks of two machines differ: what is this little ahead of ours has just happened. */
const skew = 60_000

/**
 * A time as its age, for those who asked for ages.
 * @param time an RFC 3339 time
 * @param now  milliseconds since 1970
 * @returns `4 min ago`; undefined where an age says too little: from a day on, ahead of now, or no time at all
 */
export function agoText(time: string, now: number): string | undefined {
  if (!isTimestamp(time)) return undefined
  const age = now - millisOf(time)
  return age >= -skew && age < dayLong ? `${elapsedText(age)} ago` : undefined
}

/** Seconds as a wait is read: `42 s`, `3 min 05 s`. */
export const waitText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
