/** Reconciles a file: asks for its references, reads the transfers of its period, and compares. */

import { transferPages } from '@/components/records/transfer-pages'
import type { WorkOptions } from '@/lib/api/pasted/yielding'
import type { Json } from '@/lib/domain/json'
import { guessFile, readBankFile } from '@/lib/features/lookup/browser/bank-files'
import type {
  BankColumns,
  BankFile,
  BankLines,
  Direction,
  Notation,
  Reconciliation,
} from '@/lib/features/lookup/browser/reconciliation'
import { readBankLines, reconcile } from '@/lib/features/lookup/browser/reconciling'
import type { LookupResult } from '@/lib/features/lookup/interface'
import type { Environment } from '@/lib/provider/environments'
import { ProblemError } from '@/lib/provider/problem'
import { restUnreadable } from '@/lib/provider/reading'
import type { LookupRun } from './lookup-run'
import { runOf } from './run-links'

/** Reads a file, and guesses its columns. @throws TooManyRows */
export async function readFile(file: File, options: WorkOptions) {
  const bank = await readBankFile(file, options)
  return { bank, guessed: guessFile(bank) }
}

export const readLines = (
  bank: BankFile,
  columns: BankColumns,
  options: WorkOptions & { notation?: Notation; directions?: Readonly<Record<string, Direction>> },
): Promise<BankLines> => readBankLines(bank, columns, options)

/** From the first day to the last, `2026-11-01`, in UTC. */
export type Period = { from: string; to: string }

const day = 86_400_000

/**
 * Every transfer created in a period, as the provider sent it.
 * @throws ProblemError; AbortError where the signal ended it
 */
export async function transfersOfPeriod(
  environment: Environment,
  { from, to }: Period,
  { signal, onCount }: { signal: AbortSignal; onCount: (count: number) => void },
): Promise<Json[]> {
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + day).toISOString()
  const range = { 'created_at.gte': `${from}T00:00:00Z`, 'created_at.lt': end, order: 'ASC' } as const
  const found: Json[] = []
  for await (const { rows, isCut, isUnreadable } of transferPages(environment, range, signal)) {
    found.push(...rows)
    onCount(found.length)
    if (isUnreadable) throw restUnreadable()
    if (isCut)
      throw new ProblemError(400, 'invalid-input', 'This period has more than 50,000 transfers.', {
        detail: 'Choose a shorter one.',
      })
  }
  return found
}

/** A look-up of every reference of a file. */
export const runOfLines = (environment: Environment, { identifiers }: BankLines): LookupRun =>
  runOf(environment, {
    text: '',
    omitted: 0,
    identifiers: identifiers.map(({ key, identifier }) => ({ line: 1, text: key, label: 'Reference', identifier })),
  })

/** Compares with what has been answered so far. */
export function compared(
  lines: BankLines,
  run: LookupRun,
  options: {
    period: readonly Json[]
    isMinusCredit: boolean
    signal: AbortSignal
    onProgress: (done: number) => void
  },
): Promise<Reconciliation> {
  const answers = new Map<string, LookupResult | 'failed'>()
  for (const { pasted, result, answer } of run.state().rows)
    if (result === 'failed') answers.set(pasted.text, 'failed')
    else if (answer && result !== 'waiting') answers.set(pasted.text, answer)
  return reconcile(lines, answers, options)
}
