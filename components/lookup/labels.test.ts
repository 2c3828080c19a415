import { expect, test } from 'vitest'
import { pastedIdentifiers } from '@/lib/api/console/pasted/pasted-identifiers'
import { whatItIs, whatToTry } from './labels'
import { hrefOfRow } from './lookup-columns'
import type { LookupRow } from './lookup-run'

const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'
const hex = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'

function notFound(text: string): LookupRow {
  const [pasted] = pastedIdentifiers(text).identifiers
  if (!pasted) throw new Error('Nothing was recognised.')
  return { pasted, result: 'not-found', transfers: [] } as unknown as LookupRow
}

test('a hash that was not found says what it was asked as, and which address looks the same', () => {
  const search = 'The provider has no search by address: filter Transfers by it instead.'
  expect(whatItIs(notFound(digest))).toBe('Not found as a Sui digest')
  expect(whatToTry(notFound(digest))).toContain(`A Solana address looks the same. ${search}`)
  expect(hrefOfRow('sandbox', notFound(digest))).toBe(`/sandbox/transfers?x.destination_address=${digest}`)
  expect(whatToTry(notFound(`0x${hex}`))).toContain(`A Sui address looks the same. ${search}`)
  for (const text of [hex, `digest ${digest}`, `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`])
    expect(whatToTry(notFound(text)).join()).not.toContain('address')
})
