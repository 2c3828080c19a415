import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { hour, minute, now } from './testing'
import { wayOf } from './ways'

const transfer = (members: object) => readTransfer({ status: 'PENDING', asset: 'USD', amount: '1', ...members })
const ago = (millis: number) => new Date(now - millis).toISOString()
const usualTimes = [
  { type: 'Wire deposit', transfers: 90, median: hour, p95: 2 * hour },
  { type: 'Crypto withdrawal, Solana', transfers: 90, median: minute, p95: 5 * minute },
]
const timing = { now, usualTimes }
const travelRule = { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }

test('only who may act is asked to', () => {
  const way = { type: 'WIRE_DEPOSIT', created_at: ago(minute), ...travelRule }
  const waitsFor = (role: 'treasury' | 'support') => wayOf(transfer(way), timing, [role]).waitsFor
  expect([waitsFor('treasury'), waitsFor('support')]).toEqual(['you', 'others'])
  expect(wayOf(transfer({ ...way, secondary_status: undefined }), timing, ['treasury']).waitsFor).toBe('no one')
})

test('only stations that are known are passed', () => {
  const sent = { type: 'CRYPTO_WITHDRAWAL', crypto_network: 'SOLANA', created_at: ago(minute) }
  const statesOf = (item: object) => {
    const way = wayOf(transfer(item), timing, ['treasury'])
    return [way.now, way.stations.map(({ name, state }) => `${name} ${state}`).join(', ')]
  }
  expect(statesOf(sent)).toEqual(['With the provider', 'Created done, Provider now, Solana ahead, Arrived ahead'])
  expect(statesOf({ ...sent, crypto_tx_hash: 'hash' })).toEqual([
    'On Solana',
    'Created done, Provider done, Solana now, Arrived ahead',
  ])
  expect(statesOf({ type: 'WIRE_DEPOSIT', created_at: ago(minute), ...travelRule })).toEqual([
    'Travel rule information',
    'Created done, Provider now, Arrived ahead',
  ])
})

test('nothing is expected where no usual time is known, until the limit of a day has passed', () => {
  const leftOf = (item: object) => wayOf(transfer(item), timing, ['treasury']).left
  expect(leftOf({ type: 'WIRE_DEPOSIT', created_at: ago(minute) })).toBe(2 * hour - minute)
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(minute) })).toBeUndefined()
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(25 * hour) })).toBe(-hour)
})
