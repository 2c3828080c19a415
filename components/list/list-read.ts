'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asProblem } from '@/components/ui/problem'
import { ProblemError } from '@/lib/api/problem'
import type { DecodedPage, Place } from '@/lib/api/reading'
import { defaultLimit } from '@/lib/api/values'
import type { ListQuery } from '@/lib/browser/list-filters'
import { nextCursorIn } from '@/lib/browser/list-url'
import type { Answer } from '@/lib/browser/operation'

/** A page of a list as it is cached, its rows decoded. */
export type LoadedPage<Known> = DecodedPage<Known> & Omit<Answer, 'json'>

type Read<Result> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Result>
}
/** Query options of one page. */
export type PageRead<Known> = Read<LoadedPage<Known>>

/** Decodes a page when it arrives, so that rows are decoded once. An answer without a list is a failed read. */
export function pageRead<Known>(
  read: Read<Answer>,
  decode: (json: unknown, place: Place) => DecodedPage<Known>,
  { limit = defaultLimit, page_cursor }: ListQuery,
): PageRead<Known> {
  return {
    queryKey: [...read.queryKey, 'decoded'],
    queryFn: async (context) => {
      const { json, ...answer } = await read.queryFn(context)
      try {
        return { ...answer, ...decode(json, { limit, cursors: page_cursor ? [page_cursor] : [] }) }
      } catch (thrown) {
        if (thrown instanceof ProblemError)
          Object.assign(thrown.problem, { meta: { answered_by: 'service' }, request_id: answer.requestId })
        throw thrown
      }
    },
  }
}

/** How long a page is reused without reading it again, ms. */
const freshFor = 30_000

/** The page of a list that a URL asks for. An invalid URL is never sent. */
export function useListRead<Known>(read: PageRead<Known>, isValid: boolean, params: URLSearchParams) {
  const { data, error, ...result } = useQuery({
    ...read,
    enabled: isValid,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const page = useMemo(() => data && { ...data, next: nextCursorIn(params, data.next) }, [data, params])
  return { ...result, page, problem: asProblem(error) }
}
