/**
 * Links to block explorers (docs/provider.md, "Explorer of a hash"). The spec does not say which test networks a sandbox
 * uses, so these are the best known ones; Bitcoin Cash has several, none of them the usual one.
 */

import { isSandboxBuiltIn } from '@/lib/browser/built-in-sandbox'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { CryptoNetwork } from '@/lib/provider/transfers'
import { networkLabel } from './transfer-labels'

const evm = /^(?:0x)?([0-9a-f]{64})$/i
const hex = /^([0-9a-f]{64})$/i
/** 64 bytes in base 58, which is case-sensitive. */
const signature = /^([1-9A-HJ-NP-Za-km-z]{86,88})$/

/** What a hash looks like, and the explorer's address with `*` in place of the hash. */
type Network = readonly [hash: RegExp, production: string, sandbox?: string]

const networks: Record<CryptoNetwork, Network> = {
  BITCOIN: [hex, 'https://mempool.space/tx/*', 'https://mempool.space/testnet4/tx/*'],
  ETHEREUM: [evm, 'https://etherscan.io/tx/*', 'https://sepolia.etherscan.io/tx/*'],
  BITCOIN_CASH: [hex, 'https://blockchair.com/bitcoin-cash/transaction/*'],
  LITECOIN: [hex, 'https://litecoinspace.org/tx/*', 'https://litecoinspace.org/testnet/tx/*'],
  SOLANA: [signature, 'https://explorer.solana.com/tx/*', 'https://explorer.solana.com/tx/*?cluster=devnet'],
  POLYGON_POS: [evm, 'https://polygonscan.com/tx/*', 'https://amoy.polygonscan.com/tx/*'],
  BASE: [evm, 'https://basescan.org/tx/*', 'https://sepolia.basescan.org/tx/*'],
  ARBITRUM_ONE: [evm, 'https://arbiscan.io/tx/*', 'https://sepolia.arbiscan.io/tx/*'],
  STELLAR: [hex, 'https://stellar.expert/explorer/public/tx/*', 'https://stellar.expert/explorer/testnet/tx/*'],
  INK: [evm, 'https://explorer.inkonchain.com/tx/*', 'https://explorer-sepolia.inkonchain.com/tx/*'],
  XLAYER: [evm, 'https://www.oklink.com/x-layer/tx/*', 'https://www.oklink.com/x-layer-testnet/tx/*'],
}

const isKnown = (network: string): network is CryptoNetwork => Object.hasOwn(networks, network)

/** A link and its site, or `why` there is none. */
export type Explorer = { href: string; site: string; why?: never } | { href?: never; site?: never; why: string }

/** @returns undefined without a hash or a known explorer */
export function explorerOf(environment: Environment, { known }: DecodedTransfer): Explorer | undefined {
  const { crypto_network: network, crypto_tx_hash: hash } = known
  if (!hash) return undefined
  if (environment === 'sandbox' && isSandboxBuiltIn()) return { why: 'A made-up hash, on no network.' }
  if (!network || !isKnown(network)) return undefined
  const [pattern, production, sandbox] = networks[network]
  const link = environment === 'production' ? production : sandbox
  const [, digits] = pattern.exec(hash) ?? []
  if (!digits) return { why: `No explorer link: this isn't a valid hash on ${networkLabel(network)}.` }
  if (!link) return undefined
  const href = link.replace('*', `${pattern === evm ? '0x' : ''}${digits}`)
  return { href, site: new URL(href).host }
}
