/** The words of reconciling a file. */
import { Check, CircleAlert, CircleCheck, CircleDashed, Clock, FileQuestionMark, OctagonX, SearchX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { CsvCell } from '@/lib/api/export-text'
import { proofOfFile } from '@/lib/domain/statements/proof'
import type { FileProblem, StatementFacts } from '@/lib/domain/statements/statement'
import type { LineNote, LineOutcome, ReconciledLine } from '@/lib/features/lookup/browser/reconciliation'
import { marketAssets, markets } from '@/lib/provider/order-terms'
import { ruleAssets } from '@/lib/provider/rule-terms'

/** In the order in which results are named. */
export const outcomeStyles: Record<LineOutcome, StatusStyle> = {
  matched: { tone: 'ok', icon: CircleCheck, label: 'Matched' },
  agrees: { tone: 'off', icon: Check, label: 'Agrees' },
  'amount-differs': { tone: 'bad', icon: CircleAlert, label: 'Amount differs', isLoud: true },
  'direction-differs': { tone: 'bad', icon: CircleAlert, label: 'Direction differs', isLoud: true },
  'asset-differs': { tone: 'bad', icon: CircleAlert, label: 'Asset differs', isLoud: true },
  pending: { tone: 'wait', icon: Clock, label: 'Matched, pending' },
  'not-completed': { tone: 'wait', icon: Clock, label: 'Not completed' },
  'status-differs': { tone: 'wait', icon: CircleAlert, label: 'Status differs' },
  'missing-here': { tone: 'bad', icon: SearchX, label: 'Not at the provider', isLoud: true },
  'missing-there': { tone: 'wait', icon: FileQuestionMark, label: 'Not in the file' },
  'open-there': { tone: 'off', icon: FileQuestionMark, label: 'Not in the file, not completed' },
  failed: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
  'not-asked': { tone: 'off', icon: CircleDashed, label: 'Not asked yet' },
}

export const outcomeNames = (Object.keys(outcomeStyles) as LineOutcome[]).map(
  (outcome) => [outcome, outcomeStyles[outcome].label] as const,
)

const noteTexts: Record<LineNote, string> = {
  'ambiguous-amount': 'the amount can be read two ways',
  'unreadable-amount': 'the amount is not a number',
  'rounded-amount': 'a spreadsheet rounded the amount: export the file again and do not open it in one',
  'spoiled-reference': 'a spreadsheet made the reference a number or a date: export the file again',
  'more-cells': 'the line has more cells than the file has columns',
  'fewer-cells': 'the line has fewer cells than the file has columns',
  'debit-and-credit': 'the line has both a debit and a credit',
  'unknown-direction': 'the file does not say whether the line is a debit or a credit',
  'sign-and-direction': 'the sign of the amount contradicts the direction',
  'two-currencies': 'the line names two currencies for its amount',
  'refused-reference': 'the reference is a secret or an address and was not sent',
  'long-reference': 'the cell of the reference is longer than 4,096 characters and was not sent',
  'no-reference': 'the line has no reference',
  'several-lines': 'several lines make up one transfer',
  'several-transfers': 'several transfers make up this line',
  'paid-twice': 'another line already accounts for the transfer',
  'no-amount': 'the file has no amounts',
  'no-currency': 'the line names no currency',
  'no-direction': 'the direction was not compared',
  'other-amount': 'the amount differs, too',
  'several-assets': 'its transfers have several assets',
  'unknown-status': "the file's status was not compared",
  'too-many': 'more transfers than are listed have this reference',
  'with-fee': 'matches the total, fee included',
}

/** What the arithmetic of a file says. */
export function proofText(statement: StatementFacts): string {
  const proof = proofOfFile(statement)
  if (proof.is === 'proven') return 'Proven: the opening balance and the lines make the closing balance.'
  if (proof.is === 'off')
    return `Off by ${proof.by.replace(/^-/, '')}: the opening balance and the lines do not make the closing balance.`
  return 'Not stated: the file does not give both an opening and a closing balance for all of its lines.'
}

const problemTexts: Record<FileProblem['kind'], string> = {
  cut: 'The file may be cut off: its last part is missing.',
  'totals-differ': 'A total in the file is not the sum of its lines.',
  'batch-differs': 'The details of a batch do not make up its amount, so it is compared as one line.',
}

export const problemText = ({ kind, line }: FileProblem) =>
  `Line ${line.toLocaleString('en-US')}: ${problemTexts[kind]}`

/** The currencies that a file without any may be in. */
export const assetsToChoose: readonly string[] = [
  ...new Set([...ruleAssets, 'EUR', 'SGD', 'GBP', ...markets.map((market) => marketAssets(market).base)]),
]

export const notesText = ({ notes }: ReconciledLine) => notes.map((note) => noteTexts[note]).join('; ')

const heads = [
  'line',
  'reference',
  'result',
  'file_amount',
  'provider_amount',
  'difference',
  'currency',
  'file_status',
  'provider_status',
  'transfer_ids',
  'notes',
]

export const reconciledCells = (results: readonly ReconciledLine[]): CsvCell[][] => [
  heads,
  ...results.map((result) => {
    const { line, outcome, transfers, amount, currency, status, difference } = result
    return [
      line ? String(line.line) : '',
      line?.reference ?? '',
      outcomeStyles[outcome].label,
      { amount: line?.amount ?? line?.amountText ?? '' },
      { amount: amount ?? '' },
      { amount: difference ?? '' },
      line?.currency || currency || '',
      line?.statusText ?? '',
      status ?? '',
      transfers.join(' '),
      notesText(result),
    ]
  }),
]
