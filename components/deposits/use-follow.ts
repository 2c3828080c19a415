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
  type Arrival,
  type Asked,
  arrivalsFrom,
  beginFollow,
  changesBetween,
  depositsAmong,
  type Follow,
  failOn,
  followOn,
} from './deposit-transfers'

/** Milliseconds between two looks. */
const every = 2_000
/** Clocks differ: what was created up to a minute before the sending may have come of it. */
const slack = 60_000
const rowsAPage = 1000
const pagesAtMost = 5

/**
 * From which creation time on transfers are looked at, as List transfers takes it. Without an end, because the clock of a
 * sandbox can be moved forwards.
 */
export const lookedFrom = (sentAt: string) => new Date(millisOf(sentAt) - slack).toISOString().replace(/\.\d+Z$/, 'Z')

type Found = { transfers: DecodedTransfer[]; at: number; hasMore: boolean }

/** The transfers created since a moment, oldest first, as many as `pagesAtMost` pages hold. */
async function transfersSince(
  environment: Environment,
  from: string,
  { signal, isBackground }: { signal: AbortSignal; isBackground: boolean },
): Promise<Found> {
  const transfers: DecodedTransfer[] = []
  const cursors: string[] = []
  for (;;) {
    const page = await fetchTransfers(
      environment,
      {
        ...{ 'created_at.gte': from, order_by: 'CREATED_AT', order: 'ASC', limit: rowsAPage },
        page_cursor: cursors.at(-1),
      },
      { place: { limit: rowsAPage, cursors }, signal, isBackground },
    )
    transfers.push(...page.items)
    if (page.next === undefined || cursors.length + 1 >= pagesAtMost)
      return { transfers, at: page.at, hasMore: page.next !== undefined || page.isRepeated }
    cursors.push(page.next)
  }
}

type Step =
  | { kind: 'read'; arrivals: readonly Arrival[]; at: number }
  | { kind: 'failed'; at: number }
  | { kind: 'stopped' }
  | { kind: 'taken up'; at: number }

function stepped(follow: Follow, step: Step): Follow {
  if (step.kind === 'read') return followOn(follow, step.arrivals, step.at)
  if (step.kind === 'failed') return failOn(follow, step.at)
  return step.kind === 'stopped'
    ? { ...follow, phase: 'stopped' }
    : { ...beginFollow(step.at), arrivals: follow.arrivals }
}

/** What came of a deposit, as a page shows it. */
export type Following = Follow & {
  /** When the list was last read, ms since 1970; undefined until then. */
  at?: number
  /** The list goes on behind what was read of it. */
  hasMore: boolean
  isReading: boolean
  problem?: ProblemError
  problemAt: number
  look: () => void
  stop: () => void
  takeUp: () => void
}

type Followed = {
  environment: Environment
  /** The intent's id. */
  intent: string
  asked: Asked
  /** When it was sent, RFC 3339. */
  sentAt: string
  /** The service took it. Else what is found may be another's, and what follows from that is left alone. */
  isKnown: boolean
}

/**
 * Follows the transfers that come of a deposit, with a look every two seconds until all have settled or its time is up.
 * Only the first look and those that a person asks for prolong the session.
 */
export function useFollow({ environment, intent, asked, sentAt, isKnown }: Followed): Following {
  const [follow, step] = useReducer(stepped, undefined, () => beginFollow(Date.now()))
  const isAsked = useRef(true)
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [environment, 'listTransfers', 'deposit', intent] as const,
    queryFn: ({ signal }) => {
      const isBackground = !isAsked.current
      isAsked.current = false
      return transfersSince(environment, lookedFrom(sentAt), { signal, isBackground })
    },
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      const problem = asProblem(state.error)
      const isHeld = problem !== undefined && (isAccessLost(problem) || isRateLimited(problem))
      return follow.phase === 'following' && !isHeld ? every : false
    },
  })
  const { amount, memo } = asked
  const shown = useRef<readonly Arrival[] | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    const deposits = depositsAmong(data.transfers, { amount, memo }, lookedFrom(sentAt))
    const arrivals = arrivalsFrom(deposits, isKnown ? data.transfers : deposits)
    step({ kind: 'read', arrivals, at: data.at })
    const changes = shown.current && changesBetween(shown.current, arrivals)
    shown.current = arrivals
    if (changes) announce(changes)
  }, [data, amount, memo, sentAt, isKnown])
  useEffect(() => {
    if (errorUpdatedAt > 0) step({ kind: 'failed', at: errorUpdatedAt })
  }, [errorUpdatedAt])

  const look = useCallback(() => {
    isAsked.current = true
    void refetch()
  }, [refetch])
  return {
    ...follow,
    at: data?.at,
    hasMore: data?.hasMore ?? false,
    isReading: isFetching,
    problem: asProblem(error),
    problemAt: errorUpdatedAt,
    look,
    stop: useCallback(() => step({ kind: 'stopped' }), []),
    takeUp: useCallback(() => {
      step({ kind: 'taken up', at: Date.now() })
      look()
    }, [look]),
  }
}
