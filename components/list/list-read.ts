/** Reads of lists: a page as the provider returns it, or by filters that it does not have as Mintdesk's own database has it. */

import type { QueryFunctionContext } from '@tanstack/react-query'
import { type ListFilters, listNames } from '@/components/filters/description'
import { viewLists } from '@/lib/api/list-request'
import { recordsRows } from '@/lib/api/record-operations'
import type { RecordsExtent } from '@/lib/api/records'
import { asOfText, relativeTimeErrors, resolvedTimes } from '@/lib/api/relative-times'
import { nowBy } from '@/lib/browser/clocks'
import { apiParams, isPostFiltered, rowParams } from '@/lib/browser/list-url'
import { type Answer, callConsole } from '@/lib/browser/operation'
import type { Json } from '@/lib/domain/json'
import { uncheckedQuery } from '@/lib/domain/query-string'
import { defaultLimit } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { type ListQuery, relativeNames } from '@/lib/provider/list-rules'
import { ProblemError } from '@/lib/provider/problem'
import type { Decoded, DecodedPage, Place } from '@/lib/provider/reading'
import type { ScannedList } from '@/lib/provider/scanned-lists'

/** A page of a list as it is cached, its rows decoded. */
export type LoadedPage<Known> = DecodedPage<Known> &
  Pick<Answer, 'requestId' | 'at'> & {
    /** With relative times in the URL: the query string with the times that they had, and when it was read. */
    resolved?: URLSearchParams
    asOf?: string
    /** Of a page of Mintdesk's own database. */
    own?: OwnPage
    /** The ids of rows that have changed since the read. */
    changed?: Record<string, true>
  }

/** How many records match, or that more than `count` do, unless it is not known; and which records there are, if there are any. */
export type OwnPage = { total?: { count: number; isMore: boolean }; extent?: RecordsExtent }

/** `url` is what it asks, where nothing but the page's own URL says so. */
type Read<Result> = {
  url?: string
  queryKey: readonly unknown[]
  queryFn: (context: QueryFunctionContext) => Promise<Result>
}
/** Query options of one page. */
export type PageRead<Known> = Read<LoadedPage<Known>>

/** Where the rows of a list come from. */
export type ListSource<Known, Query extends ListQuery> = {
  operation: ScannedList
  filters: ListFilters
  /** See `pageRead`. */
  read: (environment: Environment, query: Query) => PageRead<Known>
  /** A row of Mintdesk's own database. */
  decode: (row: Json) => Decoded<Known>
  idOf: (row: Decoded<Known>) => string | undefined
}

/** Decodes a page when it arrives, so that rows are decoded once. An answer without a list is a failed read. */
export function pageRead<Known>(
  read: Read<Answer>,
  decode: (json: unknown, place: Place) => DecodedPage<Known>,
  { limit = defaultLimit, page_cursor }: ListQuery,
): PageRead<Known> {
  return {
    url: read.url,
    queryKey: [...read.queryKey, 'decoded'],
    queryFn: async (context) => {
      const { json, text: _, ...answer } = await read.queryFn(context)
      try {
        return { ...answer, ...decode(json, { limit, cursors: page_cursor ? [page_cursor] : [] }) }
      } catch (thrown) {
        if (thrown instanceof ProblemError)
          Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
        throw thrown
      }
    },
  }
}

/** The query of a list's URL. The proxy checks it by the schema of the operation, so it is valid once rows have come. */
export const queryIn = <Query>(filters: ListFilters, params: URLSearchParams) =>
  uncheckedQuery(apiParams(params), listNames(filters)) as Query

/** What a list's URL asks for. */
export const listRead = <Known, Query extends ListQuery>(
  environment: Environment,
  source: ListSource<Known, Query>,
  params: URLSearchParams,
  zone: string,
) => ({ ...(isPostFiltered(params) ? ownRead : providedRead)(environment, source, params, zone), staleTime: freshFor })

/**
 * Relative times are resolved whenever the page is read, under a key that names them as they are in the URL: a refresh reads
 * anew, and rows stay meanwhile.
 */
function providedRead<Known, Query extends ListQuery>(
  environment: Environment,
  { operation, filters, read }: ListSource<Known, Query>,
  params: URLSearchParams,
  zone: string,
): PageRead<Known> {
  const pageOf = (resolved: URLSearchParams) => read(environment, queryIn<Query>(filters, resolved))
  if (!relativeNames.some((name) => params.has(name))) return pageOf(params)
  return {
    queryKey: [...pageOf(params).queryKey, rowParams(params).toString(), zone],
    queryFn: async (context) => {
      const errors = relativeTimeErrors(params)
      if (errors.length > 0) throw new ProblemError(400, 'invalid-input', 'The request is invalid.', { errors })
      const when = { now: nowBy('provider', environment), zone }
      const resolved = resolvedTimes(operation, params, when)
      const page = await pageOf(resolved).queryFn(context)
      return { ...page, resolved, asOf: params.get('x.as_of') ?? asOfText(when) }
    },
  }
}

/** The list's name at the console. */
const nameOf = (operation: ScannedList) => Object.entries(viewLists).find(([, list]) => list === operation)?.[0] ?? ''

/** A page of Mintdesk's own database, which knows every filter. */
function ownRead<Known, Query extends ListQuery>(
  environment: Environment,
  { operation, decode }: ListSource<Known, Query>,
  params: URLSearchParams,
  zone: string,
): PageRead<Known> {
  const search = rowParams(params).toString()
  return {
    queryKey: [environment, 'listRecords', operation, search, zone],
    queryFn: async ({ signal }) => {
      const input = { values: { list: nameOf(operation) }, body: { search, zone } }
      const { body, ...answer } = await callConsole(environment, recordsRows.listRecords, input, { signal })
      const { rows, next_page_cursor, count, is_more: isMore = false, now, extent } = body
      const when = { now, zone }
      return {
        ...answer,
        items: rows.map(decode),
        ...(next_page_cursor && { next: next_page_cursor }),
        own: { ...(count !== undefined && { total: { count, isMore } }), ...(extent && { extent }) },
        resolved: resolvedTimes(operation, params, when),
        asOf: params.get('x.as_of') ?? asOfText(when),
      }
    },
  }
}

/** How long a page is reused without reading it again, ms. */
const freshFor = 30_000
