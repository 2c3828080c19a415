import { ArrowDownLeft, ArrowUpRight, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/short-id'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { SeenTransfer } from '@/lib/api/reading'
import { clockText } from '@/lib/browser/clock'
import { rowStatusLook } from './transfer-status'
import { networkWord, typeWord } from './words'

/** Which way money goes, as a shape; a direction that is not known has none. */
export function DirectionArrow({ direction, className = 'size-3.5' }: { direction?: string; className?: string }) {
  if (direction === 'CREDIT') return <ArrowDownLeft className={className} />
  if (direction === 'DEBIT') return <ArrowUpRight className={className} />
  return null
}

/** A type in words; one that is not known stays as it came. */
export function TypeWord({ type }: { type?: string }) {
  if (!type) return <span className="text-ink-3">type missing</span>
  return typeWord(type) ?? <span className="font-mono">{type}</span>
}

type RowProps = {
  transfer: SeenTransfer
  href?: string
  now: number
  /** The filters that this row does not satisfy, in words. */
  unmet: string
}

/** One transfer in the list. Fields that did not come leave their cell empty. */
export const TransferRow = memo(function TransferRow({ transfer, href, now, unmet }: RowProps) {
  const { known } = transfer
  const network = known.crypto_network && (networkWord(known.crypto_network) ?? known.crypto_network)
  const created = known.created_at
  const short = created ? clockText(created, now) : 'no time'
  const when = created ? <Time value={created} now={now} /> : <span className="text-ink-3">{short}</span>
  const beside = known.ref_id ?? network
  return (
    <tr data-href={href}>
      <td className="when">
        {unmet && (
          <span title={`Does not fit the filter ${unmet}`} className="mr-1 text-wait">
            <TriangleAlert className="size-3.5" />
            <span className="sr-only">Does not fit the filter {unmet}.</span>
          </span>
        )}
        {href ? (
          <a href={href} aria-label={`${short}, transfer ${known.id}`}>
            {when}
          </a>
        ) : (
          when
        )}
      </td>
      <td className="what" title={known.type}>
        <DirectionArrow direction={known.direction} /> <TypeWord type={known.type} />
        {known.direction && <span className="sr-only">, {known.direction.toLowerCase()}</span>}
        {beside && <span className="sm:hidden"> · {beside}</span>}
      </td>
      <td className="number main">
        {known.amount !== undefined && <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} />}
        <span className="font-text text-ink-3 sm:hidden"> {known.asset}</span>
      </td>
      <td className="text-ink-3">{known.asset}</td>
      <td className="state" title={transfer.missing.length > 0 ? `Missing: ${transfer.missing.join(', ')}` : undefined}>
        <Status {...rowStatusLook(transfer)} />
      </td>
      <td>{network}</td>
      <td>{known.profile_id && <ShortId id={known.profile_id} head={6} />}</td>
      <td className="text-ink-2">{known.ref_id}</td>
      <td>{known.crypto_tx_hash && <ShortId id={known.crypto_tx_hash} what="hash" head={6} />}</td>
      <td>{known.id && <ShortId id={known.id} what="transfer id" head={6} />}</td>
    </tr>
  )
})
