import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markets } from '../../provider/order-terms'
import type { Market } from '../../provider/orders'
import { assets, tenTo } from '../money'
import { firstTime, marketTerms, priceText, quoteAt, ticksOf } from './markets'

const dollars = { USD: 100n, EUR: assets.EUR.cents, SGD: assets.SGD.cents }

test.each(markets)('%s is named after the two assets that trade', (market: Market) => {
  const { base, quote } = marketTerms[market]
  expect(`${base}${quote}`).toBe(market)
  expect(Object.keys(dollars)).toContain(quote)
})

test.each(markets)('the middle of %s is what its assets are worth, to a thousandth', (market: Market) => {
  const { base, quote, scale, middle } = marketTerms[market]
  const worth = (assets[base].cents * tenTo(scale)) / assets[quote].cents
  const difference = worth - BigInt(middle)
  expect((difference < 0n ? -difference : difference) * 1000n).toBeLessThanOrEqual(worth)
})

test.each(markets)('%s stays well above zero, and its walk is exact', (market: Market) => {
  const { middle, reach, halfSpread } = marketTerms[market]
  expect(reach + halfSpread).toBeLessThanOrEqual(middle * 0.55)
  expect(reach).toBeLessThan(2 ** 23)
  expect(halfSpread).toBeGreaterThan(0)
})

const second = 1_000_000
const anchor = Date.UTC(2026, 10, 19, 16, 0, 0) * 1000
const year = 365 * 24 * 3600 * second

const anyMarket = fc.constantFrom(...markets)
/** Any time whose microseconds are exact, from far before 1970 to the year 2255. */
const anyMoment = fc.oneof(fc.integer({ min: anchor - 10 * year, max: anchor + 10 * year }), fc.maxSafeInteger())

describe('quoteAt', () => {
  test('returns the same prices on every machine', () => {
    const moments = [0, anchor, anchor + 1_999_999, anchor + 3 * year, -anchor, Number.MAX_SAFE_INTEGER]
    const seen = moments.map((micros) =>
      (['BTCUSD', 'ETHSGD', 'USDPUSD', 'MATICUSD'] as const).map((market) => {
        const { bid, ask } = quoteAt(market, micros)
        return `${priceText(market, bid)} ${priceText(market, ask)}`
      }),
    )
    expect(seen).toEqual([
      ['82241.28 82246.28', '4578.27 4578.75', '0.9999 1.0001', '0.3749 0.3755'],
      ['113613.32 113618.32', '4948.79 4949.27', '1.0002 1.0004', '0.4662 0.4668'],
      ['113612.75 113617.75', '4948.53 4949.01', '1.0002 1.0004', '0.4662 0.4668'],
      ['93193.52 93198.52', '4382.70 4383.18', '0.9998 1.0000', '0.3900 0.3906'],
      ['105015.79 105020.79', '5220.18 5220.66', '0.9999 1.0001', '0.4163 0.4169'],
      ['102036.51 102041.51', '4830.20 4830.68', '0.9999 1.0001', '0.4232 0.4238'],
    ])
  })

  test('stays positive and within reach of the middle, with the bid below the ask', () => {
    fc.assert(
      fc.property(anyMarket, anyMoment, (market, micros) => {
        const { middle, reach, halfSpread } = marketTerms[market]
        const { bid, ask } = quoteAt(market, micros)
        expect(bid).toBeGreaterThan(0n)
        expect(ask - bid).toBe(BigInt(2 * halfSpread))
        expect(bid).toBeGreaterThanOrEqual(BigInt(middle - reach - halfSpread))
        expect(ask).toBeLessThanOrEqual(BigInt(middle + reach + halfSpread))
      }),
      { numRuns: 3000 },
    )
  })

  test('keeps a dollar stablecoin between 0.9990 and 1.0010', () => {
    fc.assert(
      fc.property(anyMoment, (micros) => {
        const { bid, ask } = quoteAt('USDPUSD', micros)
        expect(bid).toBeGreaterThanOrEqual(9_990n)
        expect(ask).toBeLessThanOrEqual(10_010n)
      }),
      { numRuns: 3000 },
    )
  })

  test('is the same for the whole of a second, before 1970 too', () => {
    fc.assert(
      fc.property(
        anyMarket,
        fc.integer({ min: -9_007_199_254, max: 9_007_199_253 }),
        fc.integer({ min: 0, max: second - 1 }),
        (market, at, within) => {
          expect(quoteAt(market, at * second + within)).toEqual(quoteAt(market, at * second))
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('moves by at most a thousandth of its middle, or one tick, from second to second', () => {
    fc.assert(
      fc.property(anyMarket, anyMoment, (market, micros) => {
        const later = Math.min(micros + second, Number.MAX_SAFE_INTEGER)
        const step = Number(quoteAt(market, later).bid - quoteAt(market, micros).bid)
        expect(Math.abs(step)).toBeLessThanOrEqual(Math.max(1, marketTerms[market].middle / 1000))
      }),
      { numRuns: 3000 },
    )
  })

  test.each(markets)('moves %s further in a month than in an hour', (market: Market) => {
    const mean = (apart: number) => {
      let sum = 0
      for (let index = 0; index < 400; index++) {
        const from = anchor + index * 5_000_017 * second
        sum += Math.abs(Number(quoteAt(market, from + apart).bid - quoteAt(market, from).bid))
      }
      return sum / 400
    }
    const [hour, month] = [mean(3600 * second), mean(30 * 24 * 3600 * second)]
    expect(hour).toBeGreaterThan(0)
    expect(month).toBeGreaterThan(5 * hour)
    expect(month).toBeGreaterThan(0.05 * marketTerms[market].reach)
  })

  test('moves markets of one base together', () => {
    fc.assert(
      fc.property(anyMoment, (micros) => {
        const dollars = Number(quoteAt('BTCUSD', micros).bid + quoteAt('BTCUSD', micros).ask)
        const euros = Number(quoteAt('BTCEUR', micros).bid + quoteAt('BTCEUR', micros).ask)
        expect(dollars / euros).toBeCloseTo(1.15, 3)
      }),
    )
  })
})

describe('ticksOf', () => {
  test.each([
    ['BTCUSD', '94123.5', 'down', 9_412_350n],
    ['BTCUSD', '94123.509', 'down', 9_412_350n],
    ['BTCUSD', '94123.501', 'up', 9_412_351n],
    ['BTCUSD', '94123.500', 'up', 9_412_350n],
    ['BTCUSD', '.5', 'up', 50n],
    ['BTCUSD', '007', 'down', 700n],
    ['BTCUSD', '0', 'up', 0n],
    ['USDPUSD', '1.00011', 'down', 10_001n],
    ['USDPUSD', '1.00011', 'up', 10_002n],
    ['BTCUSD', `0.${'0'.repeat(60)}1`, 'up', 1n],
    ['BTCUSD', `0.${'0'.repeat(60)}1`, 'down', 0n],
    ['BTCUSD', `${'9'.repeat(60)}.019`, 'down', BigInt(`${'9'.repeat(60)}01`)],
  ] as const)('%s %s rounded %s is %s ticks', (market, price, rounding, ticks) => {
    expect(ticksOf(market, price, rounding)).toBe(ticks)
  })

  test.each(['', '.', '5.', '-1', '1e5', '1,000', ' 1', '0x10'])('refuses "%s"', (price) => {
    expect(() => ticksOf('BTCUSD', price, 'down')).toThrow(RangeError)
  })

  test('reads what priceText writes and rounds other prices', () => {
    fc.assert(
      fc.property(anyMarket, fc.bigInt({ min: 0n, max: 10n ** 30n }), (market, ticks) => {
        const text = priceText(market, ticks)
        expect(ticksOf(market, text, 'down')).toBe(ticks)
        expect(ticksOf(market, text, 'up')).toBe(ticks)
        expect(ticksOf(market, `${text}7`, 'down')).toBe(ticks)
        expect(ticksOf(market, `${text}7`, 'up')).toBe(ticks + 1n)
      }),
    )
  })
})

type Side = 'bid' | 'ask'
type Relation = 'atMost' | 'atLeast'

/** Looks at every second, one after the other. */
function scanned(market: Market, side: Side, relation: Relation, price: bigint, from: number, to: number) {
  const holds = (at: number) => {
    const now = quoteAt(market, at)[side]
    return relation === 'atMost' ? now <= price : now >= price
  }
  if (to < from) return undefined
  if (holds(from)) return from
  for (let at = (Math.floor(from / second) + 1) * second; at <= to; at += second) if (holds(at)) return at
  return undefined
}

const anySide = fc.constantFrom<Side>('bid', 'ask')
const anyRelation = fc.constantFrom<Relation>('atMost', 'atLeast')

describe('firstMoment', () => {
  test('finds what a scan of every second finds', () => {
    let crossings = 0
    const fromNear = fc.integer({ min: anchor - 10 * year, max: anchor + 10 * year })
    fc.assert(
      fc.property(
        anyMarket,
        anySide,
        anyRelation,
        fromNear,
        fc.oneof(fc.integer({ min: -second, max: 3 * second }), fc.integer({ min: 0, max: 3000 * second })),
        // The second whose price is the limit, and how many ticks the limit differs from it.
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -3, max: 3 }),
        (market, side, relation, from, length, share, beside) => {
          const price = quoteAt(market, from + Math.floor(share * length))[side] + BigInt(beside)
          const expected = scanned(market, side, relation, price, from, from + length)
          if (expected !== undefined && expected > from) crossings++
          expect(firstTime(market, side, relation, price, from, from + length)).toBe(expected)
        },
      ),
      { numRuns: 400, seed: 4 },
    )
    // Otherwise the property would prove something only about absent crossings.
    expect(crossings).toBeGreaterThan(50)
  })

  test.each([
    ['BTCUSD', 'bid', 'atLeast'],
    ['ETHEUR', 'ask', 'atMost'],
    ['USDPUSD', 'bid', 'atMost'],
  ] as const)('finds the first second of a new extreme of two days: %s %s %s', (market, side, relation) => {
    const to = anchor + 2 * 24 * 3600 * second
    let extreme = quoteAt(market, anchor)[side]
    let at = anchor
    for (let next = anchor; next <= to; next += second) {
      const price = quoteAt(market, next)[side]
      if (relation === 'atLeast' ? price <= extreme : price >= extreme) continue
      extreme = price
      at = next
    }
    expect(firstTime(market, side, relation, extreme, anchor, to)).toBe(at)
    expect(firstTime(market, side, relation, extreme, anchor, at - 1)).toBeUndefined()
    const beyond = relation === 'atLeast' ? extreme + 1n : extreme - 1n
    expect(firstTime(market, side, relation, beyond, anchor, to)).toBeUndefined()
  })

  test('includes the start of the last second but not the microsecond before', () => {
    const price = quoteAt('BTCUSD', anchor).bid + 1n
    const found = firstTime('BTCUSD', 'bid', 'atLeast', price, anchor, anchor + year)
    if (found === undefined) throw new Error('The price does not rise in a year.')
    expect(found % second).toBe(0)
    expect(firstTime('BTCUSD', 'bid', 'atLeast', price, anchor, found)).toBe(found)
    expect(firstTime('BTCUSD', 'bid', 'atLeast', price, anchor, found - 1)).toBeUndefined()
    expect(firstTime('BTCUSD', 'bid', 'atLeast', price, found + 7, found + 7)).toBe(found + 7)
  })

  test('handles prices that are never reached', () => {
    const far = 10n ** 40n
    expect(firstTime('BTCUSD', 'ask', 'atLeast', far, anchor, anchor + year)).toBeUndefined()
    expect(firstTime('BTCUSD', 'ask', 'atMost', far, anchor, anchor + year)).toBe(anchor)
    expect(firstTime('BTCUSD', 'bid', 'atMost', 0n, anchor, anchor + year)).toBeUndefined()
    expect(firstTime('BTCUSD', 'bid', 'atLeast', 0n, anchor, anchor + year)).toBe(anchor)
    expect(firstTime('BTCUSD', 'bid', 'atLeast', 0n, anchor, anchor - 1)).toBeUndefined()
  })

  test('finds the first time within centuries', () => {
    fc.assert(
      fc.property(
        anyMarket,
        anySide,
        anyRelation,
        fc.integer({ min: 40, max: 80 }),
        (market, side, relation, share) => {
          const { middle, reach } = marketTerms[market]
          const away = BigInt(Math.floor((reach * share) / 100))
          const price = relation === 'atLeast' ? BigInt(middle) + away : BigInt(middle) - away
          const found = firstTime(market, side, relation, price, anchor, Number.MAX_SAFE_INTEGER)
          if (found === undefined) return share > 60
          const holds = (at: number) => {
            const now = quoteAt(market, at)[side]
            return relation === 'atLeast' ? now >= price : now <= price
          }
          return holds(found) && (found === anchor || !holds(found - second))
        },
      ),
      { numRuns: 200 },
    )
  })
})
