/** What reconciling a bank or ERP file with transfers takes and gives. */

import type { LineProblem, StatementLine } from '../../../domain/statements/statement'
import type { LookupIdentifier } from '../input'

/** One line of the file. */
export type BankLine = Omit<StatementLine, 'problem'> & {
  /** Its references as in the file, for people; '' if one may not be asked. */
  reference: string
  /** Under which its answers are found; empty if the line has no reference, or none that may be asked. */
  keys: string[]
  problem?: BankLineProblem
}

/** Beside what is wrong with a line itself: its reference is a secret or an address, or longer than what is searched. */
export type BankLineProblem = LineProblem | 'refused-reference' | 'long-reference'

/** The lines of a file, ready to be asked. */
export type BankLines = {
  lines: BankLine[]
  /** Whether the file says which lines are debits, by its format, by columns of their own or by words; else only a minus does. */
  hasSides: boolean
  /** Each identifier once, to be asked in this order. */
  identifiers: { key: string; identifier: LookupIdentifier }[]
  /** Texts of the status column that name no status of the provider, with how many lines have each. */
  unknownStatuses: { text: string; count: number }[]
}

/** How a file marks debits: by minus, by plus where a person says so, or not at all. */
export type SignRule = 'minus-is-debit' | 'minus-is-credit' | 'none'

/**
 * `matched`: completed, with the same asset, direction and exact sum. `agrees`: nothing differs, but the file does not say
 * all of these. `pending`: nothing differs, but no money has moved yet. `missing-here`: in the file, not in Mintdesk. `missing-there`: a completed transfer that no line names;
 * `open-there`: one that is not completed.
 */
export type LineOutcome =
  | 'matched'
  | 'agrees'
  | 'amount-differs'
  | 'direction-differs'
  | 'asset-differs'
  | 'pending'
  | 'not-completed'
  | 'status-differs'
  | 'missing-here'
  | 'missing-there'
  | 'open-there'
  | 'not-asked'
  | 'failed'

export type LineNote =
  | BankLineProblem
  | 'no-reference'
  /** Several lines make up one transfer. */
  | 'several-lines'
  /** Several transfers make up one line. */
  | 'several-transfers'
  /** Another line already accounts for every transfer of this reference. */
  | 'paid-twice'
  /** Not compared, because the file does not say it. */
  | 'no-amount'
  | 'no-currency'
  | 'no-direction'
  /** The amount differs, too. */
  | 'other-amount'
  /** The line names no currency, and its transfers have several assets. */
  | 'several-assets'
  /** The file's status names none of the provider's, so it was not compared. */
  | 'unknown-status'
  /** More transfers have the reference than the look-up lists. */
  | 'too-many'
  /** The transfer's total matches, not its amount: the fee is included. */
  | 'with-fee'

/** What became of one line, or of a transfer that no line names (`line` is then undefined). */
export type ReconciledLine = {
  line?: BankLine
  outcome: LineOutcome
  notes: LineNote[]
  /** The IDs of its transfers. */
  transfers: string[]
  /** The lines that share its transfers, its own included, if there are several. */
  lines?: number[]
  /** The amount of the file less that of the transfers, if both are known. */
  difference?: string
  /** Of the transfers, for what the file does not say. */
  amount?: string
  currency?: string
  status?: string
}

/** `sum` is exact. `currency` is '' where none is known. */
export type ReconciledSum = { currency: string; outcome: LineOutcome; count: number; sum: string }

export type Reconciliation = {
  /** Each line once, in the order of the file, then the transfers that are missing there. */
  results: ReconciledLine[]
  signs: SignRule
  /** Most lines say that a minus is a credit, but no person has. */
  isDoubtful: boolean
  /** By currency and outcome. Those of lines add up to `totals`; transfers that no line names are not part of the file. */
  sums: ReconciledSum[]
  /** The file's own total by currency, and the lines without a readable amount. */
  totals: { currency: string; count: number; sum: string; unreadable: number }[]
}
