'use client'
/** A list of intents whose state is in its address: its columns, its rows. */
import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { type Column, headerText } from '@/components/list/column'
import { ListFooter, loadedText } from '@/components/list/list-footer'
import { useListPosition } from '@/components/list/list-position'
import { RecordTable, rowHeights, type TableHandle } from '@/components/list/record-table'
import { useAddress } from '@/components/ui/address'
import { useOnline } from '@/components/ui/browser-state'
import { ShortId, shorten } from '@/components/ui/copy'
import { usePreference } from '@/components/ui/preferences'
import { isAccessLost, OfflineNotice, ProblemView, StaleNotice } from '@/components/ui/problem'
import { useDelayed, useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { type Intent, IntentQuery } from '@/lib/api/intents'
import type { WriteName } from '@/lib/api/operations'
import { readQuery } from '@/lib/api/query-string'
import { nextCursor } from '@/lib/api/reading'
import { apiParams, hrefOf, placeOf } from '@/lib/browser/list-url'
import { referenceText } from './labels'
import { useIntents } from './queries'

export type IntentColumn = Column<Intent>

/** Widths in pixels of a status icon and a copy button. */
export const iconWidth = 21
export const copyWidth = 16

/** Shortens a text for its row; the intent's page shows all of it. */
export const truncated = (text: string, maximum: number) =>
  text.length > maximum ? `${text.slice(0, maximum - 1).trimEnd()}…` : text

type TextOf = (intent: Intent) => string | undefined

/** A column of secondary text. Long texts are shortened, with the full text as title. */
export const textColumn = (
  key: string,
  name: string,
  maximum: number,
  textOf: TextOf,
  wholeOf: TextOf = textOf,
): IntentColumn => ({
  key,
  name,
  text: (intent) => truncated(textOf(intent) ?? '', maximum),
  cell: (intent) => {
    const [text, whole] = [truncated(textOf(intent) ?? '', maximum), wholeOf(intent)]
    return (
      <span className="text-ink-2" title={text === whole ? undefined : whole}>
        {text}
      </span>
    )
  },
})

/** When it was recorded here: lists are ordered and filtered by it. */
export const requestedColumn: IntentColumn = {
  key: 'asked',
  name: 'Requested',
  card: 'when',
  time: ({ created_at }) => created_at,
}

export const summaryColumn: IntentColumn = {
  ...textColumn('what', 'Request', 48, ({ summary }) => summary),
  card: 'main',
}

export const referenceColumn = textColumn(
  'reference',
  'Reference',
  32,
  (intent) => referenceText(intent) ?? '–',
  ({ ref_id = 'No reference' }) => ref_id,
)

export const personColumn = textColumn('by', 'By', 28, ({ person }) => person)

export const idColumn: IntentColumn = {
  key: 'intent',
  name: 'Activity id',
  face: 'mono',
  extra: copyWidth,
  text: ({ id }) => shorten(id, 8),
  cell: ({ id }) => <ShortId id={id} what="activity id" shortcut="c" />,
}

/**
 * The intents that this page's address asks for. What a person may no longer see, and what answers an earlier address,
 * does not stay on screen.
 * @param operations the operations of a list of records: of its address only the page counts
 */
export function useIntentList(environment: Environment, operations?: WriteName[]) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => {
    const read = readQuery(IntentQuery, apiParams(params))
    const { limit, page_cursor } = read.query ?? {}
    return operations ? { query: { by: 'record' as const, operations, limit, page_cursor } } : read
  }, [params, operations])
  const list = useIntents(environment, query)
  const { data, problem, isPlaceholderData, isPaused, isEnabled } = list
  const isWaiting = isEnabled && !problem && (!data || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const isClosed = problem !== undefined && isAccessLost(problem)
  const page = isClosed || (isPlaceholderData && (isLate || isPaused)) ? undefined : data
  const isCurrent = page !== undefined && !isPlaceholderData
  const limit = query?.limit
  const next = useMemo(
    () => page && nextCursor(page.intents.length, page.next_page_cursor, placeOf(params, { limit })),
    [page, params, limit],
  )
  return {
    ...list,
    environment,
    path,
    params,
    /** Why the URL is invalid. */
    errors,
    rows: page?.intents,
    next: isCurrent ? next : undefined,
    limit,
    isCurrent,
    isWaiting,
    isLate,
    isClosed,
    /** When the rows were read, ms since 1970. */
    at: isCurrent ? list.dataUpdatedAt : undefined,
  }
}

const idOf = ({ id }: Intent) => id
const whatOf = ({ id }: Intent) => `activity ${id}`

type IntentListProps = {
  /** Names the table. */
  name: string
  list: ReturnType<typeof useIntentList>
  columns: readonly IntentColumn[]
  /** Shown where there are no rows. */
  empty: ReactNode
  footnote?: string
}

/** Intents as rows that lead to their pages, in every state that a list can have. */
export function IntentList({ name, list, columns, empty, footnote }: IntentListProps) {
  const {
    environment,
    path,
    params,
    rows,
    next,
    limit,
    isCurrent,
    isWaiting,
    isLate,
    isClosed,
    at,
    problem,
    errorUpdatedAt,
    again,
  } = list
  const router = useRouter()
  const isOnline = useOnline()
  const zone = useZone()
  const [density] = usePreference('density')
  const table = useRef<TableHandle>(null)
  const hasRows = rows !== undefined && rows.length > 0
  const address = hrefOf(path, params)
  const { onRowOpen, onPageTurn } = useListPosition(table, address, { isWaiting, hasRows: isCurrent && hasRows })
  const hrefOfRow = useCallback(
    // The intent's page leads back to this list.
    ({ id }: Intent) => hrefOf(`/${environment}/activity/${id}`, new URLSearchParams({ 'x.from': address })),
    [environment, address],
  )
  const follow = useCallback(
    (href: string, row: Element) => {
      onRowOpen(row)
      router.push(href)
    },
    [router, onRowOpen],
  )
  return (
    <div className="list mb-0 flex min-h-0 flex-col print:block sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-200px))]">
      {!isOnline && <OfflineNotice at={at} />}
      {problem && rows && isOnline && at !== undefined && <StaleNotice at={at} error={problem} onRefresh={again} />}
      {problem && !rows && <ProblemView error={problem} what="The list" at={errorUpdatedAt} onRetry={again} />}
      {isCurrent && !hasRows && empty}
      {(hasRows || isLate) && (
        <RecordTable
          ref={table}
          name={name}
          rows={rows}
          columns={columns}
          rowHeight={rowHeights[density]}
          idOf={idOf}
          hrefOf={hrefOfRow}
          whatOf={whatOf}
          now={list.dataUpdatedAt}
          headText={(column) => headerText(column, zone.name)}
          head={(column) => headerText(column, zone.name)}
          sorted={{ key: requestedColumn.key, direction: 'descending' }}
          hasMore={next !== undefined}
          isBusy={isWaiting}
          skeletonRows={12}
          onFollow={follow}
        />
      )}
      {!isClosed && (hasRows || isWaiting) && (
        <ListFooter
          path={path}
          params={params}
          limit={limit}
          order={{ by: 'CREATED_AT', order: 'DESC' }}
          count={isCurrent ? loadedText(rows?.length ?? 0, next !== undefined, params) : ''}
          footnote={footnote ?? 'Newest first'}
          next={next}
          onMove={onPageTurn}
        />
      )}
    </div>
  )
}
