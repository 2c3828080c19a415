/** The texts of the order form, and which of them are the amounts of the chosen type. The activity page needs only these. */

import { textValuesFrom } from '@/components/forms/form-values'
import { orderFieldLabels } from '@/components/records/order-labels'
import { amountText } from '@/components/ui/amount'
import { amountError, isNumeric, mismatchedCurrency, normalizeAmount } from '@/lib/domain/normalize-input'
import { type AssetAmount, assetsOfMarket, orderTotal, orderTypes, timesInForce } from '@/lib/provider/order-terms'
import type { OrderType, TimeInForce } from '@/lib/provider/orders'

export const blankTexts = {
  profile_id: '',
  side: '',
  market: '',
  type: 'LIMIT',
  base_amount: '',
  quote_amount: '',
  price: '',
  stop_price: '',
  time_in_force: 'GTC',
  expiry_day: '',
  expiry_time: '',
  /** The zone of day and time; empty until one of them is entered. */
  expiry_zone: '',
  identity_id: '',
  identity_account_id: '',
  await_fill_millis: '',
  recipient_profile_id: '',
  self_match_prevention_id: '',
  ref_id: '',
}

export type OrderTexts = typeof blankTexts

/** The texts of an order of any shape. */
export const orderTextsFrom = (order: unknown): OrderTexts => textValuesFrom(blankTexts, order)

export type AmountName = 'base_amount' | 'quote_amount' | 'price' | 'stop_price'

/** docs/provider.md, "Writing". */
const amountsOfType: Record<Exclude<OrderType, 'MARKET'>, readonly AmountName[]> = {
  LIMIT: ['base_amount', 'price'],
  POST_ONLY_LIMIT: ['base_amount', 'price'],
  STOP_MARKET: ['base_amount', 'stop_price'],
  STOP_LIMIT: ['base_amount', 'stop_price', 'price'],
}

export const typeOf = ({ type }: Pick<OrderTexts, 'type'>): OrderType =>
  orderTypes.find((one) => one === type) ?? 'LIMIT'

/** The amounts of an order's type; a market order has none until a side is chosen. */
export function amountsOf(order: Pick<OrderTexts, 'type' | 'side'>): readonly AmountName[] {
  const type = typeOf(order)
  if (type !== 'MARKET') return amountsOfType[type]
  return order.side === 'BUY' ? ['quote_amount'] : order.side === 'SELL' ? ['base_amount'] : []
}

/** The chosen time in force if the type allows it, else the type's default. */
export function timeInForceOf(order: Pick<OrderTexts, 'type' | 'time_in_force'>): TimeInForce {
  const allowed = timesInForce[typeOf(order)]
  return allowed.find((one) => one === order.time_in_force) ?? allowed[0]
}

export function amountLabel(name: AmountName, { side }: Pick<OrderTexts, 'side'>): string {
  if (isPrice(name)) return orderFieldLabels[name]
  if (name === 'quote_amount') return 'Amount to spend'
  return side === 'BUY' ? 'Amount to buy' : side === 'SELL' ? 'Amount to sell' : 'Amount'
}

/** The asset of an amount: the base for what is traded, the quote for prices and for what is spent. */
export const amountAsset = (name: AmountName, { market }: Pick<OrderTexts, 'market'>): string =>
  assetsOfMarket(market)[name === 'base_amount' ? 'base' : 'quote']

const isPrice = (name: AmountName) => name === 'price' || name === 'stop_price'

/** Whether a comma before three digits may be the decimal mark: a dollar token costs about a dollar, 1,001 or 1.001. */
function isCommaOpen(name: AmountName, { market }: Pick<OrderTexts, 'market'>): boolean {
  const { base, quote } = assetsOfMarket(market)
  return isPrice(name) && base.includes(quote)
}

/** An amount or price as it is sent. */
export const plainAmount = (values: OrderTexts, name: AmountName) =>
  normalizeAmount(values[name], isCommaOpen(name, values) ? '' : amountAsset(name, values))

/** Why an amount of the order's type cannot be sent: each type needs all of its own (docs/provider.md, "Writing"). */
export function orderAmountError(name: AmountName, values: OrderTexts): string | undefined {
  const [text, asset] = [values[name], amountAsset(name, values)]
  const label = amountLabel(name, values).toLowerCase()
  if (text.trim() === '') return `Enter the ${label}.`
  // The format of a stop price is not documented: text that is not numeric is left to the service (Spec, Order).
  if (name === 'stop_price' && !isNumeric(text) && !mismatchedCurrency(text, asset)) return undefined
  return amountError(text, label, asset, isCommaOpen(name, values) ? 4 : undefined)
}

/** An amount with its asset; undefined if the type has no such amount, or it is empty or invalid. */
export function amountIn(values: OrderTexts, name: AmountName): AssetAmount | undefined {
  const text = plainAmount(values, name)
  const asset = amountAsset(name, values)
  const isValid = !mismatchedCurrency(values[name], asset) && !orderAmountError(name, values)
  return amountsOf(values).includes(name) && isValid ? { text, asset } : undefined
}

/** The amount that the order sells, buys or spends. */
export const mainAmount = (values: OrderTexts) => amountIn(values, 'base_amount') ?? amountIn(values, 'quote_amount')

/** What the order pays or brings in, exactly; undefined where its type or what is typed gives no total. */
export function totalOf(values: OrderTexts): AssetAmount | undefined {
  const names = ['base_amount', 'price', 'quote_amount'] as const
  const amounts = Object.fromEntries(names.map((name) => [name, amountIn(values, name)?.text]))
  return orderTotal({ market: values.market, ...amounts })
}

/** "2.5 BTC × 91,250.00"; undefined without both. */
export function productText(values: OrderTexts): string | undefined {
  const [base, price] = [amountIn(values, 'base_amount'), amountIn(values, 'price')]
  return base && price && `${moneyText(base)} × ${amountText(price.text)}`
}

export const moneyText = ({ text, asset }: AssetAmount) => `${amountText(text)} ${asset}`.trim()
