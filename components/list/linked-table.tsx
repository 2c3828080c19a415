'use client'
import { useRouter } from 'next/navigation'
import { type RefObject, useCallback } from 'react'
import { usePreference } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import type { Decoded } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import type { Column } from './column'
import { ColumnHead, headText } from './column-head'
import type { ListDescription, ListQuery } from './description'
import type { Ordering } from './ordering'
import { RecordTable, type TableHandle } from './record-table'

/** Heights of rows by density: tokens.css, --row-tight, --row, --row-roomy. */
export const rowHeights = { tight: 28, default: 32, roomy: 44 }

type LinkedTableProps<Known, Query extends ListQuery> = {
  list: ListDescription<Known, Query>
  rows?: readonly Decoded<Known>[]
  columns: readonly Column<Decoded<Known>>[]
  ordering: Ordering
  path: string
  search: string
  now: number
  flagOf: (row: Decoded<Known>) => string
  isWhole: boolean
  hasMore: boolean
  isBusy: boolean
  bones: number
  onFollow: (row: Element) => void
  table: RefObject<TableHandle | null>
}

/** The list's table in this console: its heads are links, its rows lead to pages. */
export function LinkedTable<Known, Query extends ListQuery>(props: LinkedTableProps<Known, Query>) {
  const { list, rows, columns, ordering, path, search, table, onFollow, ...rest } = props
  const router = useRouter()
  const zone = useZone()
  const [density] = usePreference('density')
  const hrefOfRow = useCallback(
    (row: Decoded<Known>) => {
      const id = list.idOf(row)
      return list.pageName && id ? hrefOf(`${path}/${encodeURIComponent(id)}`, fromList(search)) : undefined
    },
    [list, path, search],
  )
  const whatOf = useCallback((row: Decoded<Known>) => `${list.pageName} ${list.idOf(row)}`, [list])
  const follow = useCallback(
    (href: string, row: Element) => {
      onFollow(row)
      router.push(href)
    },
    [router, onFollow],
  )
  const { is } = ordering
  const sorted = columns.find(({ sort }) => sort === is.by)
  return (
    <RecordTable
      {...rest}
      ref={table}
      name={list.title}
      rows={rows}
      columns={columns}
      rowHeight={rowHeights[density]}
      idOf={list.idOf}
      hrefOf={hrefOfRow}
      whatOf={whatOf}
      head={(column) => <ColumnHead column={column} ordering={ordering} zone={zone.name} />}
      headText={(column) => headText(column, zone.name)}
      sorted={sorted && { key: sorted.key, direction: is.order === 'DESC' ? 'descending' : 'ascending' }}
      onFollow={follow}
    />
  )
}

// The plain list is named too, by nothing: then its rows have neighbours after a reload as well.
const fromList = (search: string) => new URLSearchParams({ 'x.from': search })
