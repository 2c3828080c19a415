/** Labels of an order's members and statuses. */
import { Ban, CircleCheck, CircleDashed, CircleDot, CircleX, Send, TimerOff } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import type { StatusStyle } from '@/components/ui/status'
import { capitalized } from '@/lib/browser/labels'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import { type AssetAmount, assetsOfMarket, filledValue, orderAmount } from '@/lib/provider/order-terms'
import type { OrderStatus, OrderType, TimeInForce } from '@/lib/provider/orders'
import type { DecodedOrder } from '@/lib/provider/records'

export const orderFieldLabels = {
  profile_id: 'Profile',
  side: 'Side',
  market: 'Market',
  type: 'Type',
  price: 'Limit price',
  stop_price: 'Stop price',
  time_in_force: 'Time in force',
  await_fill_millis: 'Wait for a fill',
  identity_id: 'Identity',
  identity_account_id: 'Account',
  metadata: 'Metadata',
  recipient_profile_id: 'Recipient profile',
  self_match_prevention_id: 'Self-match ID',
  ref_id: 'Reference',
}

export const sideLabels: Record<string, string> = { BUY: 'Buy', SELL: 'Sell' }

export const typeLabels: Record<OrderType, string> = {
  LIMIT: 'Limit',
  MARKET: 'Market',
  POST_ONLY_LIMIT: 'Post-only limit',
  STOP_MARKET: 'Stop market',
  STOP_LIMIT: 'Stop limit',
}

type TimeLabels = {
  label: string
  /** Completes "Limit, from Main treasury…". */
  inSentence: string
  /** What happens to an amount that does not fill at once. */
  rest: string
}
export const timeInForceLabels: Record<TimeInForce, TimeLabels> = {
  GTC: { label: 'Until cancelled', inSentence: ', until it is cancelled', rest: 'The rest stays on the book' },
  GTT: { label: 'Until a time', inSentence: ', until ', rest: 'The rest stays on the book until it expires' },
  IOC: {
    label: 'Immediate or cancel',
    inSentence: '; anything not filled immediately is cancelled',
    rest: 'The rest is cancelled',
  },
  FOK: {
    label: 'Fill or kill',
    inSentence: '; filled completely and immediately, or cancelled',
    rest: 'It fills completely, or is cancelled',
  },
}

const statusStyles: Record<OrderStatus, StatusStyle> = {
  PENDING_SUBMISSION: { tone: 'wait', icon: CircleDashed, label: 'Pending submission' },
  SUBMITTED: { tone: 'busy', icon: Send, label: 'Submitted' },
  OPEN: { tone: 'busy', icon: CircleDot, label: 'Open' },
  FILLED: { tone: 'ok', icon: CircleCheck, label: 'Filled' },
  CANCELLED: { tone: 'off', icon: Ban, label: 'Cancelled' },
  REJECTED: { tone: 'bad', icon: CircleX, label: 'Rejected', isLoud: true },
  EXPIRED: { tone: 'off', icon: TimerOff, label: 'Expired' },
}

export const hasFilled = ({ known }: DecodedOrder) => (compareDecimals(known.amount_filled ?? '', '0') ?? 0) > 0

/** A partly filled order has no status of its own (docs/provider.md, "Reading"). Unknown statuses are shown unchanged. */
export function orderStatusStyle(order: DecodedOrder): StatusStyle {
  const { status = '', base_amount, amount_filled = '', market } = order.known
  const style = Object.hasOwn(statusStyles, status) ? statusStyles[status as OrderStatus] : undefined
  if (!style) return { tone: 'off', icon: CircleDashed, label: status || 'No status' }
  if (status === 'FILLED' || !hasFilled(order)) return style
  const { base } = assetsOfMarket(market)
  const total = base_amount ? ` of ${amountText(base_amount)}` : ''
  return { ...style, why: `partly filled, ${amountText(amount_filled)}${total} ${base}`.trimEnd() }
}

/**
 * What an order whose status is final has done to the money, and what it brought: "Sold 25 BTC" and 1,622,441.25 USD, "Bought
 * ETH for 50,000.00 USD" and 13.3 ETH, "Nothing sold of 25 BTC". Undefined where the record does not say.
 */
export function orderResult(order: DecodedOrder): { title: string; brought?: AssetAmount } | undefined {
  const { status = '', side, market, amount_filled: filled = '' } = order.known
  if (!['FILLED', 'CANCELLED', 'EXPIRED'].includes(status)) return undefined
  const { base } = assetsOfMarket(market)
  const isSale = side === 'SELL'
  if (!base || !(isSale || side === 'BUY')) return undefined
  const done = isSale ? 'sold' : 'bought'
  const amount = orderAmount(order.known)
  if (compareDecimals(filled, '0') === 0 && status !== 'FILLED' && amount)
    return {
      title: `Nothing ${done} ${amount.asset === base ? 'of' : 'for'} ${amountText(amount.text)} ${amount.asset}`,
    }
  if (!hasFilled(order)) return undefined
  const value = filledValue(order.known)
  const given = `${capitalized(done)} ${amountText(filled)} ${base}`
  if (!value) return { title: given }
  return isSale
    ? { title: given, brought: value }
    : { title: `Bought ${base} for ${amountText(value.text)} ${value.asset}`, brought: { text: filled, asset: base } }
}

/** The unfilled base amount, exactly; undefined if it is zero or unknown. */
export function unfilledAmount({ known }: DecodedOrder): string | undefined {
  const left = known.base_amount && sumOf([known.base_amount, negated(known.amount_filled ?? '')])
  return left && (compareDecimals(left, '0') ?? 0) > 0 ? left : undefined
}

/** "0.75 of 1.00 BTC left, average price 91,400.00 USD"; undefined if nothing is known. */
export function fillProgress(order: DecodedOrder): string | undefined {
  const { market, base_amount, amount_filled, volume_weighted_average_price: price } = order.known
  const { base, quote } = assetsOfMarket(market)
  const left = unfilledAmount(order)
  const isFilled = hasFilled(order)
  const parts = [
    left && base_amount && `${amountText(left)} of ${amountText(base_amount)} ${base}`.trimEnd().concat(' left'),
    !left && isFilled && `${amountText(amount_filled ?? '')} ${base}`.trimEnd().concat(' filled'),
    isFilled && price && `average price ${amountText(price)} ${quote}`.trimEnd(),
  ]
  return parts.filter(Boolean).join(', ') || undefined
}
