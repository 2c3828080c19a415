/** Spec, "Create order". */
import { randomUUID } from 'node:crypto'
import { ProblemError } from '../api/problem'
import { checkPlacement } from '../api/provider/check'
import type { NewOrder, Order } from '../api/provider/orders'
import { amountPattern } from '../domain/values'
import { adjustBalance, hasProfile, requireFunds } from './engine/balances'
import { submitOrder } from './engine/order-lifecycle'
import {
  addOrder,
  baseOf,
  findOrder,
  type OrderRecord,
  orderAnswer,
  orderInForce,
  quoteOf,
  spentOf,
} from './engine/order-rows'
import { alreadyExists, businessRefusal, type Context, DeferredAnswer, type Handlers, notFound } from './handlers'
import { type Asset, divideUp, tenTo, unitsOf } from './money'

type AmountField = 'base_amount' | 'quote_amount' | 'price' | 'stop_price'

const title = 'The order cannot be placed.'
const refused = (field: keyof NewOrder, message: string) => businessRefusal(title, field, message)

/** The amounts that a type needs: not in the spec, from docs/provider.md, "Writing". */
function neededOf({ type, side }: NewOrder): AmountField[] {
  if (type === 'MARKET') return [side === 'BUY' ? 'quote_amount' : 'base_amount']
  return [
    'base_amount',
    ...(type === 'STOP_MARKET' ? [] : ['price' as const]),
    ...(type.startsWith('STOP') ? ['stop_price' as const] : []),
  ]
}

const named: Record<AmountField, string> = {
  base_amount: 'Base amount',
  quote_amount: 'Quote amount',
  price: 'Price',
  stop_price: 'Stop price',
}

/** A required amount in units of an asset. */
function unitsIn(order: NewOrder, field: 'base_amount' | 'quote_amount', { name, scale }: Asset): bigint {
  const units = unitsOf(order[field] ?? '', scale)
  if (units === undefined) throw refused(field, `${named[field]} can have at most ${scale} decimal places in ${name}.`)
  return units
}

function checkAmounts(order: NewOrder): void {
  for (const field of neededOf(order)) {
    const text = order[field]
    const kind = `A ${order.type} ${order.side} order`
    if (text === undefined) throw refused(field, `${kind} needs a ${named[field].toLowerCase()}.`)
    if (!amountPattern.test(text))
      throw refused(field, `Enter the ${named[field].toLowerCase()} as a number, like 1250.00.`)
    if (/^[0.]*$/.test(text)) throw refused(field, `${named[field]} must be more than zero.`)
  }
}

/** The maximum cost of the order in units of the spent asset, which is held until the order closes. */
function costOf(order: NewOrder): bigint {
  const [base, quote] = [baseOf(order), quoteOf(order)]
  if (order.type === 'MARKET' && order.side === 'BUY') return unitsIn(order, 'quote_amount', quote)
  const amount = unitsIn(order, 'base_amount', base)
  if (order.side === 'SELL') return amount
  const price = (order.type === 'STOP_MARKET' ? order.stop_price : order.price) ?? '0'
  const scale = price.split('.')[1]?.length ?? 0
  return divideUp(amount * (unitsOf(price, scale) ?? 0n) * tenTo(quote.scale), tenTo(base.scale + scale))
}

/** Checks profiles, identities and permissions, which the spec leaves to the service. */
function checkParties(order: NewOrder, { client, store }: Context): void {
  const { recipient_profile_id: recipient, identity_id: identity, identity_account_id: account } = order
  if (recipient !== undefined && !hasProfile(recipient))
    throw refused('recipient_profile_id', `No profile has the id ${recipient}.`)
  // Spec, Order: "The identity must be allowed to trade for it." The transfers show who has an account.
  const own = store.first(
    'SELECT account_id FROM transfers WHERE identity_id = ? AND account_id IS NOT NULL',
    identity ?? '',
  )
  if (own && own.account_id !== account)
    throw refused('identity_account_id', 'This identity may not trade for this account.')
  if (order.self_match_prevention_id !== undefined && !client.permissions.includes('self_match_prevention')) {
    const message = 'This client is not permitted to set a self-match prevention ID.'
    throw new ProblemError(403, 'not-permitted', title, {
      detail: message,
      errors: [{ field: 'self_match_prevention_id', message }],
    })
  }
}

export const createOrder: Handlers['createOrder'] = ({ path, body }, context) => {
  const { store, now } = context
  if (!hasProfile(path.profile_id)) throw notFound('profile', path.profile_id)
  // First, so that a client that lost the answer can recover the order, whatever has changed since.
  const existing = body.ref_id === undefined ? undefined : orderInForce(store, body.ref_id, now)
  if (existing) throw alreadyExists('order', existing.asked.ref_id ?? '', orderAnswer(existing))
  checkPlacement('createOrder', body, Math.floor(now / 1000))
  checkAmounts(body)
  checkParties(body, context)
  const cost = costOf(body)
  requireFunds(store, path.profile_id, spentOf(body), cost)

  const order: OrderRecord = {
    id: randomUUID(),
    profile: path.profile_id,
    asked: body,
    status: 'SUBMITTED',
    isResting: false,
    isTriggered: false,
    createdAt: now,
    modifiedAt: now,
    held: cost,
    base: 0n,
    quote: 0n,
    worth: '0',
  }
  adjustBalance(store, order.profile, spentOf(body), { held: cost })
  addOrder(store, order)
  submitOrder(context, order)
  if (!body.await_fill_millis) return orderAnswer(order)

  // Spec, States: "returns only once the order has filled completely or the wait time has elapsed."
  const present = (): Order => orderAnswer(findOrder(store, order.id) ?? order)
  return new DeferredAnswer(body.await_fill_millis, () => {
    const answer = present()
    return { answer, isDone: answer.status === 'FILLED' }
  })
}
