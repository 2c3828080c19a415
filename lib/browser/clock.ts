/** Times as people read them: always UTC here, always from the service's own text. */
import { isTimestamp } from '../api/values'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** Milliseconds since 1970 of an RFC 3339 time; Date reads at most three fraction digits everywhere. */
const millisOf = (time: string) => Date.parse(time.replace(/\.(\d{3})\d+/, '.$1'))

/**
 * A time as text, its zone left to the place where it stands.
 * @param now milliseconds since 1970: a time of the same UTC day is shown without its day, one of this year without
 *            its year. Left out, the whole is shown.
 * @returns `14:31:52`, `18 Nov 09:14:02` or `18 Nov 2025 09:14:02`; the text as it came where it is no time
 */
export function clockText(time: string, now?: number): string {
  if (!isTimestamp(time)) return time
  const date = new Date(millisOf(time))
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
  const today = now === undefined ? undefined : new Date(now)
  if (today && date.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)) return clock
  const year = today?.getUTCFullYear() === date.getUTCFullYear() ? '' : ` ${date.getUTCFullYear()}`
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}${year} ${clock}`
}

/** The same for a moment of this browser: milliseconds since 1970. */
export const momentText = (millis: number, now?: number) => clockText(new Date(millis).toISOString(), now)

/** How long ago, in one unit: `14 s`, `3 min`, `5 h`, `2 days`. */
export function agoText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}

/** Seconds as a wait is read: `42 s`, `3 min 05 s`. */
export const waitText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
