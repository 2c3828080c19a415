import { expect, test } from 'vitest'
import { transferFilters } from '@/components/transfers/transfer-filters'
import type { IdFilter } from './description'
import { countWords } from './ids-form'

const references = transferFilters.filters.find(({ name }) => name === 'ref_ids') as IdFilter
const words = (count: number, doubles: number, others: number) =>
  countWords({ ids: Array.from({ length: count }, String), doubles, words: others, errors: [] }, references)

test('the count names what was left out in one phrase', () => {
  expect(words(1, 0, 0)).toBe('1 reference')
  expect(words(12, 2, 0)).toBe('12 references, 2 duplicates left out')
  expect(words(12, 2, 7)).toBe('12 references, 2 duplicates and 7 other words left out')
  expect(words(1, 0, 1)).toBe('1 reference, 1 other word left out')
})
