/** Compares orders of every kind, at any time, with the simple oracle of order-oracle.ts. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, endStatuses, exact, type OracleOrder, timeInForceOf } from '../../../e2e/oracles/oracle-orders'
import { assetsTried, bodyOf, type Draft, drafts, profilesTried } from '../../../e2e/oracles/order-arbitraries'
import { OrderOracle } from '../../../e2e/oracles/order-oracle'
import { checkForm } from '../../provider/check'
import { type NewOrder, Order } from '../../provider/orders'
import { ProblemError } from '../../provider/problem'
import { type Client, demoClient } from '../clients'
import { assets, decimalOf, tenTo } from '../money'
import { perform } from '../operations'
import { seedFile } from '../seed/seed'
import { openStore } from '../store'
import { Tenant } from '../tenants'
import { anchor } from '../testing'
import { microsOf, timestampOf } from '../timestamps'
import { balanceOf } from './balances'
import { marketTerms, priceText, quoteAt } from './markets'

/** Far enough ahead of the wall clock that no expiry is in the past, whenever the test runs. */
const beginning = Date.UTC(2041, 2, 3, 4, 5, 6)

type Real = { tenant: Tenant; client: Client }

type Said = { status: number; order?: Order; fields?: string[]; meta?: Record<string, unknown> }

function said({ tenant, client }: Real, profile: string, body: NewOrder): Said {
  const input = checkForm('createOrder', { path: { profile_id: profile }, body })
  try {
    const answer = tenant.change((snapshot) => perform('createOrder', input, { ...snapshot, client }))
    return { status: 200, order: Order.parse(answer) }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { status, errors, meta } = error.problem
    const order = status === 409 ? Order.parse(meta?.existing) : undefined
    return { status, order, fields: errors?.map(({ field }) => field), meta }
  }
}

/** What both sides know of an order; the average price is compared separately, because its digits are the service's choice. */
function seenOf(order: Order) {
  return {
    ...order,
    id: undefined,
    amount_filled: exact(order.amount_filled),
    volume_weighted_average_price: undefined,
    is_triggered: order.is_triggered ?? false,
    quote_amount: order.quote_amount || undefined,
    base_amount: order.base_amount || undefined,
    price: order.price || undefined,
    stop_price: order.stop_price || undefined,
    expiration_date: order.expiration_date ? microsOf(order.expiration_date) : undefined,
  }
}

function expectedOf(order: OracleOrder): Partial<ReturnType<typeof seenOf>> {
  const { body, profile, expiry } = order
  const { await_fill_millis: _, self_match_prevention_id: __, ...told } = body
  return {
    ...told,
    profile_id: profile,
    status: order.status,
    created_at: timestampOf(order.created),
    modified_at: timestampOf(order.modified),
    amount_filled: exact(decimalOf(order.filled, assets[marketTerms[body.market].base].scale, 0)),
    time_in_force: timeInForceOf(body),
    expiration_date: expiry,
    is_triggered: order.isTriggered,
  }
}

/** One fill has its exact price; an average of several has 8 digits. Ours: the spec does not show its digits. */
function expectAverage({ fills }: OracleOrder, average: string | undefined): void {
  if (fills.length === 0) {
    expect(exact(average || '0')).toBe(0n)
    return
  }
  const base = fills.reduce((sum, fill) => sum + fill.base, 0n)
  const quote = fills.reduce((sum, fill) => sum + fill.base * fill.price, 0n)
  const difference = exact(average ?? '0') - quote / base
  const tolerance = fills.length === 1 ? 0n : tenTo(30 - 8)
  expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(tolerance)
}

function expectSame(order: OracleOrder, answer: Order | undefined): void {
  if (!answer) throw new Error('There is no order in the answer.')
  expect(seenOf(answer)).toEqual(expectedOf(order))
  expectAverage(order, answer.volume_weighted_average_price)
}

function expectAnswer(expected: Answer, got: Said): void {
  expect(got.status).toBe(expected.status)
  if ('order' in expected) expectSame(expected.order, got.order)
  if ('field' in expected) expect(got.fields).toEqual([expected.field])
  if (!('asset' in expected)) return
  const { asset, needed } = expected
  expect(got.meta).toMatchObject({ asset, needed: decimalOf(needed, assets[asset].scale, assets[asset].minimumDigits) })
}

/** All that a client can see: each order whose ref_id is in force, by replaying it, and every balance. */
function expectAllSame({ oracle }: Model, real: Real): void {
  for (const order of oracle.orders) {
    if (oracle.inForce(order.body.ref_id) !== order) continue
    const replay = said(real, order.profile, order.body)
    expect(replay.status).toBe(409)
    expectSame(order, replay.order)
  }
  const { store } = real.tenant.snapshot()
  for (const profile of profilesTried)
    for (const asset of assetsTried)
      expect({ asset, ...balanceOf(store, profile, assets[asset]) }).toEqual({
        asset,
        ...oracle.balance(profile, asset),
      })
}

/** `answers` has the answer to each placement. */
type Model = { oracle: OrderOracle; placed: number; answers: string[] }
type Step = fc.Command<Model, Real>

/** Places an order with a new `ref_id` or one that was used before. */
class Place implements Step {
  constructor(
    readonly draft: Draft,
    readonly reuse: number | undefined,
  ) {}
  check = () => true
  run(model: Model, real: Real): void {
    const number = this.reuse === undefined || model.placed === 0 ? model.placed++ : this.reuse % model.placed
    const body = bodyOf(this.draft, `order-${number}`, model.oracle.now)
    const profile = this.draft.fault === 'nowhere' ? 'nowhere' : this.draft.profile
    const expected = model.oracle.place(profile, body)
    const blamed = 'field' in expected ? ` ${expected.field}` : 'asset' in expected ? ' funds' : ''
    model.answers.push(`${expected.status}${blamed}`)
    expectAnswer(expected, said(real, profile, body))
    expectAllSame(model, real)
  }
  toString = () => `place ${JSON.stringify(this.draft)} reuse ${this.reuse}`
}

/** Moves the clock forward; steps that were due in between run at their own times. */
class Wait implements Step {
  constructor(readonly millis: number) {}
  check = () => true
  run(model: Model, real: Real): void {
    model.oracle.advance(model.oracle.now + this.millis * 1000)
    real.tenant.setClock({ now: model.oracle.now / 1000 })
    expectAllSame(model, real)
  }
  toString = () => `wait ${this.millis} ms`
}

/** Moves the clock to the last time at which a closed order's ref_id is in force, or a millisecond later. */
class Lapse implements Step {
  constructor(
    readonly index: number,
    readonly further: 0 | 1,
  ) {}
  check = ({ oracle }: Readonly<Model>) =>
    oracle.orders.length > 0 && oracle.orders.every(({ place }) => place === 'done')
  run(model: Model, real: Real): void {
    const { orders, now } = model.oracle
    const closed = orders[this.index % orders.length]?.closed ?? now
    const millis = (closed - now) / 1000 + 24 * 3_600_000 + this.further
    if (millis >= 0) new Wait(millis).run(model, real)
    model.answers.push(this.further === 0 ? 'a day' : 'more than a day')
  }
  toString = () => `lapse of ${this.index} and ${this.further} ms`
}

const waits = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 1, 137, 399, 400, 401, 1000, 9600, 59_999, 60_000, 61_000, 600_123) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(3_600_000, 7_200_400) },
)

/** What the commands must cause at least once: answers to a placement, final statuses, and steps before them. */
const rare: string[] = [
  ...['200', '400 expiration_date', '403', '403 base_amount', '403 quote_amount', '403 price', '403 stop_price'],
  ...['403 recipient_profile_id', '403 funds', '404', '409', 'a day', 'more than a day'],
  ...Object.keys(endStatuses).filter((end) => end !== 'became too dear'),
  ...['triggered', 'filled in two parts', 'pause', 'book', 'stop', 'way'],
]

describe('orders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-orders-'))
  const seed = seedFile(folder, { transfers: 20, anchor }, true)
  let made = 0
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Creates a tenant with its clock stopped at a time (milliseconds since 1970). */
  function begin(now: number, client: Client = demoClient): { model: Model; real: Real } {
    const path = join(folder, `tenant-${++made}.sqlite`)
    copyFileSync(seed, path)
    const tenant = new Tenant(openStore(path), () => anchor)
    tenant.setClock({ now, speed: 0 })
    return {
      model: {
        oracle: new OrderOracle(now * 1000, profilesTried, client.permissions.length > 0),
        placed: 0,
        answers: [],
      },
      real: { tenant, client },
    }
  }

  test('match the oracle for any sequence of orders and clock changes', () => {
    const commands = fc.commands(
      [
        fc
          .tuple(drafts, fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat() }))
          .map(([draft, reuse]) => new Place(draft, reuse)),
        waits.map((millis) => new Wait(millis)),
        fc.tuple(fc.nat(), fc.constantFrom<0 | 1>(0, 1)).map(([index, further]) => new Lapse(index, further)),
      ],
      { maxCommands: 40, size: 'max' },
    )
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        fc.nat({ max: 300_000_000 }),
        fc.constantFrom(true, true, false),
        commands,
        (later, mayGuard, sequence) => {
          const client = mayGuard ? demoClient : { ...demoClient, permissions: [] }
          const setup = begin(beginning + later * 1000 + (later % 1000), client)
          fc.modelRun(() => setup, sequence)
          for (const order of setup.model.oracle.orders) {
            seen.add(order.end ?? order.place)
            if (order.fills.length === 2) seen.add('filled in two parts')
            if (order.isTriggered) seen.add('triggered')
          }
          for (const answer of setup.model.answers) seen.add(answer)
          setup.real.tenant.close()
        },
      ),
      process.env.CAMPAIGN ? { numRuns: 3000 } : { numRuns: 100, seed: 41 },
    )
    // Otherwise the comparison would prove nothing about these.
    expect([...seen]).toEqual(expect.arrayContaining(rare))
  }, 1_800_000)

  test('of type post-only can cross after a half fill', () => {
    const { model, real } = begin(beginning)
    const [profile] = profilesTried
    for (let number = 0; number < 20; number++) {
      const side = number % 2 === 0 ? 'BUY' : 'SELL'
      const { bid, ask } = quoteAt('BTCUSD', model.oracle.now)
      const price = priceText('BTCUSD', side === 'BUY' ? ask - 1n : bid + 1n)
      const body: NewOrder = { side, market: 'BTCUSD', type: 'POST_ONLY_LIMIT', ref_id: `post-${number}` }
      Object.assign(body, { base_amount: '1.13', price })
      expectAnswer(model.oracle.place(profile, body), said(real, profile, body))
      new Wait(120_000).run(model, real)
    }
    const second = model.oracle.orders.map(({ body, fills }) => [fills[1]?.price, exact(body.price ?? '0')])
    expect(second.filter(([price]) => price !== undefined).length).toBeGreaterThan(0)
    // At the market's price, which is better than its own.
    expect(second.some(([price, own]) => price !== undefined && price !== own)).toBe(true)
  })

  test('are cancelled if a triggered buy stop costs more than is available', () => {
    const { model, real } = begin(beginning)
    const [profile] = profilesTried
    const { bid, ask } = quoteAt('USDPUSD', model.oracle.now)
    const most = (10_000_000n * 10_000n) / bid
    expect(most * ask).toBeGreaterThan(10_000_000n * 10_000n)
    const body: NewOrder = { side: 'BUY', market: 'USDPUSD', type: 'STOP_MARKET', ref_id: 'too-dear' }
    Object.assign(body, { base_amount: String(most), stop_price: priceText('USDPUSD', bid) })
    expectAnswer(model.oracle.place(profile, body), said(real, profile, body))
    new Wait(400).run(model, real)
    expect(model.oracle.orders.map(({ end }) => end)).toEqual(['became too dear'])
  })
})
