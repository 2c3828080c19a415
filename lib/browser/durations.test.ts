import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationText, percentile } from './durations'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

test.each([
  [-5, 'under 1 s'],
  [999, 'under 1 s'],
  [2 * second, '2 s'],
  [70 * second, '1 min 10 s'],
  [185 * second, '3 min 05 s'],
  [10 * minute, '10 min'],
  [59 * minute + 59 * second, '59 min'],
  [hour, '1 h 00 min'],
  [5 * hour + 12 * minute, '5 h 12 min'],
  [26 * hour + 31 * minute, '26 h 31 min'],
  [102 * hour, '4 days 6 h'],
])('%d ms is %s', (millis, text) => {
  expect(durationText(millis)).toBe(text)
})

test('a percentile is one of the spans, with enough of them at or below it, and no smaller one would do', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), fc.constantFrom(0.5, 0.95, 0.01, 1), (spans, part) => {
      const found = percentile(spans, part)
      if (found === undefined) throw new Error('There is one.')
      expect(spans).toContain(found)
      const share = (limit: number) => spans.filter((span) => span <= limit).length / spans.length
      expect(share(found)).toBeGreaterThanOrEqual(part)
      for (const span of spans) if (span < found) expect(share(span)).toBeLessThan(part)
    }),
  )
  expect(percentile([], 0.5)).toBeUndefined()
})
