/**
 * Markets and their prices. The spec names the markets only; all figures are ours. A price is a deterministic walk: a sum of
 * levels of knots, each interpolated, so that the price at any time is computed without the times before it.
 */

import { amountPattern } from '../../domain/values'
import type { Market } from '../../provider/orders'
import { type AssetName, decimalOf, tenTo } from '../money'

/** A market; prices are whole ticks, the smallest step of a price. */
export type MarketTerms = {
  base: AssetName
  quote: AssetName
  /** Fraction digits of a price: one tick is 10 to the power of −scale. */
  scale: number
  /** The price, in ticks, that the walk returns to: the value of the base in money.ts. */
  middle: number
  /** Maximum deviation of the mid price from the middle, in ticks; below 2^23, so that the walk is exact. */
  reach: number
  /** Ticks from the mid price to the bid and to the ask. */
  halfSpread: number
  /** The seed of its walk. Markets of one base share it, so that its EUR price follows its USD price. */
  walk: number
}

export const marketTerms = {
  BTCUSD: { base: 'BTC', quote: 'USD', scale: 2, middle: 9_412_350, reach: 3_764_940, halfSpread: 250, walk: 1 },
  BTCEUR: { base: 'BTC', quote: 'EUR', scale: 2, middle: 8_184_652, reach: 3_273_861, halfSpread: 290, walk: 1 },
  BTCSGD: { base: 'BTC', quote: 'SGD', scale: 2, middle: 12_223_831, reach: 4_889_532, halfSpread: 520, walk: 1 },
  ETHUSD: { base: 'ETH', quote: 'USD', scale: 2, middle: 341_275, reach: 153_574, halfSpread: 12, walk: 2 },
  ETHEUR: { base: 'ETH', quote: 'EUR', scale: 2, middle: 296_761, reach: 133_542, halfSpread: 14, walk: 2 },
  ETHSGD: { base: 'ETH', quote: 'SGD', scale: 2, middle: 443_214, reach: 199_446, halfSpread: 24, walk: 2 },
  PAXGUSD: { base: 'PAXG', quote: 'USD', scale: 2, middle: 408_640, reach: 61_296, halfSpread: 45, walk: 3 },
  BCHUSD: { base: 'BCH', quote: 'USD', scale: 2, middle: 48_920, reach: 22_014, halfSpread: 4, walk: 4 },
  LTCUSD: { base: 'LTC', quote: 'USD', scale: 2, middle: 8_744, reach: 3_935, halfSpread: 1, walk: 5 },
  // A dollar stablecoin: bid and ask stay within 0.9990 and 1.0010.
  USDPUSD: { base: 'USDP', quote: 'USD', scale: 4, middle: 10_000, reach: 9, halfSpread: 1, walk: 6 },
  LINKUSD: { base: 'LINK', quote: 'USD', scale: 4, middle: 184_200, reach: 92_100, halfSpread: 90, walk: 7 },
  MATICUSD: { base: 'MATIC', quote: 'USD', scale: 4, middle: 4_200, reach: 2_100, halfSpread: 3, walk: 8 },
  AAVEUSD: { base: 'AAVE', quote: 'USD', scale: 2, middle: 21_735, reach: 10_868, halfSpread: 11, walk: 9 },
  UNIUSD: { base: 'UNI', quote: 'USD', scale: 4, middle: 91_800, reach: 45_900, halfSpread: 50, walk: 10 },
} as const satisfies Record<Market, MarketTerms>

/** Level 22 changes every 49 days; over longer times prices revert to the middle. */
const slowestLevel = 22
/** Heights are in 256ths of a tick; sums of levels are in parts, which are also divisible by the seconds between knots. */
const heightsInTick = 256
const partsInHeight = 2 ** slowestLevel
const partsInTick = heightsInTick * partsInHeight
const second = 1_000_000

/** Relative deviation of the knots of each level: 2^(l/2). */
const deviations = [1, Math.SQRT2]
for (let level = 2; level <= slowestLevel; level++) deviations.push(2 * (deviations[level - 2] ?? 0))
const totalDeviation = deviations.reduce((sum, stray) => sum + stray, 0)

/** Seconds between the knots of each level. */
const lengths = deviations.map((_, level) => 2 ** level)

type Walk = {
  /** The hash seed of each level. */
  seeds: readonly number[]
  /** The maximum height of the knots of each level. */
  reaches: readonly number[]
  /** For each level, the maximum deviation of all finer levels together, in parts. */
  finer: readonly number[]
}

/** The last step of MurmurHash3: every bit of the number changes half of the bits of the result. */
function mixBits(number: number): number {
  let bits = number
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

function walkOf({ walk, reach }: { walk: number; reach: number }): Walk {
  const reaches = deviations.map((stray) => Math.floor((reach * heightsInTick * stray) / totalDeviation))
  const finer = [0]
  for (const [level, each] of reaches.entries()) finer.push((finer[level] ?? 0) + each * partsInHeight)
  const seeds = deviations.map((_, level) => mixBits(mixBits(walk) ^ level))
  return { seeds, reaches, finer }
}

const walks = Object.fromEntries(Object.entries(marketTerms).map(([market, terms]) => [market, walkOf(terms)]))

function walkIn(market: Market): Walk {
  const walk = walks[market]
  if (!walk) throw new Error(`${market} has no prices.`)
  return walk
}

/** The height of a knot: a whole number from −reach to +reach, each about as likely. */
function heightOf(walk: Walk, level: number, index: number): number {
  const reach = walk.reaches[level] ?? 0
  // Distant years have more seconds than 32 bits hold.
  const high = Math.floor(index / 2 ** 32)
  const hash = mixBits(mixBits((walk.seeds[level] ?? 0) ^ high) ^ index) >>> 0
  // Scaled, not a remainder, so that markets with the same walk and different reach move together.
  return Math.floor((hash * (2 * reach + 1)) / 2 ** 32) - reach
}

/** Deviation of the mid price from the middle of its market at a second since 1970, in parts of a tick. */
function deviationAt(walk: Walk, at: number): number {
  let sum = 0
  for (const [level, length] of lengths.entries()) {
    const index = Math.floor(at / length)
    const gone = at - index * length
    const line = heightOf(walk, level, index) * (length - gone) + heightOf(walk, level, index + 1) * gone
    sum += line * (partsInHeight / length)
  }
  return sum
}

/** Bid and ask in ticks of the market. */
export type Quote = { bid: bigint; ask: bigint }

/**
 * The prices of a market at a time; they change every whole second.
 * @param micros microseconds since 1970
 * @returns ticks: one is 10 to the power of −`marketTerms[market].scale`
 */
export function quoteAt(market: Market, micros: number): Quote {
  const { middle, halfSpread } = marketTerms[market]
  const mid = middle + Math.floor(deviationAt(walkIn(market), Math.floor(micros / second)) / partsInTick)
  return { bid: BigInt(mid - halfSpread), ask: BigInt(mid + halfSpread) }
}

/** A price as a decimal number with all digits of the market, such as "94123.50". */
export function priceText(market: Market, ticks: bigint): string {
  const { scale } = marketTerms[market]
  return decimalOf(ticks, scale, scale)
}

/**
 * A price in ticks, rounded if it has more digits than the market.
 * @param price digits with at most one point, as in `Amount`
 */
export function ticksOf(market: Market, price: string, rounding: 'down' | 'up'): bigint {
  if (!amountPattern.test(price)) throw new RangeError('A price must be a decimal number.')
  const { scale } = marketTerms[market]
  const [whole = '', fraction = ''] = price.split('.')
  const units = BigInt(whole + fraction)
  if (fraction.length <= scale) return units * tenTo(scale - fraction.length)
  const divisor = tenTo(fraction.length - scale)
  return rounding === 'down' ? units / divisor : (units + divisor - 1n) / divisor
}

/** The first second from `first` to `last`, both included, with `sign` × deviation ≥ `goal` (parts). */
function firstSecond(walk: Walk, sign: 1 | -1, goal: number, first: number, last: number): number | undefined {
  const knot = (level: number, index: number) => sign * heightOf(walk, level, index) * partsInHeight

  /** Searches the seconds between two knots of a level; `left` and `right` are the sums of it and all slower ones there. */
  function between(level: number, index: number, left: number, right: number): number | undefined {
    const start = index * 2 ** level
    if (start > last || start + 2 ** level <= first) return undefined
    if (level === 0) return left >= goal ? start : undefined
    // The sum of slower levels is linear here, so its maximum is at an end; finer levels add at most their reach.
    if (Math.max(left, right) + (walk.finer[level] ?? 0) < goal) return undefined
    const inner = level - 1
    const half = (left + right) / 2 + knot(inner, 2 * index + 1)
    return (
      between(inner, 2 * index, left + knot(inner, 2 * index), half) ??
      between(inner, 2 * index + 1, half, right + knot(inner, 2 * index + 2))
    )
  }

  const end = Math.floor(last / 2 ** slowestLevel)
  for (let index = Math.floor(first / 2 ** slowestLevel); index <= end; index++) {
    const found = between(slowestLevel, index, knot(slowestLevel, index), knot(slowestLevel, index + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The first time at which a price is at most, or at least, a limit; as a scan of every second would find it.
 * @param price ticks
 * @param from  microseconds since 1970; `to` likewise, and included
 * @returns `from` itself, or the start of a later second; undefined if the price is not reached
 */
export function firstTime(
  market: Market,
  side: keyof Quote,
  relation: 'atMost' | 'atLeast',
  price: bigint,
  from: number,
  to: number,
): number | undefined {
  const { middle, halfSpread, reach } = marketTerms[market]
  if (to < from) return undefined
  // The required deviation of the mid price in ticks, which never exceeds `reach`.
  const wanted = price + BigInt(side === 'bid' ? halfSpread : -halfSpread) - BigInt(middle)
  const isRising = relation === 'atLeast'
  if (isRising ? wanted > reach : wanted < -reach) return undefined
  if (isRising ? wanted <= -reach : wanted >= reach) return from
  const ticks = Number(wanted)
  // Deviations are floored to ticks, so "at most n" means below n + 1; negated, that is also a search for a rise.
  const goal = isRising ? ticks * partsInTick : 1 - (ticks + 1) * partsInTick
  const found = firstSecond(walkIn(market), isRising ? 1 : -1, goal, Math.floor(from / second), Math.floor(to / second))
  return found === undefined ? undefined : Math.max(from, found * second)
}
