/**
 * A list's address. The page's query string is the API's own query string; what only the page knows is named `x.…` and
 * never reaches the proxy (design.md, "list URLs"). Everything here takes and gives URLSearchParams, never state.
 */
import type { Place } from '../api/reading'
import { type TransferQuery, timeFilters } from '../api/transfers'
import { defaultLimit } from '../api/values'

/** The part of a page's query string that is the API's. */
export function apiParams(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !name.startsWith('x.')))
}

/** Cursors that lead back, kept in the address: with more of them it would pass what servers take. */
const mostEarlier = 50

/**
 * Where in its walk a page stands: `number` counts from 1 and is absent where the address does not say it, `earlier` holds
 * the cursors of the pages before it.
 */
export type PagePosition = { number?: number; cursor?: string; earlier: string[] }

/** @returns where the page of this address stands */
export function pagePosition(params: URLSearchParams): PagePosition {
  const cursor = params.get('page_cursor') ?? undefined
  if (!cursor) return { number: 1, earlier: [] }
  const earlier = params.getAll('x.earlier')
  const written = params.get('x.page') ?? ''
  const number = /^[1-9]\d{0,5}$/.test(written) ? Number(written) : 0
  return { number: number >= earlier.length + 2 ? number : undefined, cursor, earlier }
}

function setPage(params: URLSearchParams, number: number | undefined): void {
  if (number !== undefined) params.set('x.page', String(number))
}

/** The same list at its first page. */
export function firstPage(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['page_cursor', 'x.earlier', 'x.page']) next.delete(name)
  return next
}

/** The address of the page that `cursor` leads to, with the way back in it. */
export function pageAfter(params: URLSearchParams, cursor: string): URLSearchParams {
  const step = pagePosition(params)
  const next = firstPage(params)
  next.set('page_cursor', cursor)
  const earlier = step.cursor ? [...step.earlier, step.cursor] : []
  for (const one of earlier.slice(-mostEarlier)) next.append('x.earlier', one)
  setPage(next, step.number && step.number + 1)
  return next
}

/**
 * The address of the page before this one, or undefined on the first page. Where the way back is not in the address
 * (an address from elsewhere, or more than 50 pages back) it is the first page, and `isFirst` says so.
 */
export function pageBefore(params: URLSearchParams): { params: URLSearchParams; isFirst: boolean } | undefined {
  const { cursor, earlier, number } = pagePosition(params)
  if (!cursor) return undefined
  const next = firstPage(params)
  const before = earlier.at(-1)
  if (before === undefined) return { params: next, isFirst: true }
  next.set('page_cursor', before)
  for (const one of earlier.slice(0, -1)) next.append('x.earlier', one)
  setPage(next, number && number - 1)
  return { params: next, isFirst: false }
}

/** What the reader of a page must know of the walk: rows asked for, and every cursor met, this page's among them. */
export function placeOf(params: URLSearchParams, query: { limit?: number }): Place {
  const { cursor, earlier } = pagePosition(params)
  return { limit: query.limit ?? defaultLimit, cursors: cursor ? [...earlier, cursor] : earlier }
}

/** The list with some parts of its address set anew (an empty list leaves a name out); always at its first page. */
export function withParams(params: URLSearchParams, parts: Record<string, readonly string[]>): URLSearchParams {
  const next = firstPage(params)
  for (const [name, values] of Object.entries(parts)) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  return next
}

/** The list without some parts of its address. */
export const withoutParams = (params: URLSearchParams, names: readonly string[]) =>
  withParams(params, Object.fromEntries(names.map((name) => [name, []])))

/** The list without what a field error is about: one value of a list (`statuses.1`), or the whole name. */
export function withoutField(params: URLSearchParams, field: string): URLSearchParams {
  const [, name, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  if (!name || !params.has(name)) return withoutParams(params, [field])
  return withParams(params, { [name]: params.getAll(name).filter((_, at) => at !== Number(index)) })
}

/** A page's address; no "?" where nothing is chosen. */
export function hrefOf(path: string, params: URLSearchParams): string {
  const search = params.toString()
  return search ? `${path}?${search}` : path
}

const timesOf = (query: TransferQuery) =>
  (['CREATED_AT', 'UPDATED_AT'] as const).filter((by) => timeFilters[by].some((name) => query[name] !== undefined))

/** What a list is sorted by, and from which end. */
export type ListOrder = { by: 'CREATED_AT' | 'UPDATED_AT'; order: 'ASC' | 'DESC' }

/** What a list is sorted by. Spec: "Default is ASC when `order_by` is UPDATED_AT, otherwise DESC." */
export function orderOf(query: TransferQuery): ListOrder {
  const times = timesOf(query)
  return {
    by: query.order_by ?? (times.length === 1 && times[0] ? times[0] : 'CREATED_AT'),
    order: query.order ?? (query.order_by === 'UPDATED_AT' ? 'ASC' : 'DESC'),
  }
}

/**
 * The query as it goes out: beside a time filter `order_by` and `order` are said, never left to a default
 * (service-facts, "Writing"). With filters of both times nothing is added, because either would break rule 2.
 */
export function asSent(query: TransferQuery): TransferQuery {
  if (timesOf(query).length !== 1) return query
  const { by, order } = orderOf(query)
  return { ...query, order_by: by, order }
}

/**
 * The time that keeps a list from being sorted by another. Rule 2: `order_by` goes with filters of its own time only.
 * @returns undefined where the list can be sorted by it
 */
export const timeAgainst = (query: TransferQuery, by: ListOrder['by']) => timesOf(query).find((time) => time !== by)

/**
 * The list sorted anew, at its first page.
 * @param wanted      written out, order and time both, where it is not what the service does anyway
 * @param usual       the order where the address says none
 * @param hasOrderBy  whether the service takes `order_by`
 */
export function sortedBy(
  params: URLSearchParams,
  wanted: ListOrder,
  usual: ListOrder,
  hasOrderBy: boolean,
): URLSearchParams {
  const isUsual = wanted.by === usual.by && wanted.order === usual.order
  return withParams(params, {
    order_by: isUsual || !hasOrderBy ? [] : [wanted.by],
    order: isUsual ? [] : [wanted.order],
  })
}
