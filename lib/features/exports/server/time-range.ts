/** The creation times that a list's query asks for. */

import { nanoseconds } from '../../../domain/values'
import { type ScannedList, type ScannedQuery, windowTime } from '../../../provider/scanned-lists'
import { beginning } from '../../../server/records/record-rows'

/** Half open, in milliseconds since 1970, on whole seconds. */
export type TimeRange = { from: number; to: number }

const wholeSecond = 1_000_000_000n

/** Half open, in nanoseconds since 1970; undefined where it is open. Each time is inclusive or not by the last part of its name. */
function exactRange(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { from?: bigint; to?: bigint } {
  const range: { from?: bigint; to?: bigint } = {}
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

const floor = (nanos: bigint) => {
  const rest = nanos % wholeSecond
  return Number((nanos - (rest < 0n ? rest + wholeSecond : rest)) / 1_000_000n)
}

/** The whole seconds around the creation times that a query asks for. */
export function timeRange(list: ScannedList, query: ScannedQuery): TimeRange {
  const { from, to } = exactRange(query, windowTime(list, 'created').filters)
  return {
    from: from === undefined ? beginning : floor(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : -floor(-to),
  }
}
