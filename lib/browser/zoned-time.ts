/** Parses times as people write them, in any zone. */
import { toUtc } from '../api/export-text'
import { isTimestamp } from '../domain/values'
import {
  dateText,
  dayStart,
  lastInstantBefore,
  momentSkipping,
  momentsShowing,
  two,
  wallClock,
} from '../domain/wall-clock'
import { millisOf, shortMonths } from './clock'

const wallText = (millis: number, zone: string) => {
  const wall = wallClock(millis, zone)
  return `${dateText(wall)} ${wall.clock}`
}

/** RFC 3339 in UTC; undefined where the year would leave 0000 to 9999. */
function utcText(millis: number, fraction = ''): string | undefined {
  const text = new Date(millis).toISOString()
  return /^\d{4}-/.test(text) ? text.replace(/\.\d+Z$/, `${fraction}Z`) : undefined
}

/** A timestamp as form fields show it: `2026-11-18 15:32:08.123456789` in the given zone. */
export function editableTime(time: string, zone: string): string {
  if (!isTimestamp(time)) return time
  const fraction = /\.\d+/.exec(time)?.[0] ?? ''
  return `${wallText(millisOf(time), zone)}${fraction}`
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

/** `+02:00` */
const offsetText = (millis: number) =>
  `${millis < 0 ? '-' : '+'}${new Date(Math.abs(millis)).toISOString().slice(11, 16)}`

/** A wall-clock time in a zone: it occurs once, twice or never. */
function parseWallTime(date: string, time: string, fraction: string, zone: string): ParsedTime {
  const written = Date.parse(`${date}T${time}Z`)
  const [first, second] = momentsShowing(written, zone)
  if (first !== undefined && second === undefined) return asTime(utcText(first, fraction))
  const shown = `${time.slice(0, -3)}${time.endsWith(':00') ? '' : time.slice(-3)}${fraction}`
  if (first !== undefined && second !== undefined) {
    const choice = (which: string, moment: number) => {
      const offset = offsetText(written - moment)
      return { label: `The ${which}, ${offset}`, text: `${date} ${time}${fraction} ${offset}` }
    }
    return {
      kind: 'twice',
      sentence: `${shown} occurs twice on ${date} in ${zone} because clocks were set back. Choose one.`,
      choices: [choice('first', first), choice('second', second)],
    }
  }
  const landed = wallText(momentSkipping(written, zone), zone)
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
  const shift = end ? 86_400_000 : 0
  const millis =
    'offset' in said
      ? millisOf(toUtc(`${date}T00:00:00${said.offset}`) ?? '') + shift
      : dayStart(Date.parse(`${date}T00:00:00Z`) + shift, said.name)
  const moment = Number.isNaN(millis) ? undefined : utcText(millis)
  return asTime(moment && end === 'last' ? lastInstantBefore(moment) : moment)
}
