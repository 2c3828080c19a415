import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountNumbersIn,
  lastFour,
  placesOf,
  withoutAccountNumbers,
  withoutNumbers,
  withoutNumbersIn,
} from './account-numbers'

describe('An account number', () => {
  test('shows its last four characters, and none where it has no more', () => {
    expect(lastFour('000123456789')).toBe('••6789')
    expect(lastFour('DE89 3704 0044 0532 0130 00')).toBe('••3000')
    expect(lastFour('1234')).toBe('••')
  })
  test('is shortened anywhere in a value, also where it is a JSON number', () => {
    const account = { wire: { account_number: '000123456789', bank: 'Harbour' }, list: [{ account_number: 123456789 }] }
    expect(withoutAccountNumbers(account)).toEqual({
      wire: { account_number: '••6789', bank: 'Harbour' },
      list: [{ account_number: '••6789' }],
    })
    expect(accountNumbersIn(account)).toEqual(['000123456789', '123456789'])
  })
  test.each([
    ['No bank has 000123456789.', 'No bank has ••6789.'],
    ['No bank has 0001 2345-6789, and 0001.2345.6789 neither.', 'No bank has ••6789, and ••6789 neither.'],
    ['An order of 6789 is none.', 'An order of 6789 is none.'],
  ])('is cut in what a service says: %s', (said, told) => {
    expect(withoutNumbers(said, ['000123456789', '6789'])).toBe(told)
    expect(withoutNumbersIn({ a: [said, 1, null] }, ['000123456789'])).toEqual({ a: [told, 1, null] })
  })
  test('of any characters is shortened in any text, whatever its case', () => {
    const plainOf = (text: string) => [...text.replace(/[\s\p{Z}\p{Cc}\p{Cf}.\-\u2010-\u2015]/gu, '')]
    const number = fc
      .string({ unit: 'grapheme', minLength: 5, maxLength: 40 })
      .filter((text) => plainOf(text).length > 4)
    fc.assert(
      fc.property(number, fc.string(), (text, around) => {
        const plain = plainOf(text)
        expect(withoutNumbers(`<${plain.join(' ')}>${around}`, [text])).toMatch(/^<••/u)
      }),
    )
    expect(withoutNumbers('No bank has 123456$&', ['123456$&'])).toBe('No bank has ••56$&')
    expect(withoutNumbers('de89370400440532 is closed', ['DE89 3704 0044 0532'])).toBe('••0532 is closed')
  })
  test('is shortened like a regular expression built from it would', () => {
    const few = fc.array(fc.constantFrom('0', '1', 'k', 'K', 'ß', ' ', '.', '-'), { maxLength: 40 })
    const text = few.map((characters) => characters.join(''))
    const number = few.map((characters) => characters.join('')).filter((one) => one.replace(/[\s.-]/g, '').length > 4)
    fc.assert(
      fc.property(text, number, text, (before, one, after) => {
        const said = `${before}${one}${after}${one.toLowerCase()}`
        const pattern = new RegExp([...one.replace(/[\s.-]/g, '')].join('[\\s.-]*'), 'giu')
        expect(withoutNumbers(said, [one, one])).toBe(said.replace(pattern, () => lastFour(one)))
      }),
    )
  })
  test('of 10,000 digits is found in time linear in a long text', () => {
    const number = `${'0'.repeat(9_999)}1`
    const nearly = '0 '.repeat(200_000)
    expect(withoutNumbers(`${nearly}${number}.`, [number])).toBe(`${nearly}••0001.`)
    let looks = 0
    const word = new Proxy([...number], {
      get(characters, name, receiver) {
        looks += 1
        return Reflect.get(characters, name, receiver)
      },
    })
    expect(placesOf(word, [...'0'.repeat(200_000), ...number])).toEqual([200_000])
    // One that began anew after each mismatch would look two thousand million times.
    expect(looks).toBeLessThan(2_000_000)
  })
})
