import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '../provider/testing'
import {
  compareDecimals,
  decimalOf,
  negated,
  percentFrom,
  productOf,
  rounded,
  sortableBound,
  sortableDecimal,
  sumOf,
  withPlaces,
} from './decimals'

const most = 38

const placesIn = (text: string) => text.split('.')[1]?.length ?? 0

/** The same number in units of the 38th place, computed independently of the code. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  let value = 0n
  for (const digit of `${whole}${fraction}${'0'.repeat(most - fraction.length)}`) value = value * 10n + BigInt(digit)
  return text.startsWith('-') ? -value : value
}

const thousand = { numRuns: 1_000 }

test('sums of decimals up to 38 digits are exact, with as many places as the longest has', () => {
  fc.assert(
    fc.property(fc.array(decimal, { maxLength: 5 }), (texts) => {
      const sum = sumOf(texts) ?? ''
      expect(units(sum)).toBe(texts.reduce((all, text) => all + units(text), 0n))
      expect(placesIn(sum)).toBe(Math.max(0, ...texts.map(placesIn)))
      expect(sum).toMatch(/^-?\d+(\.\d+)?$/)
    }),
    thousand,
  )
})

test('decimals compare as numbers, not as texts', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const [one, other] = [units(left), units(right)]
      expect(compareDecimals(left, right)).toBe(one < other ? -1 : one > other ? 1 : 0)
      expect(compareDecimals(left, left.includes('.') ? `${left}0` : `${left}.0`)).toBe(0)
    }),
    thousand,
  )
})

test('a number and its opposite sum to nothing', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      expect(units(negated(text))).toBe(-units(text))
      expect(sumOf([text, negated(text)])).toMatch(/^0(\.0+)?$/)
    }),
    thousand,
  )
})

test('sums that a float gets wrong are right', () => {
  expect(sumOf(['0.1', '0.2'])).toBe('0.3')
  expect(sumOf(['9007199254740993', '0.01'])).toBe('9007199254740993.01')
  expect(sumOf(['99999999999999999999.99', '0.01'])).toBe('100000000000000000000.00')
  expect(sumOf(['1', '-1.00'])).toBe('0.00')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['.5', '-.50'])).toBe('0.00')
})

test.each(['', '.', '-', '5.', '1e5', '1,000', '+1', ' 1', '0x10', '--1'])('%j is not a decimal', (text) => {
  expect(sumOf(['1', text])).toBeUndefined()
  expect(compareDecimals(text, '1')).toBeUndefined()
  expect(negated(text)).toBe(text)
})

test('a product is exact, and shown with the places that it needs', () => {
  expect(productOf('2.5', '91250.00')).toBe('228125.000')
  expect(withPlaces('228125.000', 2)).toBe('228125.00')
  expect(withPlaces('15', 2)).toBe('15.00')
  expect(withPlaces('0.10203', 2)).toBe('0.10203')
  expect(withPlaces('-1.500', 0)).toBe('-1.5')
  expect([productOf('', '1'), productOf('1', 'x')]).toEqual([undefined, undefined])
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const product = productOf(one, other) ?? ''
      const digits = BigInt(product.replace('.', ''))
      expect(digits * 10n ** BigInt(2 * most - placesIn(product))).toBe(units(one) * units(other))
      expect(compareDecimals(product, withPlaces(product, 2))).toBe(0)
    }),
  )
})

test('a sortable form sorts as its number does, whatever its places, and keeps them', () => {
  const withZeros = fc
    .tuple(decimal, fc.constantFrom('', '0', '00'))
    .map(([text, zeros]) => (text.includes('.') ? text + zeros : text))
  fc.assert(
    fc.property(withZeros, withZeros, (one, other) => {
      const form = sortableDecimal(one) ?? ''
      const difference = compareDecimals(one, other) ?? 0
      expect(form >= (sortableBound(other, 'lowest') ?? '')).toBe(difference >= 0)
      expect(form <= (sortableBound(other, 'highest') ?? '')).toBe(difference <= 0)
      expect(compareDecimals(decimalOf(form), one)).toBe(0)
      expect(placesIn(decimalOf(form))).toBe(placesIn(one))
    }),
    thousand,
  )
  for (const text of ['', '.', 'x', '1e5', '--1', '1.']) expect(sortableDecimal(text), text).toBeUndefined()
})

test('a rounded number is the nearest with so many places, a half away from zero', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: most }), (text, places) => {
      const step = 10n ** BigInt(most - places)
      const error = units(rounded(text, places)) - units(text)
      expect(placesIn(rounded(text, places))).toBeLessThanOrEqual(Math.max(places, 0))
      expect(error < 0n ? -error * 2n : error * 2n).toBeLessThanOrEqual(step)
    }),
    thousand,
  )
  expect(['1.005', '-1.005', '1.0049', '0.5'].map((text) => rounded(text, 2))).toEqual(['1.01', '-1.01', '1.00', '0.5'])
  expect(rounded('a half', 2)).toBe('a half')
})

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
