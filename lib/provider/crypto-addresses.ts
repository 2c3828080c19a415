/** Checks an address against its network: format, checksum, main or test network. */
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base32nopad, base58, bech32, bech32m, createBase58check } from '@scure/base'
import { normalizeAddress, paymentScheme } from '../domain/normalize-input'
import { removeSecretKeys } from '../domain/secret-keys'
import type { Environment } from './environments'
import type { CryptoNetwork } from './transfers'

/** A valid address, perhaps with a doubt; a mistyped one; or one without a known key. */
type ParsedAddress = { net: 'main' | 'test'; doubt?: string } | 'mistyped' | 'burn'

/** `form` follows "Enter a Bitcoin address. It "; `scheme` begins the chain's payment links. */
type Chain = { name: string; form: string; scheme?: string; read: (text: string) => ParsedAddress | undefined }

const attempt = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const noChecksum =
  "This address is all upper or lower case, so it has no checksum and typing errors can't be detected. Compare every character."

/** EIP-55: the case of each letter is a checksum. */
function readEvm(text: string): ParsedAddress | undefined {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (!digits) return undefined
  if (/^0+$/.test(digits)) return 'burn'
  const small = digits.toLowerCase()
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(small)))
  const checked = [...small].map((one, at) => (hash.charAt(at) > '7' ? one.toUpperCase() : one)).join('')
  if (checked === digits && /[a-f]/i.test(digits)) return { net: 'main' }
  return digits === small || digits === digits.toUpperCase() ? { net: 'main', doubt: noChecksum } : 'mistyped'
}

const base58check = createBase58check(sha256)
const base58Text = /^[1-9A-HJ-NP-Za-km-z]+$/

/** Version bytes of legacy addresses; `shared` are also used by another chain. */
type Versions = { main: readonly number[]; test: readonly number[]; shared?: readonly number[]; with?: string }

function readBase58(
  text: string,
  starts: RegExp,
  { main, test, shared = [], with: other }: Versions,
): ParsedAddress | undefined {
  if (!base58Text.test(text) || text.length < 25 || text.length > 36) return undefined
  const bytes = attempt(() => base58check.decode(text))
  if (!bytes) return starts.test(text) ? 'mistyped' : undefined
  const [version = -1] = bytes
  if (bytes.length !== 21) return undefined
  const doubt = shared.includes(version)
    ? `${other} addresses look the same. Check with the recipient which network this one belongs to.`
    : undefined
  return main.includes(version) ? { net: 'main', doubt } : test.includes(version) ? { net: 'test', doubt } : undefined
}

/** BIP 173 and BIP 350, for the witness programs in use: anyone can spend from others. */
function readSegwit(text: string, main: string, tests: readonly string[]): ParsedAddress | undefined {
  const prefix = /^([a-z]+)1/.exec(text.toLowerCase())?.[1] ?? ''
  if (prefix !== main && !tests.includes(prefix)) return undefined
  const fits = [bech32, bech32m].some((code, at) => {
    const [version, ...words] = code.decodeUnsafe(text)?.words ?? []
    const length = code.fromWordsUnsafe(words)?.length
    // Version 0 (bech32) has 20 or 32 bytes, version 1 (bech32m) has 32.
    return version === at && (length === 32 || (length === 20 && version === 0))
  })
  return fits ? { net: prefix === main ? 'main' : 'test' } : 'mistyped'
}

const cashPrefixes = ['bitcoincash', 'bchtest', 'bchreg']
const cashLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

function cashSum(values: readonly number[]): bigint {
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
  return values.reduce((sum, value) => {
    const shifted = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    return generators.reduce((all, one, bit) => ((sum >> BigInt(35 + bit)) & 1n ? all ^ one : all), shifted)
  }, 1n)
}

/** CashAddr, with or without its prefix. */
function readCash(text: string): ParsedAddress | undefined {
  const [, given, payload] =
    /^(?:([a-z]+):)?([qpzr][02-9ac-hj-np-z]{41,})$/.exec(text === text.toUpperCase() ? text.toLowerCase() : text) ?? []
  if (!payload || (given && !cashPrefixes.includes(given))) return undefined
  const words = [...payload].map((letter) => cashLetters.indexOf(letter))
  const prefix = (given ? [given] : cashPrefixes).find(
    (one) => cashSum([...[...one].map((letter) => letter.charCodeAt(0) & 31), 0, ...words]) === 1n,
  )
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -8))
  const isWhole = bytes && bytes.length === ({ 0: 21, 3: 33 }[(bytes[0] ?? 0) & 7] ?? 0)
  return prefix && isWhole ? { net: prefix === 'bitcoincash' ? 'main' : 'test' } : 'mistyped'
}

const copyAgain = 'Copy it again: upper and lower case matter.'

/** There is no checksum, only a length. */
function readSolana(text: string): ParsedAddress | undefined {
  const bytes = text.length <= 44 && base58Text.test(text) ? base58.decode(text) : undefined
  if (bytes?.length !== 32) return undefined
  if (bytes.every((byte) => byte === 0)) return 'burn'
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  return { net: 'main', doubt: isOneCase ? `This address is all upper or lower case. ${copyAgain}` : undefined }
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return sum
}

/** SEP-23: a key in base32 ends in its checksum. */
export function hasStellarChecksum(key: string): boolean {
  const bytes = attempt(() => base32nopad.decode(key))
  return bytes !== undefined && crc16(bytes.subarray(0, -2)) === ((bytes.at(-2) ?? 0) | ((bytes.at(-1) ?? 0) << 8))
}

/** SEP-23: an account (G) or a muxed account (M). */
function readStellar(text: string): ParsedAddress | undefined {
  if (!/^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text)) return undefined
  return hasStellarChecksum(text) ? { net: 'main' } : 'mistyped'
}

const bitcoinVersions = { main: [0x00, 0x05], test: [0x6f, 0xc4] }
const litecoinVersions = { main: [0x30, 0x32, 0x05], test: [0x3a, 0x6f, 0xc4], shared: [0x05], with: 'Bitcoin' }

const evm: Chain = {
  name: 'an Ethereum-style',
  form: 'is 0x followed by 40 hexadecimal digits',
  scheme: 'ethereum',
  read: readEvm,
}
const chainOf = {
  ETHEREUM: evm,
  POLYGON_POS: evm,
  BASE: evm,
  ARBITRUM_ONE: evm,
  INK: evm,
  XLAYER: evm,
  BITCOIN: {
    name: 'a Bitcoin',
    form: 'starts with bc1, 1 or 3',
    scheme: 'bitcoin',
    read: (text) => readSegwit(text, 'bc', ['tb', 'bcrt']) ?? readBase58(text, /^[13mn2]/, bitcoinVersions),
  },
  LITECOIN: {
    name: 'a Litecoin',
    form: 'starts with ltc1, L or M',
    scheme: 'litecoin',
    read: (text) => readSegwit(text, 'ltc', ['tltc', 'rltc']) ?? readBase58(text, /^[LM3mn2Q]/, litecoinVersions),
  },
  BITCOIN_CASH: {
    name: 'a Bitcoin Cash',
    form: 'starts with bitcoincash:, q or p',
    scheme: 'bitcoincash',
    read: (text) =>
      readCash(text) ??
      readBase58(text, /^[13mn2]/, { ...bitcoinVersions, shared: bitcoinVersions.main, with: 'Bitcoin' }),
  },
  SOLANA: { name: 'a Solana', form: 'has 32 to 44 letters and digits', scheme: 'solana', read: readSolana },
  STELLAR: { name: 'a Stellar', form: 'starts with G or M', read: readStellar },
} as const satisfies Record<CryptoNetwork, Chain>
const chains: readonly Chain[] = [...new Set<Chain>(Object.values(chainOf))]

const mistyped = 'This address is mistyped: its checksum does not match. Copy it again.'
const burned = 'No one holds the key to this address. Funds sent there are lost.'
const secret =
  'This is a Stellar secret key: anyone who sees it can move the funds. Enter the public address, which starts with G.'

const isGood = (reading: ParsedAddress | undefined) => typeof reading === 'object'
/** Whether text is a valid address of some network. */
export const isAddress = (text: string) => chains.some(({ read }) => isGood(read(text)) || read(text) === 'burn')

const inEnvironment = ({ name }: Chain, reading: ParsedAddress | undefined, environment: Environment) =>
  typeof reading === 'object' && reading.net === 'test' && environment === 'production'
    ? `This is ${name} test network address and cannot be used in production.`
    : undefined

/** An `error` blocks sending, a `warning` does not. */
export type AddressNotes = { error?: string | undefined; warning?: string | undefined }

/**
 * Problems with an address. No message repeats the address, because it may be a secret.
 * @param network undefined for an unknown network: then only a secret is an error
 */
export function addressNotes(text: string, network: CryptoNetwork | undefined, environment: Environment): AddressNotes {
  const address = normalizeAddress(text)
  if (address === '') return {}
  if (removeSecretKeys(address).secrets > 0) return { error: secret }
  if (!network) return { warning: anywhereWarning(address, environment) }
  const chain: Chain = chainOf[network]
  const linked = chains.find(({ scheme }) => scheme !== undefined && scheme === paymentScheme(text))
  const reading = linked && linked !== chain ? undefined : chain.read(address)
  if (typeof reading === 'object') return { error: inEnvironment(chain, reading, environment), warning: reading.doubt }
  const other = (linked ? [linked] : chains).find((one) => one !== chain && isGood(one.read(address)))
  const wanted = `Enter ${chain.name} address. It ${chain.form}.`
  if (other) return { error: `This is ${other.name} address and cannot be used on this network. ${wanted}` }
  // Base58 has no 0, so this is not an address of another network.
  const isMiscopied = network === 'SOLANA' && /^[1-9A-Za-z]{32,44}$/.test(address) && reading === undefined
  if (isMiscopied) return { error: `This is not a valid Solana address. ${copyAgain}` }
  return { error: reading === 'mistyped' ? mistyped : reading === 'burn' ? burned : wanted }
}

/** The same on an unknown network, where any format is possible. */
function anywhereWarning(address: string, environment: Environment): string | undefined {
  const readings = chains.map((chain) => ({ chain, reading: chain.read(address) }))
  const good = readings.find(({ reading }) => isGood(reading))
  if (good) {
    const { chain, reading } = good
    return inEnvironment(chain, reading, environment) ?? (typeof reading === 'object' ? reading.doubt : undefined)
  }
  if (readings.some(({ reading }) => reading === 'burn')) return burned
  if (readings.some(({ reading }) => reading === 'mistyped')) return mistyped
  return 'This is not in an address format that Mintdesk knows. Check it with the recipient.'
}
