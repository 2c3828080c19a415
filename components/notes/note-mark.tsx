'use client'
/** The mark of a list's row that has notes. Loaded with every list, so it is small. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, StickyNote } from 'lucide-react'
import { useMemo } from 'react'
import { type Column, contentOf } from '@/components/list/column'
import { useIsPhone } from '@/components/ui/browser-state'
import type { NotedRecord } from '@/lib/api/console/noted-records'
import { noteMarkQuery } from '@/lib/browser/note-marks'

/** How many notes a record has, and whether one is open. Nothing while that is not known, and if there are none. */
export function NoteMark({ record }: { record: NotedRecord }) {
  const { data: mark } = useQuery(noteMarkQuery(record))
  if (!mark) return null
  const Icon = mark.is_mine ? AtSign : StickyNote
  const tone = mark.is_mine ? 'font-label text-wait' : mark.open > 0 ? 'font-label text-ink' : 'text-ink-3'
  return (
    <span title={mark.text} className={`tabular-nums ${tone}`}>
      <Icon className="mr-1 size-3.5" />
      <span aria-hidden>{mark.count > 99 ? '99+' : mark.count}</span>
      <span className="sr-only">{mark.text}</span>
    </span>
  )
}

function PhoneMark({ record }: { record: NotedRecord }) {
  return useIsPhone() ? (
    <span className="ml-2">
      <NoteMark record={record} />
    </span>
  ) : null
}

/**
 * A list's columns with the marks of its rows: in a narrow column of fixed width, and on a phone's card after what the row
 * is. Marks come later than the rows, and move nothing. Paper has the column if a row has a mark.
 * @param columns unchanged from one rendering to the next, like `recordOf`
 * @param after   the key of the column that the narrow one follows
 */
export function useNoteMarks<Row>(
  columns: readonly Column<Row>[],
  after: string,
  recordOf: (row: Row) => NotedRecord | undefined,
): Column<Row>[] {
  const client = useQueryClient()
  return useMemo(() => {
    const isMarked = (row: Row) => {
      const record = recordOf(row)
      return Boolean(record && client.getQueryData(noteMarkQuery(record).queryKey))
    }
    const notes: Column<Row> = {
      ...{ key: 'notes', name: 'Notes', isKept: true },
      text: () => undefined,
      isPrinted: (rows) => rows.some(isMarked),
      cell: (row) => {
        const record = recordOf(row)
        return record && <NoteMark record={record} />
      },
    }
    const withPhoneMark = (column: Column<Row>): Column<Row> => ({
      ...column,
      cell: (row, now) => {
        const record = recordOf(row)
        return (
          <>
            {contentOf(column, row, now)}
            {record && <PhoneMark record={record} />}
          </>
        )
      },
    })
    return columns.flatMap((column) => [
      column.card === 'what' ? withPhoneMark(column) : column,
      ...(column.key === after ? [notes] : []),
    ])
  }, [client, columns, after, recordOf])
}
