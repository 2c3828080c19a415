/** How queries are written, and that each operation has a test of its address. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeQuery } from '@/lib/domain/query-string'
import { operationNames, writeNames } from '@/lib/provider/operations'

test('each operation has exactly one test of its address and scope, and each write one of its form', () => {
  const sources = readdirSync(import.meta.dirname).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const tested = (by: string) =>
    sources
      .flatMap((source) => [...source.matchAll(RegExp(`^${by}\\(\\s*'(\\w+)'`, 'gm'))].map(([, name]) => name))
      .sort()
  expect(tested('hasAddress')).toEqual([...operationNames].sort())
  expect(tested('hasForm')).toEqual([...writeNames].sort())
})

test.each([
  [{ type: ['WIRE_DEPOSIT', 'CRYPTO_DEPOSIT'], limit: 10 }, 'type=WIRE_DEPOSIT&type=CRYPTO_DEPOSIT&limit=10'],
  [{ 'created_at.gte': '2026-11-01T00:00:00Z' }, 'created_at.gte=2026-11-01T00%3A00%3A00Z'],
  [
    { 'created_at.eq': '2026-11-01T00:00:00.123456789+01:00' },
    'created_at.eq=2026-11-01T00%3A00%3A00.123456789%2B01%3A00',
  ],
  [{ ref_ids: ['a,b', 'c&d', 'e=f', 'g h'] }, 'ref_ids=a%2Cb&ref_ids=c%26d&ref_ids=e%3Df&ref_ids=g+h'],
  [{ page_cursor: 'eyJ/+==', order: 'ASC', order_by: undefined }, 'page_cursor=eyJ%2F%2B%3D%3D&order=ASC'],
  [{ ref_ids: ['é', '#?', '%41'] }, 'ref_ids=%C3%A9&ref_ids=%23%3F&ref_ids=%2541'],
  [{}, ''],
])('the query %j is written as %s', (query, text) => {
  expect(writeQuery(query).toString()).toBe(text)
})
