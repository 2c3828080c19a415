'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asProblem } from '@/components/ui/problem'
import type { NarrowedLine, NarrowedPlace } from '@/lib/api/console/narrowed'
import { asOfText, relativeTimeErrors, resolvedTimes } from '@/lib/api/console/relative-times'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { type ListQuery, relativeNames } from '@/lib/api/provider/list-rules'
import type { DecodedPage, Place } from '@/lib/api/provider/reading'
import type { ScannedList } from '@/lib/api/provider/scanned-lists'
import { nowBy } from '@/lib/browser/clocks'
import { firstPage, nextCursorIn, rowParams } from '@/lib/browser/list-url'
import type { Answer } from '@/lib/browser/operation'
import { defaultLimit } from '@/lib/domain/values'

/** A page of a list as it is cached, its rows decoded. */
export type LoadedPage<Known> = DecodedPage<Known> &
  Omit<Answer, 'json'> & {
    /** With relative times in the URL: the query string with the times that they had, and when it was read. */
    resolved?: URLSearchParams
    asOf?: string
    /** Of a list that Mintdesk narrows: how far it was read. */
    narrowed?: NarrowedState
    /** The ids of rows that have changed since the read. */
    changed?: Record<string, true>
  }

/** How far a narrowed list was read. */
export type NarrowedState = {
  isReading: boolean
  /** Rows of the provider that were read, and those of them that do not match what it was asked. */
  read: number
  outside?: number
  /** Where it can be read on; undefined if nothing was read, or everything. */
  place?: NarrowedPlace
  isComplete: boolean
  asked?: Extract<NarrowedLine, { kind: 'asked' }>
  problem?: ProblemError
  problemAt?: number
}

type Read<Result> = {
  queryKey: readonly unknown[]
  enabled?: false
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

/**
 * The page that a list's URL asks for. Relative times are resolved whenever it is read, under a key that names them as they
 * are in the URL: a refresh reads anew, and rows stay meanwhile.
 * @param read the page of a query string without relative times
 */
export function relativeRead<Known>(
  environment: Environment,
  list: ScannedList,
  params: URLSearchParams,
  zone: string,
  read: (params: URLSearchParams) => PageRead<Known>,
): PageRead<Known> {
  if (!relativeNames.some((name) => params.has(name))) return read(params)
  return {
    queryKey: [...read(params).queryKey, rowParams(params).toString(), zone],
    queryFn: async (context) => {
      const errors = relativeTimeErrors(params)
      if (errors.length > 0) throw new ProblemError(400, 'invalid-input', 'The request is invalid.', { errors })
      const when = { now: nowBy('provider', environment), zone }
      const resolved = resolvedTimes(list, params, when)
      const page = await read(resolved).queryFn(context)
      return { ...page, resolved, asOf: params.get('x.as_of') ?? asOfText(when) }
    },
  }
}

/** A list that Mintdesk narrows: narrowing.tsx reads it, and keeps what it finds under this key. */
export const narrowedRead = <Known>(
  environment: Environment,
  list: ScannedList,
  params: URLSearchParams,
  zone: string,
): PageRead<Known> => {
  const search = rowParams(firstPage(params))
  search.delete('limit')
  return {
    queryKey: [environment, 'narrowed', list, search.toString(), zone],
    queryFn: () => Promise.reject(new Error('A narrowed list has a reader of its own.')),
    enabled: false,
  }
}

/** How long a page is reused without reading it again, ms. */
const freshFor = 30_000

/** The page of a list that a URL asks for. */
export function useListRead<Known>(read: PageRead<Known>, params: URLSearchParams) {
  const { data, error, ...result } = useQuery({
    ...read,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const page = useMemo(() => data && { ...data, next: nextCursorIn(params, data.next) }, [data, params])
  return { ...result, page, problem: asProblem(error) }
}
