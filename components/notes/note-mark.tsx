'use client'
/** The mark of a list's row that has notes. Loaded with every list, so it is small. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, StickyNote } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Column, contentOf } from '@/components/list/column'
import { useIsPhone } from '@/components/ui/browser-state'
import { noteMarkQuery } from '@/lib/features/notes/browser/note-marks'
import type { NotedRecord } from '@/lib/features/notes/interface'

/** The mark of a record, and how it looks; undefined while it is not known, and without notes. */
function useMark(record: NotedRecord, isOn = true) {
  const { data: mark } = useQuery({ ...noteMarkQuery(record), enabled: isOn })
  if (!mark) return undefined
  const tone = mark.is_mine ? 'font-label text-wait' : mark.open > 0 ? 'font-label text-ink' : undefined
  return { mark, tone, icon: mark.is_mine ? AtSign : StickyNote }
}

/**
 * How many notes a previewed record has, in words. What the list has read is there at once; nothing is read for rows that a
 * reader only passes.
 */
export function NoteLine({ record, isSettled }: { record: NotedRecord; isSettled: boolean }) {
  const { mark, tone = 'text-ink-2', icon: Icon } = useMark(record, isSettled) ?? {}
  return (
    mark &&
    Icon && (
      <p className={`mt-3 ${tone}`}>
        <Icon className="mr-1 size-3.5" /> {mark.text}
      </p>
    )
  )
}

/** How many notes a record has, and whether one is open. */
export function NoteMark({ record }: { record: NotedRecord }) {
  const { mark, tone = 'text-ink-3', icon: Icon } = useMark(record) ?? {}
  if (!mark || !Icon) return null
  return (
    <span title={mark.text} className={`tabular-nums ${tone}`}>
      <Icon className="mr-1 size-3.5" />
      <span aria-hidden>{mark.count > 99 ? '99+' : mark.count}</span>
      <span className="sr-only">{mark.text}</span>
    </span>
  )
}

/** The mark on a phone's card. Elsewhere it is only read, because the column of marks may have given way to others. */
function PhoneMark({ record: { environment, kind, id } }: { record: NotedRecord }) {
  const isPhone = useIsPhone()
  const client = useQueryClient()
  useEffect(() => {
    if (!isPhone) void client.prefetchQuery(noteMarkQuery({ environment, kind, id }))
  }, [client, isPhone, environment, kind, id])
  return isPhone ? (
    <span className="ml-2">
      <NoteMark record={{ environment, kind, id }} />
    </span>
  ) : null
}

const marksIn = (client: QueryClient) => (record: NotedRecord | undefined) =>
  Boolean(record && client.getQueryData(noteMarkQuery(record).queryKey))

/** Whether a record is known to have notes. `hasMark` is another function once a list that had no mark may have one. */
function useKnownMarks() {
  const client = useQueryClient()
  const [hasMark, setHasMark] = useState(() => marksIn(client))
  const hasNone = useRef(false)
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (!hasNone.current || type !== 'updated' || query.queryKey[1] !== 'note-mark' || !query.state.data) return
        hasNone.current = false
        setHasMark(() => marksIn(client))
      }),
    [client],
  )
  return { hasMark, hasNone }
}

/**
 * A list's columns with the marks of its rows: in a narrow column of fixed width, and on a phone's card after what the row
 * is. Marks come later than the rows; the column gives way to others only while no row has one. Paper has it if a row has one.
 * @param columns unchanged from one rendering to the next, like `recordOf`
 * @param after   the key of the column that the narrow one follows
 */
export function useNoteMarks<Row>(
  columns: readonly Column<Row>[],
  after: string,
  recordOf: (row: Row) => NotedRecord | undefined,
): Column<Row>[] {
  const { hasMark, hasNone } = useKnownMarks()
  return useMemo(() => {
    const isMarked = (row: Row) => hasMark(recordOf(row))
    const notes: Column<Row> = {
      key: 'notes',
      name: 'Notes',
      isKept: true,
      text: () => undefined,
      isEmpty: (rows) => {
        hasNone.current = !rows.some(isMarked)
        return hasNone.current
      },
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
  }, [columns, after, recordOf, hasMark, hasNone])
}
