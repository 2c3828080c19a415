/** What orders are made of, without the schemas, which lists and pages do not load: spec, "Order" and "Create order". */
import { compareDecimals, productOf, rounded, withPlaces } from '../domain/decimals'
import { isObject } from '../domain/json'

export const markets = [
  'ETHEUR',
  'ETHSGD',
  'ETHUSD',
  'BTCEUR',
  'BTCSGD',
  'BTCUSD',
  'PAXGUSD',
  'BCHUSD',
  'LTCUSD',
  'USDPUSD',
  'LINKUSD',
  'MATICUSD',
  'AAVEUSD',
  'UNIUSD',
] as const

/** Base and quote currency of a market: its name is both, and every quote currency has three letters (spec, Order). */
export const marketAssets = (market: (typeof markets)[number]) => ({
  base: market.slice(0, -3),
  quote: market.slice(-3),
})

/** The same of any text; empty for an unknown market, because the assets of an amount are never guessed. */
export function assetsOfMarket(market: unknown): { base: string; quote: string } {
  const known = markets.find((name) => name === market)
  return known ? marketAssets(known) : { base: '', quote: '' }
}

/** A decimal as it is sent, and its asset; "" if that is unknown. */
export type AssetAmount = { text: string; asset: string }

/** The amount that an order sells, buys or spends; `order` has any shape. */
export function orderAmount(order: unknown): AssetAmount | undefined {
  const { market, base_amount, quote_amount } = isObject(order) ? order : {}
  const { base, quote } = assetsOfMarket(market)
  if (typeof base_amount === 'string') return { text: base_amount, asset: base }
  return typeof quote_amount === 'string' ? { text: quote_amount, asset: quote } : undefined
}

/**
 * What an order pays or brings in at its limit price, exactly; what a market buy spends. Undefined where no price is given: a
 * market order and a stop have no total before they fill. `order` has any shape.
 */
export function orderTotal(order: unknown): AssetAmount | undefined {
  const { market, base_amount, price, quote_amount } = isObject(order) ? order : {}
  const { quote: asset } = assetsOfMarket(market)
  if (typeof quote_amount === 'string') return { text: quote_amount, asset }
  const isPriced = typeof base_amount === 'string' && typeof price === 'string'
  const product = isPriced ? productOf(base_amount, price) : undefined
  return product === undefined ? undefined : { text: withPlaces(product, 2), asset }
}

/**
 * What the filled amount of an order is worth at its average price, which the provider may have rounded: to the cent.
 * Undefined while nothing is filled, and without a price.
 */
export function filledValue(order: {
  market?: string
  amount_filled?: string
  volume_weighted_average_price?: string
}): AssetAmount | undefined {
  const { market, amount_filled: amount = '', volume_weighted_average_price: price = '' } = order
  const product = compareDecimals(amount, '0') === 1 ? productOf(amount, price) : undefined
  return product === undefined
    ? undefined
    : { text: withPlaces(rounded(product, 2), 2), asset: assetsOfMarket(market).quote }
}

export const orderSides = ['BUY', 'SELL'] as const
export const orderTypes = ['LIMIT', 'MARKET', 'POST_ONLY_LIMIT', 'STOP_MARKET', 'STOP_LIMIT'] as const
export const allTimesInForce = ['GTC', 'FOK', 'IOC', 'GTT'] as const
type TimeInForce = (typeof allTimesInForce)[number]

/** Spec, "Validity of time in force per order type"; the first of each is the default. */
export const timesInForce: Record<(typeof orderTypes)[number], readonly [TimeInForce, ...TimeInForce[]]> = {
  MARKET: ['IOC'],
  LIMIT: ['GTC', 'IOC', 'GTT', 'FOK'],
  POST_ONLY_LIMIT: ['GTC', 'IOC', 'GTT', 'FOK'],
  STOP_MARKET: ['GTC', 'GTT'],
  STOP_LIMIT: ['GTC', 'GTT'],
}
