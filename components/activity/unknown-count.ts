'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/focus'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { intentsQuery } from '@/lib/browser/intents'

/** How many outcomes are unknown; `isMore` if there are more than one page of them. */
export type UnknownCount = { count: number; isMore: boolean }

/** The intents with an unknown outcome, newest first. A background read: it does not prolong the session. */
const unknownRead = (environment: Environment) => ({
  ...intentsQuery(environment, { states: ['unknown'] }, true),
  retry: false,
})

/** Read once for the list of unknown outcomes and the badge. Empty once this person may no longer see them. */
export function useUnknown(environment: Environment) {
  const { data, error, ...read } = useQuery({ ...unknownRead(environment), staleTime: 5_000 })
  const problem = asProblem(error)
  const isClosed = problem !== undefined && isAccessLost(problem)
  return { ...read, data: isClosed ? undefined : data, problem, isClosed }
}

/** @returns undefined if there are none or they have not loaded */
export function useUnknownCount(environment: Environment): UnknownCount | undefined {
  const { data } = useUnknown(environment)
  const count = data?.intents.length ?? 0
  return count > 0 ? { count, isMore: data?.next_page_cursor !== '' } : undefined
}

/** `2 unknown outcomes` */
export const unknownCountText = ({ count, isMore }: UnknownCount) =>
  `${isMore ? 'More than ' : ''}${count} unknown ${count === 1 && !isMore ? 'outcome' : 'outcomes'}`

/** Keeps the count of unknown outcomes fresh on every page, and announces when it rises. */
export function UnknownCountPoller({ environment }: { environment: Environment }) {
  const { isSuccess } = useQuery({
    ...unknownRead(environment),
    refetchInterval: ({ state: { error } }) => {
      const problem = asProblem(error)
      return problem && isAccessLost(problem) ? false : 15_000
    },
  })
  const unknown = useUnknownCount(environment)
  const count = unknown?.count ?? 0
  const text = unknown && unknownCountText(unknown)
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!isSuccess) return
    if (text && before.current !== undefined && count > before.current) announce(text)
    before.current = count
  }, [isSuccess, count, text])
  return null
}
