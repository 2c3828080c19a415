/** Reads of lists: a page as the provider returns it, or the rows that Mintdesk finds in the whole list. */
import type { QueryFunctionContext } from '@tanstack/react-query'
import { type ListFilters, listNames } from '@/components/filters/description'
import type { PostFilterLine, PostFilterPlace } from '@/lib/api/console/post-filter'
import { asOfText, relativeTimeErrors, resolvedTimes } from '@/lib/api/console/relative-times'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { type ListQuery, relativeNames } from '@/lib/api/provider/list-rules'
import type { Decoded, DecodedPage, Place } from '@/lib/api/provider/reading'
import type { ScannedList } from '@/lib/api/provider/scanned-lists'
import { nowBy } from '@/lib/browser/clocks'
import { apiParams, firstPage, isPostFiltered, rowParams } from '@/lib/browser/list-url'
import type { Answer } from '@/lib/browser/operation'
import type { Json } from '@/lib/domain/json'
import { uncheckedQuery } from '@/lib/domain/query-string'
import { defaultLimit } from '@/lib/domain/values'

/** A page of a list as it is cached, its rows decoded. */
export type LoadedPage<Known> = DecodedPage<Known> &
  Omit<Answer, 'json'> & {
    /** With relative times in the URL: the query string with the times that they had, and when it was read. */
    resolved?: URLSearchParams
    asOf?: string
    /** Of a list that Mintdesk filters: how far it was read. */
    postFilter?: PostFilterState
    /** The ids of rows that have changed since the read. */
    changed?: Record<string, true>
  }

/** How far a list that Mintdesk filters was read. */
export type PostFilterState = {
  /** Rows of the provider that were read, and those of them that do not match what it was asked. */
  read: number
  outside: number
  isComplete: boolean
  /** Where it can be read on; undefined if nothing was read, or everything. */
  place?: PostFilterPlace
  asked?: Extract<PostFilterLine, { kind: 'asked' }>
}

type Read<Result> = {
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
  /** A row of a list that Mintdesk filters. */
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
    queryKey: [...read.queryKey, 'decoded'],
    queryFn: async (context) => {
      const { json, ...answer } = await read.queryFn(context)
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

/** What a list's URL asks for: a page of the provider's list, or the whole list as far as Mintdesk has filtered it. */
export const listRead = <Known, Query extends ListQuery>(
  environment: Environment,
  source: ListSource<Known, Query>,
  params: URLSearchParams,
  zone: string,
) =>
  isPostFiltered(params)
    ? postFilteredRead(environment, source, params, zone)
    : { ...providedRead(environment, source, params, zone), staleTime: freshFor }

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

export const unread: PostFilterState = { read: 0, outside: 0, isComplete: false }

/**
 * The rows that Mintdesk finds, shown as they come. A read goes on from where the one before it ended or was stopped. A list
 * of which nothing was read is read when it is shown again; any other only on demand.
 */
function postFilteredRead<Known, Query extends ListQuery>(
  environment: Environment,
  { operation, decode, idOf }: ListSource<Known, Query>,
  params: URLSearchParams,
  zone: string,
) {
  const search = rowParams(firstPage(params))
  search.delete('limit')
  return {
    queryKey: [environment, 'post-filtered', operation, search.toString(), zone],
    queryFn: async ({ client, queryKey, signal }: QueryFunctionContext): Promise<LoadedPage<Known>> => {
      // Few lists are post-filtered.
      const { postFilteredLines } = await import('@/lib/browser/post-filter-read')
      const start = client.getQueryData<LoadedPage<Known>>(queryKey)
      const { read, outside, place, asked } = start?.postFilter ?? unread
      let page = start ?? { items: [], at: Date.now(), text: '', requestId: '' }
      const show = (changes: Partial<PostFilterState>, items = page.items) => {
        page = { ...page, items, postFilter: { ...(page.postFilter ?? unread), ...changes } }
        client.setQueryData(queryKey, page)
      }
      show({})
      const body = { search: params.toString(), zone: asked?.start.zone ?? zone, now: asked?.start.now, place }
      for await (const line of postFilteredLines(environment, operation, body, signal)) {
        if (line.kind === 'asked') show({ asked: line })
        else if (line.kind === 'restart') show({ place, read, outside }, start?.items ?? [])
        else if (line.kind === 'rows') {
          const rows = line.rows.map(decode)
          // A row that changed while the list was read has moved.
          const ids = new Set(rows.map(idOf))
          const others = page.items.filter((row) => idOf(row) === undefined || !ids.has(idOf(row)))
          const counts = { read: read + line.read, outside: outside + (line.outside ?? 0) }
          show({ ...counts, place: line.place }, rows.length > 0 ? [...others, ...rows] : page.items)
        } else show({ isComplete: !line.place, place: line.place })
      }
      return page
    },
    // Without a connection the reading stops and says so, instead of waiting unseen.
    networkMode: 'always' as const,
    staleTime: ({ state }: { state: { data?: LoadedPage<Known> } }) =>
      state.data?.postFilter?.asked ? Number.POSITIVE_INFINITY : 0,
  }
}

/** How long a page is reused without reading it again, ms. */
const freshFor = 30_000
