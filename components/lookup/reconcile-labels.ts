/** The words of reconciling a file. */
import { Check, CircleAlert, CircleCheck, CircleDashed, Clock, FileQuestionMark, OctagonX, SearchX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { CsvCell } from '@/lib/api/export-text'
import type { LineNote, LineOutcome, ReconciledLine } from '@/lib/features/lookup/browser/reconciliation'

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
