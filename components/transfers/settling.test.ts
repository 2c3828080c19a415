import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { lastedOf, settlingOf, settlingWords, usualMillis } from './settling'

const entries = [
  ...[1, 2, 3, 4].map((lasted) => ({ status: 'COMPLETED', type: 'INTERNAL_TRANSFER_CREDIT', lasted })),
  { status: 'COMPLETED', type: 'INTERNAL_TRANSFER_DEBIT', lasted: 100 },
  { status: 'PENDING', type: 'INTERNAL_TRANSFER_CREDIT', lasted: 900 },
  { status: 'COMPLETED', type: 'INTERNAL_TRANSFER_CREDIT' },
  { status: 'COMPLETED', type: 'WIRE_DEPOSIT', lasted: 840_000 },
]

test('times to settle are of completed transfers only, types of one name together, most transfers first', () => {
  expect(settlingOf(entries)).toEqual([
    { type: 'Internal transfer', transfers: 5, median: 3, most: 100 },
    { type: 'Wire deposit', transfers: 1, median: 840_000, most: 840_000 },
  ])
})

test('the usual time is said with the number of transfers that it was computed from', () => {
  const settlings = settlingOf(entries)
  expect(settlingWords(settlings, 'WIRE_DEPOSIT')).toBe(
    'Usually settles within 14 min (95 % of the 1 of this type completed last).',
  )
  expect(settlingWords(settlings, 'RTP_DEPOSIT')).toBe('No completed transfer of this type to compare it with.')
  expect(usualMillis(settlings, 'RTP_DEPOSIT')).toBe(86_400_000)
})

test('a transfer without both of its times, or with them in the wrong order, has no duration', () => {
  const lasted = (created_at?: string, updated_at?: string) => lastedOf(readTransfer({ created_at, updated_at }).known)
  expect(lasted('2026-11-19T14:00:00Z', '2026-11-19T14:00:01.5Z')).toBe(1500)
  expect(lasted('2026-11-19T14:00:00Z')).toBeUndefined()
  expect(lasted('2026-11-19T14:00:00Z', '2026-11-19T13:00:00Z')).toBeUndefined()
})
