/** Tables from banks, ERP systems and spreadsheets: any separator and quotes, UTF-8 or UTF-16, with heads or without. */
import Papa from 'papaparse'
import { pauses, type WorkOptions } from '../../../api/pasted/yielding'
import { transferStatuses } from '../../../provider/transfer-terms'
import type { TransferStatus } from '../../../provider/transfers'
import { currencyOfHead, isCurrency, readDirections } from './directions'
import { isMinus, isZero, readAmount } from './file-amounts'
import type { BankColumns, BankFile, ColumnRole } from './reconciliation'

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

/** The heads of columns that banks and ERP systems export, in English, German and, of amounts, other languages. */
const headWords: Record<keyof BankColumns, RegExp> = {
  reference:
    /\bref|\bend ?to ?end\b|e2e|verwendungszweck|remittance|\bpayment (?:id|details)\b|\btransaction (?:id|hash)\b|\b(?:tx|hash|uuid|transfer id)\b|\binvoice\b|\bbeleg|\bid\b|description|narrative|details/i,
  amount:
    /\bamount\b|\bamt\b|\bbetrag\b|\bumsatz\b|\bvalue\b(?! date)|\bsum\b|\btotal\b|\bmontant\b|\bimporte\b|\bimporto\b|\bbedrag\b|\bkwota\b|\bbel(?:ø|o)pp?\b|\bbeløb\b|\bvalor\b|\bnet\b|金額/i,
  direction:
    /\bd ?c\b|\bc ?d\b|\bs ?h\b|\bd ?r ?c ?r\b|\bc ?r ?d ?r\b|\b(?:debit|dbit|debet) (?:or )?(?:credit|crdt|cdt)\b|\b(?:credit|crdt|cdt) (?:or )?(?:debit|dbit|dbt)\b|\bsoll haben\b|\baf bij\b|\bin out\b|\bdirection\b|\bsign\b|\brichtung\b|\bkennzeichen\b|\bvorzeichen\b|\bsens\b|\bsigno\b|\bsegno\b/i,
  debit:
    /\bdebits?\b|\bdr\b|\bsoll\b|\bwithdrawals?\b|\bvalue out\b|\b(?:money|paid) out\b|\bauszahlung|\blastschrift|\bbelastung|\bdébit\b|\bcargos?\b/i,
  credit:
    /\bcredits?\b|\bcr\b|\bhaben\b|\bdeposits?\b|\bvalue in\b|\b(?:money|paid) in\b|\beinzahlung|\bgutschrift|\bcrédit\b|\babonos?\b/i,
  currency:
    /\bcurrency\b|\bccy\b|\bcurr\b|währung\b|waehrung\b|\bdevise\b|\bmoneda\b|\bdivisa\b|\bvaluta\b|\bwaluta\b|\basset\b|通貨/i,
  status: /\bstatus\b|\bstate\b|\bsts\b/i,
}
/** Beside the booked amount: what it was in another currency, what it cost, and what was left. */
const otherMoney =
  /\bforeign\b|\boriginal\b|\borig\b|fremd|\binstructed\b|\bfees?\b|\bcharges?\b|gebühr|\bcommission\b|\bexchange\b|\brate\b|kurs\b|\bbalance\b|saldo|kontostand|\bsolde\b/i
/** What is in few words, and says nothing of debits. */
const otherWords =
  /\baccount\b|konto|\bcompte\b|\bcuenta\b|\bcard\b|\biban\b|\bbic\b|\bbank\b|\bbranch\b|\bcountry\b|\bname\b|\bpayee\b|\bpayer\b|\bbeneficiary\b|\brecipient\b|\bcounterparty\b|\bcustomer\b|\bempfänger\b|\bauftraggeber\b|\bbegünstigter\b|\bdate\b|\bdatum\b|\bcategory\b|\bkategorie\b|\bnote\b|\bcomment\b|\btext\b|\bnetwork\b|\bzone\b|\bchannel\b|\bmethod\b/i
/** The better of two columns with such heads. */
const bestHeads: Partial<Record<keyof BankColumns, RegExp>> = {
  reference:
    /^(?:(?:our|your|client|customer|payment|external) )?ref(?:erence)?(?: ?(?:id|no|number|nr))?$|end ?to ?end|kundenreferenz$/i,
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
    /^(?:completed|complete|settled|booked|book|paid|success|successful|succeeded|executed|done|final|posted|cleared|credited|received|ok|acsc|accc|gebucht|ausgeführt|bezahlt)$/,
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
/** A code, sign or name of a currency. */
const isCurrencyText = (cell: string) => /^[\p{L}\p{Sc} ]{1,30}$/u.test(cell)
const isValue = {
  amount: (cell: string) => isAmount(cell) && /[.,]\d/.test(cell),
  debit: isAmount,
  credit: isAmount,
  direction: () => false,
  currency: isCurrency,
  status: (cell: string) => readStatus(cell) !== undefined,
  // An amount, date or word is no reference.
  reference: (cell: string) => /\d/.test(cell) && /[A-Za-z]/.test(cell) && cell.length >= 4,
} satisfies Record<keyof BankColumns, (cell: string) => boolean>

/** How many columns a row names. A line above the heads, such as "Currency: USD", may name one too. */
const namesIn = (cells: readonly string[]) =>
  Object.values(headWords).filter((words) => cells.some((cell) => words.test(headText(cell)))).length

/** Whether a row names columns: none of its cells looks like a value. */
const isHead = (cells: readonly string[]) => namesIn(cells) > 0 && !cells.some((cell) => readAmount(cell) !== undefined)

const longestHead = 200

/** @throws TooManyRows */
export async function readBankFile(file: Blob | string, options: WorkOptions = {}): Promise<BankFile> {
  const rows = await readRows(file, { ...options, maximum: maximumRows + 1, isCut: true })
  // Banks put the account and the period above the heads.
  const named = rows.slice(0, 20).map(({ cells }) => (cells.length > 1 && isHead(cells) ? namesIn(cells) : 0))
  const most = Math.max(0, ...named)
  const head = most === 0 ? -1 : named.indexOf(most)
  const [first] = rows
  const hasHeads = head >= 0 || (first?.cells.length === 1 && isHead(first.cells))
  const at = Math.max(head, 0)
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  const names = hasHeads ? (rows[at]?.cells ?? []) : []
  const heads = Array.from(
    { length: Math.max(width, names.length) },
    (_, index) => names[index]?.trim().slice(0, longestHead) || `Column ${index + 1}`,
  )
  const body = hasHeads ? rows.slice(at + 1) : rows
  if (body.length > maximumRows) throw new TooManyRows(maximumRows)
  return { heads, rows: body, layout: JSON.stringify(heads.map((one) => one.toLowerCase())) }
}

/** The columns, and those of them that a person must choose, because the file allows several. */
type Guess = { columns: Partial<BankColumns>; asked: ColumnRole[] }
type Table = Pick<BankFile, 'heads' | 'rows'>

/** What is in a column, without empty cells. */
const cellsIn = (rows: Table['rows'], column: number) =>
  rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '')
const share = (cells: readonly string[], suits: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(suits).length / cells.length

/** The columns of debits and of credits: both are named, and hold amounts; undefined if one column is named for amounts. */
function guessSides({ heads, rows }: Table): Guess | undefined {
  const columnsOf = (role: 'debit' | 'credit', other: 'debit' | 'credit') =>
    heads.flatMap((head, column) => {
      const text = headText(head)
      const cells = cellsIn(rows, column).filter((cell) => /\d/.test(cell))
      const isNamed = headWords[role].test(text) && !headWords[other].test(text)
      return isNamed && cells.length > 0 && cells.every(isAmount) ? [column] : []
    })
  const [debits, credits] = [columnsOf('debit', 'credit'), columnsOf('credit', 'debit')]
  const [debit, credit] = [debits[0], credits[0]]
  const isNamed = heads.some((head) => bestHeads.amount?.test(headText(head)))
  if (debit === undefined || credit === undefined || isNamed) return undefined
  const currencies = new Set([...debits, ...credits].map((column) => currencyOfHead(heads[column] ?? '')))
  if (debits.length + credits.length > 2 && currencies.size > 1) return { columns: {}, asked: ['debit', 'credit'] }
  return { columns: { debit, credit }, asked: [] }
}

/**
 * The amounts and currencies among which a person must choose: where amounts in several currencies stand side by side, and
 * the heads do not say which of them was booked.
 */
function guessMoney({ heads, rows }: Table): { ignored: number[]; isOpen: boolean } {
  const columns = heads.map((head, column) => {
    const [text, cells] = [headText(head), cellsIn(rows, column)]
    const isMoney = headWords.amount.test(text) && share(cells, isAmount) > 0.6
    const isNamed = headWords.currency.test(text)
    const isOfCurrency = share(cells, isNamed ? isCurrencyText : isCurrency) > 0.6
    return { column, text, isMoney, isOfCurrency, named: currencyOfHead(head), cells }
  })
  const amounts = columns.filter(({ isMoney }) => isMoney)
  const currencies = columns.filter(({ isOfCurrency }) => isOfCurrency)
  const isOther = ({ text }: { text: string }) => otherMoney.test(text)
  const booked = amounts.filter((one) => !isOther(one))
  const own = currencies.filter((one) => !isOther(one))
  // A currency beside an amount whose head names one is that of another amount.
  const ignored = [
    ...(booked.length > 0 ? amounts.filter(isOther) : []),
    ...(own.length > 0 || amounts.length > 1 || booked.some(({ named }) => named) ? currencies.filter(isOther) : []),
  ].map(({ column }) => column)
  const perLine = own[0]?.cells ?? ['']
  const said = new Set([
    ...own.map(({ cells }) => cells.join()),
    ...booked.flatMap(({ named }) => (named ? perLine.map(() => named).join() : [])),
  ])
  return { ignored, isOpen: said.size > 1 }
}

/** The column that says which lines are debits; also one of few words that may say it where nothing else does. */
function guessDirection(
  { heads, rows }: Table,
  columns: Partial<BankColumns>,
): Guess['columns'] & { isOpen?: boolean } {
  const { amount } = columns
  if (amount === undefined) return {}
  const lines = rows.flatMap(({ cells }) => {
    const read = readAmount(cells[amount]?.trim() ?? '')
    return read && !isZero(read) ? { cells, read } : []
  })
  const isSigned = lines.some(({ read }) => read.mark !== undefined || isMinus(read))
  const found = heads.flatMap((head, column) => {
    if (Object.values(columns).includes(column)) return []
    const text = headText(head)
    const texts = lines.map(({ cells }) => cells[column]?.trim() ?? '')
    const distinct = new Set(texts.filter((one) => one !== ''))
    if (distinct.size === 0 || distinct.size > 4 || [...distinct].some((one) => /\d/.test(one) || one.length > 40))
      return []
    const read = readDirections(distinct)
    const isRead = read.size === distinct.size && texts.every((one) => one !== '')
    const isSide = headWords.debit.test(text) || headWords.credit.test(text)
    const isNamed = headWords.direction.test(text) || (isSide && !otherWords.test(text))
    const isFew = distinct.size < 3 || distinct.size < texts.length
    const isOther = [otherWords, otherMoney, headWords.currency, headWords.status, headWords.reference].some((words) =>
      words.test(text),
    )
    const isPossible = !isSigned && isFew && !isOther
    const rank = isNamed ? (isRead ? 4 : 3) : isRead && !otherWords.test(text) ? 2 : isPossible ? 1 : 0
    return rank > 0 ? { column, rank, said: texts.map((one) => read.get(one) ?? one).join('\n') } : []
  })
  const best = Math.max(0, ...found.map(({ rank }) => rank))
  const [first, ...others] = found.filter(({ rank }) => rank === best)
  if (!first) return {}
  // Of those that are only possible, any asks.
  const isOpen = best > 1 && others.some(({ said }) => said !== first.said)
  return isOpen ? { isOpen } : { direction: first.column }
}

/** Guesses the columns by their heads first and by their values second; absent where neither tells, or a person must. */
export function guessFile({ heads, rows }: Table): Guess {
  const sample = { heads, rows: rows.slice(0, 200) }
  const money = guessMoney(sample)
  const { columns, asked } = guessSides(sample) ?? { columns: {}, asked: [] }
  const isTwoSided = columns.debit !== undefined || asked.length > 0
  const hidden = new Set(money.ignored)
  for (const role of ['amount', 'currency', 'status', 'reference'] as const) {
    if (role === 'amount' && isTwoSided) continue
    if ((role === 'amount' || role === 'currency') && money.isOpen) {
      asked.push(role)
      continue
    }
    const scores = heads.map((head, column) => {
      if (Object.values(columns).includes(column) || hidden.has(column)) return 0
      const [cells, text] = [cellsIn(sample.rows, column), headText(head)]
      const distinct = role === 'reference' ? new Set(cells).size / Math.max(1, cells.length) : 1
      const name = bestHeads[role]?.test(text) ? 3 : headWords[role].test(text) ? 2 : 0
      // A balance beside the amount holds amounts too.
      if (role === 'amount' && name === 0 && otherMoney.test(text)) return 0
      return name + share(cells, isValue[role]) * distinct
    })
    const best = Math.max(...scores)
    if (best > 0.6) columns[role] = scores.indexOf(best)
  }
  const { direction, isOpen } = guessDirection(sample, columns)
  if (isOpen) asked.push('direction')
  return { columns: { ...columns, ...(direction !== undefined && { direction }) }, asked }
}

/** The same, without what is asked. */
export const guessColumns = (table: Table): Partial<BankColumns> => guessFile(table).columns
