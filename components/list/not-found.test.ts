import { expect, test } from 'vitest'
import { transferFilters } from '@/components/transfers/transfer-filters'
import { readTransfer } from '@/lib/api/reading'
import { notFoundIn, notFoundWords } from './not-found'

const one = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const two = '628b49aa-0000-4000-8000-00000000589f'
const hash = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const other = hash.replace('9', '8')

const found = (query: string, rows: object[], next?: string) =>
  notFoundIn(transferFilters, new URLSearchParams(query), { items: rows.map(readTransfer), next })
const words = (query: string, rows: object[], next?: string) => found(query, rows, next).map(notFoundWords)

test('names the identifiers that no row has, whatever case they are written in', () => {
  expect(found(`ids=${one.toUpperCase()}&ids=${two}`, [{ id: one }])[0]?.missing).toEqual([two])
  expect(words(`ids=${one}&ids=${two}`, [{ id: one }])).toEqual(['1 of 2 transfer ids was not found'])
  expect(words('ref_ids=a&ref_ids=b&ref_ids=c', [{ ref_id: 'b' }])).toEqual(['2 of 3 references were not found'])
  expect(words(`ids=${one}`, [])).toEqual(['This transfer id was not found'])
  expect(words(`group_ids=${one}&group_ids=${two}`, [])).toEqual(['None of the 2 groups were found'])
})

test('counts a hash that is asked for in two forms once', () => {
  const both = [hash, other].flatMap((bare) => [`crypto_tx_hashes=0x${bare}`, `crypto_tx_hashes=${bare}`]).join('&')
  expect(words(both, [{ crypto_tx_hash: hash.toUpperCase() }])).toEqual(['1 of 2 hashes was not found'])
  expect(found(both, [{ crypto_tx_hash: hash }])[0]?.missing).toEqual([`0x${other}`])
})

test('says nothing where all were found', () => {
  expect(words(`ids=${one}`, [{ id: one }])).toEqual([])
})

test('says nothing where another page, or a row that lacks the field, may hold them', () => {
  expect(words(`ids=${one}&ids=${two}`, [{ id: one }], 'next')).toEqual([])
  expect(words(`ids=${one}&ids=${two}&page_cursor=b`, [{ id: one }])).toEqual([])
  expect(words(`ids=${one}&ids=${two}`, [{ id: one }, { amount: '1.00' }])).toEqual([])
})

test('says nothing of a profile, which exists without transfers too', () => {
  expect(words(`profile_ids=${one}`, [])).toEqual([])
})

test('says that other filters apply, which may have kept a record out', () => {
  expect(words(`group_ids=${one}&statuses=FAILED`, [])).toEqual(['This group was not found with all filters applied'])
  expect(words(`ids=${one}&created_at.gte=2026-11-19T00:00:00Z&limit=500`, [])).toEqual([
    'This transfer id was not found with all filters applied',
  ])
})

test('says what is wrong with a value that cannot be found, and not that it was not found', () => {
  expect(words('crypto_tx_hashes=0x12ab…9f3e', [])).toEqual(['This hash is shortened. Paste the whole hash.'])
  expect(found(`ids=${one}&ids=hello&ids=512f26ad&ids=512f26ad-a3c3`, []).map(({ missing }) => missing)).toEqual([
    [one],
    ['hello'],
    ['512f26ad', '512f26ad-a3c3'],
  ])
  expect(words(`ids=${one}&ids=hello`, [])).toEqual([
    '1 of 2 transfer ids was not found',
    expect.stringContaining('This is not an ID.'),
  ])
  expect(words(`ids=${one.replaceAll('-', '')}`, [])).toEqual([`This is not how the ID is written. Use ${one}.`])
})

test('finds a value of any shape that a record has', () => {
  expect(words('group_ids=g-1', [{ group_id: 'g-1' }])).toEqual([])
})
