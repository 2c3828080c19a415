import { expect, test } from 'vitest'
import { transferFilters } from '@/components/records/transfer-reads'
import { readTransfer } from '@/lib/provider/reading'
import { notFoundIn, notFoundText } from './not-found'

const one = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const two = '628b49aa-0000-4000-8000-00000000589f'
const hash = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const other = hash.replace('9', '8')

const found = (query: string, rows: object[], next?: string) =>
  notFoundIn(transferFilters, new URLSearchParams(query), { items: rows.map(readTransfer), next })
const text = (query: string, rows: object[], next?: string) => found(query, rows, next).map(notFoundText)

test('identifiers without a row are named, in any case', () => {
  expect(found(`ids=${one.toUpperCase()}&ids=${two}`, [{ id: one }])[0]?.missing).toEqual([two])
  expect(text(`ids=${one}&ids=${two}`, [{ id: one }])).toEqual(['1 of 2 transfer IDs was not found'])
  expect(text('ref_ids=a&ref_ids=b&ref_ids=c', [{ ref_id: 'b' }])).toEqual(['2 of 3 references were not found'])
  expect(text(`ids=${one}`, [])).toEqual(['This transfer ID was not found'])
  expect(text(`group_ids=${one}&group_ids=${two}`, [])).toEqual(['None of the 2 groups were found'])
})

test('a hash that is requested in two forms counts once', () => {
  const both = [hash, other].flatMap((bare) => [`crypto_tx_hashes=0x${bare}`, `crypto_tx_hashes=${bare}`]).join('&')
  expect(text(both, [{ crypto_tx_hash: hash.toUpperCase() }])).toEqual(['1 of 2 hashes was not found'])
  expect(found(both, [{ crypto_tx_hash: hash }])[0]?.missing).toEqual([`0x${other}`])
})

test('nothing is reported if all were found', () => {
  expect(text(`ids=${one}`, [{ id: one }])).toEqual([])
})

test('nothing is reported if another page, or a row without the field, may contain them', () => {
  expect(text(`ids=${one}&ids=${two}`, [{ id: one }], 'next')).toEqual([])
  expect(text(`ids=${one}&ids=${two}&page_cursor=b`, [{ id: one }])).toEqual([])
  expect(text(`ids=${one}&ids=${two}`, [{ id: one }, { amount: '1.00' }])).toEqual([])
})

test('a profile is not reported, because it exists without transfers', () => {
  expect(text(`profile_ids=${one}`, [])).toEqual([])
})

test('other filters that may exclude a record are mentioned', () => {
  expect(text(`group_ids=${one}&statuses=FAILED`, [])).toEqual(['This group was not found with all filters applied'])
  expect(text(`ids=${one}&created_at.gte=2026-11-19T00:00:00Z&limit=500`, [])).toEqual([
    'This transfer ID was not found with all filters applied',
  ])
})

test('an invalid identifier is explained instead of reported as not found', () => {
  expect(text('crypto_tx_hashes=0x12ab…9f3e', [])).toEqual(['This hash is shortened. Paste the whole hash.'])
  expect(found(`ids=${one}&ids=hello&ids=512f26ad&ids=512f26ad-a3c3`, []).map(({ missing }) => missing)).toEqual([
    [one],
    ['hello'],
    ['512f26ad', '512f26ad-a3c3'],
  ])
  expect(text(`ids=${one}&ids=hello`, [])).toEqual([
    '1 of 2 transfer IDs was not found',
    expect.stringContaining('This is not an ID.'),
  ])
  expect(text(`ids=${one.replaceAll('-', '')}`, [])).toEqual([`Not a valid ID. Use ${one}.`])
})

test('an identifier of any shape is found if a record has it', () => {
  expect(text('group_ids=g-1', [{ group_id: 'g-1' }])).toEqual([])
})
