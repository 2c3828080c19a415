/** Spec, "Create order". */
import { randomUUID } from 'node:crypto'
import { amountPattern } from '../domain/values'
import { checkPlacement } from '../provider/check'
import { label } from '../provider/field-errors'
import type { NewOrder, Order } from '../provider/orders'
import { ProblemError } from '../provider/problem'
import { exampleIds } from './description/documentation'
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
import { businessRefusal, type Context, DeferredAnswer, notFound, type Operation } from './handlers'
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

/** A required amount in units of an asset. */
function unitsIn(order: NewOrder, field: 'base_amount' | 'quote_amount', { name, scale }: Asset): bigint {
  const units = unitsOf(order[field] ?? '', scale)
  if (units === undefined) throw refused(field, `${label(field)} can have at most ${scale} decimal places in ${name}.`)
  return units
}

function checkAmounts(order: NewOrder): void {
  for (const field of neededOf(order)) {
    const text = order[field]
    const kind = `A ${order.type} ${order.side} order`
    if (text === undefined) throw refused(field, `${kind} needs a ${label(field).toLowerCase()}.`)
    if (!amountPattern.test(text))
      throw refused(field, `Enter the ${label(field).toLowerCase()} as a number, like 1250.00.`)
    if (/^[0.]*$/.test(text)) throw refused(field, `${label(field)} must be more than zero.`)
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

const limitSell: NewOrder = {
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  ref_id: 'rebalance-2026-1119-02',
  base_amount: '1.25',
  price: '94250.00',
  time_in_force: 'GTT',
  expiration_date: '1924948800000',
  metadata: { desk: 'treasury' },
}

const submittedOrder: Order = {
  id: 'e3b7914f-60c2-4d8a-95e1-2a7f8c0d6b34',
  profile_id: exampleIds.treasury,
  ref_id: 'rebalance-2026-1119-02',
  status: 'SUBMITTED',
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  base_amount: '1.25',
  price: '94250.00',
  quote_amount: '',
  metadata: { desk: 'treasury' },
  created_at: '2026-11-19T14:40:03.551204Z',
  modified_at: '2026-11-19T14:40:03.551204Z',
  amount_filled: '0',
  time_in_force: 'GTT',
  expiration_date: '2099-12-31T00:00:00.000Z',
}

export const createOrder: Operation<'createOrder'> = {
  existing({ path, body: { ref_id } }, { store, now }) {
    const found = ref_id === undefined || !hasProfile(path.profile_id) ? undefined : orderInForce(store, ref_id, now)
    return found && orderAnswer(found)
  },

  handle({ path, body }, context) {
    const { store, now } = context
    if (!hasProfile(path.profile_id)) throw notFound('profile', path.profile_id)
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
  },

  tag: { name: 'Orders', description: 'Exchange orders on a profile in a fixed set of markets.' },
  about:
    'Places an order on a profile. The answer is `SUBMITTED` unless `await_fill_millis` lets it resolve: "When ' +
    '`await_fill_millis` is non-zero, the create-order call returns only once the order has filled completely or the ' +
    'wait time has elapsed." A repeated `ref_id` is answered 409 with the existing order.',
  rules: ['expiry-after-ten-seconds'],
  parameters: { profile_id: exampleIds.treasury },
  bodies: {
    limitSell: { summary: 'Sell bitcoin at a price or better until a given time', value: limitSell },
    marketBuy: {
      summary: 'Buy ether for 50,000 dollars and wait up to five seconds for the fill',
      value: {
        side: 'BUY',
        market: 'ETHUSD',
        type: 'MARKET',
        ref_id: 'top-up-2026-1119-07',
        quote_amount: '50000.00',
        await_fill_millis: 5000,
      },
    },
    stopLimit: {
      summary: 'Sell bitcoin for an end user once the price has fallen',
      value: {
        side: 'SELL',
        market: 'BTCUSD',
        type: 'STOP_LIMIT',
        base_amount: '0.40',
        stop_price: '90000.00',
        price: '89750.00',
        identity_id: exampleIds.identity,
        identity_account_id: exampleIds.identityAccount,
      },
    },
  },
  success: 'The order.',
  answers: {
    submitted: { summary: 'Submitted to the market', value: submittedOrder },
    filled: {
      summary: 'Filled within the wait time',
      value: {
        id: '64c0e7b2-1d95-4f38-a8e6-b7f20c9d5a13',
        profile_id: exampleIds.treasury,
        ref_id: 'top-up-2026-1119-07',
        status: 'FILLED',
        side: 'BUY',
        market: 'ETHUSD',
        type: 'MARKET',
        quote_amount: '50000.00',
        created_at: '2026-11-19T14:41:30.209115Z',
        modified_at: '2026-11-19T14:41:30.609115Z',
        amount_filled: '14.64906',
        volume_weighted_average_price: '3413.1815',
        time_in_force: 'IOC',
      },
    },
  },
}
