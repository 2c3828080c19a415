import { describe, expect, test } from 'vitest'
import { OverviewRequest } from '@/lib/features/overview/input'
import {
  chosenPeriod,
  dateErrors,
  datesOf,
  daysText,
  type Preset,
  presets,
  rangeOf,
  slicesOf,
  withPeriod,
} from './period'

const at = (text: string) => Date.parse(text)
const now = at('2026-11-19T14:30:00Z')
const text = (millis: number) => new Date(millis).toISOString().slice(0, 16)
const params = (search: string) => new URLSearchParams(search)

describe('A period in the address', () => {
  test('is the last 14 days unless it says another one', () => {
    expect(chosenPeriod(params(''))).toEqual({ preset: '14-days' })
    expect(chosenPeriod(params('x.asset=USD&x.period=last-month'))).toEqual({ preset: 'last-month' })
    expect(chosenPeriod(params('x.from=2026-01-31&x.to=2026-02-01'))).toEqual({
      dates: { from: '2026-01-31', to: '2026-02-01' },
    })
  })

  test.each([
    'x.period=soon',
    'x.period=constructor',
    'x.from=2026-01-31',
    'x.from=2026-02-30&x.to=2026-03-02',
    'x.from=2026-02-02&x.to=2026-02-01',
    'x.from=1026-02-02&x.to=1026-02-03',
    'x.from=1970-01-01&x.to=2026-02-01',
    'x.period=today&x.from=2026-01-31&x.to=2026-02-01',
  ])('is never guessed: %s', (search) => {
    expect(chosenPeriod(params(search))).toBeUndefined()
  })

  test('reads as it was written, and leaves the other parameters alone', () => {
    const before = params('x.asset=USD&x.from=2026-01-31&x.to=2026-02-01')
    for (const preset of Object.keys(presets) as Preset[]) {
      const next = withPeriod(before, { preset })
      expect([chosenPeriod(next), next.get('x.asset')]).toEqual([{ preset }, 'USD'])
    }
    expect(withPeriod(before, { preset: '14-days' }).toString()).toBe('x.asset=USD')
    const dates = { from: '2026-03-01', to: '2026-03-31' }
    expect(chosenPeriod(withPeriod(params('x.period=today'), { dates }))).toEqual({ dates })
  })
})

test('each wrong date has its message at its field', () => {
  expect(dateErrors({ from: '', to: '19 Nov' })).toEqual({
    from: 'Enter a date, like 2026-11-18.',
    to: 'Enter a date, like 2026-11-18.',
  })
  expect(dateErrors({ from: '2026-11-02', to: '2026-11-01' })).toEqual({ to: 'To must not be before From.' })
  expect(dateErrors({ from: '2026-11-01', to: '2026-11-01' })).toEqual({})
})

test.each([
  ['today', 'UTC', '2026-11-19T00:00', '2026-11-20T00:00'],
  ['7-days', 'UTC', '2026-11-13T00:00', '2026-11-20T00:00'],
  ['30-days', 'Europe/Zurich', '2026-10-20T22:00', '2026-11-19T23:00'],
  ['90-days', 'UTC', '2026-08-22T00:00', '2026-11-20T00:00'],
  ['this-month', 'Asia/Kathmandu', '2026-10-31T18:15', '2026-11-30T18:15'],
  ['last-month', 'America/New_York', '2026-10-01T04:00', '2026-11-01T04:00'],
] as const)('%s in %s is whole days of that zone', (preset, zone, from, to) => {
  const range = rangeOf({ preset }, { now, zone })
  expect([text(range.from), text(range.to), range.zone]).toEqual([from, to, zone])
})

test('two dates are both in their range, also where clocks change, and are read back from it', () => {
  const dates = { from: '2026-10-24', to: '2026-10-25' }
  const range = rangeOf({ dates }, { now, zone: 'Europe/Zurich' })
  expect([text(range.from), text(range.to)]).toEqual(['2026-10-23T22:00', '2026-10-25T23:00'])
  expect(datesOf(range)).toEqual(dates)
})

test('days are named as briefly as the reader needs', () => {
  const when = { now, zone: 'UTC' }
  const named = (from: string, to: string) => daysText(at(`${from}T00:00Z`), at(`${to}T00:00Z`), when)
  expect(named('2026-11-06', '2026-11-20')).toBe('6 to 19 Nov')
  expect(named('2026-10-28', '2026-11-11')).toBe('28 Oct to 10 Nov')
  expect(named('2026-11-19', '2026-11-20')).toBe('19 Nov')
  expect(named('2025-12-20', '2026-01-05')).toBe('20 Dec 2025 to 4 Jan 2026')
  expect(named('2025-12-01', '2026-01-01')).toBe('1 to 31 Dec 2025')
})

test.each([
  ['today', 'hour', 15, '14:00', '14'],
  ['14-days', 'day', 14, 'Thu 19 Nov', '19'],
  ['this-month', 'day', 19, 'Thu 19 Nov', '19'],
  ['90-days', 'week', 14, '16 to 22 Nov', '16 Nov'],
] as const)('%s is shown by %s, up to now', (preset, period, count, name, label) => {
  const range = rangeOf({ preset }, { now, zone: 'UTC' })
  const found = slicesOf(preset === '90-days' ? { ...range, to: at('2026-11-23T00:00Z') } : range, now)
  expect([found.period, found.slices.length]).toEqual([period, count])
  expect(found.slices.at(-1)).toMatchObject({ name, label })
})

test('years are shown by month, and what is to come has one empty part', () => {
  const range = { from: at('2024-01-15T00:00Z'), to: at('2026-01-01T00:00Z'), zone: 'UTC' }
  const { period, slices } = slicesOf(range, range.to)
  expect([period, slices.length, slices[0]?.name, slices.at(-1)?.name]).toEqual(['month', 24, 'Jan 2024', 'Dec 2025'])
  expect(slicesOf(range, at('2023-01-01T00:00Z')).slices).toHaveLength(1)
})

test.each([
  ['2026-02-06', true],
  ['2026-02-07', false],
])('a period from 1976 to %s is judged alike by the page and the server', (to, isAccepted) => {
  const dates = { from: '1976-01-01', to }
  expect(Object.keys(dateErrors(dates)).length === 0).toBe(isAccepted)
  const range = { from: at('1976-01-01T00:00Z'), to: at(`${to}T00:00Z`) + 86_400_000, zone: 'UTC' }
  expect(OverviewRequest.safeParse(range).success).toBe(isAccepted)
})
