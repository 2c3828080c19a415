/** What an order is compared with: the orders that were sent from here. The provider has no list of orders and no prices. */

/** Days back that count. */
export const referenceDays = 90

/** Amounts are decimals as received: `amount` in the market's base, `price` in its quote. Times are RFC 3339 in UTC. */
export type OwnFill = { id: string; at: string; side: string; amount: string; price: string }

/** `amount` is in the base, or in the quote where `isQuote`; `price` is the limit, absent without one. */
export type OwnOrder = {
  id: string
  at: string
  side: string
  amount: string
  isQuote: boolean
  price?: string
  fill?: OwnFill
  status?: string
}

export type OrderReferences = {
  /** The newest, newest first. */
  orders: OwnOrder[]
  last_fill?: OwnFill
  /** Of the fills of the last 7 days: how many, and their lowest and highest average price. */
  week?: { fills: number; lowest: string; highest: string }
  /** The largest base amount of an order that the provider accepted. */
  largest?: string
}
