import { expect, test } from 'vitest'
import { mergeWalkPages, type WalkEntry, type WalkResult } from '@/lib/browser/bounded-walk'
import type { WalkState } from './use-walk'
import { coverageText, leftOutText, minuteText, progressText } from './walk-status'

const until = Date.parse('2026-11-19T14:32:09Z')
const floor = Date.parse('2026-11-05T12:00:00Z')
const start = Date.parse('2026-11-06T00:00:00Z')
const reached = Date.parse('2026-11-12T06:10:30Z')

function walk(more: { next?: string; isRepeated?: boolean; times?: number[] } = {}): WalkResult<WalkEntry> {
  const entries = (more.times ?? [until - 1000, reached]).map((at) => ({ at }))
  const found = mergeWalkPages([
    { startedAt: until, floor, until, entries, next: more.next, isRepeated: more.isRepeated ?? false },
  ])
  if (!found) throw new Error('One page was read.')
  return found
}
const coverage = (result: WalkResult<WalkEntry>, state: WalkState) =>
  coverageText(result, { start, noun: 'transfer', count: 4812 }, state, 'UTC')

test('a finished walk is complete back to the first day', () => {
  expect(coverage(walk(), 'complete')).toBe('Based on 4,812 transfers, complete back to 6 Nov 00:00 UTC.')
})

test.each([
  ['loading', 'still loading'],
  ['stopped', 'loading was stopped'],
  ['failed', 'the next page failed'],
  ['limited', 'loading stops at 2'],
] as const)('a walk that is %s says how far back it is complete, and why no further', (state, why) => {
  expect(coverage(walk({ next: 'on' }), state)).toBe(
    `Based on 4,812 transfers, complete back to 12 Nov 06:10 UTC only: ${why}. Older ones are not counted.`,
  )
})

test('a repeated cursor or a wrong order is named as the reason', () => {
  expect(coverage(walk({ isRepeated: true }), 'loading')).toContain(
    'complete back to 12 Nov 06:10 UTC only: the provider repeated a page cursor',
  )
  expect(coverage(walk({ next: 'on', times: [reached, until - 1] }), 'loading')).toBe(
    "Based on 4,812 transfers. No day is complete: the provider didn't return the requested order.",
  )
})

test('progress and times name their zone', () => {
  expect(progressText(undefined, 'UTC')).toBe('Nothing loaded yet')
  expect(progressText(walk({ next: 'on' }), 'UTC')).toBe('2 loaded, back to 12 Nov 06:10 UTC')
  expect(progressText(walk({ next: 'on' }), 'Asia/Kathmandu')).toBe('2 loaded, back to 12 Nov 11:55 Asia/Kathmandu')
  expect(minuteText(until, until, 'UTC')).toBe('14:32 UTC')
})

test('rows that are in no figure are counted', () => {
  expect(leftOutText(walk())).toBe('')
  expect(leftOutText({ ...walk(), duplicates: 1, outOfRange: 2000, undated: 3 })).toBe(
    '1 duplicate was counted once. 2,000 rows outside the requested time left out. 3 rows without a creation time left out.',
  )
})
