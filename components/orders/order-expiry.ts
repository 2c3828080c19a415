/** The expiry of a GTT order, as a day and a time in a zone. */
import { editableTime, type ParsedTime, parseTime } from '@/lib/browser/zoned-time'
import type { OrderTexts } from './order-amounts'

type Expiry = Pick<OrderTexts, 'expiry_day' | 'expiry_time' | 'expiry_zone'>

/** Seconds ahead that the form requires; the service requires more than 10 (docs/provider.md, "Writing"). */
export const minExpirySeconds = 15

/** @param zone applies if the values name none */
export function readExpiry({ expiry_day, expiry_time, expiry_zone }: Expiry, zone: string): ParsedTime {
  if (expiry_time.trim() === '') return { kind: 'none' }
  return parseTime(`${expiry_day.trim()} ${expiry_time.trim()}`, expiry_zone || zone)
}

/** The expiry as sent, in ms since 1970; undefined if the time is invalid. */
export function expiryMillis(values: Expiry, zone: string): number | undefined {
  const reading = readExpiry(values, zone)
  return reading.kind === 'time' ? Date.parse(reading.time) : undefined
}

const expiryFromText = (text: string, expiry_zone: string): Expiry => {
  const [expiry_day = '', time = ''] = text.split(' ')
  return { expiry_day, expiry_time: time.replace(/\.000$/, ''), expiry_zone }
}

/** A time as the form shows it. */
export const expiryAt = (millis: number, zone: string): Expiry =>
  expiryFromText(editableTime(new Date(millis).toISOString(), zone), zone)

/** The expiry of an earlier order, in UTC. @param digits 13 digits; anything else is no expiry */
export const expiryFrom = (digits: string): Expiry =>
  /^\d{13}$/.test(digits)
    ? expiryFromText(new Date(Number(digits)).toISOString().replace('T', ' ').replace('Z', ''), 'UTC')
    : { expiry_day: '', expiry_time: '', expiry_zone: '' }

/** The field to correct: the day if it is invalid on its own, else the time. */
export const expiryField = ({ expiry_day }: Pick<Expiry, 'expiry_day'>) =>
  parseTime(expiry_day, 'UTC').kind === 'time' ? 'expiry_time' : 'expiry_day'

export function expiryError(values: Expiry, zone: string, now: number): string | undefined {
  const reading = readExpiry(values, zone)
  if (reading.kind === 'skipped' || reading.kind === 'twice') return reading.sentence
  if (reading.kind === 'time') {
    const isTooSoon = Date.parse(reading.time) < now + minExpirySeconds * 1000
    return isTooSoon ? `Expiry must be at least ${minExpirySeconds} seconds from now.` : undefined
  }
  const field = expiryField(values)
  const isEmpty = values[field].trim() === ''
  if (field === 'expiry_day')
    return isEmpty ? 'Enter the day on which the order expires.' : 'Enter the day like 2026-11-20.'
  return isEmpty ? 'Enter the time at which the order expires.' : 'Enter the time like 17:00 or 17:00:00.'
}
