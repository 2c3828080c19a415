'use client'
/** Requests that wait for approval, as pages read them. */
import { useQuery } from '@tanstack/react-query'
import { hasLostAccess } from '@/components/activity/unknown-count'
import type { Environment } from '@/lib/api/environments'
import { intentsQuery } from '@/lib/browser/intents'

/** The first to expire first. */
export const waitingQuery = (environment: Environment, isBackground: boolean) =>
  intentsQuery(environment, { by: 'expiry', limit: 100 }, isBackground)

/** How many requests this person may decide on now; undefined if none. Read in the background. */
export function useApprovalCount(environment: Environment): number | undefined {
  const { data, error } = useQuery({
    ...waitingQuery(environment, true),
    meta: { isBackground: true },
    retry: false,
    staleTime: 5_000,
    refetchInterval: ({ state }) => !hasLostAccess(state.error) && 15_000,
  })
  const count = hasLostAccess(error) ? 0 : data?.intents.filter(({ approval }) => approval?.may_decide).length
  return count || undefined
}
