import { expect, test } from 'vitest'
import { intentOf } from '@/components/activity/testing'
import { readTransfer } from '@/lib/api/provider/reading'
import { matchingDeposits, provenRequests, requestSearches } from './linked-records'

const transfer = (fields: object) => readTransfer({ id: 'this', type: 'WIRE_DEPOSIT', direction: 'CREDIT', ...fields })

test('reference, fiat account and the records that metadata names are searched, other metadata is not', () => {
  const uuid = '512F26AD-a3c3-4634-ac3c-6b12b7b33cb5'
  const metadata = { rule_id: 'rule_7', rule: 'Desk A', order: uuid, invoice: '20931', desk: 12 }
  const found = requestSearches(transfer({ ref_id: 'desk-1', fiat_account_id: 'account-1', metadata }))
  expect(found.map(({ value, part }) => [value, part])).toEqual([
    ['desk-1', 'ref_id'],
    ['account-1', 'record_id'],
    ['rule_7', 'record_id'],
    [uuid, 'record_id'],
  ])
  expect(requestSearches(transfer({}))).toEqual([])
  const before = requestSearches(transfer({ ref_id: 'wire-1', metadata }), true)
  expect(before.map(({ value, how }) => [value, how])).toEqual([
    ['rule_7', 'The metadata of the wire deposit before it names it as rule_id.'],
    [uuid, 'The metadata of the wire deposit before it names it as order.'],
  ])
})

test('only a request with the very identifier is linked, a UUID in any case', () => {
  const [search] = requestSearches(transfer({ ref_id: 'A78EDF98-50EC-4F60-B99B-E995EEBE1F0F' }))
  if (!search) throw new Error('It is searched.')
  const same = intentOf({ ref_id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f' })
  const proven = provenRequests(search, [same, intentOf({ id: 'other', ref_id: 'another' }), intentOf({ id: 'none' })])
  expect(proven).toEqual([{ label: 'Order', intent: same, how: 'It has the same reference.' }])
  const [text] = requestSearches(transfer({ ref_id: 'Desk-1' }))
  expect(text && provenRequests(text, [intentOf({ ref_id: 'desk-1' })])).toEqual([])
})

test('a deposit is linked by memo and amount, and several are not told apart', () => {
  const wire = transfer({ memo: 'MD1', amount: '250.00', created_at: '2026-11-19T14:00:10Z' })
  const deposit = (id: string, body: object, sent_at = '2026-11-19T14:00:05Z') =>
    intentOf({ id, operation: 'initiateSandboxFiatDeposit', body, sent_at })
  const same = { amount: '250', memo_id: 'MD1' }
  const others = [
    deposit('another memo', { ...same, memo_id: 'MD2' }),
    deposit('another amount', { ...same, amount: '250.01' }),
    deposit('later', same, '2026-11-19T14:05:00Z'),
  ]
  const one = matchingDeposits(wire, [deposit('first', same), ...others])
  expect(one.map(({ intent, how }) => [intent.id, how])).toEqual([
    ['first', 'It has the memo and amount of the wire, and was sent in the ten minutes before it.'],
  ])
  const two = matchingDeposits(wire, [deposit('first', same), deposit('second', same)])
  expect(two.map(({ how }) => how)).toEqual(
    Array(2).fill('One of several with the memo and amount of the wire, sent in the ten minutes before it.'),
  )
})
