/**
 * The values that all resources share, without their schemas, which pages do not load: spec, "Conventions that hold across
 * the interface".
 */

/**
 * Maximum characters of a text. The spec limits only metadata and the self-match prevention ID; the others are ours: texts
 * as in a usual database column, decimals for 256 bits with 18 places, and a generous limit for cursors and tokens.
 */
export const maximumLengths = { text: 255, decimal: 100, opaque: 4_096 }

/**
 * Spec, Transfer: `amount`, `total`, `fee`; Order: `base_amount`, `quote_amount`: `^[0-9]*\.?[0-9]+$`. This form
 * accepts the same texts in linear time; the spec's needs seconds for 64 KiB of digits that end in a letter.
 */
export const amountPattern = /^(?:[0-9]*\.)?[0-9]+$/

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-](\d{2}):(\d{2}))$/

/** Whether a text is a valid RFC 3339 time with 0 to 9 fraction digits. Leap seconds are refused. */
export function isTimestamp(text: string): boolean {
  const part = timestampPattern.exec(text)
  if (!part) return false
  const [year, month, day, hour, minute, second] = part.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  // The calendar repeats every 400 years, and Date.UTC reads the years 0 to 99 as 1900 to 1999.
  const daysInMonth = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    Number(part[9] ?? 0) <= 23 &&
    Number(part[10] ?? 0) <= 59
  )
}

/**
 * Nanoseconds since 1970 of an RFC 3339 time; JavaScript's Date truncates to milliseconds.
 * @returns undefined where the text is not such a time
 */
export function nanoseconds(text: string): bigint | undefined {
  if (!isTimestamp(text)) return undefined
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const whole = BigInt(Date.parse(text.replace(/\.\d+/, '')))
  return whole * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/**
 * An RFC 3339 time in UTC with nine fraction digits: such texts sort as their times do.
 * @returns undefined where the text is not such a time
 */
export function sortableTime(text: string): string | undefined {
  // As nearly all are written.
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? []
  if (seconds !== undefined) return isTimestamp(text) ? `${seconds}.${fraction.padEnd(9, '0')}Z` : undefined
  const nanos = nanoseconds(text)
  if (nanos === undefined) return undefined
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const whole = new Date(Number((nanos - rest) / 1_000_000n)).toISOString()
  return whole.replace('000Z', `${String(rest).padStart(9, '0')}Z`)
}

/** A moment as such a text. @param millis since 1970 */
export const sortableMoment = (millis: number): string => sortableTime(new Date(millis).toISOString()) ?? ''

/** Rows per page. Spec, Limits: default 100, maximum 1000. */
export const defaultLimit = 100
