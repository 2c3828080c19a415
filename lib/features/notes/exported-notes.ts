/** Notes as exports have them: beside the provider's own members, under names that say they are Mintdesk's. */
import { guardedCell } from '../../domain/guarded-cell'
import { isObject } from '../../domain/json'
import type { RecordNote } from './interface'

/** A note without its history. Times are RFC 3339 in UTC. */
export type ExportedNote = {
  id: string
  at: string
  person: string
  /** As last corrected; absent if it can no longer be decrypted. */
  text?: string
  /** The name of the person to whom it is assigned. */
  assignee?: string
  done_at?: string
  done_by?: string
}

/** The notes of a record, oldest first, as its line of an export has them. */
export const exportedNotes = (notes: readonly Omit<RecordNote, 'events'>[]): ExportedNote[] =>
  notes.map(({ id, at, person, text, assignee, done }) => ({
    id,
    at,
    person,
    ...(text !== undefined && { text }),
    ...(assignee && { assignee: assignee.name }),
    ...(done && { done_at: done.at, done_by: done.person }),
  }))

const isOpen = ({ assignee, done_at }: ExportedNote) => assignee !== undefined && done_at === undefined

/** The columns of notes in a CSV. */
export const noteColumns = ['mintdesk_notes', 'mintdesk_open_notes', 'mintdesk_assignees'] as const

/**
 * The cells of `noteColumns` of one record: its notes, one a line; how many are open; to whom these are assigned. Empty
 * without notes.
 */
export function noteCells(notes: readonly ExportedNote[] = []): string[] {
  if (notes.length === 0) return noteColumns.map(() => '')
  const open = notes.filter(isOpen)
  const lines = notes.map(({ at, person, text = '(cannot be decrypted)' }) => `${at} ${person}: ${text}`)
  const assignees = [...new Set(open.flatMap(({ assignee = '' }) => assignee))]
  return [guardedCell(lines.join('\n')), String(open.length), guardedCell(assignees.join(', '))]
}

/** A record as a line of NDJSON, with its notes as a member of Mintdesk's own. A record without notes has an empty list. */
export const withNotes = (record: unknown, notes: readonly ExportedNote[] = []): unknown => ({
  ...(isObject(record) ? record : { record }),
  mintdesk_notes: notes,
})

/**
 * The notes of records that were asked for; those without notes are absent.
 * `read`: how many of the records asked for, in their order, these are the notes of; the others are asked for again.
 */
export type NotesOfRecords = { records: { id: string; notes: ExportedNote[] }[]; read: number }
