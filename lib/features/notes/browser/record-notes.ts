/** The console's API for notes on records, as the browser calls it. */

import { callConsole } from '../../../browser/operation'
import type { Environment } from '../../../provider/environments'
import type { ExportedNote } from '../exported-notes'
import type { NewRecordNote, NoteChange } from '../input'
import { maximumMarks, type NotedKind, type NotedRecord, notesAtOnce } from '../interface'
import { notesRows } from '../operations'

/** What begins the keys of a record's notes, however many are read. */
export const notesKey = ({ environment, kind, id }: NotedRecord) => [environment, 'notes', kind, id] as const

/** The newest notes of a record. @param limit how many */
export const notesQuery = (record: NotedRecord, limit = notesAtOnce) => ({
  queryKey: [...notesKey(record), limit] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { environment, kind, id } = record
    return (await callConsole(environment, notesRows.listNotes, { query: { kind, id, limit } }, { signal })).body
  },
})

export const assignedNotesQuery = (environment: Environment) => ({
  queryKey: [environment, 'assigned-notes'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, notesRows.listAssignedNotes, {}, { signal })).body,
})

/** People to whom a note on a kind of record can be assigned. */
export const peopleQuery = (environment: Environment, kind: NotedKind) => ({
  queryKey: [environment, 'people', kind] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, notesRows.listPeople, { query: { kind } }, { signal })).body.people,
})

/** The notes of records as exports have them, by the ids that were asked for; those without notes are absent. */
export async function exportedNotesOf(
  environment: Environment,
  kind: NotedKind,
  ids: readonly string[],
): Promise<Map<string, ExportedNote[]>> {
  const found = new Map<string, ExportedNote[]>()
  for (let from = 0; from < ids.length; ) {
    const query = { kind, id: ids.slice(from, from + maximumMarks) }
    const { body } = await callConsole(environment, notesRows.listExportedNotes, { query })
    for (const { id, notes } of body.records) found.set(id, notes)
    from += body.read
  }
  return found
}

/** Adds a note; the same id again adds nothing. */
export const addRecordNote = async (environment: Environment, body: NewRecordNote) =>
  (await callConsole(environment, notesRows.addNote, { body })).body

export const changeRecordNote = async (environment: Environment, id: string, body: NoteChange) =>
  (await callConsole(environment, notesRows.changeNote, { values: { id }, body })).body
