import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { Amount, amountText, placesOf } from '@/components/ui/amount'
import { Note } from '@/components/ui/note'
import { Status } from '@/components/ui/status'
import type { SeenTransfer } from '@/lib/api/reading'
import { checkSum, feeRule } from './sum'

/** What the total is called; a direction that is not known leaves it open. */
const totalWord = (direction?: string) =>
  direction === 'DEBIT' ? 'Total debited' : direction === 'CREDIT' ? 'Total credited' : 'Total'

/** Amount, fee and total under each other, the points in one line. */
export function SumTable({ transfer: { known } }: { transfer: SeenTransfer }) {
  const { sign = '' } = feeRule(known)
  const rows = [
    ['Amount', known.amount, ''],
    ['Fee', known.fee, sign],
    [totalWord(known.direction), known.total, ''],
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
function uncheckedWords(transfer: SeenTransfer): string | undefined {
  const check = checkSum(transfer)
  const { asset, balance_asset } = transfer.known
  switch (check.state) {
    case 'incomplete':
      return `The sum is not checked: ${listed(check.names)} did not come.`
    case 'odd':
      return `The sum is not checked: ${listed(check.names)} ${check.names.length === 1 ? 'is no decimal number' : 'are no decimal numbers'}.`
    case 'no-rule':
      return 'The sum is not checked: neither type nor direction says which way the fee counts.'
    case 'converted':
      return `The sum is not checked: the balance changed in ${balance_asset}, the amount is in ${asset}, and the service gives no rate.`
    default:
      return undefined
  }
}

/** Whether the sum adds up, in words. A sum that checks is said only where `isAlone`: several are said together. */
export function SumWords({ transfer, isAlone }: { transfer: SeenTransfer; isAlone: boolean }) {
  const { known } = transfer
  const check = checkSum(transfer)
  const { sign, isRule } = feeRule(known)
  if (check.state === 'differs') {
    const money = (text: string) => [amountText(text), known.asset].filter(Boolean).join(' ')
    return (
      <Note tone="bad" icon={TriangleAlert} className="mt-3">
        <p>
          <b>The sum does not add up.</b> Amount {sign === '−' ? 'minus' : 'plus'} fee is expected to be{' '}
          {money(check.expected)}; the service says {money(known.total ?? '')}.
        </p>
        <p>
          {isRule ? '' : 'The interface gives no rule for this type, so its direction was taken. '}
          Ask your service contact with the transfer id before you book it.
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
      <Status tone="ok" icon={CircleCheck} word="The sum checks." />
    </p>
  )
}
