/**
 * Notes that people leave for each other on a record. Mintdesk keeps them and sends them to no one; the provider never gets
 * one. (A `NewNote` of intent-input.ts is another thing: a person's statement on the outcome of a request.)
 */
import * as z from 'zod/mini'
import { activityReaders } from '../../api/intents'
import { countSecrets, secretRefused } from '../../api/pasted/pasted-identifiers'
import { maximumLengths } from '../../domain/values'
import { midnightOf } from '../../domain/wall-clock'
import { rowOf } from '../../provider/operations'
import type { Role } from '../../provider/roles'
import { Id, Limit, noNul, object, text, Uuid } from '../../provider/value-schemas'
import { dueForNoOne, maximumMarks, maximumNote, type NotedKind, notedKinds, noteTextError } from './interface'

const Kind = z.enum(notedKinds)

/** Who may read a kind's notes and write some: those who may read its records. */
export const noteRoles = (kind: NotedKind): readonly Role[] =>
  kind === 'transfer' ? rowOf('getTransfer').roles : activityReaders

export const kindsFor = (held: readonly Role[]): NotedKind[] =>
  notedKinds.filter((kind) => held.some((role) => noteRoles(kind).includes(role)))

const NoteText = z.string().check(
  z.maxLength(maximumNote, { abort: true, error: ({ input }) => noteTextError(String(input)) }),
  z.refine((typed) => !noteTextError(typed), { error: ({ input }) => noteTextError(String(input)) }),
  noNul,
  // A browser masks them before it sends anything; others may not.
  z.refine((typed) => countSecrets(typed) === 0, { error: secretRefused }),
)

/** A person by the subject of their sign-in. */
const Subject = text(maximumLengths.opaque).check(z.minLength(1), noNul)

/** A calendar day: `2026-11-27`. */
const noDay = 'Enter a date, like 2026-11-27.'
const Day = text(10, noDay).check(z.refine((day) => midnightOf(day) !== undefined, { error: noDay }))

/** `record`: a transfer's id; for other kinds the id of a request that created or changed the record. */
export const NewRecordNote = object({
  /** A UUID made when the form opened: the same note twice is one note. */
  id: Uuid,
  kind: Kind,
  record: Id.check(noNul),
  text: NoteText,
  /** The subject of the person who is to act on it. */
  assignee: z.optional(Subject),
  /** The day by which that person is to act. */
  due: z.optional(Day),
}).check(
  z.superRefine(({ assignee, due }, context) => {
    if (due !== undefined && assignee === undefined)
      context.addIssue({ code: 'custom', path: ['assignee'], message: dueForNoOne })
  }),
)
export type NewRecordNote = z.infer<typeof NewRecordNote>

/** One change of a note; `id` is a UUID as above. An assignee or day of null: none; an absent day stays. */
export const NoteChange = z.discriminatedUnion('action', [
  object({ id: Uuid, action: z.literal('assign'), assignee: z.nullable(Subject), due: z.optional(z.nullable(Day)) }),
  object({ id: Uuid, action: z.literal('done') }),
  object({ id: Uuid, action: z.literal('reopen') }),
  object({ id: Uuid, action: z.literal('correct'), text: NoteText }),
])
export type NoteChange = z.infer<typeof NoteChange>

/** The query of marks, which lists show of their rows' notes, and of the notes in an export. */
export const MarksQuery = object({
  kind: Kind,
  id: z
    .array(Id.check(noNul))
    .check(
      z.minLength(1, { error: 'Name at least one record.' }),
      z.maxLength(maximumMarks, { error: `Notes can be read for at most ${maximumMarks} records at once.` }),
    ),
})

/** The query of one record's notes; `id` is what `record` is in NewRecordNote. */
export const NotesQuery = object({
  kind: Kind,
  id: Id.check(noNul),
  /** How many of the newest. */
  limit: z.optional(Limit),
})

export const PeopleQuery = object({ kind: Kind })
