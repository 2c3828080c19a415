/** Whether a transfer's total follows from its amount and fee, in exact decimals. */
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import type { DecodedTransfer } from '@/lib/api/reading'
import { mayHaveMoved } from './next-action'

/** The sign that the fee has in the sum; undefined where neither type nor direction says it. */
export type FeeSign = '+' | '−' | undefined

/** `isRule` is false where the spec gives no rule for the type, and the direction stands in for it. */
type Rule = { sign: FeeSign; isRule: boolean }

/**
 * Spec, Transfer, `total`: "amount minus fee for deposits, amount plus fee for withdrawals". Internal and platform
 * transfers have no rule there; what is true of any balance is used: a fee makes a credit smaller and a debit larger.
 */
export function feeRule({ type = '', direction }: DecodedTransfer['known']): Rule {
  if (type.endsWith('_DEPOSIT')) return { sign: '−', isRule: true }
  if (type.endsWith('_WITHDRAWAL')) return { sign: '+', isRule: true }
  return { sign: direction === 'CREDIT' ? '−' : direction === 'DEBIT' ? '+' : undefined, isRule: false }
}

export type SumCheck =
  | { state: 'checks' | 'differs'; expected: string }
  /** Fields that the check needs and that did not come. */
  | { state: 'incomplete'; names: string[] }
  /** Fields that came and are no decimal numbers. */
  | { state: 'odd'; names: string[] }
  /** Neither type nor direction says which way the fee counts. */
  | { state: 'no-rule' }
  /** Amount and total are of different assets, and no rate is given. */
  | { state: 'converted' }

/**
 * What the total is called: it was debited or credited only where the transfer is completed. A failed withdrawal with a
 * hash may have moved, and a status or direction that is not known claims nothing: then it is the total and no more.
 */
export function totalLabel(transfer: DecodedTransfer): string {
  const { status, direction } = transfer.known
  const side = direction === 'DEBIT' ? 'debited' : direction === 'CREDIT' ? 'credited' : undefined
  if (!side || mayHaveMoved(transfer)) return 'Total'
  if (status === 'COMPLETED') return `Total ${side}`
  if (status === 'PENDING') return `Total to be ${side}`
  return status === 'FAILED' ? `Not ${side}` : 'Total'
}

const parts = ['amount', 'fee', 'total'] as const

/** @returns what the total ought to be and whether it is, or why that cannot be said */
export function checkSum({ known }: DecodedTransfer): SumCheck {
  const names = parts.filter((name) => known[name] === undefined)
  const { amount, fee, total } = known
  if (amount === undefined || fee === undefined || total === undefined) return { state: 'incomplete', names }
  const odd = parts.filter((name) => sumOf([known[name] ?? '']) === undefined)
  if (odd.length > 0) return { state: 'odd', names: odd }
  const { sign } = feeRule(known)
  // Where nothing was paid, the sign does not matter.
  if (!sign && compareDecimals(fee, '0') !== 0) return { state: 'no-rule' }
  const expected = sumOf([amount, sign === '−' ? negated(fee) : fee]) ?? ''
  if (compareDecimals(expected, total) === 0) return { state: 'checks', expected }
  // Spec: `balance_asset` differs only when the transfer includes a conversion; then the total may be of that asset.
  if (known.balance_asset && known.asset && known.balance_asset !== known.asset) return { state: 'converted' }
  return { state: 'differs', expected }
}
