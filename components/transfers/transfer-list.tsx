'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useAddress } from '@/components/ui/address'
import { AsOf, Offline, Stale } from '@/components/ui/freshness'
import { useLate } from '@/components/ui/late'
import { Note } from '@/components/ui/note'
import { useOnline } from '@/components/ui/online'
import { asProblem, ProblemView, takesAway } from '@/components/ui/problem'
import { asksToRest, Resting } from '@/components/ui/resting'
import type { Environment } from '@/lib/api/environments'
import { ProblemError } from '@/lib/api/problem'
import { readQuery } from '@/lib/api/query-string'
import { readTransferPage } from '@/lib/api/reading'
import { TransferQuery } from '@/lib/api/transfers'
import { apiPart, asSent, hrefOf, placeOf } from '@/lib/browser/list-url'
import { operation } from '@/lib/browser/operation'
import { BadAddress } from './bad-address'
import { FilterBar } from './filter-bar'
import { countWords, ListFoot } from './list-foot'
import { NoTransfers } from './no-transfers'
import { TransferTable, unmetWords } from './transfer-table'

/** How long an answer serves visits that come back to it, in milliseconds. */
const freshFor = 30_000

/** One page of transfers. What the address does not let through is not asked. */
function useTransfers(environment: Environment, query: TransferQuery | undefined, params: URLSearchParams) {
  const read = operation(environment, 'listTransfers', { query: asSent(query ?? {}) })
  const place = useMemo(() => placeOf(params, query ?? {}), [params, query])
  const result = useQuery({
    queryKey: read.queryKey,
    queryFn: async (context) => {
      const answer = await read.queryFn(context)
      // What is no list is a failed read: then the rows that were there stay.
      try {
        readTransferPage(answer.json, place)
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
  const page = useMemo(() => answer && readTransferPage(answer.json, place), [answer, place])
  return { ...result, answer, page, problem: asProblem(result.error) }
}

/** The list of transfers: its whole state is in the address. */
export function TransferList({ environment }: { environment: Environment }) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => readQuery(TransferQuery, apiPart(params)), [params])
  const { answer, page, problem, isPlaceholderData, isFetching, isPaused, errorUpdatedAt, refetch } = useTransfers(
    environment,
    query,
    params,
  )
  const isOnline = useOnline()
  const isWaiting = query !== undefined && !problem && (!page || isPlaceholderData)
  const isLate = useLate(isWaiting && !isPaused)
  const region = useFocusAfterMove(isWaiting, search)
  const again = useCallback(() => void refetch(), [refetch])
  const hrefOfTransfer = useCallback(
    (id: string) => `${hrefOf(`${path}/${encodeURIComponent(id)}`, fromList(search))}`,
    [path, search],
  )

  // What a person may no longer see, or is no answer to what is asked now, does not stay on screen.
  const isClosed = problem !== undefined && takesAway(problem)
  const isLeftOver = isPlaceholderData && (isLate || isPaused)
  const isShown = page !== undefined && query !== undefined && !isClosed && !isLeftOver
  const isCurrent = isShown && !isPlaceholderData
  const count = isCurrent ? countWords(page.items.length, page.next !== undefined, params) : ''
  const head = (
    <div className="mb-4 flex items-start gap-4 max-sm:flex-wrap max-sm:gap-3">
      <h1 tabIndex={-1}>Transfers</h1>
      <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:w-full">
        {query && <AsOf at={isCurrent ? answer?.at : undefined} isReading={isFetching} onRefresh={again} />}
      </div>
    </div>
  )
  if (!query) {
    return (
      <>
        {head}
        <FilterBar path={path} params={params} />
        <BadAddress path={path} params={params} errors={errors} />
      </>
    )
  }
  const unfit = isCurrent ? page.items.filter((item) => unmetWords(query, item)).length : 0
  return (
    <>
      {head}
      <FilterBar path={path} params={params} />
      <div className="mt-2">
        {!isOnline && <Offline at={isCurrent ? answer?.at : undefined} />}
        {problem && asksToRest(problem) && (
          <Resting key={errorUpdatedAt} error={problem} since={errorUpdatedAt} onGoOn={again} />
        )}
        {problem && !asksToRest(problem) && isShown && isOnline && answer && (
          <Stale at={answer.at} error={problem} onNow={again} />
        )}
        {problem && !asksToRest(problem) && !isShown && (
          <ProblemView error={problem} what="The list" at={errorUpdatedAt} onRetry={again} />
        )}
        {unfit > 0 && <Unfit rows={unfit} />}
        {isCurrent && page.items.length === 0 && <NoTransfers path={path} params={params} />}
        {((isShown && page.items.length > 0) || isLate) && (
          <TransferTable
            items={isShown ? page.items : undefined}
            query={query}
            hrefOfTransfer={hrefOfTransfer}
            now={answer?.at ?? 0}
            isBusy={isWaiting}
            region={region.box}
          />
        )}
        {!isClosed && (isShown || isWaiting) && (
          <ListFoot
            path={path}
            params={params}
            query={query}
            count={count}
            next={isPlaceholderData ? undefined : page?.next}
            onMove={region.move}
          />
        )}
      </div>
    </>
  )
}

/** Rows that do not satisfy what was asked for: shown as they came, and said. */
function Unfit({ rows }: { rows: number }) {
  return (
    <Note tone="wait" icon={TriangleAlert} role="status" className="my-2">
      <p>
        <b>
          {rows.toLocaleString('en-US')} {rows === 1 ? 'row does' : 'rows do'} not fit the filters.
        </b>{' '}
        The service answered with more than was asked for. They are marked and shown as they came.
      </p>
    </Note>
  )
}

const fromList = (search: string) => new URLSearchParams(search ? { 'x.from': search } : {})

/** After Older or Newer the reader begins at the top again, with the keyboard in the table. */
function useFocusAfterMove(isWaiting: boolean, search: string) {
  const box = useRef<HTMLElement>(null)
  const left = useRef<string>(undefined)
  useEffect(() => {
    if (isWaiting || left.current === undefined || left.current === search) return
    left.current = undefined
    window.scrollTo({ top: 0 })
    box.current?.focus({ preventScroll: true })
  }, [isWaiting, search])
  const move = useCallback(() => {
    left.current = search
  }, [search])
  return { box, move }
}
