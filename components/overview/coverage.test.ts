import { expect, test } from 'vitest'
import { mergeWalkPages, type WalkEntry, type WalkResult } from '@/lib/browser/bounded-walk'
import { coverageText, minuteText, oddText, progressText } from './coverage'

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
const shown = { start, zone: 'UTC', noun: 'transfers', counted: 4812 } as const

test('a walk that reached its end is complete back to the first day', () => {
  expect(coverageText(walk(), { ...shown, state: 'whole' })).toBe(
    'Counted from 4,812 transfers read, complete back to 6 Nov 00:00 UTC.',
  )
})

test.each([
  ['reading', 'the reading goes on'],
  ['stopped', 'the reading was stopped'],
  ['failed', 'the next page failed'],
  ['bounded', 'the reading ends at 2'],
] as const)('a walk that is %s says how far it reaches, and why no further', (state, why) => {
  expect(coverageText(walk({ next: 'on' }), { ...shown, state })).toBe(
    `Counted from 4,812 transfers read, complete back to 12 Nov 06:10 UTC only: ${why}. What is older is not counted.`,
  )
})

test('a service that repeats a cursor, or forgets its order, is named as the reason', () => {
  expect(coverageText(walk({ isRepeated: true }), { ...shown, state: 'reading' })).toContain(
    'complete back to 12 Nov 06:10 UTC only: the provider repeated a page cursor',
  )
  expect(coverageText(walk({ next: 'on', times: [reached, until - 1] }), { ...shown, state: 'reading' })).toBe(
    'Counted from 4,812 transfers read. No day can be called complete: the provider did not keep the requested order.',
  )
})

test('progress and moments name their zone', () => {
  expect(progressText(undefined, 'UTC')).toBe('Nothing read yet')
  expect(progressText(walk({ next: 'on' }), 'UTC')).toBe('2 read, back to 12 Nov 06:10 UTC')
  expect(progressText(walk({ next: 'on' }), 'Asia/Kathmandu')).toBe('2 read, back to 12 Nov 11:55 Asia/Kathmandu')
  expect(minuteText(until, until, 'UTC')).toBe('14:32 UTC')
})

test('what is in no figure is told', () => {
  expect(oddText(walk())).toBe('')
  expect(oddText({ ...walk(), duplicates: 1, outOfRange: 2000, undated: 3 })).toBe(
    '1 came twice and count once. 2,000 were created outside the time that was asked for and are left out. 3 came without a creation time and are left out.',
  )
})
