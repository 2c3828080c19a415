import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentile } from './percentile'

test('a percentile is the smallest duration with enough durations at or below it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), fc.constantFrom(0.5, 0.95, 0.01, 1), (spans, part) => {
      const found = percentile(
        spans.sort((one, other) => one - other),
        part,
      )
      expect(spans).toContain(found)
      const share = (limit: number) => spans.filter((span) => span <= limit).length / spans.length
      expect(share(found)).toBeGreaterThanOrEqual(part)
      for (const span of spans) if (span < found) expect(share(span)).toBeLessThan(part)
    }),
  )
  expect(percentile([], 0.5)).toBe(0)
})
