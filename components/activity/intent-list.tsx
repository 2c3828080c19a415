'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useRef } from 'react'
import type { Column } from '@/components/list/column'
import { headText } from '@/components/list/column-head'
import { rowHeights } from '@/components/list/linked-table'
import { countWords, ListFoot } from '@/components/list/list-foot'
import { useReader } from '@/components/list/reader'
import { RecordTable, type TableHandle } from '@/components/list/record-table'
import { ShortId, shorten } from '@/components/ui/copy'
import { OfflineNotice, StaleNotice } from '@/components/ui/freshness'
import { usePreference } from '@/components/ui/preferences'
import { ProblemView } from '@/components/ui/problem'
import { Status } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { hrefOf } from '@/lib/browser/list-url'
import { answerWords, operationLabels, referenceText, stateStyle } from './labels'
import type { useIntents, useShownPage } from './queries'

export type IntentColumn = Column<Intent>

/** Pixels beside a text: a state's icon, a copy button. */
const stateIcon = 21
const copyButton = 16

/** Words that may be long are cut at their end in a row; the intent's page has them whole. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** A column of words in the second ink, cut where they are long. */
export const words = (
  key: string,
  name: string,
  most: number,
  read: (intent: Intent) => string | undefined,
): IntentColumn => ({
  key,
  name,
  text: (intent) => cut(read(intent) ?? '', most),
  cell: (intent) => {
    const whole = read(intent) ?? ''
    const short = cut(whole, most)
    return (
      <span className="text-ink-2" title={short === whole ? undefined : whole}>
        {short}
      </span>
    )
  },
})

/** When it was asked for here: what lists are ordered and filtered by. When it was sent stands on its page. */
export const askedColumn: IntentColumn = {
  key: 'asked',
  name: 'Asked',
  card: 'when',
  time: ({ created_at }) => created_at,
}

/** What was asked for, whole: the one thing on a phone's card that is read first. */
export const whatColumn: IntentColumn = {
  ...words('what', 'What', 48, ({ summary }) => summary),
  card: 'main',
}

/** A reference that people gave is read whole; one that Mintdesk made is an id. */
export const referenceColumn: IntentColumn = {
  key: 'reference',
  name: 'Reference',
  text: (intent) => cut(referenceText(intent) ?? '–', 32),
  cell: (intent) => (
    <span
      className={`text-ink-2 ${intent.ref_id === intent.id ? 'font-mono text-sm' : ''}`}
      title={intent.ref_id ?? 'No reference'}
    >
      {cut(referenceText(intent) ?? '–', 32)}
    </span>
  ),
}

export const byColumn = words('by', 'By', 28, ({ person }) => person)

export const intentColumn: IntentColumn = {
  key: 'intent',
  name: 'Intent',
  face: 'mono',
  extra: copyButton,
  text: ({ id }) => shorten(id, 8),
  cell: ({ id }) => <ShortId id={id} what="intent id" shortcut="c" />,
}

export const intentColumns: readonly IntentColumn[] = [
  askedColumn,
  {
    key: 'operation',
    name: 'Operation',
    card: 'what',
    text: ({ operation }) => operationLabels[operation].act,
    cell: (intent) => (
      <>
        {operationLabels[intent.operation].act}
        <span className="sm:hidden"> · {intent.person}</span>
      </>
    ),
  },
  whatColumn,
  referenceColumn,
  byColumn,
  {
    key: 'state',
    name: 'State',
    card: 'state',
    extra: stateIcon,
    face: (intent) => (stateStyle(intent).isLoud ? 'label' : 'text'),
    text: (intent) => stateStyle(intent).word,
    cell: (intent) => <Status {...stateStyle(intent)} />,
  },
  words('answer', 'Answer', 66, answerWords),
  intentColumn,
]

const idOf = ({ id }: Intent) => id
const whatOf = ({ id }: Intent) => `intent ${id}`
/** Bones are as many as a window shows. */
const mostBones = 12

type IntentRowsProps = {
  environment: Environment
  /** What the table is called. */
  name: string
  list: ReturnType<typeof useIntents>
  shown: ReturnType<typeof useShownPage>
  columns: readonly IntentColumn[]
  path: string
  params: URLSearchParams
  limit?: number
  /** What stands in the place of no rows. */
  empty: ReactNode
  footnote?: string
}

/** Intents as rows that lead to their pages, with every state that a list can be in. */
export function IntentRows(props: IntentRowsProps) {
  const { environment, name, list, shown, columns, path, params, limit, empty, footnote } = props
  const { problem, errorUpdatedAt, again } = list
  const { intents: rows, isCurrent, isWaiting, isLate, isClosed, isOnline, next, at } = shown
  const router = useRouter()
  const zone = useZone()
  const [density] = usePreference('density')
  const table = useRef<TableHandle>(null)
  const hasRows = rows !== undefined && rows.length > 0
  const reader = useReader(table, hrefOf(path, params), { isWaiting, hasRows: isCurrent && hasRows })
  const hrefOfRow = useCallback(
    // The list is named too, so that its page leads back to it as it was.
    ({ id }: Intent) =>
      hrefOf(`/${environment}/activity/${id}`, new URLSearchParams({ 'x.from': hrefOf(path, params) })),
    [environment, path, params],
  )
  const { leave } = reader
  const follow = useCallback(
    (href: string, row: Element) => {
      leave(row)
      router.push(href)
    },
    [router, leave],
  )
  return (
    <div className="list mb-0! min-h-0! sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-200px))]">
      {!isOnline && <OfflineNotice at={at} />}
      {problem && rows && isOnline && at !== undefined && <StaleNotice at={at} error={problem} onNow={again} />}
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
          headText={(column) => headText(column, zone.name)}
          head={(column) => headText(column, zone.name)}
          sorted={{ key: columns[0]?.key ?? '', direction: 'descending' }}
          hasMore={next !== undefined}
          isBusy={isWaiting}
          bones={mostBones}
          onFollow={follow}
        />
      )}
      {!isClosed && (hasRows || isWaiting) && (
        <ListFoot
          path={path}
          params={params}
          limit={limit}
          order={{ by: 'CREATED_AT', order: 'DESC' }}
          count={isCurrent ? countWords(rows?.length ?? 0, next !== undefined, params) : ''}
          footnote={footnote ?? 'Newest first'}
          next={next}
          onMove={reader.turn}
        />
      )}
    </div>
  )
}
