/** Which transfers account for which lines, among those that share a reference. Amounts are compared exactly. */
import { compareDecimals, negated, sumOf } from '../../api/decimals'
import type { DecodedTransfer } from '../../api/reading'
import type { BankLine, LineNote, LineOutcome, ReconciledLine } from './reconciliation'

export type KnownTransfer = DecodedTransfer['known'] & { id: string }

/** How a file marks debits: by minus, by plus, or not at all. */
export type SignRule = 'minus-is-debit' | 'minus-is-credit' | 'none'

const magnitude = (text: string) => text.replace(/^-/, '')

/** Equal for equal magnitudes: "1.50" and "-1.5". */
export function magnitudeKey(text: string): string {
  const [whole = '', fraction = ''] = magnitude(text).split('.')
  const [first, last] = [whole.replace(/^0+/, ''), fraction.replace(/(?<!0)0+$/, '')]
  return `${first || '0'}${last === '' ? '' : `.${last}`}`
}

const isEqual = (one: string, other: string) => compareDecimals(magnitude(one), magnitude(other)) === 0

const hasCurrency = ({ currency }: BankLine, { asset, balance_asset }: KnownTransfer) =>
  currency === '' || currency === asset || currency === balance_asset

/** Whether the sign of a line fits the transfer's direction. */
export function hasSign({ amount = '' }: BankLine, { direction }: KnownTransfer, rule: SignRule): boolean {
  if (rule === 'none' || !direction) return true
  return amount.startsWith('-') === (direction === (rule === 'minus-is-debit' ? 'DEBIT' : 'CREDIT'))
}

/** The sum with debits negative if there are both directions, and whether it is known. */
function sumOfTransfers(transfers: readonly KnownTransfer[]): string | undefined {
  const isMixed = new Set(transfers.map(({ direction }) => direction)).size > 1
  return sumOf(
    transfers.map(({ amount = '?', direction }) => (isMixed && direction === 'DEBIT' ? negated(amount) : amount)),
  )
}

/** What the file has more than the transfers; negative if less. */
function differenceOf(lines: string | undefined, transfers: string | undefined): string | undefined {
  return lines === undefined || transfers === undefined
    ? undefined
    : sumOf([magnitude(lines), negated(magnitude(transfers))])
}

type Result = ReconciledLine & { line: BankLine }

function resultOf(
  line: BankLine,
  transfers: readonly KnownTransfer[],
  outcome: LineOutcome,
  notes: LineNote[],
): Result {
  const [first] = transfers
  const isUnknown = line.statusText.trim() !== '' && line.status === undefined
  const statusDiffers =
    line.status !== undefined && transfers.some(({ status }) => status !== undefined && status !== line.status)
  return {
    line,
    outcome: outcome === 'matched' && statusDiffers ? 'status-differs' : outcome,
    notes: isUnknown && transfers.length > 0 ? [...notes, 'unknown-status'] : notes,
    transfers: transfers.map(({ id }) => id),
    ...(first?.amount !== undefined && transfers.length === 1 && { amount: first.amount }),
    ...(first?.asset && { currency: first.asset }),
    ...(first?.status && { status: first.status }),
  }
}

/** The other side of the same movement: the debit and the credit of one group. */
const isOtherLeg = (one: KnownTransfer, other: KnownTransfer) =>
  one.group_id !== undefined &&
  one.group_id === other.group_id &&
  one.direction !== other.direction &&
  one.asset === other.asset &&
  isEqual(one.amount ?? '', other.amount ?? '')

/** Transfers by what a line would say: their amount, or their total with the fee. */
class Unused {
  private readonly byAmount = new Map<string, KnownTransfer[]>()
  private readonly used = new Set<string>()
  constructor(private readonly transfers: readonly KnownTransfer[]) {
    for (const transfer of transfers)
      for (const key of new Set(
        [transfer.amount, transfer.total].flatMap((text) => (text ? [magnitudeKey(text)] : [])),
      ))
        this.byAmount.set(key, [...(this.byAmount.get(key) ?? []), transfer])
  }
  rest = () => this.transfers.filter(({ id }) => !this.used.has(id))
  take(transfers: readonly KnownTransfer[]): void {
    for (const { id } of transfers) this.used.add(id)
  }
  /** The first unused transfer of the amount that suits; its other leg is used with it. */
  find(amount: string, suits: (transfer: KnownTransfer) => boolean): KnownTransfer | undefined {
    const found = this.byAmount.get(magnitudeKey(amount))?.find((one) => !this.used.has(one.id) && suits(one))
    if (!found) return undefined
    const other = this.byAmount
      .get(magnitudeKey(found.amount ?? ''))
      ?.find((one) => !this.used.has(one.id) && isOtherLeg(one, found))
    this.take(other ? [found, other] : [found])
    return found
  }
}

/** The usual case: one line for one transfer. */
const isOnly = (line: BankLine, transfer: KnownTransfer, rule: SignRule) =>
  isEqual(line.amount ?? '', transfer.amount ?? '') && hasCurrency(line, transfer) && hasSign(line, transfer, rule)

/** @returns each line's result, and the transfers for which no line accounts */
export function settle(
  lines: readonly BankLine[],
  transfers: readonly KnownTransfer[],
  rule: SignRule,
): { results: Result[]; rest: KnownTransfer[] } {
  // A file without amounts is compared by reference and status alone.
  if (lines.every(({ amount }) => amount === undefined)) {
    const notes: LineNote[] = transfers.length > 1 ? ['several-transfers'] : []
    return { results: lines.map((line) => resultOf(line, transfers, 'matched', notes)), rest: [] }
  }
  const [line, transfer] = [lines[0], transfers[0]]
  if (lines.length === 1 && transfers.length === 1 && line && transfer && isOnly(line, transfer, rule))
    return { results: [resultOf(line, transfers, 'matched', [])], rest: [] }
  const unused = new Unused(transfers)
  const results: Result[] = []
  let open = [...lines]
  const settleEach = (choose: (line: BankLine, amount: string) => Result | undefined) => {
    const left: BankLine[] = []
    for (const line of open) {
      const result = choose(line, line.amount ?? '')
      if (result) results.push(result)
      else left.push(line)
    }
    open = left
  }
  settleEach((line, amount) => {
    const found = unused.find(amount, (one) => hasCurrency(line, one) && hasSign(line, one, rule))
    const isWithFee = found?.amount !== undefined && !isEqual(found.amount, amount)
    return found && resultOf(line, [found], 'matched', isWithFee ? ['with-fee'] : [])
  })
  settleTogether()
  const settleAlike = (note: LineNote, suits: (line: BankLine, transfer: KnownTransfer) => boolean) =>
    settleEach((line, amount) => {
      const found = unused.find(amount, (one) => suits(line, one))
      return found && resultOf(line, [found], 'amount-differs', [note])
    })
  if (open.length > 0) settleAlike('other-sign', hasCurrency)
  if (open.length > 0) settleAlike('other-currency', () => true)
  settleApart()
  return { results, rest: unused.rest() }

  /** Lines that together are as much as the transfers that are left. */
  function settleTogether(): void {
    const rest = unused.rest()
    const isComparable = open.every((line) => rest.every((one) => hasCurrency(line, one)))
    const sums = [sumOf(open.map(({ amount = '?' }) => amount)), sumOfTransfers(rest)]
    if (open.length === 0 || rest.length === 0 || open.length + rest.length < 3 || !isComparable) return
    const [ofLines, ofTransfers] = sums
    if (ofLines === undefined || ofTransfers === undefined || !isEqual(ofLines, ofTransfers)) return
    pushTogether(rest, 'matched', undefined)
  }

  function pushTogether(rest: readonly KnownTransfer[], outcome: LineOutcome, difference: string | undefined): void {
    const notes: LineNote[] = [
      ...(open.length > 1 ? (['several-lines'] as const) : []),
      ...(rest.length > 1 ? (['several-transfers'] as const) : []),
    ]
    const numbers = open.length > 1 ? open.map(({ line }) => line) : undefined
    for (const line of open) results.push({ ...resultOf(line, rest, outcome, notes), lines: numbers, difference })
    unused.take(rest)
    open = []
  }

  /** What is left differs from what is left, or has nothing to differ from. */
  function settleApart(): void {
    if (open.length === 0) return
    const rest = unused.rest()
    if (rest.length > 0) {
      const ofLines = sumOf(open.map(({ amount = '?' }) => amount))
      pushTogether(rest, 'amount-differs', differenceOf(ofLines, sumOfTransfers(rest)))
    }
    const numbers = lines.map(({ line }) => line)
    for (const line of open)
      results.push({ ...resultOf(line, transfers, 'missing-here', ['paid-twice']), lines: numbers })
  }
}
