'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { asProblem, isRateLimited } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import type { Place } from '@/lib/api/reading'
import {
  mergeWalkPages,
  type WalkEntry,
  type WalkPage,
  type WalkRange,
  type WalkResult,
} from '@/lib/browser/bounded-walk'
import { fetchIssuerQuotes, fetchTransfers, type ReadPage } from './asking'
import type { WalkState } from './coverage'
import { type QuoteEntry, quoteEntry, type TransferEntry, transferEntry } from './entries'

const hour = 3_600_000
/** The spec's largest page. */
const rowsAPage = 1000
/** How long a walk serves those who come back to it, in ms. */
const freshFor = 300_000

type Asked = WalkRange & { cursor?: string; place: Place; signal: AbortSignal }

/** One kind of walk: `reach` is how far back it asks (ms), `pages` how many it reads before it asks a person. */
export type WalkKind<Entry extends WalkEntry> = {
  name: string
  reach: number
  pages: number
  ask: (environment: Environment, asked: Asked) => Promise<ReadPage<unknown> & { entries: Entry[] }>
}

const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** Transfers of fourteen days in any zone: the longest fourteen have one hour more, and today may have 25. */
export const transferWalk: WalkKind<TransferEntry> = {
  name: 'listTransfers',
  reach: (14 * 24 + 2) * hour,
  pages: 10,
  ask: async (environment, { floor, until, cursor, place, signal }) => {
    const page = await fetchTransfers(
      environment,
      {
        'created_at.gte': atSecond(floor),
        'created_at.lt': atSecond(until),
        order_by: 'CREATED_AT',
        order: 'DESC',
        limit: rowsAPage,
        page_cursor: cursor,
      },
      { place, signal, isBackground: true },
    )
    return { ...page, items: [], entries: page.items.map(transferEntry) }
  },
}

/** Complete issuer quotes of a month in any zone. The range includes its end (spec), which has no second of its own. */
export const quoteWalk: WalkKind<QuoteEntry> = {
  name: 'listIssuerQuotes',
  reach: (31 * 24 + 2) * hour,
  pages: 5,
  ask: async (environment, { floor, until, cursor, place, signal }) => {
    const page = await fetchIssuerQuotes(
      environment,
      {
        status: ['COMPLETE'],
        'created_range.begin': atSecond(floor),
        'created_range.end': atSecond(until - 1),
        order: 'DESC',
        limit: rowsAPage,
        page_cursor: cursor,
      },
      { place, signal, isBackground: true },
    )
    return { ...page, items: [], entries: page.items.map(quoteEntry) }
  },
}

type Following = WalkRange & { startedAt: number; cursor: string; cursors: string[] }

/** A walk as a page shows it. */
export type Walk<Entry extends WalkEntry> = {
  walked?: WalkResult<Entry>
  state: WalkState
  /** What the last read threw; what was read before it stays. */
  problem?: ProblemError
  problemAt: number
  /** The page that is being read or that failed, from 1. */
  page: number
  isReading: boolean
  /** Whether it reads all of it again, with the former rows on screen. */
  isRereading: boolean
  isPaused: boolean
  stop: () => void
  goOn: () => void
  again: () => void
}

/**
 * Walks a list back from now, one page after the other, as long as somebody looks. Leaving the page ends the call under
 * way; coming back goes on from the page where it ended.
 * @param isHeld the service asked to wait: then no further page is asked for
 */
export function useWalk<Entry extends WalkEntry>(
  environment: Environment,
  kind: WalkKind<Entry>,
  isHeld: boolean,
): Walk<Entry> {
  const client = useQueryClient()
  const { queryKey, queryFn } = useMemo(() => walkQuery(environment, kind), [environment, kind])
  const query = useInfiniteQuery({
    queryKey,
    queryFn,
    initialPageParam: undefined as Following | undefined,
    getNextPageParam: followingOf<Entry>,
    retry: false,
    staleTime: freshFor,
    gcTime: 2 * freshFor,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const { data, fetchNextPage, refetch, hasNextPage, isFetching, isFetchNextPageError } = query
  const pages = data?.pages
  const seen = useMemo(() => pages && walkedOnce(pages), [pages])
  const [isStopped, setStopped] = useState(false)
  const [bound, setBound] = useState(kind.pages)
  const problem = asProblem(query.error)
  const count = pages?.length ?? 0
  const isRereading = isFetching && !query.isFetchingNextPage && pages !== undefined

  const isNext = hasNextPage && !isFetching && !problem && !isStopped && !isHeld && count < bound
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more page is the reason to ask for the next
  useEffect(() => {
    if (isNext) void fetchNextPage({ cancelRefetch: false })
  }, [isNext, count, fetchNextPage])

  const stop = useCallback(() => {
    if (!isRereading) setStopped(true)
    void client.cancelQueries({ queryKey })
  }, [client, queryKey, isRereading])
  const goOn = useCallback(() => {
    setStopped(false)
    if (count >= bound) setBound(count + kind.pages)
    if (count === 0 || (problem && !isFetchNextPageError)) void refetch()
    else if (problem) void fetchNextPage()
  }, [count, bound, kind.pages, problem, isFetchNextPageError, refetch, fetchNextPage])
  const again = useCallback(() => {
    setStopped(false)
    setBound(kind.pages)
    void refetch()
  }, [refetch, kind.pages])

  const failed = problem && !isRateLimited(problem) && (isFetchNextPageError || !seen)
  const state: WalkState = seen?.isWhole
    ? 'whole'
    : failed
      ? 'failed'
      : isStopped
        ? 'stopped'
        : hasNextPage && count >= bound
          ? 'bounded'
          : isHeld
            ? 'held'
            : 'reading'
  return {
    walked: seen,
    state,
    problem,
    problemAt: query.errorUpdatedAt,
    page: count + 1,
    isReading: isFetching,
    isRereading,
    isPaused: query.isPaused,
    ...{ stop, goOn, again },
  }
}

const reckoned = new WeakMap<readonly unknown[], unknown>()

/** `walked`, once for the same pages: React Query asks for what follows at every turn. */
function walkedOnce<Entry extends WalkEntry>(pages: readonly WalkPage<Entry>[]): WalkResult<Entry> | undefined {
  const known = reckoned.get(pages) as WalkResult<Entry> | undefined
  if (known) return known
  const all = mergeWalkPages(pages)
  reckoned.set(pages, all)
  return all
}

function followingOf<Entry extends WalkEntry>(_: WalkPage<Entry>, pages: WalkPage<Entry>[]): Following | undefined {
  const all = walkedOnce(pages)
  if (!all?.next) return undefined
  const cursors = pages.flatMap(({ next }) => next ?? [])
  return { startedAt: all.startedAt, floor: all.floor, until: all.until, cursor: all.next, cursors }
}

function walkQuery<Entry extends WalkEntry>(environment: Environment, kind: WalkKind<Entry>) {
  return {
    queryKey: [environment, kind.name, 'walk'] as const,
    queryFn: async ({
      pageParam,
      signal,
    }: {
      pageParam?: Following
      signal: AbortSignal
    }): Promise<WalkPage<Entry>> => {
      const startedAt = pageParam?.startedAt ?? Date.now()
      // What was created in this second is in; whole hours keep the address short.
      const until = pageParam?.until ?? Math.ceil((startedAt + 1) / 1000) * 1000
      const floor = pageParam?.floor ?? Math.floor((startedAt - kind.reach) / hour) * hour
      const place = { limit: rowsAPage, cursors: pageParam?.cursors ?? [] }
      const page = await kind.ask(environment, { floor, until, cursor: pageParam?.cursor, place, signal })
      return { startedAt, floor, until, entries: page.entries, next: page.next, isRepeated: page.isRepeated }
    },
  }
}
