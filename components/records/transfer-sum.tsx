import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SumRow, SumRows } from '@/components/record/sum-rows'
import { Note } from '@/components/ui/status'
import { mayHaveMoved } from '@/lib/api/transfer-meaning'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { claimedSide, hasTwoSides, negativeAmounts } from '@/lib/provider/transfer-money'
import { listText, moneyText, sumAddsUp } from './transfer-labels'

/**
 * Spec, Transfer, `total`: "amount minus fee for deposits, amount plus fee for withdrawals". It has no rule for internal
 * and platform transfers; for any balance a fee makes a credit smaller and a debit larger.
 * @returns the fee's sign in the sum, undefined without type and direction
 */
export function feeSign({ type = '', direction }: DecodedTransfer['known']) {
  if (type.endsWith('_DEPOSIT')) return '−'
  if (type.endsWith('_WITHDRAWAL')) return '+'
  return direction === 'CREDIT' ? '−' : direction === 'DEBIT' ? '+' : undefined
}

/** `reason` says why the sum could not be checked. */
type SumCheck = { state: 'matches' | 'differs'; expected: string } | { state: 'unchecked'; reason: string }

const parts = ['amount', 'fee', 'total'] as const

/** Checks the total against amount and fee in exact decimals. */
export function checkSum({ known }: DecodedTransfer): SumCheck {
  const { amount, fee, total, asset, balance_asset } = known
  const unchecked = (reason: string) => ({ state: 'unchecked', reason }) as const
  if (amount === undefined || fee === undefined || total === undefined)
    return unchecked(`${listText(parts.filter((name) => known[name] === undefined))} missing`)
  const invalid = parts.filter((name) => sumOf([known[name] ?? '']) === undefined)
  if (invalid.length > 0)
    return unchecked(
      `${listText(invalid)} ${invalid.length === 1 ? 'is not a decimal number' : 'are not decimal numbers'}`,
    )
  const negative = negativeAmounts(known)
  if (negative.length > 0) return unchecked(`${listText(negative)} ${negative.length === 1 ? 'is' : 'are'} negative`)
  if (hasTwoSides(known)) return unchecked('type and direction contradict each other')
  const sign = feeSign(known)
  if (!sign && compareDecimals(fee, '0') !== 0)
    return unchecked('neither type nor direction shows whether the fee is added or subtracted')
  const expected = sumOf([amount, sign === '−' ? negated(fee) : fee]) ?? ''
  if (compareDecimals(expected, total) === 0) return { state: 'matches', expected }
  // Spec: `balance_asset` differs only when the transfer includes a conversion; then the total may be in that asset.
  if (balance_asset && asset && balance_asset !== asset)
    return unchecked(`the amount is in ${asset}, the balance in ${balance_asset}`)
  return { state: 'differs', expected }
}

/**
 * Only a completed transfer was debited or credited. A failed withdrawal with a hash may have moved, and an unknown
 * status or direction claims nothing: then the label is just "Total".
 */
function totalLabel(transfer: DecodedTransfer): string {
  const { status } = transfer.known
  const side = claimedSide(transfer.known)
  if (!side || mayHaveMoved(transfer)) return 'Total'
  if (status === 'COMPLETED') return `Total ${side}`
  if (status === 'PENDING') return `Total to be ${side}`
  return status === 'FAILED' ? `Not ${side}` : 'Total'
}

/** Whether its fee is zero: then there is nothing to say about it. */
export const isFree = ({ known }: DecodedTransfer) => compareDecimals(known.fee ?? '', '0') === 0

/** Whether fee and total add something to the amount: a fee, or a sum that does not add up. */
export const hasSum = (transfer: DecodedTransfer) => !isFree(transfer) || checkSum(transfer).state !== 'matches'

type SumProps = {
  transfer: DecodedTransfer
  /** On paper, where the sum is read on its own; a page has the amount in its head. */
  hasAmount?: boolean
}

/** Fee and total, without a fee of zero and a total that is the amount. */
export function SumTable({ transfer, hasAmount }: SumProps) {
  const { known } = transfer
  const rows: SumRow[] = [
    ...(hasAmount ? [{ name: 'Amount', amount: known.amount }] : []),
    ...(isFree(transfer) ? [] : [{ name: 'Fee', amount: known.fee, sign: feeSign(known) }]),
    ...(hasAmount || hasSum(transfer) ? [{ name: totalLabel(transfer), amount: known.total, isTotal: true }] : []),
  ]
  return rows.length > 0 && <SumRows rows={rows} />
}

type CheckResultProps = { isPassed: boolean; className?: string; children: ReactNode }

/** The result of a check that found no difference: it passed, or it could not be made. */
export function CheckResult({ isPassed, className = '', children }: CheckResultProps) {
  const Icon = isPassed ? CircleCheck : CircleDashed
  return (
    <p className={`${isPassed ? '' : 'text-ink-2'} ${className}`}>
      <Icon className={`mr-1.5 size-[15px] ${isPassed ? 'text-ok' : 'text-ink-3'}`} />
      {children}
    </p>
  )
}

/** Whether the sum adds up. @param isAlone false if one sentence covers several sums that add up */
export function SumResult({ transfer, isAlone }: { transfer: DecodedTransfer; isAlone: boolean }) {
  const { known } = transfer
  const check = checkSum(transfer)
  if (check.state === 'unchecked')
    return (
      <CheckResult isPassed={false} className="mt-3">
        Total not checked: {check.reason}.
      </CheckResult>
    )
  if (check.state === 'matches')
    return (
      isAlone &&
      !isFree(transfer) && (
        <CheckResult isPassed className="mt-3">
          {sumAddsUp}
        </CheckResult>
      )
    )
  return (
    <Note tone="bad" icon={TriangleAlert} className="mt-3">
      <p>
        <b>Amount and fee don't add up.</b> Amount {feeSign(known) === '−' ? 'minus' : 'plus'} fee should be{' '}
        {moneyText(check.expected, known.asset)}; the provider says {moneyText(known.total ?? '', known.asset)}.
      </p>
      <p>Ask the provider, quoting the transfer ID, before you book it.</p>
    </Note>
  )
}
