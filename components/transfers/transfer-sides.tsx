import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { Section } from '@/components/ui/section'
import { ShortId } from '@/components/ui/short-id'
import type { SeenTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'

/**
 * Amount, fee and total under each other. Spec, Transfer, `total`: "amount minus fee for deposits, amount plus fee for
 * withdrawals".
 */
export function Sum({ transfer: { known } }: { transfer: SeenTransfer }) {
  const isDebit = known.direction === 'DEBIT'
  const rows = [
    ['Amount', known.amount, ''],
    ['Fee', known.fee, isDebit ? '+' : '−'],
    [isDebit ? 'Total debited' : 'Total credited', known.total, ''],
  ] as const
  return (
    <table className="mt-2 w-full max-w-[420px]">
      <tbody>
        {rows.map(([name, value, sign]) => (
          <tr key={name} className="last:border-t last:border-ink-3 last:font-label">
            <th scope="row" className="py-1 text-left [font-weight:inherit]">
              {name}
            </th>
            <td className="py-1 text-right">
              {value === undefined ? (
                <span className="text-ink-3">none</span>
              ) : (
                <>
                  <span className="text-ink-3">{sign}</span>
                  <Amount text={value} isFree /> <span className="text-ink-3">{known.asset}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type SidesProps = { transfer: SeenTransfer; list: string; from: string }

/** The transfers that this one is joined with: by a conversion, or as one side of a pair. */
export function Sides({ transfer: { known }, list, from }: SidesProps) {
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const ends = [
    ['Converted from', from_transfer_id],
    ['Converted to', to_transfer_id],
  ] as const
  const links = ends.filter(([, id]) => typeof id === 'string')
  if (links.length === 0 && !known.group_id) return null
  const back = new URLSearchParams(from ? { 'x.from': from } : {})
  return (
    <Section title="Both sides" more={links.length > 0 ? 'joined by auto_conversion' : 'joined by group_id'}>
      <ul className="mt-2 grid gap-1">
        {links.map(([name, id]) => (
          <li key={name}>
            {name}{' '}
            {id === known.id ? (
              'this transfer'
            ) : (
              <Link
                prefetch={false}
                className="underline"
                href={hrefOf(`${list}/${encodeURIComponent(String(id))}`, back)}
              >
                <ShortId id={String(id)} />
              </Link>
            )}
          </li>
        ))}
        {known.group_id && (
          <li>
            <Link
              prefetch={false}
              className="underline"
              href={hrefOf(list, new URLSearchParams({ group_ids: known.group_id }))}
            >
              Transfers of the group
            </Link>{' '}
            <ShortId id={known.group_id} what="group id" />
          </li>
        )}
      </ul>
    </Section>
  )
}
