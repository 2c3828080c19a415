'use client'
import { Columns3, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { labelsOf } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import { useAddress } from '@/components/ui/address'
import { useOnline } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'
import {
  isAccessLost,
  isRateLimited,
  OfflineNotice,
  ProblemView,
  RateLimitNotice,
  StaleNotice,
  UpdatedAgo,
} from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { useDelayed, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { readQuery } from '@/lib/api/query-string'
import type { Decoded } from '@/lib/api/reading'
import type { ListQuery } from '@/lib/browser/list-filters'
import { apiParams, hrefOf } from '@/lib/browser/list-url'
import { ColumnHeader, hasAllRows, headerText, orderingOf, selectedColumns } from './column'
import type { ViewProps } from './columns-menu'
import type { ListDescription } from './description'
import { ListFooter, loadedText, PrintLine } from './list-footer'
import { useListPosition } from './list-position'
import { useListRead } from './list-read'
import { NotFoundNote, notFoundIn } from './not-found'
import { RecordTable, rowHeights, type TableHandle } from './record-table'

// Most visits need none of these.
const ColumnsMenu = lazy(() => import('./columns-menu'))
const InvalidFilters = lazy(() =>
  import('@/components/filters/filter-states').then((states) => ({ default: states.InvalidFilters })),
)
const NoMatches = lazy(() =>
  import('@/components/filters/filter-states').then((states) => ({ default: states.NoMatches })),
)

/** As many skeleton rows as a window shows. */
const maximumSkeleton = 20

type RecordListProps<Known, Query extends ListQuery> = {
  environment: Environment
  list: ListDescription<Known, Query>
}

/** The page of a list. Its whole state is in the URL. */
export function RecordList<Known, Query extends ListQuery>({ environment, list }: RecordListProps<Known, Query>) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => readQuery(list.query, apiParams(params)), [list, params])
  // An invalid URL needs a key, but is never read.
  const read = list.read(environment, query ?? ({} as Query))
  const { page, problem, isPlaceholderData, isFetching, isPaused, errorUpdatedAt, refetch } = useListRead(
    read,
    query !== undefined,
    params,
  )
  const router = useRouter()
  const zone = useZone()
  const [density] = usePreference('density')
  const isOnline = useOnline()
  const isWaiting = query !== undefined && !problem && (!page || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const refresh = useCallback(() => void refetch(), [refetch])

  // Rows that the person may no longer see, or of another query, do not stay on screen.
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isOutdated = isPlaceholderData && (isLate || isPaused)
  const isShown = page !== undefined && query !== undefined && !isClosed && !isOutdated
  const isCurrent = isShown && !isPlaceholderData
  const readAt = isCurrent ? page.at : undefined
  const hasRows = isShown && page.items.length > 0
  const ordering = useMemo(
    () => orderingOf(list.filters, query ?? {}, params, path),
    [list.filters, query, params, path],
  )
  const { by, order } = ordering.current
  const columns = useMemo(() => selectedColumns(params, list.columns, by), [params, list, by])
  const sorted = columns.find(({ sort }) => sort === by)
  const table = useRef<TableHandle>(null)
  const { onPageTurn, onRowOpen } = useListPosition(table, hrefOf(path, params), {
    isWaiting,
    hasRows: isCurrent && hasRows,
  })
  const flagOf = useCallback(
    (row: Decoded<Known>) => {
      const unmet = query && isCurrent ? list.unmet(query, row) : []
      return unmet.length === 0 ? '' : `Does not match the filter ${labelsOf(list.filters, unmet)}.`
    },
    [list, query, isCurrent],
  )
  const unmatched = isCurrent ? page.items.filter((row) => flagOf(row) !== '').length : 0
  const hrefOfRow = useCallback(
    (row: Decoded<Known>) => {
      const id = list.idOf(row)
      // The row's page finds its neighbours in this list, even if the query string is empty.
      const from = new URLSearchParams({ 'x.from': search })
      return list.pageName && id ? hrefOf(`${path}/${encodeURIComponent(id)}`, from) : undefined
    },
    [list, path, search],
  )
  const whatOf = useCallback((row: Decoded<Known>) => `${list.pageName} ${list.idOf(row)}`, [list])
  const follow = useCallback(
    (href: string, row: Element) => {
      onRowOpen(row)
      router.push(href)
    },
    [router, onRowOpen],
  )
  const filters = { filters: list.filters, path, params }
  const head = (
    <PageHeader title={list.title} subtitle={list.subtitle}>
      {query && <UpdatedAgo at={readAt} isReading={isFetching} onRefresh={refresh} />}
      {query && <ColumnsButton {...{ list, path, params, columns, ordering }} />}
    </PageHeader>
  )
  if (!query) {
    return (
      <>
        {head}
        <FilterBar {...filters} />
        <Suspense>
          <InvalidFilters {...filters} errors={errors ?? []} />
        </Suspense>
      </>
    )
  }
  return (
    <div className="list flex flex-col sm:-mb-(--s-9) sm:min-h-[calc(100dvh-var(--strip-height)-var(--bar-height)-var(--s-7)-var(--s-6))] print:block print:min-h-0">
      {head}
      <PrintLine {...filters} environment={environment} order={ordering.current} />
      <FilterBar {...filters} />
      <div className="mt-2">
        {!isOnline && <OfflineNotice at={readAt} />}
        {problem && isRateLimited(problem) && (
          <RateLimitNotice key={errorUpdatedAt} error={problem} since={errorUpdatedAt} onRetry={refresh} />
        )}
        {problem && !isRateLimited(problem) && isShown && isOnline && (
          <StaleNotice at={page.at} error={problem} onRefresh={refresh} />
        )}
        {problem && !isRateLimited(problem) && !isShown && (
          <ProblemView error={problem} what="The list" at={errorUpdatedAt} onRetry={refresh} />
        )}
        {unmatched > 0 && <UnmatchedNote rows={unmatched} />}
        {isCurrent &&
          notFoundIn(list.filters, params, page).map((notFound) => (
            <NotFoundNote key={`${notFound.filter.name} ${notFound.reason ?? ''}`} notFound={notFound} />
          ))}
        {isCurrent && page.items.length === 0 && (
          <Suspense>
            <NoMatches {...filters} />
          </Suspense>
        )}
      </div>
      {(hasRows || isLate) && (
        <RecordTable
          ref={table}
          name={list.title}
          rows={isShown ? page.items : undefined}
          columns={columns}
          rowHeight={rowHeights[density]}
          idOf={list.idOf}
          now={page?.at ?? 0}
          head={(column) => <ColumnHeader column={column} ordering={ordering} zone={zone.name} />}
          headText={(column) => headerText(column, zone.name)}
          sorted={sorted && { key: sorted.key, direction: order === 'DESC' ? 'descending' : 'ascending' }}
          hrefOf={hrefOfRow}
          whatOf={whatOf}
          flagOf={flagOf}
          showsAllRows={hasAllRows(params)}
          hasMore={page?.next !== undefined}
          skeletonRows={Math.min(query.limit ?? maximumSkeleton, maximumSkeleton)}
          isBusy={isWaiting}
          onFollow={follow}
        />
      )}
      {!isClosed && (isShown || isWaiting) && (
        <ListFooter
          path={path}
          params={params}
          limit={query.limit}
          order={ordering.current}
          count={isCurrent ? loadedText(page.items.length, page.next !== undefined, params) : ''}
          footnote={list.footnote}
          next={isPlaceholderData ? undefined : page?.next}
          onMove={onPageTurn}
        />
      )}
    </div>
  )
}

/** Opens the menu of columns, order and density. */
function ColumnsButton<Known, Query extends ListQuery>(props: ViewProps<Known, Query>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 />
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsMenu {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const plurals = new Intl.PluralRules('en')

/** Rows outside the filters are shown as received, and reported. */
function UnmatchedNote({ rows }: { rows: number }) {
  return (
    <Note tone="wait" icon={TriangleAlert} role="status" className="my-2">
      <p>
        <b>
          {rows.toLocaleString('en-US')} {plurals.select(rows) === 'one' ? 'row does' : 'rows do'} not match the
          filters.
        </b>{' '}
        The provider returned rows outside your filters. They are marked and shown as received.
      </p>
    </Note>
  )
}
