'use client'
import { hashKey, keepPreviousData, type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { focusHeading } from '@/components/ui/focus'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail, IntentPage, IntentQuery } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'

/** Refetches on a person's request. The button may disappear with its error; then focus moves to the heading. */
export async function refetchKeepingFocus(refetch: () => Promise<unknown>): Promise<void> {
  const isHeld = document.activeElement !== document.body
  await refetch()
  // React renders the result in a later task.
  if (isHeld) setTimeout(focusHeading)
}

type Read<Result> = { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Result> }

type Polling<Result> = {
  read: (isBackground: boolean) => Read<Result>
  /** Milliseconds until the next read. */
  interval: (result: Result | undefined) => number
  isEnabled?: boolean
  keepsPrevious?: boolean
}

/** A read that stays live. Only its first read and `again` are a person's; later ones do not prolong the session. */
function usePolledQuery<Result>({ read, interval, isEnabled = true, keepsPrevious }: Polling<Result>) {
  const { queryKey } = read(false)
  const lastRead = useRef<string>(undefined)
  const result = useQuery({
    queryKey,
    queryFn: (context: { signal: AbortSignal }) => {
      const hash = hashKey(queryKey)
      const isBackground = lastRead.current === hash
      lastRead.current = hash
      return read(isBackground).queryFn(context)
    },
    enabled: isEnabled,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
    retry: false,
    refetchInterval: ({ state }) => {
      const problem = asProblem(state.error)
      return problem && isAccessLost(problem) ? false : interval(state.data)
    },
  })
  const { refetch } = result
  const again = useCallback(() => {
    lastRead.current = undefined
    void refetchKeepingFocus(refetch)
  }, [refetch])
  return { ...result, again, problem: asProblem(result.error) }
}

const idle = 15_000

/** One page of intents, live. @param query undefined where the address is not valid */
export const useIntents = (environment: Environment, query: IntentQuery | undefined) =>
  usePolledQuery<IntentPage>({
    read: (isBackground) => intentsQuery(environment, query ?? {}, isBackground),
    interval: (page) => (page?.intents.some(({ state }) => state === 'sent') ? 2_000 : idle),
    isEnabled: query !== undefined,
    keepsPrevious: true,
  })

/** One intent, live: every second while no answer has come. */
export const useIntent = (environment: Environment, id: string) =>
  usePolledQuery<IntentDetail>({
    read: (isBackground) => intentQuery(environment, id, isBackground),
    interval: (intent) => (intent?.state === 'sent' ? 1_000 : idle),
  })

/** Caches an intent's new state, and invalidates every list that shows it or may show it. */
export function updateIntentCache(client: QueryClient, environment: Environment, intent: IntentDetail): void {
  const { queryKey } = intentQuery(environment, intent.id)
  const before = client.getQueryData<IntentDetail>(queryKey)
  client.setQueryData(queryKey, intent)
  // A page that follows an order checks often, and most checks move it to no other list.
  const isMoved = before?.state !== intent.state || before.record_status !== intent.record_status
  const isShownIn = (page: IntentPage | undefined) => page?.intents.some(({ id }) => id === intent.id) ?? false
  void client.invalidateQueries({
    queryKey: [environment, 'intents'],
    predicate: ({ state }) => isMoved || isShownIn(state.data as IntentPage | undefined),
  })
}
