/** Generates valid and invalid orders to compare the service with its oracle. Tests only. */
import * as fc from 'fast-check'
import { orderTypes, timesInForce } from '../../lib/provider/order-terms'
import type { Market, NewOrder } from '../../lib/provider/orders'
import { priceText, quoteAt } from '../../lib/sandbox/engine/markets'
import type { AssetName } from '../../lib/sandbox/money'
import { profiles } from '../../lib/sandbox/seed/parties'

const marketsTried = ['BTCUSD', 'ETHSGD', 'USDPUSD'] as const
export const profilesTried = [profiles[0].id, profiles[1].id] as const
export const assetsTried = ['BTC', 'USD', 'ETH', 'SGD', 'USDP'] as const satisfies AssetName[]

/** Prices are steps from the mid price, so they are known only when the order is placed. */
type Fault = 'no amount' | 'no price' | 'fine amount' | 'no stop' | 'nobody' | 'nowhere'
export type Draft = {
  profile: string
  market: (typeof marketsTried)[number]
  side: NewOrder['side']
  type: NewOrder['type']
  timeInForce: number
  base: string
  quote: string
  price: number
  stop: number
  extraDigit: '' | '5'
  expiry: number
  isGuarded: boolean
  recipient?: string
  fault?: Fault
}

const steps = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 4, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(-400, 400, -4000, 4000) },
)

export const drafts: fc.Arbitrary<Draft> = fc.record(
  {
    profile: fc.constantFrom(...profilesTried),
    // Prices of a dollar stablecoin barely move, so its orders rest and meet.
    market: fc.constantFrom(...marketsTried, 'USDPUSD'),
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constantFrom(...orderTypes, 'LIMIT', 'LIMIT'),
    timeInForce: fc.nat({ max: 4 }),
    base: fc.constantFrom(
      '1',
      '0.25',
      '.5',
      '1.13',
      '0.13',
      '17.13',
      '0.00123',
      '40',
      '4000000',
      '9999500',
      '900000000',
    ),
    quote: fc.constantFrom('100', '0.5', '100.13', '33.13', '2500000.13', '4000000', '900000000'),
    price: steps,
    stop: steps,
    extraDigit: fc.constantFrom('', '', '5'),
    expiry: fc.constantFrom(10_000, 10_001, 12_345, 61_234, 700_007, 7_200_003),
    isGuarded: fc.boolean(),
    recipient: fc.constantFrom(undefined, undefined, profilesTried[1]),
    fault: fc.oneof(
      { weight: 24, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Fault>('no amount', 'no price', 'fine amount', 'no stop', 'nobody', 'nowhere'),
      },
    ),
  },
  { noNullPrototype: true },
)

function priceAt(market: Market, now: number, step: number, extraDigit: string): string {
  const { bid, ask } = quoteAt(market, now)
  const ticks = (bid + ask) / 2n + BigInt(step) * ((ask - bid) / 2n)
  return priceText(market, ticks > 0n ? ticks : 1n) + extraDigit
}

/**
 * The body of a draft.
 * @param now microseconds since 1970
 */
export function bodyOf(draft: Draft, refId: string | undefined, now: number): NewOrder {
  const { market, side, type } = draft
  const allowed = timesInForce[type]
  const timeInForce = draft.timeInForce === 0 ? undefined : allowed[(draft.timeInForce - 1) % allowed.length]
  const isMarketBuy = type === 'MARKET' && side === 'BUY'
  const body: NewOrder = { side, market, type }
  if (refId !== undefined) body.ref_id = refId
  const amount = isMarketBuy ? draft.quote : draft.base
  if (draft.fault !== 'no amount')
    // More decimal places than any asset has.
    body[isMarketBuy ? 'quote_amount' : 'base_amount'] = draft.fault === 'fine amount' ? `1.${'0'.repeat(18)}1` : amount
  if (type.includes('LIMIT') && draft.fault !== 'no price')
    body.price = priceAt(market, now, draft.price, draft.extraDigit)
  if (type.startsWith('STOP'))
    body.stop_price = draft.fault === 'no stop' ? '0' : priceAt(market, now, draft.stop, draft.extraDigit)
  if (timeInForce !== undefined) body.time_in_force = timeInForce
  if (timeInForce === 'GTT') body.expiration_date = String(Math.floor(now / 1000) + draft.expiry)
  if (draft.isGuarded) body.self_match_prevention_id = 'desk-7'
  const recipient = draft.fault === 'nobody' ? 'nobody' : draft.recipient
  if (recipient !== undefined) body.recipient_profile_id = recipient
  if (draft.timeInForce % 2 === 0) body.await_fill_millis = 0
  return body
}
