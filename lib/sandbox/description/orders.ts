/** What the API description says of orders. */

import { orderTypes, timesInForce } from '../../api/provider/order-terms'
import { Market, NewOrder, Order, OrderSide, OrderStatus, OrderType, TimeInForce } from '../../api/provider/orders'
import { type Documentation, type Json, named } from './documentation'
import { exampleIds } from './values'

/** Spec, "Validity of time in force per order type", as one condition for each set of values. */
function timesByType(): Json[] {
  const sets = new Map<string, string[]>()
  for (const type of orderTypes) {
    const key = timesInForce[type].join(' ')
    sets.set(key, [...(sets.get(key) ?? []), type])
  }
  return [...sets].map(([times, types]) => ({
    if: { properties: { type: { enum: types } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    then: { properties: { time_in_force: { enum: times.split(' ') } } },
  }))
}

const fields = {
  ref_id: 'Idempotence ID. Reusable once the order has been closed for more than 24 hours.',
  side: 'Whether base currency is bought or sold.',
  market: 'Base and quote currency.',
  type: 'Order type.',
  price: 'Quote price.',
  stop_price: 'Stop trigger price.',
  metadata: 'Client metadata, stored on the quote and the created order.',
  time_in_force: 'How long the order stays open. The valid values and the default depend on the order type.',
  identity_id: 'End user requesting the trade. Must be sent together with `identity_account_id`.',
  identity_account_id: 'Account under which the order is placed. Must be sent together with `identity_id`.',
  recipient_profile_id: 'Profile that receives settled currency: base for buys, quote for sells.',
}

const schemas = {
  Market: named(Market, { about: 'Base and quote currency.' }),
  OrderSide: named(OrderSide, { about: 'Buy or sell base currency.' }),
  OrderType: named(OrderType, { about: 'Order type.' }),
  TimeInForce: named(TimeInForce, {
    about:
      'IOC: cancel if not executed immediately; partial fills are allowed. GTC: the order can be canceled until ' +
      'executed. GTT: expires if not executed by the specified time. FOK: fill the entire order or cancel it entirely.',
  }),
  OrderStatus: named(OrderStatus, {
    about: 'Order status. `EXPIRED` applies only to Smart Order Routing customers.',
  }),
  NewOrder: named(NewOrder, {
    about:
      'An order to place. The service decides which of price, stop_price, base_amount and quote_amount a type needs.',
    fields: {
      ...fields,
      base_amount: 'Base currency amount for any limit order, or the exact amount to sell for a market sell.',
      quote_amount: 'Quote currency amount for a market buy.',
      await_fill_millis:
        'Milliseconds to wait for a fill. When non-zero, the call returns once the order has filled completely or the wait time has elapsed.',
      expiration_date:
        'Expiry for GTT orders, as a 13-digit UTC unix timestamp in milliseconds, more than 10 seconds after placement.',
      self_match_prevention_id:
        'Prevents matching against an opposite-side order of the same customer. When omitted, the original resting ' +
        'order is cancelled instead. Requires extra permissions available only to certain accounts.',
    },
    formats: { await_fill_millis: 'int64' },
    jsonSchema: {
      dependentRequired: { identity_id: ['identity_account_id'], identity_account_id: ['identity_id'] },
      allOf: [
        ...timesByType(),
        {
          if: { properties: { time_in_force: { const: 'GTT' } }, required: ['time_in_force'] },
          // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
          then: { required: ['expiration_date'] },
        },
      ],
    },
  }),
  Order: named(Order, {
    about: 'An order.',
    fields: {
      ...fields,
      id: 'Order UUID.',
      profile_id: 'Owning profile.',
      status: 'Order status. A partially filled order is `OPEN` with an `amount_filled`.',
      base_amount: 'Base amount, or the purchase amount for a market sell.',
      quote_amount: 'Quote amount of a market buy. It is an empty string when not applicable.',
      created_at: 'Creation time.',
      modified_at: 'Last modification time.',
      amount_filled: 'Amount filled.',
      volume_weighted_average_price: 'Volume-weighted average price.',
      expiration_date: 'Expiry when time in force is GTT.',
      is_triggered: 'True once a stop order has been triggered.',
    },
  }),
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
  expiration_date: '2030-12-31T00:00:00.000Z',
}

const operations: { createOrder: Documentation<'createOrder'> } = {
  createOrder: {
    tag: 'Orders',
    about:
      'Places an order on a profile. The answer is `SUBMITTED` unless `await_fill_millis` lets it resolve: "When ' +
      '`await_fill_millis` is non-zero, the create-order call returns only once the order has filled completely or the ' +
      'wait time has elapsed." A repeated `ref_id` is answered 409 with the existing order.',
    rules: ['expiry-after-ten-seconds'],
    parameters: { profile_id: { about: 'The profile that the order belongs to.', example: exampleIds.treasury } },
    body: schemas.NewOrder,
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
    response: schemas.Order,
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
  },
}

export const orders = { schemas, operations }
