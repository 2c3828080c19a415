import { expect, test } from 'vitest'
import { transferFilters } from '@/components/records/transfer-reads'
import { parsePastedIds } from '@/lib/browser/pasted-ids'
import type { IdFilter } from './description'
import { pastedText } from './ids-form'

const filterNamed = (name: string) => transferFilters.filters.find((filter) => filter.name === name) as IdFilter
const text = (count: number, duplicates: number, others: number) => {
  const ids = Array.from({ length: count }, String)
  return pastedText({ ids, duplicates, otherWords: others, errors: [] }, filterNamed('ref_ids'))
}

test('the count names duplicates and other words that were left out', () => {
  expect(text(1, 0, 0)).toBe('1 reference')
  expect(text(12, 2, 0)).toBe('12 references, 2 duplicates left out')
  expect(text(12, 2, 7)).toBe('12 references, 2 duplicates and 7 other words left out')
  expect(text(1, 0, 1)).toBe('1 reference, 1 other word left out')
})

test.each([
  ['Reference', 'ref_ids', '2 references, 1 duplicate left out'],
  ['Transfer', 'ids', '2 transfer IDs, 1 duplicate left out'],
  ['Group', 'group_ids', '2 groups, 1 duplicate left out'],
  ['Profile', 'profile_ids', '2 profiles, 1 duplicate left out'],
  ['Account', 'account_ids', '2 accounts, 1 duplicate left out'],
  ['Identity', 'identity_ids', '2 identities, 1 duplicate left out'],
])('a pasted list is parsed and counted: %s', (label, name, count) => {
  const [first, second] = ['512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', '628b49aa-0000-4000-8000-00000000589f']
  const filter = filterNamed(name)
  expect(filter.label).toBe(label)
  const pasted = parsePastedIds(`  ${first}\n\n${second}  \n${first}\n`, filter.idKind)
  expect(pasted.ids).toEqual([first, second])
  expect(pastedText(pasted, filter)).toBe(count)
})
