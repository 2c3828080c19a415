/** Movements of money for tests, as the console answers them. */
import { transfer } from '@/components/testing/records'
import type { Json } from '@/lib/domain/json'
import type { MovementAnswer, MovementRequest } from '@/lib/features/money/interface'
import type { Transfer } from '@/lib/provider/transfers'

export const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const at = (minute: number) => `2026-11-23T09:${String(minute).padStart(2, '0')}:00.000Z`

/** A transfer of a chain; its fee is zero unless it is given. */
const part = (index: number, minute: number, members: Partial<Transfer>): Transfer =>
  transfer({
    id: idOf(index),
    fee: '0.00',
    amount: '249990.00',
    total: '249990.00',
    created_at: at(minute),
    updated_at: at(minute + 1),
    ...members,
  })

const conversion = { from_transfer_id: idOf(2), to_transfer_id: idOf(3) }

/** 250,000.00 USD by wire, minted, and sent on Ethereum: a wire, both sides of the conversion, a withdrawal. */
export function chain(changes: Record<number, Partial<Transfer>> = {}): Transfer[] {
  const parts = [
    part(1, 2, {
      amount: '250000.00',
      fee: '10.00',
      total: '249990.00',
      memo: 'MD-4418',
      auto_conversion: { to_transfer_id: idOf(2) },
    }),
    part(2, 3, {
      type: 'INTERNAL_TRANSFER_DEBIT',
      direction: 'DEBIT',
      auto_conversion: conversion,
      group_id: idOf(90),
    }),
    part(3, 3, { type: 'INTERNAL_TRANSFER_CREDIT', asset: 'USDC', auto_conversion: conversion, group_id: idOf(90) }),
    part(4, 6, {
      type: 'CRYPTO_WITHDRAWAL',
      direction: 'DEBIT',
      asset: 'USDC',
      crypto_network: 'ETHEREUM',
      amount: '249989.00',
      fee: '1.00',
      destination_address: '0x4c1D9e02b7A3f8E6d0C4b2A19e3F7d6C8b5F19e0',
      crypto_tx_hash: `0x${'95'.repeat(32)}`,
      auto_conversion: { from_transfer_id: idOf(3) },
    }),
  ]
  return parts.map((one, index) => ({ ...one, ...changes[index + 1] }))
}

export const route = {
  nickname: 'USDC mint',
  profile_id: 'profile-1',
  source_asset: 'USD',
  destination_asset: 'USDC',
  source_network: 'WIRE',
  memo: 'MD-4418',
  destination_network: 'ETHEREUM',
  destination_address: '0x4c1D9e02b7A3f8E6d0C4b2A19e3F7d6C8b5F19e0',
}

export const ruleRequest = (changes: Partial<MovementRequest> = {}): MovementRequest => ({
  id: idOf(70),
  operation: 'createRule',
  state: 'confirmed',
  summary: 'USD by wire to USDC',
  person: 'Ines Okafor',
  created_at: '2026-11-20T08:00:00.000Z',
  by: 'memo',
  record_name: 'USDC mint',
  route,
  ...changes,
})

export const movement = (transfers: readonly Transfer[], changes: Partial<MovementAnswer> = {}): MovementAnswer => ({
  id: transfers[0]?.id ?? idOf(50),
  transfers: transfers as unknown as Json[],
  joins: [],
  requests: [ruleRequest()],
  calls: 3,
  ...changes,
})

export const plan = {
  id: idOf(50),
  person: 'Ines Okafor',
  at: '2026-11-23T08:41:00.000Z',
  kind: 'mint',
  amount: '250000.00',
  label: 'Kestrel Pay, settlement 20931',
  rule_intent: idOf(70),
  rule: {
    ref_id: 'ref-1',
    profile_id: 'profile-1',
    source_asset: 'USD',
    destination_asset: 'USDC',
    source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
  },
} satisfies MovementAnswer['plan']

export const comparison = {
  count: 14,
  since: '2026-11-01T09:00:00.000Z',
  gaps: [60, 180],
  longest: [70, 900],
  whole: 240,
  fees: [
    { asset: 'USD', least: '10.00', most: '10.00' },
    { asset: 'USDC', least: '1.00', most: '1.00' },
  ],
}
