/**
 * Links to block explorers (service-facts, "Explorer of a hash"). The spec does not say which test networks a sandbox
 * uses, so these are the best known ones; Bitcoin Cash has several, none of them the usual one.
 */
import type { Environment } from '@/lib/api/environments'
import type { CryptoNetwork } from '@/lib/api/transfers'
import { networkLabel } from './labels'

const evm = /^(?:0x)?([0-9a-f]{64})$/i
const hex = /^([0-9a-f]{64})$/i
/** 64 bytes in base 58, which is case-sensitive. */
const signature = /^([1-9A-HJ-NP-Za-km-z]{86,88})$/

/** The links have `*` in place of the hash. */
type Network = { hash: RegExp; production: string; sandbox?: string }

const networks: Record<CryptoNetwork, Network> = {
  BITCOIN: { hash: hex, production: 'https://mempool.space/tx/*', sandbox: 'https://mempool.space/testnet4/tx/*' },
  ETHEREUM: { hash: evm, production: 'https://etherscan.io/tx/*', sandbox: 'https://sepolia.etherscan.io/tx/*' },
  BITCOIN_CASH: { hash: hex, production: 'https://blockchair.com/bitcoin-cash/transaction/*' },
  LITECOIN: {
    hash: hex,
    production: 'https://litecoinspace.org/tx/*',
    sandbox: 'https://litecoinspace.org/testnet/tx/*',
  },
  SOLANA: {
    hash: signature,
    production: 'https://explorer.solana.com/tx/*',
    sandbox: 'https://explorer.solana.com/tx/*?cluster=devnet',
  },
  POLYGON_POS: { hash: evm, production: 'https://polygonscan.com/tx/*', sandbox: 'https://amoy.polygonscan.com/tx/*' },
  BASE: { hash: evm, production: 'https://basescan.org/tx/*', sandbox: 'https://sepolia.basescan.org/tx/*' },
  ARBITRUM_ONE: { hash: evm, production: 'https://arbiscan.io/tx/*', sandbox: 'https://sepolia.arbiscan.io/tx/*' },
  STELLAR: {
    hash: hex,
    production: 'https://stellar.expert/explorer/public/tx/*',
    sandbox: 'https://stellar.expert/explorer/testnet/tx/*',
  },
  INK: {
    hash: evm,
    production: 'https://explorer.inkonchain.com/tx/*',
    sandbox: 'https://explorer-sepolia.inkonchain.com/tx/*',
  },
  XLAYER: {
    hash: evm,
    production: 'https://www.oklink.com/x-layer/tx/*',
    sandbox: 'https://www.oklink.com/x-layer-testnet/tx/*',
  },
}

const isKnown = (network: string): network is CryptoNetwork => Object.hasOwn(networks, network)

/** A link and its site, or `why` there is none. */
export type Explorer = { href: string; site: string; why?: never } | { href?: never; site?: never; why: string }

/** @returns undefined without a hash */
export function explorerOf(environment: Environment, network?: string, hash?: string): Explorer | undefined {
  if (!hash) return undefined
  if (!network) return { why: 'No explorer link: the provider names no network.' }
  if (!isKnown(network)) return { why: `Mintdesk has no explorer link for ${network}.` }
  const label = networkLabel(network)
  const { hash: pattern, [environment]: link } = networks[network]
  const [, digits] = pattern.exec(hash) ?? []
  if (!digits) return { why: `No explorer link: this isn't a valid hash on ${label}.` }
  if (!link) return { why: `Mintdesk has no explorer link for ${label} test networks.` }
  const href = link.replace('*', `${pattern === evm ? '0x' : ''}${digits}`)
  return { href, site: new URL(href).host }
}
