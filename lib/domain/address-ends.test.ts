import { expect, test } from 'vitest'
import { addressEnds, isSimilarAddress } from './address-ends'

const evm = '0x7Be3a19F4c20D5D8e1b6A2F0c93E47d1508Fa6C4'

test.each([
  ['the middle', evm, '0x7be3000000000000000000000000000000aaa6c4', true],
  ['case only', evm, evm.toLowerCase(), false],
  ['the fourth character', evm, '0x7be4a19f4c20d5d8e1b6a2f0c93e47d1508fa6c4', false],
  ['the fourth character from the end', evm, '0x7be3a19f4c20d5d8e1b6a2f0c93e47d1508f06c4', false],
  [
    'the middle of base58',
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    '7EqQ111111111111111111111111111111111111wJeK',
    true,
  ],
  [
    'the case of base58',
    '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    '7eqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    false,
  ],
  [
    'the middle of segwit',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qw5080000000000000000000000000000000f3t4',
    true,
  ],
  [
    'a first character that all segwit addresses share',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qx508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    false,
  ],
])('addresses that differ in %s', (_, one, other, expected) => {
  expect(isSimilarAddress(one, other)).toBe(expected)
  expect(isSimilarAddress(other, one)).toBe(expected)
})

test('the ends leave out what all addresses of a kind begin with', () => {
  expect(addressEnds(evm)).toBe('7be3…a6c4')
  expect(addressEnds(`GABC${'D'.repeat(48)}WXYZ`)).toBe('ABCD…WXYZ')
})
