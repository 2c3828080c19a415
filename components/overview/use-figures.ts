'use client'
import { useQuery } from '@tanstack/react-query'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { fromConsole } from '@/lib/browser/clocks'
import { callConsole } from '@/lib/browser/operation'
import type { Overview, OverviewRange } from '@/lib/features/overview/interface'
import { overviewRows } from '@/lib/features/overview/operations'
import type { Environment } from '@/lib/provider/environments'

/** Milliseconds for which figures are shown to people who come back to them. */
const freshFor = 300_000
/** Milliseconds between two reads while older records are still coming in. */
const whileReading = 3_000

/** Figures whose `at` is by this browser's clock, like other reads'. @throws as `callConsole` does */
export async function readOverview(environment: Environment, range: OverviewRange, signal: AbortSignal) {
  const { body } = await callConsole(environment, overviewRows.readOverview, { body: range }, { signal })
  return { ...body, at: fromConsole(body.at) }
}

const isBeingRead = ({ transfers, quotes }: Overview) =>
  [transfers, quotes].some(({ isWhole, isReading }) => !isWhole && isReading)

/**
 * Reads the figures of a range while its page is open. What was read stays on screen while it is read again.
 * @param range undefined as long as it is not known
 */
export function useFigures(environment: Environment, range: OverviewRange | undefined) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [environment, 'overview', range],
    queryFn: ({ signal }) => (range ? readOverview(environment, range, signal) : null),
    enabled: range !== undefined,
    ...{ retry: false, staleTime: freshFor, gcTime: 2 * freshFor },
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? whileReading : false),
    ...{ structuralSharing: false, refetchOnWindowFocus: false },
  })
  const problem = asProblem(error)
  const overview = (problem && isAccessLost(problem) ? undefined : data) ?? undefined
  return {
    /** Undefined until there are figures, and when this person may no longer see them. */
    overview,
    /** When the provider's changes were last read for the figures on screen, ms since 1970. */
    at: overview?.at,
    /** Why nothing, or nothing newer, could be read. */
    problem,
    problemAt: errorUpdatedAt,
    isLoading: isFetching,
    resume: () => void refetch(),
    refresh: () => void refetch(),
  }
}

/** The figures of a range as a page shows them. */
export type Figures = ReturnType<typeof useFigures>
