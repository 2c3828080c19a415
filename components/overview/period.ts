/** The period of the overview's figures, as its URL says it: days of the reader's zone. */

import type { When } from '@/lib/api/relative-times'
import { dayText, shortMonths } from '@/lib/browser/clock'
import { dateText, dayStart, midnightOf, wallClock } from '@/lib/domain/wall-clock'
import {
  maximumRange,
  maximumYears,
  type OverviewRange,
  type Period,
  periodOf,
  periodStarts,
} from '@/lib/features/overview/interface'

/** Periods that stay relative to the day of their reader, by their names in the URL. */
export const presets = {
  today: 'Today',
  '7-days': '7 days',
  '14-days': '14 days',
  '30-days': '30 days',
  '90-days': '90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const
export type Preset = keyof typeof presets

const usual: Preset = '14-days'

/** The first and the last day, as `2026-11-18`. */
export type Dates = { from: string; to: string }

export type Chosen = { preset: Preset; dates?: never } | { dates: Dates; preset?: never }

const periodNames = ['x.period', 'x.from', 'x.to']

const isPreset = (text: string): text is Preset => Object.hasOwn(presets, text)

const day = 86_400_000

/** What is wrong with two dates, by field. */
export function dateErrors({ from, to }: Dates): Partial<Dates> {
  const [first, last] = [midnightOf(from), midnightOf(to)]
  const error = 'Enter a date, like 2026-11-18.'
  if (first === undefined || last === undefined)
    return { ...(first === undefined && { from: error }), ...(last === undefined && { to: error }) }
  if (last < first) return { to: 'To must not be before From.' }
  if (last + day - first > maximumRange) return { from: `A period can have at most ${maximumYears} years.` }
  return {}
}

/** @returns undefined if the query string names no period that can be read */
export function chosenPeriod(params: URLSearchParams): Chosen | undefined {
  const [preset, from, to] = periodNames.map((name) => params.get(name))
  if (from == null && to == null) {
    if (preset == null) return { preset: usual }
    return isPreset(preset) ? { preset } : undefined
  }
  const dates = { from: from ?? '', to: to ?? '' }
  return preset == null && Object.keys(dateErrors(dates)).length === 0 ? { dates } : undefined
}

/** The same query string with another period; the usual one is not written. */
export function withPeriod(params: URLSearchParams, { preset, dates }: Chosen): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => !periodNames.includes(name)))
  if (dates) {
    next.set('x.from', dates.from)
    next.set('x.to', dates.to)
  } else if (preset !== usual) next.set('x.period', preset)
  return next
}

/** The first days of a period and of what follows it, as midnights in UTC. */
function boundsOf({ preset, dates }: Chosen, { now, zone }: When): [from: number, to: number] {
  if (dates) return [midnightOf(dates.from) ?? 0, (midnightOf(dates.to) ?? 0) + day]
  const { year, month, day: date } = wallClock(now, zone)
  if (preset === 'this-month') return [Date.UTC(year, month), Date.UTC(year, month + 1)]
  if (preset === 'last-month') return [Date.UTC(year, month - 1), Date.UTC(year, month)]
  const count = preset === 'today' ? 1 : Number.parseInt(preset, 10)
  return [Date.UTC(year, month, date - count + 1), Date.UTC(year, month, date + 1)]
}

/** What a period means on the day of `now`. */
export function rangeOf(chosen: Chosen, when: When): OverviewRange {
  const [from, to] = boundsOf(chosen, when)
  return { from: dayStart(from, when.zone), to: dayStart(to, when.zone), zone: when.zone }
}

/** The same for an address, which means the usual period where it cannot be read. */
export const askedRange = (chosen: Chosen | undefined, when: When) => rangeOf(chosen ?? { preset: usual }, when)

/** The days of a range, to begin with when two dates are entered. */
export const datesOf = ({ from, to, zone }: OverviewRange): Dates => ({
  from: dateText(wallClock(from, zone)),
  to: dateText(wallClock(to - 1, zone)),
})

/** `6 to 19 Nov`, `28 Oct to 10 Nov`, `19 Nov`; with the year unless it is that of `now`. */
export function daysText(from: number, to: number, { now, zone }: When): string {
  const [first, last] = [wallClock(from, zone), wallClock(Math.max(from, to - 1), zone)]
  const isSameYear = first.year === last.year
  const isSameMonth = isSameYear && first.month === last.month
  const year = isSameYear && last.year === wallClock(now, zone).year ? '' : ` ${last.year}`
  const end = `${last.day} ${shortMonths[last.month]}${year}`
  if (isSameMonth && first.day === last.day) return end
  return `${first.day}${isSameMonth ? '' : ` ${shortMonths[first.month]}`}${isSameYear ? '' : ` ${first.year}`} to ${end}`
}

/** A part of a range that has a bar and a row of its own. */
export type Slice = { start: number; end: number; name: string; label: string }

function namesOf(period: Period, start: number, end: number, when: When): Pick<Slice, 'name' | 'label'> {
  const { year, month, day, clock } = wallClock(start, when.zone)
  const monthName = shortMonths[month] ?? ''
  if (period === 'hour') return { name: clock.slice(0, 5), label: clock.slice(0, 2) }
  if (period === 'day') return { name: dayText({ year, month, day, start, end }), label: String(day) }
  if (period === 'week') return { name: daysText(start, end, when), label: `${day} ${monthName}` }
  return { name: `${monthName} ${year}`, label: monthName }
}

/**
 * The parts that a range is shown in, oldest first.
 * @param until those that begin later have nothing yet; ms since 1970
 */
export function slicesOf(range: OverviewRange, until: number): { period: Period; slices: Slice[] } {
  const period = periodOf(range)
  const when = { now: until, zone: range.zone }
  const starts = periodStarts(range)
  const slices = starts.map((start, index): Slice => {
    const end = starts[index + 1] ?? range.to
    return { start, end, ...namesOf(period, start, end, when) }
  })
  return { period, slices: slices.filter(({ start }, index) => index === 0 || start < until) }
}
