/** Time ranges as the list's filters have them: absolute, half-open, RFC 3339 in UTC. */
import { isTimestamp, nanoseconds } from '../api/values'

/** From (inclusive) and to (exclusive). */
export type TimeRange = { gte: string; lt: string }

const hour = 3_600_000
const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** What the menu offers; each becomes an absolute range at the moment it is chosen, so that a shared link stays true. */
export const presets = {
  'last 24 hours': (now: number) => lastHours(24, now),
  'last 7 days': (now: number) => lastHours(7 * 24, now),
  'last 30 days': (now: number) => lastHours(30 * 24, now),
  'this month': (now: number): TimeRange => {
    const date = new Date(now)
    const month = (more: number) => atSecond(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1))
    return { gte: month(0), lt: month(1) }
  },
} satisfies Record<string, (now: number) => TimeRange>
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** Ends with the second after `now`: what was created in this second is in. */
function lastHours(hours: number, now: number): TimeRange {
  const end = Math.ceil((now + 1) / 1000) * 1000
  return { gte: atSecond(end - hours * hour), lt: atSecond(end) }
}

/**
 * Reads a time as people write or paste it: `2026-11-18`, `2026-11-18 14:32`, `2026-11-18 14:32:05 UTC`, or RFC 3339
 * with up to 9 fraction digits and any zone, which is kept as it is. Without a zone it is UTC.
 * @param isEnd a date alone means its first moment, or as an end the first moment after it
 * @returns RFC 3339, or undefined where the text is no time
 */
export function readTime(text: string, isEnd = false): string | undefined {
  const plain = text.trim().replace(/\s*(UTC|GMT)$/i, 'Z')
  const [, date, clock, seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\s*(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?\s*([Zz]|[+-]\d{2}:\d{2})?$/.exec(plain) ?? []
  if (!date) return undefined
  const time = `${date}T${clock ?? '00:00'}${seconds}${zone.toUpperCase()}`
  if (!isTimestamp(time)) return undefined
  if (clock || !isEnd) return time
  return atSecond(Date.parse(time) + 24 * hour)
}

/** Whether a range ends after it begins; an open one does. */
export function isForward({ gte, lt }: Partial<TimeRange>): boolean {
  const from = nanoseconds(gte ?? '')
  const to = nanoseconds(lt ?? '')
  return from === undefined || to === undefined || from < to
}
