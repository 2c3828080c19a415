'use client'
import { useQueries } from '@tanstack/react-query'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import type { TransferQuery } from '@/lib/api/transfers'
import { askTransfers } from './asking'
import { type NeedName, type NeedSummary, needLimit, needNames, needQuery, summarise } from './needs'

/** How long an answer serves visits that come back to it, in ms. */
const freshFor = 30_000

/** One need as the page shows it: `query` is what was asked, and where its link leads. */
export type Need = {
  name: NeedName
  found?: { summary: NeedSummary; query: TransferQuery; at: number }
  problem?: ProblemError
  problemAt: number
  isReading: boolean
  again: () => void
}

/** Reads every need on its own, so that one that fails takes nothing from the others. */
export function useNeeds(environment: Environment): Need[] {
  const reads = useQueries({
    queries: needNames.map((name) => ({
      queryKey: [environment, 'listTransfers', { need: name }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = needQuery(name, Date.now())
        const asked = { ...query, limit: needLimit }
        const page = await askTransfers(environment, asked, { place: { limit: needLimit, cursors: [] }, signal })
        return { summary: summarise(query, page), query, at: page.at }
      },
      retry: false,
      staleTime: freshFor,
      refetchOnWindowFocus: false,
    })),
  })
  return needNames.map((name, index) => {
    const read = reads[index]
    return {
      name,
      found: read?.data,
      problem: asProblem(read?.error ?? null),
      problemAt: read?.errorUpdatedAt ?? 0,
      isReading: read?.isFetching ?? false,
      again: () => void read?.refetch(),
    }
  })
}
