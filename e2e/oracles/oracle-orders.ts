/** The orders of the oracle in order-oracle.ts. Tests only. */

import { timesInForce } from '../../lib/provider/order-terms'
import type { NewOrder, OrderStatus } from '../../lib/provider/orders'
import { marketTerms } from '../../lib/sandbox/engine/markets'
import { type AssetName, assets, tenTo } from '../../lib/sandbox/money'

/** Prices and amounts are compared in units of 10^-30. */
export const places = 30

/** A decimal text, exactly. */
export function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

export const exactPrice = (ticks: bigint, scale: number) => ticks * tenTo(places - scale)

/** The ways an order can end, with its final status. */
export const endStatuses = {
  filled: 'FILLED',
  'half filled': 'CANCELLED',
  'would have been half filled': 'CANCELLED',
  'did not cross': 'CANCELLED',
  'ran out': 'CANCELLED',
  'met its own side': 'CANCELLED',
  'was met by its own side': 'CANCELLED',
  'became too dear': 'CANCELLED',
  'would have crossed': 'REJECTED',
} as const satisfies Record<string, OrderStatus>
export type End = keyof typeof endStatuses

export type OracleOrder = {
  profile: string
  body: NewOrder
  status: OrderStatus
  /** Microseconds since 1970. */
  created: number
  modified: number
  closed?: number
  end?: End
  expiry?: number
  /** Filled units of the base. */
  filled: bigint
  /** Unfilled units: of the quote for a market buy, else of the base. */
  left: bigint
  fills: { price: bigint; base: bigint }[]
  isTriggered: boolean
  wasHalved: boolean
  /** In transit, waiting for its stop price, in the book, paused after a half fill, or done. */
  place: 'way' | 'stop' | 'book' | 'pause' | 'done'
  /** When it reaches the market; else the next second to check. */
  due: number
  /** Increases with each change of place; of two orders due at once the lower goes first. */
  turn: number
}

export type Answer =
  | { status: 200 | 409; order: OracleOrder }
  /** Unknown profile, or not permitted. */
  | { status: 404 | 403 }
  | { status: 400 | 403; field: string }
  | { status: 403; asset: AssetName; needed: bigint }

export const isStop = ({ type }: NewOrder) => type === 'STOP_MARKET' || type === 'STOP_LIMIT'
const isMarket = ({ type }: NewOrder) => type === 'MARKET' || type === 'STOP_MARKET'
export const isMarketBuy = ({ type, side }: NewOrder) => type === 'MARKET' && side === 'BUY'
export const limitOf = (body: NewOrder) => (isMarket(body) ? undefined : exact(body.price ?? '0'))
export const timeInForceOf = (body: NewOrder) => body.time_in_force ?? timesInForce[body.type][0]

/** The value of base units in quote units. */
export function worth(base: bigint, price: bigint, body: NewOrder, rounding: 'up' | 'down'): bigint {
  const terms = marketTerms[body.market]
  const divisor = tenTo(places) * tenTo(assets[terms.base].scale)
  const product = base * price * tenTo(assets[terms.quote].scale)
  return rounding === 'up' ? (product + divisor - 1n) / divisor : product / divisor
}

/** The asset and units that an order holds. */
export function heldBy({ body, left }: OracleOrder): { asset: AssetName; units: bigint } {
  const { base, quote } = marketTerms[body.market]
  if (body.side === 'SELL') return { asset: base, units: left }
  if (isMarketBuy(body)) return { asset: quote, units: left }
  return { asset: quote, units: worth(left, exact((isMarket(body) ? body.stop_price : body.price) ?? '0'), body, 'up') }
}

/** The required amounts of an order. */
export function amountsOf(body: NewOrder): ('base_amount' | 'quote_amount' | 'price' | 'stop_price')[] {
  if (body.type === 'MARKET') return [body.side === 'BUY' ? 'quote_amount' : 'base_amount']
  if (body.type === 'STOP_MARKET') return ['base_amount', 'stop_price']
  return body.type === 'STOP_LIMIT' ? ['base_amount', 'price', 'stop_price'] : ['base_amount', 'price']
}
