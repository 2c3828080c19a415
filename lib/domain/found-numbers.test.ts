import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsNumber, holdsNumberIn, withoutFoundNumbers, withoutFoundNumbersIn } from './found-numbers'

describe('An account number in free text', () => {
  test.each([
    ['Paid to 000123456789 today.', 'Paid to ••6789 today.'],
    ['0001 2345-6789, 0001.2345.6789', '••6789, ••6789'],
    ['12345678', '••5678'],
    ['(12345678)', '(••5678)'],
    ['acct-000123456789', 'acct-••6789'],
    ['No-0001 2345 6789', 'No-••6789'],
    ['IBAN:0001 2345 6789', 'IBAN:••6789'],
    ['DE89 3704 0044 0532 0130 00 is closed', '••3000 is closed'],
    ['de89370400440532013000', '••3000'],
    ['BE68 5390 0754 7034 paid', '••7034 paid'],
    ['GB29NWBK60161331926819', '••6819'],
    ['GB00-NWBK-6016-1331-9268-19', '••6819'],
    ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', '••001S'],
    ['DE00 1234 5678 9012 3456 78', '••5678'],
    ['000123456789.50', '••8950'],
    ['０００１２３４５６７８９', '••６７８９'],
    ['0001\u200b2345\u00a06789', '••6789'],
    ['٠٠٠١٢٣٤٥٦٧٨٩', '••٦٧٨٩'],
    ['first 12345678\nsecond 87654321', 'first ••5678\nsecond ••4321'],
    ['Paid on 2026-11-22 12345678', 'Paid on 2026-11-22 ••5678'],
  ])('is shortened: %j', (text, shown) => {
    expect(withoutFoundNumbers(text)).toBe(shown)
    expect(holdsNumber(text)).toBe(true)
  })

  test.each([
    'Order 6789 of 1234567',
    '00000000-0000-4000-8000-000000000000',
    'see 123e4567-e89b-12d3-a456-426614174000.',
    '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    'd41d8cd98f00b204e9800998ecf8427e',
    'ab12cdef00b204e9800998ecf8427e12',
    'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'rule_12345678',
    'amount 12345678.50 USD',
    '0.000123456789 BTC',
    '12,345,678.00000000 USDG',
    '2026-11-22 16:34:16.123456',
    '2026-11-22T16:34:16.123456789Z',
    '22.11.2026 - 23.11.2026',
    'INV-2026-000123',
    'PAY-2026-11-22-17',
    'profile 12345678…9012',
    'HARBUS33XXX',
    '',
  ])('is not seen in %j', (text) => {
    expect(withoutFoundNumbers(text)).toBe(text)
    expect(holdsNumber(text)).toBe(false)
  })

  test('is never seen in a UUID, and always found in its usual spellings', () => {
    for (let index = 0; index < 2_000; index++) expect(holdsNumber(`ref ${randomUUID()}, again`)).toBe(false)
    const digits = fc.array(fc.constantFrom(...'0123456789'), { minLength: 8, maxLength: 24 })
    const spelling = fc.tuple(digits, fc.constantFrom('', ' ', '-', '\u00a0', '–'), fc.integer({ min: 2, max: 8 }))
    fc.assert(
      fc.property(spelling, ([number, joint, group]) => {
        const groups = number.join('').match(new RegExp(`.{1,${group}}`, 'g')) ?? []
        const text = groups.join(joint)
        // Eight digits in groups may be a date.
        fc.pre(!/^(?:19|20)\d\d-\d\d-\d\d/.test(text) && !/^\d\d-\d\d-(?:19|20)/.test(text))
        expect(withoutFoundNumbers(`Paid to ${text}, thanks`)).toMatch(/^Paid to ••/)
      }),
    )
  })

  test('is shortened in the members that people fill in, and not in identifiers, amounts and times', () => {
    const body = {
      profile_id: '123456789012',
      ref_id: 'to 000123456789',
      base_amount: '12345678',
      expiration_date: '1795000000000',
      routing_number: '021000021',
      metadata: { note: 'for 000123456789', '000123456789': 1, count: 12345678901 },
      list: ['000123456789', null, true],
    }
    expect(withoutFoundNumbersIn(body)).toEqual({
      ...body,
      ref_id: 'to ••6789',
      metadata: { note: 'for ••6789', '••6789': 1, count: '••8901' },
      list: ['••6789', null, true],
    })
    expect(holdsNumberIn(body)).toBe(true)
    const { ref_id: _, metadata: __, list: ___, ...exact } = body
    expect(holdsNumberIn({ ...exact, metadata: { note: 'hedge', count: 7 } })).toBe(false)
    expect(holdsNumberIn({ metadata: [{ '000123456789': null }] })).toBe(true)
  })

  test('is looked for in time linear in the text', () => {
    const timeOnce = (text: string) => {
      const before = process.cpuUsage()
      withoutFoundNumbers(text)
      return process.cpuUsage(before).user / 1000
    }
    // The least of three: what a busy machine adds is not the work.
    const time = (text: string) => Math.min(timeOnce(text), timeOnce(text), timeOnce(text))
    for (const part of [
      '1',
      '1 ',
      '1234 ',
      'DE12 ',
      'DE89370400440532013000 ',
      '-',
      ' ',
      '2026-11-22-',
      '\u200b',
      'a1',
    ]) {
      time(part.repeat(1_000))
      const [short, long] = [time(part.repeat(10_000)), time(part.repeat(80_000))]
      // Eight times the text: quadratic work would take 64 times as long.
      expect(long, part).toBeLessThan(Math.max(short, 20) * 30)
    }
  })
})
