import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintedOf } from './minted'

test('any complete quotes: above and below zero are summed apart, exactly, by asset', () => {
  const quotes = fc.array(
    fc.record({
      asset: fc.constantFrom('USDG', 'PYUSD'),
      units: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      status: fc.constantFrom('COMPLETE', 'PENDING', 'FAILED'),
    }),
  )
  fc.assert(
    fc.property(quotes, (all) => {
      const found = mintedOf(all.map(({ units, ...quote }) => ({ ...quote, tokens: String(units) })))
      const complete = all.filter(({ status }) => status === 'COMPLETE')
      expect(found.quotes).toBe(complete.length)
      for (const asset of ['USDG', 'PYUSD']) {
        const own = complete.filter((quote) => quote.asset === asset)
        const sum = (sign: 1 | -1) =>
          own.reduce((total, { units }) => total + (Math.sign(units) * sign < 0 ? 0 : Math.abs(units)), 0)
        const row = found.assets.find((one) => one.asset === asset)
        expect([Number(row?.above ?? 0), Number(row?.below ?? 0)]).toEqual([sum(1), sum(-1)])
      }
    }),
  )
})

test('a quote without an asset or a number is told and left out; digits are kept', () => {
  expect(
    mintedOf([
      { asset: 'USDG', status: 'COMPLETE', tokens: '-0.000000000000000001' },
      { asset: 'USDG', status: 'COMPLETE', tokens: '12.50' },
      { asset: 'USDG', status: 'COMPLETE' },
      { status: 'COMPLETE', tokens: '1' },
      { asset: 'USDG', status: 'COMPLETE', tokens: 'many' },
    ]),
  ).toEqual({
    assets: [{ asset: 'USDG', above: '12.50', below: '0.000000000000000001', quotes: 2 }],
    quotes: 5,
    incomplete: 3,
  })
})
