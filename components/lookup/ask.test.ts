import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { LookupIdentifier } from '@/lib/api/console/lookup-input'
import { readTransfer } from '@/lib/api/provider/reading'
import { withLoaded } from './ask'

const hash = '0x27CA64c092a959c7edc525ed45e845b1de6a7590d173fd2fad9133c8a779a1e3'
const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'

/** A browser that has loaded one list of the sandbox. */
function loaded() {
  const client = new QueryClient()
  const items = [readTransfer({ id, crypto_tx_hash: hash }), readTransfer({ id: 'another' })]
  client.setQueryData(['sandbox', 'listTransfers', {}], { items })
  client.setQueryData(['sandbox', 'listTransfers', 'usual-times'], [{ type: 'Wire deposit' }])
  return client
}

const partial = (start: string, end: string, of: 'hash' | 'uuid' | 'unknown' = 'unknown'): LookupIdentifier => ({
  ...{ kind: 'partial', start, end, of },
})

test.each([
  ['the start and end of a hash', partial('27ca64', 'a1e3', 'hash')],
  ['the start of a hash', partial('27ca64c0', '')],
  ['the end of an ID', partial('', '6b12b7b33cb5', 'uuid')],
])('%s names the transfer of a loaded list', (_, identifier) => {
  expect(withLoaded(loaded(), 'sandbox', identifier)).toEqual({ ...identifier, seen: [id] })
})

test.each([
  ['another hash', 'sandbox', partial('27ca65', 'a1e3')],
  ['an ID where a hash is meant', 'sandbox', partial('512f26ad', '', 'hash')],
  ['too few characters', 'sandbox', partial('27c', '1e3')],
  ['the other environment', 'production', partial('27ca64', 'a1e3')],
  ['a whole identifier', 'sandbox', { kind: 'uuid', value: id } as const],
] as const)('%s is asked as it is', (_, environment, identifier) => {
  expect(withLoaded(loaded(), environment, identifier)).toBe(identifier)
})
