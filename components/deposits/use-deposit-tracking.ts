'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { fetchTransfers } from '@/components/overview/limited-reads'
import { announce } from '@/components/ui/focus'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import type { DecodedTransfer } from '@/lib/api/reading'
import { millisOf } from '@/lib/browser/clock'
import {
  changesBetween,
  type DepositKey,
  type LinkedTransfer,
  linkedTransfers,
  matchingWires,
  startTracking,
  type Tracking,
  trackFailure,
  trackRead,
} from './deposit-tracking'

const pollMillis = 2_000
/** Clocks differ, so transfers count from a minute before the deposit was sent. */
const clockSkew = 60_000
const pageSize = 1000
const maxPages = 5
export const maxTransfers = pageSize * maxPages

/** The first creation time that counts. There is no last one, because a sandbox clock can be moved forwards. */
export const searchStart = (sentAt: string) =>
  new Date(millisOf(sentAt) - clockSkew).toISOString().replace(/\.\d+Z$/, 'Z')

type Page = { transfers: DecodedTransfer[]; at: number; hasMore: boolean }

async function transfersSince(
  environment: Environment,
  from: string,
  { signal, isBackground }: { signal: AbortSignal; isBackground: boolean },
): Promise<Page> {
  const transfers: DecodedTransfer[] = []
  const cursors: string[] = []
  for (;;) {
    const page = await fetchTransfers(
      environment,
      {
        ...{ 'created_at.gte': from, order_by: 'CREATED_AT', order: 'ASC', limit: pageSize },
        page_cursor: cursors.at(-1),
      },
      { place: { limit: pageSize, cursors }, signal, isBackground },
    )
    transfers.push(...page.items)
    if (page.next === undefined || cursors.length + 1 >= maxPages)
      return { transfers, at: page.at, hasMore: page.next !== undefined || page.isRepeated }
    cursors.push(page.next)
  }
}

type Action =
  | { kind: 'read'; transfers: readonly LinkedTransfer[]; at: number }
  | { kind: 'failed'; at: number }
  | { kind: 'stopped' }
  | { kind: 'resumed'; at: number }

function reduce(tracking: Tracking, action: Action): Tracking {
  switch (action.kind) {
    case 'read':
      return trackRead(tracking, action.transfers, action.at)
    case 'failed':
      return trackFailure(tracking, action.at)
    case 'stopped':
      return { ...tracking, phase: 'stopped' }
    case 'resumed':
      return { ...startTracking(action.at), transfers: tracking.transfers }
  }
}

export type DepositTracking = Tracking & {
  /** When the list was last read, in ms since 1970. */
  at?: number
  /** Whether the list is longer than what was read. */
  hasMore: boolean
  isReading: boolean
  problem?: ProblemError
  problemAt: number
  refresh: () => void
  stop: () => void
  resume: () => void
}

type TrackedDeposit = {
  environment: Environment
  /** The intent's id. */
  intent: string
  deposit: DepositKey
  /** RFC 3339 */
  sentAt: string
  /** Otherwise a matching wire may belong to someone else, so its links are not followed. */
  isConfirmed: boolean
}

/**
 * Reads the transfers of a deposit every two seconds until all have settled or the time is up. Only the first read and
 * manual refreshes extend the session.
 */
export function useDepositTracking(tracked: TrackedDeposit): DepositTracking {
  const { environment, intent, deposit, sentAt, isConfirmed } = tracked
  const { amount, memo } = deposit
  const [tracking, dispatch] = useReducer(reduce, undefined, () => startTracking(Date.now()))
  const isManual = useRef(true)
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [environment, 'listTransfers', 'deposit', intent] as const,
    queryFn: ({ signal }) => {
      const isBackground = !isManual.current
      isManual.current = false
      return transfersSince(environment, searchStart(sentAt), { signal, isBackground })
    },
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      const problem = asProblem(state.error)
      const isBlocked = problem !== undefined && (isAccessLost(problem) || isRateLimited(problem))
      return tracking.phase === 'tracking' && !isBlocked ? pollMillis : false
    },
  })
  const shown = useRef<readonly LinkedTransfer[] | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    const wires = matchingWires(data.transfers, { amount, memo }, searchStart(sentAt))
    const transfers = linkedTransfers(wires, isConfirmed ? data.transfers : wires)
    dispatch({ kind: 'read', transfers, at: data.at })
    const changes = shown.current && changesBetween(shown.current, transfers)
    shown.current = transfers
    if (changes) announce(changes)
  }, [data, amount, memo, sentAt, isConfirmed])
  useEffect(() => {
    if (errorUpdatedAt > 0) dispatch({ kind: 'failed', at: errorUpdatedAt })
  }, [errorUpdatedAt])

  const refresh = useCallback(() => {
    isManual.current = true
    void refetch()
  }, [refetch])
  return {
    ...tracking,
    at: data?.at,
    hasMore: data?.hasMore ?? false,
    isReading: isFetching,
    problem: asProblem(error),
    problemAt: errorUpdatedAt,
    refresh,
    stop: useCallback(() => dispatch({ kind: 'stopped' }), []),
    resume: useCallback(() => {
      dispatch({ kind: 'resumed', at: Date.now() })
      refresh()
    }, [refresh]),
  }
}
