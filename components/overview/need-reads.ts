'use client'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Settling, settlingsOf, type UsualTimes } from '@/components/transfers/settling'
import { completedLast, usualTimesKey, usualTimesServe } from '@/components/transfers/usual-times'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import { fetchTransfers } from './asking'
import { countNeeds, type NeedName, type NeedRead, type NeedSummary, needLimit, needNames, needQuery } from './needs'

/** How long an answer serves visits that come back to it, in ms. */
const freshFor = 30_000

/** One need as the page shows it. */
export type Need = {
  name: NeedName
  found?: { summary: NeedSummary; at: number }
  problem?: ProblemError
  problemAt: number
  isReading: boolean
  again: () => void
}

/** `settlings` say from which age on a pending transfer counts; only the read of the pending ones needs them. */
type Read = NeedRead & { settlings?: UsualTimes }

/**
 * Usual times, under the key of the transfer pages, but in turn with the overview's other reads. After a failure the
 * times read before hold, as they do on those pages.
 */
const usualTimes = (client: QueryClient, environment: Environment): Promise<UsualTimes> =>
  client
    .fetchQuery({
      queryKey: usualTimesKey(environment),
      queryFn: async ({ signal }) => {
        const place = { limit: completedLast.limit, cursors: [] }
        return settlingsOf((await fetchTransfers(environment, completedLast, { place, signal })).items)
      },
      staleTime: usualTimesServe,
    })
    .catch(() => client.getQueryData<Settling[]>(usualTimesKey(environment)) ?? 'unread')

/** Reads every need on its own, so that one that fails takes nothing from the others, and counts each transfer once. */
export function useNeeds(environment: Environment): { needs: Need[]; settlings?: UsualTimes } {
  const client = useQueryClient()
  const reads = useQueries({
    queries: needNames.map((name) => ({
      queryKey: [environment, 'listTransfers', { need: name }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Read> => {
        const query = needQuery(name, Date.now())
        const asked = { ...query, limit: needLimit }
        const page = await fetchTransfers(environment, asked, { place: { limit: needLimit, cursors: [] }, signal })
        const settlings = name === 'pending' ? await usualTimes(client, environment) : undefined
        return { query, page, at: page.at, settlings }
      },
      retry: false,
      staleTime: freshFor,
      structuralSharing: false,
      refetchOnWindowFocus: false,
    })),
  })
  const [travelRule, approval, failed, pending] = reads.map(({ data }) => data)
  const counted = useMemo(
    () =>
      countNeeds(
        { 'travel-rule': travelRule, approval, failed, pending },
        { now: pending?.at ?? 0, settlings: pending?.settlings ?? [] },
      ),
    [travelRule, approval, failed, pending],
  )
  const needs = needNames.map((name, index): Need => {
    const read = reads[index]
    const summary = counted[name]
    return {
      name,
      found: read?.data && summary && { summary, at: read.data.at },
      problem: asProblem(read?.error ?? null),
      problemAt: read?.errorUpdatedAt ?? 0,
      isReading: read?.isFetching ?? false,
      again: () => void read?.refetch(),
    }
  })
  return { needs, settlings: pending?.settlings }
}
