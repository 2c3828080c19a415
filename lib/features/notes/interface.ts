/** What can have notes of people, and what a note is, without the schemas of its input: lists load this. */
import type { Intent } from '../../api/intents'
import type { Environment } from '../../provider/environments'
import { type WriteName, writeRowOf } from '../../provider/operations'
import type { RecordName } from '../../provider/row'

/** The records that can have notes; a movement as it was planned here, under the id of its plan. */
export const notedKinds = ['transfer', 'order', 'fiat-account', 'rule', 'movement'] as const
export type NotedKind = (typeof notedKinds)[number]

/** Whether records of a kind are read by their id and have pages of their own, on which their notes are. */
export const hasOwnPage = (kind: NotedKind) => kind === 'transfer'

/** A record: its id if it has a page of its own, or is a movement; otherwise the id of a request that created or changed it. */
export type NotedRecord = { environment: Environment; kind: NotedKind; id: string }

const kinds: Record<RecordName, NotedKind | undefined> = {
  transfer: 'transfer',
  order: 'order',
  fiatAccount: 'fiat-account',
  rule: 'rule',
  issuerQuote: undefined,
}

/** The kind under which a record has notes; undefined if it has none. */
export const notedKindOfRecord = (record: RecordName | null): NotedKind | undefined =>
  record === null ? undefined : kinds[record]

/** The kind of the record that a write creates or changes; undefined if it has none. */
export const notedKindOf = (operation: WriteName): NotedKind | undefined =>
  notedKindOfRecord(writeRowOf(operation).record)

type Noted = Pick<Intent, 'environment' | 'id' | 'record_id'>

/** A request's record of a kind, for its notes; undefined until the id is known under which they are kept. */
export function notedRecordAs(kind: NotedKind, { environment, id, record_id }: Noted): NotedRecord | undefined {
  const kept = hasOwnPage(kind) ? record_id : id
  return kept === undefined ? undefined : { environment, kind, id: kept }
}

/** The record that a request created or changed, for its notes; undefined if it can have none. */
export function notedRecordOf(intent: Noted & Pick<Intent, 'operation'>): NotedRecord | undefined {
  const kind = notedKindOf(intent.operation)
  return kind && notedRecordAs(kind, intent)
}

/** Characters of a note, at most. */
export const maximumNote = 2_000
/** Why a text cannot be a note; undefined if it can. */
export function noteTextError(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a note.'
  if (text.length <= maximumNote) return undefined
  return `A note can have at most ${maximumNote.toLocaleString('en-US')} characters.`
}

/** Why a note that no one is assigned to can have no day. */
export const dueForNoOne = 'Choose who acts by this day.'

/** Records whose marks one request asks for, at most. */
export const maximumMarks = 100
/** Notes of one record, at most. */
export const maximumNotes = 500
/** Notes of one record in an answer, unless more are asked for: the newest. */
export const notesAtOnce = 50
/** Corrections of one note, at most. */
export const maximumCorrections = 50
/** Changes of one note in an answer, at most: the newest. */
export const maximumChanges = 50
/** Open notes of one person in an answer, at most: the newest. */
export const maximumAssigned = 50
/** Days for which a note that a person handed over is shown to them after it was done. */
export const daysHandedOver = 14

export type NoteAction = 'assign' | 'done' | 'reopen' | 'correct'

/** A person who signed in to this console. */
export type Person = { subject: string; name: string; is_me: boolean }

/** A change in a note's history. Times are RFC 3339 in UTC. */
export type RecordNoteEvent = {
  id: string
  at: string
  action: NoteAction
  person: string
  /** Of `assign`: to whom; absent if the assignee was removed. */
  assignee?: string
  /** Of `correct`: the text before, if it is known from `events`. */
  before?: string
}

/** A note with its history. It is open while it has an assignee and is not done. */
export type RecordNote = {
  id: string
  at: string
  person: string
  is_mine: boolean
  /** As last corrected; absent if it can no longer be decrypted. */
  text?: string
  assignee?: Person
  /** The day by which the assignee is to act: `2026-11-27`. */
  due?: string
  done?: { at: string; person: string }
  /** The newest, oldest first. */
  events: RecordNoteEvent[]
  /** How many older ones there are; absent without any. */
  earlier?: number
}

export const isOpenNote = ({ assignee, done }: Pick<RecordNote, 'assignee' | 'done'>) =>
  assignee !== undefined && done === undefined

/** The notes of a record, oldest first. */
export type RecordNotes = {
  notes: RecordNote[]
  /** Older notes that are not in `notes`. */
  omitted: number
  /** Who reads them: their draft is kept under this subject. */
  me: Person
  /** Present for those who may only read. */
  is_read_only?: true
}

/** What a list shows of a record's notes; records without notes have no mark. */
export type NoteMark = {
  id: string
  count: number
  open: number
  /** Names of others to whom open notes are assigned. */
  assignees: string[]
  /** Whether one is assigned to the person who reads. */
  is_mine: boolean
}

/** Where a note is: `record` as in NewRecordNote. */
type PlacedNote = Pick<RecordNote, 'id' | 'at' | 'person' | 'text' | 'due'> & {
  kind: NotedKind
  record: string
  /** The record's status, and when it became known, if it is another one than when the note was last changed. */
  status_change?: { status: string; secondary_status?: string; at: string }
}

/** An open note that is assigned to the person who reads. */
export type AssignedNote = PlacedNote & {
  /** To whom it is assigned instead, who has no access any more. */
  assignee?: string
}

/** A note of the person who reads, assigned to somebody else: open, or done not long ago. */
export type HandedNote = PlacedNote & Pick<RecordNote, 'done'> & { assignee: string; changed_at: string }

/** `handed_over`: the last changed first. */
export type AssignedNotes = { notes: AssignedNote[]; is_more: boolean; handed_over: HandedNote[] }

/** A note as lists and exports have it, without its changes. */
export type ReadNote = Omit<RecordNote, 'events' | 'earlier'>
