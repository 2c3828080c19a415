import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dayRangeText, dayText, lastDays, longDayText, thisMonth } from './days'

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

test('days and months begin where the calendar of their zone says, in nine zones and fifteen years', () => {
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
      expect(thisMonth(now, zone).start).toBe(today.with({ day: 1 }).toZonedDateTime(zone).epochMilliseconds)
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

test('a day that begins at one, because midnight is skipped, begins at one', () => {
  const [day] = lastDays(Date.parse('2026-09-06T12:00:00Z'), 1, 'America/Santiago')
  expect(day?.start).toBe(Date.parse('2026-09-06T04:00:00Z'))
  expect((day?.end ?? 0) - (day?.start ?? 0)).toBe(23 * hour)
})

test('days are said with their weekday', () => {
  const days = lastDays(Date.parse('2026-11-19T14:32:08Z'), 14, 'UTC')
  const [first, last] = [days[0], days[13]]
  if (!first || !last) throw new Error('There are fourteen days.')
  expect(dayText(last)).toBe('Thu 19 Nov')
  expect(longDayText(last)).toBe('Thursday 19 November 2026')
  expect(dayRangeText(first, last)).toBe('6 to 19 Nov')
  expect(thisMonth(last.start, 'UTC').name).toBe('November')
  const [before] = lastDays(Date.parse('2026-10-25T12:00:00Z'), 1, 'UTC')
  if (before) expect(dayRangeText(before, last)).toBe('25 Oct to 19 Nov')
  expect(longDayText(first)).toBe('Friday 6 November 2026')
})
