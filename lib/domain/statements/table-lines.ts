/** The lines of a table whose columns are known. What it leaves open is asked, and no line is left out without a word. */
import { compareDecimals, DecimalSum, negated, sumOf } from '../decimals'
import { currencyOf, currencyOfHead } from './currencies'
import { type DayOrder, dayOrderIn, tableDay } from './dates'
import { readDirections } from './directions'
import { type Columns, endOfFile, otherRows, textColumns } from './heads'
import {
  amountOfSides,
  exactOf,
  type FileAmount,
  isMinus,
  isPlus,
  isRounded,
  isZero,
  type LineAmount,
  notationIn,
  onlyOf,
  readAmount,
  sidesOf,
  withSign,
} from './numbers'
import { proofOf, ReadLines } from './proof'
import { distinctReferences, isSpoiled, listedReferences, referenceOf, referencesIn } from './references'
import type { Row } from './rows'
import {
  type Direction,
  directionOf,
  type FileProblem,
  type LineProblem,
  type Notation,
  type Part,
  type Pause,
  type Proof,
  type Statement,
} from './statement'
import { type Answers, readStatus, type Table } from './tables'

/** What a table says, and what only a person can. */
export type TableStatement = Statement & {
  /** Whether the file or a person says which lines are debits, but for a minus. */
  hasSides: boolean
  /** How amounts were read; undefined if no amount in the file tells: then the person chooses. */
  notation?: Notation
  /** Amounts that may be read two ways, in the order of the file. */
  ambiguous: { line: number; text: string }[]
  /** Texts for the direction of lines that are not understood, with how many lines have each: the person chooses. */
  unknownDirections: { text: string; count: number }[]
  /** How many lines name no currency. */
  withoutCurrency: number
  /** How many amounts there are of which neither the file nor a person says a direction. */
  withoutDirection: number
}

const cellOf = (cells: readonly string[], column: number | undefined) =>
  column === undefined ? '' : (cells[column] ?? '')

/** A row that is a line, and the rows below that go on with it. */
type RawLine = { row: Row; last: number; more?: string[]; problem?: LineProblem }

/** The amount of a line. */
type RawAmount = { text: string; read?: FileAmount; hasBoth: boolean; directionText: string }

type OtherRow = { kind: keyof typeof otherRows; row: Row; at: number }

/** Which rows are lines, and which say a balance or a total, go on with the line above, or repeat the heads. */
async function sortRows({ heads, rows }: Pick<Table, 'heads' | 'rows'>, columns: Columns, pause?: Pause) {
  const lines: RawLine[] = []
  const others: OtherRow[] = []
  const money = [columns.amount, columns.debit, columns.credit, columns.balance].flatMap((column) => column ?? [])
  const repeated = heads.join('\n').toLowerCase()
  for (const [index, row] of rows.entries()) {
    const { cells, line } = row
    const wait = pause?.(index / rows.length)
    if (wait) await wait
    const isWhole = cells.length <= heads.length || cells.slice(heads.length).every((cell) => cell === '')
    const filled = cells.filter((cell) => cell !== '')
    const kind = (['opening', 'closing', 'total'] as const).find((one) =>
      cells.some((cell) => otherRows[one].test(cell)),
    )
    if (kind) others.push({ kind, row, at: lines.length })
    else if (cells.slice(0, heads.length).join('\n').toLowerCase() === repeated) continue
    else if (heads.length > 1 && filled.length === 1 && endOfFile.test(filled[0] ?? '')) continue
    else if (!isWhole || cells.length < heads.length)
      lines.push({ row, last: line, problem: isWhole ? 'fewer-cells' : 'more-cells' })
    else {
      const before = lines.at(-1)
      const goesOn =
        before &&
        columns.booked !== undefined &&
        cells[columns.booked] === '' &&
        money.every((column) => !cells[column])
      if (goesOn) {
        before.more ??= []
        before.more.push(filled.join('\n'))
        before.last = line
      } else lines.push({ row, last: line })
    }
  }
  return { lines, others }
}

/** Called for each line, with how many there are. */
type Wait = (index: number, of: number) => Promise<void>

/**
 * Debits by the words of a column, or by CR and DR behind the amounts. A minus beside the words must mean the same: it does
 * where every debit has one, and no credit.
 */
class DirectionWords {
  readonly #counts = new Map<string, { count: number; hasPlus: boolean }>()
  readonly #marks = new Set<Direction>()
  constructor(private readonly hasColumn: boolean) {}

  /** Whether there are such words. */
  get isSaid(): boolean {
    return this.hasColumn || this.#marks.size > 0
  }

  /** Whether the words, and no minus alone, must give a line its sign. */
  #needsWord(read: FileAmount | undefined): read is FileAmount {
    return read !== undefined && !isZero(read) && (this.hasColumn || (read.mark === undefined && !isMinus(read)))
  }

  add({ read, directionText }: RawAmount): void {
    if (read?.mark) this.#marks.add(read.mark)
    if (!this.#needsWord(read)) return
    const { count, hasPlus } = this.#counts.get(directionText) ?? { count: 0, hasPlus: false }
    this.#counts.set(directionText, { count: count + 1, hasPlus: hasPlus || !isMinus(read) })
  }

  /** What the words of all lines mean. @param chosen what a person says of those that are not understood */
  read(chosen: Readonly<Record<string, Direction>>) {
    const counts = this.isSaid ? this.#counts : new Map<string, { count: number; hasPlus: boolean }>()
    const known = readDirections(counts.keys())
    // What has no mark among debits that have one is a credit; among credits it may be either.
    if (!this.hasColumn && this.#marks.has('debit')) known.set('', 'credit')
    for (const [text, direction] of Object.entries(chosen)) if (counts.has(text)) known.set(text, direction)
    const hasPlusDebit = [...counts].some(([text, { hasPlus }]) => hasPlus && known.get(text) === 'debit')
    return {
      unknown: [...counts].flatMap(([text, { count }]) => (known.has(text) ? [] : { text, count })),
      /** The amount with its sign, or why it has none. */
      signed: ({ read, directionText }: RawAmount) => {
        if (!this.isSaid || !this.#needsWord(read)) return read
        const direction = known.get(directionText)
        if (!direction) return 'unknown-direction'
        if (isMinus(read) && (direction === 'credit' || hasPlusDebit)) return 'sign-and-direction'
        return withSign(read, direction === 'debit')
      },
    }
  }
}

/** `isSign`: a dollar may be a dollar stablecoin's. */
const saidCurrency = (code: string, text: string) => ({ code, isSign: /\p{Sc}/u.test(text.slice(0, 200)) })

/**
 * Reads the lines. Amounts that may be read two ways get the notation of the others; if there are no others they are named,
 * and the person chooses. So are words for the direction that are not understood.
 */
export async function readTableLines(
  table: Table,
  columns: Columns,
  answers: Answers = {},
  pause?: Pause,
): Promise<TableStatement> {
  const { heads } = table
  const wait = async (index: number, of: number) => {
    const next = pause?.(index / of)
    if (next) await next
  }
  const isTwoSided = columns.debit !== undefined || columns.credit !== undefined
  const hasAmounts = isTwoSided || columns.amount !== undefined
  const hasDirections = !isTwoSided && columns.direction !== undefined
  const moneyColumns = [columns.amount, columns.debit, columns.credit].flatMap((column) => column ?? [])
  const inHeads = moneyColumns.map((column) => saidCurrency(currencyOfHead(heads[column] ?? ''), heads[column] ?? ''))
  const texts = textColumns(heads, columns)
  const { lines: sorted, others } = await sortRows(table, columns, pause)

  const sidesIn = ({ row: { cells } }: RawLine) => sidesOf(cellOf(cells, columns.debit), cellOf(cells, columns.credit))
  const isReversible = { debit: false, credit: false }
  for (const [index, line] of isTwoSided ? sorted.entries() : []) {
    const { debit, credit } = sidesIn(line)
    isReversible.debit ||= isPlus(debit)
    isReversible.credit ||= isPlus(credit)
    await wait(index, sorted.length)
  }
  /** Read wherever it is needed: of 100,000 lines what was read is more than the lines. */
  function amountIn(line: RawLine): RawAmount {
    const { cells } = line.row
    const single = cellOf(cells, columns.amount)
    const {
      text,
      hasBoth = false,
      read: found,
    }: LineAmount = isTwoSided ? amountOfSides(sidesIn(line), isReversible) : { text: single, read: readAmount(single) }
    // In a row of other cells the amount may be another one.
    const read = line.problem ? undefined : found
    return { text, read, hasBoth, directionText: hasDirections ? cellOf(cells, columns.direction) : (read?.mark ?? '') }
  }
  const balanceIn = ({ row, problem }: RawLine) =>
    problem ? undefined : readAmount(cellOf(row.cells, columns.balance))
  const notations = new Set<Notation | undefined>()
  const dayOrders = new Set<DayOrder | undefined>()
  const directionWords = new DirectionWords(hasDirections)
  let [hasMinus, hasPlus] = [false, false]
  for (const [index, line] of sorted.entries()) {
    const amount = amountIn(line)
    const { text, read } = amount
    for (const one of [read, balanceIn(line)]) if (one) notations.add(notationIn(one))
    dayOrders.add(dayOrderIn(cellOf(line.row.cells, columns.booked)))
    if (!isTwoSided) directionWords.add(amount)
    hasMinus ||= read !== undefined && isMinus(read)
    hasPlus ||= read !== undefined && /^\s*\+|\+\s*$/.test(text)
    await wait(index, sorted.length)
  }
  const notation = answers.notation ?? onlyOf(notations)
  const directions = directionWords.read(answers.directions ?? {})
  const dayOrder = onlyOf(dayOrders)
  const hasWords = isTwoSided || directionWords.isSaid
  const isSaid = hasWords || hasMinus || hasPlus
  const chosen = isSaid || answers.direction === 'unknown' ? undefined : answers.direction
  const ambiguous: TableStatement['ambiguous'] = []
  const lines = new ReadLines()
  let withoutCurrency = 0
  const exact = (read: FileAmount | undefined) => read && exactOf(read, notation)
  const amounts: (string | undefined)[] = []
  const balances: (string | undefined)[] = []
  let amountCount = 0
  for (const [index, line] of sorted.entries()) {
    const { row, last, more = [] } = line
    const { cells } = row
    const amountOfLine = amountIn(line)
    const { text: amountText, read, hasBoth } = amountOfLine
    const said = directions.signed(amountOfLine)
    const signed = chosen && typeof said === 'object' ? withSign(said, chosen === 'debit') : said
    const amount = typeof signed === 'string' ? undefined : exact(signed)
    const isUnclear = read !== undefined && exact(read) === undefined
    if (isUnclear) ambiguous.push({ line: row.line, text: amountText })
    const inCell = saidCurrency(currencyOf(cellOf(cells, columns.currency)), '')
    const inAmount = saidCurrency(read?.currency ?? '', amountText)
    const above = saidCurrency(table.currency, '')
    const [named, ...rest] = [inCell, inAmount, ...inHeads, above].filter(({ code }) => code !== '')
    if (!named && !line.problem) withoutCurrency += 1
    const currency = named?.code ?? answers.currency ?? ''
    const reference = cellOf(cells, columns.reference)
    const references = listedReferences(reference)
    // A cell that is more than its references may hold others.
    const own = references.length === 1 && references[0] === reference ? '' : referenceOf(reference)
    const text = [own, ...texts.map((column) => cellOf(cells, column)), ...more].filter(Boolean).join('\n')
    const statusText = cellOf(cells, columns.status)
    const problems: [LineProblem, boolean][] = [
      ['rounded-amount', hasAmounts && isRounded(amountText)],
      ['ambiguous-amount', isUnclear],
      ['debit-and-credit', hasBoth],
      ['unreadable-amount', hasAmounts && read === undefined],
      ['unknown-direction', signed === 'unknown-direction'],
      ['sign-and-direction', signed === 'sign-and-direction'],
      ['two-currencies', rest.some(({ code, isSign }) => code !== currency && !(isSign && currency.includes(code)))],
      ['spoiled-reference', isSpoiled(reference)],
    ]
    const problem = line.problem ?? problems.find(([, isSo]) => isSo)?.[0]
    // One shape for all lines takes half of the memory.
    lines.add({
      line: row.line,
      lastLine: last > row.line ? last : undefined,
      part: 0,
      booked: dayIn(cells, columns.booked, dayOrder),
      value: dayIn(cells, columns.value, dayOrder),
      amount,
      amountText,
      direction: amount !== undefined && (isSaid || chosen) ? directionOf(amount) : undefined,
      currency,
      references: distinctReferences([...references, ...referencesIn(text)]),
      counterparty: cellOf(cells, columns.counterparty) || undefined,
      text,
      status: readStatus(statusText),
      statusText,
      problem,
    })
    if (amount !== undefined) amountCount += 1
    amounts.push(problem ? undefined : amount)
    if (columns.balance !== undefined) balances.push(exact(balanceIn(line)))
    await wait(index, sorted.length)
  }
  const part = { ...partOf(table, lines), ...(await arithmetic(amounts, balances, others, exact, wait)) }
  // Balances that follow from the amounts as they are make them credits.
  const isProven = !isSaid && part.proof.is === 'proven' && answers.direction === undefined
  for (const [index, line] of isProven ? lines.all.entries() : []) {
    if (line.amount !== undefined) line.direction = 'credit'
    await wait(index, lines.all.length)
  }
  const withoutDirection = isSaid || isProven || answers.direction ? 0 : amountCount
  return {
    format: 'Table',
    parts: [part],
    lines: lines.all,
    problems: await totalsOf(others, columns, amounts, exact, wait),
    hasSides: hasWords || !(hasMinus || withoutDirection > 0 || answers.direction === 'unknown'),
    notation,
    ambiguous,
    unknownDirections: directions.unknown,
    withoutCurrency,
    withoutDirection,
  }
}

const dayIn = (cells: readonly string[], column: number | undefined, order: DayOrder | undefined) =>
  column === undefined ? undefined : tableDay(cellOf(cells, column), order)

function partOf({ account }: Table, lines: ReadLines): Omit<Part, 'proof'> {
  const { currencies } = lines.sumsOf(0)
  const [currency = ''] = currencies.size === 1 ? currencies : []
  return { account, currency }
}

type Exact = (read: FileAmount | undefined) => string | undefined

/** The last amount in a row that says a balance: before it are the day and the words. */
const balanceOfRow = (others: readonly OtherRow[], kind: OtherRow['kind'], exact: Exact) => {
  const row = others.find((one) => one.kind === kind)?.row
  return exact(row?.cells.flatMap((cell) => readAmount(cell) ?? []).at(-1))
}

/** Opening and closing balance by rows that say them, or by a column of balances, which each line must follow. */
async function arithmetic(
  amounts: readonly (string | undefined)[],
  balances: readonly (string | undefined)[],
  others: readonly OtherRow[],
  exact: Exact,
  wait: Wait,
): Promise<{ opening?: string; closing?: string; proof: Proof }> {
  const isComplete = amounts.length > 0 && amounts.every((one) => one !== undefined)
  const sum = new DecimalSum()
  for (const [index, amount] of amounts.entries()) {
    if (amount !== undefined) sum.add(amount)
    await wait(index, amounts.length)
  }
  if (balances.length === 0 || balances.some((one) => one === undefined)) {
    const [opening, closing] = [balanceOfRow(others, 'opening', exact), balanceOfRow(others, 'closing', exact)]
    return { opening, closing, proof: proofOf(opening, isComplete ? String(sum) : undefined, closing) }
  }
  /** After which line a balance differs, and by what, if a step is from one row to the next (0) or back (1). */
  const firstOff = async (step: 0 | 1) => {
    for (let at = 1; at < balances.length; at += 1) {
      const [before = '', now = ''] = step === 0 ? [balances[at - 1], balances[at]] : [balances[at], balances[at - 1]]
      const by = sumOf([now, negated(before), negated(amounts[at - step] ?? '?')])
      if (by === undefined || compareDecimals(by, '0') !== 0) return { at, by }
      await wait(at, balances.length)
    }
    return undefined
  }
  const [oldestFirst, newestFirst] = [await firstOff(0), await firstOff(1)]
  const isTurned = oldestFirst !== undefined && (newestFirst === undefined || newestFirst.at > oldestFirst.at)
  const off = isTurned ? newestFirst : oldestFirst
  const [first, closing] = isTurned ? [balances.at(-1), balances[0]] : [balances[0], balances.at(-1)]
  const amount = isTurned ? amounts.at(-1) : amounts[0]
  const opening = amount === undefined ? undefined : sumOf([first ?? '', negated(amount)])
  if (!isComplete || off?.by === undefined)
    return { opening, closing, proof: off || !isComplete ? { is: 'not-stated' } : { is: 'proven' } }
  return { opening, closing, proof: { is: 'off', by: off.by } }
}

/** Totals that are not the sum of the lines above. */
async function totalsOf(
  others: readonly OtherRow[],
  { debit, credit }: Columns,
  amounts: readonly (string | undefined)[],
  exact: Exact,
  wait: Wait,
): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  const [all, minus, plus] = [new DecimalSum(), new DecimalSum(), new DecimalSum()]
  let next = 0
  for (const [index, { kind, row, at }] of others.entries()) {
    await wait(index, others.length)
    const said = kind === 'total' ? row.cells.flatMap((cell) => exact(readAmount(cell)) ?? []) : []
    if (said.length === 0) continue
    for (; next < at; next += 1) {
      const amount = amounts[next]
      if (amount === undefined) continue
      for (const sum of [all, amount.startsWith('-') ? minus : plus]) sum.add(amount)
      await wait(next, amounts.length)
    }
    const sums = [all, minus, plus].map((sum) => String(sum).replace('-', ''))
    const isSum = (one: string) => sums.some((sum) => compareDecimals(sum, one.replace('-', '')) === 0)
    const isRight = debit === undefined && credit === undefined ? said.some(isSum) : said.every(isSum)
    if (!isRight) problems.push({ kind: 'totals-differ', line: row.line })
  }
  return problems
}
