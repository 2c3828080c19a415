import { expect, test } from 'vitest'
import { readTransferPage } from '@/lib/provider/reading'
import { positionIn } from './list-neighbours'

const page = (ids: (string | undefined)[], next = '') =>
  readTransferPage({ items: ids.map((id) => ({ id })), next_page_cursor: next }, { limit: ids.length, cursors: [] })
const first = new URLSearchParams('statuses=PENDING')
const later = new URLSearchParams('page_cursor=abc&x.page=2')
const position = (ids: (string | undefined)[], id: string, params = first, next = '') => {
  const found = positionIn(page(ids, next), params, id)
  return found && { previous: found.previous, next: found.next, text: found.text }
}

test('in the middle there are two neighbours', () => {
  expect(position(['a', 'b', 'c'], 'B')).toEqual({ previous: 'a', next: 'c', text: '2 of 3 loaded' })
})

test('at an end the text says whether the list continues', () => {
  expect(position(['a', 'b'], 'a')?.text).toBe('1 of 2 loaded, start of list')
  expect(position(['a', 'b'], 'a', later)?.text).toBe('1 of 2 loaded, start of this page')
  expect(position(['a', 'b'], 'b', first, 'more')?.text).toBe('2 of 2 loaded, end of this page')
  expect(position(['a'], 'a')?.text).toBe('1 of 1 loaded, the only one in the list')
})

test('at the end of a full page that names no next one, the list is not said to end', () => {
  const open = readTransferPage({ items: [{ id: 'a' }] }, { limit: 1, cursors: [] })
  expect(positionIn(open, first, 'a')?.text).toBe('1 of 1 loaded, start of list, end of this page')
})

test('rows without an ID are counted and skipped', () => {
  expect(position(['a', undefined, 'c'], 'c')).toEqual({
    previous: 'a',
    next: undefined,
    text: '2 of 3 loaded, end of list',
  })
})

test('a transfer that is not on the page has no position', () => {
  expect(position(['a', 'b'], 'z')).toBeUndefined()
  expect(position([], 'a')).toBeUndefined()
})
