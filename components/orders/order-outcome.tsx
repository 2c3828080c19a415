'use client'
import type { ReactNode } from 'react'
import { newestRecord, RecordAge } from '@/components/activity/newest-record'
import { useProfileNames } from '@/components/forms/use-facts'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { readOrder } from '@/lib/api/reading'
import { assetsOfMarket, hasFilled, leftOf, orderStatusStyle } from './order-status'

const money = (text: string | undefined, asset: string, after?: ReactNode) =>
  text ? (
    <>
      <Amount text={text} isFree /> <span className="text-ink-3">{asset}</span>
      {after && <span className="text-sm text-ink-3"> {after}</span>}
    </>
  ) : undefined

type OrderOutcomeProps = { intent: IntentDetail; environment: Environment }

/** What came of an order, as it was last seen: every digit as it came. */
export function OrderOutcome({ intent, environment }: OrderOutcomeProps) {
  const names = useProfileNames(environment)
  const newest = newestRecord(intent)
  if (!newest) return null
  const order = readOrder(newest.record)
  const { known, other, missing } = order
  const { older } = newest
  /** Beside an amount that the newest answer lacks: when it was learned. */
  const since = (name: string) =>
    older?.[name] && (
      <>
        as of <Time value={older[name]} withZone />
      </>
    )
  const { base, quote } = assetsOfMarket(known.market)
  const isFilled = hasFilled(order)
  const isOpen = known.status === 'OPEN' || known.status === 'SUBMITTED'
  const profile = (id: string | undefined) =>
    id && (
      <>
        {names[id] && `${names[id]} `}
        <ShortId id={id} what="profile id" />
      </>
    )
  const optional = (name: string, value: Fact[1]): Fact[] => (value ? [[name, value]] : [])
  const metadata = Object.entries(known.metadata ?? {}).map(([key, value]) => `${key} ${String(value)}`)
  const facts: Fact[] = [
    ['Status', <Status key="status" {...orderStatusStyle(order)} />],
    // What fills is base, also of an order whose amount is in quote.
    ['Amount filled', money(known.amount_filled, base, since('amount_filled'))],
    ...optional('Left', isOpen && money(leftOf(order), base, since('amount_filled'))),
    [
      'Average price',
      isFilled
        ? money(
            known.volume_weighted_average_price,
            quote,
            since('volume_weighted_average_price') || (base && `per ${base}`),
          )
        : undefined,
    ],
    ['Order', known.id && <ShortId key="id" id={known.id} what="order id" />],
    ['Profile', profile(known.profile_id)],
    ...optional('Settles into', profile(known.recipient_profile_id)),
    ['Market', known.market],
    ...optional('Amount', money(known.base_amount, base)),
    ...optional('Amount to spend', money(known.quote_amount, quote)),
    ...optional('Stop price', money(known.stop_price, quote, known.is_triggered ? 'reached' : undefined)),
    ...optional('Limit price', money(known.price, quote)),
    ['Time in force', known.time_in_force],
    ...optional('Expires', known.expiration_date && <Time value={known.expiration_date} withZone />),
    ...optional('Metadata', metadata.join(', ')),
    ...optional('Created', known.created_at && <Time value={known.created_at} withZone />),
    ...optional('Changed', known.modified_at && <Time value={known.modified_at} withZone />),
    ...Object.entries(other).map(
      ([name, value]): Fact => [
        name,
        <span key={name} className="font-mono">
          {JSON.stringify(value)}
        </span>,
      ],
    ),
  ]
  return (
    <Section title="Order" more={known.status === 'REJECTED' ? 'rejected by the provider' : undefined}>
      <Facts facts={facts} className="mt-1" />
      {missing.length > 0 && (
        <p className="mt-2 text-sm text-ink-3">
          Missing from the answer: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      )}
      <RecordAge newest={newest} />
    </Section>
  )
}
