import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTimestamp, nanoseconds } from '../api/values'
import { isForward, presetNames, presets, readTime } from './time-range'

const now = Date.UTC(2026, 10, 19, 14, 32, 8, 250)

test('presets become absolute, half-open ranges', () => {
  expect(presets['last 24 hours'](now)).toEqual({ gte: '2026-11-18T14:32:09Z', lt: '2026-11-19T14:32:09Z' })
  expect(presets['last 7 days'](now).gte).toBe('2026-11-12T14:32:09Z')
  expect(presets['last 30 days'](now).gte).toBe('2026-10-20T14:32:09Z')
  expect(presets['this month'](now)).toEqual({ gte: '2026-11-01T00:00:00Z', lt: '2026-12-01T00:00:00Z' })
  expect(presets['this month'](Date.UTC(2026, 11, 31)).lt).toBe('2027-01-01T00:00:00Z')
})

test('a preset holds the very moment at which it was chosen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(...presetNames), (millis, name) => {
      const { gte, lt } = presets[name](millis)
      const moment = BigInt(millis) * 1_000_000n
      expect((nanoseconds(gte) ?? 0n) <= moment && moment < (nanoseconds(lt) ?? 0n)).toBe(true)
    }),
  )
})

test.each([
  ['2026-11-18', '2026-11-18T00:00:00Z'],
  [' 2026-11-18 14:32 ', '2026-11-18T14:32:00Z'],
  ['2026-11-18 14:32:05 UTC', '2026-11-18T14:32:05Z'],
  ['2026-11-18T14:32:05.123456789Z', '2026-11-18T14:32:05.123456789Z'],
  ['2026-11-18T14:32:05+01:00', '2026-11-18T14:32:05+01:00'],
])('%j is read as %s', (text, time) => {
  expect(readTime(text)).toBe(time)
  expect(isTimestamp(time)).toBe(true)
})

test('a day alone counts whole where a range ends', () => {
  expect(readTime('2026-12-31', true)).toBe('2027-01-01T00:00:00Z')
  expect(readTime('2026-12-31 00:00', true)).toBe('2026-12-31T00:00:00Z')
})

test.each(['', 'yesterday', '18.11.2026', '2026-13-01', '2026-11-18 25:00', '14:32', '2026-02-30', '1763476328'])(
  '%j is no time',
  (text) => {
    expect(readTime(text)).toBeUndefined()
  },
)

test('a range ends after it begins, in whatever zones it is written', () => {
  expect(isForward({ gte: '2026-11-18T14:00:00+01:00', lt: '2026-11-18T13:30:00Z' })).toBe(true)
  expect(isForward({ gte: '2026-11-18T14:00:00Z', lt: '2026-11-18T14:00:00Z' })).toBe(false)
  expect(isForward({ gte: '2026-11-18T14:00:00Z' })).toBe(true)
})
