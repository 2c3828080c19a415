import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { Transfer } from '@/lib/provider/transfers'
import { fieldCount, fieldGroups, pairsOf } from './transfer-fields'

test('every field of the spec is in one group, once', () => {
  const shown = Object.values(fieldGroups).flatMap((fields) => fields.map(([name]) => name))
  expect([...shown].sort()).toEqual(Object.keys(Transfer._zod.def.shape).sort())
})

test('documented and undocumented fields are counted, empty ones are not', () => {
  expect(fieldCount(readTransfer({ id: 'x', memo: '', auto_conversion: {}, settlement_bank: 'y' }))).toBe(2)
})

test('entries keep numbers and nested values as received', () => {
  expect(pairsOf({ desk: 7, note: 'a', deep: { b: [1, null] } })).toEqual([
    ['desk', '7'],
    ['note', 'a'],
    ['deep', '{"b":[1,null]}'],
  ])
  expect(pairsOf(undefined)).toEqual([])
})
