import { expect, test } from 'vitest'
import { readTransfer } from '../../../provider/reading'
import { wiresOf } from './movement-requests'

const sent = Date.parse('2026-11-23T09:00:00Z')
const deposit = { amount: '77.10', memo: 'lost-1', at: sent }
const wire = (changes: object = {}) =>
  readTransfer({
    id: '1',
    type: 'WIRE_DEPOSIT',
    amount: '77.1',
    memo: 'lost-1',
    created_at: '2026-11-23T09:00:03Z',
    ...changes,
  })

test.each([
  ['of another memo', { memo: 'lost-2' }],
  ['a cent off', { amount: '77.11' }],
  ['without a memo', { memo: undefined }],
  ['that is no wire', { type: 'BANK_DEPOSIT' }],
  ['of before it was sent', { created_at: '2026-11-23T08:58:00Z' }],
  ['of more than ten minutes after it', { created_at: '2026-11-23T09:10:01Z' }],
  ['without a time', { created_at: undefined }],
])('a transfer %s is not the wire of a sandbox deposit', (_, changes) => {
  expect(wiresOf([wire(changes)], deposit)).toEqual([])
})

test('a wire of the same memo and amount within ten minutes is, and two are both named', () => {
  expect(wiresOf([wire(), wire({ id: '2', created_at: '2026-11-23T08:59:30Z' })], deposit)).toHaveLength(2)
})
