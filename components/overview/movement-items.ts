'use client'
/** Movements that need attention although no transfer of theirs may: money that does not add up, that its rule left, or that is late. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { movementsRead } from '@/components/money/movement-rows'
import { asProblem } from '@/components/ui/problem'
import { lastHours } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import type { MovementRow, WaitingPlan } from '@/lib/features/money/interface'
import type { Environment } from '@/lib/provider/environments'

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
    return movementsRead(
      environment,
      { states: ['unexplained', 'waiting'], 'created_at.gte': from, limit },
      true,
    ).queryFn({
      signal,
    })
  },
  retry: false,
  refetchInterval: minute,
})

/** Whether money came, and its rule has not gone on for longer than it may take: no transfer of it waits. */
const isStalled = ({ state, ahead, stops }: MovementRow) =>
  state === 'waiting' && ahead !== undefined && stops.every((stop) => stop.state === 'done')

const noRows: readonly MovementRow[] = []
const noPlans: readonly WaitingPlan[] = []

export function useMovementItems(environment: Environment) {
  const { data, error, errorUpdatedAt, isLoading, refetch } = useQuery(attentionRead(environment))
  const movements = data?.movements ?? noRows
  const unexplained = useMemo(() => movements.filter(({ state }) => state === 'unexplained'), [movements])
  /** The keys of all transfers that these rows name. */
  const keys = useMemo(
    () =>
      new Set(unexplained.flatMap(({ id, stops }) => [id, ...stops.flatMap(({ key, other }) => [key, other ?? key])])),
    [unexplained],
  )
  return {
    ...{ unexplained, stalled: movements.filter(isStalled), keys },
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

/** Plans whose money is late, the first to be due first; while its rule waits for approval, no money can come, and what may have come is not late. @param now by the provider's clock, ms since 1970 */
export const latePlans = (plans: readonly WaitingPlan[], now: number) =>
  plans
    .filter(({ rule_state, has_candidates }) => rule_state !== 'waiting' && !has_candidates)
    .map((plan) => ({ plan, dueAt: Date.parse(plan.due.at) }))
    .filter(({ dueAt }) => dueAt < now)
    .sort((one, other) => one.dueAt - other.dueAt)
