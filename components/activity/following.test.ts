import { expect, test } from 'vitest'
import type { IntentDetail } from '@/lib/api/intents'
import { ProblemError, type ProblemKind } from '@/lib/api/problem'
import { mayBeFollowed, waitAfter, waitAfterError } from './status-follow'

const open: IntentDetail = {
  id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC',
  record_id: 'o-1',
  record_status: 'OPEN',
  created_at: '2026-11-19T13:23:04.000Z',
  answer_status: 200,
  is_conflict: false,
  path: {},
  may_follow: true,
  events: [],
}

test.each<[string, Partial<IntentDetail>, boolean]>([
  ['an open order', {}, true],
  ['an order with a status that nobody knows', { record_status: 'HELD' }, true],
  ['a rule whose status only the server calls open', { operation: 'createRule', record_status: 'IN_REVIEW' }, true],
  ['where a person is asked', { may_follow: false }, false],
  ['where the console says nothing of it', { may_follow: undefined }, false],
  // A check sends the same again, which could place what never arrived.
  ["what only a person's word confirmed", { noted_by: 'Tomas Reiter', answer_status: undefined }, false],
  ['a conflict', { is_conflict: true }, false],
])('%s is followed only where the server allows it and that is safe', (_, more, isFollowed) => {
  expect(mayBeFollowed({ ...open, ...more })).toBe(isFollowed)
})

test('checks back off from two seconds to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map(waitAfter)).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
})

test('a check that failed is repeated only where a later one may be answered', () => {
  const error = (status: number, kind: ProblemKind, headers = {}) => new ProblemError(status, kind, 'No.', { headers })
  expect(waitAfterError(error(409, 'someone-asks'), 1, 0)).toBe(4_000)
  expect(waitAfterError(error(503, 'console-unreachable'), 2, 0)).toBe(8_000)
  expect(waitAfterError(error(429, 'rate-limited', { 'retry-after': '90' }), 1, 0)).toBe(90_000)
  expect(waitAfterError(error(429, 'rate-limited', { 'retry-after': '1' }), 3, 0)).toBe(16_000)
  for (const kind of ['too-late', 'clocks-disagree', 'earlier-credential', 'person-changed'] as const)
    expect(waitAfterError(error(409, kind), 0, 0)).toBeUndefined()
  expect(waitAfterError(error(401, 'session-ended'), 0, 0)).toBeUndefined()
})
