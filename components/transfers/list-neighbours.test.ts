import { expect, test } from 'vitest'
import { readTransferPage } from '@/lib/api/reading'
import { placeIn, placeWords } from './neighbours'

const page = (ids: (string | undefined)[], next = '') =>
  readTransferPage({ items: ids.map((id) => ({ id })), next_page_cursor: next }, { limit: ids.length, cursors: [] })
const first = new URLSearchParams('statuses=PENDING')
const later = new URLSearchParams('page_cursor=abc&x.page=2')
const place = (ids: (string | undefined)[], id: string, params = first, next = '') => {
  const found = placeIn(page(ids, next), params, id)
  return found && { before: found.before, after: found.after, words: placeWords(found) }
}

test('in the middle both neighbours are there', () => {
  expect(place(['a', 'b', 'c'], 'B')).toEqual({ before: 'a', after: 'c', words: '2 of 3 loaded' })
})

test('at an end it is said what is beyond it', () => {
  expect(place(['a', 'b'], 'a')?.words).toBe('1 of 2 loaded, the first of the list')
  expect(place(['a', 'b'], 'a', later)?.words).toBe('1 of 2 loaded, the first of this page of the list')
  expect(place(['a', 'b'], 'b', first, 'more')?.words).toBe('2 of 2 loaded, the last one loaded')
  expect(place(['a'], 'a')?.words).toBe('1 of 1 loaded, the only one of the list')
})

test('rows without an id are counted and passed over', () => {
  expect(place(['a', undefined, 'c'], 'c')).toEqual({
    before: 'a',
    after: undefined,
    words: '2 of 3 loaded, the last of the list',
  })
})

test('what is not on the page has no place there', () => {
  expect(place(['a', 'b'], 'z')).toBeUndefined()
  expect(place([], 'a')).toBeUndefined()
})
