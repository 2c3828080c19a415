import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountPattern, isTimestamp, nanoseconds, sortableTime } from './values'

describe('a timestamp', () => {
  test('may have any zone and 0 to 9 fraction digits', () => {
    for (const fraction of [
      '',
      '.1',
      '.12',
      '.123',
      '.1234',
      '.12345',
      '.123456',
      '.1234567',
      '.12345678',
      '.123456789',
    ])
      for (const zone of ['Z', 'z', '+00:00', '-00:00', '+05:45', '-23:59'])
        expect(isTimestamp(`2026-11-19T14:31:52${fraction}${zone}`)).toBe(true)
  })

  test('must exist in the calendar', () => {
    expect(isTimestamp('2028-02-29T00:00:00Z')).toBe(true)
    expect(isTimestamp('2000-02-29T00:00:00Z')).toBe(true)
    expect(isTimestamp('0000-02-29T00:00:00Z')).toBe(true)
    expect(isTimestamp('1900-02-29T00:00:00Z')).toBe(false)
    expect(isTimestamp('2026-02-29T00:00:00Z')).toBe(false)
    expect(isTimestamp('2026-04-31T00:00:00Z')).toBe(false)
    expect(isTimestamp('2026-12-31T23:59:60Z')).toBe(false)
  })

  test('of any Date is accepted with the Date’s milliseconds', () => {
    const between = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
    fc.assert(
      fc.property(fc.date({ ...between, noInvalidDate: true }), (date) => {
        expect(nanoseconds(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n)
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps every fraction digit, before 1970 and in any zone', () => {
    const second = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
    const fraction = fc.stringMatching(/^[0-9]{1,9}$/)
    const minutes = fc.integer({ min: -1439, max: 1439 })
    fc.assert(
      fc.property(second, fraction, minutes, (seconds, digits, offset) => {
        const local = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19)
        const away = Math.abs(offset)
        const zone = `${offset < 0 ? '-' : '+'}${`${Math.floor(away / 60)}`.padStart(2, '0')}:${`${away % 60}`.padStart(2, '0')}`
        expect(nanoseconds(`${local}.${digits}${zone}`)).toBe(
          BigInt(seconds) * 1_000_000_000n + BigInt(digits.padEnd(9, '0')),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('of any text never throws', () => {
    const digits = fc.stringMatching(/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        expect(nanoseconds(text) === undefined).toBe(!isTimestamp(text))
      }),
      { numRuns: 5000 },
    )
  })
})

test('a time sorts alike however its zone is written', () => {
  const times = fc.stringMatching(/^(?:19|20)\d\d-[01]\d-[0-3]\d[T][0-2]\d:[0-5]\d:[0-6]\d(\.\d{1,9})?$/)
  fc.assert(
    fc.property(times, (time) => {
      expect(sortableTime(`${time}Z`)).toBe(sortableTime(`${time}+00:00`))
    }),
    { numRuns: 2000 },
  )
})

test('the pattern of amounts accepts exactly the texts of the spec’s pattern', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{0,8}$/)), (text) => {
      expect(amountPattern.test(text)).toBe(/^[0-9]*\.?[0-9]+$/.test(text))
    }),
    { numRuns: 5000 },
  )
})
