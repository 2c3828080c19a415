import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisLabel, axisMaximum, largestUsual, scaleOf } from './volume-chart'

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

describe('the scale of the chart', () => {
  const bars = (...values: [credit: number, debit: number][]) => values.map(([credit, debit]) => ({ credit, debit }))

  test('is not set by an outlier', () => {
    expect(largestUsual([2, 3, 2.5, 5.8, 22.9])).toBe(5.8)
    expect(scaleOf(bars([2.1, 5.8], [2.5, 22.9], [2.9, 2.6], [3, 1.2]))).toEqual({ step: 3, up: 1, down: 2 })
  })

  test('is set by values that only differ', () => {
    expect(largestUsual([1, 2, 4, 8])).toBe(8)
  })

  test('has no outlier among a few values, and at most one in ten', () => {
    expect(largestUsual([1, 1, 100])).toBe(100)
    expect(largestUsual([1, 1, 1, 100, 100])).toBe(100)
    expect(largestUsual([...Array.from({ length: 20 }, () => 1), 100, 90])).toBe(1)
  })

  test('gives each side as many steps as its own values need', () => {
    expect(scaleOf(bars([4, 40], [3, 40], [5, 60]))).toEqual({ step: 30, up: 1, down: 2 })
    expect(scaleOf(bars([0, 0]))).toEqual({ step: 0.5, up: 1, down: 1 })
  })
})
