/** What an export asks of a list, and the name of its file. */

import type { ListRequest } from '../../../api/list-request'
import { asOfName, asOfText, resolvedTimes } from '../../../api/relative-times'
import { nanoseconds } from '../../../domain/values'
import { atSecond } from '../../../domain/wall-clock'
import type { FieldError } from '../../../provider/field-errors'
import { type ScannedList, type ScannedQuery, windowTime } from '../../../provider/scanned-lists'
import { beginning } from '../../../server/records/record-rows'
import { checkedList } from '../../checked-list'
import { exportedLists } from '../export-columns'
import type { ExportRequest } from '../interface'

/** Half open, in milliseconds since 1970, on whole seconds. */
type TimeRange = { from: number; to: number }

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
function timeRange(list: ScannedList, query: ScannedQuery): TimeRange {
  const { from, to } = exactRange(query, windowTime(list, 'created').filters)
  return {
    from: from === undefined ? beginning : floor(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : -floor(-to),
  }
}

/**
 * The same query string with its moment in it, so that it means the same rows whenever and by whichever console it is read.
 * @param now milliseconds since 1970, by the provider's clock
 */
export function fixedSearch(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): string {
  const params = new URLSearchParams(search)
  const asOf = params.get(asOfName) ?? asOfText({ now, zone })
  const fixed = resolvedTimes(list, params, { now, zone })
  if (fixed.has('x.pending_over')) fixed.set(asOfName, asOf)
  return fixed.toString()
}

/**
 * What a query string asks of a list.
 * @param now milliseconds since 1970, by the provider's clock
 * @returns the request and the range of creation times that it names
 */
export function exportedRequest(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): { request: ListRequest; range: TimeRange; errors?: never } | { errors: FieldError[] } {
  const { request, errors } = checkedList(list, new URLSearchParams(search), { now, zone })
  if (errors) return { errors }
  return { request, range: timeRange(list, request.query) }
}

/** `2026-11-23T004109Z`: no colons, which Windows does not allow. */
const inName = (millis: number) => atSecond(millis).replaceAll(':', '')

/**
 * The name of a file, made of what is in it and of nothing that a person wrote:
 * `sandbox-transfers-2026-11-01T000000Z-to-2026-11-23T004109Z.csv`.
 */
export function fileName(
  environment: string,
  { list, format }: Pick<ExportRequest, 'list' | 'format'>,
  { from, to }: TimeRange,
): string {
  const since = from > beginning ? `${inName(from)}-` : ''
  return `${environment}-${exportedLists[list].replaceAll(' ', '-')}-${since}to-${inName(to)}.${format}`
}
