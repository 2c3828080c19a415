/** The lines of a pasted table of movements, by the names of its columns or, where it has none, by their usual order. */
import { splitInvisible } from '@/lib/domain/invisible-characters'
import { withoutDoubt } from '@/lib/domain/normalize-input'
import { currencyOfHead, isCurrency } from '@/lib/domain/statements/currencies'
import { type PaymentRole, paymentRole } from '@/lib/domain/statements/heads'
import { isAmbiguous, notationOf, readAmount } from '@/lib/domain/statements/numbers'
import { type RowDoubt, rowsOf } from '@/lib/domain/statements/rows'
import { unprotected } from '@/lib/domain/statements/tables'

/** A line as pasted, counted from 1. `error`: why its cells cannot be told apart. */
export type PastedLine = { line: number; amount: string; to: string; reference: string; error?: string }

/**
 * Every line that is filled in, but for a first one that names the columns. `problem`: why none can be read. `unread`: the
 * named columns that no movement takes anything from.
 */
export type PastedTable = { lines: PastedLine[]; problem?: string; unread: string[] }

/** A cell of a spreadsheet without what has no shape, and in one line. */
const plainCell = (cell: string): string =>
  splitInvisible(unprotected(cell))
    .filter((_, at) => at % 2 === 0)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

type PastedRow = ReturnType<typeof rowsOf>[number]
type Heads = readonly (PaymentRole | undefined)[]

/** Whether a row names the columns: one is the amount's, and none holds an amount. */
const isHeads = (cells: readonly string[], heads: Heads) =>
  heads.includes('amount') && !cells.some((cell) => readAmount(cell))

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(' and ')
const askedNames = 'Amount, To and Reference'

/** Why named columns cannot be read. */
function headsProblem({ line, cells }: PastedRow, heads: Heads, unread: readonly string[]): string | undefined {
  const named = (wanted: PaymentRole) => cells.filter((_, at) => heads[at] === wanted)
  if (named('to').length === 0)
    return `Line ${line}: None of these columns says where the money goes. Name them ${askedNames}.`
  for (const [role, what] of [
    ['amount', 'the amount'],
    ['to', 'where the money goes'],
    ['reference', 'the reference'],
    ['currency', 'the currency'],
  ] as const)
    if (named(role).length > 1)
      return `Line ${line}: ${quoted(named(role))} could each be ${what}. Leave only one of them.`
  if (named('reference').length === 0 && unread.length > 0)
    return `Line ${line}: None of these columns is the reference. Name it Reference, or leave out ${quoted(unread)}.`
  return undefined
}

/** A number that is written as money is, in any notation: with decimals, groups of thousands or a currency. */
function isMoney(cell: string): boolean {
  const { currency } = readAmount(cell) ?? { currency: '?' }
  return !/^\d+$/.test(cell) && (currency === '' || isCurrency(currency))
}

const doubts: Record<RowDoubt, string> = {
  'line-end': 'Close the quote that begins a cell in the same line.',
  comma:
    'A comma here may group thousands or separate two cells. Write the amount in quotes, or separate by semicolons.',
}

/** An amount is given the currency that its column or another one names, which the check of amounts compares. */
function readByHeads({ line, cells, doubt }: PastedRow, names: readonly string[], heads: Heads): PastedLine {
  const cellOf = (wanted: PaymentRole) => cells[heads.indexOf(wanted)] ?? ''
  const name = names[heads.indexOf('amount')] ?? ''
  // A dollar may be that of a stablecoin.
  const currency = cellOf('currency') || (/\p{Sc}/u.exec(name)?.[0] ?? currencyOfHead(name))
  const amount = cellOf('amount')
  const read = { line, amount, to: cellOf('to'), reference: cellOf('reference') }
  if (doubt) return { ...read, error: doubts[doubt] }
  const isMore = cells.slice(heads.length).some((cell) => cell !== '')
  if (isMore || cells.length < heads.length)
    return { ...read, error: `This line has ${isMore ? 'more' : 'fewer'} cells than there are columns.` }
  return { ...read, amount: amount === '' || currency === '' ? amount : `${amount} ${currency.toUpperCase()}` }
}

function readInOrder({ line, cells, doubt }: PastedRow, isFirst: boolean): PastedLine {
  const [amount = '', to = '', ...rest] = cells
  const read = { line, amount, to, reference: rest.filter(Boolean).join(' ') }
  if (doubt) return { ...read, error: doubts[doubt] }
  if (isFirst && amount !== '' && !/\d/.test(amount))
    return { ...read, error: `“${amount}” is no amount. If this line names the columns, name them ${askedNames}.` }
  const other = [to, ...rest].find(isMoney)
  const error = `Both ${amount} and ${other} could be the amount. Name the columns in the first line: ${askedNames}.`
  return { ...read, ...(other !== undefined && { error }) }
}

/** `1,250` and `1.250` as they are meant where the other amounts of the table have a decimal point. */
function withNotation(lines: readonly PastedLine[]): PastedLine[] {
  const amounts = lines.map(({ amount }) => readAmount(amount))
  const isPoint = notationOf(amounts.flatMap((one) => one ?? [])) === 'point'
  return lines.map((line, at) => {
    const read = amounts[at]
    const exact = isPoint && read && isAmbiguous(read) ? read.digits.point : undefined
    return exact === undefined ? line : { ...line, amount: line.amount.replace(/\d[\d.,]*/, withoutDoubt(exact)) }
  })
}

/** Reads a pasted table. No line is left out but an empty one, and a first one that names the columns. */
export function pastedTable(text: string): PastedTable {
  const [first, ...others] = rowsOf(text).map((row) => ({ ...row, cells: row.cells.map(plainCell) }))
  const heads = first?.cells.map(paymentRole) ?? []
  if (!first) return { lines: [], unread: [] }
  if (!isHeads(first.cells, heads))
    return { lines: withNotation([first, ...others].map((row, at) => readInOrder(row, at === 0))), unread: [] }
  const unread = first.cells.flatMap((name, at) =>
    heads[at] || others.every(({ cells }) => !cells[at]) ? [] : name || `Column ${at + 1}`,
  )
  const headsError = headsProblem(first, heads, unread)
  if (headsError) return { lines: [], problem: headsError, unread: [] }
  if (others.length === 0) return { lines: [], problem: 'Paste the lines below the names of their columns.', unread }
  return { lines: withNotation(others.map((row) => readByHeads(row, first.cells, heads))), unread }
}
