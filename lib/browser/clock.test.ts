import { expect, test } from 'vitest'
import { agoText, clockText, elapsedText, momentText, waitText } from './clock'

const now = Date.UTC(2026, 10, 19, 14, 32, 8)

test.each([
  ['2026-11-19T14:31:52Z', '14:31:52'],
  ['2026-11-19T14:31:52.104882123Z', '14:31:52'],
  ['2026-11-19T00:31:52+01:00', '18 Nov 23:31:52'],
  ['2026-11-18T09:14:02Z', '18 Nov 09:14:02'],
  ['2025-11-19T14:31:52Z', '19 Nov 2025 14:31:52'],
  ['soon', 'soon'],
])('%s in a list of 19 Nov 2026 is %s', (time, text) => {
  expect(clockText(time, now)).toBe(text)
})

test('a time alone is shown whole', () => {
  expect(clockText('2026-11-19T14:31:52Z')).toBe('19 Nov 2026 14:31:52')
  expect(momentText(now)).toBe('19 Nov 2026 14:32:08')
})

test('waits and ages are said in units that are read at once', () => {
  expect([
    elapsedText(-5),
    elapsedText(14_000),
    elapsedText(840_000),
    elapsedText(7_200_000),
    elapsedText(3 * 86_400_000),
  ]).toEqual(['0 s', '14 s', '14 min', '2 h', '3 days'])
  expect([waitText(42), waitText(185)]).toEqual(['42 s', '3 min 05 s'])
})

test('an age is said under a day, and only where there is one', () => {
  expect(agoText('2026-11-19T14:28:08Z', now)).toBe('4 min ago')
  expect(agoText('2026-11-19T14:32:20Z', now), 'a clock that is a little ahead').toBe('0 s ago')
  expect(agoText('2026-11-18T14:32:09Z', now)).toBe('23 h ago')
  for (const time of ['2026-11-18T14:32:08Z', '2026-11-19T15:00:00Z', 'soon', ''])
    expect(agoText(time, now), time).toBeUndefined()
})
