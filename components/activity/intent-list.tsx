'use client'
/** A list of intents whose state is in its address: its columns, its rows. */
import { type ReactNode, useCallback, useMemo } from 'react'
import { latePanels } from '@/components/exports/list-parts'
import { refusedQuery } from '@/components/filters/description'
import type { Column } from '@/components/list/column'
import { OwnRows } from '@/components/list/own-rows'
import { useRowTools } from '@/components/list/row-panels'
import { type RowTools, useListAddress } from '@/components/list/row-tools'
import { useNoteMarks } from '@/components/notes/note-mark'
import { referenceText } from '@/components/requests/labels'
import { useIntents } from '@/components/requests/queries'
import { hasLostAccess } from '@/components/requests/unknown-count'
import { ShortId } from '@/components/ui/copy'
import { ReadNotices } from '@/components/ui/problem'
import { SkeletonLines } from '@/components/ui/section'
import { Status, type StatusStyle } from '@/components/ui/status'
import { useDelayed } from '@/components/ui/time'
import type { IntentQuery } from '@/lib/api/intent-input'
import type { Intent } from '@/lib/api/intents'
import { timeBy } from '@/lib/browser/clocks'
import { shorten } from '@/lib/browser/identifiers'
import { askedOf, hrefOf, placeOf } from '@/lib/browser/list-url'
import { uncheckedQuery } from '@/lib/domain/query-string'
import { notedRecordOf } from '@/lib/features/notes/interface'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'
import { nextCursor } from '@/lib/provider/reading'

export type IntentColumn = Column<Intent>

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

/** A column of statuses. @param styleOf undefined where none is known */
export const statusColumn = (
  key: string,
  name: string,
  styleOf: (intent: Intent) => StatusStyle | undefined,
): IntentColumn => ({
  key,
  name,
  card: 'state',
  // The width of its icon.
  extra: 21,
  face: (intent) => (styleOf(intent)?.isLoud ? 'label' : 'text'),
  text: (intent) => styleOf(intent)?.label ?? 'unknown',
  cell: (intent) => {
    const style = styleOf(intent)
    return style ? <Status {...style} /> : <span className="text-ink-3">unknown</span>
  },
})

export const commonColumns = {
  /** When it was recorded here: lists are ordered and filtered by it. */
  requested: { key: 'asked', name: 'Requested', card: 'when', time: ({ created_at }) => created_at, clock: 'console' },
  summary: { ...textColumn('what', 'Request', 48, ({ summary }) => summary), card: 'main' },
  reference: textColumn('reference', 'Reference', 32, referenceText, ({ ref_id }) => ref_id),
  person: textColumn('by', 'By', 28, ({ person }) => person),
  id: {
    key: 'intent',
    name: 'Activity ID',
    face: 'mono',
    // The width of its copy button.
    extra: 16,
    text: ({ id }) => shorten(id, 8),
    cell: ({ id }) => <ShortId id={id} what="activity ID" shortcut="c" tabIndex={-1} />,
  },
} satisfies Record<string, IntentColumn>

/**
 * The intents that this page's address asks for. What a person may no longer see, and what answers an earlier address,
 * does not stay on screen.
 * @param operations the operations of a list of records: of its address only the page counts
 */
export function useIntentList(environment: Environment, operations?: WriteName[]) {
  const address = useListAddress()
  const { path, params } = address
  const asked: IntentQuery = useMemo(() => uncheckedQuery(askedOf(params), ['states', 'operations']), [params])
  const { limit, page_cursor } = asked
  const query = operations ? { by: 'record' as const, operations, limit, page_cursor } : asked
  const list = useIntents(environment, query)
  const { data, isPlaceholderData, isPaused } = list
  const isWaiting = !list.problem && (!data || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const isClosed = hasLostAccess(list.error)
  const page = isClosed || (isPlaceholderData && (isLate || isPaused)) ? undefined : data
  const isCurrent = page !== undefined && !isPlaceholderData
  return {
    ...list,
    environment,
    address,
    path,
    params,
    /** Why Mintdesk refused the URL. */
    refused: operations ? undefined : refusedQuery(list.problem),
    rows: page?.intents,
    next: isCurrent ? nextCursor(page.intents.length, page.next_page_cursor, placeOf(params, { limit })) : undefined,
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

const panels = latePanels(() => import('./intent-peek'))
const summaryOf = ({ summary }: Intent) => summary

/** Stands where the rows will be, while it is not known what comes before them. */
export const AwaitedRows = () =>
  useDelayed(true) && (
    <SkeletonLines className="mt-8 *:my-1" widths={[420, 360, 460, 400, 340, 440, 380, 410, 350, 430]} />
  )

type IntentListProps = {
  name: string
  list: ReturnType<typeof useIntentList>
  columns: readonly IntentColumn[]
  /** The key of the column that the marks of notes follow. */
  marksAfter: string
  /** Its place is kept. */
  isHidden?: boolean
  /** Names a row; unchanged from one rendering to the next. */
  nameOf?: (intent: Intent) => string
  /** Shown where there are no rows. */
  empty: ReactNode
}

/** Intents as rows that lead to their pages, in every state that a list can have. */
export function IntentList(props: IntentListProps) {
  const { name, list, columns, marksAfter, nameOf = summaryOf, empty } = props
  const { environment, address: whole, path, params, rows, next, isCurrent, isWaiting, at, problem, again } = list
  const marked = useNoteMarks(columns, marksAfter, notedRecordOf)
  const address = hrefOf(path, params)
  // The intent's page leads back to this list.
  const hrefOfRow = useCallback(
    ({ id }: Intent) => hrefOf(`/${environment}/activity/${id}`, new URLSearchParams({ 'x.from': address })),
    [environment, address],
  )
  const rowTools = useMemo(
    (): RowTools<Intent> => ({ noun: 'request', nameOf: (intent) => truncated(nameOf(intent), 48), ...panels }),
    [nameOf],
  )
  const tools = useRowTools({
    environment,
    address: whole,
    tools: rowTools,
    rows,
    idOf,
    at: list.dataUpdatedAt,
    hrefOf: hrefOfRow,
  })
  return (
    <div
      className={`list mb-0 flex min-h-0 flex-col print:block sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-200px))] ${props.isHidden ? 'invisible' : ''}`}
    >
      <ReadNotices what="The list" at={at} problem={problem} problemAt={list.errorUpdatedAt} onRetry={again} />
      {isCurrent && rows?.length === 0 && empty}
      <OwnRows
        name={name}
        path={path}
        params={params}
        rows={rows}
        next={next}
        isCurrent={isCurrent}
        isWaiting={isWaiting}
        columns={marked}
        idOf={idOf}
        hrefOf={hrefOfRow}
        whatOf={whatOf}
        now={timeBy('console', list.dataUpdatedAt)}
        sorted={{ key: commonColumns.requested.key, direction: 'descending' }}
        limit={list.limit}
        isLate={list.isLate}
        tools={tools.table}
        onLeave={tools.settle}
      >
        {!list.isClosed && tools.panels}
      </OwnRows>
    </div>
  )
}
