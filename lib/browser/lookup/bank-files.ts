/** Tables from banks, ERP systems and spreadsheets: any separator and quotes, UTF-8 or UTF-16, with heads or without. */
import Papa from 'papaparse'
import { pauses, type WorkOptions } from '../../api/console/pasted/yielding'
import { transferStatuses } from '../../api/provider/transfer-terms'
import type { TransferStatus } from '../../api/provider/transfers'
import { readAmount } from './file-amounts'
import type { BankColumns, BankFile } from './reconciliation'

export const maximumRows = 100_000

/** How much is decoded and parsed at once: a few milliseconds of work. */
const pieceLength = 64 * 1_024

/** UTF-16 by its mark, or by the zero bytes of Latin letters. Bytes that are not UTF-8 are read as Windows-1252. */
function encodingOf(bytes: Uint8Array, isWhole: boolean): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = (from: number) => bytes.subarray(0, 512).filter((byte, at) => at % 2 === from && byte === 0).length
  if (bytes.length >= 4 && zeros(1) > Math.min(512, bytes.length) / 4) return 'utf-16le'
  if (bytes.length >= 4 && zeros(0) > Math.min(512, bytes.length) / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The text of a file, piece by piece. */
export async function* textOf(file: Blob | string): AsyncGenerator<{ text: string; done: number }> {
  if (typeof file === 'string') {
    const text = file.replace(/^\ufeff/, '')
    for (let from = 0; from < text.length; from += pieceLength)
      yield { text: text.slice(from, from + pieceLength), done: Math.min(1, (from + pieceLength) / text.length) }
    return
  }
  const sample = new Uint8Array(await file.slice(0, 1_048_576).arrayBuffer())
  const decoder = new TextDecoder(encodingOf(sample, sample.length === file.size))
  for (let from = 0; from < file.size; from += pieceLength) {
    const bytes = await file.slice(from, from + pieceLength).arrayBuffer()
    yield { text: decoder.decode(bytes, { stream: true }), done: Math.min(1, (from + pieceLength) / file.size) }
  }
  yield { text: decoder.decode(), done: 1 }
}

const longestRow = 512 * 1_024

/** Characters of a cell that are read, compared and shown: far more than banks send, and little enough for every line. */
export const maximumCell = 4_096

/** A cell that is longer says so by its last character. */
const cut = (cell: string) => (cell.length > maximumCell ? `${cell.slice(0, maximumCell)}…` : cell)

/** What the low-level parser gives, which its types leave open. */
type Parsed = { data: string[][]; meta: { cursor: number } }

/** The separator of a text; one column has none. */
function separatorOf(text: string): string {
  const named = /^sep=(.)/i.exec(text)?.[1]
  return named ?? (Papa.parse<string[]>(text, { preview: 20, skipEmptyLines: true }).meta.delimiter || ',')
}

/** The rows of a file; `line` is that of the file in which the row begins. @param options `isCut`: without the ends of long cells */
export async function readRows(
  file: Blob | string,
  { maximum = maximumRows, isCut = false, ...options }: WorkOptions & { maximum?: number; isCut?: boolean } = {},
): Promise<{ line: number; cells: string[] }[]> {
  const pause = pauses(options)
  const rows: { line: number; cells: string[] }[] = []
  let [rest, line, separator] = ['', 1, '']
  let parser: Papa.Parser | undefined
  const parse = (isLast: boolean) => {
    separator ||= separatorOf(rest)
    parser ??= new Papa.Parser({ delimiter: separator, newline: '\n' })
    const { data, meta }: Parsed = parser.parse(rest, 0, !isLast)
    rest = isLast ? '' : rest.slice(meta.cursor)
    // A quote that is never closed would make one cell of the rest of the file.
    if (rest.length > longestRow) {
      parser = new Papa.Parser({ delimiter: separator, newline: '\n', quoteChar: '\u0000' })
      // Each piece would read a row without an end from its beginning again.
      if (isCut && !rest.includes('\n')) rest = rest.slice(0, longestRow)
    }
    for (const cells of data) {
      const isNamed = line === 1 && /^sep=.?$/i.test(cells.join(separator).trim())
      if (!isNamed && cells.some((cell) => cell.trim() !== ''))
        rows.push({ line, cells: isCut ? cells.map(cut) : cells })
      line += 1 + cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
    }
  }
  let held = ''
  for await (const { text, done } of textOf(file)) {
    const piece = held + text
    // The line end of Windows may be cut in the middle.
    held = piece.endsWith('\r') && done < 1 ? '\r' : ''
    rest += (held ? piece.slice(0, -1) : piece).replace(/\r\n?/g, '\n')
    if (rest.length >= 1_024) parse(false)
    if (rows.length > maximum) throw new TooManyRows(maximum)
    await pause(done)
  }
  parse(true)
  if (rows.length > maximum) throw new TooManyRows(maximum)
  return rows
}

/** The file has more rows than are compared at once. */
export class TooManyRows extends Error {
  constructor(maximum: number) {
    super(`This file has more than ${maximum.toLocaleString('en-US')} lines. Split it into smaller files.`)
    this.name = 'TooManyRows'
  }
}

/** The heads of columns that banks and ERP systems export, in English and German. */
const headWords: Record<keyof BankColumns, RegExp> = {
  reference:
    /\bref|\bend ?to ?end\b|e2e|verwendungszweck|remittance|\bpayment (?:id|details)\b|\btransaction (?:id|hash)\b|\b(?:tx|hash|uuid|transfer id)\b|\binvoice\b|\bbeleg|\bid\b|description|narrative|details/i,
  amount: /\bamount\b|\bbetrag\b|\bvalue\b(?! date)|\bsum\b|\btotal\b|\bmontant\b|\bimporte\b|\bnet\b/i,
  debit:
    /\bdebits?\b|\bdr\b|\bsoll\b|\bwithdrawals?\b|\b(?:money|paid) out\b|\bauszahlung|\blastschrift|\bbelastung|\bdébit\b|\bcargos?\b/i,
  credit:
    /\bcredits?\b|\bcr\b|\bhaben\b|\bdeposits?\b|\b(?:money|paid) in\b|\beinzahlung|\bgutschrift|\bcrédit\b|\babonos?\b/i,
  currency: /\bcurrency\b|\bccy\b|\bcurr\b|\bwährung\b|\bdevise\b|\bmoneda\b|\basset\b/i,
  status: /\bstatus\b|\bstate\b/i,
}
/** The better of two columns with such heads. */
const bestHeads: Partial<Record<keyof BankColumns, RegExp>> = {
  reference:
    /^(?:(?:our|your|client|customer|payment|external) )?ref(?:erence)?(?: ?(?:id|no|number|nr))?$|end ?to ?end/i,
  amount: /^(?:transaction |payment )?(?:amount|betrag)$/i,
}

/** `refId`, `REF_ID` and `Ref. ID` as words. */
const headText = (head: string) =>
  head
    .slice(0, longestHead)
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/[_.:/()-]+/g, ' ')
    .trim()

/** What banks and ERP systems call a transfer's status, in English, German and the codes of ISO 20022. */
const statusWords: Record<TransferStatus, RegExp> = {
  COMPLETED:
    /^(?:completed|complete|settled|booked|paid|success|successful|succeeded|executed|done|final|posted|cleared|credited|received|ok|acsc|accc|gebucht|ausgeführt|bezahlt)$/,
  PENDING:
    /^(?:pending|processing|in progress|open|sent|submitted|initiated|outstanding|waiting|awaiting approval|pdng|acsp|actc|offen|vorgemerkt|in bearbeitung)$/,
  FAILED:
    /^(?:failed|failure|rejected|returned|cancelled|canceled|declined|error|reversed|refused|rjct|abgelehnt|storniert|zurückgewiesen)$/,
}

/** The provider's status that a text names; undefined if it names none. */
export function readStatus(text: string): TransferStatus | undefined {
  const word = text.length > 100 ? '' : text.trim().toLowerCase().replace(/[_-]+/g, ' ')
  return transferStatuses.find((status) => statusWords[status].test(word))
}

const isAmount = (cell: string) => readAmount(cell) !== undefined
const isValue = {
  amount: (cell: string) => isAmount(cell) && /[.,]\d/.test(cell),
  debit: isAmount,
  credit: isAmount,
  currency: (cell: string) => /^[A-Z]{3,5}$/.test(cell),
  status: (cell: string) => readStatus(cell) !== undefined,
  // An amount, date or word is no reference.
  reference: (cell: string) => /\d/.test(cell) && /[A-Za-z]/.test(cell) && cell.length >= 4,
} satisfies Record<keyof BankColumns, (cell: string) => boolean>

/** Whether the first row names columns: none of its cells looks like a value. */
const isHead = (cells: readonly string[]) =>
  cells.some((cell) => Object.values(headWords).some((words) => words.test(headText(cell)))) &&
  !cells.some((cell) => readAmount(cell) !== undefined)

const longestHead = 200

/** @throws TooManyRows */
export async function readBankFile(file: Blob | string, options: WorkOptions = {}): Promise<BankFile> {
  const rows = await readRows(file, { ...options, maximum: maximumRows + 1, isCut: true })
  // Banks put the account and the period above the heads.
  const head = rows.slice(0, 20).findIndex(({ cells }) => cells.length > 1 && isHead(cells))
  const [first] = rows
  const hasHeads = head >= 0 || (first?.cells.length === 1 && isHead(first.cells))
  const at = Math.max(head, 0)
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  const named = hasHeads ? (rows[at]?.cells ?? []) : []
  const heads = Array.from(
    { length: Math.max(width, named.length) },
    (_, index) => named[index]?.trim().slice(0, longestHead) || `Column ${index + 1}`,
  )
  const body = hasHeads ? rows.slice(at + 1) : rows
  if (body.length > maximumRows) throw new TooManyRows(maximumRows)
  return { heads, rows: body, layout: JSON.stringify(heads.map((one) => one.toLowerCase())) }
}

/** The columns of debits and of credits: both are named, and hold amounts; undefined if one column is named for amounts. */
function sidesOf({ heads, rows }: Pick<BankFile, 'heads' | 'rows'>): Pick<BankColumns, 'debit' | 'credit'> | undefined {
  const columnOf = (role: 'debit' | 'credit', other: 'debit' | 'credit') =>
    heads.findIndex((head, column) => {
      const text = headText(head)
      const cells = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => /\d/.test(cell))
      return headWords[role].test(text) && !headWords[other].test(text) && cells.length > 0 && cells.every(isAmount)
    })
  const [debit, credit] = [columnOf('debit', 'credit'), columnOf('credit', 'debit')]
  const isNamed = heads.some((head) => bestHeads.amount?.test(headText(head)))
  return debit < 0 || credit < 0 || isNamed ? undefined : { debit, credit }
}

/** Guesses the columns by their heads first and by their values second; absent where neither tells. */
export function guessColumns({ heads, rows }: Pick<BankFile, 'heads' | 'rows'>): Partial<BankColumns> {
  const sample = rows.slice(0, 200)
  const columns: Partial<BankColumns> = sidesOf({ heads, rows: sample }) ?? {}
  const isTwoSided = columns.debit !== undefined
  for (const role of ['amount', 'currency', 'status', 'reference'] as const) {
    if (role === 'amount' && isTwoSided) continue
    const scores = heads.map((head, column) => {
      if (Object.values(columns).includes(column)) return 0
      const cells = sample.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '')
      const share = cells.length === 0 ? 0 : cells.filter(isValue[role]).length / cells.length
      const distinct = role === 'reference' ? new Set(cells).size / Math.max(1, cells.length) : 1
      const name = bestHeads[role]?.test(headText(head)) ? 3 : headWords[role].test(headText(head)) ? 2 : 0
      return name + share * distinct
    })
    const best = Math.max(...scores)
    if (best > 0.6) columns[role] = scores.indexOf(best)
  }
  return columns
}
