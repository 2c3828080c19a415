import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markText, roundTop } from './chart-scale'

test('the top of the scale is never below a value, and never more than twice it', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-18, max: 1e30, noNaN: true }), (value) => {
      expect(roundTop(value)).toBeGreaterThanOrEqual(value * (1 - 1e-9))
      expect(roundTop(value)).toBeLessThanOrEqual(value * 2)
    }),
  )
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(roundTop(value)).toBe(1)
})

test.each([
  [6_000_000, '6 M'],
  [-3_000_000, '3 M'],
  [1500, '1.5 k'],
  [0, '0'],
  [0.0002, '0.0002'],
  [2_500_000_000, '2.5 B'],
  [750, '750'],
])('%d is marked %s', (value, text) => {
  expect(markText(value)).toBe(text)
})
