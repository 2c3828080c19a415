import { expect, test } from 'vitest'
import { percentFrom } from './percent'

test('a distance in percent is rounded to two places', () => {
  expect(percentFrom('1000', '91208.40')).toBe('-98.90')
  expect(percentFrom('91250', '91208.40')).toBe('0.05')
  expect(percentFrom('105', '100.00')).toBe('5.00')
  expect(percentFrom('1', '1.0')).toBe('0.00')
  expect(percentFrom('0.9998', '0.9999')).toBe('-0.01')
  expect([percentFrom('1', '0'), percentFrom('1', '-1'), percentFrom('', '1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
