'use client'
import { useQuery } from '@tanstack/react-query'
import type { Environment } from '@/lib/api/environments'
import { readTransferPage } from '@/lib/api/reading'
import type { TransferQuery } from '@/lib/api/transfers'
import { call } from '@/lib/browser/operation'
import { settlingsOf, type UsualTimes } from './settling'

/** The transfers that were completed last, as many as one page holds: what is usual is computed from them. */
export const completedLast: TransferQuery & { limit: number } = {
  statuses: ['COMPLETED'],
  order_by: 'UPDATED_AT',
  order: 'DESC',
  limit: 1000,
}

/** One key for whoever computes it, so that overview, list and transfer page hold the same times. */
export const usualTimesKey = (environment: Environment) => [environment, 'listTransfers', 'usual-times'] as const
/** How long usual times serve, in ms: they change slowly. */
export const usualTimesServe = 600_000

/** How long transfers usually take, by type; undefined while that is being read, and where nobody wants it. */
export function useUsualTimes(environment: Environment, isWanted: boolean): UsualTimes | undefined {
  const { data, errorUpdateCount, isPaused } = useQuery({
    queryKey: usualTimesKey(environment),
    queryFn: async ({ signal }) => {
      const answer = await call(environment, 'listTransfers', { query: completedLast }, { signal, isBackground: true })
      return settlingsOf(readTransferPage(answer.json, { limit: completedLast.limit, cursors: [] }).items)
    },
    enabled: isWanted,
    retry: false,
    staleTime: usualTimesServe,
    refetchOnWindowFocus: false,
  })
  if (!isWanted) return undefined
  // A failure counts until a read succeeds, so that a retry does not take back what the page says.
  return data ?? (errorUpdateCount > 0 || isPaused ? 'unread' : undefined)
}
