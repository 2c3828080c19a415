'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/focus'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'

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
