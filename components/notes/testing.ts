/** A stand-in for the console's notes in component tests: it keeps what is added and changed. */
import { type Answers, type Call, problem, testPerson } from '@/components/testing/proxy'
import type { NewRecordNote, NoteChange } from '@/lib/features/notes/input'
import type { Person, RecordNote } from '@/lib/features/notes/interface'

export const lena: Person = { subject: 'support', name: 'Lena Brandt', is_me: false }
export const people = [testPerson, lena]

let count = 0

/** A note of Lena's. */
export const noteOf = (more: Partial<RecordNote> = {}): RecordNote => {
  count += 1
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    at: '2026-11-19T12:00:00Z',
    person: lena.name,
    is_mine: false,
    text: 'Customer called.',
    events: [],
    ...more,
  }
}

/** The notes of one record. `fail` answers a write in its place, or after it if it returns undefined. */
export function notesServer(notes: RecordNote[] = []) {
  const state = { notes, fail: (_: Call): Response | undefined => undefined }
  const at = '2026-11-19T12:30:00Z'
  const personOf = (subject?: string | null) => people.find((one) => one.subject === subject)
  const answers: Answers = {
    'GET /notes/of': () => ({ notes: state.notes, omitted: 0, me: testPerson }),
    'GET /notes/people': { people },
    'POST /notes': (call) => {
      const { id, text, assignee, due } = call.body as NewRecordNote
      const note = noteOf({ id, at, text, person: testPerson.name, is_mine: true, assignee: personOf(assignee), due })
      const refused = state.fail(call)
      if (refused) return refused
      if (!state.notes.some((one) => one.id === id)) state.notes = [...state.notes, note]
      return state.notes.find((one) => one.id === id) ?? problem(404, 'no-such-note', 'Gone.')
    },
    'POST /notes/{id}': (call) => {
      const change = call.body as NoteChange
      const refused = state.fail(call)
      if (refused) return refused
      const changed = (note: RecordNote): RecordNote => {
        const event = { id: change.id, at, action: change.action, person: testPerson.name }
        if (change.action === 'done')
          return { ...note, done: { at, person: testPerson.name }, events: [...note.events, event] }
        if (change.action === 'reopen') return { ...note, done: undefined, events: [...note.events, event] }
        if (change.action === 'correct')
          return { ...note, text: change.text, events: [...note.events, { ...event, before: note.text }] }
        const assignee = personOf(change.assignee)
        const due = change.due ?? undefined
        return { ...note, assignee, due, events: [...note.events, { ...event, assignee: assignee?.name }] }
      }
      state.notes = state.notes.map((note) => (call.path.endsWith(note.id) ? changed(note) : note))
      return state.notes.find((note) => call.path.endsWith(note.id)) ?? problem(404, 'no-such-note', 'Gone.')
    },
  }
  return { state, answers }
}
