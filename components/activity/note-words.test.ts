import { expect, test } from 'vitest'
import { noteOf } from './note-form'

const draft = { happened: 'yes', status: ' FILLED ', words: ' The desk said so. ' }

test('a note of what is not known says what happened, its status where one is known, and how', () => {
  expect(noteOf(draft, 'unknown', true).note).toEqual({ happened: true, status: 'FILLED', words: 'The desk said so.' })
  const no = noteOf({ ...draft, happened: 'no' }, 'unknown', true)
  expect(no).toMatchObject({ note: { happened: false, words: 'The desk said so.' }, asksStatus: false })
  const empty = noteOf({ happened: '', status: '', words: '' }, 'unknown', true)
  expect(empty.errors.map(({ field }) => field)).toEqual(['happened', 'words'])
})

test('once the service has told how it ended, only the words and a status of what it has are sent', () => {
  expect(noteOf(draft, 'confirmed', false).note).toEqual({ status: 'FILLED', words: 'The desk said so.' })
  expect(noteOf(draft, 'refused', false)).toMatchObject({ note: { words: 'The desk said so.' }, errors: [] })
  expect(noteOf({ ...draft, happened: '' }, 'refused', false).errors).toEqual([])
  expect(noteOf({ ...draft, happened: 'status', status: '' }, 'confirmed', false).errors).toEqual([
    { field: 'status', message: 'Write the status that you know.' },
  ])
})
