import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderTypes, timesInForce } from '../provider/order-terms'
import type { Order, OrderType } from '../provider/orders'
import { demoClient } from './clients'
import { latestTime } from './clock'
import { priceText, quoteAt } from './engine/markets'
import { allOrders } from './engine/order-rows'
import { profiles } from './seed/parties'
import { changedBalances, type Reply, type Service, startService } from './testing'

let service: Service
beforeAll(async () => {
  service = await startService(40)
})
afterAll(() => service.stop())

const profile: string = profiles[0].id
const json = { 'content-type': 'application/json' }
const place = (body: object, of = profile, ask: Service['ask'] = service.ask): Promise<Reply> =>
  ask(`/v2/profiles/${of}/orders`, { method: 'POST', body: JSON.stringify(body), headers: json })

let number = 0
let refId = ''
beforeEach(() => {
  number += 1
  refId = `order-${number}`
})

const later = (milliseconds: number) => {
  service.tenant.setClock({ now: service.tenant.clock.now() + milliseconds })
}
/** The current order: the only way to read it is to place it again. */
async function replayed(body: object, of = profile): Promise<Order> {
  const reply = await place(body, of)
  expect(reply.status).toBe(409)
  return (reply.body.meta as { existing: Order }).existing
}

/** The final record of an order that may have closed long ago. */
function seen(ref: string): Order | undefined {
  service.tenant.snapshot()
  return allOrders(service.store).find(({ ref_id }) => ref_id === ref)
}

const now = () => quoteAt('BTCUSD', service.tenant.clock.now() * 1000)
const price = (ticks: bigint) => priceText('BTCUSD', ticks)
/** An order far from the market. */
const far = { BUY: '1.00', SELL: '9000000.00' }

/** A complete order of each type, which rests or fills. */
const bodyOf = (type: OrderType, side: 'BUY' | 'SELL' = 'BUY') => ({
  side,
  market: 'BTCUSD',
  type,
  ...(type === 'MARKET' && side === 'BUY' ? { quote_amount: '1000.00' } : { base_amount: '0.5' }),
  ...(type.includes('LIMIT') ? { price: far[side] } : {}),
  ...(type.startsWith('STOP') ? { stop_price: far[side === 'BUY' ? 'SELL' : 'BUY'] } : {}),
})

describe('an order', () => {
  test.each(orderTypes)(
    'of type %s is answered SUBMITTED, with nothing filled and the default time in force',
    async (type) => {
      const body = { ...bodyOf(type, 'SELL'), base_amount: '0.01', ref_id: refId, metadata: { desk: 'a' } }
      const { status, body: order } = await place(body)
      expect(status).toBe(200)
      expect(order).toEqual({
        ...body,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        profile_id: profile,
        status: 'SUBMITTED',
        amount_filled: '0',
        quote_amount: '',
        time_in_force: timesInForce[type][0],
        created_at: expect.stringMatching(/Z$/),
        modified_at: order.created_at,
        ...(type.startsWith('STOP') ? { is_triggered: false } : {}),
      })
    },
  )

  test('at the market fills at the ask, with exact balances', async () => {
    const of = profiles[1].id
    const body = { ...bodyOf('MARKET'), ref_id: refId }
    await place(body, of)
    later(400)
    const { ask } = now()
    const order = await replayed(body, of)
    // 1000.00 dollars buy the whole eighth digits that they pay for.
    const units = (100_000n * 10n ** 8n) / ask
    expect(order).toMatchObject({
      status: 'FILLED',
      amount_filled: `0.${String(units).padStart(8, '0')}`.replace(/0+$/, ''),
    })
    const [btc, usd] = changedBalances(service.store).filter(({ profile_id }) => profile_id === of)
    expect(btc).toMatchObject({
      asset: 'BTC',
      balance: `10000000.${String(units).padStart(8, '0')}`.replace(/0+$/, ''),
      held: '0',
    })
    const paid = (units * ask + 10n ** 8n - 1n) / 10n ** 8n
    expect(usd).toMatchObject({ asset: 'USD', balance: price(1_000_000_000n - paid), held: '0.00' })
  })

  test('that crosses fills at the market price; one that does not rests until its price is reached', async () => {
    const { ask } = now()
    const crossing = { ...bodyOf('LIMIT'), price: price(ask + 100_000n), ref_id: refId }
    const resting = { ...bodyOf('LIMIT'), price: price(ask - 2_000n), ref_id: `${refId}-rests` }
    await place(crossing)
    await place(resting)
    later(1000)
    expect(await replayed(crossing)).toMatchObject({ status: 'FILLED', amount_filled: '0.5' })
    expect(await replayed(resting)).toMatchObject({ status: 'OPEN', amount_filled: '0' })
    later(20 * 86_400_000)
    const done = seen(resting.ref_id)
    expect(done).toMatchObject({ status: 'FILLED', volume_weighted_average_price: price(ask - 2_000n) })
    // It filled in a second when the ask was at most its price, not when it was read.
    const at = Date.parse(done?.modified_at ?? '')
    expect(at).toBeLessThan(service.tenant.clock.now())
    expect(quoteAt('BTCUSD', at * 1000).ask).toBeLessThanOrEqual(ask - 2_000n)
    expect(quoteAt('BTCUSD', (at - 1000) * 1000).ask).toBeGreaterThan(ask - 2_000n)
  })

  test.each([
    ['POST_ONLY_LIMIT that would cross', { type: 'POST_ONLY_LIMIT', price: far.SELL }, 'REJECTED'],
    ['IOC that does not cross', { time_in_force: 'IOC' }, 'CANCELLED'],
    ['FOK that does not cross', { time_in_force: 'FOK' }, 'CANCELLED'],
    ['FOK that only half fills', { time_in_force: 'FOK', price: far.SELL, base_amount: '0.13' }, 'CANCELLED'],
  ])('%s ends without a fill, and holds nothing any more', async (_, more, status) => {
    const of = profiles[2].id
    const body = { ...bodyOf('LIMIT'), ...more, ref_id: refId, base_amount: '0.13' }
    expect((await place(body, of)).status).toBe(200)
    later(1000)
    expect(await replayed(body, of)).toMatchObject({ status, amount_filled: '0' })
    expect(changedBalances(service.store).filter(({ profile_id }) => profile_id === of)).toEqual([
      { profile_id: of, asset: 'USD', balance: '10000000.00', held: '0.00' },
    ])
  })

  test('with an amount ending in .13 is half-filled first and filled a minute later', async () => {
    const body = { ...bodyOf('LIMIT', 'SELL'), price: far.BUY, base_amount: '2.13', ref_id: refId }
    await place(body)
    later(1000)
    expect(await replayed(body)).toMatchObject({ status: 'OPEN', amount_filled: '1.065' })
    later(60_000)
    expect(await replayed(body)).toMatchObject({ status: 'FILLED', amount_filled: '2.13' })
  })

  test('of a stop type triggers at its stop price and then executes', async () => {
    const { bid } = now()
    const body = { ...bodyOf('STOP_MARKET', 'SELL'), stop_price: price(bid - 3_000n), ref_id: refId }
    await place(body)
    later(1000)
    expect(await replayed(body)).toMatchObject({ status: 'OPEN', is_triggered: false })
    later(30 * 86_400_000)
    const done = seen(refId)
    expect(done).toMatchObject({ status: 'FILLED', is_triggered: true, amount_filled: '0.5' })
    expect(quoteAt('BTCUSD', Date.parse(done?.modified_at ?? '') * 1000).bid).toBeLessThanOrEqual(bid - 3_000n)
  })

  test('with an expiry is cancelled at that time and not before', async () => {
    const expires = service.tenant.clock.now() + 60_000
    const body = { ...bodyOf('LIMIT'), time_in_force: 'GTT', expiration_date: String(expires), ref_id: refId }
    expect((await place(body)).body.expiration_date).toBe(new Date(expires).toISOString())
    later(59_999)
    expect((await replayed(body)).status).toBe('OPEN')
    later(1)
    expect((await replayed(body)).status).toBe('CANCELLED')
  })

  test('needs an expiry more than 10.000 seconds ahead, by the clock of the service', async () => {
    const body = (ahead: number) => ({
      ...bodyOf('LIMIT'),
      time_in_force: 'GTT',
      expiration_date: String(service.tenant.clock.now() + ahead),
    })
    const refused = await place(body(10_000))
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([
      { field: 'expiration_date', message: 'Expiry must be more than 10 seconds from now.' },
    ])
    expect((await place(body(10_001))).status).toBe(200)
  })

  test('settles to its recipient profile', async () => {
    const [payer, recipient] = [profiles[3].id, profiles[4].id]
    const body = { ...bodyOf('MARKET', 'SELL'), recipient_profile_id: recipient, ref_id: refId }
    await place(body, payer)
    later(400)
    expect((await replayed(body, payer)).status).toBe('FILLED')
    const touched = changedBalances(service.store).filter(({ profile_id }) =>
      [payer, recipient].includes(profile_id as never),
    )
    expect(touched).toMatchObject([
      { profile_id: payer, asset: 'BTC', balance: '9999999.5' },
      { profile_id: recipient, asset: 'USD', balance: expect.stringMatching(/^100\d{5}\.\d\d$/) },
    ])
  })
})

describe('the ref_id of an order', () => {
  test('returns the record while in force and is reusable 24 hours after the order closed', async () => {
    const body = { ...bodyOf('MARKET', 'SELL'), ref_id: refId }
    const first = (await place(body)).body
    const again = await place({ ...body, base_amount: '0.7' })
    expect([again.status, again.body.type]).toEqual([409, '/problems/already-exists'])
    expect(again.body.meta).toEqual({ existing: first })
    later(400)
    expect((await replayed(body)).status).toBe('FILLED')
    later(24 * 3_600_000)
    expect((await replayed(body)).id).toBe(first.id)
    later(1)
    const next = await place(body)
    expect([next.status, next.body.id === first.id]).toEqual([200, false])
  })

  test('is in force while the order is open', async () => {
    const body = { ...bodyOf('LIMIT'), price: '0.01', ref_id: refId }
    await place(body)
    later(400 * 86_400_000)
    expect((await replayed(body)).status).toBe('OPEN')
  })

  test('creates one order from fifty simultaneous requests', async () => {
    const body = { ...bodyOf('LIMIT'), ref_id: refId }
    const replies = await Promise.all(Array.from({ length: 50 }, () => place(body)))
    const made = replies.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const others = replies.filter(({ status }) => status === 409)
    expect(others).toHaveLength(49)
    for (const { body: refusal } of others)
      expect((refusal.meta as { existing: Order }).existing.id).toBe(made[0]?.body.id)
  })
})

describe('an order is refused', () => {
  const limit = bodyOf('LIMIT')
  test.each([
    ['a limit order without a price', { ...limit, price: undefined }, 'price'],
    ['a limit order without an amount', { ...limit, base_amount: undefined }, 'base_amount'],
    ['a market buy by base amount', { ...bodyOf('MARKET'), quote_amount: undefined, base_amount: '1' }, 'quote_amount'],
    [
      'a market sale by quote amount',
      { ...bodyOf('MARKET', 'SELL'), base_amount: undefined, quote_amount: '1' },
      'base_amount',
    ],
    ['a stop without its price', { ...bodyOf('STOP_LIMIT'), stop_price: undefined }, 'stop_price'],
    ['a stop price that is no number', { ...bodyOf('STOP_LIMIT'), stop_price: 'soon' }, 'stop_price'],
    ['an amount of zero', { ...limit, base_amount: '0.00' }, 'base_amount'],
    ['a ninth digit of a bitcoin', { ...limit, base_amount: '0.000000001' }, 'base_amount'],
    ['a recipient that does not exist', { ...limit, recipient_profile_id: 'nobody' }, 'recipient_profile_id'],
  ])('for %s, at the field', async (_, body, field) => {
    const reply = await place(body)
    expect([reply.status, reply.body.type]).toEqual([403, '/problems/business-rule'])
    expect(reply.body.errors).toEqual([{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }])
  })

  test('for an unknown profile', async () => {
    expect((await place(limit, 'nobody')).status).toBe(404)
  })

  test('if an identity trades for another identity’s account', async () => {
    const pairs = service.store.all(
      'SELECT DISTINCT identity_id, account_id FROM transfers WHERE account_id IS NOT NULL',
    )
    const [one, other] = pairs.map((pair) => [String(pair.identity_id), String(pair.account_id)])
    const identity = { ...limit, identity_id: one?.[0] }
    expect((await place({ ...identity, identity_account_id: other?.[1] })).body.errors).toMatchObject([
      { field: 'identity_account_id' },
    ])
    expect((await place({ ...identity, identity_account_id: one?.[1] })).status).toBe(200)
  })

  test('for insufficient funds, with exact amounts', async () => {
    const of = profiles[5].id
    const most = { ...bodyOf('LIMIT'), price: '10000000.00', base_amount: '1', type: 'LIMIT' }
    const stop = { ...bodyOf('STOP_LIMIT'), price: '9999999.99', base_amount: '1', stop_price: far.SELL }
    expect((await place(stop, of)).status).toBe(200)
    const { status, body } = await place(most, of)
    expect(status).toBe(403)
    expect(body).toMatchObject({
      type: '/problems/insufficient-funds',
      meta: { profile_id: of, asset: 'USD', available: '0.01', needed: '10000000.00' },
    })
  })
})

describe('orders of one customer never match each other', () => {
  /** The customer's order between bid and ask, and one of the other side that would match it. */
  async function opposed() {
    // Prices are constant within a second, and both orders must meet in one.
    later(1000 - (service.tenant.clock.now() % 1000))
    const { bid, ask } = now()
    const between = price((bid + ask) / 2n)
    const resting = { ...bodyOf('LIMIT', 'SELL'), price: between, ref_id: `${refId}-rests` }
    await place(resting)
    later(400)
    expect((await replayed(resting)).status).toBe('OPEN')
    return { resting, opposite: { ...bodyOf('LIMIT'), price: between, ref_id: refId } }
  }

  test('the resting one is cancelled, and the new one rests', async () => {
    const { resting, opposite } = await opposed()
    await place(opposite)
    later(400)
    expect((await replayed(resting)).status).toBe('CANCELLED')
    expect((await replayed(opposite)).status).toBe('OPEN')
  })

  test('the new one is cancelled with a self-match prevention ID', async () => {
    const { resting, opposite } = await opposed()
    const body = { ...opposite, self_match_prevention_id: 'desk-1' }
    await place(body)
    later(400)
    expect((await replayed(resting)).status).toBe('OPEN')
    expect((await replayed(body)).status).toBe('CANCELLED')
  })

  test('a self-match prevention ID needs a permission', async () => {
    const body = { ...bodyOf('LIMIT'), self_match_prevention_id: 'desk-1' }
    const plain = { id: 'plain', secret: 'plain-secret', scopes: demoClient.scopes, permissions: [] }
    service.clients.add(plain)
    const authorization = `Bearer ${await service.token(plain)}`
    const reply = await place(body, profile, (path, init) =>
      service.send(path, { ...init, headers: { ...init?.headers, authorization } }),
    )
    expect([reply.status, reply.body.type]).toEqual([403, '/problems/not-permitted'])
  })
})

test('an order is accepted and executes until the last day of the clock', async () => {
  const service = await startService(5)
  service.tenant.setClock({ now: latestTime })
  const body = { ...bodyOf('LIMIT'), time_in_force: 'GTT', expiration_date: '9999999999999', ref_id: refId }
  const placed = await place(body, profile, service.ask)
  expect([placed.status, placed.body.created_at]).toEqual([200, '2199-12-31T23:59:59.000000Z'])
  expect((await place(body, profile, service.ask)).status).toBe(409)
  await service.stop()
})

describe('await_fill_millis', () => {
  test('returns the order as soon as it is filled', async () => {
    const waiting = place({ ...bodyOf('MARKET', 'SELL'), await_fill_millis: 10_000 })
    const begun = performance.now()
    await until(() => service.tenant.requests.all().at(-1)?.status === undefined)
    later(400)
    expect((await waiting).body).toMatchObject({ status: 'FILLED', amount_filled: '0.5' })
    expect(performance.now() - begun).toBeLessThan(9000)
  })

  test('returns the current order when the time has elapsed', async () => {
    const reply = await place({ ...bodyOf('LIMIT'), await_fill_millis: 30 })
    expect(reply.body).toMatchObject({ status: 'SUBMITTED', amount_filled: '0' })
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
