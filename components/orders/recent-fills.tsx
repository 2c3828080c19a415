'use client'
import { useQuery } from '@tanstack/react-query'
import { newestRecord } from '@/components/activity/newest-record'
import { Amount } from '@/components/ui/amount'
import { Time } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import { writesOf } from '@/lib/api/provider/operations'
import { assetsOfMarket } from '@/lib/api/provider/order-terms'
import { readOrder } from '@/lib/api/provider/records'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { hasFilled, sideLabels } from './labels'

/** `at` is when the record was read; both amounts are as received. */
type Fill = { id: string; at: string; side: string; amount: string; price: string }

/** The fill that an order's newest record shows in a market; undefined if it shows none. */
export function fillIn(intent: IntentDetail, market: string): Fill | undefined {
  const newest = newestRecord(intent)
  if (!newest) return undefined
  const order = readOrder(newest.record)
  const { volume_weighted_average_price: price, amount_filled: amount, side = '' } = order.known
  if (order.known.market !== market || !hasFilled(order) || !price || !amount) return undefined
  return { id: intent.id, at: order.known.modified_at ?? newest.at, side, amount, price }
}

/** Each order costs a request, so only the newest are read. */
const searched = 8
const shown = 3

const fillsQuery = (environment: Environment, market: string) => ({
  queryKey: [environment, 'recent-fills', market] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Fill[]> => {
    const list = intentsQuery(environment, { by: 'record', operations: writesOf('order'), limit: 100 })
    const { intents } = await list.queryFn({ signal })
    const orders = intents.filter(({ fill }) => fill?.market === market && fill.price).slice(0, searched)
    const details = await Promise.all(orders.map(({ id }) => intentQuery(environment, id).queryFn({ signal })))
    return details.flatMap((intent) => fillIn(intent, market) ?? []).slice(0, shown)
  },
  staleTime: 60_000,
  retry: false,
  refetchOnWindowFocus: false,
})

/** What orders sent from here filled at: no quote, because the API has none. */
export default function RecentFills({ environment, market }: { environment: Environment; market: string }) {
  const { data, isError } = useQuery(fillsQuery(environment, market))
  const { base, quote } = assetsOfMarket(market)
  if (data?.length === 0)
    return (
      <section>
        <h2>Last fills in {market}</h2>
        <p className="mt-1 text-ink-2">None of the newest orders sent from here show one.</p>
      </section>
    )
  return (
    <section>
      <h2>Last fills in {market}</h2>
      <p className="text-sm text-ink-3">Average prices of orders sent from here, not a quote</p>
      {isError && <p className="mt-1 text-ink-2">They couldn't be loaded.</p>}
      <ul className="mt-1">
        {data?.map(({ id, at, side, amount, price }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 border-b border-hairline py-1.5">
            <span>
              {sideLabels[side] ?? side} <Amount text={amount} isFree /> <span className="text-ink-3">{base}</span>
              <span className="block text-sm text-ink-3">
                <Time value={at} clock="provider" withZone />
              </span>
            </span>
            <span className="text-right">
              <Amount text={price} isFree /> <span className="text-ink-3">{quote}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
