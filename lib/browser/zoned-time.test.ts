import { describe, expect, test } from 'vitest'
import { isTimestamp } from '../domain/values'
import { clockText } from './clock'
import { editableTime, type ParsedTime, parseTime } from './zoned-time'

const minute = 60_000
const hour = 60 * minute
const utc = (millis: number) => new Date(millis).toISOString().replace('.000Z', 'Z')
const at = (time: string): ParsedTime => ({ kind: 'time', time })
/** The same without an assertion, which costs too much for each of many thousand minutes. */
const isAt = (time: string) => (parsed: ParsedTime) => parsed.kind === 'time' && parsed.time === time

test.each([
  ['2026-11-18', '2026-11-18T00:00:00Z'],
  [' 2026-11-18 14:32 ', '2026-11-18T14:32:00Z'],
  ['2026-11-18 9:05', '2026-11-18T09:05:00Z'],
  ['2026-11-18 14:32:05 UTC', '2026-11-18T14:32:05Z'],
  ['2026-11-18T14:32:05.123456789Z', '2026-11-18T14:32:05.123456789Z'],
  ['2026-11-18T14:32:05.120+01:00', '2026-11-18T13:32:05.120Z'],
  ['2026-11-18 14:32 +0530', '2026-11-18T09:02:00Z'],
  ['2026-11-18 14:32 UTC-03:00', '2026-11-18T17:32:00Z'],
  ['18 Nov 2026 14:31:52', '2026-11-18T14:31:52Z'],
  ['18 Nov 2026 14:31:52 UTC', '2026-11-18T14:31:52Z'],
  ['18 November 2026, 14:31', '2026-11-18T14:31:00Z'],
  ['18 Nov 2026 14:31:52 Europe/Zurich', '2026-11-18T13:31:52Z'],
  ['18 Nov 2026 14:31:52 America/Argentina/Buenos_Aires', '2026-11-18T17:31:52Z'],
])('%j is read as %s', (text, time) => {
  expect(parseTime(text, 'UTC')).toEqual(at(time))
  expect(isTimestamp(time)).toBe(true)
})

test.each([
  ...['', 'yesterday', '18.11.2026', '2026-13-01', '2026-11-18 25:00', '14:32', '2026-02-30', '1763476328'],
  ...['2026-11-18 14:32 Mars/Base', '18 Foo 2026', '2026-11-18 14:32:05.1234567891', '11/18/2026'],
])('%j is not a time', (text) => {
  for (const zone of ['UTC', 'Europe/Zurich']) expect(parseTime(text, zone)).toEqual({ kind: 'none' })
})

test('a date at the end of a range includes the whole day', () => {
  expect(parseTime('2026-12-31', 'UTC', 'after')).toEqual(at('2027-01-01T00:00:00Z'))
  expect(parseTime('2026-12-31', 'UTC', 'last')).toEqual(at('2026-12-31T23:59:59.999999999Z'))
  expect(parseTime('2026-12-31 00:00', 'UTC', 'after')).toEqual(at('2026-12-31T00:00:00Z'))
  expect(parseTime('2026-10-25', 'Europe/Zurich')).toEqual(at('2026-10-24T22:00:00Z'))
  expect(parseTime('2026-10-25', 'Europe/Zurich', 'after')).toEqual(at('2026-10-25T23:00:00Z'))
  expect(parseTime('2026-10-25 +05:30', 'Europe/Zurich', 'after')).toEqual(at('2026-10-25T18:30:00Z'))
  // Midnight was not on the clock of this day.
  expect(parseTime('2018-11-04', 'America/Sao_Paulo')).toEqual(at('2018-11-04T03:00:00Z'))
})

/** Zones whose clocks change by an hour, by half of one, at midnight, for Ramadan, or not at all. */
const zones = [
  'Europe/Zurich',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Asuncion',
  'Asia/Kolkata',
  'Pacific/Chatham',
]

const formatters = new Map(
  zones.map((timeZone) => {
    const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, ...date, ...clock })]
  }),
)
/** What the platform's own clock of a zone shows: `2026-11-18 14:32`. */
const wall = (millis: number, zone: string) => formatters.get(zone)?.format(millis) ?? ''
/** The same as if it counted in UTC, to see by how much a clock is off. */
const offsetOf = (millis: number, zone: string) => Date.parse(`${wall(millis, zone).replace(' ', 'T')}:00Z`) - millis

/** The moments in some years at which the clocks of a zone are set, to the minute. */
function changes(zone: string, fromYear: number, toYear: number): number[] {
  const found: number[] = []
  const end = Date.UTC(toYear + 1, 0)
  for (let day = Date.UTC(fromYear, 0); day < end; day += 24 * hour) {
    if (offsetOf(day, zone) === offsetOf(day + 24 * hour, zone)) continue
    let [low, high] = [day, day + 24 * hour]
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute
      if (offsetOf(middle, zone) === offsetOf(low, zone)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

describe.each(zones)('%s, where its clocks are set', (zone) => {
  const found = changes(zone, 2022, 2026)

  test(`is looked at ${found.length} times`, () => {
    if (zone === 'Asia/Kolkata') expect(found).toEqual([])
    else expect(found.length).toBeGreaterThan(4)
  })

  test('each written minute occurs once, twice or never, as the zone has it', () => {
    const seen = { time: 0, twice: 0, skipped: 0, none: 0 }
    const wrong: object[] = []
    for (const change of found.length > 0 ? found : [Date.UTC(2026, 2, 29, 1)]) {
      // Every minute that the clocks showed around the change, with the moments at which they did.
      const shown = new Map<string, number[]>()
      for (let millis = change - 6 * hour; millis <= change + 6 * hour; millis += minute) {
        const text = wall(millis, zone)
        shown.set(text, [...(shown.get(text) ?? []), millis])
      }
      const middle = Date.parse(`${wall(change, zone).replace(' ', 'T')}:00Z`)
      for (let written = middle - 3 * hour; written <= middle + 3 * hour; written += minute) {
        const text = utc(written).slice(0, 16).replace('T', ' ')
        const moments = shown.get(text) ?? []
        const reading = parseTime(text, zone)
        seen[reading.kind] += 1
        if (moments.length === 1) {
          if (!isAt(utc(moments[0] ?? 0))(reading)) wrong.push({ text, reading })
        } else {
          expect(reading.kind, text).toBe(moments.length === 2 ? 'twice' : 'skipped')
          const choices = 'choices' in reading ? reading.choices.map((choice) => parseTime(choice.text, zone)) : []
          // A minute that never was is followed by the moment at which the clocks were set.
          expect(choices, text).toEqual((moments.length === 2 ? moments : [change]).map((millis) => at(utc(millis))))
        }
      }
    }
    expect(wrong).toEqual([])
    expect(seen.none).toBe(0)
    expect(seen.time).toBeGreaterThan(0)
    if (found.length > 0) expect(Math.min(seen.twice, seen.skipped)).toBeGreaterThan(20)
  })

  test('each moment is shown in the zone and parsed back to the same moment', () => {
    const wrong: object[] = []
    for (const change of found.length > 0 ? found : [Date.UTC(2026, 2, 29, 1)]) {
      for (let millis = change - 3 * hour; millis <= change + 3 * hour; millis += minute) {
        const time = utc(millis).replace('Z', '.000000001Z')
        const clock = `${wall(millis, zone)}:00`
        const [, year, , day, hours] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(clock) ?? []
        const written = editableTime(time, zone)
        const shown = clockText(utc(millis), undefined, zone)
        const reading = parseTime(written, zone)
        const times = 'choices' in reading ? reading.choices.map(({ text }) => parseTime(text, zone)) : [reading]
        const isWritten = written === `${clock}.000000001`
        const isShown = shown.replace(/ [A-Z][a-z]{2} /, ' ') === `${Number(day)} ${year} ${hours}`
        if (!isWritten || !isShown || !times.some(isAt(time))) wrong.push({ time, written, shown, times })
      }
    }
    expect(wrong).toEqual([])
  })
})
