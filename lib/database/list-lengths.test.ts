import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertParts, paddedList } from './list-lengths'

test('a padded list has the same values, and few lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 350 }), (values) => {
      const padded = paddedList(values)
      expect([0, 1, 10, 100, 200, 300, 400]).toContain(padded.length)
      expect(padded.slice(0, values.length)).toEqual(values)
      expect(new Set(padded)).toEqual(new Set(values))
    }),
  )
})

test('parts of rows are all rows in their order, in few lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 350 }), (rows) => {
      const parts = insertParts(rows)
      expect(parts.flat()).toEqual(rows)
      for (const part of parts) expect([1, 10, 100]).toContain(part.length)
    }),
  )
})
