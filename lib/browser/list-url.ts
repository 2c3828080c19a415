/**
 * A list's URL. The page's query string is the API's own query string; what only the page knows is named `x.…` and never
 * reaches the proxy. Everything here maps URLSearchParams to URLSearchParams and keeps no state.
 */

import { defaultLimit } from '../domain/values'
import { pageNames, positionNames, relativeNames } from '../provider/list-rules'
import type { Place } from '../provider/reading'

/** The parameters that belong to the API. */
export function apiParams(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !name.startsWith('x.')))
}

/** Parameters of the page that do not make the console read the list: relative times are sent in another form. */
const plainNames: readonly string[] = [...pageNames, ...positionNames, ...relativeNames]

/** What a list of the provider asks for: a name that nobody knows is refused, whatever it begins with. */
export const askedOf = (params: URLSearchParams) =>
  new URLSearchParams([...params].filter(([name]) => !plainNames.includes(name)))

/** Whether a URL has filters that the provider is not sent: the list is read from Mintdesk's own database. */
export const isPostFiltered = (params: URLSearchParams) =>
  [...params.keys()].some((name) => name.startsWith('x.') && !plainNames.includes(name))

/** The parameters that decide which rows are listed, and in which order. */
export const rowParams = (params: URLSearchParams) =>
  new URLSearchParams([...params].filter(([name]) => !pageNames.includes(name) && !name.startsWith('x.earlier')))

/** When the list's first page was read, on the pages after it: `asOfName` of relative-times.ts, which few lists load. */
const asOfName = 'x.as_of'

/** Cursors of earlier pages that are kept in the URL; more could exceed what servers accept. */
const maximumEarlier = 50

/**
 * The position of a page in its list: `number` counts from 1 and is absent if the URL does not say it, `earlier` holds the
 * cursors of the pages before it.
 */
export type PagePosition = { number?: number; cursor?: string; earlier: string[] }

export function pagePosition(params: URLSearchParams): PagePosition {
  const cursor = params.get('page_cursor') ?? undefined
  if (!cursor) return { number: 1, earlier: [] }
  const earlier = params.getAll('x.earlier')
  const written = params.get('x.page') ?? ''
  const number = /^[1-9]\d{0,5}$/.test(written) ? Number(written) : 0
  return { number: number >= earlier.length + 2 ? number : undefined, cursor, earlier }
}

function pageAt(params: URLSearchParams, cursor: string, earlier: readonly string[], number?: number): URLSearchParams {
  const next = firstPage(params)
  const asOf = params.get(asOfName)
  if (asOf !== null) next.set(asOfName, asOf)
  next.set('page_cursor', cursor)
  for (const one of earlier.slice(-maximumEarlier)) next.append('x.earlier', one)
  if (number !== undefined) next.set('x.page', String(number))
  return next
}

/** The same list at its first page. */
export function firstPage(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['page_cursor', ...positionNames]) next.delete(name)
  return next
}

/**
 * The page that `cursor` leads to.
 * @param asOf when relative times of the list were read (relative-times.ts): later pages belong to the same query
 */
export function pageAfter(params: URLSearchParams, cursor: string, asOf?: string): URLSearchParams {
  const { earlier, number, cursor: current } = pagePosition(params)
  const from = new URLSearchParams(params)
  if (asOf !== undefined) from.set(asOfName, asOf)
  return pageAt(from, cursor, current ? [...earlier, current] : earlier, number && number + 1)
}

/**
 * The page before this one, or undefined on the first page. If the URL does not hold its cursor (a link from elsewhere, or
 * more than 50 pages back) it is the first page, and `isFirst` says so.
 */
export function pageBefore(params: URLSearchParams): { params: URLSearchParams; isFirst: boolean } | undefined {
  const { cursor, earlier, number } = pagePosition(params)
  if (!cursor) return undefined
  const before = earlier.at(-1)
  if (before === undefined) return { params: firstPage(params), isFirst: true }
  return { params: pageAt(params, before, earlier.slice(0, -1), number && number - 1), isFirst: false }
}

/** What reading a page requires of its position: the rows requested, and every cursor used so far. */
export function placeOf(params: URLSearchParams, query: { limit?: number }): Place {
  const { cursor, earlier } = pagePosition(params)
  return { limit: query.limit ?? defaultLimit, cursors: cursor ? [...earlier, cursor] : earlier }
}

/** The cursor of the next page, or undefined if this list was already there: some services lead back. */
export const nextCursorIn = (params: URLSearchParams, cursor: string | undefined) =>
  cursor !== undefined && placeOf(params, {}).cursors.includes(cursor) ? undefined : cursor

/** The list with some parameters replaced (no values remove one), at its first page. */
export function withParams(params: URLSearchParams, changes: Record<string, readonly string[]>): URLSearchParams {
  const next = firstPage(params)
  for (const [name, values] of Object.entries(changes)) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  return next
}

/** The list without some parameters, at its first page. */
export const withoutParams = (params: URLSearchParams, names: readonly string[]) =>
  withParams(params, Object.fromEntries(names.map((name) => [name, []])))

/** The list without the subject of a field error: one value of a parameter (`statuses.1`), or the whole parameter. */
export function withoutField(params: URLSearchParams, field: string): URLSearchParams {
  const [, name, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  if (!name || !params.has(name)) return withoutParams(params, [field])
  return withParams(params, { [name]: params.getAll(name).filter((_, at) => at !== Number(index)) })
}

/** The href of a page; without parameters it has no "?". */
export function hrefOf(path: string, params: URLSearchParams): string {
  const search = params.toString()
  return search ? `${path}?${search}` : path
}
