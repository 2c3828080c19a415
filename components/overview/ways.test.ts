import { expect, test } from 'vitest'
import { readTransferPage } from '@/lib/provider/reading'
import { hour, minute, now } from './testing'
import { waysOf } from './ways'

const transfers = (...items: object[]) =>
  readTransferPage(
    { items: items.map((item) => ({ status: 'PENDING', asset: 'USD', amount: '1', ...item })), next_page_cursor: '' },
    { limit: 100, cursors: [] },
  ).items
const ago = (millis: number) => new Date(now - millis).toISOString()
const usualTimes = [
  { type: 'Wire deposit', transfers: 90, median: hour, p95: 2 * hour },
  { type: 'Crypto withdrawal, Solana', transfers: 90, median: minute, p95: 5 * minute },
]
const timing = { now, usualTimes }
const travelRule = { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }

test('what waits for the reader comes first, then what is overdue, then the next to arrive', () => {
  const items = transfers(
    { id: 'later', type: 'WIRE_DEPOSIT', created_at: ago(minute) },
    { id: 'unknown', type: 'SEN_DEPOSIT', created_at: ago(minute) },
    { id: 'next', type: 'CRYPTO_WITHDRAWAL', crypto_network: 'SOLANA', created_at: ago(minute) },
    { id: 'overdue', type: 'WIRE_DEPOSIT', created_at: ago(3 * hour) },
    { id: 'yours', type: 'WIRE_DEPOSIT', created_at: ago(minute), ...travelRule },
  )
  const idsFor = (role: 'treasury' | 'support') =>
    waysOf(items, timing, [role]).map(({ transfer }) => transfer.known.id)
  expect(idsFor('treasury')).toEqual(['yours', 'overdue', 'next', 'later', 'unknown'])
  expect(idsFor('support')).toEqual(['overdue', 'next', 'later', 'yours', 'unknown'])
})

test('only stations that are known are passed', () => {
  const sent = { type: 'CRYPTO_WITHDRAWAL', crypto_network: 'SOLANA', created_at: ago(minute) }
  const statesOf = (item: object) => {
    const [way] = waysOf(transfers(item), timing, ['treasury'])
    return [way?.now, way?.stations.map(({ name, state }) => `${name} ${state}`).join(', ')]
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
  const leftOf = (item: object) => waysOf(transfers(item), timing, ['treasury'])[0]?.left
  expect(leftOf({ type: 'WIRE_DEPOSIT', created_at: ago(minute) })).toBe(2 * hour - minute)
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(minute) })).toBeUndefined()
  expect(leftOf({ type: 'SEN_DEPOSIT', created_at: ago(25 * hour) })).toBe(-hour)
})

test('a movement is on its way once, where it waits for the reader', () => {
  const side = { type: 'INTERNAL_TRANSFER_DEBIT', group_id: 'g', created_at: ago(minute) }
  const items = transfers(
    { ...side, id: 'debit', direction: 'DEBIT' },
    { ...side, id: 'credit', type: 'INTERNAL_TRANSFER_CREDIT', direction: 'CREDIT', ...travelRule },
    { id: 'other', type: 'WIRE_DEPOSIT', created_at: ago(minute) },
  )
  expect(waysOf(items, timing, ['treasury']).map(({ transfer }) => transfer.known.id)).toEqual(['credit', 'other'])
})
