import type { CSSProperties } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { type StatusStyle, toneClass } from '@/components/ui/status'

export type SumRow = {
  name: string
  /** Undefined if it is not known. */
  amount: string | undefined
  sign?: string
  isTaken?: boolean
  isTotal?: boolean
  /** Whether the sum is right, in a row that says so. */
  result?: Pick<StatusStyle, 'icon' | 'tone'>
}

/** So long an amount wraps, and cannot stand under the others. */
const longAmount = 26

/** Amounts that add up, aligned at their points. @param caption names the table for screen readers */
export function SumRows({ rows, caption }: { rows: readonly SumRow[]; caption?: string }) {
  const amounts = rows.map(({ amount }) => amount)
  const isLong = amounts.some((amount = '') => amount.length > longAmount)
  return (
    <table className="w-full print:max-w-[90mm]" style={{ '--places': placesOf(amounts) } as CSSProperties}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <tbody>
        {rows.map(({ name, amount, sign, isTaken, isTotal, result }) => (
          <tr
            key={name}
            className={`[&>*]:py-1 ${isTotal || result ? 'font-label' : ''} ${isTotal ? '[&>*]:border-t [&>*]:border-ink-3' : ''} ${result ? `${toneClass[result.tone]} text-tone [&_.fraction]:text-inherit` : ''}`}
          >
            <th scope="row" className="pr-3 text-left [font-weight:inherit]">
              {name}
            </th>
            <td className="text-right [overflow-wrap:anywhere]">
              {result && <result.icon className="mr-1 size-3.5" />}
              {amount === undefined ? (
                <span className="text-ink-3">none</span>
              ) : (
                <Amount text={amount} sign={sign} isDebit={isTaken} isFree={isLong} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
