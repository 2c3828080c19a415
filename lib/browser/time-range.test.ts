import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nanoseconds } from '../api/values'
import { isValidRange, lastHours, lastInstantBefore, toUtc } from './time-range'

test('the last hours hold the very moment at which they were chosen, and no more than they say', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 720 }), (millis, hours) => {
      const { from, to } = lastHours(hours, millis)
      const moment = BigInt(millis) * 1_000_000n
      const [begin = 0n, end = 0n] = [nanoseconds(from), nanoseconds(to)]
      expect(begin <= moment && moment < end).toBe(true)
      expect(end - begin).toBe(BigInt(hours) * 3_600_000_000_000n)
    }),
  )
})

test.each([
  ['2026-11-18T14:32:05Z', '2026-11-18T14:32:05Z'],
  ['2026-11-18T14:32:05.123456789+01:00', '2026-11-18T13:32:05.123456789Z'],
  ['2026-11-18T23:32:05.100-05:30', '2026-11-19T05:02:05.100Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z'],
  ['0000-01-01T00:00:00+01:00', undefined],
  ['yesterday', undefined],
])('%s is %s in UTC, with every digit that it had', (time, utc) => {
  expect(toUtc(time)).toBe(utc)
})

test('a time in UTC is the same moment', () => {
  const digits = fc.stringMatching(/^\d{1,9}$/)
  const minutes = fc.integer({ min: -839, max: 839 })
  fc.assert(
    fc.property(fc.integer({ min: -6e10, max: 2e11 }), digits, minutes, (seconds, fraction, offset) => {
      const wall = new Date((seconds + offset * 60) * 1000).toISOString().replace(/\.\d+Z$/, '')
      const [sign, size] = [offset < 0 ? '-' : '+', Math.abs(offset)]
      const zone = `${sign}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
      const time = `${wall}.${fraction}${zone}`
      expect(nanoseconds(toUtc(time) ?? '')).toBe(nanoseconds(time))
    }),
  )
})

test('the last moment before a second is a nanosecond before it', () => {
  expect(lastInstantBefore('2026-12-01T00:00:00Z')).toBe('2026-11-30T23:59:59.999999999Z')
})

test('a range ends after it begins, in whatever zones it is written', () => {
  expect(isValidRange({ from: '2026-11-18T14:00:00+01:00', to: '2026-11-18T13:30:00Z' })).toBe(true)
  expect(isValidRange({ from: '2026-11-18T14:00:00Z', to: '2026-11-18T14:00:00Z' })).toBe(false)
  expect(isValidRange({ from: '2026-11-18T14:00:00Z', to: '2026-11-18T14:00:00Z' }, true)).toBe(true)
  expect(isValidRange({ from: '2026-11-18T14:00:00.000000002Z', to: '2026-11-18T14:00:00.000000001Z' }, true)).toBe(
    false,
  )
  expect(isValidRange({ from: '2026-11-18T14:00:00Z' })).toBe(true)
})
