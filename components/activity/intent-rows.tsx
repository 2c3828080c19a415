'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useRef } from 'react'
import { headText } from '@/components/list/column'
import { ListFoot, loadedText } from '@/components/list/list-foot'
import { useListPosition } from '@/components/list/list-position'
import { RecordTable, rowHeights, type TableHandle } from '@/components/list/record-table'
import { OfflineNotice, StaleNotice } from '@/components/ui/freshness'
import { usePreference } from '@/components/ui/preferences'
import { ProblemView } from '@/components/ui/problem'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { hrefOf } from '@/lib/browser/list-url'
import type { IntentColumn } from './intent-columns'
import type { useIntents } from './reads'
import type { useShownPage } from './shown-page'

const idOf = ({ id }: Intent) => id
const whatOf = ({ id }: Intent) => `intent ${id}`
/** As many skeleton rows as a window shows. */
const maximumSkeleton = 12

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
  const { onPageTurn, onRowOpen } = useListPosition(table, hrefOf(path, params), {
    isWaiting,
    hasRows: isCurrent && hasRows,
  })
  const hrefOfRow = useCallback(
    // The list is named too, so that its page leads back to it as it was.
    ({ id }: Intent) =>
      hrefOf(`/${environment}/activity/${id}`, new URLSearchParams({ 'x.from': hrefOf(path, params) })),
    [environment, path, params],
  )
  const follow = useCallback(
    (href: string, row: Element) => {
      onRowOpen(row)
      router.push(href)
    },
    [router, onRowOpen],
  )
  return (
    <div className="list flex flex-col sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-200px))]">
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
          skeletonRows={maximumSkeleton}
          onFollow={follow}
        />
      )}
      {!isClosed && (hasRows || isWaiting) && (
        <ListFoot
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
