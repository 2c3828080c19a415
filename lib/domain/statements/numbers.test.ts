import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAmbiguous, notationOf, readAmount } from './numbers'

describe('an amount', () => {
  test.each([
    ['1250', '1250', '1250'],
    ['0', '0', '0'],
    ['007', '7', '7'],
    ['1,234.50', '1234.50', undefined],
    ['1.234,50', undefined, '1234.50'],
    ['12,34,567.50', '1234567.50', undefined],
    ['1,234,567', '1234567', undefined],
    ['1.234.567', undefined, '1234567'],
    ['1 234,50', undefined, '1234.50'],
    ['1\u00a0234\u202f567.5', '1234567.5', undefined],
    ["1'234.50", '1234.50', undefined],
    ['1’234,50', undefined, '1234.50'],
    ['12.5', '12.5', undefined],
    ['12,50', undefined, '12.50'],
    ['.5', '0.5', undefined],
    [',5', undefined, '0.5'],
    ['0,500', undefined, '0.500'],
    ['0.500', '0.500', undefined],
    ['0.000000000000000001', '0.000000000000000001', undefined],
    ['99999999999999999999.99', '99999999999999999999.99', undefined],
    ['-1,234.50', '-1234.50', undefined],
    ['−1.234,50', undefined, '-1234.50'],
    ['1,234.50-', '-1234.50', undefined],
    ['(1,234.50)', '-1234.50', undefined],
    ['+12.50', '12.50', undefined],
    ['12.50 DR', '-12.50', undefined],
    ['12,50 S', undefined, '-12.50'],
    ['12,50 H', undefined, '12.50'],
    ['12.50CR', '12.50', undefined],
    ['-0.00', '0.00', undefined],
  ])('%s', (text, point, comma) => {
    expect(readAmount(text)?.digits).toEqual({ ...(point && { point }), ...(comma && { comma }) })
  })

  test.each([
    ['$1,234.50', 'USD'],
    ['-€12,50', 'EUR'],
    ['€ 12,50', 'EUR'],
    ['12,50 €', 'EUR'],
    ['EUR 12,50', 'EUR'],
    ['12.50 USDC', 'USDC'],
    ['USD -12.50', 'USD'],
    ['(USD 12.50)', 'USD'],
    ['12.50', ''],
  ])('%s names its currency', (text, currency) => {
    expect(readAmount(text)?.currency).toBe(currency)
  })

  test.each(['1,500', '1.500', '-12,345', '(1.000)'])('%s may be read two ways', (text) => {
    const amount = readAmount(text)
    expect(amount && isAmbiguous(amount)).toBe(true)
  })

  test.each([
    '',
    'n/a',
    '2026-11-19',
    '1,23.50',
    '1.2.3',
    '12,50,1',
    '--5',
    '-5-',
    '(-5)',
    '(5',
    '1 23',
    '1e5',
    '12:30',
    '5 %',
    'INV-2041',
    '1'.repeat(101),
  ])('%j is none', (text) => {
    expect(readAmount(text)).toBeUndefined()
  })
})

test('the notation of a column is that of the amounts with one reading', () => {
  const of = (...texts: string[]) => notationOf(texts.flatMap((text) => readAmount(text) ?? []))
  expect(of('1,500', '1,234.50')).toBe('point')
  expect(of('1.500', '12,5')).toBe('comma')
  expect(of('1,500', '1250')).toBeUndefined()
  expect(of('1,234.50', '1.234,50')).toBeUndefined()
})

test('any decimal is read exactly in both notations', () => {
  const whole = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(whole, fc.stringMatching(/^\d{1,2}$|^\d{4,18}$/), fc.boolean(), (number, fraction, isNegative) => {
      const exact = `${isNegative && (number > 0n || /[1-9]/.test(fraction)) ? '-' : ''}${number}.${fraction}`
      for (const [locale, mark, key] of [
        ['en-US', '.', 'point'],
        ['de-DE', ',', 'comma'],
      ] as const) {
        const text = `${isNegative ? '-' : ''}${number.toLocaleString(locale)}${mark}${fraction}`
        expect(readAmount(text)?.digits[key], text).toBe(exact)
      }
    }),
  )
})
