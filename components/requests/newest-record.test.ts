import { expect, test } from 'vitest'
import { intentOf } from '@/components/activity/testing'
import type { IntentDetail } from '@/lib/api/intents'
import { newestRecord } from './newest-record'

const intent = (changes: Partial<IntentDetail>) => intentOf({ settled_at: '2026-11-19T13:23:05.000Z', ...changes })

const first = { id: 'o-1', status: 'SUBMITTED', amount_filled: '0', price: '92000.00', market: 'BTCUSD' }
const at = '2026-11-19T14:00:00.000Z'
const firstAt = '2026-11-19T13:23:05.000Z'

test('a record is dated by the answer that held it', () => {
  expect(newestRecord(intent({ answer: first }))).toEqual({ record: first, at: '2026-11-19T13:23:05.000Z' })
  const filled = { ...first, status: 'FILLED', amount_filled: '12.50', volume_weighted_average_price: '92001.10' }
  expect(newestRecord(intent({ answer: first, latest: { at, answer: filled } }))).toEqual({ record: filled, at })
  // Confirmed by reference only, and returned by a later check.
  expect(newestRecord(intent({ latest: { at, answer: filled } }))).toEqual({ record: filled, at })
  expect(newestRecord(intent({}))).toBeUndefined()
})

test('a member that the newest answer lacks is kept from the first one, with its date', () => {
  const latest = { at, answer: { id: 'o-1', status: 'FILLED', amount_filled: '', price: null } }
  expect(newestRecord(intent({ answer: first, latest }))).toEqual({
    record: { ...first, status: 'FILLED' },
    at,
    older: { amount_filled: firstAt, price: firstAt, market: firstAt },
  })
})

test('a member from an earlier check is dated by that check', () => {
  const earlier = { amount_filled: '2026-11-19T13:40:00.000Z' }
  const latest = { at, answer: { id: 'o-1', status: 'FILLED', amount_filled: '12.50' }, earlier }
  const record = { ...first, status: 'FILLED', amount_filled: '12.50' }
  expect(newestRecord(intent({ answer: first, latest }))).toEqual({
    record,
    at,
    older: { ...earlier, price: firstAt, market: firstAt },
  })
  expect(newestRecord(intent({ latest }))).toEqual({ record: latest.answer, at, older: earlier })
})

test('a record with another ID never becomes the newest one', () => {
  const other = { id: 'o-2', status: 'OPEN', amount_filled: '0', side: 'SELL' }
  expect(newestRecord(intent({ answer: first, latest: { at, answer: other } }))).toEqual({ record: first, at: firstAt })
})

test('a record within a problem is read, and a problem alone is not a record', () => {
  const problem = { type: '/problems/already-exists', title: 'It exists.', status: 409 }
  expect(newestRecord(intent({ answer: { ...problem, meta: { existing: first } } }))?.record).toEqual(first)
  expect(newestRecord(intent({ answer: problem }))).toBeUndefined()
})

test('a rule reads the same alone and wrapped, and an account the same in every nesting', () => {
  const rule = { id: 'r-1', source: { fiat: { network: 'WIRE', memo_id: 'MD1' } }, source_asset: 'USD' }
  const latest = { at, answer: { id: 'r-1', status: 'ACTIVE', source: { fiat: { network: 'WIRE' } } } }
  expect(newestRecord(intent({ operation: 'createRule', answer: { rule, status: 'PENDING' }, latest }))).toEqual({
    record: { ...rule, status: 'ACTIVE' },
    at,
    older: { 'source.fiat.memo_id': firstAt, source_asset: firstAt },
  })
  const wire = (bank: string) => ({ wire: { account_number: '••0087', routing_details: { bank_name: bank } } })
  const owner = { institution_details: { name: 'Halden' } }
  const account = newestRecord(
    intent({
      operation: 'createFiatAccount',
      answer: { id: 'a-1', fiat_account_owner: owner, fiat_network_instructions: wire('Northgate Trust') },
      latest: {
        at,
        answer: { id: 'a-1', fiat_account_owner: { ...owner, fiat_network_instructions: wire('Granite Bank') } },
      },
    }),
  )
  expect(account).toEqual({
    record: { id: 'a-1', fiat_account_owner: owner, fiat_network_instructions: wire('Granite Bank') },
    at,
  })
})
