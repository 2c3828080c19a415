import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText } from '@/components/ui/amount'
import { clockText } from '@/lib/browser/clock'
import type { Column } from './column'
import {
  type Advance,
  columnPlaces,
  columnsThatFit,
  columnWidths,
  cutAmount,
  type FontMetrics,
  isEmptyColumn,
  placesWidth,
  shownColumns,
  textWidth,
  timeSample,
  widthOf,
  widthsWithin,
} from './column-widths'

/** A font whose characters have the given widths. */
function font(width: number, others: Record<string, number> = {}): Advance {
  const widths = new Map(Object.entries(others).map(([character, other]) => [character.codePointAt(0), other]))
  return (code) => widths.get(code) ?? width
}

const fonts: FontMetrics = { text: font(8, { ',': 4, '.': 3 }), label: font(9), mono: font(7), ch: 8 }
const times = { now: Date.UTC(2026, 10, 19, 14), zone: 'UTC', isRelative: false }

type Row = { amount?: string; isDebit?: boolean; word?: string; at?: string }
const amount: Column<Row> = {
  key: 'amount',
  name: 'A',
  amount: ({ amount: text, isDebit }) => (text === undefined ? undefined : { text, isDebit }),
}
const word: Column<Row> = { key: 'word', name: 'W', text: (row) => row.word, extra: 20 }

const widths = (rows: readonly Row[], columns: readonly Column<Row>[], hasFlags = false) =>
  columnWidths({ rows, columns, heads: columns.map(({ name }) => name), fonts, times, hasFlags })

/** The width of an amount column: the longest whole part plus the longest fraction. */
function roomOf(text: string, isDebit: boolean, places: number): number {
  const [whole = ''] = amountText(text, isDebit).split('.')
  const sign = whole.startsWith('−') ? 1 : 0
  return textWidth(whole, fonts.text) + sign + (places + 0.45) * 8
}

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
        const [wide = 0] = widths(rows, [amount, word])
        const places = columnPlaces(rows, ({ amount: text }) => ({ text }))
        if (!places.isCut)
          expect(places.shown).toBe(Math.max(...rows.map(({ amount: text }) => text.split('.')[1]?.length ?? 0)))
        // Padding: 8 before the first column, 10 after each, 8 after the last.
        for (const { amount: text, isDebit } of rows)
          expect(wide).toBeGreaterThanOrEqual(roomOf(text, isDebit, placesWidth(places)) + 18)
      }),
    )
  })

  test('fits text that is not a number as received, and counts no decimal places for it', () => {
    const rows = [{ amount: '1.5' }, { amount: 'twelve hundred and a half' }, {}]
    expect(columnPlaces(rows, ({ amount: text }) => (text ? { text } : undefined)).shown).toBe(1)
    expect(widths(rows, [amount, word])[0]).toBeGreaterThanOrEqual(25 * 7 + 18)
  })

  test('fits the longest text with its icon, wherever in the list it is', () => {
    const rows: Row[] = Array.from({ length: 1000 }, () => ({ word: 'short' }))
    rows[870] = { word: 'the longest of a thousand' }
    const [, wide] = widths(rows, [amount, word])
    expect(wide).toBeGreaterThanOrEqual(25 * 8 + 20 + 8)
    expect(widths(rows.slice(0, 800), [amount, word])[1]).toBeLessThan(wide ?? 0)
  })

  test('holds its head where no cell is as long, and a flag in the first', () => {
    const [plain = 0] = widths([{ word: 'a' }], [word, amount])
    const [flagged = 0] = widths([{ word: 'a' }], [word, amount], true)
    expect(flagged).toBeGreaterThan(plain)
    const long = { ...word, name: 'A head that is long' }
    expect(widths([{ word: 'a' }], [amount, long])[1]).toBeGreaterThanOrEqual(19 * 9 * (12 / 13) + 8)
  })

  test('counts a character outside the basic plane once', () => {
    const advance = (code: number) => (code === 0x1d11e ? 16 : 8)
    expect(textWidth('漢字 𝄞', advance)).toBe(3 * 8 + 16)
  })
})

describe('the decimals of a column', () => {
  const long = '0.123456789012345678'
  const placesOf = (amounts: string[], isWhole?: boolean) => columnPlaces(amounts, (text) => ({ text }), isWhole)

  test('have room for every amount of up to nine places, and one with more is cut where nearly all do with them', () => {
    expect(placesOf(['1.50', '200', '0.123456789'])).toEqual({ shown: 9, isCut: false })
    expect(placesOf(['1.50', '200', '3.125', '0.123456789', long])).toEqual({ shown: 9, isCut: true })
    expect(placesOf(['1', '2', long])).toEqual({ shown: 2, isCut: true })
    const hundred = Array.from({ length: 100 }, (_, index) => (index < 4 ? long : '1.00'))
    expect(placesOf(hundred)).toEqual({ shown: 2, isCut: true })
    expect(placesOf([...hundred, ...Array.from({ length: 10 }, () => long)])).toEqual({ shown: 18, isCut: false })
  })

  test('are all shown where there is one row, and on paper', () => {
    expect(placesOf([long])).toEqual({ shown: 18, isCut: false })
    expect(placesOf(['1.50', '2.50', long], true)).toEqual({ shown: 18, isCut: false })
    expect(placesOf([])).toEqual({ shown: 0, isCut: false })
  })

  test('keep every digit in the title of a cut amount, and take no room from other columns', () => {
    const places = placesOf(['1.50', '2.50', long])
    expect(cutAmount({ text: long, isDebit: true }, places)).toBe(`−${long}`)
    expect(cutAmount({ text: '1.50' }, places)).toBeUndefined()
    const rows = ['1.50', '2.50', long].map((text) => ({ amount: text }))
    const [short = 0] = widths(rows.slice(0, 2), [amount, word])
    expect(widths(rows, [amount, word])[0]).toBeLessThanOrEqual(short + 2 * 8)
  })
})

describe('the sample of a time', () => {
  const at = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2027-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  test.each(['UTC', 'Pacific/Kiritimati', 'America/New_York', 'Asia/Kathmandu'])(
    'is as long as what is said in %s',
    (zone) => {
      fc.assert(
        fc.property(at, at, (time, now) => {
          const value = time.toISOString()
          const said = clockText(value, now.getTime(), zone)
          const sample = timeSample(value, { now: now.getTime(), zone, isRelative: false })
          expect(sample.length).toBeGreaterThanOrEqual(said.length)
        }),
      )
    },
  )

  test('is the text itself if it is not a time', () => {
    expect(timeSample('yesterday', times)).toBe('yesterday')
  })
})

describe('columns without room', () => {
  const named = (key: string, card?: 'main'): Column<Row> => ({ key, name: key, card, text: () => '' })
  const columns = [named('first'), named('amount', 'main'), named('network'), named('status', 'main'), named('hash')]
  const fitting = (width?: number) => columnsThatFit(columns, [100, 100, 100, 100, 100], width).map(({ key }) => key)

  test('are left out whole, from the right, but not those of a card', () => {
    expect(fitting(500)).toEqual(['first', 'amount', 'network', 'status', 'hash'])
    expect(fitting(499)).toEqual(['first', 'amount', 'network', 'status'])
    expect(fitting(399)).toEqual(['first', 'amount', 'status'])
    expect(fitting(10)).toEqual(['first', 'amount', 'status'])
  })

  test('always have the one by which the rows are in order', () => {
    const keys = columnsThatFit(columns, [100, 100, 100, 100, 100], 10, { sorted: 'hash' }).map(({ key }) => key)
    expect(keys).toEqual(['first', 'amount', 'status', 'hash'])
  })

  test('give way first where no row has anything in them, also one that is kept otherwise', () => {
    const kept = columns.map((column) => (column.key === 'network' ? { ...column, isKept: true } : column))
    const isEmpty = ({ key }: Column<Row>) => key === 'network'
    const fittingIn = (width: number) =>
      columnsThatFit(kept, [100, 100, 100, 100, 100], width, { isEmpty }).map(({ key }) => key)
    expect(fittingIn(500)).toEqual(['first', 'amount', 'network', 'status', 'hash'])
    expect(fittingIn(499)).toEqual(['first', 'amount', 'status', 'hash'])
    expect(fittingIn(399)).toEqual(['first', 'amount', 'status'])
  })

  test('are left out with the amounts whose assets they have', () => {
    const out: Column<Row> = { ...amount, key: 'out' }
    const assets: Column<Row> = { key: 'to', name: 'Asset', of: 'out', text: () => '' }
    const all = [columns[0] as Column<Row>, out, assets]
    const fittingIn = (width: number) => columnsThatFit(all, [100, 100, 100], width).map(({ key }) => key)
    expect(fittingIn(300)).toEqual(['first', 'out', 'to'])
    expect(fittingIn(299)).toEqual(['first'])
  })

  test('are empty if no cell has a text, amount or time, or if they say so', () => {
    const rows: Row[] = [{ word: 'a' }, {}]
    expect(isEmptyColumn(word, rows)).toBe(false)
    expect(isEmptyColumn(word, rows.slice(1))).toBe(true)
    expect(isEmptyColumn(amount, rows)).toBe(true)
    expect(isEmptyColumn({ ...word, isEmpty: () => true }, rows)).toBe(true)
  })

  test('are unknown before the first layout', () => expect(fitting(undefined)).toHaveLength(5))
})

test('a status keeps its word where the other columns leave no room, and long texts are cut before its reason', () => {
  const columns: readonly Column<Row>[] = [
    { key: 'created', name: 'Created', card: 'when', time: () => '' },
    { key: 'status', name: 'Status', card: 'state', text: () => '' },
    { key: 'request', name: 'Request', card: 'main', text: () => '' },
    { key: 'amount', name: 'Amount', card: 'main', amount: () => undefined },
  ]
  expect(widthsWithin(columns, [100, 180, 300, 250], 780)).toEqual([100, 180, 250, 250])
  expect(widthsWithin(columns, [100, 180, 300, 250], 700)).toEqual([100, 170, 180, 250])
  expect(widthsWithin(columns, [100, 180, 150, 250], 640)).toEqual([100, 140, 150, 250])
  expect(widthsWithin(columns, [100, 180, 150, 250], 610)).toEqual([100, 120, 140, 250])
  const two = columns.slice(0, 2)
  expect(widthsWithin(two, [100, 300], 400)).toEqual([100, 300])
  expect(widthsWithin(two, [100, 300], 350)).toEqual([100, 250])
  expect(widthsWithin(two, [100, 300], 150)).toEqual([100, 120])
  expect(widthsWithin(two, [100, 90], 50)).toEqual([100, 90])
  expect(widthsWithin(two, [100, 300], undefined)).toEqual([100, 300])
})

test('a chosen width narrows a text, and never an amount or a time', () => {
  const [text, amount, time] = [
    { key: 'memo', name: 'Memo', text: () => 'x' },
    { key: 'fee', name: 'Fee', amount: () => ({ text: '1' }) },
    { key: 'created', name: 'Created', time: () => '' },
  ]
  expect([text, amount, time].map((column) => column && widthOf(column, 120, 80))).toEqual([80, 120, 120])
  expect([text, amount, time].map((column) => column && widthOf(column, 120, 300))).toEqual([300, 300, 300])
  expect(text && widthOf(text, 120, undefined)).toBe(120)
})

test('what is shown of columns: all of them as asked on paper, those of a card on a phone, and else what has room', () => {
  const columns: readonly Column<Row>[] = [
    { key: 'created', name: 'Created', card: 'when', time: () => '' },
    { key: 'memo', name: 'Memo', text: () => 'x' },
    { key: 'amount', name: 'Amount', card: 'main', amount: () => ({ text: '1.125' }) },
  ]
  const input = { columns, natural: [100, 300, 80], rows: [{}], isPhone: false, isPrinting: false }
  const shown = (more: Partial<Parameters<typeof shownColumns<Row>>[0]>) =>
    shownColumns({ ...input, ...more }).map(({ key, width, style }) => [key, width, style])
  const places = { '--places': 3 }
  expect(shown({})).toEqual([
    ['created', 100, undefined],
    ['memo', 300, undefined],
    ['amount', 80, places],
  ])
  expect(shown({ room: 200 }).map(([key]) => key)).toEqual(['created', 'amount'])
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis' }
  expect(shown({ chosenWidths: new Map([['memo', 90]]) })[1]).toEqual(['memo', 90, cut])
  expect(shown({ chosenWidths: new Map([['memo', 90]]), isPrinting: true })[1]).toEqual(['memo', 300, undefined])
  expect(shown({ isPhone: true }).map(([key]) => key)).toEqual(['created', 'amount'])
})
