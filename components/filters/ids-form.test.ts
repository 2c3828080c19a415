import { expect, test } from 'vitest'
import { transferFilters } from '@/components/transfers/transfer-filters'
import type { IdFilter } from './description'
import { countText } from './ids-form'

const references = transferFilters.filters.find(({ name }) => name === 'ref_ids') as IdFilter
const text = (count: number, duplicates: number, others: number) =>
  countText({ ids: Array.from({ length: count }, String), duplicates, otherWords: others, errors: [] }, references)

test('the count names duplicates and other words that were left out', () => {
  expect(text(1, 0, 0)).toBe('1 reference')
  expect(text(12, 2, 0)).toBe('12 references, 2 duplicates left out')
  expect(text(12, 2, 7)).toBe('12 references, 2 duplicates and 7 other words left out')
  expect(text(1, 0, 1)).toBe('1 reference, 1 other word left out')
})
