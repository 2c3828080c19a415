/** The console's API for notes on records, as the browser calls it. */
import type { Environment } from '../api/environments'
import type { ExportedNote, NotesOfRecords } from '../api/exported-notes'
import {
  type AssignedNote,
  maximumMarks,
  type NotedKind,
  type NotedRecord,
  type Person,
  type RecordNote,
  type RecordNotes,
} from '../api/noted-records'
import type { NewRecordNote, NoteChange } from '../api/record-notes'
import { callConsole } from './intents'

/** No read of notes prolongs the session: the page that shows them has its own. */
async function read<Body>(environment: Environment, path: string, signal?: AbortSignal): Promise<Body> {
  return (await callConsole<Body>(environment, path, { signal, isBackground: true })).body
}

const placeOf = ({ kind, id }: NotedRecord) => new URLSearchParams({ kind, id })

export const notesQuery = (record: NotedRecord) => ({
  queryKey: [record.environment, 'notes', record.kind, record.id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read<RecordNotes>(record.environment, `notes/of?${placeOf(record)}`, signal),
})

export const assignedNotesQuery = (environment: Environment) => ({
  queryKey: [environment, 'assigned-notes'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read<{ notes: AssignedNote[]; is_more: boolean }>(environment, 'notes/assigned', signal),
})

/** People to whom a note on a kind of record can be assigned. */
export const peopleQuery = (environment: Environment, kind: NotedKind) => ({
  queryKey: [environment, 'people', kind] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await read<{ people: Person[] }>(environment, `notes/people?kind=${kind}`, signal)).people,
})

/** The notes of records as exports have them, by the ids that were asked for; those without notes are absent. */
export async function exportedNotesOf(
  environment: Environment,
  kind: NotedKind,
  ids: readonly string[],
): Promise<Map<string, ExportedNote[]>> {
  const found = new Map<string, ExportedNote[]>()
  for (let from = 0; from < ids.length; from += maximumMarks) {
    const query = new URLSearchParams({ kind })
    for (const id of ids.slice(from, from + maximumMarks)) query.append('id', id)
    const { body } = await callConsole<NotesOfRecords>(environment, `notes/exported?${query}`)
    for (const { id, notes } of body.records) found.set(id, notes)
  }
  return found
}

/** Adds a note; the same id again adds nothing. */
export const addRecordNote = async (environment: Environment, note: NewRecordNote) =>
  (await callConsole<RecordNote>(environment, 'notes', { method: 'POST', body: JSON.stringify(note) })).body

export const changeRecordNote = async (environment: Environment, note: string, change: NoteChange) =>
  (await callConsole<RecordNote>(environment, `notes/${note}`, { method: 'POST', body: JSON.stringify(change) })).body
