import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { Amount, amountText, placesOf } from '@/components/ui/amount'
import { Note } from '@/components/ui/note'
import { Status } from '@/components/ui/status'
import type { DecodedTransfer } from '@/lib/api/reading'
import { checkSum, feeRule, totalLabel } from './sum'

/** Amount, fee and total under each other, the points in one line. */
export function SumTable({ transfer }: { transfer: DecodedTransfer }) {
  const { known } = transfer
  const { sign = '' } = feeRule(known)
  const rows = [
    ['Amount', known.amount, ''],
    ['Fee', known.fee, sign],
    [totalLabel(transfer), known.total, ''],
  ] as const
  const texts = rows.map(([, text]) => text)
  // What would not fit beside its name on a phone is broken where it must be; then no point can stand under another.
  const isLong = texts.some((text) => (text?.length ?? 0) > 26)
  return (
    <table className="w-full" style={{ '--places': placesOf(texts) } as React.CSSProperties}>
      <tbody>
        {rows.map(([name, text, sign]) => (
          <tr key={name} className="last:font-label last:[&>*]:border-t last:[&>*]:border-ink-3">
            <th scope="row" className="py-1 pr-3 text-left whitespace-nowrap [font-weight:inherit]">
              {name}
            </th>
            <td className="py-1 text-right">
              {text === undefined ? (
                <span className="text-ink-3">none</span>
              ) : (
                <>
                  <span className="text-ink-3">{sign}</span>
                  <Amount text={text} isFree={isLong} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const listed = (names: readonly string[]) => names.join(' and ')

/** Why a sum was not checked, in one sentence; undefined where it was. */
function uncheckedWords(transfer: DecodedTransfer): string | undefined {
  const check = checkSum(transfer)
  const { asset, balance_asset } = transfer.known
  switch (check.state) {
    case 'incomplete':
      return `Total not checked: ${listed(check.names)} missing.`
    case 'odd':
      return `Total not checked: ${listed(check.names)} ${check.names.length === 1 ? 'is not a decimal number' : 'are not decimal numbers'}.`
    case 'no-rule':
      return 'Total not checked: neither type nor direction shows whether the fee is added or subtracted.'
    case 'converted':
      return `Total not checked: the amount is in ${asset}, the balance in ${balance_asset}, and the provider gives no rate.`
    default:
      return undefined
  }
}

/** Whether the sum adds up, in words. A sum that adds up is said only where `isAlone`: several are said together. */
export function SumWords({ transfer, isAlone }: { transfer: DecodedTransfer; isAlone: boolean }) {
  const { known } = transfer
  const check = checkSum(transfer)
  const { sign, isRule } = feeRule(known)
  if (check.state === 'differs') {
    const money = (text: string) => [amountText(text), known.asset].filter(Boolean).join(' ')
    return (
      <Note tone="bad" icon={TriangleAlert} className="mt-3">
        <p>
          <b>Amount and fee don't add up.</b> Amount {sign === '−' ? 'minus' : 'plus'} fee should be{' '}
          {money(check.expected)}; the provider says {money(known.total ?? '')}.
        </p>
        <p>
          {isRule ? '' : 'No rule is documented for this type, so its direction was used. '}
          Ask the provider, quoting the transfer ID, before you book it.
        </p>
      </Note>
    )
  }
  const unchecked = uncheckedWords(transfer)
  if (unchecked)
    return (
      <p className="mt-3 text-ink-2">
        <CircleDashed className="mr-1.5 size-[15px] text-ink-3" />
        {unchecked}
      </p>
    )
  if (!isAlone) return null
  return (
    <p className="mt-3">
      <Status tone="ok" icon={CircleCheck} word="Amount and fee add up." />
    </p>
  )
}
