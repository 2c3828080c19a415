import { expect, test } from 'vitest'
import { type Market, markets } from '../../api/orders'
import { assets, tenTo } from '../money'
import { marketTerms } from './markets'

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

test.each(markets)('%s never comes near nothing, and its walk stays exact', (market: Market) => {
  const { middle, reach, halfSpread } = marketTerms[market]
  expect(reach + halfSpread).toBeLessThanOrEqual(middle * 0.55)
  expect(reach).toBeLessThan(2 ** 23)
  expect(halfSpread).toBeGreaterThan(0)
})
