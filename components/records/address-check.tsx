'use client'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { CopyButton } from '@/components/ui/copy'
import { Note } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import type { SimilarAddress, TransferObservations } from '@/lib/api/observations'
import { millisOf } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { addressEnds, addressKey, isSimilarAddress } from '@/lib/domain/address-ends'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'

type LookAlike = Omit<SimilarAddress, 'last_seen_at'> & { last_seen_at?: string }

/** Look-alikes among the transfers that this browser has read, without those that are known already. */
export function similarAddresses(
  address: string,
  read: Iterable<DecodedTransfer>,
  known: readonly LookAlike[],
): LookAlike[] {
  const found = new Map<string, { address: string; ids: Set<string> }>()
  for (const { known: one } of read) {
    const other = one.destination_address
    if (!other || !isSimilarAddress(address, other)) continue
    const key = addressKey(other)
    if (known.some((listed) => addressKey(listed.address) === key)) continue
    const entry = found.get(key) ?? { address: other, ids: new Set() }
    found.set(key, entry)
    entry.ids.add(one.id ?? '')
  }
  return [...found.values()].map(({ address: other, ids }) => ({ address: other, transfers: ids.size }))
}

type Items = { items?: readonly DecodedTransfer[] } | undefined

function useReadSimilar(environment: Environment, address: string, known: readonly LookAlike[]): LookAlike[] {
  const lists = useQueryClient().getQueriesData<Items>({ queryKey: [environment, 'listTransfers'] })
  const read = lists.flatMap(([, list]) => (Array.isArray(list?.items) ? list.items : []))
  return similarAddresses(address, read, known)
}

type AddressCheckProps = { environment: Environment; address: string; destination: TransferObservations['destination'] }

/** Warns if another address could be taken for the destination. Nothing without one: no claim that all is well. */
export default function AddressCheck({ environment, address, destination }: AddressCheckProps) {
  const noted: readonly LookAlike[] = destination?.look_alikes ?? []
  const alike = [...noted, ...useReadSimilar(environment, address, noted)]
  if (alike.length === 0) return null
  const [start, end] = addressEnds(address).split('…')
  return (
    <Note tone="bad" icon={TriangleAlert} role="alert" className="mt-3">
      <p>
        <b>The destination looks like {alike.length === 1 ? 'another address' : 'other addresses'} seen before.</b> They
        start with {start} and end with {end}, but differ in the middle: fraudsters make such addresses so that they are
        copied by mistake. Treasury must compare every character with the recipient before anything more is sent.
      </p>
      <dl className="mt-2 grid gap-1">
        <AddressLine label={transfersText('This transfer', destination?.other_transfers)} address={address} />
        {alike.map((one) => (
          <AddressLine
            key={one.address}
            label={`Seen in ${countText(one.transfers, 'transfer')}`}
            last={one.last_seen_at}
            address={one.address}
          />
        ))}
      </dl>
    </Note>
  )
}

const transfersText = (label: string, others: number | undefined) =>
  others ? `${label}, and ${countText(others, 'other')}` : label

function AddressLine({ label, last, address }: { label: string; last?: string; address: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">
        {label}
        {last && (
          <>
            , last <Moment at={millisOf(last)} clock="console" />
          </>
        )}
      </dt>
      <dd className="font-mono text-sm [overflow-wrap:anywhere]">
        {address}
        <CopyButton text={address} what="address" />
      </dd>
    </div>
  )
}
