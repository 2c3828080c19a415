/** What is said of which records Mintdesk has in its own database. */
import type { RecordsExtent } from '../api/records'
import { momentText } from './clock'
import { capitalized } from './labels'

/** Milliseconds by which our own database usually lies behind the provider at most. */
const usualLag = 180_000

/** @param now milliseconds since 1970, by the provider's clock */
export const isBehind = ({ until }: RecordsExtent, now: number) => now - until > usualLag

type Zone = { zone: string; name: string }

/** `3 Mar 2026 14:00 UTC` */
export const minuteText = (millis: number, { zone, name }: Zone = { zone: 'UTC', name: 'UTC' }) =>
  `${momentText(millis, undefined, zone).slice(0, -3)} ${name}`

/**
 * What a list lacks of the provider's; '' if it has everything. `isOpen`: it will have more.
 * @param plural "transfers"
 * @param now    when it was read: milliseconds since 1970, by the provider's clock
 * @param what   lacks them
 */
export function lackOf(
  extent: RecordsExtent | undefined,
  plural: string,
  now: number,
  zone: Zone,
  what = 'this list',
): { text: string; isOpen: boolean } {
  if (!extent)
    return { text: `${capitalized(plural)} are still being read; ${what} has none of them yet.`, isOpen: true }
  const { since, isReading, until } = extent
  // The minute in which it begins is not whole.
  const from = since === undefined ? '' : minuteText(since + 59_999, zone)
  const before = isReading
    ? `${capitalized(plural)} from before ${from} are still being read; ${what} has the others.`
    : `Mintdesk no longer keeps all ${plural} from before ${from}.`
  const isLate = isBehind(extent, now)
  const texts = [from && before, isLate && `Changes after ${minuteText(until, zone)} are not in ${what} yet.`]
  return { text: texts.filter(Boolean).join(' '), isOpen: isReading === true || isLate }
}
