'use client'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { asProblem, isAccessLost } from './problem'
import { useDelayed } from './time'

/**
 * A read as a page shows it: nothing of what this person may no longer see.
 * @param interval milliseconds until the next read
 */
export function useRead<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>, interval?: number) {
  const lost = (error: Error | null) => {
    const problem = asProblem(error)
    return problem !== undefined && isAccessLost(problem)
  }
  const { data, error, errorUpdatedAt, dataUpdatedAt, isPending, isPaused, isFetching, isPlaceholderData, refetch } =
    useQuery({ retry: false, refetchInterval: ({ state }) => (lost(state.error) ? false : interval), ...query })
  const shown = lost(error) ? undefined : data
  return {
    shown,
    /** When it was read, ms since 1970. */
    at: shown === undefined ? undefined : dataUpdatedAt,
    problem: asProblem(error),
    problemAt: errorUpdatedAt,
    isLost: lost(error),
    isPending: isPending && !isPaused,
    /** Whether the reader wonders why there is nothing. */
    isLate: useDelayed(isPending && !isPaused),
    isFetching,
    isPaused,
    isPlaceholderData,
    onRetry: (): void => void refetch(),
  }
}
