/** Reconciles a file: asks for its references, reads the transfers of its period, and compares. */

import { transferPages } from '@/components/records/transfer-pages'
import { lookupKey } from '@/lib/api/pasted/pasted-identifiers'
import { pauses, type WorkOptions } from '@/lib/api/pasted/yielding'
import { presetsQuery, savePreset } from '@/lib/browser/intents'
import { type ColumnRole, type Columns, textColumns } from '@/lib/domain/statements/heads'
import { readStatement } from '@/lib/domain/statements/read'
import type { Statement, StatementFacts } from '@/lib/domain/statements/statement'
import { readTableLines, type TableStatement } from '@/lib/domain/statements/table-lines'
import { type Answers, type Guess, guessColumns, type Table } from '@/lib/domain/statements/tables'
import { dayStart } from '@/lib/domain/wall-clock'
import type { BankLines, Reconciliation } from '@/lib/features/lookup/browser/reconciliation'
import {
  bankLinesOf,
  type ComparedAnswer,
  comparedAnswer,
  comparedTransfer,
  hasId,
  reconcile,
} from '@/lib/features/lookup/browser/reconciling'
import type { KnownTransfer } from '@/lib/features/lookup/browser/settling'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError } from '@/lib/provider/problem'
import { restUnreadable } from '@/lib/provider/reading'
import { type Ask, askConsole, type Lookup, type LookupRow, lookupOfRows, rowOf } from './lookup-query'

/** Reads a file, and guesses the columns of a table. @throws StatementRefused */
export async function readFile(
  file: File,
  options: WorkOptions,
): Promise<{ read: Statement | Table; guessed: Guess; searched: SearchedColumns }> {
  const pause = pauses(options)
  const read = await readStatement(file, pause)
  if (!('heads' in read)) return { read, guessed: { columns: {}, asked: [] }, searched: () => [] }
  const { heads } = read
  const searched: SearchedColumns = (columns) => textColumns(heads, columns).map((column) => heads[column] ?? '')
  return { read, guessed: await guessColumns(read, pause), searched }
}

/** A role of null is in no column, as a person said; one that is absent was not chosen yet. */
export type ChosenColumns = { [Role in ColumnRole]?: number | null }

const keptRoles = ['reference', 'amount', 'currency', 'status', 'debit', 'credit', 'direction', 'balance'] as const

/** Heads may name a customer, so only their digest is sent. */
async function keyOfLayout({ layout }: Table): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(layout)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The columns that the desk keeps for files with the same heads, else those that are guessed; also while it cannot be asked. */
export async function chosenColumns(
  environment: Environment,
  table: Table,
  guessed: Partial<Columns>,
  signal: AbortSignal,
): Promise<ChosenColumns> {
  try {
    const [key, presets] = await Promise.all([
      keyOfLayout(table),
      presetsQuery(environment, 'statement-columns').queryFn({ signal }),
    ])
    const kept = presets.find((preset) => preset.key === key)
    if (!kept) return guessed
    const columns: Record<string, unknown> = JSON.parse(kept.value)
    const chosen = keptRoles.map((role) => {
      const column = columns[role]
      return [role, typeof column === 'number' && column >= 0 && column < table.heads.length ? column : null] as const
    })
    return { ...guessed, ...Object.fromEntries(chosen) }
  } catch {
    signal.throwIfAborted()
    return guessed
  }
}

/** Keeps the columns for the desk if they are not those that were offered; what cannot be kept is guessed again. */
export async function keepColumns(
  environment: Environment,
  table: Table,
  columns: Columns,
  offered: ChosenColumns,
): Promise<void> {
  if (keptRoles.every((role) => (columns[role] ?? null) === (offered[role] ?? null))) return
  const value = JSON.stringify(Object.fromEntries(keptRoles.map((role) => [role, columns[role] ?? null])))
  try {
    await savePreset(environment, 'statement-columns', { key: await keyOfLayout(table), value })
  } catch {
    // Nothing that is compared depends on it.
  }
}

/** The heads of columns whose text is searched for references too. */
export type SearchedColumns = (columns: Partial<Columns>) => string[]

/** What a file leaves to a person. */
export type OpenQuestions = Pick<
  TableStatement,
  'ambiguous' | 'unknownDirections' | 'withoutCurrency' | 'withoutDirection'
>

const nothingOpen: OpenQuestions = { ambiguous: [], unknownDirections: [], withoutCurrency: 0, withoutDirection: 0 }

/** The lines of a file, and the questions that the answers so far leave open. */
export async function readLines(
  read: Statement | Table,
  columns: Columns,
  answers: Answers,
  options: WorkOptions,
): Promise<{ statement: StatementFacts; lines: BankLines; open: OpenQuestions }> {
  if (!('heads' in read)) return { statement: read, lines: await bankLinesOf(read, true, options), open: nothingOpen }
  const statement = await readTableLines(read, columns, answers, pauses(options))
  const { parts, problems, hasSides, notation } = statement
  const { ambiguous, unknownDirections, withoutCurrency, withoutDirection } = statement
  const open = {
    ambiguous: notation === undefined ? ambiguous : [],
    unknownDirections,
    withoutCurrency: answers.currency === undefined ? withoutCurrency : 0,
    withoutDirection,
  }
  return { statement: { parts, problems }, lines: await bankLinesOf(statement, hasSides, options), open }
}

/** From the first day to the last, `2026-11-01`, in a time zone. */
export type Period = { from: string; to: string; zone: string }

/**
 * Every transfer created in a period.
 * @throws ProblemError; AbortError where the signal ended it
 */
export async function transfersOfPeriod(
  environment: Environment,
  { from, to, zone }: Period,
  { signal, onCount }: { signal: AbortSignal; onCount: (count: number) => void },
): Promise<KnownTransfer[]> {
  const startOf = (midnight: number) => new Date(dayStart(midnight, zone)).toISOString()
  const range = {
    'created_at.gte': startOf(Date.parse(`${from}T00:00:00Z`)),
    'created_at.lt': startOf(Date.parse(`${to}T00:00:00Z`) + 86_400_000),
    order: 'ASC',
  } as const
  const found: KnownTransfer[] = []
  for await (const { rows, isCut, isUnreadable } of transferPages(environment, range, signal)) {
    found.push(...rows.map(comparedTransfer).filter(hasId))
    onCount(found.length)
    if (isUnreadable) throw restUnreadable()
    if (isCut)
      throw new ProblemError(400, 'invalid-input', 'This period has more than 50,000 transfers.', {
        detail: 'Choose a shorter one.',
      })
  }
  return found
}

/** A look-up, and what is compared of its answers, by the keys of its lines. */
export type LookupOfLines = { lookup: Lookup; answers: Map<string, ComparedAnswer> }

/** A look-up of every reference of a file. */
export async function lookupOfLines(
  environment: Environment,
  { identifiers }: Pick<BankLines, 'identifiers'>,
  options: WorkOptions,
): Promise<LookupOfLines> {
  const answers: LookupOfLines['answers'] = new Map()
  const ask: Ask = async (environment, asked, signal) => {
    const { results, ...answer } = await askConsole(environment, asked, signal)
    for (const [at, identifier] of asked.entries()) {
      const result = results[at]
      if (result) answers.set(lookupKey(identifier), comparedAnswer(result))
    }
    // 100,000 answers as they came, with all of their transfers, would not fit into a page.
    return { ...answer, results: results.map((one) => ({ ...one, transfers: [], requests: [], asked: [] })) }
  }
  const rows: LookupRow[] = []
  const pause = pauses(options)
  for (const { key: text, identifier } of identifiers) {
    rows.push(rowOf({ line: 1, text, label: 'Reference', identifier }, rows.length))
    const wait = pause(rows.length / identifiers.length)
    if (wait) await wait
  }
  return { lookup: lookupOfRows({ environment, text: '', omitted: 0 }, rows, undefined, ask), answers }
}

/** Compares with what has been answered so far. */
export async function compared(
  lines: BankLines,
  rows: readonly LookupRow[],
  found: LookupOfLines['answers'],
  options: {
    period: readonly KnownTransfer[]
    isMinusCredit: boolean
    signal: AbortSignal
    onProgress: (done: number) => void
  },
): Promise<Reconciliation> {
  const answers = new Map<string, ComparedAnswer | 'failed'>()
  const pause = pauses(options)
  for (const { pasted, result } of rows) {
    const wait = pause(0)
    if (wait) await wait
    const answer = result === 'failed' ? result : found.get(pasted.text)
    if (answer && result !== 'waiting') answers.set(pasted.text, answer)
  }
  return await reconcile(lines, answers, options)
}
