import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOf, mergeWalkPages, type WalkPage } from './bounded-walk'

type Row = { id?: string; at?: number }
const range = { startedAt: 1000, floor: 100, until: 1001 }
const page = (entries: readonly Row[], next?: string): WalkPage<Row> => ({ ...range, entries, next, isRepeated: false })

/** A list newest first, cut into pages of any lengths. */
const lists = fc
  .array(fc.integer({ min: 100, max: 1000 }), { minLength: 1, maxLength: 60 })
  .map((times) => times.sort((a, b) => b - a).map((at, index) => ({ id: `row-${index}`, at })))
const cuts = fc.array(fc.nat(60), { maxLength: 8 })

function pagesOf(rows: readonly Row[], at: readonly number[]): WalkPage<Row>[] {
  const ends = [...new Set([...at.filter((cut) => cut < rows.length), rows.length])].sort((a, b) => a - b)
  return ends.map((end, index) =>
    page(rows.slice(ends[index - 1] ?? 0, end), end < rows.length ? `to ${end}` : undefined),
  )
}

test('every row since completeSince was read, and no row counts twice', () => {
  fc.assert(
    fc.property(lists, cuts, fc.nat(8), (rows, at, read) => {
      const pages = pagesOf(rows, at).slice(0, read + 1)
      const all = mergeWalkPages(pages)
      if (!all) throw new Error('At least one page was read.')
      expect(all.read).toBe(pages.reduce((sum, { entries }) => sum + entries.length, 0))
      expect(new Set(all.entries.map(({ id }) => id)).size).toBe(all.entries.length)
      const complete = rows.filter((row) => row.at >= all.completeSince)
      expect(all.entries.filter(({ at: time = 0 }) => time >= all.completeSince)).toEqual(complete)
      expect(all.isWhole).toBe(all.entries.length === rows.length && all.next === undefined)
      if (all.isWhole) expect(all.completeSince).toBe(range.floor)
    }),
  )
})

test('a row that is repeated on the next page counts once', () => {
  const all = mergeWalkPages([
    page(
      [
        { id: 'a', at: 900 },
        { id: 'b', at: 800 },
      ],
      'next',
    ),
    page([{ id: 'b', at: 800 }]),
  ])
  expect(all).toMatchObject({ read: 3, duplicates: 1, isWhole: true, entries: [{ id: 'a' }, { id: 'b' }] })
})

test('rows outside the range and rows without a time are counted and left out', () => {
  const all = mergeWalkPages([
    page([{ id: 'new', at: 1001 }, { id: 'a', at: 900 }, { id: 'undated' }, { id: 'old', at: 99 }], 'on'),
  ])
  expect(all).toMatchObject({ read: 4, outOfRange: 2, undated: 1, entries: [{ id: 'a' }] })
  expect(all, 'what was asked for has been passed').toMatchObject({
    isWhole: true,
    next: undefined,
    completeSince: 100,
  })
})

test('a list that is out of order is complete only at its end', () => {
  const rows = [{ at: 500 }, { at: 900 }]
  expect(mergeWalkPages([page(rows, 'on')])).toMatchObject({ isOrdered: false, isWhole: false, completeSince: 1001 })
  expect(mergeWalkPages([page(rows)])).toMatchObject({ isOrdered: false, isWhole: true, completeSince: 100 })
})

test('a repeated cursor ends the walk, and older rows are not called complete', () => {
  const all = mergeWalkPages([{ ...page([{ at: 900 }]), isRepeated: true }])
  expect(all).toMatchObject({ isWhole: false, isRepeated: true, next: undefined, completeSince: 901 })
})

test('a day is covered in full, in part or not at all', () => {
  const read = { completeSince: 500 }
  expect(coverageOf(read, { start: 500, end: 600 })).toBe('whole')
  expect(coverageOf(read, { start: 499, end: 600 })).toBe('part')
  expect(coverageOf(read, { start: 400, end: 500 })).toBe('none')
  expect(mergeWalkPages([])).toBeUndefined()
})
