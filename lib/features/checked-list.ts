/**
 * THE reading of a list's query string: pages that Mintdesk filters, exports, schedules, views, counts and webhooks accept the
 * same ones, and mean the same rows by them. Pages load no schemas; the proxy checks what they send.
 */

import { type ListRequest, listRequest, orderedQuery, type ViewList, viewLists } from '../api/list-request'
import { relativeTimeErrors, resolvedTimes, type When } from '../api/relative-times'
import { writeQuery } from '../domain/query-string'
import { schemasOf } from '../provider/check'
import type { FieldError } from '../provider/field-errors'
import { askedParams } from '../provider/list-rules'
import { queryNames, readQuery } from '../provider/read-query'
import { listRules, type ScannedList } from '../provider/scanned-lists'
import { MovementQuery } from './money/input'
import { isOfProvider } from './views/interface'

/** What is wrong with the provider's parameters, each on its own: all of them together are never sent. */
function valueErrors(list: ScannedList, search: URLSearchParams, when: When): FieldError[] {
  const { query: schema } = schemasOf(list)
  if (!schema) return []
  const resolved = new URLSearchParams(search)
  // listRequest explains them; here they would be refused as times.
  for (const { field } of relativeTimeErrors(search)) resolved.delete(field)
  const params = askedParams(listRules[list], resolvedTimes(list, resolved, when))
  const asked = queryNames(schema).filter((name) => params.has(name))
  return asked.flatMap((name) => {
    const values = params.getAll(name).map((value) => [name, value])
    return readQuery(schema, new URLSearchParams(values)).errors ?? []
  })
}

/**
 * What a list's query string asks for: every name in it is known, and every value can be used.
 * @param when `now` is by the provider's clock
 */
export function checkedList(
  list: ScannedList,
  search: URLSearchParams,
  when: When,
): { request: ListRequest; errors?: never } | { request?: never; errors: FieldError[] } {
  const { request, errors = [] } = listRequest(list, search, when)
  const all = [...errors, ...valueErrors(list, search, when)]
  if (!request || all.length > 0) return { errors: all }
  const { query: schema } = schemasOf(list)
  const sent = schema && readQuery(schema, writeQuery(orderedQuery(request))).errors
  return sent ? { errors: sent } : { request }
}

/**
 * What is wrong with the query string of a view; the own members (`x.…`) of the list of movements mean nothing to the server.
 * @param now by the provider's clock
 */
export function viewErrors(list: ViewList, search: URLSearchParams, now: number): FieldError[] | undefined {
  if (isOfProvider(list)) return checkedList(viewLists[list], search, { now, zone: 'UTC' }).errors
  return readQuery(MovementQuery, new URLSearchParams([...search].filter(([name]) => !name.startsWith('x.')))).errors
}
