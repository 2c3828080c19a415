/**
 * Links to block explorers (service-facts, "Explorer of a hash"). The spec does not say which test networks a sandbox
 * uses, so these are the best known ones.
 */
import type { Environment } from '@/lib/api/environments'
import type { CryptoNetwork } from '@/lib/api/transfers'
import { networkLabel } from './labels'

/** The URL's parts before and after the hash. */
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
  // Bitcoin Cash has several test networks, none of them the usual one.
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
/** 64 bytes in base 58, which is case-sensitive. */
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

/** A link and its site, or `why` there is none. */
export type Explorer = { href: string; site: string; why?: never } | { href?: never; site?: never; why: string }

/** @returns undefined without a hash */
export function explorerOf(environment: Environment, network?: string, hash?: string): Explorer | undefined {
  if (!hash) return undefined
  if (!network) return { why: 'No explorer link: the provider names no network.' }
  if (!isKnown(network)) return { why: `Mintdesk has no explorer link for ${network}.` }
  const label = networkLabel(network) ?? network
  const { shape, prefix = '' } = shapes[network]
  const [, found] = shape.exec(hash) ?? []
  if (!found) return { why: `No explorer link: this isn't a valid hash on ${label}.` }
  const template = templates[environment][network]
  if (!template) return { why: `Mintdesk has no explorer link for ${label} test networks.` }
  const [before, after = ''] = template
  const href = `${before}${encodeURIComponent(`${prefix}${found}`)}${after}`
  return { href, site: new URL(href).host }
}
