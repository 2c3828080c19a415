'use client'
/** Requests that wait for approval, as pages read them. */
import { useQuery } from '@tanstack/react-query'
import { hasLostAccess } from '@/components/requests/unknown-count'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'

/** The first to expire first. */
export const waitingQuery = (environment: Environment, isBackground: boolean) =>
  intentsQuery(environment, { by: 'expiry', limit: 100 }, isBackground)

/** The same, read now and then in the background. */
export const waitingForMe = (environment: Environment) => ({
  ...waitingQuery(environment, true),
  meta: { isBackground: true },
  retry: false,
  staleTime: 5_000,
  refetchInterval: ({ state }: { state: { error: Error | null } }) => !hasLostAccess(state.error) && 15_000,
})

/** The newest that this person approved or declined. Read in the background. */
export const decidedByMe = (environment: Environment) => ({
  ...intentsQuery(environment, { decided: 'me', limit: 20 }, true),
  meta: { isBackground: true },
  retry: false,
  refetchInterval: ({ state }: { state: { error: Error | null } }) => !hasLostAccess(state.error) && 15_000,
})

/** Those that this person may decide on. */
export const decidable = ({ intents }: IntentPage): readonly Intent[] =>
  intents.filter(({ approval }) => approval?.may_decide)

/** The requests that this person may decide on now, the first to expire first. Read in the background, once for all. */
export function useApprovals(environment: Environment, isAllowed = true): readonly Intent[] {
  const { data, error } = useQuery({ ...waitingForMe(environment), enabled: isAllowed })
  return !data || hasLostAccess(error) ? [] : decidable(data)
}
