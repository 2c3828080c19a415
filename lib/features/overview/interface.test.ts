import { expect, test } from 'vitest'
import { periodOf, periodStarts } from './interface'

const at = (text: string) => Date.parse(text)
const texts = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(0, 16))

test('a range of days is divided at the midnights of its zone, also when the clocks change', () => {
  const range = { from: at('2026-10-24T10:00:00Z'), to: at('2026-10-27T00:00:00Z'), zone: 'Europe/Zurich' }
  expect(periodOf(range)).toBe('day')
  expect(texts(periodStarts(range))).toEqual([
    '2026-10-24T10:00',
    '2026-10-24T22:00',
    '2026-10-25T23:00',
    '2026-10-26T23:00',
  ])
})

test('a day is divided into its hours, of which there are 25 when the clocks are set back', () => {
  const range = { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z'), zone: 'Europe/Zurich' }
  expect(periodOf(range)).toBe('hour')
  const starts = texts(periodStarts(range))
  expect([starts[0], starts[1], starts.at(-1), starts.length]).toEqual([
    ...['2026-10-24T22:00', '2026-10-24T23:00', '2026-10-25T22:00'],
    25,
  ])
})

test('a range of months is divided into weeks that begin on Monday', () => {
  const range = { from: at('2026-01-01T00:00:00Z'), to: at('2026-06-01T00:00:00Z'), zone: 'UTC' }
  expect(periodOf(range)).toBe('week')
  const starts = texts(periodStarts(range))
  expect(starts.slice(0, 3)).toEqual(['2026-01-01T00:00', '2026-01-05T00:00', '2026-01-12T00:00'])
  expect(starts.at(-1)).toBe('2026-05-25T00:00')
})

test('a range of years is divided into months', () => {
  const range = { from: at('2024-03-15T00:00:00Z'), to: at('2026-11-19T00:00:00Z'), zone: 'UTC' }
  expect(periodOf(range)).toBe('month')
  const starts = texts(periodStarts(range))
  expect([starts[0], starts[1], starts.at(-1), starts.length]).toEqual([
    ...['2024-03-15T00:00', '2024-04-01T00:00', '2026-11-01T00:00'],
    33,
  ])
})
