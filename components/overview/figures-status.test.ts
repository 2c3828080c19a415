import { expect, test } from 'vitest'
import { coverageText, exceptionsText, minuteText, progressOf } from './figures-status'
import { day, overviewLine, range, readTo } from './testing'

const part = (changes: Partial<Parameters<typeof coverageText>[0]> = {}) => ({
  ...overviewLine().transfers,
  ...{ noun: 'transfer', count: 4812, isWhole: false, completeFrom: range.from + 6 * day + 22_210_000 },
  ...changes,
})

test('figures of everything say how many rows they are based on', () => {
  expect(coverageText(part({ isWhole: true }), readTo, range, 'over')).toBe('4,812 transfers')
})

const problem = { type: '/problems/service-failed', title: 'No.', status: 502 }

test.each([
  ['reading', {}, 'still reading'],
  ['over', {}, 'reading was stopped'],
  ['over', { problem }, 'the rest could not be read'],
] as const)('figures of a part say why there is no more: %s %o', (state, changes, why) => {
  expect(coverageText(part(changes), readTo, range, state)).toBe(
    `4,812 transfers, complete back to 12 Nov 06:10 UTC only: ${why}`,
  )
  expect(coverageText(part({ ...changes, count: 0, completeFrom: readTo }), readTo, range, state)).toBe(
    `0 transfers, none of it complete: ${why}`,
  )
})

test('progress is that of the list which is behind, and never passes its ends', () => {
  const line = (transfers: number, quotes: number) =>
    overviewLine({
      transfers: { isWhole: false, read: 12_000, completeFrom: transfers },
      quotes: { isWhole: false, read: 30, completeFrom: quotes },
    })
  const found = progressOf(range, line(range.from, range.from + 7 * day))
  expect(found.text).toBe('12,030 read, back to 13 Nov 00:00 UTC (48 % of the period)')
  expect(progressOf(range, line(readTo, readTo))).toEqual({ text: '12,030 read', done: 0 })
  expect(progressOf(range, line(range.from, range.from)).done).toBe(1)
  expect(progressOf(range, overviewLine({ to: range.from })).done).toBe(1)
})

test('rows that are in no figure, or in one that is out of date, are counted', () => {
  expect(exceptionsText(part())).toBe('')
  expect(exceptionsText(part({ undated: 2000, changed: 1 }))).toBe(
    '2,000 transfers without a creation time are in no figure. 1 transfer has changed since it was read: refresh to include the change.',
  )
})

test('times name their zone', () => {
  expect(minuteText(readTo, readTo, 'UTC')).toBe('14:29 UTC')
  expect(minuteText(range.from, readTo, 'Asia/Kathmandu')).toBe('6 Nov 05:45 Asia/Kathmandu')
})
