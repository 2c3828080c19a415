import { expect, test } from 'vitest'
import { noteFromDraft } from './note-form'

const draft = { result: 'yes', status: ' FILLED ', words: ' The bank said so. ' }

test('a note on an unknown outcome records the result, the status if any, and the source', () => {
  expect(noteFromDraft(draft, 'unknown', true).note).toEqual({
    happened: true,
    status: 'FILLED',
    words: 'The bank said so.',
  })
  const no = noteFromDraft({ ...draft, result: 'no' }, 'unknown', true)
  expect(no).toMatchObject({ note: { happened: false, words: 'The bank said so.' }, hasStatus: false })
  const empty = noteFromDraft({ result: '', status: '', words: '' }, 'unknown', true)
  expect(empty.errors.map(({ field }) => field)).toEqual(['happened', 'words'])
})

test('a note on a settled outcome records only the source, and a status if it was confirmed', () => {
  expect(noteFromDraft(draft, 'confirmed', false).note).toEqual({ status: 'FILLED', words: 'The bank said so.' })
  expect(noteFromDraft(draft, 'refused', false)).toMatchObject({ note: { words: 'The bank said so.' }, errors: [] })
  expect(noteFromDraft({ ...draft, result: '' }, 'refused', false).errors).toEqual([])
  expect(noteFromDraft({ ...draft, result: 'status', status: '' }, 'confirmed', false).errors).toEqual([
    { field: 'status', message: 'Enter the status, such as FILLED.' },
  ])
})
