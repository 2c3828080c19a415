/** Orders as the oracle of order-oracle.ts keeps them: what they need, hold and come to. Tests only. */
import { type NewOrder, type OrderStatus, timesInForce } from '../../api/orders'
import { type AssetName, assets, tenTo } from '../money'
import { marketTerms } from './markets'

/** Prices and amounts are compared as whole numbers of 10^-30. */
export const places = 30

/** A decimal text, exactly. */
export function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

export const exactPrice = (ticks: bigint, scale: number) => ticks * tenTo(places - scale)

/** How an order can end, and the status that it then has. */
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
  /** Units of the base that were filled. */
  filled: bigint
  /** Units that are still to be filled: of the quote for a market buy, else of the base. */
  left: bigint
  fills: { price: bigint; base: bigint }[]
  isTriggered: boolean
  wasHalved: boolean
  /** Where it is: on its way, waiting for its stop price, in the book, pausing after a half fill, or done with. */
  place: 'way' | 'stop' | 'book' | 'pause' | 'done'
  /** When it reaches the market, on its way or after its pause; else the next second that is looked at for it. */
  due: number
  /** Counts up with each change of place: of two at the same moment the earlier goes first. */
  turn: number
}

export type Answer =
  | { status: 200 | 409; order: OracleOrder }
  /** The profile is not there, or the client may not do it. */
  | { status: 404 | 403 }
  | { status: 400 | 403; field: string }
  | { status: 403; asset: AssetName; needed: bigint }

export const isStop = ({ type }: NewOrder) => type === 'STOP_MARKET' || type === 'STOP_LIMIT'
const isMarket = ({ type }: NewOrder) => type === 'MARKET' || type === 'STOP_MARKET'
export const isMarketBuy = ({ type, side }: NewOrder) => type === 'MARKET' && side === 'BUY'
export const limitOf = (body: NewOrder) => (isMarket(body) ? undefined : exact(body.price ?? '0'))
export const timeInForceOf = (body: NewOrder) => body.time_in_force ?? timesInForce[body.type][0]

/** Units of the quote that so many units of the base come to. */
export function worth(base: bigint, price: bigint, body: NewOrder, rounding: 'up' | 'down'): bigint {
  const terms = marketTerms[body.market]
  const divisor = tenTo(places) * tenTo(assets[terms.base].scale)
  const product = base * price * tenTo(assets[terms.quote].scale)
  return rounding === 'up' ? (product + divisor - 1n) / divisor : product / divisor
}

/** What an order may still spend: of which asset, and how many units. */
export function heldBy({ body, left }: OracleOrder): { asset: AssetName; units: bigint } {
  const { base, quote } = marketTerms[body.market]
  if (body.side === 'SELL') return { asset: base, units: left }
  if (isMarketBuy(body)) return { asset: quote, units: left }
  return { asset: quote, units: worth(left, exact((isMarket(body) ? body.stop_price : body.price) ?? '0'), body, 'up') }
}

/** The names of amounts that an order cannot do without. */
export function amountsOf(body: NewOrder): ('base_amount' | 'quote_amount' | 'price' | 'stop_price')[] {
  if (body.type === 'MARKET') return [body.side === 'BUY' ? 'quote_amount' : 'base_amount']
  if (body.type === 'STOP_MARKET') return ['base_amount', 'stop_price']
  return body.type === 'STOP_LIMIT' ? ['base_amount', 'price', 'stop_price'] : ['base_amount', 'price']
}
