import { expect, test } from 'vitest'
import { coverageText, minuteText } from './more-figures'
import { day, overviewOf, range, readTo } from './testing'

const part = (changes: Partial<Parameters<typeof coverageText>[0]> = {}) => ({
  ...overviewOf().transfers,
  noun: 'transfer',
  count: 4812,
  isWhole: false,
  completeFrom: range.from + 6 * day + 22_210_000,
  ...changes,
})

test('figures of everything say how many rows they are based on', () => {
  expect(coverageText(part({ isWhole: true }), readTo, range)).toBe('4,812 transfers')
})

test.each([
  [true, 'older ones are still being read'],
  [false, 'older ones are no longer kept here'],
])('figures of a part say why there is no more: %s', (isReading, why) => {
  expect(coverageText(part({ isReading }), readTo, range)).toBe(
    `4,812 transfers, complete back to 12 Nov 06:10 UTC only: ${why}`,
  )
  expect(coverageText(part({ isReading, count: 0, completeFrom: readTo }), readTo, range)).toBe(
    `0 transfers, none of it complete: ${why}`,
  )
})

test('times name their zone', () => {
  expect(minuteText(readTo, readTo, 'UTC')).toBe('14:29 UTC')
  expect(minuteText(range.from, readTo, 'Asia/Kathmandu')).toBe('6 Nov 05:45 Asia/Kathmandu')
})
