import { expect, test } from 'vitest'
import type { IntentDetail } from '@/lib/api/intents'
import { comparedMembers } from './conflict'
import { intentOf } from './testing'

const asked = intentOf({
  state: 'refused',
  is_conflict: true,
  path: { profile_id: 'p-1' },
  body: { side: 'BUY', market: 'PAXGUSD', type: 'MARKET', quote_amount: '5000.00', ref_id: 'hedge-117' },
})

const existing = {
  id: 'order-1',
  profile_id: 'p-1',
  side: 'BUY',
  market: 'PAXGUSD',
  type: 'MARKET',
  quote_amount: '6000.00',
  ref_id: 'hedge-117',
  status: 'FILLED',
}

test('members that differ come first and are marked', () => {
  const answer = { type: '/problems/already-exists', status: 409, meta: { existing: { ...existing, base_amount: '' } } }
  const members = comparedMembers({ ...asked, answer }) ?? []
  expect(members[0]).toEqual({ name: 'quote_amount', requested: '5000.00', existing: '6000.00', isDifferent: true })
  expect(members.filter(({ isDifferent }) => isDifferent)).toHaveLength(1)
  expect(members).toContainEqual({ name: 'status', requested: undefined, existing: 'FILLED', isDifferent: false })
})

test('equal records are not compared', () => {
  const same = { meta: { existing: { ...existing, quote_amount: '5000' } } }
  expect(comparedMembers({ ...asked, answer: same })).toBeUndefined()
})

test('the newest record is compared, with what a later check returned', () => {
  const first = { ...existing, quote_amount: '5000.00' }
  const latest = { at: '2026-11-19T12:00:00.000Z', answer: { id: 'order-1', quote_amount: '6000.00' } }
  expect(comparedMembers({ ...asked, answer: first, latest })?.[0]).toEqual({
    name: 'quote_amount',
    requested: '5000.00',
    existing: '6000.00',
    isDifferent: true,
  })
  const mended = { at: latest.at, answer: { id: 'order-1', quote_amount: '5000.00' } }
  expect(comparedMembers({ ...asked, answer: existing, latest: mended })).toBeUndefined()
})

test('a request with an unknown outcome is compared with the record that the provider returned instead', () => {
  expect(comparedMembers({ ...asked, state: 'unknown', answer: existing })?.[0]?.name).toBe('quote_amount')
})

test('a conflict on a confirmed request compares the contradicting record alone', () => {
  const first = { ...existing, quote_amount: '5000.00', created_at: '2026-11-19T11:40:10.000Z' }
  const confirmed: IntentDetail = { ...asked, state: 'confirmed', record_id: 'order-1', answer: first }
  const at = '2026-11-19T12:00:00.000Z'
  const members = comparedMembers({ ...confirmed, latest: { at, answer: { quote_amount: '6000.00' } } })
  expect(members?.[0]).toMatchObject({ name: 'quote_amount', requested: '5000.00', existing: '6000.00' })
  expect(members?.find(({ name }) => name === 'side')).toMatchObject({ requested: 'BUY', existing: undefined })
  // The same under another id: there may be two.
  const twin = comparedMembers({ ...confirmed, latest: { at, answer: { ...first, id: 'order-2' } } })
  expect(twin?.filter(({ isDifferent }) => isDifferent)).toEqual([
    { name: 'id', requested: 'order-1 (confirmed first)', existing: 'order-2', isDifferent: true },
  ])
})

test('a record that is the whole answer is compared, and without a record there is nothing to compare', () => {
  expect(comparedMembers({ ...asked, answer: existing })?.[0]?.name).toBe('quote_amount')
  expect(comparedMembers({ ...asked, answer: undefined })).toBeUndefined()
  expect(comparedMembers({ ...asked, body: undefined, answer: existing })).toBeUndefined()
})

test('account numbers are masked on both sides', () => {
  const account = (number: string) => ({ fiat_network_instructions: { wire: { account_number: number } } })
  const members = comparedMembers({
    ...asked,
    operation: 'createFiatAccount',
    path: {},
    body: account('000123456789'),
    answer: { meta: { existing: { id: 'a-1', ...account('000123450087') } } },
  })
  expect(members).toContainEqual({
    name: 'fiat_network_instructions.wire.account_number',
    requested: '••6789',
    existing: '••0087',
    isDifferent: true,
  })
  expect(JSON.stringify(members)).not.toContain('00012345')
  const sameEnd = comparedMembers({
    ...asked,
    operation: 'createFiatAccount',
    path: {},
    body: account('000123450087'),
    answer: { id: 'a-1', ...account('999999990087') },
  })
  expect(sameEnd?.[0]).toMatchObject({ requested: '••0087', existing: '••0087 (different number)' })
})
