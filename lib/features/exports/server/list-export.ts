/** What an export asks of a list, and the name of its file. */

import type { ListRequest } from '../../../api/list-request'
import { asOfName, asOfText, resolvedTimes } from '../../../api/relative-times'
import { atSecond } from '../../../domain/wall-clock'
import type { FieldError } from '../../../provider/field-errors'
import { beginning } from '../../../server/records/record-rows'
import { checkedList } from '../../checked-list'
import { exportedLists } from '../export-columns'
import type { ExportRequest } from '../interface'
import { timeRange } from './time-range'

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
 * @returns the request and the range of creation times that it names, in milliseconds since 1970
 */
export function exportedRequest(
  { list, search, zone }: Pick<ExportRequest, 'list' | 'search' | 'zone'>,
  now: number,
): { request: ListRequest; range: { from: number; to: number }; errors?: never } | { errors: FieldError[] } {
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
  { from, to }: { from: number; to: number },
): string {
  const since = from > beginning ? `${inName(from)}-` : ''
  return `${environment}-${exportedLists[list].replaceAll(' ', '-')}-${since}to-${inName(to)}.${format}`
}
