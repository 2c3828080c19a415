/** The words of reconciling a file. */
import { CircleAlert, CircleCheck, CircleDashed, FileQuestionMark, OctagonX, SearchX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { CsvCell } from '@/lib/api/export-text'
import type { LineNote, LineOutcome, ReconciledLine } from '@/lib/browser/lookup/reconciliation'
import { csvOf } from './results-csv'

export const outcomes: readonly LineOutcome[] = [
  'matched',
  'amount-differs',
  'status-differs',
  'missing-here',
  'missing-there',
  'failed',
  'not-asked',
]

export const outcomeStyles: Record<LineOutcome, StatusStyle> = {
  matched: { tone: 'ok', icon: CircleCheck, label: 'Matched' },
  'amount-differs': { tone: 'bad', icon: CircleAlert, label: 'Amount differs', isLoud: true },
  'status-differs': { tone: 'wait', icon: CircleAlert, label: 'Status differs' },
  'missing-here': { tone: 'bad', icon: SearchX, label: 'Missing here', isLoud: true },
  'missing-there': { tone: 'wait', icon: FileQuestionMark, label: 'Missing there' },
  failed: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
  'not-asked': { tone: 'off', icon: CircleDashed, label: 'Not asked yet' },
}

const noteTexts: Record<LineNote, string> = {
  'ambiguous-amount': 'the amount can be read two ways',
  'unreadable-amount': 'the amount is not a number',
  'debit-and-credit': 'the line has both a debit and a credit',
  'refused-reference': 'the reference is a secret or an address and was not sent',
  'no-reference': 'the line has no reference',
  'several-lines': 'several lines make up one transfer',
  'several-transfers': 'several transfers make up this line',
  'paid-twice': 'another line already accounts for the transfer',
  'other-currency': 'the currency differs',
  'other-sign': 'the sign differs',
  'unknown-status': "the file's status was not compared",
  'too-many': 'more transfers than are listed have this reference',
  'with-fee': 'matches the total, fee included',
}

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

export const reconciledCsv = (results: readonly ReconciledLine[]) => csvOf(reconciledCells(results))
