import { describe, expect, test } from 'vitest'
import { unmetIssuerQuoteFilters, unmetTransferFilters } from './matching'
import { readIssuerQuote, readTransfer } from './reading'

const transfer = readTransfer({
  id: 't1',
  profile_id: 'p1',
  identity_id: 'i1',
  account_id: 'a1',
  ref_id: 'r1',
  group_id: 'g1',
  type: 'ACME_TRANSFER_DEBIT',
  status: 'PENDING',
  secondary_status: { name: 'CUSTOMER_REJECTED' },
  crypto_tx_hash: '0xABCDEF',
  created_at: '2026-11-19T14:31:52.123456789Z',
  updated_at: '2026-11-19T15:31:52+01:00',
})

describe('a transfer', () => {
  test('that satisfies every filter has no unmet filter', () => {
    for (const query of [
      {},
      { ids: ['x', 't1'] },
      { profile_ids: ['p1'], identity_ids: ['i1'], account_ids: ['a1'], ref_ids: ['r1'], group_ids: ['g1'] },
      { statuses: ['FAILED' as const, 'PENDING' as const], secondary_statuses: ['CUSTOMER_REJECTED' as const] },
      { limit: 1, order: 'ASC' as const, order_by: 'CREATED_AT' as const, page_cursor: 'c' },
    ])
      expect(unmetTransferFilters(query, transfer)).toEqual([])
  })

  test('that does not match is flagged with each unmet filter', () => {
    expect(unmetTransferFilters({ ids: ['t2'], profile_ids: ['p1'], ref_ids: ['R1'] }, transfer)).toEqual([
      'ref_ids',
      'ids',
    ])
    expect(unmetTransferFilters({ statuses: ['COMPLETED'], type: ['WIRE_DEPOSIT'] }, transfer)).toEqual([
      'statuses',
      'type',
    ])
    expect(unmetTransferFilters({ secondary_statuses: ['TRAVEL_RULE_REJECTED'] }, transfer)).toEqual([
      'secondary_statuses',
    ])
  })

  test('without the filtered field is flagged', () => {
    const bare = readTransfer({})
    expect(
      unmetTransferFilters(
        { ids: ['t1'], statuses: ['PENDING'], crypto_tx_hashes: ['a'], 'created_at.gte': '2026-01-01T00:00:00Z' },
        bare,
      ),
    ).toEqual(['ids', 'statuses', 'crypto_tx_hashes', 'created_at.gte'])
  })

  test('of a platform transfer matches under the operator’s name, on its own side only', () => {
    expect(unmetTransferFilters({ type: ['PLATFORM_TRANSFER_DEBIT'] }, transfer)).toEqual([])
    expect(unmetTransferFilters({ type: ['PLATFORM_TRANSFER_CREDIT'] }, transfer)).toEqual(['type'])
    expect(unmetTransferFilters({ type: ['INTERNAL_TRANSFER_DEBIT'] }, transfer)).toEqual(['type'])
  })

  test('matches its hash in any case, with or without 0x', () => {
    for (const hash of ['0xabcdef', 'abcdef', 'ABCDEF', '0XABCDEF'])
      expect(unmetTransferFilters({ crypto_tx_hashes: [hash] }, transfer)).toEqual([])
    expect(unmetTransferFilters({ crypto_tx_hashes: ['0xabcde'] }, transfer)).toEqual(['crypto_tx_hashes'])
  })

  test('matches UUIDs in either case, and other IDs exactly', () => {
    const uuid = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
    const named = readTransfer({ id: uuid, ref_id: uuid.toUpperCase(), group_id: uuid, profile_id: 'p1' })
    const upper = [uuid.toUpperCase()]
    expect(unmetTransferFilters({ ids: upper, ref_ids: [uuid], group_ids: upper }, named)).toEqual([])
    expect(unmetTransferFilters({ profile_ids: ['P1'] }, named)).toEqual(['profile_ids'])
  })

  test('matches a signature only in its exact case', () => {
    const signature = `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`
    const solana = readTransfer({ crypto_tx_hash: signature })
    expect(unmetTransferFilters({ crypto_tx_hashes: [signature] }, solana)).toEqual([])
    expect(unmetTransferFilters({ crypto_tx_hashes: [signature.toLowerCase()] }, solana)).toEqual(['crypto_tx_hashes'])
  })

  test('is compared to the nanosecond and across zones', () => {
    const eq = (text: string) => unmetTransferFilters({ 'created_at.eq': text }, transfer)
    expect(eq('2026-11-19T14:31:52.123456789Z')).toEqual([])
    expect(eq('2026-11-19T15:31:52.123456789+01:00')).toEqual([])
    expect(eq('2026-11-19T14:31:52.123456788Z')).toEqual(['created_at.eq'])
    expect(eq('2026-11-19T14:31:52.123Z')).toEqual(['created_at.eq'])
    const same = '2026-11-19T14:31:52Z'
    expect(
      unmetTransferFilters({ 'updated_at.eq': same, 'updated_at.gte': same, 'updated_at.lte': same }, transfer),
    ).toEqual([])
    expect(unmetTransferFilters({ 'updated_at.lt': same, 'updated_at.gt': same }, transfer)).toEqual([
      'updated_at.lt',
      'updated_at.gt',
    ])
  })
})

describe('an issuer quote', () => {
  const quote = readIssuerQuote({ profile_id: 'p1', status: 'COMPLETE', created_at: '2026-11-19T14:31:52Z' })
  test('matches a range at both ends', () => {
    const moment = '2026-11-19T14:31:52Z'
    expect(unmetIssuerQuoteFilters({ 'created_range.begin': moment, 'created_range.end': moment }, quote)).toEqual([])
    expect(unmetIssuerQuoteFilters({ 'created_range.begin': '2026-11-19T14:31:52.000000001Z' }, quote)).toEqual([
      'created_range.begin',
    ])
    expect(unmetIssuerQuoteFilters({ 'created_range.end': '2026-11-19T14:31:51.999999999Z' }, quote)).toEqual([
      'created_range.end',
    ])
  })
  test('of another profile or status is flagged', () => {
    expect(unmetIssuerQuoteFilters({ profile_id: 'p2', status: ['PENDING'] }, quote)).toEqual(['profile_id', 'status'])
    expect(unmetIssuerQuoteFilters({ profile_id: 'p1', status: ['COMPLETE', 'FAILED'] }, quote)).toEqual([])
  })
})
