/** Parses times as people write them, in any zone. Import it lazily: it brings a calendar library. */
import { create, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime'
import {
  create as createZoned,
  getTimeZoneTransition,
  offset,
  startOfDay,
  toPlainDateTime,
} from 'temporal-polyfill/fns/ZonedDateTime'
import { toUtc } from '../api/console/export-text'
import { isTimestamp } from '../domain/values'
import { lastInstantBefore, millisOf, shortMonths } from './clock'

type Zoned = ReturnType<typeof createZoned>
type Wall = ReturnType<typeof create>

const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (wall: Wall) => `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`
const clockOf = (wall: Wall) => `${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)}`
const wallText = (zoned: Zoned) => {
  const wall = toPlainDateTime(zoned)
  return `${dateOf(wall)} ${clockOf(wall)}`
}
const zonedAt = (millis: number, zone: string) => createZoned(BigInt(millis) * 1_000_000n, zone)
const millisOfZoned = (zoned: Zoned) => Number(zoned.epochNanoseconds / 1_000_000n)

/** RFC 3339 in UTC; undefined where the year would leave 0000 to 9999. */
function utcText(millis: number, fraction = ''): string | undefined {
  const text = new Date(millis).toISOString()
  return /^\d{4}-/.test(text) ? text.replace(/\.\d+Z$/, `${fraction}Z`) : undefined
}

/** A timestamp as form fields show it: `2026-11-18 15:32:08.123456789` in the given zone. */
export function editableTime(time: string, zone: string): string {
  if (!isTimestamp(time)) return time
  const fraction = /\.\d+/.exec(time)?.[0] ?? ''
  return `${wallText(zonedAt(millisOf(time.replace(/\.\d+/, '')), zone))}${fraction}`
}

/**
 * What a written time means. Where clocks change, a time can be skipped or occur twice; each choice is an unambiguous
 * text for it.
 */
export type ParsedTime =
  | { kind: 'time'; time: string }
  | { kind: 'none' }
  | { kind: 'skipped' | 'twice'; sentence: string; choices: { label: string; text: string }[] }

const dates = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
  /^(?<day>\d{1,2})\.? (?<month>[A-Z]{3,9})\.?,? (?<year>\d{4})/i,
]
const clockForm = /^(?: ?,)?[ T](?<clock>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)/i
const zoneForm = /^ ?(?:Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2}(?::\d{2})?|[A-Z_]+(?:\/[A-Z0-9_+-]+)+)$/i

type Written = { date: string; clock?: string; fraction: string; zone?: string }

function parts(text: string): Written | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  const date = dates.map((form) => form.exec(plain)).find((found) => found !== null)
  if (!date) return undefined
  const afterDate = plain.slice(date[0].length)
  const time = clockForm.exec(afterDate)
  const rest = afterDate.slice(time?.[0].length ?? 0)
  if (rest !== '' && !zoneForm.test(rest)) return undefined
  const { year = '', month = '', day = '' } = date.groups ?? {}
  const clock = time?.groups?.clock
  const number = /\d/.test(month)
    ? Number(month)
    : shortMonths.findIndex((name) => name.toLowerCase() === month.slice(0, 3).toLowerCase()) + 1
  const [seen = '', fraction] = (clock ?? '').split(/[.,]/)
  const [hours = '', minutes, seconds = '00'] = seen.split(':')
  return {
    date: `${year}-${two(number)}-${two(Number(day))}`,
    clock: clock && `${two(Number(hours))}:${minutes}:${seconds}`,
    fraction: fraction ? `.${fraction}` : '',
    zone: rest.trim() || undefined,
  }
}

/** An RFC 3339 offset or an IANA name; undefined for an unknown zone. */
function zoneOf(text: string): { offset: string } | { name: string } | undefined {
  if (/^(Z|UTC|GMT)$/i.test(text)) return { offset: 'Z' }
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})(?::00)?$/.exec(text) ?? []
  if (sign && !text.includes('/')) return { offset: `${sign}${hours}:${minutes}` }
  try {
    return { name: new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone }
  } catch {
    return undefined
  }
}

const asTime = (time: string | undefined): ParsedTime => (time ? { kind: 'time', time } : { kind: 'none' })

/** The first moment of a day in a zone, ms since 1970: midnight, or the first time after it. The day may overflow. */
function dayStart(year: number, month: number, day: number, zone: string): number {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999; the calendar repeats every 400 years.
  const date = new Date(Date.UTC(year + 400, month - 1, day))
  // Noon exists on every day, midnight does not.
  const noon = create(date.getUTCFullYear() - 400, date.getUTCMonth() + 1, date.getUTCDate(), 12)
  return millisOfZoned(startOfDay(toZonedDateTime(noon, zone)))
}

/** A wall-clock time in a zone: it occurs once, twice or never. */
function parseWallTime(date: string, time: string, fraction: string, zone: string): ParsedTime {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const wall = create(year, month, day, hour, minute, second)
  const first = toZonedDateTime(wall, zone, { disambiguation: 'earlier' })
  const last = toZonedDateTime(wall, zone, { disambiguation: 'later' })
  if (first.epochNanoseconds === last.epochNanoseconds) return asTime(utcText(millisOfZoned(first), fraction))
  const shown = `${time.slice(0, -3)}${time.endsWith(':00') ? '' : time.slice(-3)}${fraction}`
  if (wallText(first) === `${date} ${time}`) {
    const choice = (which: string, zoned: Zoned) => ({
      label: `The ${which}, ${offset(zoned)}`,
      text: `${date} ${time}${fraction} ${offset(zoned)}`,
    })
    return {
      kind: 'twice',
      sentence: `${shown} occurs twice on ${date} in ${zone} because clocks were set back. Choose one.`,
      choices: [choice('first', first), choice('second', last)],
    }
  }
  const after = getTimeZoneTransition(first, 'next')
  const landed = after ? wallText(after) : wallText(last)
  return {
    kind: 'skipped',
    sentence: `${shown} does not exist on ${date} in ${zone} because clocks were set forward.`,
    choices: [{ label: `Use ${landed.slice(11, 16)}, the next valid time`, text: landed }],
  }
}

/**
 * Parses a time as people write or paste it: `2026-11-18`, `2026-11-18 14:32`, `18 Nov 2026 14:32:05 UTC`, or RFC 3339
 * with up to 9 fraction digits and any zone.
 * @param zone the zone of a text without one
 * @param end  what a date alone means at the end of a range: `after` the start of the next day, `last` the last
 *             nanosecond of this day. Without it a date means the start of the day.
 */
export function parseTime(text: string, zone: string, end?: 'after' | 'last'): ParsedTime {
  const written = parts(text)
  if (!written || !isTimestamp(`${written.date}T${written.clock ?? '00:00:00'}${written.fraction}Z`))
    return { kind: 'none' }
  const { date, clock: time, fraction } = written
  const said = written.zone === undefined ? { name: zone } : zoneOf(written.zone)
  if (!said) return { kind: 'none' }
  if (time && 'offset' in said) return asTime(toUtc(`${date}T${time}${fraction}${said.offset}`))
  if (time && 'name' in said) return parseWallTime(date, time, fraction, said.name)
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const utc = 'offset' in said ? toUtc(`${date}T00:00:00${said.offset}`) : undefined
  const first = 'name' in said ? dayStart(year, month, day + (end ? 1 : 0), said.name) : undefined
  const millis = first ?? millisOf(utc ?? '') + (end ? 86_400_000 : 0)
  const moment = Number.isNaN(millis) ? undefined : utcText(millis)
  return asTime(moment && end === 'last' ? lastInstantBefore(moment) : moment)
}
