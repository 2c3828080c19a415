'use client'
import { keepPreviousData } from '@tanstack/react-query'
import { Columns3, Download } from 'lucide-react'
import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ListFilters } from '@/components/filters/description'
import { isListed, labelsOf, refusedQuery } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import { replaceAddress } from '@/components/ui/address'
import { useIdle } from '@/components/ui/browser-state'
import { OpeningButton } from '@/components/ui/dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { isRateLimited, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { PageHeader } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { useDelayed, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import type { ViewList } from '@/lib/api/list-request'
import { timeBy } from '@/lib/browser/clocks'
import { hrefOf, isPostFiltered, nextCursorIn } from '@/lib/browser/list-url'
import { noteObserved } from '@/lib/browser/observed-values'
import { lackOf } from '@/lib/browser/records-extent'
import type { Environment } from '@/lib/provider/environments'
import { withPartsNamed } from '@/lib/provider/list-parts'
import type { ListOrder, ListQuery } from '@/lib/provider/list-rules'
import type { Decoded } from '@/lib/provider/reading'
import type { ScannedList } from '@/lib/provider/scanned-lists'
import {
  type Column,
  ColumnHeader,
  chosenColumns,
  densityIn,
  hasAllRows,
  hasChosenColumns,
  type Ordering,
  orderingOf,
  selectedColumns,
  withChosenColumns,
} from './column'
import { ListFooter, PrintLine } from './list-footer'
import { useListPosition } from './list-position'
import { type ListSource, type LoadedPage, listRead, queryIn } from './list-read'
import { none, RecordTable, type TableHandle } from './record-table'
import { useRowTools } from './row-panels'
import { type RowTools, useListAddress } from './row-tools'

const FilterState = lazyPart('What the filters found', () => import('@/components/filters/filter-states'))
const ColumnsMenu = lazyPart('The columns menu', () => import('./columns-menu'), { isOverlay: true })
const NotFoundNotes = lazyPart('The check of the identifiers', () => import('./not-found'))

/** As many skeleton rows as a window shows. */
const maximumSkeleton = 20

/** How a resource describes its list. This folder works from such descriptions and knows no resource. */
export type ListDescription<Known, Query extends ListQuery> = ListSource<Known, Query> & {
  title: string
  subtitle?: string
  /** What readers must know about the figures; replaces the order in the foot. */
  footnote?: string
  /** What its views belong to, and what offers them. */
  views: ViewList
  Views: ComponentType<ViewsProps>
  /** What exports the whole list. */
  Export: ComponentType<ExportProps>
  /** The parameters of the query that a row does not match. */
  unmet: (query: Query, row: Decoded<Known>) => readonly string[]
  /** In their default order; the first one always leads. */
  columns: readonly Column<Decoded<Known>>[]
  /** Whether something that the columns show is still being read: rows wait for it, because columns would move. */
  isLoading?: boolean
  /** "transfer", if each row has a page of its own. */
  pageName?: string
  tools: RowTools<Decoded<Known>>
  Live?: ComponentType<LiveProps<Known, Query>>
}

/** The whole list that is on screen, however many pages it has. */
export type ExportProps = {
  environment: Environment
  list: ScannedList
  filters: ListFilters
  params: URLSearchParams
  /** The columns that are shown, in their order. */
  columns: readonly { key: string }[]
  onClosed: () => void
}

/** The list whose views are shown, as it is shown now. */
export type ViewsProps = {
  environment: Environment
  list: ViewList
  path: string
  params: URLSearchParams
  /** When the rows on screen were read, ms since 1970. */
  at?: number
}

/** What the part of a list that follows changes is told. It shows whether the list is live and which rows it lacks. */
export type LiveProps<Known, Query extends ListQuery> = {
  environment: Environment
  list: ListDescription<Known, Query>
  /** Of the page on screen. */
  query: Query
  /** Where the page is cached. */
  queryKey: readonly unknown[]
  page: LoadedPage<Known>
  order: ListOrder
  table: RefObject<TableHandle | null>
  onRefresh: () => void
}

type RecordListProps<Known, Query extends ListQuery> = { environment: Environment; list: ListDescription<Known, Query> }

/** Notes values that a filter does not know yet, so that it offers them. */
function useObserved<Known>(filters: ListFilters, path: string, page: LoadedPage<Known> | undefined): void {
  useEffect(() => {
    for (const filter of page ? filters.filters : []) {
      if (filter.kind !== 'choice' || !filter.observed) continue
      const { of } = filter.observed
      const values = page?.items.map(({ known }) => of(known)).filter((value) => typeof value === 'string') ?? []
      const unlisted = values.filter((value) => !isListed(filter, value))
      noteObserved(path, filter.name, unlisted, Date.now())
    }
  }, [page, filters, path])
}

/**
 * The page that a list's URL asks for. `shown` is on screen; so is what another URL asked for, while this one is read: `current`
 * never is.
 */
function useListPage<Known, Query extends ListQuery>({ environment, list }: RecordListProps<Known, Query>) {
  const address = useListAddress()
  const { path, params } = address
  const { zone } = useZone()
  // A filter was added or removed: the URL says anew whether the provider can apply them all.
  const named = hrefOf(path, isPostFiltered(params) ? withPartsNamed(list.filters.rules, params) : params)
  const isNamed = named === hrefOf(path, params)
  useEffect(() => {
    if (!isNamed) replaceAddress(named)
  }, [isNamed, named])
  const wanted = listRead(environment, list, params, zone)
  const { shown: data, ...reading } = useRead({
    ...wanted,
    enabled: isNamed,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const { problem, isPlaceholderData, isPaused } = reading
  useObserved(list.filters, path, data)
  const read = useMemo(() => {
    const next = nextCursorIn(params, data?.next)
    // A cursor that leads back says no more than none.
    return data && { ...data, next, mayGoOn: data.mayGoOn ?? (next !== data.next || undefined) }
  }, [data, params])
  // A page that is shown while another one loads belongs to another URL.
  const resolved = isPlaceholderData ? undefined : read?.resolved
  const query = useMemo(() => queryIn<Query>(list.filters, resolved ?? params), [list, params, resolved])
  const hasIds = list.filters.filters.some(({ kind, name }) => kind === 'ids' && params.has(name))
  // The code of the check, or that it did not arrive: the rows wait for it, because it would move them.
  const [isCheckHere, setCheckHere] = useState(false)
  useEffect(() => {
    if (hasIds) void NotFoundNotes.preload().then(() => setCheckHere(true))
  }, [hasIds])
  // While the rate limit holds up another query, the rows that were on screen stay there.
  const [last, setLast] = useState(read)
  if (read && read !== last) setLast(read)
  const isHeldUp = problem !== undefined && isRateLimited(problem) && !read
  const page = list.isLoading || (hasIds && !isCheckHere && !isPlaceholderData) ? undefined : isHeldUp ? last : read
  const isWaiting = !problem && (!page || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const refused = refusedQuery(problem)
  // Rows that the person may no longer see, or of another query, do not stay on screen.
  const isClosed = reading.isLost || refused !== undefined
  const shown = isClosed || (isPlaceholderData && (isLate || isPaused)) ? undefined : page
  const current = isPlaceholderData || isHeldUp ? undefined : shown
  const { queryKey } = wanted
  const state = { isWaiting, isLate, isClosed, isHeldUp, hasIds, refused }
  return { ...reading, ...state, address, queryKey, query, resolved, page, shown, current }
}

/** What is wrong with each row, in a sentence, and how many rows the provider returned that were not asked for. */
function mismatchesIn<Known, Query extends ListQuery>(
  { filters, unmet, idOf }: ListDescription<Known, Query>,
  query: Query,
  { items, changed }: LoadedPage<Known>,
) {
  let unmatched = 0
  const flags = items.map((row) => {
    const names = unmet(query, row)
    // A row that has changed since is no fault of the provider.
    const isChanged = changed?.[idOf(row) ?? ''] !== undefined
    if (names.length > 0 && !isChanged) unmatched += 1
    const verb = isChanged ? 'No longer matches' : 'Does not match'
    return names.length === 0 ? '' : `${verb} the filter ${labelsOf(filters, names)}.`
  })
  return { flags, unmatched }
}

/** The page of a list. Its whole state is in the URL. */
export function RecordList<Known, Query extends ListQuery>({ environment, list }: RecordListProps<Known, Query>) {
  const read = useListPage({ environment, list })
  const { address, query, resolved, page, shown, current, isWaiting, isClosed, refused } = read
  const { path, search, params } = address
  const zone = useZone()
  const hasRows = shown !== undefined && shown.items.length > 0
  const own = current?.own
  const lack = own && lackOf(own.extent, list.filters.plural, timeBy('provider', current.at, environment), zone)
  const ordering = orderingOf(list.filters, { ...Object.fromEntries(params), ...query }, params, path)
  const { by, order } = ordering.current
  const columns = useMemo(() => selectedColumns(params, list.columns, by), [params, list, by])
  // Columns that a person chose are all shown, and the table scrolls sideways.
  const isChosen = hasChosenColumns(params)
  const chosenWidths = useMemo(() => chosenColumns(params), [params])
  const [hidden, setHidden] = useState(none)
  const sorted = columns.find(({ sort }) => sort === by)
  const table = useRef<TableHandle>(null)
  const position = { isWaiting, hasRows: current !== undefined && hasRows }
  const { onPageTurn, onFollow } = useListPosition(table, hrefOf(path, params), position)
  const mismatches = useMemo(() => current && mismatchesIn(list, query, current), [list, query, current])
  const unmatched = mismatches?.unmatched ?? 0
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
  const rows = { rows: shown?.items, idOf: list.idOf, at: shown?.at }
  const tools = useRowTools({ environment, address, tools: list.tools, ...rows, ...links })
  const filters = { filters: list.filters, path, params, resolved }
  return (
    <div className="list flex flex-col sm:-mb-(--s-9) sm:min-h-[calc(100dvh-var(--strip-height)-var(--bar-height)-var(--s-7)-var(--s-6))] print:block print:min-h-0">
      <ListHead environment={environment} list={list} read={read} ordering={ordering} columns={columns} table={table} />
      <PrintLine {...filters} environment={environment} order={ordering.current} />
      <FilterBar {...filters}>
        {!refused && (
          <OpeningButton
            kind="plain"
            className="flex-none"
            render={(_, onClosed) => (
              <list.Export
                environment={environment}
                params={params}
                columns={columns}
                onClosed={onClosed}
                list={list.operation}
                filters={list.filters}
              />
            )}
          >
            <Download />
            Export all
          </OpeningButton>
        )}
      </FilterBar>
      <div className="mt-2">
        {refused ? (
          <FilterState {...filters} refused={refused} />
        ) : (
          <ReadNotices {...read} what="The list" at={shown?.at} />
        )}
        <LiveRegion>
          {unmatched > 0 && (
            <Note
              tone="wait"
              className="my-2"
              title={`${unmatched.toLocaleString('en-US')} ${unmatched === 1 ? 'row does' : 'rows do'} not match the filters.`}
            >
              They are marked and shown as received.
            </Note>
          )}
          {lack?.text && <p className="mb-2 text-sm text-ink-3">{lack.text}</p>}
          {current && read.hasIds && !lack?.text && (
            <NotFoundNotes filters={list.filters} params={params} page={current} />
          )}
        </LiveRegion>
        {current && !hasRows && (
          <FilterState
            {...filters}
            isOpen={lack?.isOpen || page?.next !== undefined}
            hasNext={page?.next !== undefined}
          />
        )}
      </div>
      {(hasRows || read.isLate) && (
        <RecordTable
          ref={table}
          name={list.title}
          rows={shown?.items}
          columns={columns}
          idOf={list.idOf}
          now={page ? timeBy('provider', page.at, environment) : 0}
          head={(column, text) => <ColumnHeader column={column} text={text} ordering={ordering} />}
          sorted={sorted && { key: sorted.key, direction: order === 'DESC' ? 'descending' : 'ascending' }}
          {...links}
          onFit={isChosen ? undefined : setHidden}
          flags={mismatches?.flags}
          showsAllRows={hasAllRows(params)}
          density={densityIn(params)}
          chosenWidths={chosenWidths}
          hasMore={page?.next !== undefined || page?.mayGoOn}
          skeletonRows={Math.min(query.limit ?? maximumSkeleton, maximumSkeleton)}
          isBusy={isWaiting || read.isHeldUp}
          tools={tools.table}
          onFollow={(href, row) => {
            tools.settle()
            onFollow(href, row)
          }}
        />
      )}
      {!isClosed && tools.panels}
      {!isClosed && (
        <ListFooter
          // Not below an empty space, where it would jump when the rows come.
          hasCountOnly={!shown}
          path={path}
          params={params}
          limit={query.limit}
          order={ordering.current}
          count={current?.items.length}
          total={own?.total}
          footnote={list.footnote}
          next={current?.next}
          mayGoOn={current?.mayGoOn}
          asOf={current?.asOf}
          hidden={hasRows && !isChosen ? hidden : none}
          onShowHidden={() => replaceAddress(hrefOf(path, withChosenColumns(params, columns)))}
          onMove={onPageTurn}
        />
      )}
    </div>
  )
}

type HeadProps<Known, Query extends ListQuery> = RecordListProps<Known, Query> & {
  read: ReturnType<typeof useListPage<Known, Query>>
  ordering: Ordering
  columns: readonly Column<Decoded<Known>>[]
  table: RefObject<TableHandle | null>
}

/** The title, and how the list is read, followed and shown. */
function ListHead<Known, Query extends ListQuery>(props: HeadProps<Known, Query>) {
  const { environment, list, read, ordering, columns, table } = props
  const { address, query, current, refused } = read
  const { path, params } = address
  const isIdle = useIdle()
  const Live = isPostFiltered(params) ? undefined : list.Live
  return (
    <PageHeader
      title={list.title}
      subtitle={list.subtitle}
      // Its place is kept, so that nothing moves when it comes.
      beside={
        <div className="min-h-11 min-w-11 sm:min-h-0 sm:min-w-[106px]">
          {isIdle && (
            <list.Views environment={environment} path={path} params={params} list={list.views} at={current?.at} />
          )}
        </div>
      }
    >
      {Live && current && (
        <Live
          environment={environment}
          list={list}
          query={query}
          table={table}
          queryKey={read.queryKey}
          page={current}
          order={ordering.current}
          onRefresh={read.onRetry}
        />
      )}
      {!refused && (
        <UpdatedAgo
          {...read}
          at={current?.at}
          isReading={read.isFetching}
          onRefresh={read.onRetry}
          live={Live && environment}
        />
      )}
      {!refused && (
        <OpeningButton
          className="max-sm:order-1 max-sm:px-2.5"
          render={(anchor, onClose) => (
            <ColumnsMenu
              path={path}
              params={params}
              ordering={ordering}
              anchor={anchor}
              onClose={onClose}
              columns={list.columns}
              selected={columns}
            />
          )}
        >
          <Columns3 />
          <span className="max-sm:sr-only">Columns</span>
        </OpeningButton>
      )}
    </PageHeader>
  )
}
