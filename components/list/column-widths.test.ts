import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText } from '@/components/ui/amount'
import type { Column } from './column'
import {
  cellOf,
  cellsThatFit,
  columnPlaces,
  cutAmount,
  filledWidths,
  isEmptyColumn,
  placesWidth,
} from './column-widths'

const times = { now: Date.UTC(2026, 10, 19, 14), zone: 'UTC', isRelative: false }

type Row = { amount?: string; isDebit?: boolean; word?: string; at?: string }
const amount: Column<Row> = {
  key: 'amount',
  name: 'A',
  amount: ({ amount: text, isDebit }) => (text === undefined ? undefined : { text, isDebit }),
}
const word: Column<Row> = { key: 'word', name: 'W', width: 100, text: (row) => row.word }
const time: Column<Row> = { key: 'at', name: 'At', time: ({ at }) => at }

const cell = (column: Column<Row>, rows: readonly Row[], chosen?: number) =>
  cellOf(column, { rows, times, shape: 'table', scale: 1, chosen: new Map([[column.key, chosen]]) })
const widthOf = (...input: Parameters<typeof cell>) => cell(...input).width

describe('the width of a column', () => {
  test('holds any amount of up to 38 digits whole, with the points under each other', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,25}$/)
    const fraction = fc.stringMatching(/^(\.[0-9]{1,12})?$/)
    const row = fc.record({
      amount: fc.tuple(fc.constantFrom('', '-'), digits, fraction).map((parts) => parts.join('')),
      isDebit: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const places = columnPlaces(rows, ({ amount: text }) => ({ text }))
        for (const { amount: text, isDebit } of rows) {
          const [whole = ''] = amountText(text, isDebit).split('.')
          const digits = whole.replaceAll(',', '').length
          expect(widthOf(amount, rows)).toBeGreaterThanOrEqual(
            (digits + placesWidth(places)) * 8 + (whole.length - digits) * 4,
          )
        }
      }),
    )
  })

  test('fits text that is not a number as received, and counts no decimal places for it', () => {
    const rows = [{ amount: '1.5' }, { amount: 'twelve hundred and a half' }, {}]
    expect(columnPlaces(rows, ({ amount: text }) => (text ? { text } : undefined)).shown).toBe(1)
    expect(widthOf(amount, rows)).toBeGreaterThanOrEqual(25 * 8)
  })

  test('stays when rows come whose texts are longer, or whose amounts are below a million', () => {
    const before = [{ amount: '1.00', word: 'short', at: '2026-11-19T08:00:00Z' }]
    const after = [...before, { amount: '999999.00', word: 'x'.repeat(80), at: '2026-03-01T08:00:00Z' }]
    for (const column of [amount, word, time]) expect(widthOf(column, after)).toBe(widthOf(column, before))
  })

  test('has room for the year where a time is of another one', () => {
    const ofYear = (year: number) => widthOf(time, [{ at: `${year}-05-02T08:00:00Z` }])
    expect(ofYear(2025) - ofYear(2026)).toBe(5 * 7)
  })

  test('holds its head, which over numbers ends at their points', () => {
    const name = 'The average price'
    expect(widthOf({ ...word, name: 'x'.repeat(40) }, [])).toBe(40 * 6.4 + 10)
    const places = (text: string) => widthOf({ ...amount, name }, [{ amount: text }])
    expect(places('1.123456') - places('1.12')).toBe(4 * 8)
  })

  test('is narrower for a text if a person wants so, and never for an amount or a time', () => {
    expect(cell(word, [], 60)).toMatchObject({ width: 60, letters: 4 })
    expect(widthOf(word, [], 200)).toBe(200)
    for (const column of [amount, time]) expect(widthOf(column, [], 20)).toBe(widthOf(column, []))
    expect(widthOf(amount, [], 300)).toBe(300)
  })
})

describe('the decimals of a column', () => {
  const long = '0.123456789012345678'
  const placesOf = (amounts: string[], isWhole?: boolean) => columnPlaces(amounts, (text) => ({ text }), isWhole)

  test('have room for what nearly all rows need, and an amount with more of them is cut', () => {
    expect(placesOf(['1.50', '200', '3.125', '4.5', long])).toEqual({ shown: 3, isCut: true })
    expect(placesOf(['1', '2', long])).toEqual({ shown: 2, isCut: true })
    const hundred = Array.from({ length: 100 }, (_, index) => (index < 4 ? long : '1.00'))
    expect(placesOf(hundred)).toEqual({ shown: 2, isCut: true })
    expect(placesOf([...hundred, ...Array.from({ length: 10 }, () => long)])).toEqual({ shown: 18, isCut: false })
  })

  test('are all shown where few are more than the usual, where there is one row, and on paper', () => {
    expect(placesOf(['1.50', '200', '0.12345678'])).toEqual({ shown: 8, isCut: false })
    expect(placesOf([long])).toEqual({ shown: 18, isCut: false })
    expect(placesOf(['1.50', '2.50', long], true)).toEqual({ shown: 18, isCut: false })
    expect(placesOf([])).toEqual({ shown: 0, isCut: false })
  })

  test('keep every digit in the title of a cut amount, and take no room from other columns', () => {
    const places = placesOf(['1.50', '2.50', long])
    expect(cutAmount({ text: long, isDebit: true }, places)).toBe(`−${long}`)
    expect(cutAmount({ text: '1.50' }, places)).toBeUndefined()
    const rows = ['1.50', '2.50', long].map((text) => ({ amount: text }))
    const short = widthOf(amount, rows.slice(0, 2))
    expect(widthOf(amount, rows)).toBeLessThanOrEqual(short + 2 * 8)
  })
})

describe('columns without room', () => {
  const columns = ['created', 'amount', 'network', 'reference', 'hash'].map(
    (key): Column<Row> => ({ ...word, key, card: key === 'amount' ? 'main' : undefined }),
  )
  const fitting = (width: number, options = {}, shown = columns) =>
    cellsThatFit(
      shown.map((column) => ({ ...cell(column, []), width: 100 })),
      width,
      options,
    ).map(({ column }) => column.key)

  test('are left out whole, from the right, but not those of a card', () => {
    expect(fitting(500)).toHaveLength(5)
    expect(fitting(499)).toEqual(['created', 'amount', 'network', 'reference'])
    expect(fitting(10)).toEqual(['created', 'amount'])
  })

  test('always have the one by which the rows are in order', () => {
    expect(fitting(10, { sorted: 'hash' })).toEqual(['created', 'amount', 'hash'])
  })

  test('give way first where no row has anything in them, also one that is kept otherwise', () => {
    const kept = columns.map((column) => ({
      ...column,
      isKept: column.key === 'network',
      isEmpty: () => column.key === 'network',
    }))
    expect(fitting(400, { rows: [] }, kept)).toEqual(['created', 'amount', 'reference', 'hash'])
    expect(fitting(10, {}, kept)).toEqual(['created', 'amount', 'network'])
  })

  test('are empty if no cell has a text, amount or time, or if they say so', () => {
    const rows: Row[] = [{ word: 'a word' }, {}]
    expect([word, amount, time].map((column) => isEmptyColumn(column, rows))).toEqual([false, true, true])
    expect(isEmptyColumn({ ...word, isEmpty: () => true }, rows)).toBe(true)
  })
})

test('columns that grow share what is left, and give way where there is too little, but keep a first word', () => {
  const [fixed, one, other] = [
    { width: 100, grows: false },
    { width: 200, grows: true },
    { width: 90, grows: true },
  ]
  expect(filledWidths([fixed, one, other], 490)).toEqual([100, 250, 140])
  expect(filledWidths([fixed, one], 250)).toEqual([100, 150])
  expect(filledWidths([fixed, one, other], 150)).toEqual([100, 120, 90])
})
