import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { toUtc } from '../api/export-text'
import { nanoseconds } from '../domain/values'
import { lastInstantBefore } from '../domain/wall-clock'
import {
  agoText,
  clockText,
  dayText,
  durationText,
  elapsedText,
  isValidRange,
  lastDays,
  longDayText,
  momentText,
  waitText,
} from './clock'

const now = Date.UTC(2026, 10, 19, 14, 32, 8)

test.each([
  ['2026-11-19T14:31:52Z', '14:31:52'],
  ['2026-11-19T14:31:52.104882123Z', '14:31:52'],
  ['2026-11-19T00:31:52+01:00', '18 Nov 23:31:52'],
  ['2026-11-18T09:14:02Z', '18 Nov 09:14:02'],
  ['2025-11-19T14:31:52Z', '19 Nov 2025 14:31:52'],
  ['soon', 'soon'],
])('%s is shown as %s on 19 Nov 2026', (time, text) => {
  expect(clockText(time, now)).toBe(text)
})

test('a time without a reference date is shown with day and year', () => {
  expect(clockText('2026-11-19T14:31:52Z')).toBe('19 Nov 2026 14:31:52')
  expect(momentText(now)).toBe('19 Nov 2026 14:32:08')
})

test('waits and ages use one or two units', () => {
  expect([
    elapsedText(-5),
    elapsedText(14_000),
    elapsedText(840_000),
    elapsedText(7_200_000),
    elapsedText(3 * 86_400_000),
  ]).toEqual(['0 s', '14 s', '14 min', '2 h', '3 days'])
  expect([waitText(42), waitText(185)]).toEqual(['42 s', '3 min 05 s'])
})

test('an age is given for less than a day only', () => {
  expect(agoText('2026-11-19T14:28:08Z', now)).toBe('4 min ago')
  expect(agoText('2026-11-19T14:32:20Z', now), 'a clock that is a little ahead').toBe('0 s ago')
  expect(agoText('2026-11-18T14:32:09Z', now)).toBe('23 h ago')
  for (const time of ['2026-11-18T14:32:08Z', '2026-11-19T15:00:00Z', 'soon', ''])
    expect(agoText(time, now), time).toBeUndefined()
})

const hour = 3_600_000
const zones = [
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2034, 11, 31) })

test('days and months begin where the calendar of their zone says, in nine zones over fifteen years', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (now, zone) => {
      const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
      const days = lastDays(now, 14, zone)
      const expected = Array.from(
        { length: 15 },
        (_, index) => today.add({ days: index - 13 }).toZonedDateTime(zone).epochMilliseconds,
      )
      expect(days.map(({ start }) => start)).toEqual(expected.slice(0, -1))
      expect(days.map(({ end }) => end)).toEqual(expected.slice(1))
      expect(days.map(({ year, month, day }) => [year, month + 1, day])).toEqual(
        Array.from({ length: 14 }, (_, index) => {
          const { year, month, day } = today.add({ days: index - 13 })
          return [year, month, day]
        }),
      )
    }),
    { numRuns: 400 },
  )
})

test.each([
  ['Europe/Zurich', '2026-03-29T12:00:00Z', 23],
  ['Europe/Zurich', '2026-10-25T12:00:00Z', 25],
  ['America/New_York', '2026-11-01T15:00:00Z', 25],
  ['Australia/Lord_Howe', '2026-10-04T05:00:00Z', 23.5],
  ['UTC', '2026-10-25T12:00:00Z', 24],
])('in %s the day of %s has %d hours', (zone, at, hours) => {
  const [day] = lastDays(Date.parse(at), 1, zone)
  expect(((day?.end ?? 0) - (day?.start ?? 0)) / hour).toBe(hours)
})

test('a day whose midnight is skipped begins at one', () => {
  const [day] = lastDays(Date.parse('2026-09-06T12:00:00Z'), 1, 'America/Santiago')
  expect(day?.start).toBe(Date.parse('2026-09-06T04:00:00Z'))
  expect((day?.end ?? 0) - (day?.start ?? 0)).toBe(23 * hour)
})

test('days are named with their weekday', () => {
  const days = lastDays(Date.parse('2026-11-19T14:32:08Z'), 14, 'UTC')
  const [first, last] = [days[0], days[13]]
  if (!first || !last) throw new Error('Expected fourteen days.')
  expect(dayText(last)).toBe('Thu 19 Nov')
  expect(longDayText(last)).toBe('Thursday 19 November 2026')
  expect(longDayText(first)).toBe('Friday 6 November 2026')
})

const second = 1000
const minute = 60 * second

test.each([
  [-5, 'under 1 s'],
  [999, 'under 1 s'],
  [2 * second, '2 s'],
  [70 * second, '1 min 10 s'],
  [185 * second, '3 min 05 s'],
  [10 * minute, '10 min'],
  [59 * minute + 59 * second, '59 min'],
  [hour, '1 h 00 min'],
  [5 * hour + 12 * minute, '5 h 12 min'],
  [26 * hour + 31 * minute, '26 h 31 min'],
  [102 * hour, '4 days 6 h'],
])('%d ms is %s', (millis, text) => {
  expect(durationText(millis)).toBe(text)
})

test.each([
  ['2026-11-18T14:32:05Z', '2026-11-18T14:32:05Z'],
  ['2026-11-18T14:32:05.123456789+01:00', '2026-11-18T13:32:05.123456789Z'],
  ['2026-11-18T23:32:05.100-05:30', '2026-11-19T05:02:05.100Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z'],
  ['0000-01-01T00:00:00+01:00', undefined],
  ['yesterday', undefined],
])('%s is %s in UTC, with every digit kept', (time, utc) => {
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

test('the last instant before a second is one nanosecond earlier', () => {
  expect(lastInstantBefore('2026-12-01T00:00:00Z')).toBe('2026-11-30T23:59:59.999999999Z')
})

test('a range is valid if it ends after it begins, whatever the zones of its ends', () => {
  expect(isValidRange({ from: '2026-11-18T14:00:00+01:00', to: '2026-11-18T13:30:00Z' })).toBe(true)
  expect(isValidRange({ from: '2026-11-18T14:00:00Z', to: '2026-11-18T14:00:00Z' })).toBe(false)
  expect(isValidRange({ from: '2026-11-18T14:00:00Z', to: '2026-11-18T14:00:00Z' }, true)).toBe(true)
  expect(isValidRange({ from: '2026-11-18T14:00:00.000000002Z', to: '2026-11-18T14:00:00.000000001Z' }, true)).toBe(
    false,
  )
  expect(isValidRange({ from: '2026-11-18T14:00:00Z' })).toBe(true)
})
