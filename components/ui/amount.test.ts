import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountParts, amountText, placesOf } from './amount'

const digits = (least: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},60}$`))

test('no digit is lost, added or moved, however long the amount', () => {
  fc.assert(
    fc.property(digits(1), fc.option(digits(1)), (whole, fraction) => {
      const text = fraction === null ? whole : `${whole}.${fraction}`
      expect(amountText(text).replaceAll(',', '')).toBe(text)
    }),
  )
})

test('the whole part stands in groups of three', () => {
  fc.assert(
    fc.property(digits(1), (whole) => {
      expect(amountParts(whole)?.whole).toMatch(/^\d{1,3}(,\d{3})*$/)
    }),
  )
})

test.each([
  ['249970.00', false, '249,970.00'],
  ['249970.00', true, '−249,970.00'],
  ['0.41870000', false, '0.41870000'],
  ['.5', false, '.5'],
  ['007', false, '007'],
  ['-12.5', false, '−12.5'],
  ['5.', false, '5.'],
  ['1e5', true, '1e5'],
  ['', false, ''],
])('%j (debit: %s) is shown as %s', (text, isDebit, shown) => {
  expect(amountText(text, isDebit)).toBe(shown)
})

test('a column is as wide as its longest fraction', () => {
  expect(placesOf(['1', '2.50', '0.12345678', undefined, 'odd'])).toBe(8)
  expect(placesOf(['1', '2'])).toBe(0)
})
