import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisLabel, axisMaximum } from './volume-chart'

test('the maximum of the axis is at least the value and at most twice the value', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-18, max: 1e30, noNaN: true }), (value) => {
      expect(axisMaximum(value)).toBeGreaterThanOrEqual(value * (1 - 1e-9))
      expect(axisMaximum(value)).toBeLessThanOrEqual(value * 2)
    }),
  )
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(axisMaximum(value)).toBe(1)
})

test.each([
  [6_000_000, '6 M'],
  [-3_000_000, '3 M'],
  [1500, '1.5 k'],
  [0, '0'],
  [0.0002, '0.0002'],
  [2_500_000_000, '2.5 B'],
  [750, '750'],
])('%d is labelled %s', (value, text) => {
  expect(axisLabel(value)).toBe(text)
})
