import { expect, test } from 'vitest'
import { markText } from './note-marks'

test.each([
  [{ count: 1 }, '1 note'],
  [{ count: 2, open: 1, assignees: ['Ines Okafor'] }, '2 notes, 1 open, for Ines Okafor'],
  [
    { count: 1_200, open: 2, is_mine: true, assignees: ['Ines Okafor'] },
    '1,200 notes, 2 open, for you and Ines Okafor',
  ],
  [{ count: 1, open: 1, is_mine: true }, '1 note, 1 open, for you'],
])('a mark says how many notes there are, how many are open, and for whom: %j', (mark, text) => {
  expect(markText({ id: 't-1', open: 0, assignees: [], is_mine: false, ...mark })).toBe(text)
})
