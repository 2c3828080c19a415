/**
 * Where a transaction can be looked at outside: service-facts, "Explorer of a hash". The sandbox's hashes belong to test
 * networks or to none; which test network a service uses is not in the spec, so these are the best known ones.
 */
import type { Environment } from '@/lib/api/environments'
import type { CryptoNetwork } from '@/lib/api/transfers'
import { networkLabel } from './labels'

/** What stands before a hash, and after it. */
type Template = readonly [before: string, after?: string]

const templates: Record<Environment, Partial<Record<CryptoNetwork, Template>>> = {
  production: {
    BITCOIN: ['https://mempool.space/tx/'],
    ETHEREUM: ['https://etherscan.io/tx/'],
    BITCOIN_CASH: ['https://blockchair.com/bitcoin-cash/transaction/'],
    LITECOIN: ['https://litecoinspace.org/tx/'],
    SOLANA: ['https://explorer.solana.com/tx/'],
    POLYGON_POS: ['https://polygonscan.com/tx/'],
    BASE: ['https://basescan.org/tx/'],
    ARBITRUM_ONE: ['https://arbiscan.io/tx/'],
    STELLAR: ['https://stellar.expert/explorer/public/tx/'],
    INK: ['https://explorer.inkonchain.com/tx/'],
    XLAYER: ['https://www.oklink.com/x-layer/tx/'],
  },
  // Bitcoin Cash has several test networks of equal standing, so none is picked for it.
  sandbox: {
    BITCOIN: ['https://mempool.space/testnet4/tx/'],
    ETHEREUM: ['https://sepolia.etherscan.io/tx/'],
    LITECOIN: ['https://litecoinspace.org/testnet/tx/'],
    SOLANA: ['https://explorer.solana.com/tx/', '?cluster=devnet'],
    POLYGON_POS: ['https://amoy.polygonscan.com/tx/'],
    BASE: ['https://sepolia.basescan.org/tx/'],
    ARBITRUM_ONE: ['https://sepolia.arbiscan.io/tx/'],
    STELLAR: ['https://stellar.expert/explorer/testnet/tx/'],
    INK: ['https://explorer-sepolia.inkonchain.com/tx/'],
    XLAYER: ['https://www.oklink.com/x-layer-testnet/tx/'],
  },
}

const evm = /^(?:0x)?([0-9a-f]{64})$/i
const plain = /^([0-9a-f]{64})$/i
/** 64 bytes in base 58; its case means something. */
const signature = /^([1-9A-HJ-NP-Za-km-z]{86,88})$/

const shapes: Record<CryptoNetwork, { shape: RegExp; prefix?: string }> = {
  BITCOIN: { shape: plain },
  ETHEREUM: { shape: evm, prefix: '0x' },
  BITCOIN_CASH: { shape: plain },
  LITECOIN: { shape: plain },
  SOLANA: { shape: signature },
  POLYGON_POS: { shape: evm, prefix: '0x' },
  BASE: { shape: evm, prefix: '0x' },
  ARBITRUM_ONE: { shape: evm, prefix: '0x' },
  STELLAR: { shape: plain },
  INK: { shape: evm, prefix: '0x' },
  XLAYER: { shape: evm, prefix: '0x' },
}

const isKnown = (network: string): network is CryptoNetwork => Object.hasOwn(shapes, network)

/** A way to look at a hash: an address and the site that it leads to, or a sentence that says why there is none. */
export type Explorer = { href: string; site: string; why?: never } | { href?: never; site?: never; why: string }

/**
 * @param network as the service names it
 * @returns undefined where there is no hash to look at
 */
export function explorerOf(environment: Environment, network?: string, hash?: string): Explorer | undefined {
  if (!hash) return undefined
  if (!network) return { why: 'No explorer link: the provider names no network.' }
  if (!isKnown(network)) return { why: `No explorer link: Mintdesk knows none for ${network}.` }
  const word = networkLabel(network) ?? network
  const { shape, prefix = '' } = shapes[network]
  const [, found] = shape.exec(hash) ?? []
  if (!found) return { why: `No explorer link: this isn't a valid hash on ${word}.` }
  const template = templates[environment][network]
  if (!template) return { why: `No explorer link: Mintdesk knows no test network of ${word}.` }
  const [before, after = ''] = template
  const href = `${before}${encodeURIComponent(`${prefix}${found}`)}${after}`
  return { href, site: new URL(href).host }
}
