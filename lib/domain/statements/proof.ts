/** The lines of a statement as they are read, and its arithmetic: opening balance and lines make the closing balance. */
import { compareDecimals, DecimalSum, negated, sumOf } from '../decimals'
import { maximumLines, type Part, type Proof, type Statement, type StatementLine, TooManyLines } from './statement'

/** A closing balance less an opening balance and a sum. */
export function proofOf(opening: string | undefined, sum: string | undefined, closing: string | undefined): Proof {
  if (opening === undefined || closing === undefined || sum === undefined) return { is: 'not-stated' }
  const by = sumOf([closing, negated(opening), negated(sum)])
  if (by === undefined) return { is: 'not-stated' }
  return compareDecimals(by, '0') === 0 ? { is: 'proven' } : { is: 'off', by }
}

/** Of one part, without lines that have not moved money yet, or never will. */
type Sums = { all: DecimalSum; debit: DecimalSum; credit: DecimalSum; currencies: Set<string>; isKnown: boolean }

export class ReadLines {
  readonly all: StatementLine[] = []
  readonly #sums: Sums[] = []

  /** @throws TooManyLines */
  add(line: StatementLine): void {
    if (this.all.length >= maximumLines) throw new TooManyLines()
    this.all.push(line)
    const sums = this.sumsOf(line.part)
    sums.currencies.add(line.currency)
    // A line that is not read leaves its part without a sum.
    if (line.problem || line.amount === undefined) sums.isKnown = false
    else if (line.status === undefined || line.status === 'COMPLETED') {
      sums.all.add(line.amount)
      sums[line.amount.startsWith('-') ? 'debit' : 'credit'].add(line.amount)
    }
  }

  sumsOf(part: number): Sums {
    this.#sums[part] ??= {
      all: new DecimalSum(),
      debit: new DecimalSum(),
      credit: new DecimalSum(),
      currencies: new Set(),
      isKnown: true,
    }
    return this.#sums[part]
  }

  /** Parts with their proofs. Lines in another currency prove nothing. */
  proven(parts: readonly Omit<Part, 'proof'>[]): Part[] {
    return parts.map((part, at) => {
      const { all, currencies, isKnown } = this.sumsOf(at)
      const isSum = isKnown && [...currencies].every((one) => one === part.currency)
      return { ...part, proof: proofOf(part.opening, isSum ? String(all) : undefined, part.closing) }
    })
  }
}

/** The proof of a file: the first of its parts that is off, or that states none; else all are proven. */
export function proofOfFile({ parts }: Pick<Statement, 'parts'>): Proof {
  const proofs = parts.map(({ proof }) => proof)
  const worst = proofs.find(({ is }) => is === 'off') ?? proofs.find(({ is }) => is === 'not-stated') ?? proofs[0]
  return worst ?? { is: 'not-stated' }
}
