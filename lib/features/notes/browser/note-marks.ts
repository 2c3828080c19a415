/** The marks of notes in lists. */

import { callConsole } from '../../../browser/operation'
import { maximumLengths } from '../../../domain/values'
import { maximumMarks, type NotedRecord, type NoteMark } from '../interface'
import { notesRows } from '../operations'

/** A mark, and what it says in words. */
export type ShownMark = NoteMark & { text: string }

/** "2 notes, 1 open, for you and Ines Okafor" */
export function markText({ count, open, assignees, is_mine }: NoteMark): string {
  const names = [...(is_mine ? ['you'] : []), ...assignees]
  const forWhom = open > 0 && names.length > 0 ? `, for ${new Intl.ListFormat('en').format(names)}` : ''
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'note' : 'notes'}${open > 0 ? `, ${open} open` : ''}${forWhom}`
}

const shown = (mark: NoteMark | undefined): ShownMark | null => (mark ? { ...mark, text: markText(mark) } : null)

type Waiting = { id: string; resolve: (mark: ShownMark | null) => void; reject: (thrown: unknown) => void }

/** Milliseconds in which the rows that come into view are gathered for one request. */
const gathering = 50
/** Rows that wait for their marks, by environment and kind. */
const waiting = new Map<string, Waiting[]>()

async function readMarks({ environment, kind }: NotedRecord, rows: readonly Waiting[]): Promise<void> {
  const query = { kind, id: [...new Set(rows.map((row) => row.id))] }
  try {
    const { marks } = (await callConsole(environment, notesRows.listNoteMarks, { query })).body
    const found = new Map(marks.map((mark) => [mark.id, mark]))
    for (const row of rows) row.resolve(shown(found.get(row.id)))
  } catch (thrown) {
    for (const row of rows) row.reject(thrown)
  }
}

/** The mark of one row, read with those of the other rows that ask at the same time. */
function gatherMark(record: NotedRecord): Promise<ShownMark | null> {
  // No note can be on anything else, and one wrong id would refuse the marks of all.
  if (record.id === '' || record.id.length > maximumLengths.text) return Promise.resolve(null)
  const place = `${record.environment} ${record.kind}`
  return new Promise((resolve, reject) => {
    const rows = waiting.get(place) ?? []
    rows.push({ id: record.id, resolve, reject })
    const send = () => {
      waiting.delete(place)
      for (let from = 0; from < rows.length; from += maximumMarks)
        void readMarks(record, rows.slice(from, from + maximumMarks))
    }
    if (rows.length === 1) setTimeout(send, gathering)
    waiting.set(place, rows)
  })
}

/** What a list shows of a record's notes; null if it has none. */
export const noteMarkQuery = (record: NotedRecord) => ({
  queryKey: [record.environment, 'note-mark', record.kind, record.id] as const,
  queryFn: () => gatherMark(record),
  staleTime: 30_000,
  retry: false,
})
