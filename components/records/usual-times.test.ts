import { expect, test } from 'vitest'
import { durationText } from '@/lib/browser/clock'
import type { SettleTimes } from '@/lib/features/overview/interface'
import { readTransfer } from '@/lib/provider/reading'
import { deadlineOf } from './overdue'
import { settlementTimes, type UsualTimes, usualTimeOf, usualTimesByType, usualTimeText } from './usual-times'

/** Completed transfers of a kind, each of which took as long. */
const completed = (type: string, timed: number, took: number, network = ''): SettleTimes => ({
  type,
  network,
  count: timed,
  timed,
  median: took,
  p95: took,
})

test('kinds have the names that people know, and count those whose times are in order', () => {
  expect(
    settlementTimes([
      { type: 'INTERNAL_TRANSFER_DEBIT', network: '', count: 7, timed: 5, median: 3, p95: 100 },
      completed('CRYPTO_WITHDRAWAL', 1, 840_000, 'ETHEREUM'),
    ]),
  ).toEqual([
    { type: 'Internal transfer', transfers: 5, median: 3, p95: 100 },
    { type: 'Crypto withdrawal, Ethereum', transfers: 1, median: 840_000, p95: 840_000 },
  ])
})

/** Milliseconds from its creation, on a Tuesday unless it is given, until a pending transfer is overdue. */
const overdueAfter = (usualTimes: UsualTimes, kind: { type: string; crypto_network?: string; created_at?: string }) => {
  const pending = readTransfer({ status: 'PENDING', created_at: '2026-11-17T12:00:00Z', ...kind })
  const { dueAt = Number.NaN } = deadlineOf(pending, { now: 0, usualTimes }) ?? {}
  return dueAt - Date.parse(pending.known.created_at ?? '')
}

const textOf = (times: UsualTimes, type: string) => {
  const usual = usualTimeOf(times, { type })
  return usual && usualTimeText(usual)
}

test('what is usual is half and 95 % of the completed transfers of the type, and how many those were', () => {
  const times = settlementTimes([{ ...completed('WIRE_DEPOSIT', 210, 6_300_000), p95: 21_600_000 }])
  expect(textOf(times, 'WIRE_DEPOSIT')).toBe('usually 1 h 45 min, 95 % within 6 h')
  expect(usualTimeOf(times, { type: 'WIRE_DEPOSIT' })?.transfers).toBe(210)
})

test('networks of one type have times of their own, and none stands in for another', () => {
  const on = (network: string, timed: number, took: number) => completed('CRYPTO_WITHDRAWAL', timed, took, network)
  const times = settlementTimes([on('SOLANA', 40, 60_000), on('BITCOIN', 20, 3_600_000), on('INK', 19, 1000)])
  const usual = (crypto_network?: string) => overdueAfter(times, { type: 'CRYPTO_WITHDRAWAL', crypto_network })
  expect([usual('SOLANA'), usual('BITCOIN'), usual('INK'), usual()]).toEqual([
    60_000, 3_600_000, 86_400_000, 86_400_000,
  ])
  expect(usualTimesByType(times).map(({ type }) => type)).toEqual([
    'Crypto withdrawal, Solana',
    'Crypto withdrawal, Bitcoin',
  ])
})

test('of a type with fewer than 20 completed transfers nothing is said, and it counts as overdue after 24 h', () => {
  const times = settlementTimes([completed('WIRE_DEPOSIT', 19, 0), completed('RTP_DEPOSIT', 20, 5000)])
  expect(overdueAfter(times, { type: 'WIRE_DEPOSIT' })).toBe(86_400_000)
  expect(textOf(times, 'WIRE_DEPOSIT')).toBeUndefined()
  expect(overdueAfter(times, { type: 'RTP_DEPOSIT' })).toBe(5000)
  expect(usualTimesByType(times)).toEqual([{ type: 'RTP deposit', transfers: 20, median: 5000, usual: 5000 }])
})

test('what banks carry is not overdue for the days on which they are closed', () => {
  const overdueFrom = (type: string, created_at: string) =>
    new Date(Date.parse(created_at) + overdueAfter('unavailable', { type, created_at })).toISOString().slice(0, 16)
  expect(overdueFrom('WIRE_DEPOSIT', '2026-11-27T15:00:00Z'), 'a Friday').toBe('2026-11-30T15:00')
  expect(overdueFrom('BANK_WITHDRAWAL', '2026-11-25T15:00:00Z'), 'before Thanksgiving').toBe('2026-11-27T15:00')
  expect(overdueFrom('RTP_DEPOSIT', '2026-11-27T15:00:00Z')).toBe('2026-11-28T15:00')
})

test('nothing is said either if usual times could not be loaded', () => {
  expect(overdueAfter('unavailable', { type: 'WIRE_DEPOSIT' })).toBe(86_400_000)
  expect(textOf('unavailable', 'WIRE_DEPOSIT')).toBeUndefined()
})

test.each([
  [0, 'under 1 s', 1000, '1 s'],
  [64_200, '1 min 04 s', 65_000, '1 min 05 s'],
  [890_000, '14 min', 900_000, '15 min'],
  [180_000_001, '2 days 2 h', 183_600_000, '2 days 3 h'],
  [172_800_000, '2 days 0 h', 172_800_000, '2 days'],
])('the rule for %d ms (%s) is the time in its text', (lasted, cut, usual, text) => {
  const times = settlementTimes([completed('WIRE_DEPOSIT', 20, lasted)])
  expect(durationText(lasted)).toBe(cut)
  expect(overdueAfter(times, { type: 'WIRE_DEPOSIT' })).toBe(usual)
  expect(textOf(times, 'WIRE_DEPOSIT')).toMatch(`95 % within ${text}`)
})
