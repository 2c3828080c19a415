'use client'
/** Requests that wait for approval, as pages read them. */
import { useQuery } from '@tanstack/react-query'
import { hasLostAccess } from '@/components/activity/unknown-count'
import type { Intent } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import { intentsQuery } from '@/lib/browser/intents'

/** The first to expire first. */
export const waitingQuery = (environment: Environment, isBackground: boolean) =>
  intentsQuery(environment, { by: 'expiry', limit: 100 }, isBackground)

/** The requests that this person may decide on now, the first to expire first. Read in the background, once for all. */
export function useApprovals(environment: Environment, isAllowed = true): readonly Intent[] {
  const { data, error } = useQuery({
    ...waitingQuery(environment, true),
    meta: { isBackground: true },
    enabled: isAllowed,
    retry: false,
    staleTime: 5_000,
    refetchInterval: ({ state }) => !hasLostAccess(state.error) && 15_000,
  })
  return hasLostAccess(error) ? [] : (data?.intents.filter(({ approval }) => approval?.may_decide) ?? [])
}
