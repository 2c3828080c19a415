/**
 * Records as CSV and NDJSON. Amounts keep every digit, times become RFC 3339 in UTC with
 * their fraction unchanged, and no text can run as a formula.
 */
import { guardedCell } from '../domain/guarded-cell'
import { isObject, type Json } from '../domain/json'
import { nanoseconds } from '../domain/values'

/**
 * An RFC 3339 time in UTC with its fraction unchanged, up to 9 digits.
 * @returns undefined for other text, and where the year would leave 0000 to 9999
 */
export function toUtc(time: string): string | undefined {
  const moment = nanoseconds(time)
  if (moment === undefined) return undefined
  const millis = Number(moment / 1_000_000_000n - (moment % 1_000_000_000n < 0n ? 1n : 0n)) * 1000
  const fraction = /\.\d+/.exec(time)?.[0] ?? ''
  const text = new Date(millis).toISOString()
  return /^\d{4}-/.test(text) ? text.replace(/\.\d+Z$/, `${fraction}Z`) : undefined
}

/** A decimal number, which no spreadsheet runs: an apostrophe would make it a text. */
const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/

/** An RFC 3339 time in UTC, which stays as it is. */
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** One member of a record as a cell; objects are JSON, absent values are empty. @param name `…_at` names times */
export function cellOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  if (decimal.test(value) || utc.test(value)) return value
  return (name.endsWith('_at') && toUtc(value)) || guardedCell(value)
}

/** A line of names, then one of cells for each record. @param names the members that are columns, in their order */
export const exportRows = (names: readonly string[], records: readonly Json[]): string[][] => [
  [...names],
  ...records.map((record) => names.map((name) => cellOf(name, record[name]))),
]

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** RFC 4180, with line ends of CR LF. */
export const csvText = (rows: readonly (readonly string[])[]) => rows.map(csvLine).join('')

export const csvLine = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`

/** A text, which is guarded, or an amount, which stays a number unless it is no decimal. */
export type CsvCell = string | { amount: string }

/** @returns the cells as texts that no spreadsheet runs */
export const safeCells = (cells: readonly CsvCell[]) =>
  cells.map((cell) => {
    if (typeof cell === 'string') return guardedCell(cell)
    return decimal.test(cell.amount) ? cell.amount : guardedCell(cell.amount)
  })

/** Tells Excel that a CSV is in UTF-8. */
export const byteOrderMark = '\u{feff}'

/** One JSON object per line, as the service sent it. */
export const ndjsonText = (objects: readonly unknown[]) => objects.map((one) => `${JSON.stringify(one)}\n`).join('')
