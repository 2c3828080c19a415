'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import { consolePath } from '@/lib/api/console/operations'
import type { Coverage, OverviewLine, OverviewRange } from '@/lib/api/console/overview-figures'
import type { Environment } from '@/lib/api/environments'
import type { Problem } from '@/lib/api/problem'
import { fromConsole } from '@/lib/browser/clocks'
import { problemIn, streamedLines } from '@/lib/browser/line-stream'

const isOver = ({ isWhole, problem }: Coverage) => isWhole || problem !== undefined

/**
 * Figures that become more until they are complete, or cannot be. Their `at` is by this browser's clock, like other reads'.
 * @param isFresh whether figures that the console keeps are not enough
 * @throws ProblemError if the reading was refused, failed or broke off; AbortError where the signal ended it
 */
export async function* overviewLines(
  environment: Environment,
  range: OverviewRange & { isFresh?: boolean },
  signal: AbortSignal,
): AsyncGenerator<OverviewLine> {
  const format = {
    read: JSON.parse,
    isLast: (line: OverviewLine | { problem: Problem }) =>
      'problem' in line || (isOver(line.transfers) && isOver(line.quotes)),
  }
  for await (const line of streamedLines(consolePath(environment, 'readOverview', {}), range, format, signal)) {
    if ('problem' in line) throw problemIn(line.problem)
    yield { ...line, at: fromConsole(line.at) }
  }
}

/** Milliseconds for which figures are shown to people who come back to them. */
const freshFor = 300_000

/** What is kept of a range; `line` is undefined until there are figures. */
type Kept = {
  line?: OverviewLine
  /** Figures that will replace complete ones once they are complete themselves. */
  next?: OverviewLine
  isStopped?: boolean
}

const isWhole = ({ transfers, quotes }: OverviewLine) => transfers.isWhole && quotes.isWhole

/** Why a reading ends before it is complete. */
const stopped = 'The person stopped it.'

/**
 * Reads the figures of a range while its page is open. What is complete stays on screen while it is read again.
 * @param range undefined as long as it is not known
 */
export function useFigures(environment: Environment, range: OverviewRange | undefined) {
  const client = useQueryClient()
  const queryKey = [environment, 'overview', range] as const
  const running = useRef<AbortController>(undefined)
  const isFresh = useRef(false)
  const query = useQuery<Kept>({
    queryKey,
    queryFn: async ({ signal }) => {
      if (!range) return {}
      const own = new AbortController()
      running.current = own
      const before = client.getQueryData<Kept>(queryKey)?.line
      const complete = before && isWhole(before) ? before : undefined
      const asked = { ...range, isFresh: isFresh.current }
      isFresh.current = false
      let line: OverviewLine | undefined
      try {
        for await (line of overviewLines(environment, asked, AbortSignal.any([signal, own.signal])))
          client.setQueryData<Kept>(queryKey, complete ? { line: complete, next: line } : { line })
      } catch (failure) {
        signal.throwIfAborted()
        if (own.signal.reason !== stopped) throw failure
        return complete ? { line: complete } : { line, isStopped: true }
      }
      const failed = complete && (line?.transfers.problem ?? line?.quotes.problem)
      if (failed) throw problemIn(failed)
      return { line }
    },
    enabled: range !== undefined,
    retry: false,
    // What a person stopped is not read until they ask for it.
    staleTime: ({ state: { data } }) => (data && (data.isStopped || (data.line && isWhole(data.line))) ? freshFor : 0),
    gcTime: 2 * freshFor,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const { data, isFetching, refetch, dataUpdatedAt, errorUpdatedAt } = query
  const thrown = asProblem(query.error)
  const kept = thrown && isAccessLost(thrown) ? undefined : data
  const line = kept?.line
  const limited = [line?.transfers, line?.quotes].flatMap((part) => (part?.problem ? problemIn(part.problem) : []))
  const waiting = isFetching ? undefined : limited.find(isRateLimited)
  const resume = () => {
    // What is asked for again goes on after the page was left, too.
    client.setQueryData<Kept>(queryKey, (before) => before && { ...before, isStopped: false })
    void refetch()
  }
  return {
    /** Undefined until there are figures, and when this person may no longer see them. */
    line,
    /** What is read in place of the figures on screen. */
    next: isFetching ? kept?.next : undefined,
    /** When reading the figures on screen began, ms since 1970. */
    at: line?.at,
    /** Why nothing, or nothing newer, could be read; a list that failed on its own says so in the figures. */
    problem: thrown ?? waiting,
    problemAt: thrown ? errorUpdatedAt : dataUpdatedAt,
    isLoading: isFetching,
    isStopped: !isFetching && kept?.isStopped === true,
    isPaused: query.isPaused,
    resume,
    refresh: () => {
      isFresh.current = true
      resume()
    },
    stop: () => running.current?.abort(stopped),
  }
}

/** The figures of a range as a page shows them. */
export type Figures = ReturnType<typeof useFigures>
