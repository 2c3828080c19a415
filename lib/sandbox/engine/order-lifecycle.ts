/**
 * Order transitions after placement. The spec shows none (States: "Order transitions: not shown beyond creation"); these are
 * from docs/provider.md, "What our sandbox chooses".
 */

import { compareDecimals, sumOf } from '../../domain/decimals'
import type { OrderStatus } from '../../provider/orders'
import { decimalOf, divideUp, tenTo, unitsOf } from '../money'
import { adjustBalance, availableOf } from './balances'
import { firstTime, marketTerms, priceText, quoteAt, ticksOf } from './markets'
import {
  baseOf,
  findOrder,
  type OrderRecord,
  quoteOf,
  restingAgainst,
  saveOrder,
  spentOf,
  timeInForceOf,
} from './order-rows'
import { type Snapshot, schedule } from './schedule'

const second = 1_000_000
/** Delay before a new order reaches the market: it is answered first. */
const arrival = 0.4 * second
/** Delay before the market offers the other half of a half-filled order. */
const nextOffer = 60 * second
/** An order whose price is not reached within ten years rests forever. */
const horizon = 10 * 366 * 86_400 * second

const open: readonly OrderStatus[] = ['SUBMITTED', 'OPEN']
export const isOpen = ({ status }: OrderRecord) => open.includes(status)

/** A triggered stop continues as a market or limit order. */
const isAtMarket = ({ asked }: OrderRecord) => asked.type === 'MARKET' || asked.type === 'STOP_MARKET'

/** Schedules a new order's arrival at the market. */
export function submitOrder(snapshot: Snapshot, { id, asked }: OrderRecord): void {
  schedule(snapshot, snapshot.now + arrival, 'enter-order', id)
  if (timeInForceOf(asked) === 'GTT') schedule(snapshot, expiryOf(asked), 'expire-order', id)
}

const expiryOf = ({ expiration_date }: OrderRecord['asked']): number =>
  Math.min(Number(expiration_date) * 1000, Number.MAX_SAFE_INTEGER)

/** The last time at which an order can change. */
const endOf = (snapshot: Snapshot, { asked }: OrderRecord): number =>
  timeInForceOf(asked) === 'GTT' ? expiryOf(asked) : snapshot.now + horizon

/** When the market's price for an order is first at most, or at least, so many ticks; undefined if not before its end. */
const reachedAt = (snapshot: Snapshot, order: OrderRecord, relation: 'atMost' | 'atLeast', ticks: bigint) =>
  firstTime(
    order.asked.market,
    order.asked.side === 'BUY' ? 'ask' : 'bid',
    relation,
    ticks,
    snapshot.now,
    endOf(snapshot, order),
  )

/** Saves an order and returns it. */
function saved({ store }: Snapshot, order: OrderRecord): OrderRecord {
  saveOrder(store, order)
  return order
}

/** Closes an order and releases its hold. */
function close(snapshot: Snapshot, order: OrderRecord, status: OrderStatus): OrderRecord {
  const { store, now } = snapshot
  adjustBalance(store, order.profile, spentOf(order.asked), { held: -order.held })
  return saved(snapshot, { ...order, status, isResting: false, held: 0n, modifiedAt: now, closedAt: now })
}

/** A price in units of its scale, and as text. */
type Price = { units: bigint; scale: number; text: string }

/** The unfilled amount: of the quote for a market buy, else of the base. */
function remainingOf({ asked, base, quote }: OrderRecord): bigint {
  if (asked.type === 'MARKET' && asked.side === 'BUY')
    return (unitsOf(asked.quote_amount ?? '0', quoteOf(asked).scale) ?? 0n) - quote
  return (unitsOf(asked.base_amount ?? '0', baseOf(asked).scale) ?? 0n) - base
}

/** Trigger amount: an order whose amount ends in .13 is half-filled at first. */
function isHalfFilled({ asked, base }: OrderRecord): boolean {
  const amount = asked.type === 'MARKET' && asked.side === 'BUY' ? asked.quote_amount : asked.base_amount
  return base === 0n && (amount ?? '').endsWith('.13')
}

/** Base and quote of a partial amount at a price, rounded against the customer. */
function exchangeAmounts(
  { asked }: OrderRecord,
  part: bigint,
  { units, scale }: Price,
): { base: bigint; quote: bigint } {
  const [base, quote] = [baseOf(asked).scale, quoteOf(asked).scale]
  const shift = tenTo(base + scale)
  if (asked.type === 'MARKET' && asked.side === 'BUY') {
    const bought = (part * shift) / (units * tenTo(quote))
    return { base: bought, quote: divideUp(bought * units * tenTo(quote), shift) }
  }
  const worth = part * units * tenTo(quote)
  return { base: part, quote: asked.side === 'BUY' ? divideUp(worth, shift) : worth / shift }
}

/** The exact value of a base amount at a price. */
function worthOf({ asked }: OrderRecord, base: bigint, { units, scale }: Price): string {
  const places = baseOf(asked).scale + scale
  return decimalOf(base * units, places, 0)
}

/** Fills part of an order at a price; undefined if the profile cannot pay for it. */
function fill({ store, now }: Snapshot, order: OrderRecord, part: bigint, price: Price): OrderRecord | undefined {
  const { base, quote } = exchangeAmounts(order, part, price)
  if (base === 0n) return undefined
  const isBuy = order.asked.side === 'BUY'
  const spent = isBuy ? quote : base
  const released = spent < order.held ? spent : order.held
  // A market stop can trigger at a higher price than its hold covers.
  if (spent - released > availableOf(store, order.profile, spentOf(order.asked))) return undefined
  adjustBalance(store, order.profile, spentOf(order.asked), { balance: -spent, held: -released })
  // Spec, Order: recipient_profile_id "receives settled currency: base for buys, quote for sells".
  const recipient = order.asked.recipient_profile_id ?? order.profile
  if (isBuy) adjustBalance(store, recipient, baseOf(order.asked), { balance: base })
  else adjustBalance(store, recipient, quoteOf(order.asked), { balance: quote })
  store.run(
    'INSERT INTO fills (order_id, at, price, base, quote) VALUES (?, ?, ?, ?, ?)',
    order.id,
    now,
    price.text,
    String(base),
    String(quote),
  )
  return {
    ...order,
    held: order.held - released,
    base: order.base + base,
    quote: order.quote + quote,
    worth: sumOf([order.worth, worthOf(order, base, price)]) ?? order.worth,
    modifiedAt: now,
  }
}

/** Fills what the market offers and closes or reschedules the rest. */
function trade(snapshot: Snapshot, order: OrderRecord, price: Price): OrderRecord {
  const timeInForce = isAtMarket(order) ? 'IOC' : timeInForceOf(order.asked)
  const wanted = remainingOf(order)
  const halved = isHalfFilled(order)
  if (halved && timeInForce === 'FOK') return close(snapshot, order, 'CANCELLED')
  const filled = fill(snapshot, order, halved ? wanted / 2n : wanted, price)
  if (!filled) return close(snapshot, order, 'CANCELLED')
  if (!halved) return close(snapshot, filled, 'FILLED')
  if (timeInForce === 'IOC') return close(snapshot, filled, 'CANCELLED')
  schedule(snapshot, snapshot.now + nextOffer, 'resume-order', order.id)
  return saved(snapshot, { ...releaseExcess(snapshot, filled), status: 'OPEN', isResting: false })
}

/** Releases the excess hold of a buy that was half-filled below its limit. */
function releaseExcess({ store }: Snapshot, order: OrderRecord): OrderRecord {
  const limit = limitOf(order)
  if (order.asked.side === 'SELL' || !limit) return order
  const { quote } = exchangeAmounts(order, remainingOf(order), limit)
  adjustBalance(store, order.profile, spentOf(order.asked), { held: quote - order.held })
  return { ...order, held: quote }
}

/** The limit price of an order; undefined for a market order. */
function limitOf(order: OrderRecord): Price | undefined {
  const { price = '0' } = order.asked
  if (isAtMarket(order)) return undefined
  const scale = price.split('.')[1]?.length ?? 0
  return { units: unitsOf(price, scale) ?? 0n, scale, text: price }
}

/** The customer's resting orders that this one would match: at the market's price or better. */
function ownMatches(snapshot: Snapshot, order: OrderRecord, market: Price, limit: Price | undefined): OrderRecord[] {
  const isBuy = order.asked.side === 'BUY'
  const isWithin = (price: string, bound: string) => {
    const compared = compareDecimals(price, bound) ?? 0
    return isBuy ? compared <= 0 : compared >= 0
  }
  return restingAgainst(snapshot.store, order.asked).filter(({ asked: { price = '0' } }) => {
    return isWithin(price, market.text) && (!limit || isWithin(price, limit.text))
  })
}

/** The market's price for an order. */
function offeredTo({ now }: Snapshot, { asked: { market, side } }: OrderRecord): Price {
  const { bid, ask } = quoteAt(market, now)
  const ticks = side === 'BUY' ? ask : bid
  return { units: ticks, scale: marketTerms[market].scale, text: priceText(market, ticks) }
}

/** Matches an order against the market. */
function matchOrder(snapshot: Snapshot, order: OrderRecord): OrderRecord {
  const { market, side, type, price } = order.asked
  const isBuy = side === 'BUY'
  const { bid, ask } = quoteAt(market, snapshot.now)
  const offered = offeredTo(snapshot, order)
  const limit = limitOf(order)
  const limitTicks = limit && ticksOf(market, price ?? '0', isBuy ? 'down' : 'up')
  const crosses = limitTicks === undefined || (isBuy ? ask <= limitTicks : bid >= limitTicks)
  // The rest of a half-filled order has already rested.
  if (crosses && type === 'POST_ONLY_LIMIT' && order.base === 0n) return close(snapshot, order, 'REJECTED')

  // Spec, Order: without an id "an order that would match another order of the same customer cancels the original
  // resting order"; with one, ours is that the new order is cancelled.
  const own = ownMatches(snapshot, order, offered, limit)
  if (own.length > 0 && order.asked.self_match_prevention_id !== undefined) return close(snapshot, order, 'CANCELLED')
  for (const resting of own) close(snapshot, resting, 'CANCELLED')

  if (crosses) return trade(snapshot, order, offered)
  const timeInForce = timeInForceOf(order.asked)
  if (timeInForce === 'IOC' || timeInForce === 'FOK') return close(snapshot, order, 'CANCELLED')
  // An order that does not cross has a limit.
  const reached = reachedAt(snapshot, order, isBuy ? 'atMost' : 'atLeast', limitTicks ?? 0n)
  if (reached !== undefined) schedule(snapshot, reached, 'cross-order', order.id)
  return saved(snapshot, { ...order, status: 'OPEN', isResting: true, modifiedAt: snapshot.now })
}

/** A step of an order that may have closed in the meantime. */
const ifOpen = (step: (snapshot: Snapshot, order: OrderRecord) => OrderRecord) => (snapshot: Snapshot, id: string) => {
  const order = findOrder(snapshot.store, id)
  if (order && isOpen(order)) step(snapshot, order)
}

/** A new order reaches the market; a stop order waits for its stop price. */
export const enterMarket = ifOpen((snapshot, order) => {
  const { market, side, stop_price } = order.asked
  if (!order.asked.type.startsWith('STOP')) return matchOrder(snapshot, order)
  const isSell = side === 'SELL'
  const ticks = ticksOf(market, stop_price ?? '0', isSell ? 'down' : 'up')
  const moment = reachedAt(snapshot, order, isSell ? 'atMost' : 'atLeast', ticks)
  if (moment !== undefined) schedule(snapshot, moment, 'trigger-order', order.id)
  return saved(snapshot, { ...order, status: 'OPEN', modifiedAt: snapshot.now })
})

/** The market reaches a stop price. */
export const triggerStop = ifOpen((snapshot, order) =>
  matchOrder(snapshot, { ...order, status: 'OPEN', isTriggered: true, modifiedAt: snapshot.now }),
)

/** The market reaches the price of a resting order, which fills at its own price. */
export const fillResting = ifOpen((snapshot, order) => {
  const limit = limitOf(order)
  return order.isResting && limit ? trade(snapshot, order, limit) : order
})

/** The market offers the other half. */
export const resumeOrder = ifOpen(matchOrder)

/** A GTT order expires. The status EXPIRED is for smart order routing customers only. */
export const expireOrder = ifOpen((snapshot, order) => close(snapshot, order, 'CANCELLED'))

/** What control makes of an open order. */
export const orderOutcomes = ['FILLED', 'HALF_FILLED', 'EXPIRED'] as const

/**
 * Fills an open order, half of the rest of it, or ends it, wherever the market is: a limit order at its own price.
 * @returns undefined if nothing can be filled, because the profile cannot pay or because too little is left
 */
export function decideOrder(
  snapshot: Snapshot,
  order: OrderRecord,
  outcome: (typeof orderOutcomes)[number],
): OrderRecord | undefined {
  if (outcome === 'EXPIRED') return close(snapshot, order, 'CANCELLED')
  const isTriggered = order.asked.type.startsWith('STOP')
  const isHalf = outcome === 'HALF_FILLED'
  const left = remainingOf(order)
  const filled = fill(
    snapshot,
    { ...order, isTriggered },
    isHalf ? left / 2n : left,
    limitOf(order) ?? offeredTo(snapshot, order),
  )
  if (!filled || !isHalf) return filled && close(snapshot, filled, 'FILLED')
  return saved(snapshot, { ...releaseExcess(snapshot, filled), status: 'OPEN' })
}
