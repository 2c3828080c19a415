'use client'
import { useQuery } from '@tanstack/react-query'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { intentsQuery } from '@/lib/browser/intents'

/** How many outcomes are not known; `isMore` where there are more than one page of them. */
export type UnknownCount = { count: number; isMore: boolean }

/** The intents whose outcome is not known, newest first. Nobody asked for this read: it never prolongs a session. */
const unknownRead = (environment: Environment) => ({
  ...intentsQuery(environment, { states: ['unknown'] }, true),
  retry: false,
})

/** What the desk shows, and the badge counts: read once for both. What this person may no longer see is not there. */
export function useUnknown(environment: Environment) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...unknownRead(environment), staleTime: 5_000 })
  const problem = asProblem(error)
  const isClosed = problem !== undefined && isAccessLost(problem)
  return { data: isClosed ? undefined : data, problem, isClosed, dataUpdatedAt, refetch }
}

/** Reads them every so often, as long as this person may. */
export const useWatchedUnknown = (environment: Environment, everyMillis: number) =>
  useQuery({
    ...unknownRead(environment),
    refetchInterval: ({ state: { error } }) => {
      const problem = asProblem(error)
      return problem && isAccessLost(problem) ? false : everyMillis
    },
  })

/** @returns undefined where there are none, or where that was not read yet */
export function useUnknownCount(environment: Environment): UnknownCount | undefined {
  const { data } = useUnknown(environment)
  const count = data?.intents.length ?? 0
  return count > 0 ? { count, isMore: data?.next_page_cursor !== '' } : undefined
}

/** `2 unknown outcomes` */
export const unknownWords = ({ count, isMore }: UnknownCount) =>
  `${isMore ? 'More than ' : ''}${count} unknown ${count === 1 && !isMore ? 'outcome' : 'outcomes'}`
