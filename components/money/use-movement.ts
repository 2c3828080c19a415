'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { Environment } from '@/lib/provider/environments'
import { movementRead, pollMillis } from './movement-read'

type MovementOptions = {
  isOn?: boolean
  /** When a sandbox deposit was sent, RFC 3339. */
  since?: string
}

/** A movement that stays current while something is still to happen. @param id see `movementRead` */
export function useMovement(environment: Environment, id: string, { isOn = true, since }: MovementOptions = {}) {
  const client = useQueryClient()
  const read = movementRead(client, environment, id)
  const { data, error, errorUpdatedAt, isFetching, isPending, isPaused } = useQuery({
    ...read,
    enabled: read.enabled && isOn,
    queryFn: (context) =>
      // Only the first read is a person's: later ones do not prolong the session.
      movementRead(client, environment, id, client.getQueryData(read.queryKey) !== undefined).queryFn(context),
    refetchInterval: ({ state }) => {
      const failure = asProblem(state.error)
      const isRefused = failure !== undefined && (isAccessLost(failure) || isRateLimited(failure))
      return state.data && !isRefused ? pollMillis(state.data, since) : false
    },
  })
  const problem = asProblem(error)
  const isMissing = !read.enabled || problem?.problem.status === 404
  const isClosed = isMissing || (problem !== undefined && isAccessLost(problem))
  const { queryKey } = read
  return {
    movement: isClosed ? undefined : data,
    problem,
    problemAt: errorUpdatedAt,
    isMissing,
    isReading: isFetching,
    /** Whether there is neither an answer nor an error yet. */
    isPending: read.enabled && isOn && isPending && !isPaused,
    refresh: () => void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey })),
  }
}
