import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals } from './decimals'
import {
  amountError,
  isNumeric,
  meaningError,
  meaningsOf,
  mismatchedCurrency,
  normalizeAmount,
  withoutDoubt,
} from './normalize-input'
import { amountPattern } from './values'

describe('an amount', () => {
  test.each([
    ['1234.50', '1234.50'],
    [' 1234.50 ', '1234.50'],
    ['１２５０', '1250'],
    ['12,34,567.50', '1234567.50'],
    ['$1,234.50', '1234.50'],
    ['US$ 1,234.50', '1234.50'],
    ['USD 1,234.50', '1234.50'],
    ['1,234,567.5 USDG', '1234567.5'],
    ['1,234,567', '1234567'],
    ['1 500.00', '1500.00'],
    ['1 500', '1500'],
    ["1'500.00", '1500.00'],
    ['1 234 567.50 €', '1234567.50'],
    ['1\u00a0234\u202f567', '1\u00a0234\u202f567'.replace(/\s/g, '')],
    ["12'345.00", '12345.00'],
    ['12’345', '12345'],
    ['.5', '.5'],
    ['007', '007'],
    ['12.50000000 BTC', '12.50000000'],
    ['', ''],
  ])('typed as %j is %j', (typed, meant) => {
    expect(normalizeAmount(typed)).toBe(meant)
  })

  test.each([
    '1,500',
    '$1,500',
    '1.500,00',
    '1 500,00',
    '1.234.567',
    '1,234.567.8',
    '0,500.00',
    '1,50',
    '0,500',
    '1.234,50',
    '12,34',
    '1,2345',
    '-5',
    '1e5',
    '5.',
    'twelve',
    '1 2',
    '1,234 567',
    '12 34.5',
  ])('typed as %j is ambiguous and stays unchanged', (typed) => {
    const meant = normalizeAmount(typed)
    expect(meant).toBe(typed)
    expect(amountPattern.test(meant)).toBe(false)
  })

  test.each([
    ['100 EUR', 'USD', 'EUR'],
    ['€100', 'USD', '€'],
    ['100 €', 'BTC', '€'],
    ['USD 100', 'USDG', 'USD'],
    ['$100 BTC', 'USD', 'BTC'],
    ['CA$ 100', 'USD', 'CA$'],
    ['100 USD', '', 'USD'],
    ['$100', '', '$'],
  ])('%j in a field of %j has another currency: %s', (typed, asset, other) => {
    expect(mismatchedCurrency(typed, asset)).toBe(other)
  })

  test.each([
    ['100 USD', 'USD'],
    ['USD 100', 'USD'],
    ['$100', 'USD'],
    ['US$ 1,000', 'USDG'],
    ['100 $', 'PYUSD'],
    ['€ 5', 'EUR'],
    ['100', ''],
    ['', 'USD'],
    ['twelve', 'USD'],
    ['1,50', 'USD'],
  ])('%j in a field of %j has no other currency', (typed, asset) => {
    expect(mismatchedCurrency(typed, asset)).toBeUndefined()
  })

  test('in another currency is an error once the field has a currency', () => {
    expect(amountError('100 EUR', 'limit price', 'USD')).toBe('Enter the limit price in USD: this says EUR.')
    expect(amountError('100 EUR', 'limit price', '')).toBeUndefined()
  })

  test.each(['1.500,00', '€1.250.000,5', '1500,5', '0,25'])('typed as %j is refused with the reason', (typed) => {
    const how = 'Enter the limit price as a number, like 1250.00.'
    expect(amountError(typed, 'limit price', '')).toBe(`${how} The decimal mark is a point, not a comma.`)
  })
  test.each([
    ['1.000', ['1', '1000'], 'Did you mean 1 or 1,000?'],
    ['$1,000', ['1', '1000'], 'Did you mean 1 or 1,000?'],
    [' $91.250 ', ['91.25', '91250'], 'Did you mean 91.25 or 91,250?'],
    ['2.125', ['2.1250', '2125'], 'Did you mean 2.125 or 2,125?'],
    ['1,500', ['1.5', '1500'], 'Did you mean 1.5 or 1,500?'],
    ['$100,000', ['100', '100000'], 'Did you mean 100 or 100,000?'],
  ])('typed as %j is asked back', (typed, meanings, question) => {
    expect(meaningsOf(typed)).toEqual(meanings)
    expect(meaningError(typed)).toBe(question)
    expect(meanings.map(meaningError), 'the answer has one meaning').toEqual([undefined, undefined])
  })
  test.each(['1', '1.00', '1.0000', '0.125', '.125', '1000.125', '1,000.125', '1.000.000', '1,000,000', 'ten', ''])(
    'typed as %j has one meaning, or none',
    (typed) => {
      expect(meaningsOf(typed)).toBeUndefined()
    },
  )

  test('with one comma before three digits groups thousands where its asset has cents', () => {
    for (const typed of ['$100,000', '100,000 USD', '100,000']) {
      expect(amountError(typed, 'amount', 'USD')).toBeUndefined()
      expect(normalizeAmount(typed, 'USD')).toBe('100000')
    }
    // A stablecoin and a price may have three places, and a point may be the decimal mark.
    for (const [typed, asset, places] of [
      ['100,000', 'USDC'],
      ['100,000', 'USD', 4],
      ['1.250', 'USD'],
    ] as const)
      expect(amountError(typed, 'amount', asset, places)).toMatch(/^Did you mean 1/)
    expect(normalizeAmount('100,000', 'USDC')).toBe('100,000')
    expect(normalizeAmount('0,250', 'USD')).toBe('0,250')
  })

  test.each(['1 50', '0,500.00', '1e5', 'ten'])('typed as %j is asked for again, by the name of its field', (typed) => {
    expect(amountError(typed, 'limit price', 'USD')).toBe('Enter the limit price as a number, like 1250.00.')
  })
  test('with one mark and three digits behind it is asked back wherever an amount is typed', () => {
    expect(amountError('1.500', 'amount', 'USDC')).toBe('Did you mean 1.5 or 1,500?')
    expect(amountError('1,500', 'amount', 'USDC')).toBe('Did you mean 1.5 or 1,500?')
    expect(amountError('1.234', 'limit price', 'USD')).toBe('Did you mean 1.234 or 1,234?')
    // Where only cents are possible, the other reading has too many places.
    expect(amountError('1.500', 'amount', 'USD', 2)).toBe('Did you mean 1.5 or 1,500?')
    expect(amountError('1.234', 'amount', 'USD', 2)).toBeUndefined()
  })

  test('that is exact can be written so that it is not asked back', () => {
    for (const exact of ['1.250', '2.125', '1250', '0.001', '1.5', '91.2500']) {
      expect(amountError(withoutDoubt(exact), 'amount', 'USD')).toBeUndefined()
      expect(compareDecimals(withoutDoubt(exact), exact)).toBe(0)
    }
    expect(withoutDoubt('any')).toBe('any')
  })

  test.each(['', ' ', '1.5', '1,500.00 USD', ' 12.5 '])('typed as %j is not asked for again', (typed) => {
    expect(amountError(typed, 'amount', 'USD')).toBeUndefined()
  })

  test('is recognised as a number in some format', () => {
    for (const typed of ['1,500', '1.500,00 USD', '$5.', "1'5"]) expect(isNumeric(typed)).toBe(true)
    for (const typed of ['', 'about 5', '1e5', 'ten']) expect(isNumeric(typed)).toBe(false)
  })

  test('keeps every digit, however it is grouped', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,20}$/)
    const fraction = fc.option(fc.stringMatching(/^\.\d{1,18}$/), { nil: '' })
    fc.assert(
      fc.property(digits, fraction, fc.constantFrom(',', ' ', "'", ''), (whole, part, mark) => {
        // `1,500` is ambiguous, so it stays as typed.
        fc.pre(mark !== ',' || part !== '' || whole.length > 6)
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark)
        expect(normalizeAmount(`$${grouped}${part}`)).toBe(`${whole}${part}`)
      }),
    )
  })
})
