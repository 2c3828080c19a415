'use client'
import type { ReactNode } from 'react'
import { metadataText, toPairs } from '@/components/forms/form-values'
import { hasFilled, orderFieldLabels, unfilledAmount } from '@/components/records/order-labels'
import { NamedProfile } from '@/components/records/profile-names'
import { newestRecord, RecordFacts } from '@/components/requests/newest-record'
import { Amount } from '@/components/ui/amount'
import type { Fact } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import type { Environment } from '@/lib/provider/environments'
import { assetsOfMarket, filledValue } from '@/lib/provider/order-terms'
import { isOpenStatus, readOrder } from '@/lib/provider/records'

const money = (text: string | undefined, asset: string, after?: ReactNode) =>
  text ? (
    <>
      <Amount text={text} isFree /> <span className="text-ink-3">{asset}</span>
      {after && <span className="text-sm text-ink-3"> {after}</span>}
    </>
  ) : undefined

/** Who ended an order: Mintdesk ends none. */
const endings: Readonly<Record<string, string>> = {
  REJECTED: 'rejected by the provider',
  CANCELLED: 'cancelled at the provider',
}

/** The newest known record of an order, digit by digit as received; the page has its status and ids. */
export default function OrderOutcome({ intent, environment }: { intent: IntentDetail; environment: Environment }) {
  const newest = newestRecord(intent)
  if (!newest) return null
  const order = readOrder(newest.record)
  const { known } = order
  /** When an amount was learned, if the newest answer lacks it. */
  const since = (name: string) =>
    newest.older?.[name] && (
      <>
        as of <Time value={newest.older[name]} withZone />
      </>
    )
  const { base, quote } = assetsOfMarket(known.market)
  const value = filledValue(known)
  const isOpen = isOpenStatus(intent.operation, known.status ?? '')
  const perBase = since('volume_weighted_average_price') || (base && `per ${base}`)
  const filled = (optional: Fact[]) => optional.filter(([, value]) => value)
  const profile = (id: string | undefined) => id && <NamedProfile environment={environment} id={id} />
  const time = (value: string | undefined) => value && <Time value={value} clock="provider" withZone />
  const facts: Fact[] = [
    // Fills are in base, also for an order whose amount is in quote.
    ['Amount filled', money(known.amount_filled, base, since('amount_filled'))],
    ...filled([['Amount left', isOpen && money(unfilledAmount(order), base, since('amount_filled'))]]),
    ['Average price', hasFilled(order) ? money(known.volume_weighted_average_price, quote, perBase) : undefined],
    ...filled([
      [
        known.side === 'SELL' ? 'Proceeds' : 'Cost',
        money(value?.text, value?.asset ?? '', 'filled amount × average price, to the cent'),
      ],
    ]),
    ...filled([[orderFieldLabels.recipient_profile_id, profile(known.recipient_profile_id)]]),
    [orderFieldLabels.market, known.market],
    ...filled([
      ['Amount', money(known.base_amount, base)],
      ['Amount to spend', money(known.quote_amount, quote)],
      [orderFieldLabels.stop_price, money(known.stop_price, quote, known.is_triggered && 'reached')],
      [orderFieldLabels.price, money(known.price, quote)],
    ]),
    [orderFieldLabels.time_in_force, known.time_in_force],
    ...filled([
      ['Expires', time(known.expiration_date)],
      [orderFieldLabels.metadata, metadataText(toPairs(known.metadata))],
      ['Created', time(known.created_at)],
      ['Modified', known.modified_at?.slice(0, 19) !== known.created_at?.slice(0, 19) && time(known.modified_at)],
    ]),
  ]
  return (
    <Section title="Order" more={isOpen ? 'it can be cancelled only at the provider' : endings[known.status ?? '']}>
      <RecordFacts facts={facts} record={order} newest={newest} statusAt={intent.status_at} />
    </Section>
  )
}
