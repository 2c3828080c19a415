/** Tables: where their heads are, and which of their columns holds what. */
import { compareDecimals, sumOf } from '../decimals'
import { currencyOf, currencyOfHead, isCurrency } from './currencies'
import { readDirections } from './directions'
import {
  bestHeads,
  type ColumnRole,
  type Columns,
  headNames,
  headText,
  knownLayouts,
  maximumHead,
  otherMoney,
  otherNames,
  otherRows,
} from './heads'
import { type FileAmount, isMinus, isZero, readAmount } from './numbers'

import { type Row, readRows } from './rows'
import {
  type Direction,
  type LineStatus,
  maximumLines,
  maximumText,
  type Notation,
  type Pause,
  TooManyLines,
} from './statement'

/** A table as it was read. `rows` has no empty rows; `cells` may be fewer or more than the heads. */
export type Table = {
  format: 'Table'
  /** The names of the columns, or "Column 1" and so on if the file has no heads. */
  heads: string[]
  rows: Row[]
  /** Equal for files with the same columns: the choice of columns is remembered under it. */
  layout: string
  /** What the lines above the heads say of all others. */
  account: string
  currency: string
}

/** A cell without what keeps a spreadsheet from changing it: ="0123", '0123. */
export function unprotected(cell: string): string {
  // A cell that was cut is refused as it is.
  if (cell.length > maximumText) return cell
  const plain = cell.trim()
  const [, quoted] = /^="([^"]*)"$/.exec(plain) ?? []
  return quoted ?? plain.replace(/^'(?=[\d=+@-])/, '')
}

const statusWords: Record<LineStatus, RegExp> = {
  COMPLETED:
    /^(?:completed|complete|settled|booked|book|paid|success|successful|succeeded|executed|done|final|posted|cleared|credited|received|ok|acsc|accc|gebucht|ausgeführt|bezahlt)$/,
  PENDING:
    /^(?:pending|processing|in progress|open|sent|submitted|initiated|outstanding|waiting|awaiting approval|pdng|acsp|actc|offen|vorgemerkt|in bearbeitung)$/,
  FAILED:
    /^(?:failed|failure|rejected|returned|cancelled|canceled|declined|error|reversed|refused|rjct|abgelehnt|storniert|zurückgewiesen)$/,
}

/** The status that a text names, in English, German and the codes of ISO 20022; undefined if it names none. */
export function readStatus(text: string): LineStatus | undefined {
  const word = text.length > 100 ? '' : text.trim().toLowerCase().replace(/[_-]+/g, ' ')
  return (['COMPLETED', 'PENDING', 'FAILED'] as const).find((status) => statusWords[status].test(word))
}

const isAmount = (cell: string) => readAmount(cell) !== undefined
/** A code, sign or name of a currency. */
const isCurrencyText = (cell: string) => /^[\p{L}\p{Sc} ]{1,30}$/u.test(cell)

/** Whether a cell holds what is looked for. @param amount what it is as an amount */
type Suits = (cell: string, amount: FileAmount | undefined) => boolean

const isDay: Suits = (cell, amount) => /^\d{8}$/.test(cell) || (/^\d{1,4}[-./ ]/.test(cell) && !amount)
const isValue = {
  amount: (cell, amount) => amount !== undefined && /[.,]\d/.test(cell),
  currency: (cell) => isCurrency(currencyOf(cell)),
  status: (cell) => readStatus(cell) !== undefined,
  // An amount, date or word is no reference.
  reference: (cell) => /\d/.test(cell) && /[A-Za-z]/.test(cell) && cell.length >= 4,
} as const satisfies Record<string, Suits>

/** The columns that tell a row of heads. A line above them, such as "Currency: USD", may name one too. */
const tellingRoles = ['reference', 'amount', 'direction', 'debit', 'credit', 'currency', 'status'] as const
const namesIn = (cells: readonly string[]) =>
  tellingRoles.filter((role) => cells.some((cell) => headNames[role].test(headText(cell)))).length

/** Whether a row names columns: none of its cells looks like a value. */
const isHead = (cells: readonly string[]) => namesIn(cells) > 0 && !cells.some(isAmount)

/** What the lines above the heads say: `Currency,USD`, `Account number: 12`. */
function preamble(rows: readonly Row[]): Pick<Table, 'account' | 'currency'> {
  const said = { account: '', currency: '' }
  for (const { cells } of rows) {
    const [name = '', value = ''] = cells.length > 1 ? cells : (cells[0]?.split(':', 2) ?? [])
    const text = headText(name)
    if (headNames.currency.test(text) && isCurrency(currencyOf(value.trim())))
      said.currency ||= currencyOf(value.trim())
    else if (/\b(?:account|iban|konto|compte|rekening|cuenta|conto|rachunek)/i.test(text) && /\d/.test(value))
      said.account ||= value.trim()
  }
  return said
}

const withoutEnd = (names: readonly string[]) => {
  const last = names.findLastIndex((name) => name.trim() !== '')
  return names.slice(0, last + 1)
}

/** How many cells most rows have. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, 100)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one)
  return first?.[0] ?? 0
}

/** @throws TooManyLines */
export async function readTable(file: Blob | string, pause?: Pause): Promise<Table> {
  const rows = await readRows(file, { pause, maximum: maximumLines + 20, isCut: true })
  for (const [index, row] of rows.entries()) {
    row.cells = row.cells.map(unprotected)
    const wait = pause?.(index / rows.length)
    if (wait) await wait
  }
  // Banks put the account and the period above the heads.
  const named = rows.slice(0, 20).map(({ cells }) => (cells.length > 1 && isHead(cells) ? namesIn(cells) : 0))
  const most = Math.max(0, ...named)
  const head = most === 0 ? -1 : named.indexOf(most)
  const [first] = rows
  const hasHeads = head >= 0 || (first?.cells.length === 1 && isHead(first.cells))
  const at = Math.max(head, 0)
  const names = hasHeads ? withoutEnd(rows[at]?.cells ?? []) : []
  const body = hasHeads ? rows.slice(at + 1) : rows
  const heads = Array.from(
    { length: hasHeads ? names.length : usualWidth(body) },
    (_, index) => names[index]?.trim().slice(0, maximumHead) || `Column ${index + 1}`,
  )
  if (body.length > maximumLines) throw new TooManyLines()
  const layout = JSON.stringify(heads.map((one) => one.toLowerCase()))
  return { format: 'Table', heads, rows: body, layout, ...preamble(rows.slice(0, at)) }
}

/** The columns, and those of them that a person must choose, because the file allows several. */
export type Guess = { columns: Partial<Columns>; asked: ColumnRole[] }

/** A column of the rows by which columns are guessed. `cells` and `amounts` have one for each of them. */
type SampleColumn = { head: string; text: string; cells: string[]; amounts: (FileAmount | undefined)[] }

/** Rows, and cells of all of their columns: what is looked at between two pauses. */
const [mostRows, mostSampled] = [200, 10_000]

const isOtherRow = ({ cells }: Row) => cells.some((cell) => Object.values(otherRows).some((words) => words.test(cell)))

async function sampleOf({ heads, rows }: Pick<Table, 'heads' | 'rows'>, pause?: Pause): Promise<SampleColumn[]> {
  const first = rows.slice(0, Math.min(mostRows, Math.ceil(mostSampled / heads.length)))
  // Rows that are no lines, or are refused, say nothing of the columns.
  const usual = first.filter((row) => row.cells.length === heads.length && !isOtherRow(row))
  const columns: SampleColumn[] = []
  for (const [at, head] of heads.entries()) {
    const cells = (usual.length > 0 ? usual : first).map((row) => row.cells[at]?.trim() ?? '')
    columns.push({ head, text: headText(head), cells, amounts: cells.map(readAmount) })
    await pause?.(1)
  }
  return columns
}

const isFilled = (cell: string) => cell !== ''
const share = ({ cells, amounts }: SampleColumn, suits: Suits) => {
  const filled = cells.filter(isFilled).length
  return filled === 0 ? 0 : cells.filter((cell, at) => isFilled(cell) && suits(cell, amounts[at])).length / filled
}

/** The columns of debits and of credits: both are named, and hold amounts; undefined if one column is named for amounts. */
function guessSides(columns: readonly SampleColumn[]): Guess | undefined {
  const columnsOf = (role: 'debit' | 'credit', other: 'debit' | 'credit') =>
    columns.flatMap(({ text, cells, amounts }, column) => {
      if (!headNames[role].test(text) || headNames[other].test(text) || otherMoney.test(text)) return []
      const numbers = amounts.filter((_, at) => /\d/.test(cells[at] ?? ''))
      return numbers.length > 0 && numbers.every((one) => one !== undefined) ? [column] : []
    })
  const [debits, credits] = [columnsOf('debit', 'credit'), columnsOf('credit', 'debit')]
  const [debit, credit] = [debits[0], credits[0]]
  const isNamed = columns.some(({ text }) => bestHeads.amount?.test(text))
  if (debit === undefined || credit === undefined || isNamed) return undefined
  const currencies = new Set([...debits, ...credits].map((column) => currencyOfHead(columns[column]?.head ?? '')))
  if (debits.length + credits.length > 2 && currencies.size > 1) return { columns: {}, asked: ['debit', 'credit'] }
  return { columns: { debit, credit }, asked: [] }
}

const magnitudes = ({ digits }: FileAmount) => Object.values(digits).map((one) => one.replace('-', ''))

/**
 * A column of balances that no head names: each differs from the one before by the amount of its line, or of the one before
 * if the newest line is the first. Undefined with fewer than three lines.
 */
function guessBalance(sample: readonly SampleColumn[]): number | undefined {
  const columns = sample.flatMap(({ amounts }, column) => {
    const all = amounts.flatMap((one) => one ?? [])
    return all.length === amounts.length && all.some((one) => !isZero(one)) ? [{ column, all }] : []
  })
  if ((columns[0]?.all.length ?? 0) < 3 || columns.length > 8) return undefined
  const follows = (balances: readonly FileAmount[], amounts: readonly FileAmount[], step: 0 | 1) =>
    balances.slice(1).every((balance, at) => {
      const amount = amounts[at + 1 - step]
      return (['point', 'comma'] as const).some((notation) => {
        const [now, before] = [balance.digits[notation], balances[at]?.digits[notation]]
        const by = now && before && sumOf([now, before.startsWith('-') ? before.slice(1) : `-${before}`])
        return by && amount && magnitudes(amount).some((one) => compareDecimals(by.replace('-', ''), one) === 0)
      })
    })
  return columns.find(({ column, all }) =>
    columns.some((other) => other.column !== column && (follows(all, other.all, 0) || follows(all, other.all, 1))),
  )?.column
}

/**
 * The amounts and currencies among which a person must choose: where amounts in several currencies stand side by side, and
 * the heads do not say which of them was booked.
 */
function guessMoney(sample: readonly SampleColumn[]): { ignored: number[]; isOpen: boolean } {
  const columns = sample.map((one, column) => {
    const { text, head } = one
    const isMoney = headNames.amount.test(text) && share(one, (_, amount) => amount !== undefined) > 0.6
    const isNamed = headNames.currency.test(text)
    const isOfCurrency = share(one, isNamed ? isCurrencyText : isValue.currency) > 0.6
    return { column, text, isMoney, isOfCurrency, named: currencyOfHead(head), cells: one.cells.filter(isFilled) }
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
  sample: readonly SampleColumn[],
  columns: Partial<Columns>,
): Guess['columns'] & { isOpen?: boolean } {
  const { amounts } = sample[columns.amount ?? -1] ?? { amounts: [] }
  const isSigned = amounts.some((read) => read && !isZero(read) && (read.mark !== undefined || isMinus(read)))
  const found = sample.flatMap(({ text, cells }, column) => {
    if (Object.values(columns).includes(column)) return []
    const texts = amounts.flatMap((read, at) => (read && !isZero(read) ? (cells[at] ?? '') : []))
    const distinct = new Set(texts.filter(isFilled))
    if (distinct.size === 0 || distinct.size > 4 || [...distinct].some((one) => /\d/.test(one) || one.length > 40))
      return []
    const read = readDirections(distinct)
    const isRead = read.size === distinct.size && texts.every((one) => one !== '')
    const isSide = headNames.debit.test(text) || headNames.credit.test(text)
    const isNamed = headNames.direction.test(text) || (isSide && !otherNames.test(text))
    const isFew = distinct.size < 3 || distinct.size < texts.length
    const isOther = [otherNames, otherMoney, headNames.currency, headNames.status, headNames.reference].some((words) =>
      words.test(text),
    )
    const isPossible = !isSigned && isFew && !isOther
    const rank = isNamed ? (isRead ? 4 : 3) : isRead && !otherNames.test(text) ? 2 : isPossible ? 1 : 0
    return rank > 0 ? { column, rank, said: texts.map((one) => read.get(one) ?? one).join('\n') } : []
  })
  const best = Math.max(0, ...found.map(({ rank }) => rank))
  const [first, ...others] = found.filter(({ rank }) => rank === best)
  if (!first) return {}
  // Of those that are only possible, any asks.
  const isOpen = best > 1 && others.some(({ said }) => said !== first.said)
  return isOpen ? { isOpen } : { direction: first.column }
}

/** The columns of a layout that is known as a whole. */
function knownColumns(heads: readonly string[]): Guess | undefined {
  const names = heads.map((head) => head.trim().toLowerCase())
  const layout = knownLayouts.find((one) => Object.keys(one).every((name) => names.includes(name)))
  if (!layout) return undefined
  const entries = Object.entries(layout).flatMap(([name, role]) => (role === '' ? [] : [[role, names.indexOf(name)]]))
  return { columns: Object.fromEntries(entries), asked: [] }
}

/** Columns that are only read if their heads name them. */
function guessNamed(sample: readonly SampleColumn[], columns: Partial<Columns>): Partial<Columns> {
  const found: Partial<Columns> = {}
  const wanted: readonly (readonly [role: ColumnRole, suits: Suits])[] = [
    ['balance', (_, amount) => amount !== undefined],
    ['value', isDay],
    ['booked', isDay],
    ['counterparty', () => true],
  ]
  for (const [role, suits] of wanted) {
    const taken = Object.values({ ...columns, ...found })
    const column = sample.findIndex(
      (one, at) => !taken.includes(at) && headNames[role].test(one.text) && share(one, suits) > 0.6,
    )
    if (column >= 0) found[role] = column
  }
  return found
}

/** Guesses the columns by their heads first and by their values second; absent where neither tells, or a person must. */
export async function guessColumns(table: Pick<Table, 'heads' | 'rows'>, pause?: Pause): Promise<Guess> {
  const known = knownColumns(table.heads)
  if (known) return known
  const sample = await sampleOf(table, pause)
  const money = guessMoney(sample)
  await pause?.(1)
  const { columns, asked } = guessSides(sample) ?? { columns: {}, asked: [] }
  const isTwoSided = columns.debit !== undefined || asked.length > 0
  const balance = guessBalance(sample)
  const hidden = new Set([...money.ignored, ...(balance === undefined ? [] : [balance])])
  for (const role of ['amount', 'currency', 'status', 'reference'] as const) {
    await pause?.(1)
    if (role === 'amount' && isTwoSided) continue
    if ((role === 'amount' || role === 'currency') && money.isOpen) {
      asked.push(role)
      continue
    }
    const scores = sample.map((one, column) => {
      if (Object.values(columns).includes(column) || hidden.has(column)) return 0
      const { text, cells } = one
      const filled = cells.filter(isFilled)
      const distinct = role === 'reference' ? new Set(filled).size / Math.max(1, filled.length) : 1
      const name = bestHeads[role]?.test(text) ? 3 : headNames[role].test(text) ? 2 : 0
      // A balance beside the amount holds amounts too, and a value date may have the name of a currency.
      if (role === 'amount' && name === 0 && otherMoney.test(text)) return 0
      if (role === 'currency' && cells.some((cell) => /\d/.test(cell))) return 0
      return name + share(one, isValue[role]) * distinct
    })
    const best = Math.max(...scores)
    // Of two columns of amounts that no head names, either may be the balance.
    const isOpen = role === 'amount' && best <= 1 && scores.filter((score) => score > 0.6).length > 1
    if (isOpen) asked.push(role)
    else if (best > 0.6) columns[role] = scores.indexOf(best)
  }
  await pause?.(1)
  const { direction, isOpen } = guessDirection(sample, columns)
  if (isOpen) asked.push('direction')
  const own = { ...columns, ...(balance !== undefined && { balance }), ...(direction !== undefined && { direction }) }
  return { columns: { ...own, ...guessNamed(sample, own) }, asked }
}

/** The answers of a person to what a table leaves open. */
export type Answers = {
  notation?: Notation
  /** What words for the direction mean that are not understood. */
  directions?: Readonly<Record<string, Direction>>
  /** Of a file that does not say it of any line; 'unknown' if the person does not know it either. */
  direction?: Direction | 'unknown'
  /** Of lines that name none. */
  currency?: string
}
