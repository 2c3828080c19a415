'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settlementMillis } from '@/components/transfers/usual-times'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IssuerQuoteQuery } from '@/lib/api/issuer-quotes'
import type { Place } from '@/lib/api/reading'
import type { TransferQuery } from '@/lib/api/transfers'
import { isTimestamp } from '@/lib/api/values'
import {
  mergeWalkPages,
  type WalkEntry,
  type WalkPage,
  type WalkRange,
  type WalkResult,
} from '@/lib/browser/bounded-walk'
import { atSecond, millisOf } from '@/lib/browser/clock'
import { fetchIssuerQuotes, fetchTransfers } from './limited-reads'

/** Only the fields of a transfer that totals need, because ten thousand stay in memory. `settledIn` is in ms. */
export type TransferEntry = WalkEntry & {
  asset?: string
  direction?: string
  amount?: string
  status?: string
  type?: string
  settledIn?: number
}
/** An issuer quote, reduced likewise. */
export type QuoteEntry = WalkEntry & { asset?: string; status?: string; tokens?: string }

const timeOf = (time: string | undefined) => (time && isTimestamp(time) ? millisOf(time) : undefined)

const hour = 3_600_000
/** The spec's largest page. */
const rowsPerPage = 1000
/** How long a walk is shown to people who come back to it, in ms. */
const freshFor = 300_000

type PageRequest = WalkRange & { cursor?: string; place: Place; signal: AbortSignal }

/** What to walk: `reach` is how far back (ms), `pageLimit` how many pages it reads before it asks the person. */
export type WalkKind<Entry extends WalkEntry> = {
  name: string
  reach: number
  pageLimit: number
  fetchPage: (
    environment: Environment,
    request: PageRequest,
  ) => Promise<Pick<WalkPage<Entry>, 'entries' | 'next' | 'isRepeated'>>
}

/** Transfers of 14 days in any zone: at a clock change they are an hour longer, and today may have 25 hours. */
export const transferWalk: WalkKind<TransferEntry> = {
  name: 'listTransfers',
  reach: (14 * 24 + 2) * hour,
  pageLimit: 10,
  fetchPage: async (environment, { floor, until, cursor, place, signal }) => {
    const query = {
      ...{ 'created_at.gte': atSecond(floor), 'created_at.lt': atSecond(until) },
      ...{ order_by: 'CREATED_AT', order: 'DESC', limit: rowsPerPage, page_cursor: cursor },
    } satisfies TransferQuery
    const page = await fetchTransfers(environment, query, { place, signal, isBackground: true })
    const entries = page.items.map(({ known }) => {
      const { id, asset, direction, amount, status, type } = known
      const settledIn = settlementMillis(known)
      return { id, at: timeOf(known.created_at), asset, direction, amount, status, type, settledIn }
    })
    return { ...page, entries }
  },
}

/** Complete issuer quotes of a month in any zone. Their range includes its end (spec), so it ends a second earlier. */
export const quoteWalk: WalkKind<QuoteEntry> = {
  name: 'listIssuerQuotes',
  reach: (31 * 24 + 2) * hour,
  pageLimit: 5,
  fetchPage: async (environment, { floor, until, cursor, place, signal }) => {
    const query = {
      ...{ status: ['COMPLETE'], order: 'DESC', limit: rowsPerPage, page_cursor: cursor },
      ...{ 'created_range.begin': atSecond(floor), 'created_range.end': atSecond(until - 1) },
    } satisfies IssuerQuoteQuery
    const page = await fetchIssuerQuotes(environment, query, { place, signal, isBackground: true })
    const entries = page.items.map(({ known }) => {
      const { id, created_at, asset_type, status, token_principal } = known
      return { id, at: timeOf(created_at), asset: asset_type, status, tokens: token_principal }
    })
    return { ...page, entries }
  },
}

export type WalkState = 'loading' | 'waiting' | 'stopped' | 'failed' | 'limited' | 'complete'

/**
 * Reads a list back from now, page after page, while its page is open. Leaving the page cancels the current call; coming
 * back resumes there.
 * @param isRateLimitHit no further page is read while the provider asks to wait
 */
export function useWalk<Entry extends WalkEntry>(
  environment: Environment,
  kind: WalkKind<Entry>,
  isRateLimitHit: boolean,
) {
  const client = useQueryClient()
  const queryKey = [environment, kind.name, 'walk'] as const
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<WalkPage<Entry>> => {
      const startedAt = pageParam?.startedAt ?? Date.now()
      // The current second is included; whole hours keep the query short.
      const until = pageParam?.until ?? Math.ceil((startedAt + 1) / 1000) * 1000
      const floor = pageParam?.floor ?? Math.floor((startedAt - kind.reach) / hour) * hour
      const place = { limit: rowsPerPage, cursors: pageParam?.cursors ?? [] }
      const page = await kind.fetchPage(environment, { floor, until, cursor: pageParam?.cursor, place, signal })
      return { startedAt, floor, until, entries: page.entries, next: page.next, isRepeated: page.isRepeated }
    },
    initialPageParam: undefined as NextPage | undefined,
    getNextPageParam: nextPageOf<Entry>,
    retry: false,
    staleTime: freshFor,
    gcTime: 2 * freshFor,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const { data, fetchNextPage, refetch, hasNextPage, isFetching, isFetchNextPageError } = query
  const pages = data?.pages
  const problem = asProblem(query.error)
  const result = pages && !(problem && isAccessLost(problem)) ? merged(pages) : undefined
  const [isStopped, setStopped] = useState(false)
  const [limit, setLimit] = useState(kind.pageLimit)
  const count = pages?.length ?? 0
  const isRefreshing = isFetching && !query.isFetchingNextPage && pages !== undefined

  const isNext = hasNextPage && !isFetching && !problem && !isStopped && !isRateLimitHit && count < limit
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page leads to the next
  useEffect(() => {
    if (isNext) void fetchNextPage({ cancelRefetch: false })
  }, [isNext, count, fetchNextPage])

  const stop = () => {
    if (!isRefreshing) setStopped(true)
    void client.cancelQueries({ queryKey })
  }
  const resume = () => {
    setStopped(false)
    if (count >= limit) setLimit(count + kind.pageLimit)
    if (count === 0 || (problem && !isFetchNextPageError)) void refetch()
    else if (problem) void fetchNextPage()
  }
  const refresh = () => {
    setStopped(false)
    setLimit(kind.pageLimit)
    void refetch()
  }

  function stateOf(): WalkState {
    if (result?.isWhole) return 'complete'
    if (problem && !isRateLimited(problem) && (isFetchNextPageError || !result)) return 'failed'
    if (isStopped) return 'stopped'
    if (hasNextPage && count >= limit) return 'limited'
    return isRateLimitHit ? 'waiting' : 'loading'
  }
  return {
    /** Undefined until a page is read, and when this person may no longer see it. */
    result,
    at: result?.startedAt,
    state: stateOf(),
    /** The last read's error; earlier pages stay. */
    problem,
    problemAt: query.errorUpdatedAt,
    /** The page that is loading or failed, from 1. */
    page: count + 1,
    isLoading: isFetching,
    /** Whether everything is loading again, with the former rows on screen. */
    isRefreshing,
    ...{ isPaused: query.isPaused, stop, resume, refresh },
  }
}

/** A walk as a page shows it. */
export type Walk<Entry extends WalkEntry> = ReturnType<typeof useWalk<Entry>>

const mergedPages = new WeakMap<readonly unknown[], unknown>()

/** Merges the same pages once only: React Query asks for the next page on every render. */
function merged<Entry extends WalkEntry>(pages: readonly WalkPage<Entry>[]): WalkResult<Entry> | undefined {
  const known = mergedPages.get(pages) as WalkResult<Entry> | undefined
  if (known) return known
  const result = mergeWalkPages(pages)
  mergedPages.set(pages, result)
  return result
}

type NextPage = WalkRange & { startedAt: number; cursor: string; cursors: string[] }

function nextPageOf<Entry extends WalkEntry>(_: WalkPage<Entry>, pages: WalkPage<Entry>[]): NextPage | undefined {
  const result = merged(pages)
  if (!result?.next) return undefined
  const { startedAt, floor, until, next: cursor } = result
  return { startedAt, floor, until, cursor, cursors: pages.flatMap(({ next }) => next ?? []) }
}
