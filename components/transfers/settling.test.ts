import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { durationText } from '@/lib/browser/clock'
import { lastedOf, settlingOf, settlingWords, usualMillis, usualTypes } from './settling'

const entries = [
  ...[1, 2, 3, 4].map((lasted) => ({ status: 'COMPLETED', type: 'INTERNAL_TRANSFER_CREDIT', lasted })),
  { status: 'COMPLETED', type: 'INTERNAL_TRANSFER_DEBIT', lasted: 100 },
  { status: 'PENDING', type: 'INTERNAL_TRANSFER_CREDIT', lasted: 900 },
  { status: 'COMPLETED', type: 'INTERNAL_TRANSFER_CREDIT' },
  { status: 'COMPLETED', type: 'WIRE_DEPOSIT', lasted: 840_000 },
]
const completed = (type: string, transfers: number, lasted: number) =>
  Array.from({ length: transfers }, () => ({ status: 'COMPLETED', type, lasted }))

test('times to settle are of completed transfers only, types of one name together, most transfers first', () => {
  expect(settlingOf(entries)).toEqual([
    { type: 'Internal transfer', transfers: 5, median: 3, most: 100 },
    { type: 'Wire deposit', transfers: 1, median: 840_000, most: 840_000 },
  ])
})

test('the usual time is said with the number of transfers that it was computed from', () => {
  const times = settlingOf(completed('WIRE_DEPOSIT', 210, 840_000))
  expect(settlingWords(times, 'WIRE_DEPOSIT')).toBe(
    '95 % of the last 210 completed transfers of this type settled within 14 min.',
  )
})

test('fewer than 20 examples of a type do not say what is usual: then 24 h holds', () => {
  const times = settlingOf([...completed('WIRE_DEPOSIT', 19, 0), ...completed('RTP_DEPOSIT', 20, 5000)])
  expect(usualMillis(times, 'WIRE_DEPOSIT')).toBe(86_400_000)
  expect(settlingWords(times, 'WIRE_DEPOSIT')).toBe(
    'Fewer than 20 completed transfers of this type to compare with: this transfer is slow after 24 h.',
  )
  expect(usualMillis(times, 'RTP_DEPOSIT')).toBe(5000)
  expect(usualTypes(times)).toEqual([{ type: 'RTP deposit', transfers: 20, usual: 5000 }])
})

test('24 h holds, and the failure is said, where usual times could not be read', () => {
  expect(usualMillis('unread', 'WIRE_DEPOSIT')).toBe(86_400_000)
  expect(settlingWords('unread', 'WIRE_DEPOSIT')).toBe(
    'Usual times could not be read: this transfer is slow after 24 h.',
  )
})

test.each([
  [0, 'under 1 s', 1000, '1 s'],
  [64_200, '1 min 04 s', 65_000, '1 min 05 s'],
  [890_000, '14 min', 900_000, '15 min'],
  [180_000_001, '2 days 2 h', 183_600_000, '2 days 3 h'],
])('the rule for %d ms (%s) is the time that its sentence names', (lasted, cut, usual, text) => {
  const times = settlingOf(completed('WIRE_DEPOSIT', 20, lasted))
  expect(durationText(lasted)).toBe(cut)
  expect(usualMillis(times, 'WIRE_DEPOSIT')).toBe(usual)
  expect(settlingWords(times, 'WIRE_DEPOSIT')).toMatch(`settled within ${text}.`)
})

test('a transfer without both of its times, or with them in the wrong order, has no duration', () => {
  const lasted = (created_at?: string, updated_at?: string) => lastedOf(readTransfer({ created_at, updated_at }).known)
  expect(lasted('2026-11-19T14:00:00Z', '2026-11-19T14:00:01.5Z')).toBe(1500)
  expect(lasted('2026-11-19T14:00:00Z')).toBeUndefined()
  expect(lasted('2026-11-19T14:00:00Z', '2026-11-19T13:00:00Z')).toBeUndefined()
})
