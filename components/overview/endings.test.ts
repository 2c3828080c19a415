import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endingsOf, shareText } from './endings'

test('shares have two decimals, are off by no more than half of the last, and are never floats on screen', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (some, whole) => {
      const part = Math.min(some, whole)
      expect(shareText(part, whole)).toMatch(/^\d{1,3}\.\d\d$/)
      expect(Math.abs(Number(shareText(part, whole)) - (part / whole) * 100)).toBeLessThan(0.005_001)
    }),
  )
  expect(shareText(1, 3)).toBe('33.33')
  expect(shareText(2, 3)).toBe('66.67')
  expect(shareText(5, 5)).toBe('100.00')
})

test("every status is counted, the spec's own always, and one that nobody knows by its name", () => {
  const entries = ['COMPLETED', 'HELD_FOR_REVIEW', 'COMPLETED', undefined].map((status) => ({ status }))
  expect(endingsOf(entries)).toEqual([
    { status: 'COMPLETED', transfers: 2, share: '50.00' },
    { status: 'PENDING', transfers: 0, share: '0.00' },
    { status: 'FAILED', transfers: 0, share: '0.00' },
    { status: 'HELD_FOR_REVIEW', transfers: 1, share: '25.00' },
    { status: '', transfers: 1, share: '25.00' },
  ])
  expect(endingsOf([]).map(({ share }) => share)).toEqual(['0.00', '0.00', '0.00'])
})
