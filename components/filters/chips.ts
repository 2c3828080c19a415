/** A list's filters as chips say them. */
import { shorten } from '@/components/ui/copy'
import { isTimestamp, nanoseconds } from '@/lib/api/values'
import { clockText, millisOf, wallClock } from '@/lib/browser/clock'
import { distinctIds } from '@/lib/browser/identifiers'
import { type Filter, type IdFilter, type ListFilters, namesOf, type TimeFilter } from './description'

/** One chip: `names` are the parts of the address that it stands for. */
export type FilterChip = { filter: Filter; field: string; operator: string; value: string; names: readonly string[] }

/** A zone and what it is called: `useZone()`. */
export type Zone = { zone: string; name: string }

const shown = 3

/** How many are chosen, or which where they are few. */
const several = (words: readonly string[]) => (words.length > shown ? String(words.length) : words.join(', '))

function idChip(filter: IdFilter, values: readonly string[]): Pick<FilterChip, 'operator' | 'value'> {
  const ids = distinctIds(values, filter.ids)
  const [only = ''] = ids
  if (ids.length > 1) return { operator: 'is any of', value: String(ids.length) }
  // References are read by people; ids and hashes are told by their ends.
  return { operator: 'is', value: filter.ids === 'text' || only.length < 30 ? only : shorten(only, 10) }
}

const hour = 3_600_000
/** By how much clocks are set back anywhere. */
const setBack = [hour, hour / 2, hour / 3, 2 * hour, 3 * hour]

/** By how much the clocks of a zone are off at a moment, ms. */
function offsetOf(millis: number, zone: string): number {
  const { year, month, day, clock } = wallClock(millis, zone)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return Date.UTC(year, month, day, hours, minutes, seconds) - millis
}

/** Tells two moments apart that a wall clock shows alike, when clocks are set back. */
function whichOfTwo(millis: number, zone: string): string {
  if (zone === 'UTC' || offsetOf(millis - 3 * hour, zone) <= offsetOf(millis + 3 * hour, zone)) return ''
  const here = millis + offsetOf(millis, zone)
  const isSame = (other: number) => other + offsetOf(other, zone) === here
  if (setBack.some((by) => isSame(millis + by))) return ' (the first)'
  return setBack.some((by) => isSame(millis - by)) ? ' (the second)' : ''
}

/** A time in a zone with its whole fraction; the text as it came where it is no time. */
export function exactText(time: string, zone: string): string {
  if (!isTimestamp(time)) return time
  const second = millisOf(time.replace(/\.\d+/, ''))
  const text = clockText(new Date(second).toISOString(), undefined, zone)
  const fraction = (/\.\d+/.exec(time)?.[0] ?? '').replace(/\.?0+$/, '')
  return `${text}${fraction}${whichOfTwo(second, zone)}`
}

const months = 'January February March April May June July August September October November December'.split(' ')
const midnight = /^(\d+) (\w+) (\d{4}) 00:00:00$/
const dayLong = 86_400_000_000_000n

/** `18 Nov 2026` and `November 2026` for a range that is just that in this zone; else undefined. */
function calendarWords(from: string, to: string, hours: number): string | undefined {
  const [, day, month = '', year] = midnight.exec(from) ?? []
  const [, endDay, endMonth = '', endYear] = midnight.exec(to) ?? []
  if (!year || !endYear) return undefined
  if (hours <= 26) return `${day} ${month} ${year}`
  const index = months.findIndex((name) => name.startsWith(month))
  const isNext =
    months[(index + 1) % 12]?.startsWith(endMonth) && Number(endYear) === Number(year) + (index === 11 ? 1 : 0)
  return day === '1' && endDay === '1' && isNext ? `${months[index]} ${year}` : undefined
}

/** Names a range that is a calendar day or month or a count of whole days; else says its two ends. */
function rangeWords(from: string, to: string, { zone, name }: Zone, isEndIncluded: boolean): string {
  const [begin, last] = [nanoseconds(from), nanoseconds(to)]
  if (begin === undefined || last === undefined) return `from ${from} to ${to}`
  // The last nanosecond of a second ends what the next second would end if it did not belong.
  const isLastMoment = isEndIncluded && (last + 1n) % 1_000_000_000n === 0n
  const end = isLastMoment ? last + 1n : last
  const endTime = isLastMoment ? new Date(Number(end / 1_000_000n)).toISOString() : to
  const [fromText, toText] = [exactText(from, zone), exactText(endTime, zone)]
  const isWhole = isLastMoment || !isEndIncluded
  const calendar = isWhole && calendarWords(fromText, toText, Number((end - begin) / 3_600_000_000_000n))
  if (calendar) return `${calendar}, ${name}`
  const [year] = /\d{4} /.exec(fromText) ?? ['']
  const shownEnd = exactText(to, zone)
  // The year is said once where both ends share it.
  const start = year && shownEnd.includes(` ${year}`) ? fromText.replace(` ${year}`, ' ') : fromText
  const ends = `${start} to ${shownEnd} ${name}${isEndIncluded ? ', both inclusive' : ''}`
  const days = (end - begin) / dayLong
  if (!isWhole || days < 1n || days * dayLong !== end - begin || days > 31n) return ends
  return `${days === 1n ? '24 hours' : `${days} days`}, ${ends}`
}

/** What a bound of a range is called: `created_at.gte` is "from". */
export function boundWord(name: string, isEndIncluded: boolean): string {
  const words: Record<string, string> = { gte: 'from', gt: 'after', eq: 'at', lte: 'up to and including', lt: 'before' }
  const range: Record<string, string> = { begin: 'from', end: 'up to' }
  const bound = name.split('.').at(-1) ?? ''
  return (isEndIncluded ? range[bound] : words[bound]) ?? bound
}

function timeChip(filter: TimeFilter, params: URLSearchParams, zone: Zone): FilterChip | undefined {
  const names = filter.time.names.filter((name) => params.has(name))
  if (names.length === 0) return undefined
  const [from, to] = [params.get(filter.time.from), params.get(filter.time.to)]
  const field = filter.word
  if (names.length === 2 && from && to && names.every((name) => params.getAll(name).length === 1))
    return { filter, field, operator: 'in', value: rangeWords(from, to, zone, filter.isEndIncluded), names }
  // The spec lists the ends of a range before its beginning.
  const bounds = [...names]
    .reverse()
    .flatMap((name) =>
      params.getAll(name).map((time) => `${boundWord(name, filter.isEndIncluded)} ${exactText(time, zone.zone)}`),
    )
  const isOneEnd = filter.isEndIncluded && names.length === 1
  const value = `${bounds.join(' and ')} ${zone.name}${isOneEnd ? ', inclusive' : ''}`
  return { filter, field, operator: 'is', value, names }
}

/** @returns the filters of an address as chips, in the list's order; parts that are no filter have none */
export function filterChips({ filters }: ListFilters, params: URLSearchParams, zone: Zone): FilterChip[] {
  return filters.flatMap((filter): FilterChip[] => {
    if (filter.kind === 'time') return [timeChip(filter, params, zone)].filter((chip) => chip !== undefined)
    const names = namesOf(filter)
    const values = params.getAll(filter.name)
    if (values.length === 0) return []
    if (filter.kind === 'ids') return [{ filter, field: filter.word, names, ...idChip(filter, values) }]
    const choices = Object.values(filter.groups).flat()
    const words = values.map((value) => choices.find((choice) => choice.value === value)?.word ?? value)
    const operator = values.length > 1 ? 'is any of' : 'is'
    return [{ filter, field: filter.word, operator, value: several(words), names }]
  })
}
