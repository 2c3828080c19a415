/**
 * Values of records that this browser was shown and the spec does not list, for 90 days: providers add networks, types and
 * statuses without notice (docs/provider.md, "Reading"), and a menu of the documented ones alone could not find them.
 */
import { storedJson, storeText } from './stored-text'

const kept = 90
/** More would be no closed list. */
const most = 20
const day = 86_400_000

/** A word in capitals without a run of digits, which could be a number of someone. */
const isValue = (text: string) => /^[A-Z][A-Z0-9_]{0,59}$/.test(text) && !/\d{5}/.test(text)

const nameOf = (path: string, filter: string) => `mintdesk:observed:${path}?${filter}`

/** The days since 1970 on which values were last seen. */
function daysOf(path: string, filter: string, now: number): [value: string, day: number][] {
  return Object.entries(storedJson('localStorage', nameOf(path, filter)) ?? {}).filter(
    (one): one is [string, number] => isValue(one[0]) && typeof one[1] === 'number' && one[1] >= now / day - kept,
  )
}

/**
 * Notes values that were seen.
 * @param path   the page of their list, which names the environment
 * @param filter the parameter of the filter that offers them
 * @param now    ms since 1970
 */
export function noteObserved(path: string, filter: string, values: readonly string[], now: number): void {
  const today = Math.floor(now / day)
  const before = daysOf(path, filter, now)
  const known = new Map(before)
  const seen = [...new Set(values)].filter((value) => isValue(value) && known.get(value) !== today)
  if (seen.length === 0) return
  for (const value of seen) known.set(value, today)
  const newest = [...known].sort(([, one], [, other]) => other - one).slice(0, most)
  storeText('localStorage', nameOf(path, filter), JSON.stringify(Object.fromEntries(newest)))
}

/** The values that were seen in the last 90 days, in the order of the alphabet. */
export const observedValues = (path: string, filter: string, now: number): string[] =>
  daysOf(path, filter, now)
    .map(([value]) => value)
    .sort()
