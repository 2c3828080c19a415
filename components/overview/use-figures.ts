'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { followRows } from '@/components/live/live-rows'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { fromConsole } from '@/lib/browser/clocks'
import { callConsole } from '@/lib/browser/operation'
import type { Overview, OverviewRange } from '@/lib/features/overview/interface'
import { overviewRows } from '@/lib/features/overview/operations'
import type { Environment } from '@/lib/provider/environments'

/** Milliseconds for which an answer is shown to people who come back to it, and for which it is kept. */
const [freshFor, keptFor] = [30_000, 600_000]
/** Milliseconds between two reads, because what is pending becomes overdue. */
const usually = 60_000
/** The same while older records are still coming in, and until there are any. */
export const whileReading = 3_000
const whileEmpty = 500
/** Milliseconds between two reads for what changed: a busy provider changes all the time. */
const readEvery = 15_000
/** How many times as long as a read took at least passes before the next: long ranges take the console seconds. */
const restFactor = 20

type ReadOptions = { signal: AbortSignal; isBackground?: boolean }

/** `since`: with what stands now, and what changed since then. */
export type AskedOverview = OverviewRange & { since?: number }

/** Figures whose `at` is by this browser's clock, like other reads'. @throws as `callConsole` does */
export async function readOverview(environment: Environment, asked: AskedOverview, options: ReadOptions) {
  const { body } = await callConsole(environment, overviewRows.readOverview, { body: asked }, options)
  return { ...body, at: fromConsole(body.at) }
}

/** Whether there is anything to show of transfers that are being read. */
export const hasBegun = ({ transfers: { count, isWhole, isReading } }: Overview) => isWhole || !isReading || count > 0

/** Whether older records are still coming in. */
export const isBeingRead = ({ transfers, quotes }: Overview) =>
  [transfers, quotes].some(({ isWhole, isReading }) => !isWhole && isReading)

/** Milliseconds until the next read of one that took so long. */
function pauseAfter(overview: Overview | undefined, took: number): number {
  if (overview && !hasBegun(overview)) return whileEmpty
  return overview && isBeingRead(overview) ? whileReading : Math.max(usually, restFactor * took)
}

/**
 * Reads the overview while its page is open, again when something changed. What was read stays on screen meanwhile.
 * @param asked undefined as long as it is not known
 */
export function useFigures(environment: Environment, asked: AskedOverview | undefined) {
  const client = useQueryClient()
  const queryKey = [environment, 'overview', asked] as const
  /** Whether a person asks again for what is on screen. */
  const isAsked = useRef(false)
  /** Milliseconds that the last read took. */
  const took = useRef(0)
  const { data, isPlaceholderData, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined && !isAsked.current
      isAsked.current = false
      const began = performance.now()
      const read = asked ? await readOverview(environment, asked, { signal, isBackground }) : null
      took.current = performance.now() - began
      return read
    },
    enabled: asked !== undefined,
    // What stands now is the same in every range.
    placeholderData: (before: Awaited<ReturnType<typeof readOverview>> | null | undefined, query) =>
      query?.queryKey[0] === environment ? before : undefined,
    retry: false,
    staleTime: freshFor,
    gcTime: keptFor,
    refetchInterval: ({ state }) => pauseAfter(state.data ?? undefined, took.current),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  useLive(environment, () => {
    void refetch()
    return Math.max(readEvery, restFactor * took.current)
  })
  const problem = asProblem(error)
  const known = (problem && isAccessLost(problem) ? undefined : data) ?? undefined
  const overview = isPlaceholderData ? undefined : known
  const refresh = () => {
    isAsked.current = true
    void refetch()
  }
  return {
    /** Undefined until there are figures of the range, and when this person may no longer see them. */
    overview,
    present: known?.present,
    /** When the provider's changes were last read for what is on screen, ms since 1970. */
    at: known?.at,
    /** Why nothing, or nothing newer, could be read. */
    problem,
    problemAt: errorUpdatedAt,
    isLoading: isFetching,
    refresh,
  }
}

/** Reads again when something changes at the provider. @param read returns for how many milliseconds not to read again */
function useLive(environment: Environment, read: () => number) {
  const client = useQueryClient()
  const readNow = useEffectEvent(read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let nextAt = 0
    const readAgain = () => {
      timer = undefined
      nextAt = Date.now() + readNow()
    }
    const stop = followRows(client, environment, () => {
      timer ??= setTimeout(readAgain, Math.max(0, nextAt - Date.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, environment])
}

/** What a page shows of an overview. */
export type Figures = ReturnType<typeof useFigures>
