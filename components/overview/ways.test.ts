import { expect, test } from 'vitest'
import type { MovementRow } from '@/lib/features/money/interface'
import { hour, minute, now } from './testing'
import { wayOf } from './ways'

const transfer = (members: object) => ({ transfer: { status: 'PENDING', asset: 'USD', amount: '1', ...members } })
const ago = (millis: number) => new Date(now - millis).toISOString()
const usualTimes = [
  { type: 'Wire deposit', transfers: 90, median: hour, p95: 2 * hour },
  { type: 'Crypto withdrawal, Solana', transfers: 90, median: minute, p95: 5 * minute },
]
const timing = { now, usualTimes }
const travelRule = { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }

test('only who may act is asked to, and others are told what comes first', () => {
  const way = { type: 'WIRE_DEPOSIT', created_at: ago(minute), ...travelRule }
  const after = (role: 'treasury' | 'support', json: object = way) => wayOf(transfer(json), timing, [role]).after
  expect([after('treasury'), after('support')]).toEqual(['after you act', 'after the details'])
  expect(after('treasury', { ...way, secondary_status: undefined })).toBeUndefined()
})

test('says where money is as far as that is known, and has a station for each of its movement', () => {
  const sent = { type: 'CRYPTO_WITHDRAWAL', crypto_network: 'SOLANA', created_at: ago(minute) }
  const placeOf = (item: object) => wayOf(transfer(item), timing, ['treasury']).now
  expect([placeOf(sent), placeOf({ ...sent, crypto_tx_hash: 'hash' })]).toEqual(['With the provider', 'On Solana'])
  expect(placeOf({ type: 'WIRE_DEPOSIT', created_at: ago(minute), ...travelRule })).toBe('Travel rule details')
  const movement = {
    state: 'moving',
    in: { amount: '1', asset: 'USD' },
    out: { amount: '1', asset: 'USDC' },
    ahead: ['out'],
    stops: [
      { key: 'a', kind: 'in', state: 'done' },
      { key: 'b', kind: 'minted', state: 'moving' },
    ],
  } as unknown as MovementRow
  const { name, stops, ahead } = wayOf({ ...transfer(sent), movement }, timing, ['treasury'])
  expect([name, stops.length, ahead]).toEqual(['Mint USDC', 2, ['out']])
  expect(wayOf(transfer(sent), timing, ['treasury']).name).toBe('Crypto withdrawal, Solana')
})

test('nothing is expected where no usual time is known, until the limit of a day has passed', () => {
  const leftOf = (item: object) => wayOf(transfer(item), timing, ['treasury']).left
  expect(leftOf({ type: 'WIRE_DEPOSIT', created_at: ago(minute) })).toBe(2 * hour - minute)
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(minute) })).toBeUndefined()
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(25 * hour) })).toBe(-hour)
})
