/** The rows of a table in a text file: any separator and quotes. */
import { textOf } from './encodings'
import { cutText, type Pause, TooManyLines } from './statement'

const longestRow = 512 * 1_024

/** More than a table has. A row with more is cut behind one of them, so that it is refused. */
const mostCells = 1_000

/** `line` is that of the file in which the row begins. */
export type Row = { line: number; cells: string[] }

const separators = [';', '\t', '|', ','] as const

/**
 * The separator of a text: the one that most of its lines have as often as one another, outside of quotes. Above the heads it
 * may be rarer, and between digits a comma is no separator of all lines. One column has none.
 */
function separatorOf(text: string): string {
  const named = /^sep=(.)/i.exec(text)?.[1]
  if (named) return named
  const plain = text.slice(0, 64 * 1_024).replace(/"[^"]*"/g, 'x')
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  const found = separators.map((separator) => {
    const counts = new Map<number, number>()
    for (const line of lines.slice(0, 40)) {
      const count = line.split(separator).length - 1
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    const [[each, of] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one)
    return { separator, each, of }
  })
  // Nobody types a tab into a cell.
  const isTab = ({ separator }: { separator: string }) => Number(separator === '\t')
  const [best] = found.toSorted((one, other) => other.of - one.of || isTab(other) - isTab(one) || other.each - one.each)
  return best && best.each > 0 ? best.separator : ','
}

/** Finds a mark from ever later places, and searches no part of the text twice; its length if there is none. */
function placesOf(text: string, mark: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) found = text.indexOf(mark, from)
    if (found < 0) found = text.length
    return found
  }
}

/** Where the quote is that closes a cell, -1 if nowhere: two of them are one in the text. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/**
 * The rows of a text, and how much of it they are. A quote opens a cell only if the one that closes it ends the cell too;
 * else it belongs to the text, and takes no lines with it.
 * @param isLast nothing follows: what is not closed never is, and the last row needs no line end
 * @param isLong the same for the quote, because too much follows it
 */
function splitRows(text: string, separator: string, isLast: boolean, isLong = isLast) {
  const rows: string[][] = []
  const [nextMark, nextLine, lastQuote] = [placesOf(text, separator), placesOf(text, '\n'), text.lastIndexOf('"')]
  let [start, at, cells] = [0, 0, [] as string[]]
  while (at < text.length || (isLast && cells.length > 0)) {
    let [first, cell, end] = [at, '', -1]
    while (text[first] === ' ') first += 1
    if (text[first] === '"') {
      const close = first < lastQuote ? closingQuote(text, first + 1) : -1
      let after = close < 0 ? text.length : close + 1
      while (text[after] === ' ') after += 1
      if (after === text.length && !isLast && !(isLong && close < 0)) break
      const next = text[after]
      if (close >= 0 && (next === undefined || next === separator || next === '\n')) {
        cell = text.slice(first + 1, close).replaceAll('""', '"')
        end = after
      }
    }
    if (end < 0) {
      end = Math.min(nextMark(at), nextLine(at))
      if (end === text.length && !isLast) break
      cell = text.slice(at, end)
    }
    cells.push(cell)
    at = Math.min(end + 1, text.length)
    if (text[end] === separator) continue
    rows.push(cells)
    ;[start, cells] = [at, []]
  }
  return { rows, length: start }
}

type RowOptions = {
  pause?: Pause
  maximum: number
  /** Without the ends of long cells. */
  isCut?: boolean
}

/** Rows with their lines. */
function numberedRows() {
  const rows: Row[] = []
  let line = 1
  return {
    rows,
    add(split: readonly string[][], separator: string, isCut: boolean) {
      for (const cells of split) {
        const isNamed = line === 1 && /^sep=.?$/i.test(cells.join(separator).trim())
        if (!isNamed && cells.some((cell) => cell.trim() !== ''))
          rows.push({ line, cells: isCut ? cells.slice(0, mostCells + 1).map(cutText) : cells })
        line += 1 + cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
      }
    },
  }
}

/** Why a row may have other cells than were meant: lines below may be in it, or its commas may group thousands. */
export type RowDoubt = 'line-end' | 'comma'

/** The rows of a short text, such as one that is typed, as far as they are certain. */
export function rowsOf(text: string): (Row & { doubt?: RowDoubt })[] {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(plain)
  const { rows, add } = numberedRows()
  add(splitRows(plain, separator, true).rows, separator, false)
  const unquoted = plain.replace(/"[^"]*"/g, (quoted) => quoted.replace(/[^\n]/g, '"')).split('\n')
  const isGrouped = ({ line }: Row) => separator === ',' && /(?<!\d)\d{1,3},\d{3}(?!\d)/.test(unquoted[line - 1] ?? '')
  return rows.map((row) => {
    if (row.cells.some((cell) => cell.includes('\n') && cell.includes(separator))) return { ...row, doubt: 'line-end' }
    return isGrouped(row) ? { ...row, doubt: 'comma' } : row
  })
}

/** The rows of a file that have anything in them. @throws TooManyLines */
export async function readRows(file: Blob | string, { pause, maximum, isCut = false }: RowOptions): Promise<Row[]> {
  const { rows, add } = numberedRows()
  let [rest, separator] = ['', '']
  const parse = (isLast: boolean) => {
    separator ||= separatorOf(rest)
    const split = splitRows(rest, separator, isLast, isLast || rest.length > longestRow)
    rest = rest.slice(split.length)
    add(split.rows, separator, isCut)
  }
  let held = ''
  for await (const { text, done } of textOf(file)) {
    const piece = held + text
    // The line end of Windows may be cut in the middle.
    held = piece.endsWith('\r') && done < 1 ? '\r' : ''
    const lines = (held ? piece.slice(0, -1) : piece).replace(/\r\n?/g, '\n')
    rest += lines
    if (rest.length >= 1_024 && lines.includes('\n')) parse(false)
    // Each piece would read a row without an end from its beginning again.
    else if (isCut) rest = rest.slice(0, longestRow)
    if (rows.length > maximum) throw new TooManyLines()
    await pause?.(done)
  }
  parse(true)
  if (rows.length > maximum) throw new TooManyLines()
  return rows
}
