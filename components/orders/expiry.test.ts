import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiryAt, expiryField, expiryOf, expiryRefusal, writtenExpiry } from './expiry'

const at = (expiry_day: string, expiry_time: string, expiry_zone = 'UTC') => ({ expiry_day, expiry_time, expiry_zone })

describe('an expiry', () => {
  test('is sent as 13 digits of UTC, whatever zone it is written in', () => {
    expect(expiryOf(at('2026-11-20', '17:00:00'), 'UTC')?.sent).toBe('1795194000000')
    expect(expiryOf(at('2026-11-20', '18:00', 'Europe/Berlin'), 'UTC')?.sent).toBe('1795194000000')
    expect(expiryOf(at('2026-11-20', '18:00', ''), 'Europe/Berlin')?.sent).toBe('1795194000000')
    expect(expiryOf(at('2026-11-20', '17:00:00.250'), 'UTC')?.sent).toBe('1795194000250')
  })
  test('of any moment and zone reads back as the same digits', () => {
    const moment = fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 })
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Phoenix')
    fc.assert(
      fc.property(moment, zones, (millis, zone) => {
        expect(expiryOf(writtenExpiry(String(millis), zone), 'UTC')).toEqual({ at: millis, sent: String(millis) })
      }),
    )
  })
  test('that clocks skip or repeat is no moment until it is said which', () => {
    const now = Date.parse('2026-10-01T00:00:00Z')
    const twice = at('2026-10-25', '02:30', 'Europe/Berlin')
    expect(expiryOf(twice, 'UTC')).toBeUndefined()
    expect(expiryRefusal(twice, 'UTC', now)).toMatch(/twice/)
    expect(expiryOf(at('2026-10-25', '02:30:00 +01:00', 'Europe/Berlin'), 'UTC')?.sent).toBe(
      String(Date.parse('2026-10-25T01:30:00Z')),
    )
    expect(expiryRefusal(at('2026-03-29', '02:30', 'Europe/Berlin'), 'UTC', 0)).toMatch(/does not exist/)
  })
  test('must be 15 seconds ahead', () => {
    const now = Date.parse('2026-11-20T16:59:45Z')
    expect(expiryRefusal(at('2026-11-20', '17:00:00'), 'UTC', now)).toBeUndefined()
    expect(expiryRefusal(at('2026-11-20', '17:00:00'), 'UTC', now + 1)).toMatch(/15 seconds/)
  })
  test.each([
    ['', '', 'expiry_day', /Enter the day/],
    ['', '17:00', 'expiry_day', /Enter the day/],
    ['tomorrow', '17:00', 'expiry_day', /Write the day/],
    ['2026-02-30', '17:00', 'expiry_day', /Write the day/],
    ['2026-11-20', '', 'expiry_time', /Enter the time/],
    ['2026-11-20', '25:00', 'expiry_time', /Write the time/],
  ] as const)('written as %j and %j is wrong at its field', (day, time, field, sentence) => {
    expect(expiryField(at(day, time))).toBe(field)
    expect(expiryRefusal(at(day, time), 'UTC', 0)).toMatch(sentence)
  })
  test('is written in seconds where it has no more', () => {
    expect(expiryAt(1_795_194_000_000, 'UTC')).toEqual(at('2026-11-20', '17:00:00'))
  })
})
