/**
 * An oracle for orders in the simplest form: a list and a scan of every second. Written from the
 * spec and docs/provider.md, "What our sandbox chooses", independently of the service. Tests only.
 */
import type { NewOrder, OrderStatus } from '../../lib/provider/orders'
import { marketTerms, quoteAt } from '../../lib/sandbox/engine/markets'
import { type AssetName, assets, tenTo } from '../../lib/sandbox/money'
import {
  type Answer,
  amountsOf,
  type End,
  endStatuses,
  exact,
  exactPrice,
  heldBy,
  isMarketBuy,
  isStop,
  limitOf,
  type OracleOrder,
  places,
  timeInForceOf,
  worth,
} from './oracle-orders'

const second = 1_000_000
const day = 24 * 3600 * second
/** Ours: the delay before an order reaches its market, and before the rest of a half fill returns to it. */
const journey = 400_000
const pause = 60 * second
const openingBalance = 10_000_000n

export class OrderOracle {
  readonly orders: OracleOrder[] = []
  /** Microseconds since 1970. */
  now: number
  readonly #changes = new Map<string, bigint>()
  readonly #profiles: readonly string[]
  readonly #mayGuard: boolean
  #turns = 0

  /**
   * @param now      microseconds since 1970
   * @param profiles the customer's profiles
   * @param mayGuard whether the client may use `self_match_prevention_id`
   */
  constructor(now: number, profiles: readonly string[], mayGuard: boolean) {
    this.now = now
    this.#profiles = profiles
    this.#mayGuard = mayGuard
  }

  /** The order with a ref_id in force. Spec: reusable once closed for more than 24 hours. */
  inForce(refId: string | undefined): OracleOrder | undefined {
    if (refId === undefined) return undefined
    return this.orders.find(
      ({ body, closed }) => body.ref_id === refId && (closed === undefined || this.now - closed <= day),
    )
  }

  balance(profile: string, asset: AssetName): { balance: bigint; held: bigint } {
    const balance = openingBalance * tenTo(assets[asset].scale) + (this.#changes.get(`${profile} ${asset}`) ?? 0n)
    let held = 0n
    for (const order of this.orders) {
      if (order.profile !== profile || order.place === 'done') continue
      const hold = heldBy(order)
      if (hold.asset === asset) held += hold.units
    }
    return { balance, held }
  }

  place(profile: string, body: NewOrder): Answer {
    if (!this.#profiles.includes(profile)) return { status: 404 }
    const known = this.inForce(body.ref_id)
    if (known) return { status: 409, order: known }
    const isGoodTill = timeInForceOf(body) === 'GTT'
    // Spec, Errors, 2; input errors precede business refusals.
    if (isGoodTill && Number(body.expiration_date) * 1000 <= this.now + 10 * second)
      return { status: 400, field: 'expiration_date' }
    for (const field of amountsOf(body)) {
      const amount = body[field]
      if (amount === undefined || exact(amount) === 0n) return { status: 403, field }
    }
    const recipient = body.recipient_profile_id
    if (recipient !== undefined && !this.#profiles.includes(recipient))
      return { status: 403, field: 'recipient_profile_id' }
    if (body.self_match_prevention_id !== undefined && !this.#mayGuard) return { status: 403 }
    const { base, quote } = marketTerms[body.market]
    const field = isMarketBuy(body) ? 'quote_amount' : 'base_amount'
    const [amount, asset] = [exact(body[field] ?? '0'), isMarketBuy(body) ? quote : base]
    const smallest = tenTo(places - assets[asset].scale)
    if (amount % smallest !== 0n) return { status: 403, field }
    const order: OracleOrder = {
      profile,
      body,
      status: 'SUBMITTED',
      created: this.now,
      modified: this.now,
      expiry: isGoodTill ? Number(body.expiration_date) * 1000 : undefined,
      filled: 0n,
      left: amount / smallest,
      fills: [],
      isTriggered: false,
      wasHalved: false,
      place: 'way',
      due: this.now + journey,
      turn: this.#turns++,
    }
    const need = heldBy(order)
    const { balance, held } = this.balance(profile, need.asset)
    if (need.units > balance - held) return { status: 403, asset: need.asset, needed: need.units }
    this.orders.push(order)
    return { status: 200, order }
  }

  /** Advances the time, second by second while an order waits for a price. */
  advance(to: number): void {
    for (;;) {
      const coming = this.orders
        .filter(({ place }) => place !== 'done')
        .map((order) => ({ order, moment: Math.min(order.due, order.expiry ?? Number.POSITIVE_INFINITY) }))
      const next = Math.min(...coming.map(({ moment }) => moment))
      if (next > to) break
      this.now = next
      const ready = coming
        .filter(({ moment }) => moment === next)
        .sort((one, other) => one.order.turn - other.order.turn)
      // One order may cancel another that is due at the same time.
      for (const { order } of ready) if (order.place !== 'done') this.#step(order)
    }
    this.now = to
  }

  #step(order: OracleOrder) {
    if (order.expiry === this.now) return this.#close(order, 'ran out')
    if (order.place === 'stop') return this.#watch(order)
    if (order.place === 'book') return this.#wait(order)
    if (order.place === 'way' && isStop(order.body)) {
      this.#change(order, 'OPEN')
      return this.#move(order, 'stop', this.now)
    }
    this.#trade(order)
  }

  /** In the book: it fills at its own price once the other side reaches it. */
  #wait(order: OracleOrder) {
    const limit = limitOf(order.body) ?? 0n
    if (this.#isReached(order, limit)) this.#fill(order, limit)
    else order.due = this.#nextSecond()
  }

  /** A stop: a sell triggers when the bid falls to its stop price, a buy when the ask rises to it. */
  #watch(order: OracleOrder) {
    const stop = exact(order.body.stop_price ?? '0')
    const price = this.#price(order)
    if (order.body.side === 'SELL' ? price > stop : price < stop) {
      order.due = this.#nextSecond()
      return
    }
    order.isTriggered = true
    this.#trade(order)
  }

  /** At the market: fills if it crosses, else rests or is cancelled. */
  #trade(order: OracleOrder) {
    const { body } = order
    const price = this.#price(order)
    const limit = limitOf(body)
    const isCrossing = limit === undefined || this.#isReached(order, limit)
    if (isCrossing && body.type === 'POST_ONLY_LIMIT' && order.place === 'way')
      return this.#close(order, 'would have crossed')
    const isBetter = (own: bigint, than: bigint) => (body.side === 'BUY' ? own <= than : own >= than)
    const own = this.orders.filter(
      (other) =>
        other.place === 'book' &&
        other.body.market === body.market &&
        other.body.side !== body.side &&
        isBetter(limitOf(other.body) ?? 0n, price) &&
        (limit === undefined || isBetter(limitOf(other.body) ?? 0n, limit)),
    )
    if (own.length > 0 && body.self_match_prevention_id !== undefined) return this.#close(order, 'met its own side')
    for (const other of own) this.#close(other, 'was met by its own side')
    if (isCrossing) return this.#fill(order, price)
    const timeInForce = timeInForceOf(body)
    if (timeInForce === 'IOC' || timeInForce === 'FOK') return this.#close(order, 'did not cross')
    this.#move(order, 'book', this.#nextSecond())
    this.#change(order, 'OPEN')
  }

  /** Fills the rest, or half of it for a trigger amount at the first fill. */
  #fill(order: OracleOrder, price: bigint) {
    const { body } = order
    const { base, quote } = marketTerms[body.market]
    const timeInForce = timeInForceOf(body)
    const amount = isMarketBuy(body) ? body.quote_amount : body.base_amount
    const isHalf = !order.wasHalved && amount?.endsWith('.13') === true
    if (isHalf && timeInForce === 'FOK') return this.#close(order, 'would have been half filled')
    const part = isHalf ? order.left / 2n : order.left
    const bought = isMarketBuy(body)
      ? (part * tenTo(places) * tenTo(assets[base].scale)) / (price * tenTo(assets[quote].scale))
      : part
    const paid = isMarketBuy(body) ? part : worth(part, price, body, body.side === 'BUY' ? 'up' : 'down')
    // Ours: a buy stop holds its cost at the stop price, and is cancelled if the actual cost is not available.
    const { balance, held } = this.balance(order.profile, quote)
    if (body.type === 'STOP_MARKET' && body.side === 'BUY' && paid > balance - held + heldBy(order).units)
      return this.#close(order, 'became too dear')
    order.left -= part
    order.filled += bought
    order.fills.push({ price, base: bought })
    const gets = body.recipient_profile_id ?? order.profile
    const isBuy = body.side === 'BUY'
    this.#post(order.profile, isBuy ? quote : base, -(isBuy ? paid : bought))
    this.#post(gets, isBuy ? base : quote, isBuy ? bought : paid)
    if (!isHalf) return this.#close(order, 'filled')
    order.wasHalved = true
    // Ours: a triggered market stop ends immediately, like market orders.
    if (timeInForce === 'IOC' || body.type === 'STOP_MARKET') return this.#close(order, 'half filled')
    this.#move(order, 'pause', this.now + pause)
    this.#change(order, 'OPEN')
  }

  /** The price for this side: a buy pays the ask, a sell gets the bid. */
  #price({ body }: OracleOrder): bigint {
    const { bid, ask } = quoteAt(body.market, this.now)
    return exactPrice(body.side === 'BUY' ? ask : bid, marketTerms[body.market].scale)
  }

  #isReached(order: OracleOrder, limit: bigint): boolean {
    return order.body.side === 'BUY' ? this.#price(order) <= limit : this.#price(order) >= limit
  }

  #post(profile: string, asset: AssetName, units: bigint): void {
    const key = `${profile} ${asset}`
    this.#changes.set(key, (this.#changes.get(key) ?? 0n) + units)
  }

  #nextSecond(): number {
    return (Math.floor(this.now / second) + 1) * second
  }

  #move(order: OracleOrder, place: OracleOrder['place'], due: number): void {
    order.place = place
    order.due = due
    order.turn = this.#turns++
  }

  #change(order: OracleOrder, status: OrderStatus): void {
    order.status = status
    order.modified = this.now
  }

  #close(order: OracleOrder, end: End): void {
    this.#move(order, 'done', this.now)
    this.#change(order, endStatuses[end])
    order.end = end
    order.closed = this.now
  }
}
