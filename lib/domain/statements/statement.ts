/** What a statement of a bank, an ERP system or an exchange says, whatever its format. */

/** Whether a line takes money out or brings it in. */
export type Direction = 'debit' | 'credit'

/** The provider's own words: booked, expected, and returned or refused. */
export type LineStatus = 'COMPLETED' | 'PENDING' | 'FAILED'

/** The decimal mark: 1,234.50 or 1.234,50. */
export type Notation = 'point' | 'comma'

/**
 * Why a line cannot be compared: its amount may be read two ways, is none or was rounded by a spreadsheet; it has both a debit
 * and a credit; its direction is not known, or not that of its sign; it names two currencies; it has more or fewer cells than
 * the file has columns; or a spreadsheet made its reference a number or a date.
 */
export type LineProblem =
  | 'ambiguous-amount'
  | 'unreadable-amount'
  | 'rounded-amount'
  | 'debit-and-credit'
  | 'unknown-direction'
  | 'sign-and-direction'
  | 'two-currencies'
  | 'more-cells'
  | 'fewer-cells'
  | 'spoiled-reference'

export type StatementLine = {
  /** Where it begins in the file, from 1. */
  line: number
  /** Where it ends, if that is another line. */
  lastLine?: number
  /** To which of `Statement.parts` it belongs. */
  part: number
  /** Days, `2026-11-17`; absent if the file does not say them without doubt. */
  booked?: string
  value?: string
  /** An exact decimal, negative if it takes money out. */
  amount?: string
  /** As in the file. */
  amountText: string
  /** Absent if the file does not say it. */
  direction?: Direction
  /** A code in capital letters; '' if the file names none. */
  currency: string
  /** As in the file. */
  references: string[]
  counterparty?: string
  /** What else may hold a reference. */
  text: string
  status?: LineStatus
  /** As in the file. */
  statusText: string
  problem?: LineProblem
}

/** Whether opening balance and lines are the closing balance. `line`: the first after which a balance differs. */
export type Proof = { is: 'proven' } | { is: 'off'; by: string; line?: number } | { is: 'not-stated' }

/** The statement of one account, or one of its pages. */
export type Part = {
  account: string
  currency: string
  /** Days. */
  from?: string
  to?: string
  opening?: string
  closing?: string
  proof: Proof
}

/** What is said of a file as a whole. `line` is where. */
export type FileProblem = { kind: 'cut' | 'totals-differ' | 'batch-differs'; line: number }

export type Statement = {
  /** "CAMT.053", "MT940", "Table". */
  format: string
  parts: Part[]
  lines: StatementLine[]
  problems: FileProblem[]
}

/** What a statement says of itself, without its lines. */
export type StatementFacts = Pick<Statement, 'parts' | 'problems'>

/** The file is not read. The message says why, and what to do. */
export class StatementRefused extends Error {
  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `Line ${line.toLocaleString('en-US')}: ${reason}`)
    this.name = 'StatementRefused'
  }
}

export const maximumLines = 100_000

/** The file has more lines than are compared at once. */
export class TooManyLines extends StatementRefused {
  constructor() {
    super(`This file has more than ${maximumLines.toLocaleString('en-US')} lines. Split it into smaller files.`)
    this.name = 'TooManyLines'
  }
}

/** Called often, with how much is done: what to wait for, if others need the thread. It throws if the work is to stop. */
export type Pause = (done: number) => Promise<void> | undefined

/** What a format makes of the text of a file, piece by piece. */
export type FormatReader = { write: (text: string) => void; end: () => Statement }

/** Characters of a text that are read, compared and shown: far more than banks send, and little enough for every line. */
export const maximumText = 4_096

/** A text that is longer says so by its last character. */
export const cutText = (text: string) => (text.length > maximumText ? `${text.slice(0, maximumText)}…` : text)

export const directionOf = (amount: string): Direction => (amount.startsWith('-') ? 'debit' : 'credit')

/** What is read, for the page that asks for a file. */
export const formatNames = 'CAMT.052, CAMT.053, CAMT.054, MT940, MT942, BAI2, OFX, or a CSV or text table'
export const acceptedFiles =
  '.csv,.tsv,.txt,.xml,.camt,.053,.052,.054,.sta,.mt940,.940,.942,.mt942,.bai,.bai2,.ofx,.qfx,text/*,application/xml'
