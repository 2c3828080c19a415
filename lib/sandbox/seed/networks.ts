/** Addresses and transaction hashes in the formats of their networks. */
import type { CryptoNetwork } from '../../provider/transfers'
import type { AssetName } from '../money'
import type { Random } from '../random'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

type Routes = readonly [Route, ...Route[]]
/** An asset, a network and a weight. */
type Route = readonly [readonly [AssetName, CryptoNetwork], number]

export const stableRoutes: Routes = [
  [['USDC', 'ETHEREUM'], 14],
  [['USDC', 'SOLANA'], 10],
  [['USDC', 'BASE'], 9],
  [['USDC', 'POLYGON_POS'], 6],
  [['USDC', 'ARBITRUM_ONE'], 5],
  [['USDC', 'STELLAR'], 3],
  [['USDG', 'ETHEREUM'], 8],
  [['USDG', 'SOLANA'], 7],
  [['USDG', 'INK'], 5],
  [['USDG', 'XLAYER'], 4],
  [['PYUSD', 'ETHEREUM'], 6],
  [['PYUSD', 'SOLANA'], 6],
  [['PYUSD', 'ARBITRUM_ONE'], 3],
  [['PYUSD', 'STELLAR'], 2],
  [['USDP', 'ETHEREUM'], 4],
]

export const routes: Routes = [
  ...stableRoutes,
  [['BTC', 'BITCOIN'], 6],
  [['ETH', 'ETHEREUM'], 5],
  [['ETH', 'BASE'], 2],
  [['LTC', 'LITECOIN'], 2],
  [['BCH', 'BITCOIN_CASH'], 1],
  [['SOL', 'SOLANA'], 2],
  [['XLM', 'STELLAR'], 1],
]

/** The BIP 173 checksum. */
function bech32Sum(words: number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const word of words) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

/** A version 0 witness address of a key (BIP 173): 20 bytes are exactly 32 words of five bits. */
function witnessAddress(prefix: string, random: Random): string {
  const words = [0, ...Array.from({ length: 32 }, () => random.below(32))]
  const letters = [...prefix].map((letter) => letter.charCodeAt(0))
  const spread = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31)]
  const sum = bech32Sum([...spread, ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [0, 1, 2, 3, 4, 5].map((index) => (sum >>> (5 * (5 - index))) & 31)
  return `${prefix}1${[...words, ...check].map((word) => bech32.charAt(word)).join('')}`
}

/** A Stellar account: version byte, 32 bytes and their CRC-16 (little-endian) in base 32. */
function stellarAccount(random: Random): string {
  const bytes = [6 << 3, ...Array.from({ length: 32 }, () => random.below(256))]
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  const bits = [...bytes, sum & 0xff, sum >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((word) => base32.charAt(Number.parseInt(word, 2))).join('')
}

/** An address of a network. Bitcoin Cash addresses have no valid checksum. */
export function addressOn(network: CryptoNetwork, random: Random): string {
  if (network === 'BITCOIN') return witnessAddress('bc', random)
  if (network === 'LITECOIN') return witnessAddress('ltc', random)
  if (network === 'BITCOIN_CASH') return `q${random.text(bech32, 41)}`
  // 44 characters with such a first character always decode to 32 bytes.
  if (network === 'SOLANA') return random.text(base58.slice(1, 16), 1) + random.text(base58, 43)
  if (network === 'STELLAR') return stellarAccount(random)
  return `0x${random.hex(40)}`
}

/** A transaction hash of a network; on Solana a signature. */
export function hashOn(network: CryptoNetwork, random: Random): string {
  // 88 characters with such a first character always decode to 64 bytes.
  if (network === 'SOLANA') return random.text('2345', 1) + random.text(base58, 87)
  const isPlain = network === 'BITCOIN' || network === 'LITECOIN' || network === 'BITCOIN_CASH' || network === 'STELLAR'
  return isPlain ? random.hex(64) : `0x${random.hex(64)}`
}
