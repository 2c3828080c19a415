'use client'
import { useQueryClient } from '@tanstack/react-query'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import { useRead } from '@/components/ui/use-read'
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
  const { queryKey } = read
  const { shown, isPending, ...state } = useRead({
    ...read,
    enabled: read.enabled && isOn,
    queryFn: (context) =>
      // Only the first read is a person's: later ones do not prolong the session.
      movementRead(client, environment, id, client.getQueryData(queryKey) !== undefined).queryFn(context),
    refetchInterval: ({ state }) => {
      const failure = asProblem(state.error)
      const isRefused = failure !== undefined && (isAccessLost(failure) || isRateLimited(failure))
      return state.data && !isRefused ? pollMillis(state.data, since) : false
    },
  })
  const isMissing = !read.enabled || state.problem?.problem.status === 404
  const movement = isMissing ? undefined : shown
  return {
    ...state,
    movement,
    at: movement?.at,
    isMissing,
    /** Whether there is neither an answer nor an error yet. */
    isPending: read.enabled && isOn && isPending,
    onRetry: () => void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey })),
  }
}
