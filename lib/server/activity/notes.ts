/** The addresses of notes on records. */

import { exportedNotes, type NotesOfRecords } from '../../api/exported-notes'
import {
  maximumAssigned,
  maximumNotes,
  type NotedKind,
  notedKindOf,
  type Person,
  type RecordNotes,
} from '../../api/noted-records'
import { ProblemError } from '../../api/problem'
import {
  anyNoteRoles,
  MarksQuery,
  NewRecordNote,
  NoteChange,
  NotesQuery,
  noteRoles,
  PeopleQuery,
} from '../../api/record-notes'
import type { Access } from '../auth/access'
import type { Session } from '../auth/sessions'
import type { RequestContext } from '../http/request-context'
import type { WriteCore } from '../writes/core'
import {
  bodyBy,
  createHandlers,
  type HandlerDependencies,
  type InEnvironment,
  type Permissions,
  queryBy,
  refuse,
} from './handlers'
import { intentRow } from './intent-view'
import type { RecordNoteStore } from './record-notes'

type NoteDependencies = HandlerDependencies & { access: Access; writes: WriteCore; recordNotes: RecordNoteStore }

type OfNote = InEnvironment & { id: string }

/** Whoever may read a record may write notes on it. Which kinds a role may read is checked once the kind is known. */
const permission = { title: 'Notes', roles: anyNoteRoles }
const anyone: Permissions = { read: permission, write: permission }

/** @returns the handlers of these addresses, by what they do */
export function createNotes(core: NoteDependencies) {
  const { access, writes, recordNotes } = core
  const handler = createHandlers(core)

  /** @throws ProblemError 403 for a role that may not read records of this kind */
  const requireKind = (context: RequestContext, session: Session, kind: NotedKind) =>
    access.requireRole(context, session, { title: 'Notes on these records', roles: noteRoles(kind) })

  /** A person to whom a note can be assigned. @throws ProblemError 400 */
  async function assignable(kind: NotedKind, subject: string, session: Session): Promise<Person> {
    const people = await recordNotes.people(kind, session)
    const person = people.find((one) => one.subject === subject)
    return (
      person ??
      refuse([{ field: 'assignee', message: 'Choose a person who has signed in here and may see this record.' }])
    )
  }

  return {
    listNoteMarks: handler<InEnvironment>('listNoteMarks', anyone, async ({ context, environment, session }) => {
      const { kind, id } = queryBy(MarksQuery, context)
      requireKind(context, session, kind)
      return { marks: await recordNotes.marks(environment, kind, id, session) }
    }),

    listNotes: handler<InEnvironment>('listNotes', anyone, async ({ context, environment, session }) => {
      const { kind, id } = queryBy(NotesQuery, context)
      requireKind(context, session, kind)
      const found = await recordNotes.ofRecords(environment, kind, [id], session, maximumNotes)
      const notes = found.get(id) ?? []
      const count = notes.length < maximumNotes ? notes.length : await recordNotes.countOf(environment, kind, id)
      const me = { subject: session.subject, name: session.name, is_me: true }
      return { notes, omitted: count - notes.length, me } satisfies RecordNotes
    }),

    listExportedNotes: handler<InEnvironment>(
      'listExportedNotes',
      anyone,
      async ({ context, environment, session }) => {
        const { kind, id } = queryBy(MarksQuery, context)
        requireKind(context, session, kind)
        const found = await recordNotes.ofRecords(environment, kind, id, session)
        const records = [...found].map(([record, notes]) => ({ id: record, notes: exportedNotes(notes) }))
        return { records } satisfies NotesOfRecords
      },
    ),

    listAssignedNotes: handler<InEnvironment>('listAssignedNotes', anyone, async ({ environment, session }) => {
      const notes = await recordNotes.assignedTo(environment, session)
      return { notes: notes.slice(0, maximumAssigned), is_more: notes.length > maximumAssigned }
    }),

    listPeople: handler<InEnvironment>('listPeople', anyone, async ({ context, session }) => {
      const { kind } = queryBy(PeopleQuery, context)
      requireKind(context, session, kind)
      return { people: await recordNotes.people(kind, session) }
    }),

    addNote: handler<InEnvironment>('addNote', anyone, async ({ context, environment, owner, session }) => {
      const note = await bodyBy(NewRecordNote, context)
      requireKind(context, session, note.kind)
      if (note.kind !== 'transfer') {
        const { operation } = await intentRow(writes, environment, note.record)
        if (notedKindOf(operation) !== note.kind)
          refuse([{ field: 'kind', message: 'This request did not create or change a record of this kind.' }])
      }
      const { assignee } = note
      const assigned = assignee === undefined ? undefined : await assignable(note.kind, assignee, session)
      return recordNotes.add(owner, { ...note, assigned }, session)
    }),

    changeNote: handler<OfNote>('changeNote', anyone, async ({ context, values, environment, session }) => {
      const change = await bodyBy(NoteChange, context)
      const row = await recordNotes.find(environment, values.id)
      if (!row) throw new ProblemError(404, 'no-such-note', 'This note no longer exists.')
      requireKind(context, session, row.kind)
      if (change.action === 'correct' && row.subject !== session.subject)
        throw new ProblemError(403, 'not-permitted', `Only ${row.person} can correct this note.`, {
          detail: 'Add a note of your own instead. Nothing was changed.',
        })
      const assignee = change.action === 'assign' ? change.assignee : null
      const assigned = assignee === null ? undefined : await assignable(row.kind, assignee, session)
      await recordNotes.change(row.id, { ...change, assigned }, session)
      return recordNotes.read((await recordNotes.find(environment, row.id)) ?? row, session)
    }),
  }
}
