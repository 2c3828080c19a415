import { describe, expect, test } from 'vitest'
import { now, overviewOf, usualOverview } from './testing'
import { comparedRanges, deviationOf, issuedToken, measuresOf, medianOf } from './usual-day'

test('today is compared with the seven same weekdays before it, up to the same time', () => {
  const ranges = comparedRanges(now + 7 * 60_000, 'UTC')
  expect(ranges).toHaveLength(8)
  const text = (millis = 0) => new Date(millis).toISOString().slice(0, 16)
  expect([ranges[0], ranges[1], ranges[7]].map((range) => [text(range?.from), text(range?.to)])).toEqual([
    ['2026-11-19T00:00', '2026-11-19T14:30'],
    ['2026-11-12T00:00', '2026-11-12T14:30'],
    ['2026-10-01T00:00', '2026-10-01T14:30'],
  ])
})

test('the time of day is that of the wall clock, also before clocks were set back', () => {
  const [today, ...others] = comparedRanges(now, 'Europe/Zurich')
  expect(new Date(today?.to ?? 0).toISOString()).toBe('2026-11-19T14:30:00.000Z')
  // In October the same time of day was an hour earlier.
  expect(new Date(others[5]?.to ?? 0).toISOString()).toBe('2026-10-08T13:30:00.000Z')
})

test('the median is the figure of one of the days, exactly as it is', () => {
  expect(medianOf(['10', '9.000000000000000001', '120000000000000000000'])).toBe('10')
  expect(medianOf(['3.50', '3.5', '1'])).toMatch(/^3\.50?$/)
})

describe('a deviation', () => {
  test.each([
    ['1284300.00', '1190000.00', '8 % more', false],
    ['771210.40', '802500.00', '4 % less', false],
    ['640000', '310000', '2.0 times', true],
    ['661000', '310000', '2.1 times', true],
    ['100', '100.00', 'as usual', false],
    ['0', '0.00', 'as usual', false],
    ['5', '0', '', false],
    ['0', '5', '100 % less', false],
    ['100000.00', '590.00', '', false],
  ])('of %s from %s is "%s"', (today, usual, text, isLarge) => {
    expect(deviationOf(today, usual)).toEqual({ text, isLarge })
  })

  test('of a count is a ratio however small it is', () => {
    expect(deviationOf('12', '4', true)).toEqual({ text: '3.0 times', isLarge: true })
  })
})

test('a day is measured by one asset, what was issued, and how many transfers there were', () => {
  const overview = usualOverview()
  expect(issuedToken([overviewOf(), overview])).toBe('USDG')
  expect(measuresOf('BTC', 'USDG').map(({ name, of }) => [name, of(overview)])).toEqual([
    ['In, BTC', '2'],
    ['Out, BTC', '0.5'],
    ['Minted, USDG', '12.50'],
    ['Redeemed, USDG', '0.000000000000000001'],
    ['Transfers', '100'],
    ['Failed', '1'],
  ])
  // The same rows before anything is known.
  expect(measuresOf().map(({ name, of }) => [name, of(overviewOf())])).toEqual(
    ['In', 'Out', 'Minted', 'Redeemed', 'Transfers', 'Failed'].map((name) => [name, '0']),
  )
})
