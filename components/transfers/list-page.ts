'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { readQuery } from '@/lib/api/query-string'
import { type DecodedPage, readTransferPage } from '@/lib/api/reading'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { apiParams, asSent, placeOf } from '@/lib/browser/list-url'
import type { Answer } from '@/lib/browser/operation'
import { listRead } from './reads'

/** The page of the list that one came from, as it was read. */
export type ListPage = { params: URLSearchParams; page: DecodedPage<Transfer>; answer: Answer }

/**
 * The list's own read, under the list's own key: there already where one comes from the list, read anew otherwise. It is
 * not refreshed here, so that the order of the rows stays while one steps through them.
 * @param from the list's query string; undefined where nobody said it: then only the plain list is looked for, and only
 *             among what was read before
 */
export function useListPage(
  environment: Environment,
  from: string | undefined,
): { list?: ListPage; isPending: boolean; hasFailed: boolean } {
  const params = useMemo(() => new URLSearchParams(from), [from])
  const { query } = useMemo(() => readQuery(TransferQuery, apiParams(params)), [params])
  const place = useMemo(() => placeOf(params, query ?? {}), [params, query])
  const isWanted = query !== undefined && from !== undefined
  const { data, isError, isLoading } = useQuery({
    ...listRead(environment, asSent(query ?? {}), place),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const list = useMemo(() => {
    if (!data || !query) return undefined
    try {
      return { params, page: readTransferPage(data.json, place), answer: data }
    } catch (thrown) {
      if (thrown instanceof ProblemError) return undefined
      throw thrown
    }
  }, [data, query, params, place])
  return { list, isPending: isLoading, hasFailed: isWanted && isError && !data }
}
