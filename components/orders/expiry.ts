/** The expiry of a GTT order: a day and a time in a zone on one side, 13 digits on the other. */
import { editableTime, type ParsedTime, parseTime } from '@/lib/browser/zoned-time'

/** Seconds that the form asks for at least; the service wants more than 10 (service-facts, "Writing"). */
export const formNotice = 15

export type ExpiryValues = { expiry_day: string; expiry_time: string; expiry_zone: string }

/** What day and time mean together. @param zone where the values name none */
export function readExpiry({ expiry_day, expiry_time, expiry_zone }: ExpiryValues, zone: string): ParsedTime {
  if (expiry_time.trim() === '') return { kind: 'none' }
  return parseTime(`${expiry_day.trim()} ${expiry_time.trim()}`, expiry_zone || zone)
}

/** @returns the moment (ms since 1970) and the digits that are sent; undefined where there is no such time */
export function expiryOf(values: ExpiryValues, zone: string): { at: number; sent: string } | undefined {
  const reading = readExpiry(values, zone)
  if (reading.kind !== 'time') return undefined
  const at = Date.parse(reading.time)
  return Number.isNaN(at) ? undefined : { at, sent: String(at) }
}

/** Day and time of a moment as the form shows them. */
export function expiryAt(millis: number, zone: string): ExpiryValues {
  const [expiry_day = '', time = ''] = editableTime(new Date(millis).toISOString(), zone).split(' ')
  return { expiry_day, expiry_time: time.replace(/\.000$/, ''), expiry_zone: zone }
}

/** @param sent 13 digits; anything else is no expiry */
export const writtenExpiry = (sent: string, zone: string): ExpiryValues =>
  /^\d{13}$/.test(sent) ? expiryAt(Number(sent), zone) : { expiry_day: '', expiry_time: '', expiry_zone: '' }

/** The field that is at fault where the expiry is wrong: the day where it is none by itself, else the time. */
export function expiryField({ expiry_day }: ExpiryValues): 'expiry_day' | 'expiry_time' {
  return parseTime(expiry_day, 'UTC').kind === 'time' ? 'expiry_time' : 'expiry_day'
}

/** What is wrong with the expiry of a GTT order at a moment; undefined where it can be sent. */
export function expiryRefusal(values: ExpiryValues, zone: string, now: number): string | undefined {
  const { expiry_day: day, expiry_time: time } = values
  const reading = readExpiry(values, zone)
  if (reading.kind === 'skipped' || reading.kind === 'twice') return reading.sentence
  if (reading.kind === 'time') {
    const isLate = Date.parse(reading.time) < now + formNotice * 1000
    return isLate ? `Expiry must be at least ${formNotice} seconds from now.` : undefined
  }
  if (expiryField(values) === 'expiry_day')
    return day.trim() === '' ? 'Enter the day on which the order expires.' : 'Write the day as 2026-11-20.'
  return time.trim() === '' ? 'Enter the time at which the order expires.' : 'Write the time as 17:00 or 17:00:00.'
}
