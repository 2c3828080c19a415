import { expect, test } from 'vitest'
import { pastedIdentifiers } from '@/lib/api/pasted/pasted-identifiers'
import { readAs, sumText, whatItIs, whatToTry } from './labels'
import { hrefOfRow } from './lookup-columns'
import type { LineResult, LookupRow } from './lookup-query'

const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'
const hex = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'

function notFound(text: string): LookupRow {
  const [pasted] = pastedIdentifiers(text).identifiers
  if (!pasted) throw new Error('Nothing was recognised.')
  return { pasted, result: 'not-found', transfers: [] } as unknown as LookupRow
}

test('a hash that was not found says as what it was asked', () => {
  expect(whatItIs(notFound(digest))).toBe('No transfer has this Sui digest or Solana address')
  expect(whatItIs(notFound(`${'5VfYt7sK'.repeat(10)}Qw9ZxA12`))).toBe('No transfer has this Solana signature')
  for (const text of [hex, digest]) expect(whatToTry(notFound(text)).join()).not.toContain('address')
  expect(whatItIs(notFound('0x00000000219ab540356cBB839Cbe05303d7705Fa'))).toBe('No transfer to this address')
})

test('what is found by address, memo or amount leads to the list by that filter', () => {
  const row = (field: string, values: string[]) =>
    ({
      pasted: { line: 1, text: values[0], label: 'Reference' },
      result: 'several',
      transfers: [{ known: { id: 't-1' } }, { known: { id: 't-2' } }],
      answer: { field, isMore: false, asked: [{ field, values, isOwn: true, millis: 1 }] },
    }) as unknown as LookupRow
  const filters: [string, string[], string, string][] = [
    ['destination_address', ['0xabc'], 'Address', 'x.destination_address=0xabc'],
    ['memo', ['Rule 7'], 'Memo', 'x.memo=Rule+7'],
    ['amount', ['5.00 USD'], 'Amount', 'x.amount.gte=5.00&x.amount.lte=5.00&x.asset=USD'],
    ['amount', ['1.25 EUR', '1250 EUR'], 'Amount', 'ids=t-1&ids=t-2'],
    ['ref_ids', ['r-1'], 'Reference', 'ref_ids=r-1'],
  ]
  for (const [field, values, name, query] of filters) {
    expect(readAs(row(field, values))).toBe(name)
    expect(hrefOfRow('sandbox', row(field, values))).toBe(`/sandbox/transfers?${query}`)
  }
})

test('the head adds up several results, and names a single one in words', () => {
  const counts = (some: Partial<Record<LineResult, number>>) => some as Record<LineResult, number>
  expect(sumText(counts({ candidates: 1 }), 1)).toBe('with candidates')
  expect(sumText(counts({ candidates: 1, found: 2 }), 3)).toBe('2 found + 1 with candidates = 3')
})
