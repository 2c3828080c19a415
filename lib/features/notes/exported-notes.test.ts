import { expect, test } from 'vitest'
import { exportedNotes, noteCells, noteColumns, withNotes } from './exported-notes'
import type { RecordNote } from './interface'

const note = (more: Partial<RecordNote> = {}): RecordNote => ({
  id: 'n-1',
  at: '2026-11-19T12:00:00Z',
  person: 'Lena Brandt',
  is_mine: true,
  text: 'Called.',
  events: [],
  ...more,
})
const ines = { subject: 'ines', name: 'Ines Okafor', is_me: false }
const notes = exportedNotes([
  note({
    events: [{ id: 'e', at: '2026-11-19T12:01:00Z', action: 'correct', person: 'Lena Brandt', before: 'Caled.' }],
  }),
  note({ id: 'n-2', text: '=1+1', assignee: ines }),
  note({ id: 'n-3', text: undefined, assignee: ines, done: { at: '2026-11-20T08:00:00Z', person: 'Ines Okafor' } }),
])

test('exported notes have no history and no subject of a sign-in', () => {
  expect(notes).toEqual([
    { id: 'n-1', at: '2026-11-19T12:00:00Z', person: 'Lena Brandt', text: 'Called.' },
    { id: 'n-2', at: '2026-11-19T12:00:00Z', person: 'Lena Brandt', text: '=1+1', assignee: 'Ines Okafor' },
    {
      id: 'n-3',
      at: '2026-11-19T12:00:00Z',
      person: 'Lena Brandt',
      assignee: 'Ines Okafor',
      done_at: '2026-11-20T08:00:00Z',
      done_by: 'Ines Okafor',
    },
  ])
})

test('the cells of a record have a line for each note, the open ones counted', () => {
  expect(noteCells(notes)).toEqual([
    [
      '2026-11-19T12:00:00Z Lena Brandt: Called.',
      '2026-11-19T12:00:00Z Lena Brandt: =1+1',
      '2026-11-19T12:00:00Z Lena Brandt: (cannot be decrypted)',
    ].join('\n'),
    '1',
    'Ines Okafor',
  ])
  expect(noteCells()).toEqual(noteColumns.map(() => ''))
})

test('a name that begins like a formula does not run', () => {
  const [, , assignees] = noteCells([{ id: 'n', at: 'x', person: '=1', assignee: '=cmd()' }])
  expect(assignees).toBe("'=cmd()")
})

test('the provider’s members stay as they are beside the notes', () => {
  const record = { id: 't-1', amount: '12345678901234567890.10' }
  expect(withNotes(record, notes)).toEqual({ ...record, mintdesk_notes: notes })
  expect(withNotes(record)).toEqual({ ...record, mintdesk_notes: [] })
})
