'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/focus'
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

/** Keeps the count of unknown outcomes fresh on every page, and says when there are more than before. */
export function UnknownWatch({ environment }: { environment: Environment }) {
  const { isSuccess } = useWatchedUnknown(environment, 15_000)
  const unknown = useUnknownCount(environment)
  const count = unknown?.count ?? 0
  const words = unknown && unknownWords(unknown)
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!isSuccess) return
    if (words && before.current !== undefined && count > before.current) announce(words)
    before.current = count
  }, [isSuccess, count, words])
  return null
}
