'use client'
/**
 * Widths of a list's columns in CSS pixels. They are computed from every loaded row, not only from rendered ones, so that
 * nothing shifts while scrolling and no amount, reference or status is cut.
 */
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { amountText } from '@/components/ui/amount'
import { onResize } from '@/components/ui/browser-state'
import { shortMonths } from '@/lib/browser/clock'
import { visibleText } from '@/lib/domain/invisible-characters'
import { isTimestamp } from '@/lib/domain/values'
import type { CellFont, Column, ColumnAmount } from './column'

/** The advance width of each character of a font, CSS pixels. */
export type Advance = (code: number) => number
/** `ch` is the CSS unit that the column of fractions is sized in. */
export type FontMetrics = Record<CellFont, Advance> & { ch: number }

/** How times are shown, which decides how long they are. */
export type TimeFormat = { now: number; zone: string; isRelative: boolean }

/** CSS pixels: a flag in the first cell, the gap after a column, rounding errors, the table's edges, a sort arrow. */
const flagWidth = 18
const gap = 10
const slack = 1
const edge = 8
const arrowWidth = 18
/** Heads are 12 px, the measured text is 13 px. */
const headScale = 12 / 13
/** The decimal point, in ch (`.amount .fraction`). */
const pointWidth = 0.45

export function textWidth(text: string, advance: Advance): number {
  let width = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    width += advance(code)
  }
  return width
}

/** Groups: sign, whole digits, fraction digits. */
const decimal = /^(-?)(?=\.?\d)(\d*)(?:\.(\d+))?$/

const placesIn = (amount: ColumnAmount | undefined) => decimal.exec(amount?.text ?? '')?.[3]?.length ?? 0

/** Decimal places that are always shown: as many as a gwei needs. */
const mostPlaces = 9
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

/**
 * The decimal places of a column: as many as its longest amount has, unless that one has more than nine while nearly all have
 * at most nine. So one amount of 18 places does not push other columns out. Nothing is rounded: a shortened amount shows all
 * its digits on hover and focus.
 * @param isWhole on paper and on cards, which have no hover
 */
export function columnPlaces<Row>(
  rows: readonly Row[],
  amount: (row: Row) => ColumnAmount | undefined,
  isWhole = false,
): Places {
  const places = rows.flatMap((row) => (amount(row) ? placesIn(amount(row)) : [])).sort((one, other) => one - other)
  const longest = places.at(-1) ?? 0
  const usual = places[Math.floor(mostAmounts * (places.length - 1))] ?? 0
  if (isWhole || longest <= mostPlaces || usual > mostPlaces) return { shown: longest, isCut: false }
  return { shown: Math.max(2, ...places.filter((each) => each <= mostPlaces)), isCut: true }
}

/** The width of a column's decimals in digits. */
export const placesWidth = ({ shown, isCut }: Places) => (isCut ? shown + ellipsis : shown)

/** The whole text of an amount whose last digits have no room; undefined if it is shown whole. */
export const cutAmount = (amount: ColumnAmount | undefined, { shown, isCut }: Places) =>
  isCut && amount && placesIn(amount) > shown ? amountText(amount.text, amount.isDebit) : undefined

function amountsWidth<Row>(
  rows: readonly Row[],
  amount: (row: Row) => ColumnAmount | undefined,
  fonts: FontMetrics,
): number {
  const { text: advance, mono } = fonts
  const digit = Math.max(...Array.from('0123456789', (one) => textWidth(one, advance)))
  const comma = textWidth(',', advance)
  const minus = textWidth('−', advance) + 1
  let whole = 0
  let other = 0
  for (const row of rows) {
    const { text, isDebit = false } = amount(row) ?? {}
    if (text === undefined) continue
    const [, sign, { length } = ''] = decimal.exec(text) ?? []
    if (sign === undefined) other = Math.max(other, textWidth(text, mono))
    else {
      const commas = Math.max(0, Math.floor((length - 1) / 3))
      whole = Math.max(whole, length * digit + commas * comma + (isDebit !== (sign === '-') ? minus : 0))
    }
  }
  return Math.max(other, whole + fractionWidth(placesWidth(columnPlaces(rows, amount)), fonts))
}

/** With wide text spacing the digits are wider than the column that is sized for them, and it grows. */
const fractionWidth = (places: number, { text: advance, ch }: FontMetrics) =>
  Math.max((places + pointWidth) * ch, textWidth(places > 0 ? `.${'0'.repeat(Math.ceil(places))}` : '', advance))

/** A text as wide as a time will be, without converting its zone for every row. */
export function timeSample(value: string, { now, zone, isRelative }: TimeFormat): string {
  if (!isTimestamp(value)) return value
  const today = new Date(now).toISOString()
  const isUtc = zone === 'UTC' && /z$/i.test(value)
  if (isUtc && value.slice(0, 10) === today.slice(0, 10)) return isRelative ? '00 min ago' : '00:00:00'
  // In another zone the year may change a day earlier or later.
  const isNewYear = [value, today].some((time) => /^....-(?:01-01|12-31)/.test(time))
  const isThisYear = value.slice(0, 4) === today.slice(0, 4) && (isUtc || !isNewYear)
  const month = isUtc ? (shortMonths[Number(value.slice(5, 7)) - 1] ?? 'Mar') : 'May'
  return `00 ${month} ${isThisYear ? '' : '0000 '}00:00:00${isRelative ? ` ${zone}` : ''}`
}

function contentWidth<Row>(column: Column<Row>, rows: readonly Row[], fonts: FontMetrics, times: TimeFormat): number {
  if ('amount' in column) return amountsWidth(rows, column.amount, fonts)
  const widthOf = (row: Row) => {
    if ('time' in column) return textWidth(timeSample(column.time(row) ?? '', times), fonts.text)
    const { face = 'text', extra = 0 } = column
    const text = column.text(row)
    return text ? textWidth(visibleText(text), fonts[typeof face === 'function' ? face(row) : face]) + extra : 0
  }
  return rows.reduce((width, row) => Math.max(width, widthOf(row)), 0)
}

type WidthsInput<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The text of each column's head, in the columns' order. */
  heads: readonly string[]
  fonts: FontMetrics
  times: TimeFormat
  hasFlags: boolean
}

/** @returns the width of each column with its padding */
export function columnWidths<Row>({ rows, columns, heads, fonts, times, hasFlags }: WidthsInput<Row>): number[] {
  return columns.map((column, index) => {
    const content = contentWidth(column, rows, fonts, times) + (index === 0 && hasFlags ? flagWidth : 0)
    const lines = [heads[index] ?? '', column.unit ?? '']
    const name = Math.max(...lines.map((line) => textWidth(line, fonts.label))) * headScale
    const head = name + (column.sort ? arrowWidth : 0)
    const edges = (index === 0 ? edge : 0) + (index === columns.length - 1 ? edge - gap : 0)
    return Math.ceil(Math.max(content, head) + gap + edges + slack)
  })
}

/**
 * Widths as a person chose them. Amounts and times are never cut; other cells are, and their titles have the whole text.
 * @param natural the width of the content  @param chosen CSS pixels, undefined for the natural one
 */
export const widthOf = <Row>(column: Column<Row>, natural: number, chosen: number | undefined): number =>
  chosen === undefined ? natural : 'text' in column ? chosen : Math.max(natural, chosen)

/** Whether no row has anything in a column. */
export function isEmptyColumn<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  if (column.isEmpty) return column.isEmpty(rows)
  const read: (row: Row) => unknown = 'amount' in column ? column.amount : 'time' in column ? column.time : column.text
  return rows.every((row) => !read(row))
}

/**
 * Which columns fit into a width: whole ones are left out from the right, empty ones first, but never the first one, those
 * of a phone's card, such as amount and status, the one by which the rows are in order, and those that are kept, unless
 * they are empty.
 * @param width CSS pixels; undefined before the first layout  @param sorted the key of the one by which they are in order
 */
export function columnsThatFit<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  width: number | undefined,
  { sorted, isEmpty = () => false }: { sorted?: string; isEmpty?: (column: Column<Row>) => boolean } = {},
): readonly Column<Row>[] {
  if (width === undefined) return columns
  const left = new Set(columns)
  let needed = widths.reduce((sum, each) => sum + each, 0)
  for (const mayLeave of [isEmpty, (column: Column<Row>) => !column.isKept]) {
    for (let at = columns.length - 1; at > 0 && needed > width; at--) {
      const column = columns[at]
      if (!column || !left.has(column) || column.card || column.key === sorted || !mayLeave(column)) continue
      left.delete(column)
      needed -= widths[at] ?? 0
      // No amount stands without its asset.
      const amountAt = columns.findIndex(({ key }) => key === column.of)
      const amount = columns[amountAt]
      if (amount && left.delete(amount)) needed -= widths[amountAt] ?? 0
    }
  }
  return columns.filter((column) => left.has(column))
}

/** Widths in CSS pixels: of most statuses with their icon, of a name, and the least that tells one name from another. */
const statusWidth = 120
const nameWidth = 180
const leastWidth = 100

/**
 * Narrows the columns that stay in a window that is too narrow for them, so that no status is beyond the edge: first long texts
 * are cut with an ellipsis, the longest first, then the reasons of statuses, then texts once more.
 * @param width CSS pixels; undefined where the table is as wide as it likes
 */
export function widthsWithin<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  width: number | undefined,
): readonly number[] {
  let excess = width === undefined ? 0 : widths.reduce((sum, each) => sum + each, 0) - width
  if (excess <= 0) return widths
  const left = [...widths]
  const ofText = columns.flatMap((column, at) => ('text' in column ? [{ at, isState: column.card === 'state' }] : []))
  ofText.sort((one, other) => (widths[other.at] ?? 0) - (widths[one.at] ?? 0))
  const shrink = (isState: boolean, least: number) => {
    for (const { at } of ofText.filter((one) => one.isState === isState)) {
      const each = left[at] ?? 0
      left[at] = Math.max(Math.min(each, least), each - excess)
      excess -= each - left[at]
    }
  }
  shrink(false, nameWidth)
  shrink(true, statusWidth)
  shrink(false, leastWidth)
  return left
}

/** A column as a table shows it. */
export type ShownColumn<Row> = Column<Row> & {
  /** CSS pixels. */
  width: number
  /** Of its cells. */
  style?: CSSProperties
  /** The decimal places of its amounts. */
  places?: Places
}

type ShownInput<Row> = {
  columns: readonly Column<Row>[]
  /** The widths of their contents, CSS pixels; empty before the first layout. */
  natural: readonly number[]
  rows?: readonly Row[]
  /** CSS pixels; undefined where the table is as wide as it likes. */
  room?: number
  sorted?: string
  /** The widths that a person chose, CSS pixels by the columns' keys. */
  chosenWidths?: ReadonlyMap<string, number | undefined>
  isPhone: boolean
  isPrinting: boolean
}

/** The columns that have room, and how: nothing is hidden or cut on paper, and cards have their own columns. */
export function shownColumns<Row>(input: ShownInput<Row>): ShownColumn<Row>[] {
  const { natural, rows, room, sorted, chosenWidths, isPhone, isPrinting } = input
  const isWhole = isPhone || isPrinting
  const isEmpty = (column: Column<Row>) => rows !== undefined && isEmptyColumn(column, rows)
  const columns = isPhone
    ? input.columns.filter(({ card }) => card)
    : columnsThatFit(input.columns, natural, room, { sorted, isEmpty })
  const contents = columns.map((column) => natural[input.columns.indexOf(column)] ?? 100)
  const wanted = columns.map((column, at) =>
    widthOf(column, contents[at] ?? 0, isWhole ? undefined : chosenWidths?.get(column.key)),
  )
  const widths = widthsWithin(columns, wanted, room)
  return columns.map((column, at) => {
    const width = widths[at] ?? 0
    const places = 'amount' in column ? columnPlaces(rows ?? [], column.amount, isWhole) : undefined
    const cut = width < (contents[at] ?? 0) ? { overflow: 'hidden', textOverflow: 'ellipsis' } : undefined
    return {
      ...column,
      width,
      places,
      style: cut ?? (places && ({ '--places': placesWidth(places) } as CSSProperties)),
    }
  })
}

const faceClasses: Record<CellFont, string> = { text: '', label: 'font-label', mono: 'font-mono text-sm' }
/** Characters are measured in runs, so that rounding does not matter. */
const runLength = 20
const printable = Array.from({ length: 95 }, (_, index) => index + 32)

/** The widths of hidden inline blocks, measured in one layout. */
function measure(className: string, texts: readonly string[]): number[] {
  const box = document.createElement('div')
  box.className = 'invisible absolute whitespace-pre'
  box.ariaHidden = 'true'
  const spans = texts.map((text) => {
    const span = document.createElement('span')
    span.className = `inline-block ${className}`
    span.textContent = text
    return span
  })
  box.append(...spans)
  document.body.append(box)
  const widths = spans.map((span) => span.getBoundingClientRect().width)
  box.remove()
  return widths
}

function advanceOf(face: CellFont): Advance {
  const runs = (codes: readonly number[]) =>
    measure(
      faceClasses[face],
      codes.map((code) => String.fromCodePoint(code).repeat(runLength)),
    ).map((width) => width / runLength)
  const ascii = new Float64Array(128)
  ascii.set(runs(printable), 32)
  const others = new Map<number, number>()
  return (code) => {
    const known = code < 128 ? ascii[code] : others.get(code)
    if (known !== undefined) return known
    const [width = 0] = runs([code])
    others.set(code, width)
    return width
  }
}

/** The latest metrics, reused by the next list; `scale` changes when a font loads or text is zoomed or spaced. */
let measured: { scale: number; fonts: FontMetrics } | undefined

/** The metrics of the page's fonts, undefined before the first layout. */
function useFontMetrics(probe: RefObject<HTMLElement | null>): FontMetrics | undefined {
  const [fonts, setFonts] = useState(measured?.fonts)
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return
    const read = () => {
      const scale = element.getBoundingClientRect().width
      if (scale === 0) return
      if (measured?.scale !== scale) {
        const [ch = 0] = measure('w-[100ch]', [''])
        const faces = { text: advanceOf('text'), label: advanceOf('label'), mono: advanceOf('mono') }
        measured = { scale, fonts: { ...faces, ch: ch / 100 } }
      }
      setFonts(measured.fonts)
    }
    return onResize(element, read)
  }, [probe])
  return fonts
}

type LayoutInput<Row> = Omit<WidthsInput<Row>, 'rows' | 'fonts'> & {
  /** Inline text in the table's font. */
  probe: RefObject<HTMLElement | null>
  /** Undefined while they are loading: then the columns keep their widths. */
  rows?: readonly Row[]
  /** One key per row. */
  keys: readonly string[]
  /** How many times as wide as asked for the columns are drawn, where the table has room. */
  stretch: RefObject<number>
}

/**
 * The columns of rows that are refreshed in place stay where they are while every text fits.
 * @returns the width of each column, before anything is painted; empty before the first layout
 */
export function useColumnWidths<Row>(input: LayoutInput<Row>): readonly number[] {
  const { probe, rows, keys, columns, heads, times, hasFlags, stretch } = input
  const fonts = useFontMetrics(probe)
  const next = useMemo(
    () => (fonts ? columnWidths({ rows: rows ?? [], columns, heads, times, hasFlags, fonts }) : []),
    [rows, columns, heads, times, hasFlags, fonts],
  )
  const layout = `${heads.join()} ${times.isRelative}`
  const [shown, show] = useState({ widths: next, layout, fonts, keys })
  const isSame = shown.layout === layout && shown.fonts === fonts
  const isRefreshed = () => {
    const before = new Set(shown.keys)
    return keys.some((key) => before.has(key))
  }
  const fits = () => next.every((width, at) => width <= (shown.widths[at] ?? 0) * stretch.current)
  const isKept = rows
    ? isSame && (next === shown.widths || (isRefreshed() && fits()))
    : next.length === shown.widths.length
  const widths = isKept ? shown.widths : next
  if (widths !== shown.widths || (rows && keys !== shown.keys)) show({ widths, layout, fonts, keys })
  return widths
}
