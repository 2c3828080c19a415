import { Ban, CircleCheck, CircleDashed, CircleDot, CircleX, Send, TimerOff } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import { shorten } from '@/components/ui/copy'
import type { StatusStyle } from '@/components/ui/status'
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import {
  Market,
  marketAssets,
  type OrderStatus,
  type OrderType,
  type TimeInForce,
  timesInForce,
} from '@/lib/api/orders'
import type { DecodedOrder } from '@/lib/api/reading'
import { momentText } from '@/lib/browser/clock'
import {
  amountError,
  isNumeric,
  mismatchedCurrency,
  normalizeAmount,
  normalizeText,
} from '@/lib/browser/normalize-input'
import { type AmountName, amountsOf, assetsOf, expiryOf, type OrderValues, timeInForceOf, typeOf } from './order-values'

export const sideLabels: Record<string, string> = { BUY: 'Buy', SELL: 'Sell' }

export const typeLabels: Record<OrderType, { word: string; hint: string }> = {
  LIMIT: { word: 'Limit', hint: 'Fills at the limit price or better. Any unfilled amount stays on the book.' },
  MARKET: { word: 'Market', hint: 'Fills immediately at the market price. No price is guaranteed.' },
  POST_ONLY_LIMIT: { word: 'Post-only limit', hint: 'Rejected if it would execute immediately.' },
  STOP_MARKET: {
    word: 'Stop market',
    hint: 'Waits until the stop price is reached, then fills at the market price.',
  },
  STOP_LIMIT: { word: 'Stop limit', hint: 'Waits until the stop price is reached, then becomes a limit order.' },
}

export const timeInForceLabels: Record<TimeInForce, string> = {
  GTC: 'Until cancelled',
  GTT: 'Until a time you set',
  IOC: 'Fills what it can immediately; the rest is cancelled',
  FOK: 'Fills completely and immediately, or is cancelled',
}

const inSentence = (type: OrderType) => typeLabels[type].word.toLowerCase()

/** Why a time in force cannot be chosen with a type, by the spec's table; undefined where it can. */
export function whyOff(time: TimeInForce, type: OrderType): string | undefined {
  if (timesInForce[type].includes(time)) return undefined
  const types = Object.keys(timesInForce) as OrderType[]
  const others = types.filter((one) => timesInForce[one].includes(time)).map(inSentence)
  const last = others.pop()
  return `Not valid for ${inSentence(type)}; it is for ${others.length > 0 ? `${others.join(', ')} and ${last}` : last}`
}

/** What an amount is called in an order of this kind. */
export function amountLabel(name: AmountName, { side }: Pick<OrderValues, 'side'>): string {
  if (name === 'stop_price') return 'Stop price'
  if (name === 'price') return 'Limit price'
  if (name === 'quote_amount') return 'Amount to spend'
  return side === 'BUY' ? 'Amount to buy' : side === 'SELL' ? 'Amount to sell' : 'Amount'
}

/** The asset that an amount counts: the base for what is traded, the quote for prices and for what is spent. */
export const amountAsset = (name: AmountName, values: Pick<OrderValues, 'market'>) =>
  name === 'base_amount' ? assetsOf(values).base : assetsOf(values).quote

/** Why an amount or a price is asked for again; undefined where it can be sent. */
export function orderAmountError(name: AmountName, values: OrderValues): string | undefined {
  const [text, asset] = [values[name], amountAsset(name, values)]
  // How a stop price is written is not shown: what is no number in any format goes to the service (Spec, Order).
  if (name === 'stop_price' && !isNumeric(text) && !mismatchedCurrency(text, asset)) return undefined
  return amountError(text, amountLabel(name, values).toLowerCase(), asset)
}

/** An amount of the form with its asset, or undefined where the order has none of it, or one that is asked for again. */
export function amountIn(values: OrderValues, name: AmountName): { text: string; asset: string } | undefined {
  const text = normalizeAmount(values[name])
  const asset = amountAsset(name, values)
  const isClear = text !== '' && !mismatchedCurrency(values[name], asset) && !orderAmountError(name, values)
  return amountsOf(values).includes(name) && isClear ? { text, asset } : undefined
}

/** What the order is about: the amount that it sells, buys or spends. */
export const mainAmount = (values: OrderValues) => amountIn(values, 'base_amount') ?? amountIn(values, 'quote_amount')

const said = (amount: { text: string; asset: string } | undefined, unknown: string) =>
  amount ? `${amountText(amount.text)} ${amount.asset}`.trim() : unknown

/** The act and the amount: "Sell 12.50000000 BTC", "Buy BTC for 1,000.00 USD". */
export function orderAction(values: OrderValues): string {
  const side = sideLabels[values.side] ?? 'Place order'
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  if (base) return `${side} ${said(base, '')}`
  const traded = `${side} ${assetsOf(values).base}`.trim()
  return quote ? `${traded} for ${said(quote, '')}` : traded
}

/** A sentence in parts; what is strong is what a slip would change. */
export type Part = { text: string; isStrong?: boolean }

const plain = (text: string): Part => ({ text })
const strong = (text: string): Part => ({ text, isStrong: true })

/** How and until when the order fills: "once the price reaches 91,250.00 USD, at 91,400.00 USD or better". */
function conditionParts(values: OrderValues, zone: string): Part[] {
  const type = typeOf(values)
  const [limit, stop] = [amountIn(values, 'price'), amountIn(values, 'stop_price')]
  const isStop = type === 'STOP_MARKET' || type === 'STOP_LIMIT'
  const time = timeInForceOf(values)
  const expiry = time === 'GTT' ? expiryOf(values, zone) : undefined
  return [
    ...(isStop ? [plain(' once the price reaches '), strong(said(stop, 'a stop price'))] : []),
    ...(type === 'MARKET' || type === 'STOP_MARKET'
      ? [plain(isStop ? ', then at the market price' : ' at the market price')]
      : [plain(isStop ? ', at ' : ' at '), strong(said(limit, 'a limit price')), plain(' or better')]),
    ...(type === 'POST_ONLY_LIMIT' ? [plain(', rejected if it would execute immediately')] : []),
    ...(time === 'GTT'
      ? [plain(', until '), strong(expiry ? `${momentText(expiry.at, undefined, zone)} ${zone}` : 'a time to be set')]
      : [plain(endWords[time])]),
    plain('.'),
  ]
}

const endWords: Record<Exclude<TimeInForce, 'GTT'>, string> = {
  GTC: ', until it is cancelled',
  IOC: '; anything not filled immediately is cancelled',
  FOK: '; filled completely and immediately, or cancelled',
}

/** The whole order as one sentence. @param profile what the profile is called; its id, cut in the middle, where it has no name */
export function orderParts(values: OrderValues, profile: string | undefined, zone: string): Part[] {
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  const traded = assetsOf(values).base || 'something'
  const side = sideLabels[values.side] ?? 'Trade'
  const where = values.side === 'BUY' ? ' into ' : ' from '
  const id = normalizeText(values.profile_id)
  return [
    plain(`${side} `),
    strong(base ? said(base, '') : traded),
    ...(quote ? [plain(' for '), strong(said(quote, ''))] : []),
    ...(id ? [plain(where), strong(profile ?? shorten(id, 8))] : []),
    ...conditionParts(values, zone),
  ]
}

const looks: Record<OrderStatus, StatusStyle> = {
  PENDING_SUBMISSION: { tone: 'wait', icon: CircleDashed, word: 'Pending submission' },
  SUBMITTED: { tone: 'busy', icon: Send, word: 'Submitted' },
  OPEN: { tone: 'busy', icon: CircleDot, word: 'Open' },
  FILLED: { tone: 'ok', icon: CircleCheck, word: 'Filled' },
  CANCELLED: { tone: 'off', icon: Ban, word: 'Cancelled' },
  REJECTED: { tone: 'bad', icon: CircleX, word: 'Refused', isLoud: true },
  EXPIRED: { tone: 'off', icon: TimerOff, word: 'Expired' },
}

/** Base and quote of a market; nothing of one that is not known here: names beside money are not guessed. */
export function assetsOfMarket(market: string | undefined): { base: string; quote: string } {
  const known = Market.safeParse(market)
  return known.success ? marketAssets(known.data) : { base: '', quote: '' }
}

/** Whether something of the order has filled. */
export const hasFilled = ({ known }: DecodedOrder) => (compareDecimals(known.amount_filled ?? '', '0') ?? 0) > 0

/**
 * How an order's status looks. There is none for "partly filled": it is OPEN, or over, with something filled
 * (service-facts, "Reading"). Unknown values stay as they came.
 */
export function orderStatusStyle(order: DecodedOrder): StatusStyle {
  const { status = '', base_amount, amount_filled = '', market } = order.known
  const look = Object.hasOwn(looks, status) ? looks[status as OrderStatus] : undefined
  if (!look) return { tone: 'off', icon: CircleDashed, word: status || 'no status' }
  if (status === 'FILLED' || !hasFilled(order)) return look
  const { base } = assetsOfMarket(market)
  const whole = base_amount ? ` of ${amountText(base_amount)}` : ''
  return { ...look, why: `partly filled, ${amountText(amount_filled)}${whole} ${base}`.trimEnd() }
}

/** What of the base is not filled yet, exactly; undefined where the record does not say enough, or nothing is left. */
export function leftOf({ known }: DecodedOrder): string | undefined {
  const left = known.base_amount && sumOf([known.base_amount, negated(known.amount_filled ?? '')])
  return left && (compareDecimals(left, '0') ?? 0) > 0 ? left : undefined
}

/** How far an order has filled: "0.75 of 1.00 BTC left, average price 91,400.00 USD"; undefined where nothing is known. */
export function fillProgress(order: DecodedOrder): string | undefined {
  const { market, base_amount, amount_filled, volume_weighted_average_price: price } = order.known
  const { base, quote } = assetsOfMarket(market)
  const left = leftOf(order)
  const isFilled = hasFilled(order)
  const parts = [
    left && base_amount && `${amountText(left)} of ${amountText(base_amount)} ${base}`.trimEnd().concat(' left'),
    !left && isFilled && `${amountText(amount_filled ?? '')} ${base}`.trimEnd().concat(' filled'),
    isFilled && price && `average price ${amountText(price)} ${quote}`.trimEnd(),
  ]
  return parts.filter(Boolean).join(', ') || undefined
}
