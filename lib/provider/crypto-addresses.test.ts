import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeAddress } from '../domain/normalize-input'
import { addressNotes } from './crypto-addresses'
import { cryptoNetworks } from './transfer-terms'
import type { CryptoNetwork } from './transfers'

/** Published examples: EIP-55, BIP 173, BIP 350, CashAddr, SEP-23, and well-known accounts. */
const good: [CryptoNetwork, string][] = [
  ['ETHEREUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['POLYGON_POS', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['BASE', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['INK', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  // All in one case, and still as the checksum has it.
  ['ARBITRUM_ONE', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['XLAYER', '0xde709f2102306220921060314715629080e2fb77'],
  ['BITCOIN', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BITCOIN', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BITCOIN', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BITCOIN', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BITCOIN', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LITECOIN', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['LITECOIN', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['BITCOIN_CASH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BITCOIN_CASH', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['BITCOIN_CASH', 'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A'],
  ['SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['STELLAR', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['STELLAR', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'],
]
const onTest: [CryptoNetwork, string][] = [
  ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BITCOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['BITCOIN', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['LITECOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['LITECOIN', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'],
  ['BITCOIN_CASH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
]
const mistyped = /checksum does not match/

test.each(good)('on %s %s is good in both environments', (network, address) => {
  for (const environment of ['sandbox', 'production'] as const) {
    expect(addressNotes(` ${address} `, network, environment)).toEqual({})
    expect(addressNotes(address, undefined, environment)).toEqual({})
  }
})

test.each(onTest)('of the test network of %s, %s is good in the sandbox only', (network, address) => {
  expect(addressNotes(address, network, 'sandbox').error).toBeUndefined()
  expect(addressNotes(address, network, 'production').error).toMatch(
    / test network address and cannot be used in production\.$/,
  )
  expect(addressNotes(address, undefined, 'sandbox')).not.toHaveProperty('error')
  expect(addressNotes(address, undefined, 'production').warning).toMatch(/test network address/)
})

test.each(cryptoNetworks)('on %s text that is not an address is refused with the expected format', (network) => {
  for (const text of ['hello', '0x1', '1', 'vitalik.eth', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(64)}`])
    expect(addressNotes(text, network, 'sandbox').error).toMatch(/^Enter an? .+ address\. It .+\.$/)
  expect(addressNotes(' ', network, 'production')).toEqual({})
})

test('text that is not an address has a warning on an unknown network', () => {
  expect(addressNotes('hello', undefined, 'production')).toEqual({
    warning: 'This is not in an address format that Mintdesk knows. Check it with the recipient.',
  })
})

test('an address of another network is named', () => {
  expect(addressNotes('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'SOLANA', 'production').error).toBe(
    'This is a Bitcoin address and cannot be used on this network. Enter a Solana address. It has 32 to 44 letters and digits.',
  )
  for (const [network, address] of good)
    for (const other of cryptoNetworks) {
      // Legacy addresses are the same on both, and so is every network of Ethereum's kind.
      const isShared = address.startsWith('0x') || /^[13]/.test(address)
      if (other === network || isShared) continue
      expect(addressNotes(address, other, 'sandbox').error, `${address} on ${other}`).toMatch(
        /^This is an? .* address and/,
      )
    }
})

test('one changed character breaks a checksum: an error, or a warning on an unknown network', () => {
  const letters = '23456789acdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRSTUVWXYZ'
  // EIP-55 is carried by the letters: with few of them one change in many goes unseen.
  const hasFewLetters = (address: string) => address.startsWith('0x') && (address.match(/[a-f]/gi) ?? []).length < 14
  const checked = good.filter(
    ([network, address]) => network !== 'SOLANA' && address.toUpperCase() !== address && !hasFewLetters(address),
  )
  fc.assert(
    fc.property(fc.constantFrom(...checked), fc.nat(), fc.constantFrom(...letters), (one, index, letter) => {
      const [network, address] = one
      const at = address.indexOf(':') + 5 + (index % (address.length - address.indexOf(':') - 5))
      const changed = `${address.slice(0, at)}${letter}${address.slice(at + 1)}`
      fc.pre(changed.toLowerCase() !== address.toLowerCase() && changed.toLowerCase() !== changed)
      const { error, warning } = addressNotes(changed, network, 'production')
      expect(error ?? warning).toBeDefined()
      expect(addressNotes(changed, undefined, 'production').warning).toBeDefined()
    }),
    { numRuns: 500 },
  )
})

describe('an Ethereum-style address', () => {
  test('whose case does not match its checksum is mistyped', () => {
    expect(addressNotes('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'ETHEREUM', 'sandbox').error).toMatch(mistyped)
  })
  test.each([
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
    `0x${'12'.repeat(20)}`,
  ])('in one case only, %s, has a warning because it has no checksum', (address) => {
    expect(addressNotes(address, 'BASE', 'production')).toEqual({
      error: undefined,
      warning: expect.stringMatching(/no checksum/),
    })
  })
  test('the zero address is refused', () => {
    expect(addressNotes(`0x${'0'.repeat(40)}`, 'ETHEREUM', 'sandbox').error).toMatch(/Funds sent there are lost/)
  })
})

test.each<[CryptoNetwork, string]>([
  ['BITCOIN', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3'],
  ['BITCOIN', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  // BIP 350: the wrong encoding for its version, and versions not in use yet.
  ['BITCOIN', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['BITCOIN', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ['BITCOIN', 'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BITCOIN_CASH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q'],
  ['STELLAR', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA'],
])('on %s %s is mistyped', (network, address) => {
  expect(addressNotes(address, network, 'sandbox').error).toMatch(mistyped)
})

test('a legacy Bitcoin Cash address has a warning because Bitcoin uses the same format', () => {
  const { error, warning } = addressNotes('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'BITCOIN_CASH', 'production')
  expect([error, warning]).toEqual([undefined, expect.stringMatching(/^Bitcoin addresses look the same\./)])
})

test('a Stellar secret key is refused on any network, and never repeated', () => {
  const key = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
  for (const network of [...cryptoNetworks, undefined]) {
    const { error } = addressNotes(` ${key}`, network, 'sandbox')
    expect(error).toMatch(/^This is a Stellar secret key/)
    expect(error).not.toContain(key.slice(0, 8))
  }
})

test('a Solana address that lost its case must be copied again', () => {
  const small = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'.toLowerCase()
  expect(addressNotes(small, 'SOLANA', 'production').error).toBe(
    'This is not a valid Solana address. Copy it again: upper and lower case matter.',
  )
  // Without a checksum some still decode to 32 bytes.
  const decodes = '7EcDhSYGxXyscszYEp35KHN8vvw3svAukKTzXwCFktV'.toLowerCase()
  expect(addressNotes(decodes, 'SOLANA', 'production')).toEqual({
    error: undefined,
    warning: 'This address is all upper or lower case. Copy it again: upper and lower case matter.',
  })
})

describe('an address in a payment link', () => {
  const bitcoin = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
  test.each<[CryptoNetwork, string, string]>([
    ['BITCOIN', `bitcoin:${bitcoin}`, bitcoin],
    ['BITCOIN', ` BITCOIN:${bitcoin}?amount=0.5&label=Desk `, bitcoin],
    ['LITECOIN', 'litecoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
    ['BITCOIN_CASH', `${cash}?amount=1`, cash],
    ['ETHEREUM', `ethereum:${evm}`, evm],
    ['ETHEREUM', `0X${evm.slice(2)}`, evm],
  ])('on %s is extracted from %s', (network, text, address) => {
    expect(normalizeAddress(text)).toBe(address)
    expect(addressNotes(text, network, 'production')).toEqual({})
    expect(addressNotes(text, undefined, 'production')).toEqual({})
  })

  test('is not extracted if the link means more than a payment to it, or another network', () => {
    for (const text of [
      `ethereum:${evm}/transfer?address=${evm}`,
      `ethereum:${evm}@137`,
      `bitcoin:${bitcoin}?req-x=1`,
    ]) {
      expect(normalizeAddress(text)).toBe(text)
      expect(addressNotes(text, 'ETHEREUM', 'production').error).toMatch(/^Enter /)
    }
    // The same characters are good on both networks: only the link tells which is meant.
    expect(addressNotes('bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'LITECOIN', 'production').error).toBe(
      'This is a Bitcoin address and cannot be used on this network. Enter a Litecoin address. It starts with ltc1, L or M.',
    )
  })
})
