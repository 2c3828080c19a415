import { expect, test } from 'vitest'
import { transferSearchOf } from './transfer-search'

const uuid = '4d1c1f0a-2b3c-4d5e-8f90-aabbccddeeff'
const hex = 'ab'.repeat(32)

test.each([
  [
    'a UUID may be a transfer, a group or a reference',
    uuid,
    [{ ids: [uuid] }, { group_ids: [uuid] }, { ref_ids: [uuid] }],
  ],
  ['a hash is asked for with and without 0x', `0x${hex}`, [{ crypto_tx_hashes: [`0x${hex}`, hex] }]],
  ['a link is its hash', `https://explorer.example/tx/0x${hex}`, [{ crypto_tx_hashes: [`0x${hex}`, hex] }]],
  ['any other text is a reference', ' inv-2041 ', [{ ref_ids: ['inv-2041'] }]],
])('%s', (_, pasted, queries) => {
  expect(transferSearchOf(pasted)).toEqual({ queries })
})

test('a link of this console is its ID', () => {
  expect(transferSearchOf(`https://mintdesk.example/sandbox/transfers/${uuid}`).queries[0]).toEqual({ ids: [uuid] })
})

test('a shortened hash is asked for as a reference, with the reason why it is probably not found', () => {
  expect(transferSearchOf('0xabcdef0123…')).toEqual({
    queries: [],
    message: 'This hash is shortened. Paste the whole hash.',
  })
})

test('nothing is asked without text or with a secret key', () => {
  expect(transferSearchOf('  ')).toEqual({ queries: [], message: 'Enter an ID, a reference or a hash.' })
  const { queries, message } = transferSearchOf(`S${'A'.repeat(55)}`)
  expect(queries).toEqual([])
  expect(message).toMatch(/^This contains a Stellar secret key\. Nothing was sent\./)
})
