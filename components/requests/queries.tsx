'use client'
/** Reads of intents that stay live, and the actions that change an intent. */
import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refusedQuery } from '@/components/filters/description'
import { useWrite } from '@/components/forms/small-form'
import { announce, focusHeading } from '@/components/ui/focus'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import type { IntentQuery } from '@/lib/api/intent-input'
import type { Intent, IntentDetail, IntentPage } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'
import type { ProblemError } from '@/lib/provider/problem'

/** Whether a read failed because this person may no longer see its result; later reads would fail too. */
export function hasLostAccess(error: Error | null): boolean {
  const problem = asProblem(error)
  return problem !== undefined && isAccessLost(problem)
}

type UnknownOptions = {
  /** Only those of these operations. */
  operations?: WriteName[]
  /** Milliseconds until the next read. */
  interval?: number
  /** Whether this person may see them. */
  isAllowed?: boolean
}

/**
 * The intents with an unknown outcome, newest first; none once this person may no longer see them. Read in the background,
 * so that it does not prolong the session, and once for all that show them.
 */
export function useUnknown(environment: Environment, { operations, interval, isAllowed = true }: UnknownOptions = {}) {
  const { data, error, ...read } = useQuery({
    ...intentsQuery(environment, { states: ['unknown'], ...(operations && { operations }) }, true),
    meta: { isBackground: true },
    enabled: isAllowed,
    retry: false,
    staleTime: 5_000,
    refetchInterval: ({ state }) => !hasLostAccess(state.error) && interval,
  })
  const isClosed = hasLostAccess(error)
  const { intents = [], next_page_cursor = '' } = (!isClosed && data) || {}
  return { ...read, intents, isMore: next_page_cursor !== '', problem: asProblem(error), isClosed }
}

export const unknownInterval = 15_000

/** How many outcomes are unknown; `isMore` if there are more than one page of them. */
export type UnknownCount = { count: number; isMore: boolean }

/** @returns undefined if there are none or they have not loaded */
export function useUnknownCount(environment: Environment): UnknownCount | undefined {
  const { intents, isMore } = useUnknown(environment)
  return intents.length > 0 ? { count: intents.length, isMore } : undefined
}

/** `2 unknown outcomes` */
export const unknownCountText = ({ count, isMore }: UnknownCount) =>
  `${isMore ? 'More than ' : ''}${count} unknown ${count === 1 && !isMore ? 'outcome' : 'outcomes'}`

/** Keeps the count of unknown outcomes fresh on every page, and announces when it rises. */
export function UnknownCountPoller({ environment }: { environment: Environment }) {
  const { isSuccess, intents, isMore } = useUnknown(environment, { interval: unknownInterval })
  const count = intents.length
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!isSuccess) return
    if (before.current !== undefined && count > before.current) announce(unknownCountText({ count, isMore }))
    before.current = count
  }, [isSuccess, count, isMore])
  return null
}

/** Refetches on a person's request. The button may disappear with its error; then focus moves to the heading. */
export async function refetchKeepingFocus(refetch: () => Promise<unknown>): Promise<void> {
  const isHeld = document.activeElement !== document.body
  await refetch()
  // React renders the result in a later task.
  if (isHeld) setTimeout(focusHeading)
}

/** Whether later reads would fail too: no access, or a URL that cannot be read. */
const isRefused = (error: Error | null) => hasLostAccess(error) || refusedQuery(asProblem(error)) !== undefined

type Read<Result> = { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Result> }

/**
 * A read that stays live. Only its first read and `again` are a person's; later ones do not prolong the session.
 * @param interval milliseconds until the next read
 */
export function usePolledQuery<Result>(
  read: (isBackground: boolean) => Read<Result>,
  interval: (result: Result | undefined) => number,
) {
  const { queryKey } = read(false)
  const lastRead = useRef<string>(undefined)
  const { refetch, ...result } = useQuery({
    queryKey,
    queryFn: (context: { signal: AbortSignal }) => {
      const hash = hashKey(queryKey)
      const isBackground = lastRead.current === hash
      lastRead.current = hash
      return read(isBackground).queryFn(context)
    },
    retry: false,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : interval(state.data)),
    placeholderData: keepPreviousData,
  })
  const again = () => {
    lastRead.current = undefined
    void refetchKeepingFocus(refetch)
  }
  return { ...result, again, problem: asProblem(result.error) }
}

const idle = 15_000

/** One page of intents, live. */
export const useIntents = (environment: Environment, query: IntentQuery) =>
  usePolledQuery<IntentPage>(
    (isBackground) => intentsQuery(environment, query, isBackground),
    (page) => (page?.intents.some(({ state }) => state === 'sent') ? 2_000 : idle),
  )

/** One intent, live: every second while an answer, or the decision of a person, has still to come. */
export const useIntent = (environment: Environment, id: string) =>
  usePolledQuery<IntentDetail>(
    (isBackground) => intentQuery(environment, id, isBackground),
    (intent) => (intent?.state === 'sent' || intent?.state === 'waiting' ? 1_000 : idle),
  )

/** Caches an intent's new state, and invalidates every list that shows it or may show it. */
export function updateIntentCache(client: QueryClient, intent: IntentDetail): void {
  const { queryKey } = intentQuery(intent.environment, intent.id)
  const before = client.getQueryData<IntentDetail>(queryKey)
  client.setQueryData(queryKey, intent)
  // A page that follows an order checks often, and most checks move it to no other list.
  const isMoved = before?.state !== intent.state || before.record_status !== intent.record_status
  const isShownIn = (page: IntentPage | undefined) => page?.intents.some(({ id }) => id === intent.id) ?? false
  void client.invalidateQueries({
    queryKey: [intent.environment, 'intents'],
    predicate: ({ state }) => isMoved || isShownIn(state.data as IntentPage | undefined),
  })
}

type Action = {
  /** Actions of one kind on one intent run one at a time. */
  kind: 'check' | 'send' | 'withdraw' | 'note'
  run: (environment: Environment, id: string) => Promise<IntentDetail>
  onStart?: () => void
  onSuccess?: (intent: IntentDetail) => void
  onError?: (problem: ProblemError) => void
}

/** An action on an intent, whose result every page and list shows. `start` does nothing while it runs. */
export function useIntentAction({ environment, id }: Intent, { kind, run, onStart, onSuccess, onError }: Action) {
  const client = useQueryClient()
  const { start, isPending, problem, data } = useWrite({
    scope: { id: `${kind} ${id}` },
    mutationFn: () => run(environment, id),
    onMutate: onStart,
    onSuccess: (intent) => {
      updateIntentCache(client, intent)
      onSuccess?.(intent)
    },
    onError: (thrown) => {
      // Its state may be another one than the page shows.
      for (const read of ['intents', 'intent']) void client.invalidateQueries({ queryKey: [environment, read] })
      const problem = asProblem(thrown)
      if (problem) onError?.(problem)
    },
  })
  return { start: () => start(), isPending, problem, result: data }
}
