import { Ban, CircleCheck, CircleDashed, CircleDot, CircleX, Send, TimerOff } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import type { StatusStyle } from '@/components/ui/status'
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import { Market, marketAssets, type OrderStatus } from '@/lib/api/orders'
import type { DecodedOrder } from '@/lib/api/reading'

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
