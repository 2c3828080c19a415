'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { placeOf } from '@/lib/browser/list-url'
import type { ListDescription, ListQuery } from './description'

/** How long an answer serves visits that come back to it, in milliseconds. */
const freshFor = 30_000

/** One page of a list. What the address does not let through is not asked. */
export function useRecords<Known, Query extends ListQuery>(
  list: ListDescription<Known, Query>,
  environment: Environment,
  query: Query | undefined,
  params: URLSearchParams,
) {
  // An address that is not let through still needs a key; it is never asked.
  const read = list.read(environment, query ?? ({} as Query))
  const place = useMemo(() => placeOf(params, query ?? {}), [params, query])
  const result = useQuery({
    queryKey: read.queryKey,
    queryFn: async (context) => {
      const answer = await read.queryFn(context)
      // What is no list is a failed read: then the rows that were there stay.
      try {
        list.readPage(answer.json, place)
      } catch (thrown) {
        if (thrown instanceof ProblemError)
          Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
        throw thrown
      }
      return answer
    },
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const answer = result.data
  const page = useMemo(() => answer && list.readPage(answer.json, place), [list, answer, place])
  return { ...result, answer, page, problem: asProblem(result.error) }
}
