/** The rows of a table in a text file: any separator and quotes. */
import Papa from 'papaparse'
import { textOf } from './encodings'
import { cutText, type Pause, TooManyLines } from './statement'

const longestRow = 512 * 1_024

/** More than a table has. A row with more is cut behind one of them, so that it is refused. */
const mostCells = 1_000

/** `line` is that of the file in which the row begins. */
export type Row = { line: number; cells: string[] }

/** What the low-level parser gives, which its types leave open. */
type Parsed = { data: string[][]; meta: { cursor: number } }

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
  const [best] = found.toSorted((one, other) => other.of - one.of || other.each - one.each)
  return best && best.each > 0 ? best.separator : ','
}

type RowOptions = {
  pause?: Pause
  maximum: number
  /** Without the ends of long cells. */
  isCut?: boolean
}

/** The rows of a file that have anything in them. @throws TooManyLines */
export async function readRows(file: Blob | string, { pause, maximum, isCut = false }: RowOptions): Promise<Row[]> {
  const rows: Row[] = []
  let [rest, line, separator] = ['', 1, '']
  let parser: Papa.Parser | undefined
  const parse = (isLast: boolean) => {
    separator ||= separatorOf(rest)
    parser ??= new Papa.Parser({ delimiter: separator, newline: '\n' })
    const { data, meta }: Parsed = parser.parse(rest, 0, !isLast)
    rest = isLast ? '' : rest.slice(meta.cursor)
    // A quote that is never closed would make one cell of the rest of the file.
    if (rest.length > longestRow) parser = new Papa.Parser({ delimiter: separator, newline: '\n', quoteChar: '\u0000' })
    for (const cells of data) {
      const isNamed = line === 1 && /^sep=.?$/i.test(cells.join(separator).trim())
      if (!isNamed && cells.some((cell) => cell.trim() !== ''))
        rows.push({ line, cells: isCut ? cells.slice(0, mostCells + 1).map(cutText) : cells })
      line += 1 + cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
    }
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
