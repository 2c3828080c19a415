import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { asOfText, readAsOf, relativeRange, relativeRanges, resolvedTimes, type When } from './relative-times'

const now = Date.parse('2026-11-23T00:41:09.250Z')
const utc: When = { now, zone: 'UTC' }
const zurich: When = { now, zone: 'Europe/Zurich' }
const newYork: When = { now, zone: 'America/New_York' }

test.each([
  ['last-1h', utc, '2026-11-22T23:42:00Z', '2026-11-23T00:42:00Z'],
  ['last-24h', newYork, '2026-11-22T00:42:00Z', '2026-11-23T00:42:00Z'],
  ['last-7d', utc, '2026-11-16T00:42:00Z', '2026-11-23T00:42:00Z'],
  ['last-30d', utc, '2026-10-24T00:42:00Z', '2026-11-23T00:42:00Z'],
  ['today', utc, '2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'],
  ['today', newYork, '2026-11-22T05:00:00Z', '2026-11-23T05:00:00Z'],
  ['yesterday', zurich, '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z'],
  // A Monday in UTC is still Sunday in New York.
  ['this-week', utc, '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
  ['this-week', newYork, '2026-11-16T05:00:00Z', '2026-11-23T05:00:00Z'],
  ['last-week', zurich, '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z'],
  ['this-month', utc, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  // Clocks were set back on 25 October.
  ['last-month', zurich, '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
] as const)('%s in %j is from %s to %s', (range, when, from, to) => {
  expect(relativeRange(range, when)).toEqual({ from, to })
})

test.each([
  ['today', 'Europe/Zurich', '2026-03-29T12:00:00Z', 23],
  ['yesterday', 'Europe/Zurich', '2026-10-26T12:00:00Z', 25],
  // Clocks change at midnight.
  ['today', 'America/Santiago', '2026-09-06T12:00:00Z', 23],
  ['this-week', 'Australia/Lord_Howe', '2026-10-04T05:00:00Z', 7 * 24 - 0.5],
  ['this-month', 'America/New_York', '2026-11-15T12:00:00Z', 30 * 24 + 1],
  ['last-month', 'UTC', '2028-03-01T00:00:00Z', 29 * 24],
] as const)('%s in %s at %s has %d hours', (range, zone, at, hours) => {
  const { from, to } = relativeRange(range, { now: Date.parse(at), zone })
  expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours)
})

const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe']
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2034, 11, 31) })

test('days, weeks and months are those of the calendar, in six zones over fifteen years', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, zone) => {
      const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
      const monday = today.subtract({ days: today.dayOfWeek - 1 })
      const first = today.with({ day: 1 })
      const expected = {
        today: [today, today.add({ days: 1 })],
        yesterday: [today.subtract({ days: 1 }), today],
        'this-week': [monday, monday.add({ weeks: 1 })],
        'last-week': [monday.subtract({ weeks: 1 }), monday],
        'this-month': [first, first.add({ months: 1 })],
        'last-month': [first.subtract({ months: 1 }), first],
      }
      for (const [range, [from, to]] of Object.entries(expected)) {
        const read = relativeRange(range as keyof typeof expected, { now: at, zone })
        const startOf = (day?: Temporal.PlainDate) => day?.toZonedDateTime(zone).epochMilliseconds
        expect([Date.parse(read.from), Date.parse(read.to)], range).toEqual([startOf(from), startOf(to)])
      }
    }),
    { numRuns: 300 },
  )
})

test('ranges that end now or today include now; past ones end before it', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...relativeRanges), fc.constantFrom(...zones), (at, range, zone) => {
      const { from, to } = relativeRange(range, { now: at, zone })
      const isPast = ['yesterday', 'last-week', 'last-month'].includes(range)
      expect(Date.parse(from)).toBeLessThanOrEqual(at)
      expect(Date.parse(to) > at).toBe(!isPast)
      // The reader's zone changes nothing in a range that has none.
      if (/^last-\d/.test(range)) expect(relativeRange(range, { now: at, zone: 'UTC' })).toEqual({ from, to })
    }),
    { numRuns: 500 },
  )
})

const resolved = (list: 'listTransfers' | 'listIssuerQuotes', search: string, when = utc) =>
  resolvedTimes(list, new URLSearchParams(search), when).toString()

test('relative times become the parameters of each list, and the others stay', () => {
  expect(
    decodeURIComponent(resolved('listTransfers', 'statuses=FAILED&x.created=today&x.columns=created.amount')),
  ).toBe(
    'statuses=FAILED&x.columns=created.amount&created_at.gte=2026-11-23T00:00:00Z&created_at.lt=2026-11-24T00:00:00Z',
  )
  expect(decodeURIComponent(resolved('listTransfers', 'x.updated=yesterday'))).toBe(
    'updated_at.gte=2026-11-22T00:00:00Z&updated_at.lt=2026-11-23T00:00:00Z',
  )
  expect(decodeURIComponent(resolved('listIssuerQuotes', 'x.created=yesterday'))).toBe(
    'created_range.begin=2026-11-22T00:00:00Z&created_range.end=2026-11-22T23:59:59.999999999Z',
  )
  expect(resolved('listTransfers', 'type=WIRE_DEPOSIT')).toBe('type=WIRE_DEPOSIT')
})

test('later pages are read as of the first one', () => {
  const asOf = asOfText(newYork)
  expect(asOf).toBe('2026-11-23T00:41:09Z[America/New_York]')
  expect(readAsOf(asOf)).toEqual({ now: Date.parse('2026-11-23T00:41:09Z'), zone: 'America/New_York' })
  const later = { now: now + 86_400_000, zone: 'Asia/Tokyo' }
  const search = new URLSearchParams({ 'x.created': 'today', page_cursor: 'a', 'x.as_of': asOf })
  const bounds = { page_cursor: 'a', 'created_at.gte': '2026-11-22T05:00:00Z', 'created_at.lt': '2026-11-23T05:00:00Z' }
  expect(Object.fromEntries(resolvedTimes('listTransfers', search, later))).toEqual(bounds)
})

test.each([
  ['listTransfers', 'x.created=last-8d', 'created_at.gte=last-8d'],
  ['listTransfers', 'x.created=toString', 'created_at.gte=toString'],
  ['listTransfers', 'x.created=', 'created_at.gte='],
  ['listIssuerQuotes', 'x.created=soon', 'created_range.begin=soon'],
  ['listTransfers', 'x.created=today&x.as_of=soon', 'created_at.gte=soon'],
  ['listTransfers', 'x.created=today&x.as_of=', 'created_at.gte='],
  [
    'listTransfers',
    'x.created=today&x.as_of=2026-11-23T00:41:09Z[Mars/Olympus]',
    'created_at.gte=2026-11-23T00:41:09Z[Mars/Olympus]',
  ],
] as const)('%s with %s keeps a value that its schema refuses', (list, search, expected) => {
  expect(decodeURIComponent(resolved(list, search))).toBe(expected)
})

test('a relative time beside an absolute one, or twice, keeps both, which the schema refuses', () => {
  const names = (search: string) => [...resolvedTimes('listTransfers', new URLSearchParams(search), utc).keys()]
  expect(names('created_at.gte=2026-11-01T00:00:00Z&x.created=today')).toEqual([
    'created_at.gte',
    'created_at.gte',
    'created_at.lt',
  ])
  expect(names('x.created=today&x.created=yesterday').filter((name) => name === 'created_at.gte')).toHaveLength(2)
})
