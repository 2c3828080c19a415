'use client'
import { type ReactNode, useRef, useState } from 'react'
import { hrefOf } from '@/lib/browser/list-url'
import { ListFooter } from './list-footer'
import { useListPosition } from './list-position'
import { none, RecordTable, type RecordTableProps, type TableHandle } from './record-table'

type TableParts = 'name' | 'rows' | 'columns' | 'idOf' | 'hrefOf' | 'whatOf' | 'now' | 'sorted' | 'density' | 'tools'

type OwnRowsProps<Row> = Pick<RecordTableProps<Row>, TableParts> & {
  path: string
  params: URLSearchParams
  limit?: number
  /** The cursor of the next page. */
  next?: string
  /** Whether the rows are those of this address. */
  isCurrent: boolean
  isWaiting: boolean
  /** Rows have been awaited for so long that a skeleton stands in their place. */
  isLate: boolean
  footnote?: ReactNode
  /** Before a row's page opens. */
  onLeave?: () => void
  /** What stands beside the rows. */
  children?: ReactNode
}

/** A page of records of Mintdesk's own, newest first, with its foot. */
export function OwnRows<Row>({ path, params, limit, next, isCurrent, isWaiting, ...props }: OwnRowsProps<Row>) {
  const { isLate, footnote = 'Newest first', onLeave, children, ...parts } = props
  const table = useRef<TableHandle>(null)
  const [hidden, setHidden] = useState(none)
  const [showsAll, setShowsAll] = useState(false)
  const hasRows = parts.rows !== undefined && parts.rows.length > 0
  const position = { isWaiting, hasRows: isCurrent && hasRows }
  const { onFollow, onPageTurn } = useListPosition(table, hrefOf(path, params), position)
  return (
    <>
      {(hasRows || isLate) && (
        <RecordTable
          {...parts}
          ref={table}
          hasMore={next !== undefined}
          isBusy={isWaiting}
          skeletonRows={12}
          onFit={showsAll ? undefined : setHidden}
          onFollow={(href, row) => {
            onLeave?.()
            onFollow(href, row)
          }}
        />
      )}
      {children}
      {(hasRows || next !== undefined) && (
        <ListFooter
          path={path}
          params={params}
          limit={limit}
          next={next}
          footnote={footnote}
          order={{ by: 'CREATED_AT', order: 'DESC' }}
          count={isCurrent ? parts.rows?.length : undefined}
          hidden={showsAll ? undefined : hidden}
          onShowHidden={() => setShowsAll(true)}
          onMove={onPageTurn}
        />
      )}
    </>
  )
}
