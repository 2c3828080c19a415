import Link from 'next/link'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { ShortId } from '@/components/ui/copy'
import { TimelineItem } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { type Arrival, arrivalName } from './deposit-transfers'

const evidenceWords: Record<Arrival['evidence'], string> = {
  memo: 'It has the memo and the amount of the deposit',
  conversion: 'Joined by auto_conversion',
  group: 'Joined by group_id',
}

type ListProps = {
  environment: Environment
  arrivals: readonly Arrival[]
  /** When they were read, ms since 1970: times of that day are said without it. */
  at: number | undefined
}

/** Transfers in the order in which they came, each with how it stands and what makes it one of these. */
export function ArrivalList({ environment, arrivals, at }: ListProps) {
  if (arrivals.length === 0) return null
  return (
    <ol className="mt-4" aria-label="Transfers">
      {arrivals.map((arrival) => {
        const { known } = arrival.transfer
        const { icon: Icon, tone, word, why } = transferStatusStyle(arrival.transfer)
        return (
          <TimelineItem
            key={known.id ?? arrivalName(arrival)}
            mark={<Icon className={`tone-${tone} mt-0.5 text-tone`} />}
            title={
              known.id ? (
                <Link prefetch={false} href={`/${environment}/transfers/${encodeURIComponent(known.id)}`}>
                  {arrivalName(arrival)}
                </Link>
              ) : (
                arrivalName(arrival)
              )
            }
            end={known.created_at && <Time value={known.created_at} now={at} withZone />}
          >
            {[word, why].filter(Boolean).join(', ')}. {evidenceWords[arrival.evidence]}.{' '}
            {known.id && <ShortId id={known.id} what="transfer id" />}
          </TimelineItem>
        )
      })}
    </ol>
  )
}
