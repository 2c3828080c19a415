import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { rolesWith } from '../../provider/roles'
import type { NotesOfRecords } from './exported-notes'
import type { AssignedNotes, NoteMark, Person, RecordNote, RecordNotes } from './interface'

const listReaders = rolesWith('read')
const takes = takenFrom<typeof import('./input')>()

const notes = { title: 'Notes', roles: listReaders }
const noting = { title: 'Writing notes', roles: rolesWith('note') }

export const notesRows = {
  listNoteMarks: row('GET', 'notes', 'Counts the notes of up to 100 records.', {
    ...notes,
    query: takes('MarksQuery'),
    answer: json<{ marks: NoteMark[] }>(),
    isBackground: true,
  }),
  addNote: row('POST', 'notes', 'Adds a note to a record.', {
    done: 'Added a note',
    daily: 2_000,
    ...noting,
    body: takes('NewRecordNote'),
    answer: json<RecordNote>(),
  }),
  listNotes: row('GET', 'notes/of', 'Lists the notes of one record.', {
    ...notes,
    query: takes('NotesQuery'),
    answer: json<RecordNotes>(),
    isBackground: true,
    showsRecords: true,
  }),
  listExportedNotes: row('GET', 'notes/exported', 'Lists the notes of up to 100 records as exports have them.', {
    ...notes,
    query: takes('MarksQuery'),
    answer: json<NotesOfRecords>(),
  }),
  listAssignedNotes: row(
    'GET',
    'notes/assigned',
    'Lists the open notes that are assigned to the person who asks, and those that they assigned to others.',
    { ...notes, answer: json<AssignedNotes>(), isBackground: true, showsRecords: true },
  ),
  listPeople: row('GET', 'notes/people', 'Lists the people to whom a note can be assigned.', {
    ...notes,
    query: takes('PeopleQuery'),
    answer: json<{ people: Person[] }>(),
    isBackground: true,
  }),
  changeNote: row('POST', 'notes/{id}', 'Assigns a note, marks it as done, opens it again or corrects it.', {
    done: 'Changed a note',
    daily: 5_000,
    ...noting,
    body: takes('NoteChange'),
    answer: json<RecordNote>(),
  }),
} satisfies Record<string, OwnRow>
