/** The addresses of notes on records. */

import { ProblemError } from '../../../provider/problem'
import type { Access } from '../../../server/auth/access'
import type { RequestContext } from '../../../server/auth/request-context'
import type { Session } from '../../../server/auth/sessions'
import type { ServerCore } from '../../../server/core'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import type { WriteCore } from '../../../server/writes/core'
import { intentRow } from '../../../server/writes/intent-view'
import type { ConsoleHandlers } from '../../handlers'
import { exportedNotes } from '../exported-notes'
import { noteRoles } from '../input'
import {
  hasOwnPage,
  maximumAssigned,
  maximumNotes,
  type NotedKind,
  notedKindOf,
  notesAtOnce,
  type Person,
} from '../interface'
import { notesRows } from '../operations'
import { RecordNoteStore } from './record-notes'

type NoteDependencies = RouteDependencies & { access: Access; writes: WriteCore; recordNotes: RecordNoteStore }

/** @returns the handlers of these operations. Which kinds of records a role may read is checked once the kind is known. */
function createNotes(core: NoteDependencies) {
  const { access, writes, recordNotes } = core

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
    listNoteMarks: async ({ context, query: { kind, id }, environment, session }) => {
      requireKind(context, session, kind)
      return { marks: await recordNotes.marks(environment, kind, id, session) }
    },

    listNotes: async ({ context, query: { kind, id, limit = notesAtOnce }, environment, session }) => {
      requireKind(context, session, kind)
      const notes = await recordNotes.newestOf(environment, kind, id, session, limit)
      const count = notes.length < limit ? notes.length : await recordNotes.countOf(environment, kind, id)
      const me = { subject: session.subject, name: session.name, is_me: true }
      const isReadOnly = !session.roles.some((role) => notesRows.addNote.roles.includes(role))
      return { notes, omitted: count - notes.length, me, ...(isReadOnly && { is_read_only: true }) }
    },

    listExportedNotes: async ({ context, query: { kind, id }, environment, session }) => {
      requireKind(context, session, kind)
      const counts = new Map((await recordNotes.marks(environment, kind, id)).map((mark) => [mark.id, mark.count]))
      const asked: string[] = []
      for (let sum = 0; asked.length < id.length; ) {
        const next = id[asked.length] ?? ''
        sum += counts.get(next) ?? 0
        if (sum > maximumNotes && asked.length > 0) break
        asked.push(next)
      }
      const found = await recordNotes.ofRecords(environment, kind, asked, session)
      const records = [...found].map(([record, notes]) => ({ id: record, notes: exportedNotes(notes) }))
      return { records, read: asked.length }
    },

    listAssignedNotes: async ({ environment, session }) => {
      const notes = await recordNotes.assignedTo(environment, session)
      return {
        notes: notes.slice(0, maximumAssigned),
        is_more: notes.length > maximumAssigned,
        handed_over: await recordNotes.handedOver(environment, session),
      }
    },

    listPeople: async ({ context, query: { kind }, session }) => {
      requireKind(context, session, kind)
      return { people: await recordNotes.people(kind, session) }
    },

    addNote: async ({ context, body: note, environment, owner, session }) => {
      requireKind(context, session, note.kind)
      if (note.kind === 'movement') {
        if (!(await recordNotes.isPlanned(owner, note.record)))
          refuse([{ field: 'record', message: 'No movement was planned here with this ID.' }])
      } else if (!hasOwnPage(note.kind)) {
        const { id, operation } = await intentRow(writes, environment, note.record)
        context.intent = id
        if (notedKindOf(operation) !== note.kind)
          refuse([{ field: 'kind', message: 'This request did not create or change a record of this kind.' }])
      }
      const { assignee } = note
      const assigned = assignee === undefined ? undefined : await assignable(note.kind, assignee, session)
      return recordNotes.add(owner, { ...note, assigned }, session)
    },

    changeNote: async ({ context, body: change, values, environment, session }) => {
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
    },
  } satisfies Partial<ConsoleHandlers>
}

/** @returns also `recordNotes`, for lists and exports of records */
export function registerNotes(core: ServerCore) {
  const { ownRoles, hasDemoUsers } = core.settings
  const recordNotes = new RecordNoteStore({ ...core, ownRoles, hasDemoUsers })
  return {
    recordNotes,
    handlers: createNotes({ ...core, recordNotes }),
    retention: [
      { name: 'notes on records', step: async () => recordNotes.removeOld((await core.keptDays()).requests) },
    ],
  }
}
