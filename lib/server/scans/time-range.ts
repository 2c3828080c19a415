/** The times that a query asks for, and how each list is asked for a window of them. */
import { type ScannedList, type ScannedQuery, type WindowBy, windowTime } from '../../api/provider/scanned-lists'
import { nanoseconds } from '../../domain/values'
import { second, type TimeRange } from './scan-source'

/** Before every time that a record can have: RFC 3339 has years of four digits. */
export const beginning = -62_167_219_200_000

const millisecond = 1_000_000n
const wholeNanoseconds = BigInt(second) * millisecond

/** A half-open range in nanoseconds since 1970; undefined where it is open. */
type ExactRange = { from?: bigint; to?: bigint }

/** The times of these filters; each is inclusive or not by the last part of its name. */
export function exactRange(query: Readonly<Record<string, unknown>>, names: readonly string[]): ExactRange {
  const range: ExactRange = {}
  for (const name of names) {
    const at = nanoseconds(String(query[name] ?? ''))
    if (at === undefined) continue
    const comparison = name.split('.').at(-1) ?? ''
    if (['gte', 'gt', 'eq', 'begin'].includes(comparison)) {
      const from = comparison === 'gt' ? at + 1n : at
      if (range.from === undefined || from > range.from) range.from = from
    }
    if (['lte', 'lt', 'eq', 'end'].includes(comparison)) {
      const to = comparison === 'lt' ? at : at + 1n
      if (range.to === undefined || to < range.to) range.to = to
    }
  }
  return range
}

/** Whether a time in text lies in a range; one that cannot be read does. */
export function isWithin({ from, to }: ExactRange, text: string): boolean {
  const at = nanoseconds(text)
  return at === undefined || ((from === undefined || at >= from) && (to === undefined || at < to))
}

const floor = (nanos: bigint) => {
  const rest = nanos % wholeNanoseconds
  return Number((nanos - (rest < 0n ? rest + wholeNanoseconds : rest)) / millisecond)
}

/** Without fraction digits, which some services do not read. */
export const written = (millis: number) => new Date(millis).toISOString().replace('.000Z', 'Z')

/** The filters of a window. */
export function windowFilters(list: ScannedList, by: WindowBy, { from, to }: TimeRange): Record<string, string> {
  const names = windowTime(list, by)
  return { ...(from > beginning && { [names.from]: written(from) }), [names.to]: written(to) }
}

/**
 * What a query asks of the times of records.
 * @property range  whole seconds around it
 * @property rest   the query without those filters
 * @property isIn   whether a time in text lies within it exactly; undefined if the whole seconds say it all
 */
export function timeRange(
  list: ScannedList,
  query: ScannedQuery,
  by: WindowBy,
): { range: TimeRange; rest: Record<string, unknown>; isIn?: (text: string) => boolean } {
  const { filters } = windowTime(list, by)
  const exact = exactRange(query, filters)
  const { from, to } = exact
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !filters.includes(name)))
  const range = {
    from: from === undefined ? beginning : floor(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : -floor(-to),
  }
  const isWhole = [from, to].every((bound) => bound === undefined || bound % wholeNanoseconds === 0n)
  if (isWhole) return { range, rest }
  return { range, rest, isIn: (text) => isWithin(exact, text) }
}
