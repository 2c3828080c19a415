'use client'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import { partNames } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import { useAddress } from '@/components/ui/address'
import { useOnline } from '@/components/ui/browser-state'
import { OfflineNotice, StaleNotice, UpdatedAgo } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { isAccessLost, isRateLimited, ProblemView, RateLimitNotice } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { readQuery } from '@/lib/api/query-string'
import type { Decoded } from '@/lib/api/reading'
import { apiParams, hrefOf } from '@/lib/browser/list-url'
import { chosenColumns, isWhole } from './chosen-columns'
import type { ListDescription, ListQuery } from './description'
import { LinkedTable } from './linked-table'
import { countWords, ListFoot } from './list-foot'
import { NotFoundNote, notFoundIn } from './not-found'
import { orderingOf } from './ordering'
import { PrintLine } from './print-line'
import { useReader } from './reader'
import type { TableHandle } from './record-table'
import { useRecords } from './records'
import { ViewButton } from './view-button'

// Most visits see neither.
const BadAddress = lazy(() => import('@/components/filters/bad-address'))
const NoRecords = lazy(() => import('@/components/filters/no-records'))

/** Bones are as many as a window shows. */
const mostBones = 20

type RecordListProps<Known, Query extends ListQuery> = {
  environment: Environment
  list: ListDescription<Known, Query>
}

/** A list of what a description describes: its whole state is in the address. */
export function RecordList<Known, Query extends ListQuery>({ environment, list }: RecordListProps<Known, Query>) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => readQuery(list.query, apiParams(params)), [list, params])
  const records = useRecords(list, environment, query, params)
  const { answer, page, problem, isPlaceholderData, isFetching, isPaused, errorUpdatedAt, refetch } = records
  const isOnline = useOnline()
  const isWaiting = query !== undefined && !problem && (!page || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const again = useCallback(() => void refetch(), [refetch])

  // What a person may no longer see, or is no answer to what is asked now, does not stay on screen.
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isLeftOver = isPlaceholderData && (isLate || isPaused)
  const isShown = page !== undefined && query !== undefined && !isClosed && !isLeftOver
  const isCurrent = isShown && !isPlaceholderData
  const hasRows = isShown && page.items.length > 0
  const count = isCurrent ? countWords(page.items.length, page.next !== undefined, params) : ''
  const ordering = useMemo(() => query && orderingOf(list.sorting, query, params, path), [list, query, params, path])
  const by = ordering?.is.by ?? 'CREATED_AT'
  const columns = useMemo(() => chosenColumns(params, list.columns, by), [params, list, by])
  const table = useRef<TableHandle>(null)
  const reader = useReader(table, hrefOf(path, params), { isWaiting, hasRows: isCurrent && hasRows })
  const flagOf = useCallback(
    (row: Decoded<Known>) => (query && isCurrent ? flagWords(list, query, row) : ''),
    [list, query, isCurrent],
  )
  const unfit = isCurrent ? page.items.filter((row) => flagOf(row) !== '').length : 0
  const notFound = isCurrent ? notFoundIn(list.filters, params, page) : []
  const head = (
    <div className="mb-4 flex items-start gap-4 max-sm:mb-3 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
      <div>
        <h1 tabIndex={-1}>{list.title}</h1>
        {list.subtitle && <p className="text-sm text-ink-3">{list.subtitle}</p>}
      </div>
      <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:w-full">
        {query && <UpdatedAgo at={isCurrent ? answer?.at : undefined} isReading={isFetching} onRefresh={again} />}
        {ordering && <ViewButton list={list} path={path} params={params} columns={columns} ordering={ordering} />}
      </div>
    </div>
  )
  const filters = { filters: list.filters, path, params }
  if (!query) {
    return (
      <>
        {head}
        <FilterBar {...filters} />
        <Suspense>
          <BadAddress {...filters} errors={errors ?? []} />
        </Suspense>
      </>
    )
  }
  return (
    <div className="list">
      {head}
      {ordering && <PrintLine {...filters} environment={environment} order={ordering.is} />}
      <FilterBar {...filters} />
      <div className="mt-2">
        {!isOnline && <OfflineNotice at={isCurrent ? answer?.at : undefined} />}
        {problem && isRateLimited(problem) && (
          <RateLimitNotice key={errorUpdatedAt} error={problem} since={errorUpdatedAt} onGoOn={again} />
        )}
        {problem && !isRateLimited(problem) && isShown && isOnline && answer && (
          <StaleNotice at={answer.at} error={problem} onNow={again} />
        )}
        {problem && !isRateLimited(problem) && !isShown && (
          <ProblemView error={problem} what="The list" at={errorUpdatedAt} onRetry={again} />
        )}
        {unfit > 0 && <Unfit rows={unfit} />}
        {notFound.map((found) => (
          <NotFoundNote key={`${found.filter.name} ${found.reason ?? ''}`} found={found} />
        ))}
        {isCurrent && page.items.length === 0 && (
          <Suspense>
            <NoRecords {...filters} />
          </Suspense>
        )}
      </div>
      {(hasRows || isLate) && ordering && (
        <LinkedTable
          list={list}
          rows={isShown ? page.items : undefined}
          columns={columns}
          ordering={ordering}
          path={path}
          search={search}
          now={answer?.at ?? 0}
          flagOf={flagOf}
          isWhole={isWhole(params)}
          hasMore={page?.next !== undefined}
          isBusy={isWaiting}
          bones={Math.min(query.limit ?? mostBones, mostBones)}
          onFollow={reader.leave}
          table={table}
        />
      )}
      {!isClosed && (isShown || isWaiting) && ordering && (
        <ListFoot
          path={path}
          params={params}
          limit={query.limit}
          order={ordering.is}
          count={count}
          footnote={list.footnote}
          next={isPlaceholderData ? undefined : page?.next}
          onMove={reader.turn}
        />
      )}
    </div>
  )
}

/** What a row does not satisfy, in one sentence; "" where it satisfies all. */
function flagWords<Known, Query extends ListQuery>(
  list: ListDescription<Known, Query>,
  query: Query,
  row: Decoded<Known>,
): string {
  const unmet = list.unmet(query, row)
  return unmet.length === 0 ? '' : `Does not match the filter ${partNames(list.filters, unmet)}.`
}

/** Rows that do not satisfy what was asked for: shown as they came, and said. */
function Unfit({ rows }: { rows: number }) {
  return (
    <Note tone="wait" icon={TriangleAlert} role="status" className="my-2">
      <p>
        <b>
          {rows.toLocaleString('en-US')} {rows === 1 ? 'row does' : 'rows do'} not match the filters.
        </b>{' '}
        The provider returned rows outside your filters. They are marked and shown as received.
      </p>
    </Note>
  )
}
