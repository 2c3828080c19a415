'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useMemo, useRef } from 'react'
import { placesOf } from '@/components/ui/amount'
import { Bones } from '@/components/ui/bones'
import { useRowLinks } from '@/components/ui/row-links'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { unmetTransferFilters } from '@/lib/api/matching'
import type { SeenTransfer } from '@/lib/api/reading'
import type { TransferQuery } from '@/lib/api/transfers'
import { orderOf } from '@/lib/browser/list-url'
import { partName } from './filter-words'
import { TransferRow } from './transfer-row'

const boneWidths = [56, 92, 64, 30, 76, 60, 72, 88, 72, 72]

/** The filters that a row does not satisfy, each named once; "" where it satisfies all. */
export const unmetWords = (query: TransferQuery, transfer: SeenTransfer) =>
  [...new Set(unmetTransferFilters(query, transfer).map(partName))].join(', ')

type TableProps = {
  /** Undefined while they are on their way. */
  items?: readonly SeenTransfer[]
  query: TransferQuery
  hrefOfTransfer: (id: string) => string
  /** When the rows were read, ms since 1970. */
  now: number
  isBusy: boolean
  region: RefObject<HTMLElement | null>
}

/** The rows of one page of the list, or bones in their place. */
export function TransferTable({ items, query, hrefOfTransfer, now, isBusy, region }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  useRowLinks(table)
  const places = useMemo(() => placesOf((items ?? []).map(({ known }) => known.amount)), [items])
  const unmet = useMemo(() => (items ?? []).map((transfer) => unmetWords(query, transfer)), [items, query])
  const { by, order } = orderOf(query)
  const Arrow = order === 'DESC' ? ArrowDown : ArrowUp
  return (
    <ScrollRegion name="Transfers table" region={region} isBusy={isBusy}>
      <table
        ref={table}
        className="records cards"
        aria-label="Transfers"
        aria-rowcount={-1}
        style={{ '--places': places || 2 } as React.CSSProperties}
      >
        <thead>
          <tr>
            {by === 'CREATED_AT' ? (
              <th scope="col" aria-sort={order === 'DESC' ? 'descending' : 'ascending'}>
                Created, UTC <Arrow className="size-3.5" />
              </th>
            ) : (
              <th scope="col">Created, UTC</th>
            )}
            <th scope="col">Type</th>
            <th scope="col" className="number">
              <span className="amount">
                Amount
                <span className="fraction" />
              </span>
            </th>
            <th scope="col">Asset</th>
            <th scope="col">Status</th>
            <th scope="col">Network</th>
            <th scope="col">Profile</th>
            <th scope="col">Reference</th>
            <th scope="col">Hash</th>
            <th scope="col">Transfer</th>
          </tr>
        </thead>
        {items ? (
          <tbody>
            {items.map((transfer, index) => (
              <TransferRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a service may send an id twice, or none
                key={`${transfer.known.id ?? ''} ${index}`}
                transfer={transfer}
                href={transfer.known.id && hrefOfTransfer(transfer.known.id)}
                now={now}
                unmet={unmet[index] ?? ''}
              />
            ))}
          </tbody>
        ) : (
          <Bones rows={Math.min(query.limit ?? 20, 20)} widths={boneWidths} />
        )}
      </table>
    </ScrollRegion>
  )
}
