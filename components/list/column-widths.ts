'use client'
/** How wide a list's columns are in CSS pixels, which of them have room, and how many decimals their amounts show. */
import { type CSSProperties, useMemo } from 'react'
import { amountParts, amountText } from '@/components/ui/amount'
import { type Column, type ColumnAmount, headerText } from './column'

/** A tabular digit, a letter of a head, which is smaller and heavier, and one of a cell. */
const digit = 8
const headLetter = 6.4
const letter = 6.2
/** The gap after a column, and a sort arrow. */
const gap = 10
const arrowWidth = 18
/** The whole part of an amount has room for 100,000, so that columns rarely move when others come. */
const leastWhole = 6.5
/** The decimal point and the gap after a sign, in digits. */
const pointWidth = 0.9
/** An icon before a text. */
const iconWidth = 24
/** The edge of the table, and a flag in its first column. */
const flagWidth = 16
/** A growing column gives way in a window that is too narrow, but keeps its first word, as of a status. */
const leastGrowing = 120

/** Places that are not worth an ellipsis. */
const fewPlaces = 6
/** The share of a column's amounts that its places suffice for; of a short column all but one. */
const mostAmounts = 0.95
/** The room of an ellipsis, in digits. */
const ellipsis = 1.5

export type Places = {
  /** The most decimal places that are shown. */
  shown: number
  /** Whether an amount has more, which then ends in an ellipsis. */
  isCut: boolean
}

const placesIn = ({ text }: ColumnAmount) => Math.max(0, (amountParts(text)?.fraction.length ?? 0) - 1)

/**
 * The decimal places of a column: as many as its longest amount has, unless nearly all need far fewer. So one amount of 18
 * places does not push other columns out. No digit is rounded: a shortened amount shows them all on hover and focus.
 * @param isWhole on paper and on cards, which have no hover
 */
export function columnPlaces<Row>(
  rows: readonly Row[],
  amount: (row: Row) => ColumnAmount | undefined,
  isWhole = false,
): Places {
  const amounts = rows.flatMap((row) => amount(row) ?? [])
  const places = amounts.map(placesIn).sort((one, other) => one - other)
  const longest = places.at(-1) ?? 0
  const usual = Math.max(2, places[Math.floor(mostAmounts * (places.length - 1))] ?? 0)
  return !isWhole && longest - usual > fewPlaces ? { shown: usual, isCut: true } : { shown: longest, isCut: false }
}

/** The width of a column's decimals in digits. */
export const placesWidth = ({ shown, isCut }: Places) => (isCut ? shown + ellipsis : shown)

/** The whole text of an amount whose last digits have no room; undefined if it is shown whole. */
export const cutAmount = (amount: ColumnAmount | undefined, { shown, isCut }: Places) =>
  isCut && amount && placesIn(amount) > shown ? amountText(amount.text, amount.isDebit) : undefined

/** How times are shown, which decides how long they are. */
export type TimeFormat = { now: number; zone: string; isRelative: boolean }

/** With a year, if a row is of another one: in another zone it may change a day earlier or later. */
function timeWidth(times: readonly (string | undefined)[], { now, zone, isRelative }: TimeFormat): number {
  const year = new Date(now).toISOString().slice(0, 4)
  const hasYear = times.some((time) => time && (!time.startsWith(year) || /^....-(?:01-01|12-31)/.test(time)))
  const sample = `00 Mar ${hasYear ? '0000 ' : ''}00:00:00${isRelative ? ` ${zone}` : ''}`
  // Most of it is digits.
  return sample.length * 7
}

/** The digits, signs and separators before the point. Text that is not a number has no point. */
const wholeDigits = <Row>(rows: readonly Row[], amount: (row: Row) => ColumnAmount | undefined, least = leastWhole) =>
  rows.reduce((most, row) => {
    const { text = '', isDebit } = amount(row) ?? {}
    const [whole = ''] = amountParts(text) ? amountText(text, isDebit).split('.') : [text]
    // A separator is half as wide.
    const digits = whole.replaceAll(',', '').length
    return Math.max(most, (digits + whole.length) / 2)
  }, least)

/** A column as a table shows it. */
export type Cell<Row> = {
  column: Column<Row>
  /** The text of its head. */
  head: string
  /** With its padding: CSS pixels that it asks for. */
  width: number
  /** Whether it takes its share of the room that is left. */
  grows: boolean
  /** The letters of a text that surely have room, if a longer one may be cut. */
  letters?: number
  places?: Places
  style?: CSSProperties
}

type Shape = 'table' | 'cards' | 'paper'

type CellOptions<Row> = {
  rows: readonly Row[]
  times: TimeFormat
  shape: Shape
  /** The widths that a person chose, by key. */
  chosen?: ReadonlyMap<string, number | undefined>
  /** How much wider than usual text is drawn. */
  scale: number
}

/** Amounts and times are never cut; a text is that is longer than its column. */
export function cellOf<Row>(column: Column<Row>, { rows, times, shape, chosen, scale }: CellOptions<Row>): Cell<Row> {
  const head = headerText(column, times.isRelative ? undefined : times.zone)
  const places = 'amount' in column ? columnPlaces(rows, column.amount, shape !== 'table') : undefined
  const fraction = places ? placesWidth(places) + pointWidth : 0
  const name = Math.max(head.length, column.unit?.length ?? 0) * headLetter + (column.sort ? arrowWidth : 0)
  // Over numbers a head without a second line ends at their points.
  const headWidth = name + (column.unit ? 0 : fraction * digit)
  const content =
    'amount' in column
      ? (wholeDigits(rows, column.amount, column.whole) + fraction) * digit
      : 'time' in column
        ? timeWidth(rows.map(column.time), times)
        : column.width
  const own = Math.ceil(Math.max(content, headWidth) * scale) + gap
  const other = shape === 'table' ? chosen?.get(column.key) : undefined
  const width = other === undefined ? own : 'text' in column ? other : Math.max(own, other)
  const grows = 'text' in column && column.grows === true && other === undefined
  return {
    ...{ column, head, width, grows, places },
    ...('text' in column && !column.reaches && { letters: Math.floor((width - gap - iconWidth) / scale / letter) }),
    ...(places && { style: { '--places': placesWidth(places) } as CSSProperties }),
  }
}

/** Whether no row has anything in a column. */
export function isEmptyColumn<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  if (column.isEmpty) return column.isEmpty(rows)
  const read: (row: Row) => unknown = 'amount' in column ? column.amount : 'time' in column ? column.time : column.text
  return rows.every((row) => !read(row))
}

type FitOptions<Row> = {
  rows?: readonly Row[]
  /** The key of the column by which the rows are in order. */
  sorted?: string
}

const total = (cells: readonly { width: number }[]) => cells.reduce((sum, { width }) => sum + width, 0)

/**
 * Which columns fit into a width: whole ones are left out from the right, empty ones first, but never the first one, those
 * of a phone's card, such as amount and status, the one by which the rows are in order, and those that are kept, unless
 * they are empty.
 */
export function cellsThatFit<Row>(
  cells: readonly Cell<Row>[],
  width: number,
  { rows, sorted }: FitOptions<Row>,
): readonly Cell<Row>[] {
  let left = cells
  const isEmpty = (column: Column<Row>) => rows !== undefined && isEmptyColumn(column, rows)
  for (const mayLeave of [isEmpty, (column: Column<Row>) => !column.isKept]) {
    for (const cell of cells.slice(1).reverse()) {
      const { column } = cell
      const isFixed = column.card || column.key === sorted || !mayLeave(column)
      if (!isFixed && total(left) > width) left = left.filter((one) => one !== cell)
    }
  }
  return left
}

/** The widths with which columns fill a width: those that grow share what is left, or give way where there is too little. */
export function filledWidths(cells: readonly Pick<Cell<never>, 'width' | 'grows'>[], whole: number): number[] {
  const share = Math.floor((whole - total(cells)) / cells.filter(({ grows }) => grows).length)
  return cells.map(({ width, grows }) => (grows ? Math.max(Math.min(width, leastGrowing), width + share) : width))
}

type LayoutInput<Row> = Omit<CellOptions<Row>, 'rows'> & {
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows?: readonly Row[]
  sorted?: string
  /** The room there is, CSS pixels; undefined before the first layout. */
  room?: number
  /** Shows all columns, in a table that scrolls sideways if it must. */
  showsAll: boolean
}

const noRows: readonly never[] = []

/** The columns of a table with their widths, and the names of those that have no room. */
export function useColumnLayout<Row>(input: LayoutInput<Row>) {
  const { columns, rows, times, shape, chosen, scale, sorted, showsAll } = input
  const room = shape === 'table' ? input.room : undefined
  const all = useMemo(() => {
    const options = { rows: rows ?? noRows, times, shape, chosen, scale }
    const isShown = ({ card, isPrinted }: Column<Row>) =>
      shape === 'cards' ? card : shape === 'table' || (isPrinted?.(options.rows) ?? true)
    const [first, ...rest] = columns.filter(isShown).map((column) => cellOf(column, options))
    return first ? [{ ...first, width: first.width + flagWidth }, ...rest] : []
  }, [columns, rows, times, shape, chosen, scale])
  const cells = useMemo(
    () => (room === undefined || showsAll ? all : cellsThatFit(all, room, { rows, sorted })),
    [all, rows, sorted, room, showsAll],
  )
  const asked = total(cells)
  const widths =
    room === undefined ? cells.map(({ width }) => width) : filledWidths(cells, showsAll ? Math.max(room, asked) : room)
  const hidden = all.flatMap((cell) => (cells.includes(cell) ? [] : [cell.column.name]))
  return { cells, widths, hidden }
}
