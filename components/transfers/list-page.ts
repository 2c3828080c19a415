'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LoadedPage } from '@/components/list/list-read'
import type { Environment } from '@/lib/api/environments'
import { readQuery } from '@/lib/api/query-string'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { apiParams, nextCursorIn } from '@/lib/browser/list-url'
import { listRead } from './reads'

/** The page of the list that one came from, as it was read. */
export type ListPage = { params: URLSearchParams; page: LoadedPage<Transfer> }

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
  const isWanted = query !== undefined && from !== undefined
  const { data, isError, isLoading } = useQuery({
    ...listRead(environment, query ?? {}),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const list = useMemo(
    () => data && query && { params, page: { ...data, next: nextCursorIn(params, data.next) } },
    [data, query, params],
  )
  return { list, isPending: isLoading, hasFailed: isWanted && isError && !data }
}
