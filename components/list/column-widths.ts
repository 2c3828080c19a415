/**
 * How wide the columns of a list are, in CSS pixels: reckoned from every loaded row, not only from those on screen, so
 * that nothing jumps while scrolling and no amount, reference or status is cut.
 */
import { isTimestamp } from '@/lib/api/values'
import type { Column, ColumnAmount, Face } from './column'

/** How far each character of a face moves on; what is not known yet is collected in `missing`. */
export type Advances = { ascii: Float64Array; others: Map<number, number>; missing: Set<number> }
/** `ch` is the unit that a fraction's room is set in: how wide the font's own "0" is, tabular or not. */
export type FontMetrics = Record<Face, Advances> & { ch: number }

/** How times are said, which decides how long their texts are. */
export type Saying = { now: number; zone: string; isRelative: boolean }

/** Room for a flag before the first cell. */
const flagWidth = 18
/** Room between columns, and for what rounding takes. */
const gap = 10
const slack = 1
const edge = 8
/** An arrow in a column's head. */
const arrowWidth = 18
/** Heads are set in 12 px, measured in 13. */
const headScale = 12 / 13
/** The point of an amount, in ch (`.amount .fraction`). */
const pointWidth = 0.45

/** The width of a text. Characters that were never measured count as the widest digit, and are noted. */
export function textWidth(text: string, { ascii, others, missing }: Advances): number {
  let width = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    const advance = code < 128 ? ascii[code] : others.get(code)
    if (advance === undefined) missing.add(code)
    width += advance ?? ascii[48] ?? 0
  }
  return width
}

type AmountShape = { wholeDigits: number; places: number; isNegative: boolean }

function shapeOf(text: string): AmountShape | undefined {
  if (!/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return undefined
  const isNegative = text.startsWith('-')
  const point = text.indexOf('.')
  const end = point < 0 ? text.length : point
  return { wholeDigits: end - (isNegative ? 1 : 0), places: point < 0 ? 0 : text.length - point - 1, isNegative }
}

/** The most decimal places in a column. */
export function placesIn<Row>(rows: readonly Row[], amount: (row: Row) => ColumnAmount | undefined): number {
  let places = 0
  for (const row of rows) {
    const given = amount(row)
    if (given) places = Math.max(places, shapeOf(given.text)?.places ?? 0)
  }
  return places
}

function amountsWidth<Row>(
  rows: readonly Row[],
  amount: (row: Row) => ColumnAmount | undefined,
  { text, mono, ch }: FontMetrics,
): number {
  const digit = Math.max(...Array.from('0123456789', (one) => textWidth(one, text)))
  const comma = textWidth(',', text)
  const sign = textWidth('−', text) + 1
  let whole = 0
  let odd = 0
  for (const row of rows) {
    const given = amount(row)
    if (!given) continue
    const shape = shapeOf(given.text)
    if (!shape) {
      odd = Math.max(odd, textWidth(given.text, mono))
      continue
    }
    const { wholeDigits, isNegative } = shape
    const commas = wholeDigits > 3 ? Math.floor((wholeDigits - 1) / 3) : 0
    whole = Math.max(whole, wholeDigits * digit + commas * comma + ((given.isDebit ?? false) !== isNegative ? sign : 0))
  }
  return Math.max(odd, whole + fractionWidth(placesIn(rows, amount), ch))
}

const fractionWidth = (places: number, ch: number) => (places + pointWidth) * ch

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A text as wide as a time will be said, without reckoning its zone for every row. */
export function timeSample(value: string, { now, zone, isRelative }: Saying): string {
  if (!isTimestamp(value)) return value
  const today = new Date(now).toISOString()
  const isUtc = zone === 'UTC' && /z$/i.test(value)
  if (isUtc && value.slice(0, 10) === today.slice(0, 10)) return isRelative ? '00 min ago' : '00:00:00'
  // In another zone the turn of a year can lie a day away.
  const isNearTurn = [value, today].some((time) => /^....-(?:01-01|12-31)/.test(time))
  const isThisYear = value.slice(0, 4) === today.slice(0, 4) && (isUtc || !isNearTurn)
  const month = isUtc ? (months[Number(value.slice(5, 7)) - 1] ?? 'Mar') : 'May'
  return `00 ${month} ${isThisYear ? '' : '0000 '}00:00:00`
}

function contentWidth<Row>(column: Column<Row>, rows: readonly Row[], faces: FontMetrics, saying: Saying): number {
  if ('amount' in column) return amountsWidth(rows, column.amount, faces)
  let width = 0
  if ('time' in column) {
    for (const row of rows) width = Math.max(width, textWidth(timeSample(column.time(row) ?? '', saying), faces.text))
    return width
  }
  const { text, face = 'text', extra = 0 } = column
  for (const row of rows) {
    const said = text(row)
    if (said) width = Math.max(width, textWidth(said, faces[typeof face === 'function' ? face(row) : face]) + extra)
  }
  return width
}

type WidthsInput<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** What each column's head says, in the columns' order. */
  heads: readonly string[]
  faces: FontMetrics
  saying: Saying
  hasFlags: boolean
}

/** @returns the width of each column, its padding included */
export function widthsOf<Row>({ rows, columns, heads, faces, saying, hasFlags }: WidthsInput<Row>): number[] {
  return columns.map((column, at) => {
    const content = contentWidth(column, rows, faces, saying) + (at === 0 && hasFlags ? flagWidth : 0)
    const lines = [heads[at] ?? '', column.unit ?? '']
    const name = Math.max(...lines.map((line) => textWidth(line, faces.label))) * headScale
    // Over numbers the head ends where their points stand.
    const fraction = 'amount' in column ? fractionWidth(placesIn(rows, column.amount), faces.ch) : 0
    const head = name + (column.sort ? arrowWidth : 0) + (column.unit ? 0 : fraction)
    const edges = (at === 0 ? edge : 0) + (at === columns.length - 1 ? edge - gap : 0)
    return Math.ceil(Math.max(content, head) + gap + edges + slack)
  })
}
