import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '@/lib/provider/testing'
import {
  accountNumberWarning,
  addressWarnings,
  countries,
  countryName,
  countryWarning,
  looksMasked,
  plainRoutingNumber,
  routingNumberTypeWarning,
  routingNumberWarning,
  wireTextWarning,
} from './bank-checks'

/** The check of the American Bankers Association, written out: 3, 7, 1 and again; a multiple of ten. */
const abaSum = (digits: string) =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0)

describe('a routing number of the type ABA', () => {
  test.each(['021000021', '021000089', '026009593', ' 021000021 '])('%s fits', (number) => {
    expect(routingNumberWarning('ABA', number)).toBeUndefined()
    expect(routingNumberWarning('aba', number)).toBeUndefined()
  })
  test('without exactly nine digits has a warning', () => {
    for (const number of ['12345678', '0210000210', '02100002A'])
      expect(routingNumberWarning('ABA', number)).toBe('An ABA number has 9 digits. You can use it anyway.')
  })
  test('with a wrong check digit has a warning, like the sample that services accept', () => {
    expect(routingNumberWarning('ABA', '123456789')).toMatch(/not a valid ABA number.* You can use it anyway\.$/)
  })
  test('with one mistyped digit always has a warning', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (at, more) => {
        const good = '021000021'
        const wrong = `${good.slice(0, at)}${(Number(good[at]) + more) % 10}${good.slice(at + 1)}`
        expect(routingNumberWarning('ABA', wrong)).toBeDefined()
      }),
    )
  })
  test('with a wrong checksum is never accepted', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
        if (routingNumberWarning('ABA', digits) === undefined) expect(abaSum(digits) % 10).toBe(0)
      }),
    )
  })
})

describe('a routing number of the type SWIFT', () => {
  test.each(['DEUTDEFF', 'DEUTDEFF500', 'CHASUS33'])('%s fits', (bic) => {
    expect(routingNumberWarning('SWIFT', bic)).toBeUndefined()
  })
  test.each(['DEUTDEF', 'DEUTDEFF50', 'DEUTYYFF', '1EUTDEFF', '021000021'])('%s has a warning', (bic) => {
    expect(routingNumberWarning('SWIFT', bic)).toMatch(/^A BIC has /)
  })
  test('in lower case is accepted, because it is sent in capitals', () => {
    expect(routingNumberWarning('SWIFT', 'deutdeff')).toBeUndefined()
    expect(plainRoutingNumber(' deut deff 5oo ')).toBe('DEUTDEFF5OO')
    expect(plainRoutingNumber('021 000 021')).toBe('021000021')
  })
})

test('a routing number of an unknown type has no warning', () => {
  expect(routingNumberWarning('SORT_CODE', '12-34-56')).toBeUndefined()
  expect(routingNumberWarning('ABA', ' ')).toBeUndefined()
  expect(routingNumberTypeWarning('SORT_CODE')).toMatch(/ABA and SWIFT/)
  expect(routingNumberTypeWarning('aba')).toMatch(/capital letters: ABA\./)
  for (const type of ['ABA', 'SWIFT', '']) expect(routingNumberTypeWarning(type)).toBeUndefined()
})

describe('an account number', () => {
  test.each(['4455667788', 'DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'gb29nwbk60161331926819', ''])(
    '%j is taken as it is',
    (number) => expect(accountNumberWarning(number)).toBeUndefined(),
  )
  test.each([
    ['DE88370400440532013000', /begins like an IBAN/],
    ['DE8937040044053201300', /begins like an IBAN/],
    ['XXXX4512', /looks masked/],
    ['••••4512', /looks masked/],
    ['4455/667788', /digits and letters only/],
    ['4'.repeat(35), /at most 34 characters; this has 35/],
  ])('%s has a warning', (number, sentence) => expect(accountNumberWarning(number)).toMatch(sentence))

  test('that is an IBAN has a warning with the routing number type ABA only', () => {
    const iban = 'DE89 3704 0044 0532 0130 00'
    for (const type of ['ABA', ' aba '])
      expect(accountNumberWarning(iban, type)).toMatch(/^This is an IBAN\. .*Check the routing number type\./)
    for (const type of ['SWIFT', '']) expect(accountNumberWarning(iban, type)).toBeUndefined()
    expect(accountNumberWarning('4455667788', 'ABA')).toBeUndefined()
  })
  test('that is an IBAN with XX is not masked', () => {
    // The check digits of a bank with the code NWXX.
    const digits = Array.from({ length: 98 }, (_, check) => `GB${String(check).padStart(2, '0')}NWXX60161331926819`)
    const fitting = digits.filter((number) => !looksMasked(number))
    expect(fitting).toHaveLength(1)
    expect(accountNumberWarning(fitting[0] ?? '')).toBeUndefined()
  })
})

describe('a country', () => {
  test('is recognised by its code in capital letters', () => {
    expect([countryName('DE'), countryName(' us ')]).toEqual(['Germany', 'United States'])
    expect([countryName('UK'), countryName('USA'), countryName('')]).toEqual([undefined, undefined, undefined])
    expect(countryWarning('DE')).toBeUndefined()
    expect(countryWarning('')).toBeUndefined()
    expect(countryWarning('de')).toMatch(/capital letters: DE\./)
    for (const text of ['UK', 'USA', 'Germany']) expect(countryWarning(text)).toMatch(/is not an ISO 3166 country code/)
  })
  test('is listed by name', () => {
    const listed = countries()
    expect(listed.length).toBeGreaterThan(240)
    expect(listed[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
    expect(listed.filter(({ code, name }) => code === name)).toEqual([])
  })
})

describe('a line of an address', () => {
  test('of supported characters has no warning', () => {
    expect(wireTextWarning(`1 Front Street, Flat 2/B (rear): c/o Ada & Co.`.slice(0, 35))).toBeUndefined()
    expect(wireTextWarning('  ')).toBeUndefined()
  })
  test('with unsupported characters names each once', () => {
    expect(wireTextWarning('Zürich für Süd #4')).toMatch(/^Wires do not support ü #\. /)
    expect(wireTextWarning('ACME 🏦')).toMatch(/^Wires do not support 🏦\. /)
    expect(wireTextWarning('1\u00a0Front Street')).toMatch(/^Wires do not support U\+00A0\. /)
  })
  test('that is too long says its length', () => {
    expect(wireTextWarning('a'.repeat(35))).toBeUndefined()
    expect(wireTextWarning('a'.repeat(36))).toMatch(/support at most 35 characters here; this has 36/)
  })
})

describe('an address', () => {
  test('that is empty has no warning', () => {
    expect(addressWarnings({})).toEqual({})
    expect(addressWarnings({ country: '', city: '  ' })).toEqual({})
  })
  test('without town and country has a warning for both', () => {
    expect(Object.keys(addressWarnings({ address1: '1 Front Street' })).sort()).toEqual(['city', 'country'])
    expect(addressWarnings({ country: 'US', city: 'Boston' })).toEqual({})
  })
  test('has each warning at its member', () => {
    const warnings = addressWarnings({ country: 'Germany', city: 'Köln', zip_code: '50667' })
    expect(Object.keys(warnings).sort()).toEqual(['city', 'country'])
    expect(warnings.city).toMatch(/ö/)
  })
})

test('every warning says that it does not block', () => {
  const text = fc.oneof(fc.string(), anyText, fc.constantFrom('ABA', 'SWIFT', 'us', 'XX12'))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const warnings = [
        routingNumberWarning(one, other),
        routingNumberTypeWarning(one),
        accountNumberWarning(one),
        wireTextWarning(one),
        ...Object.values(addressWarnings({ country: one, city: other })),
      ].filter((warning) => warning !== undefined)
      for (const warning of warnings) expect(warning).toMatch(/ You can use it anyway\.$/)
    }),
  )
})
