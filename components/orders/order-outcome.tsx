'use client'
import { useProfileNames } from '@/components/forms/use-facts'
import { Amount } from '@/components/ui/amount'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { ShortId } from '@/components/ui/short-id'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { readOrder, type SeenOrder } from '@/lib/api/reading'
import { assetsOfMarket, hasFilled, orderStatusLook } from './order-status'

/** The order in an answer: the answer itself, or what a repeat was told to exist already; undefined where there is none. */
function orderIn(answer: unknown): SeenOrder | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { meta } = answer as { meta?: { existing?: unknown } }
  const existing = typeof meta === 'object' && meta !== null ? meta.existing : undefined
  const order = readOrder(existing ?? answer)
  return order.known.id || order.known.market ? order : undefined
}

const money = (text: string | undefined, asset: string, after?: string) =>
  text ? (
    <>
      <Amount text={text} isFree /> <span className="text-ink-3">{asset}</span>
      {after && <span className="text-sm text-ink-3"> {after}</span>}
    </>
  ) : undefined

/** What of the base is not filled yet, exactly; nothing where the answer does not say enough. */
function leftOf({ known }: SeenOrder): string | undefined {
  const left = known.base_amount && sumOf([known.base_amount, negated(known.amount_filled ?? '')])
  return left && (compareDecimals(left, '0') ?? 0) > 0 ? left : undefined
}

type OrderOutcomeProps = { intent: IntentDetail; environment: Environment }

/** What came of an order, as the service last told it: every digit as it came. */
export function OrderOutcome({ intent, environment }: OrderOutcomeProps) {
  const names = useProfileNames(environment)
  const order = orderIn(intent.answer)
  if (!order) return null
  const { known, other, missing } = order
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
    ['Status', <Status key="status" {...orderStatusLook(order)} />],
    // What fills is base, also of an order whose amount is in quote.
    ['Amount filled', money(known.amount_filled, base)],
    ...optional('Left', isOpen && money(leftOf(order), base)),
    ['Average price', isFilled ? money(known.volume_weighted_average_price, quote, base && `per ${base}`) : undefined],
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
    <Section title="Order" more={order.known.status === 'REJECTED' ? 'the service took it and refused it' : undefined}>
      <Facts facts={facts} className="mt-1" />
      {missing.length > 0 && (
        <p className="mt-2 text-sm text-ink-3">
          Fields that should have come and did not: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      )}
    </Section>
  )
}
