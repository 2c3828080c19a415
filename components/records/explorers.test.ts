import { describe, expect, onTestFinished, test } from 'vitest'
import { noteBuiltInSandbox } from '@/lib/browser/built-in-sandbox'
import type { Environment } from '@/lib/provider/environments'
import { readTransfer } from '@/lib/provider/reading'
import { cryptoNetworks } from '@/lib/provider/transfer-terms'
import { explorerOf as explorerOfTransfer } from './explorers'

const explorerOf = (environment: Environment, crypto_network?: string, crypto_tx_hash?: string) =>
  explorerOfTransfer(environment, readTransfer({ crypto_network, crypto_tx_hash }))

const hex = '95cd603fe577fa9548ec0c9b50b067566fe07c8af6acba45f6196f3a15d511f6'
const signature = `5${'h'.repeat(86)}K`
const hashOf = (network: string) =>
  network === 'SOLANA'
    ? signature
    : ['BITCOIN', 'BITCOIN_CASH', 'LITECOIN', 'STELLAR'].includes(network)
      ? hex
      : `0x${hex}`

/** Written by hand from docs/provider.md, "Explorer of a hash"; the sandbox's are test networks. */
const expected: Record<string, [production: string, sandbox: string | undefined]> = {
  BITCOIN: [`https://mempool.space/tx/${hex}`, `https://mempool.space/testnet4/tx/${hex}`],
  ETHEREUM: [`https://etherscan.io/tx/0x${hex}`, `https://sepolia.etherscan.io/tx/0x${hex}`],
  BITCOIN_CASH: [`https://blockchair.com/bitcoin-cash/transaction/${hex}`, undefined],
  LITECOIN: [`https://litecoinspace.org/tx/${hex}`, `https://litecoinspace.org/testnet/tx/${hex}`],
  SOLANA: [`https://explorer.solana.com/tx/${signature}`, `https://explorer.solana.com/tx/${signature}?cluster=devnet`],
  POLYGON_POS: [`https://polygonscan.com/tx/0x${hex}`, `https://amoy.polygonscan.com/tx/0x${hex}`],
  BASE: [`https://basescan.org/tx/0x${hex}`, `https://sepolia.basescan.org/tx/0x${hex}`],
  ARBITRUM_ONE: [`https://arbiscan.io/tx/0x${hex}`, `https://sepolia.arbiscan.io/tx/0x${hex}`],
  STELLAR: [`https://stellar.expert/explorer/public/tx/${hex}`, `https://stellar.expert/explorer/testnet/tx/${hex}`],
  INK: [`https://explorer.inkonchain.com/tx/0x${hex}`, `https://explorer-sepolia.inkonchain.com/tx/0x${hex}`],
  XLAYER: [`https://www.oklink.com/x-layer/tx/0x${hex}`, `https://www.oklink.com/x-layer-testnet/tx/0x${hex}`],
}

describe.each(cryptoNetworks)('%s', (network) => {
  const [production, sandbox] = expected[network] ?? []

  test('links to its explorer in production, and to a test network or none in the sandbox', () => {
    expect(explorerOf('production', network, hashOf(network))?.href).toBe(production)
    expect(explorerOf('sandbox', network, hashOf(network))?.href).toBe(sandbox)
  })

  test('an invalid hash has no link and says why', () => {
    const odd = [`${hashOf(network)}0`, 'javascript:alert(1)', '../../etc', ' ', `${hashOf(network)}?x=1`, 'abc']
    for (const hash of [...odd, network === 'SOLANA' ? hex : signature]) {
      const found = explorerOf('production', network, hash)
      expect(found?.href).toBeUndefined()
      expect(found?.why).toMatch(/isn't a valid hash on /)
    }
  })
})

test('an unknown network has no link, even if it is named like an object member', () => {
  for (const network of ['TRON', 'toString', '__proto__', undefined])
    expect(explorerOf('production', network, `0x${hex}`)?.href).toBeUndefined()
})

test('without a hash there is no explorer', () => {
  expect(explorerOf('production', 'ETHEREUM', undefined)).toBeUndefined()
})

test('an EVM hash without 0x gets it in the link', () => {
  expect(explorerOf('production', 'BASE', hex.toUpperCase())?.href).toBe(
    `https://basescan.org/tx/0x${hex.toUpperCase()}`,
  )
})

test('a hash of the built-in sandbox has no link, because it is made up, and one of production still has', () => {
  noteBuiltInSandbox(true)
  onTestFinished(() => noteBuiltInSandbox(false))
  for (const network of cryptoNetworks)
    expect(explorerOf('sandbox', network, hashOf(network))).toEqual({ why: 'A made-up hash, on no network.' })
  expect(explorerOf('production', 'BASE', hashOf('BASE'))?.href).toContain('https://basescan.org/')
})
