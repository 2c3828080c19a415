/** The filters in a URL as the text of chips. */

import { clockText, millisOf, monthText, shortMonths } from '@/lib/browser/clock'
import { distinctIds } from '@/lib/browser/equal-identifiers'
import { shorten } from '@/lib/browser/identifiers'
import { isTimestamp, nanoseconds } from '@/lib/domain/values'
import { wallClock } from '@/lib/domain/wall-clock'
import { askedParams } from '@/lib/provider/list-rules'
import { type Filter, type IdFilter, type ListFilters, namesOf, type TimeFilter } from './description'

/** `names` are the chip's parameters. */
export type FilterChip = { filter: Filter; field: string; operator: string; value: string; names: readonly string[] }

/** A zone and its label: `useZone()`. */
export type Zone = { zone: string; name: string }

/** More choices than this are counted instead of named. */
const maximumNamed = 3

function idChip({ idKind }: IdFilter, values: readonly string[]): Pick<FilterChip, 'operator' | 'value'> {
  const ids = distinctIds(values, idKind)
  const [only = ''] = ids
  if (ids.length > 1) return { operator: 'is any of', value: String(ids.length) }
  // References are readable; IDs and hashes are recognised by their ends.
  return { operator: 'is', value: idKind === 'text' || only.length < 30 ? only : shorten(only, 10) }
}

const hour = 3_600_000
/** By how much clocks are set back, in any zone. */
const setBacks = [hour, hour / 2, hour / 3, 2 * hour, 3 * hour]

/** A zone's offset from UTC at a moment, ms. */
function offsetOf(millis: number, zone: string): number {
  const { year, month, day, clock } = wallClock(millis, zone)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return Date.UTC(year, month, day, hours, minutes, seconds) - millis
}

/** Distinguishes two moments that a wall clock shows alike because clocks were set back. */
function repetition(millis: number, zone: string): string {
  if (zone === 'UTC' || offsetOf(millis - 3 * hour, zone) <= offsetOf(millis + 3 * hour, zone)) return ''
  const wall = millis + offsetOf(millis, zone)
  const isSameWall = (other: number) => other + offsetOf(other, zone) === wall
  if (setBacks.some((by) => isSameWall(millis + by))) return ' (the first)'
  return setBacks.some((by) => isSameWall(millis - by)) ? ' (the second)' : ''
}

const wholeSecond = (time: string) => millisOf(time.replace(/\.\d+/, ''))

/** A timestamp in a zone with its whole fraction; the input if it is not a timestamp. */
export function exactText(time: string, zone: string): string {
  if (!isTimestamp(time)) return time
  const second = wholeSecond(time)
  const fraction = /\.\d*[1-9]/.exec(time)?.[0] ?? ''
  return `${clockText(new Date(second).toISOString(), undefined, zone)}${fraction}${repetition(second, zone)}`
}

const dayLength = 86_400_000_000_000n

/** `18 Nov 2026` or `November 2026` for a range that is exactly that in this zone; else undefined. */
function calendarText(from: string, to: string, zone: string): string | undefined {
  if (![from, to].every((time) => exactText(time, zone).endsWith(' 00:00:00'))) return undefined
  const [begin, end] = [wholeSecond(from), wholeSecond(to)]
  const [first, next] = [wallClock(begin, zone), wallClock(end, zone)]
  if (end - begin <= 26 * hour) return `${first.day} ${shortMonths[first.month]} ${first.year}`
  const isMonth = next.year * 12 + next.month === first.year * 12 + first.month + 1
  return first.day === 1 && next.day === 1 && isMonth ? monthText(first.year, first.month) : undefined
}

/** A calendar day or month by its name, a count of whole days, or both ends. */
function rangeText(from: string, to: string, { zone, name }: Zone, isEndInclusive: boolean): string {
  const [begin, last] = [nanoseconds(from), nanoseconds(to)]
  if (begin === undefined || last === undefined) return `from ${from} to ${to}`
  // An inclusive end at the last nanosecond of a second equals an exclusive end at the next second.
  const isLastInstant = isEndInclusive && (last + 1n) % 1_000_000_000n === 0n
  const end = isLastInstant ? last + 1n : last
  const isHalfOpen = isLastInstant || !isEndInclusive
  const endTime = isLastInstant ? new Date(Number(end / 1_000_000n)).toISOString() : to
  const calendar = isHalfOpen && calendarText(from, endTime, zone)
  if (calendar) return `${calendar}, ${name}`
  const [fromText, toText] = [exactText(from, zone), exactText(to, zone)]
  const [year] = / \d{4}(?= )/.exec(fromText) ?? ['']
  const start = year && toText.includes(`${year} `) ? fromText.replace(year, '') : fromText
  const ends = `${start} to ${toText} ${name}${isEndInclusive ? ', both inclusive' : ''}`
  const days = (end - begin) / dayLength
  if (!isHalfOpen || days < 1n || days * dayLength !== end - begin || days > 31n) return ends
  return `${days === 1n ? '24 hours' : `${days} days`}, ${ends}`
}

const boundLabels: Record<string, string> = {
  gte: 'from',
  gt: 'after',
  eq: 'at',
  lte: 'up to and including',
  lt: 'before',
  begin: 'from',
  end: 'up to',
}

/** `created_at.gte` is "from". */
export const boundLabel = (name: string) => boundLabels[name.split('.').at(-1) ?? ''] ?? name

const sinceNames: Record<string, string> = {
  'last-1h': 'last hour',
  'last-24h': 'last 24 hours',
  'last-7d': 'last 7 days',
  'last-30d': 'last 30 days',
}

/** `last 7 days`, `this month`; a value that no list has is shown as it is. */
export const relativeText = (range: string) => sinceNames[range] ?? range.replace('-', ' ')

/** `last 7 days, since 16 Nov 2026 00:41 UTC`, `today, 23 Nov 2026, UTC`; without times only the first part. */
function relativeChipText(
  range: string,
  filter: TimeFilter,
  resolved: URLSearchParams | undefined,
  zone: Zone,
): string {
  const [from, to] = [resolved?.get(filter.time.from), resolved?.get(filter.time.to)]
  if (!from || !to || !isTimestamp(from)) return relativeText(range)
  const words = Object.hasOwn(sinceNames, range)
    ? `since ${exactText(from, zone.zone).replace(/:00$/, '')} ${zone.name}`
    : rangeText(from, to, zone, filter.isEndInclusive)
  return `${relativeText(range)}, ${words}`
}

function timeChip(
  filter: TimeFilter,
  params: URLSearchParams,
  zone: Zone,
  resolved: URLSearchParams | undefined,
): FilterChip[] {
  const { time, isEndInclusive } = filter
  const relative = time.relative === undefined ? [] : params.getAll(time.relative)
  if (relative.length > 0)
    return relative.map((range) => ({
      filter,
      field: filter.label,
      operator: Object.hasOwn(sinceNames, range) ? 'in the' : 'is',
      names: namesOf(filter),
      value: relativeChipText(range, filter, resolved, zone),
    }))
  const names = time.names.filter((name) => params.has(name))
  if (names.length === 0) return []
  const [from, to] = [params.get(time.from), params.get(time.to)]
  const field = filter.label
  if (names.length === 2 && from && to && names.every((name) => params.getAll(name).length === 1))
    return [{ filter, field, operator: 'in', value: rangeText(from, to, zone, isEndInclusive), names }]
  // The spec lists the ends of a range before its beginning.
  const bounds = names
    .toReversed()
    .flatMap((name) => params.getAll(name).map((at) => `${boundLabel(name)} ${exactText(at, zone.zone)}`))
  const note = isEndInclusive && names.length === 1 ? ', inclusive' : ''
  return [{ filter, field, operator: 'is', value: `${bounds.join(' and ')} ${zone.name}${note}`, names }]
}

/**
 * @param resolved the URL with the times that relative ones had when the list was read
 * @returns the filters of a URL as chips, in the list's order; other parameters have none
 */
export function filterChips(
  { filters, rules }: ListFilters,
  written: URLSearchParams,
  zone: Zone,
  resolved?: URLSearchParams,
): FilterChip[] {
  const params = askedParams(rules, written)
  const chipsOf = (filter: Filter): FilterChip[] => {
    if (filter.kind === 'time') return timeChip(filter, params, zone, resolved)
    const values = namesOf(filter).flatMap((name) => params.getAll(name))
    if (values.length === 0) return []
    const chip = { filter, field: filter.label, names: namesOf(filter) }
    if ('chip' in filter) return [{ ...chip, ...filter.chip(params) }]
    if (filter.kind === 'ids') return [{ ...chip, ...idChip(filter, values) }]
    const choices = Object.values(filter.groups).flat()
    const labels = values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
    const value = labels.length > maximumNamed ? String(labels.length) : labels.join(', ')
    return [{ ...chip, operator: values.length > 1 ? 'is any of' : 'is', value }]
  }
  return filters.flatMap(chipsOf)
}
