/** Orders as stored and as answered. */

import { timesInForce } from '../../provider/order-terms'
import type { NewOrder, Order, OrderStatus } from '../../provider/orders'
import { type Asset, assets, decimalOf, divideRounded, tenTo, unitsOf } from '../money'
import type { Store } from '../store'
import { timestampOf } from '../timestamps'
import { marketTerms } from './markets'

/**
 * An order. Times are microseconds since 1970; `held` is in units of the spent asset, `base` and `quote` are filled units;
 * `worth` is the exact sum of fills times their prices.
 */
export type OrderRecord = {
  id: string
  profile: string
  asked: NewOrder
  status: OrderStatus
  /** Whether it rests in the order book. */
  isResting: boolean
  isTriggered: boolean
  createdAt: number
  modifiedAt: number
  closedAt?: number
  held: bigint
  base: bigint
  quote: bigint
  worth: string
}

export const baseOf = ({ market }: NewOrder): Asset => assets[marketTerms[market].base]
export const quoteOf = ({ market }: NewOrder): Asset => assets[marketTerms[market].quote]
/** The asset that an order spends. */
export const spentOf = (asked: NewOrder): Asset => (asked.side === 'BUY' ? quoteOf(asked) : baseOf(asked))
export const timeInForceOf = (asked: NewOrder) => asked.time_in_force ?? timesInForce[asked.type][0]

function recordOf(row: Record<string, unknown>): OrderRecord {
  return {
    id: String(row.id),
    profile: String(row.profile_id),
    // Only `addOrder` writes these two columns.
    asked: JSON.parse(String(row.asked)) as NewOrder,
    status: row.status as OrderStatus,
    isResting: row.is_resting === 1,
    isTriggered: row.is_triggered === 1,
    createdAt: Number(row.created_at),
    modifiedAt: Number(row.modified_at),
    closedAt: row.closed_at === null ? undefined : Number(row.closed_at),
    held: BigInt(String(row.held)),
    base: BigInt(String(row.filled_base)),
    quote: BigInt(String(row.filled_quote)),
    worth: String(row.filled_worth),
  }
}

const mutableColumns = (order: OrderRecord) => ({
  status: order.status,
  is_resting: Number(order.isResting),
  is_triggered: Number(order.isTriggered),
  modified_at: order.modifiedAt,
  closed_at: order.closedAt ?? null,
  held: String(order.held),
  filled_base: String(order.base),
  filled_quote: String(order.quote),
  filled_worth: order.worth,
})

export function addOrder(store: Store, order: OrderRecord): void {
  const { asked } = order
  const row = {
    id: order.id,
    ref_id: asked.ref_id ?? null,
    profile_id: order.profile,
    market: asked.market,
    side: asked.side,
    created_at: order.createdAt,
    asked: JSON.stringify(asked),
    ...mutableColumns(order),
  }
  const places = Object.keys(row).fill('?').join(', ')
  store.run(`INSERT INTO orders (${Object.keys(row).join(', ')}) VALUES (${places})`, ...Object.values(row))
}

/** Updates the mutable columns. */
export function saveOrder(store: Store, order: OrderRecord): void {
  const row = mutableColumns(order)
  const changes = Object.keys(row).map((column) => `${column} = ?`)
  store.run(`UPDATE orders SET ${changes.join(', ')} WHERE id = ?`, ...Object.values(row), order.id)
}

export function findOrder(store: Store, id: string): OrderRecord | undefined {
  const row = store.first('SELECT * FROM orders WHERE id = ?', id)
  return row && recordOf(row)
}

/** "Reusable once the order has been closed for more than 24 hours." In microseconds. */
const refIdLifetime = 24 * 3_600_000_000

/** The order with a `ref_id` in force at a time (microseconds). */
export function orderInForce(store: Store, refId: string, now: number): OrderRecord | undefined {
  const row = store.first(
    `SELECT * FROM orders WHERE ref_id = ? AND (closed_at IS NULL OR closed_at >= ?) ORDER BY created_at DESC, seq DESC`,
    refId,
    now - refIdLifetime,
  )
  return row && recordOf(row)
}

/** The resting orders on the other side of a market, oldest first. */
export function restingAgainst(store: Store, { market, side }: NewOrder): OrderRecord[] {
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  return store
    .all('SELECT * FROM orders WHERE market = ? AND side = ? AND is_resting = 1 ORDER BY seq', market, other)
    .map(recordOf)
}

/** All orders, oldest first. */
export const allOrders = (store: Store): Order[] =>
  store.all('SELECT * FROM orders ORDER BY seq').map((row) => orderAnswer(recordOf(row)))

/** Minimum digits of an average price. */
const averageScale = 8

/** The average price of the fills, before rounding to cents. */
function averageOf({ asked, base, worth }: OrderRecord): string | undefined {
  if (base === 0n) return undefined
  const places = worth.split('.')[1]?.length ?? 0
  const digits = Math.max(averageScale, asked.price?.split('.')[1]?.length ?? 0)
  const shift = tenTo(baseOf(asked).scale + digits)
  return decimalOf(
    divideRounded((unitsOf(worth, places) ?? 0n) * shift, base * tenTo(places)),
    digits,
    quoteOf(asked).minimumDigits,
  )
}

/** An order by the spec. Ours: `amount_filled` is in the base currency; the spec does not say which. */
export function orderAnswer(order: OrderRecord): Order {
  const { asked } = order
  const isStop = asked.type.startsWith('STOP')
  return {
    id: order.id,
    profile_id: order.profile,
    ref_id: asked.ref_id,
    status: order.status,
    side: asked.side,
    market: asked.market,
    type: asked.type,
    base_amount: asked.base_amount,
    price: asked.price,
    // Spec, Order: "It is an empty string when not applicable."
    quote_amount: asked.quote_amount ?? '',
    metadata: asked.metadata,
    created_at: timestampOf(order.createdAt),
    modified_at: timestampOf(order.modifiedAt),
    amount_filled: decimalOf(order.base, baseOf(asked).scale, 0),
    volume_weighted_average_price: averageOf(order),
    time_in_force: timeInForceOf(asked),
    expiration_date: asked.expiration_date && new Date(Number(asked.expiration_date)).toISOString(),
    identity_id: asked.identity_id,
    identity_account_id: asked.identity_account_id,
    stop_price: asked.stop_price,
    recipient_profile_id: asked.recipient_profile_id,
    is_triggered: isStop ? order.isTriggered : undefined,
  }
}
