/**
 * Which transfers account for which lines, among those that share a reference. Amounts are compared exactly. A line matches
 * completed transfers of its asset and direction; where something differs or is not said, the result says so.
 */

import type { Pause } from '../../../api/pasted/yielding'
import { compareDecimals, negated, sumOf } from '../../../domain/decimals'
import type { DecodedTransfer } from '../../../provider/reading'
import type { sideOf } from '../../../provider/transfer-money'
import type { BankLine, LineNote, LineOutcome, ReconciledLine, SignRule } from './reconciliation'

type Known = DecodedTransfer['known']
type ComparedMember = 'amount' | 'total' | 'asset' | 'status' | 'group_id' | 'ref_id' | 'crypto_tx_hash'
export type KnownTransfer = Pick<Known, ComparedMember> & { id: string; side: ReturnType<typeof sideOf> }

const magnitude = (text: string) => text.replace(/^-/, '')

/** Equal for equal numbers: "1.50" and "01.5". */
export function numberKey(text: string): string {
  const [whole = '', fraction = ''] = magnitude(text).split('.')
  const [first, last] = [whole.replace(/^0+/, ''), fraction.replace(/(?<!0)0+$/, '')]
  return `${text.startsWith('-') ? '-' : ''}${first || '0'}${last === '' ? '' : `.${last}`}`
}

/** A transfer's amount has no sign: its side is what a line says by its own. */
const amountKey = ({ amount = '' }: BankLine) => numberKey(magnitude(amount))

const hasAsset = ({ currency }: BankLine, { asset }: KnownTransfer) => currency === '' || currency === asset

/** Whether line and transfer have the same side; a file may not say that of its lines. */
const hasSide = ({ amount = '' }: BankLine, { side }: KnownTransfer, rule: SignRule) =>
  rule !== 'none' && side === (amount.startsWith('-') === (rule === 'minus-is-credit') ? 'CREDIT' : 'DEBIT')
/** Whether the sides cannot be compared. */
const isSideOpen = ({ side }: KnownTransfer, rule: SignRule) => side === undefined || rule === 'none'

/** The sum with debits negative. */
const sumOfLines = (lines: readonly BankLine[], rule: SignRule) =>
  sumOf(lines.map(({ amount = '?' }) => (rule === 'minus-is-credit' ? negated(amount) : amount)))
const sumOfTransfers = (transfers: readonly KnownTransfer[]) =>
  sumOf(transfers.map(({ amount = '?', side }) => (side === 'DEBIT' ? negated(amount) : amount)))

type Result = ReconciledLine & { line: BankLine }

function resultOf(
  line: BankLine,
  transfers: readonly KnownTransfer[],
  outcome: LineOutcome,
  notes: readonly LineNote[],
): Result {
  const [first] = transfers
  const isUnknown = line.statusText.trim() !== '' && line.status === undefined
  const { status } = transfers.find((one) => one.status !== 'COMPLETED') ?? first ?? {}
  return {
    line,
    outcome,
    notes: isUnknown && transfers.length > 0 ? [...notes, 'unknown-status'] : [...notes],
    transfers: transfers.map(({ id }) => id),
    ...(first?.amount !== undefined && transfers.length === 1 && { amount: first.amount }),
    ...(first?.asset && { currency: first.asset }),
    ...(status && { status }),
  }
}

/** A line of which nothing that is said differs from its transfers. @param isSided whether the directions were compared */
function agreed(line: BankLine, transfers: readonly KnownTransfer[], isSided: boolean, more: LineNote[] = []): Result {
  const open: LineNote[] = [
    ...(line.amount === undefined ? (['no-amount'] as const) : isSided ? [] : (['no-direction'] as const)),
    ...(line.currency === '' ? (['no-currency'] as const) : []),
  ]
  const isOther = transfers.some(({ status }) => status && line.status && status !== line.status)
  const areAll = (...statuses: string[]) => transfers.every(({ status = '' }) => statuses.includes(status))
  const outcome = isOther
    ? 'status-differs'
    : areAll('COMPLETED')
      ? open.length > 0
        ? 'agrees'
        : 'matched'
      : areAll('COMPLETED', 'PENDING')
        ? 'pending'
        : 'not-completed'
  return resultOf(line, transfers, outcome, [...more, ...open])
}

/** The other side of the same movement: the debit and the credit of one group. */
const isOtherLeg = (one: KnownTransfer, other: KnownTransfer) =>
  one.id !== other.id &&
  one.side !== other.side &&
  (one.asset !== other.asset || compareDecimals(one.amount ?? '', other.amount ?? '') === 0)

/** Transfers by what a line would say: their amount, or their total with the fee. */
class Unused {
  private readonly byNumber = { amount: new Map<string, KnownTransfer[]>(), total: new Map<string, KnownTransfer[]>() }
  private readonly byGroup = new Map<string, KnownTransfer[]>()
  private readonly used = new Set<string>()
  /** The other legs of movements that lines account for: no line must name them. */
  private readonly covered = new Set<string>()
  constructor(
    private readonly transfers: readonly KnownTransfer[],
    private readonly rule: SignRule,
  ) {
    const put = (map: Map<string, KnownTransfer[]>, key: string | undefined, one: KnownTransfer) => {
      if (key === undefined) return
      const known = map.get(key)
      if (known) known.push(one)
      else map.set(key, [one])
    }
    for (const one of transfers) {
      put(this.byNumber.amount, one.amount && numberKey(one.amount), one)
      put(this.byNumber.total, one.total && numberKey(one.total), one)
      put(this.byGroup, one.group_id, one)
    }
  }
  rest = () => this.transfers.filter(({ id }) => !this.used.has(id) && !this.covered.has(id))
  take(transfers: readonly KnownTransfer[]): void {
    for (const { id } of transfers) this.used.add(id)
  }
  /** The first unused transfer of the number that suits; its other leg needs no line. */
  find(part: 'amount' | 'total', key: string, suits: (transfer: KnownTransfer) => boolean): KnownTransfer | undefined {
    const isFree = ({ id }: KnownTransfer) => !this.used.has(id)
    const found = this.byNumber[part].get(key)?.find((one) => isFree(one) && suits(one))
    if (!found) return undefined
    this.used.add(found.id)
    const other = this.byGroup.get(found.group_id ?? '')?.find((one) => isFree(one) && isOtherLeg(one, found))
    // Without signs a second line of the same asset would be the same movement again.
    if (other) (this.rule === 'none' && other.asset === found.asset ? this.used : this.covered).add(other.id)
    return found
  }
}

const isFailed = ({ status }: KnownTransfer) => status === 'FAILED'

type Suits = (line: BankLine, transfer: KnownTransfer) => boolean
type Tier = (status: BankLine['status'], transfer: KnownTransfer) => boolean
/** Which transfers a line is compared with first, by its status: those that failed last, because they moved nothing. */
const tiers: readonly Tier[] = [
  (status = 'COMPLETED', one) => one.status === status,
  (_, one) => one.status === 'COMPLETED',
  (_, one) => !isFailed(one),
  () => true,
]

/** The usual case: one line for one transfer of its amount; undefined for others. */
export function settleOne(line: BankLine, transfer: KnownTransfer, rule: SignRule): Result | undefined {
  const isSame = line.amount !== undefined && transfer.amount !== undefined && hasAsset(line, transfer)
  const isSided = hasSide(line, transfer, rule)
  return isSame && (isSided || rule === 'none') && amountKey(line) === numberKey(transfer.amount ?? '')
    ? agreed(line, [transfer], isSided)
    : undefined
}

/** @returns each line's result, and the transfers for which no line accounts */
export async function settle(
  lines: readonly BankLine[],
  transfers: readonly KnownTransfer[],
  rule: SignRule,
  pause: Pause,
): Promise<{ results: Result[]; rest: KnownTransfer[] }> {
  const severalTransfers: LineNote[] = transfers.length > 1 ? ['several-transfers'] : []
  // A file without amounts is compared by reference, currency and status alone.
  if (lines.every(({ amount }) => amount === undefined)) {
    const results = lines.map((line) => {
      const own = transfers.filter((one) => hasAsset(line, one))
      return own.length > 0
        ? agreed(line, own, false, own.length > 1 ? severalTransfers : [])
        : resultOf(line, transfers, 'asset-differs', severalTransfers)
    })
    return { results, rest: [] }
  }
  const unused = new Unused(transfers, rule)
  const results: Result[] = []
  let open = lines.map((line) => ({ line, key: amountKey(line) }))
  const settleEach = async (
    part: 'amount' | 'total',
    suits: Suits,
    toResult: (line: BankLine, found: KnownTransfer) => Result,
  ) => {
    const left: typeof open = []
    for (const one of open) {
      const found = unused.find(part, one.key, (transfer) => suits(one.line, transfer))
      if (found) results.push(toResult(one.line, found))
      else left.push(one)
      const wait = pause(0.5)
      if (wait) await wait
    }
    open = left
  }
  for (const tier of tiers) {
    for (const isSided of [true, false])
      for (const part of ['amount', 'total'] as const)
        if (open.length > 0)
          await settleEach(
            part,
            (line, one) =>
              tier(line.status, one) &&
              hasAsset(line, one) &&
              (isSided ? hasSide(line, one, rule) : isSideOpen(one, rule)),
            (line, one) => agreed(line, [one], isSided, part === 'total' ? ['with-fee'] : []),
          )
    if (open.length > 0) settleTogether(tier)
  }
  const settleAlike = (outcome: LineOutcome, suits: Suits) =>
    settleEach('amount', suits, (line, one) => resultOf(line, [one], outcome, []))
  if (open.length > 0) await settleAlike('direction-differs', hasAsset)
  if (open.length > 0) await settleAlike('asset-differs', () => true)
  settleApart()
  return { results, rest: unused.rest() }

  /** Open lines and unused transfers of one asset; lines that name none belong to the only asset that there is. */
  function shares(tier: Tier): { own: BankLine[]; rest: KnownTransfer[] }[] {
    const statuses = [...new Set(open.map(({ line }) => line.status))]
    const suitable = unused.rest().filter((one) => statuses.every((status) => tier(status, one)))
    const assets = new Set(suitable.map(({ asset }) => asset))
    return [...assets].flatMap((asset) => {
      const own = open.flatMap(({ line }) =>
        line.currency === asset || (line.currency === '' && assets.size === 1) ? line : [],
      )
      return own.length > 0 ? { own, rest: suitable.filter((one) => one.asset === asset) } : []
    })
  }

  function settled(own: readonly BankLine[], rest: readonly KnownTransfer[], toResult: (line: BankLine) => Result) {
    const numbers = own.length > 1 ? own.map(({ line }) => line) : undefined
    for (const line of own) results.push({ ...toResult(line), lines: numbers })
    unused.take(rest)
    const done = new Set(own)
    open = open.filter(({ line }) => !done.has(line))
  }

  function notesOf(own: readonly BankLine[], rest: readonly KnownTransfer[]): LineNote[] {
    return [
      ...(own.length > 1 ? (['several-lines'] as const) : []),
      ...(rest.length > 1 ? (['several-transfers'] as const) : []),
    ]
  }

  /** Lines that together are exactly as much as the transfers that are left. */
  function settleTogether(tier: Tier): void {
    for (const { own, rest } of shares(tier)) {
      // What failed adds nothing to what did not.
      if (own.length + rest.length < 3 || new Set(rest.map(isFailed)).size > 1) continue
      const [ofLines = '', ofTransfers = ''] = [sumOfLines(own, rule), sumOfTransfers(rest)]
      const isSided = rule !== 'none' && rest.every(({ side }) => side) && compareDecimals(ofLines, ofTransfers) === 0
      const isOpen = rest.every((one) => isSideOpen(one, rule))
      const isEqual = isOpen && compareDecimals(magnitude(ofLines), magnitude(ofTransfers)) === 0
      if (isSided || isEqual) settled(own, rest, (line) => agreed(line, rest, isSided, notesOf(own, rest)))
    }
  }

  /** What is left differs from what is left, or has nothing to differ from. */
  function settleApart(): void {
    const areAllFailed = unused.rest().every(isFailed)
    const tier: Tier = (_, one) => areAllFailed || !isFailed(one)
    for (const { own, rest } of shares(tier)) {
      const [ofLines, ofTransfers] = [sumOfLines(own, rule), sumOfTransfers(rest)]
      const isOther =
        !rest.some((one) => isSideOpen(one, rule)) && ofLines?.startsWith('-') !== ofTransfers?.startsWith('-')
      const difference =
        ofLines === undefined || ofTransfers === undefined
          ? undefined
          : sumOf([magnitude(ofLines), negated(magnitude(ofTransfers))])
      const isSameAmount = compareDecimals(difference ?? '', '0') === 0
      const notes: LineNote[] = [
        ...(isOther && !isSameAmount ? (['other-amount'] as const) : []),
        ...notesOf(own, rest),
      ]
      settled(own, rest, (line) =>
        isOther
          ? resultOf(line, rest, 'direction-differs', notes)
          : { ...resultOf(line, rest, 'amount-differs', notes), difference },
      )
    }
    if (open.length === 0) return
    const rest = unused.rest().filter((one) => tier(undefined, one))
    const own = open.map(({ line }) => line)
    if (rest.length > 0)
      settled(own, rest, (line) =>
        resultOf(line, rest, 'asset-differs', line.currency === '' ? ['several-assets'] : notesOf(own, rest)),
      )
    const numbers = lines.map(({ line }) => line)
    for (const { line } of open)
      results.push({ ...resultOf(line, transfers, 'missing-here', ['paid-twice']), lines: numbers })
  }
}
