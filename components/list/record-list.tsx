'use client'
import { Columns3, TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type ListFilters, labelsOf } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { isAccessLost, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { useDelayed } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { readQuery } from '@/lib/api/query-string'
import type { Decoded } from '@/lib/api/reading'
import type { ListQuery } from '@/lib/browser/list-filters'
import { apiParams, hrefOf } from '@/lib/browser/list-url'
import {
  type Column,
  ColumnHeader,
  HiddenColumns,
  hasAllRows,
  hasChosenColumns,
  orderingOf,
  selectedColumns,
  withChosenColumns,
} from './column'
import type { ViewProps } from './columns-menu'
import { ListFooter, PrintLine } from './list-footer'
import { useListPosition } from './list-position'
import { type PageRead, useListRead } from './list-read'
import { NotFoundNote, notFoundIn } from './not-found'
import { RecordTable, type TableHandle } from './record-table'

// Most visits need none of these.
const ColumnsMenu = lazyPart('The columns menu', () => import('./columns-menu'), { isOverlay: true })
const FilterState = lazyPart('The explanation of the filters', () => import('@/components/filters/filter-states'))

const none: readonly string[] = []

/** As many skeleton rows as a window shows. */
const maximumSkeleton = 20

/** How a resource describes its list. This folder works from such descriptions and knows no resource. */
export type ListDescription<Known, Query extends ListQuery> = {
  title: string
  subtitle?: string
  /** What readers must know about the figures; replaces the order in the foot. */
  footnote?: string
  filters: ListFilters
  query: z.ZodMiniType<Query>
  /** See `pageRead`. */
  read: (environment: Environment, query: Query) => PageRead<Known>
  /** The parameters of the query that a row does not match. */
  unmet: (query: Query, row: Decoded<Known>) => readonly string[]
  /** In their default order; the first one always leads. */
  columns: readonly Column<Decoded<Known>>[]
  idOf: (row: Decoded<Known>) => string | undefined
  /** Whether something that the columns show is still being read: rows wait for it, because columns would move. */
  isLoading?: boolean
  /** "transfer", if each row has a page of its own. */
  pageName?: string
}

type RecordListProps<Known, Query extends ListQuery> = {
  environment: Environment
  list: ListDescription<Known, Query>
}

/** The page of a list. Its whole state is in the URL. */
export function RecordList<Known, Query extends ListQuery>({ environment, list }: RecordListProps<Known, Query>) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => readQuery(list.query, apiParams(params)), [list, params])
  const {
    page: read,
    problem,
    isPlaceholderData,
    isFetching,
    isPaused,
    errorUpdatedAt,
    refetch,
  } = useListRead(
    // An invalid URL needs a key, but is never read.
    list.read(environment, query ?? ({} as Query)),
    query !== undefined,
    params,
  )
  const page = list.isLoading ? undefined : read
  const isWaiting = query !== undefined && !problem && (!page || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const refresh = useCallback(() => void refetch(), [refetch])

  // Rows that the person may no longer see, or of another query, do not stay on screen.
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isOutdated = isPlaceholderData && (isLate || isPaused)
  const shown = query && !isClosed && !isOutdated ? page : undefined
  const current = isPlaceholderData ? undefined : shown
  const hasRows = shown !== undefined && shown.items.length > 0
  const ordering = orderingOf(list.filters, query ?? {}, params, path)
  const { by, order } = ordering.current
  const columns = useMemo(() => selectedColumns(params, list.columns, by), [params, list, by])
  // Columns that a person chose are all shown, and the table scrolls sideways.
  const isChosen = hasChosenColumns(params)
  const [hidden, setHidden] = useState<readonly string[]>(none)
  const sorted = columns.find(({ sort }) => sort === by)
  const table = useRef<TableHandle>(null)
  const { onPageTurn, onFollow } = useListPosition(table, hrefOf(path, params), {
    isWaiting,
    hasRows: current !== undefined && hasRows,
  })
  const flags = useMemo(
    () =>
      query &&
      current?.items.map((row) => {
        const unmet = list.unmet(query, row)
        return unmet.length === 0 ? '' : `Does not match the filter ${labelsOf(list.filters, unmet)}.`
      }),
    [list, query, current],
  )
  const unmatched = flags?.filter(Boolean).length ?? 0
  const links = useMemo(() => {
    const { pageName, idOf } = list
    if (!pageName) return {}
    // The row's page finds its neighbours in this list, even if the query string is empty.
    const from = new URLSearchParams({ 'x.from': search })
    return {
      hrefOf: (row: Decoded<Known>) => {
        const id = idOf(row)
        return id ? hrefOf(`${path}/${encodeURIComponent(id)}`, from) : undefined
      },
      whatOf: (row: Decoded<Known>) => `${pageName} ${idOf(row)}`,
    }
  }, [list, path, search])
  const filters = { filters: list.filters, path, params }
  const head = (
    <PageHeader title={list.title} subtitle={list.subtitle}>
      {hasRows && !isChosen && hidden.length > 0 && (
        // In the margin below the buttons, where it moves nothing.
        <div className="absolute top-full right-0">
          <HiddenColumns
            names={hidden}
            onShow={() => replaceAddress(hrefOf(path, withChosenColumns(params, columns)))}
          />
        </div>
      )}
      {query && <UpdatedAgo at={current?.at} isReading={isFetching} onRefresh={refresh} />}
      {query && (
        <ColumnsButton
          {...{ path, params, ordering }}
          columns={list.columns}
          selected={columns}
          hasFixedCards={list.pageName !== undefined}
        />
      )}
    </PageHeader>
  )
  if (!query) {
    return (
      <>
        {head}
        <FilterBar {...filters} />
        <FilterState {...filters} errors={errors} />
      </>
    )
  }
  return (
    <div className="list flex flex-col sm:-mb-(--s-9) sm:min-h-[calc(100dvh-var(--strip-height)-var(--bar-height)-var(--s-7)-var(--s-6))] print:block print:min-h-0">
      {head}
      <PrintLine {...filters} environment={environment} order={ordering.current} />
      <FilterBar {...filters} />
      <div className="mt-2">
        <ReadNotices what="The list" at={shown?.at} problem={problem} problemAt={errorUpdatedAt} onRetry={refresh} />
        <LiveRegion>
          {unmatched > 0 && (
            <Note
              tone="wait"
              icon={TriangleAlert}
              className="my-2"
              title={`${unmatched.toLocaleString('en-US')} ${unmatched === 1 ? 'row does' : 'rows do'} not match the filters.`}
            >
              The provider returned rows outside your filters. They are marked and shown as received.
            </Note>
          )}
          {current &&
            notFoundIn(list.filters, params, current).map((notFound) => (
              <NotFoundNote key={`${notFound.filter.name} ${notFound.reason ?? ''}`} notFound={notFound} />
            ))}
        </LiveRegion>
        {current && !hasRows && <FilterState {...filters} />}
      </div>
      {(hasRows || isLate) && (
        <RecordTable
          ref={table}
          name={list.title}
          rows={shown?.items}
          columns={columns}
          idOf={list.idOf}
          now={page?.at ?? 0}
          head={(column, text) => <ColumnHeader {...{ column, text, ordering }} />}
          sorted={sorted && { key: sorted.key, direction: order === 'DESC' ? 'descending' : 'ascending' }}
          {...links}
          onFit={isChosen ? undefined : setHidden}
          flags={flags}
          showsAllRows={hasAllRows(params)}
          hasMore={page?.next !== undefined}
          skeletonRows={Math.min(query.limit ?? maximumSkeleton, maximumSkeleton)}
          isBusy={isWaiting}
          onFollow={onFollow}
        />
      )}
      {!isClosed && (
        <ListFooter
          // Not below an empty space, where it would jump when the rows come.
          hasCountOnly={!shown}
          path={path}
          params={params}
          limit={query.limit}
          order={ordering.current}
          count={current?.items.length}
          footnote={list.footnote}
          next={current?.next}
          onMove={onPageTurn}
        />
      )}
    </div>
  )
}

/** Opens the menu of columns, order and density. */
function ColumnsButton(props: ViewProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        className="max-sm:order-1 max-sm:px-2.5"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Columns3 />
        <span className="max-sm:sr-only">Columns</span>
      </Button>
      {isOpen && <ColumnsMenu {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
