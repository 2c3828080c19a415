import { expect, test } from 'vitest'
import { mayBeFollowed } from '@/components/requests/labels'
import type { IntentDetail } from '@/lib/api/intents'
import { ProblemError, type ProblemKind } from '@/lib/provider/problem'
import { waitAfter, waitAfterError } from './state-note'
import { intentOf } from './testing'

const open = intentOf({ record_id: 'o-1', record_status: 'OPEN', answer_status: 200, may_follow: true })

test.each<[string, Partial<IntentDetail>, boolean]>([
  ['an open order', {}, true],
  ['an order with an unknown status', { record_status: 'HELD' }, true],
  [
    'a rule with a status that only the server knows to be open',
    { operation: 'createRule', record_status: 'IN_REVIEW' },
    true,
  ],
  ['an order of an environment that only checks on request', { may_follow: false }, false],
  ['an order without the permission to follow', { may_follow: undefined }, false],
  // A check sends the same again, and the provider may never have received it.
  ["an order confirmed only by a person's note", { noted_by: 'Tomas Reiter', answer_status: undefined }, false],
  ['a conflict', { is_conflict: true }, false],
])('%s is followed only where the server allows it and it is safe', (_, changes, isFollowed) => {
  expect(mayBeFollowed({ ...open, ...changes })).toBe(isFollowed)
})

test('checks back off from two seconds to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map(waitAfter)).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
})

test('a failed check is repeated only where a later one may succeed', () => {
  const error = (status: number, kind: ProblemKind, headers = {}) => new ProblemError(status, kind, 'No.', { headers })
  expect(waitAfterError(error(409, 'check-in-progress'), 1, 0)).toBe(4_000)
  expect(waitAfterError(error(503, 'console-unreachable'), 2, 0)).toBe(8_000)
  expect(waitAfterError(error(429, 'rate-limited', { 'retry-after': '90' }), 1, 0)).toBe(90_000)
  expect(waitAfterError(error(429, 'rate-limited', { 'retry-after': '1' }), 3, 0)).toBe(16_000)
  for (const kind of ['too-late', 'clocks-disagree', 'earlier-credential', 'person-changed'] as const)
    expect(waitAfterError(error(409, kind), 0, 0)).toBeUndefined()
  expect(waitAfterError(error(401, 'session-ended'), 0, 0)).toBeUndefined()
})
