/** Time ranges as lists have them in their address: absolute, RFC 3339 in UTC. */
import { nanoseconds } from '../api/values'

/** Two ends of a range, either of which may be open. Whether `to` belongs to it is the list's affair. */
export type TimeRange = { from?: string; to?: string }

/** Whether a range ends after it begins; one moment is a range where its end belongs to it. An open one always does. */
export function isValidRange({ from, to }: TimeRange, isEndIncluded = false): boolean {
  const begin = nanoseconds(from ?? '')
  const end = nanoseconds(to ?? '')
  return begin === undefined || end === undefined || begin < end || (isEndIncluded && begin === end)
}

const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** The last `hours` hours, half-open; ends with the second after `now` (ms since 1970): what was created in it is in. */
export function lastHours(hours: number, now: number): Required<TimeRange> {
  const end = Math.ceil((now + 1) / 1000) * 1000
  return { from: atSecond(end - hours * 3_600_000), to: atSecond(end) }
}

/**
 * A time in UTC, its fraction as it was written, up to 9 digits.
 * @returns undefined where the text is no RFC 3339 time, or where the year would leave 0000 to 9999
 */
export function toUtc(time: string): string | undefined {
  const moment = nanoseconds(time)
  if (moment === undefined) return undefined
  const millis = Number(moment / 1_000_000_000n - (moment % 1_000_000_000n < 0n ? 1n : 0n)) * 1000
  const fraction = /\.\d+/.exec(time)?.[0] ?? ''
  const text = new Date(millis).toISOString()
  return /^\d{4}-/.test(text) ? text.replace(/\.\d+Z$/, `${fraction}Z`) : undefined
}

/** The last moment before a whole second: what ends a range that includes its end, in the finest that the service has. */
export const lastInstantBefore = (time: string) => `${atSecond(Date.parse(time) - 1000).slice(0, -1)}.999999999Z`
