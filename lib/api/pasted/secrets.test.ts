import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, test } from 'vitest'
import { pastedIdentifiers } from './pasted-identifiers'

const hex = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const uuid = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
// The key of SEP-5's first test vector.
const stellar = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN'
const solana = `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`
const phrase = (bytes: number) => entropyToMnemonic(new Uint8Array(bytes).fill(77), wordlist)
const wif = (version: number, isCompressed: boolean) =>
  createBase58check(sha256).encode(
    Uint8Array.from([version, ...new Uint8Array(32).fill(7), ...(isCompressed ? [1] : [])]),
  )
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const bytes = JSON.stringify(Array.from({ length: 64 }, (_, index) => (index * 37) % 256))

const secrets: [string, string, string][] = [
  ['a Stellar key', 'Private key', stellar],
  ['a Stellar key in lower case', 'Private key', stellar.toLowerCase()],
  ['a broken Stellar key', 'Private key', `${stellar.slice(0, 30)}\n${stellar.slice(30)}`],
  ['a Stellar key with a space', 'Private key', `${stellar.slice(0, 9)} ${stellar.slice(9)}`],
  ['a private key in hexadecimal', 'Private key', `private key ${hex}`],
  ['the same with 0x', 'Private key', `Private Key: 0x${hex}`],
  ['the same in JSON', 'Private key', `{"privateKey":"${hex}"}`],
  ['the same as a variable', 'Private key', `PRIVATE_KEY=0x${hex}`],
  ['the same broken', 'Private key', `secret: ${hex.slice(0, 32)}\n${hex.slice(32)}`],
  ['the same with words after it', 'Private key', `${hex} (that is my private key)`],
  ['a Solana key', 'Private key', `secret key: ${solana}`],
  ['a Solana key in bytes', 'Private key', bytes],
  ['a seed phrase of 12 words', 'Seed phrase', phrase(16)],
  ['a seed phrase of 15 words', 'Seed phrase', phrase(20)],
  ['a seed phrase of 18 words', 'Seed phrase', phrase(24)],
  ['a seed phrase of 21 words', 'Seed phrase', phrase(28)],
  ['a seed phrase of 24 words', 'Seed phrase', phrase(32)],
  ['a seed phrase in capital letters', 'Seed phrase', phrase(16).toUpperCase()],
  ['a seed phrase with commas', 'Seed phrase', phrase(16).replaceAll(' ', ', ')],
  ['a seed phrase in lines', 'Seed phrase', phrase(32).replaceAll(' ', '\n')],
  [
    'a numbered seed phrase',
    'Seed phrase',
    phrase(16)
      .split(' ')
      .map((word, at) => `${at + 1}. ${word}`)
      .join('\n'),
  ],
  ['a seed phrase in JSON', 'Seed phrase', JSON.stringify(phrase(16).split(' '))],
  ['a seed phrase with a typing error', 'Seed phrase', 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo'],
  ['an extended key', 'Private key', xprv],
  ['an extended key of a test network', 'Private key', xprv.replace('x', 't')],
  ['a WIF key', 'Private key', wif(0x80, false)],
  ['a compressed WIF key', 'Private key', wif(0x80, true)],
  ['a WIF key of a test network', 'Private key', wif(0xef, true)],
  ['a WIF key with a space', 'Private key', wif(0x80, true).replace(/^.{20}/, '$& ')],
  ['an API key', 'Access token', 'sk_live_51HabcdefGH2345'],
  ['an API key with a dash', 'Access token', 'sk-proj-abcdef0123456789'],
  ['a bearer token', 'Access token', 'Authorization: Bearer abc123.def456-ghi789'],
  ['a JSON web token', 'Access token', jwt],
  ['a JSON web token over lines', 'Access token', jwt.replace(/^.{50}/, '$&\n')],
  ['a client secret', 'Access token', `client_secret: ${uuid}`],
  [
    'a PEM key',
    'Private key',
    '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY\n-----END EC PRIVATE KEY-----',
  ],
]

describe.each(secrets)('%s is refused', (_, label, text) => {
  const refused = {
    line: expect.any(Number),
    text: expect.any(String),
    label,
    refused: expect.stringContaining('not sent'),
  }

  test('alone', () => {
    const { identifiers } = pastedIdentifiers(text)
    expect(identifiers).toEqual([refused])
    // Masked: at most eight characters of it are left.
    expect(identifiers[0]?.text).toMatch(/^(?:\S{0,4}…\S{0,4}|\d\d words)$/)
  })

  test('beside what may be asked', () => {
    const { identifiers } = pastedIdentifiers(`Please check INV-2041 today.\n\n${text}\n\nThanks, Alex`)
    expect(identifiers).toEqual([expect.objectContaining({ text: 'INV-2041' }), refused])
  })
})

test.each([
  hex,
  `0x${hex}`,
  `transaction hash ${hex}`,
  `This is no secret. The hash is ${hex}`,
  `Keep the secret to yourself! Hash: 0x${hex}`,
  solana,
  uuid,
  `G${stellar.slice(1)}`,
  'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo',
  'we will wait for the next transfer to arrive at the bank account before the end of the day',
  'wait for one more day',
  'sk-1',
  'the bearer of this letter',
  'xprv',
  'secretary-2041',
])('not a secret: %s', (text) => {
  const { identifiers } = pastedIdentifiers(text)
  for (const { label } of identifiers) expect(['Private key', 'Seed phrase', 'Access token']).not.toContain(label)
})

test('no part of a secret is a reference', () => {
  for (const [, , text] of secrets) {
    const { identifiers } = pastedIdentifiers(`Hi, my details: ${text.replaceAll('\n', ' ')} and ref INV-2041`)
    expect(identifiers.flatMap(({ identifier }) => identifier ?? [])).toEqual([
      { kind: 'reference', value: 'INV-2041' },
    ])
  }
})
