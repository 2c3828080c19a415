'use client'

import { hashKey, keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useOnline } from '@/components/ui/browser-state'
import { focusHeading } from '@/components/ui/focus'
import { useDelayed } from '@/components/ui/now'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail, IntentPage, IntentQuery } from '@/lib/api/intents'
import { nextCursor } from '@/lib/api/reading'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { placeOf } from '@/lib/browser/list-url'

/** Reads once more because somebody pressed for it: where the button goes with what was wrong, the keyboard goes to the heading. */
export async function readAgain(refetch: () => Promise<unknown>): Promise<void> {
  const isHeld = document.activeElement !== document.body
  await refetch()
  // What was read is drawn in a turn of its own.
  if (isHeld) setTimeout(focusHeading)
}

type Read<Kept> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Kept>
}

type Polling<Kept> = {
  /** The read as a person asks for it, or as the page does by itself. */
  read: (isBackground: boolean) => Read<Kept>
  /** Milliseconds until the next look. */
  every: (kept: Kept | undefined) => number
  isEnabled?: boolean
  keepsBefore?: boolean
}

/**
 * A read that stays live: the first look at something is a person's, every later one the page's own, which does not
 * prolong the session. A refusal ends it.
 */
function usePolled<Kept>({ read, every, isEnabled = true, keepsBefore }: Polling<Kept>) {
  const { queryKey } = read(false)
  const asked = useRef<string>(undefined)
  const result = useQuery({
    queryKey,
    queryFn: (context: { signal: AbortSignal }) => {
      const hash = hashKey(queryKey)
      const isBackground = asked.current === hash
      asked.current = hash
      return read(isBackground).queryFn(context)
    },
    enabled: isEnabled,
    placeholderData: keepsBefore ? keepPreviousData : undefined,
    retry: false,
    refetchInterval: ({ state }) => {
      const problem = asProblem(state.error)
      return problem && isAccessLost(problem) ? false : every(state.data)
    },
  })
  const { refetch } = result
  const again = useCallback(() => {
    asked.current = undefined
    void readAgain(refetch)
  }, [refetch])
  return { ...result, again, problem: asProblem(result.error) }
}

const idle = 15_000

/** One page of intents, live. @param query undefined where the address does not say what to read */
export const useIntents = (environment: Environment, query: IntentQuery | undefined) =>
  usePolled<IntentPage>({
    read: (isBackground) => intentsQuery(environment, query ?? {}, isBackground),
    every: (page) => (page?.intents.some(({ state }) => state === 'sent') ? 2_000 : idle),
    isEnabled: query !== undefined,
    keepsBefore: true,
  })

/** One intent, live: every second while it is on its way. */
export const useIntent = (environment: Environment, id: string) =>
  usePolled<IntentDetail>({
    read: (isBackground) => intentQuery(environment, id, isBackground),
    every: (intent) => (intent?.state === 'sent' ? 1_000 : idle),
  })

/** Takes in how an intent stands now, and has every list that shows it or may show it read again. */
export function keepIntent(client: QueryClient, environment: Environment, intent: IntentDetail): void {
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

/** Checks of one intent run one at a time. */
export const oneCheckAtATime = (id: string) => ({ scope: { id: `check ${id}` } })

/**
 * What of a read is shown: what a person may no longer see, or is no answer to what is asked now, does not stay on screen.
 * @param limit rows asked for, where the address says it
 */
export function useShownPage(list: ReturnType<typeof useIntents>, params: URLSearchParams, limit?: number) {
  const { data, problem, isPlaceholderData, isPaused, isEnabled } = list
  const isOnline = useOnline()
  const isWaiting = isEnabled && !problem && (!data || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isLeftOver = isPlaceholderData && (isLate || isPaused)
  const page = isClosed || isLeftOver ? undefined : data
  const next = useMemo(
    () => page && nextCursor(page.intents.length, page.next_page_cursor, placeOf(params, { limit })),
    [page, params, limit],
  )
  const isCurrent = page !== undefined && !isPlaceholderData
  return {
    intents: page?.intents,
    next: isCurrent ? next : undefined,
    isCurrent,
    isWaiting,
    isLate,
    isClosed,
    isOnline,
    /** When what is shown was read, ms since 1970. */
    at: isCurrent ? list.dataUpdatedAt : undefined,
  }
}
