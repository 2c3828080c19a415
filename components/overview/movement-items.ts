'use client'
/** Movements that need attention although no transfer of theirs may: money that does not add up, and plans whose money is late. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { movementsRead } from '@/components/money/movement-rows'
import { asProblem } from '@/components/ui/problem'
import { planDueAt } from '@/lib/api/console/movements/lateness'
import type { MovementRow, PlannedMovement } from '@/lib/api/console/movements/movement'
import type { Environment } from '@/lib/api/environments'
import { lastHours } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'

const minute = 60_000
/** Movements that began so long ago are no longer looked through. */
export const searchedDays = 7

/** As many as one page of transfers may hold. */
const limit = 300

/** Also gives the plans whose money has not come. */
const attentionRead = (environment: Environment) => ({
  queryKey: [environment, 'listMovements', 'attention'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { from } = lastHours(24 * searchedDays, nowBy('provider', environment))
    return movementsRead(environment, { states: ['unexplained'], 'created_at.gte': from, limit }, true).queryFn({
      signal,
    })
  },
  retry: false,
  refetchInterval: minute,
})

const noRows: readonly MovementRow[] = []
const noPlans: readonly PlannedMovement[] = []

export function useMovementItems(environment: Environment) {
  const { data, error, errorUpdatedAt, isLoading, refetch } = useQuery(attentionRead(environment))
  const unexplained = data?.movements ?? noRows
  /** The keys of all transfers that these rows name. */
  const keys = useMemo(
    () =>
      new Set(unexplained.flatMap(({ id, stops }) => [id, ...stops.flatMap(({ key, other }) => [key, other ?? key])])),
    [unexplained],
  )
  return {
    ...{ unexplained, keys },
    isMore: (data?.next_page_cursor ?? '') !== '',
    plans: data?.waiting ?? noPlans,
    isSettled: !isLoading,
    /** Earlier rows stay. */
    problem: data ? undefined : asProblem(error),
    problemAt: errorUpdatedAt,
    refresh: () => void refetch(),
  }
}

export type MovementItems = ReturnType<typeof useMovementItems>

/** Plans whose money is late, the first to be due first. @param now by the provider's clock, ms since 1970 */
export const latePlans = (plans: readonly PlannedMovement[], now: number) =>
  plans
    .map((plan) => ({ plan, dueAt: planDueAt(plan) }))
    .filter(({ dueAt }) => dueAt < now)
    .sort((one, other) => one.dueAt - other.dueAt)
