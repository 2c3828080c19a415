import { expect, test } from 'vitest'
import { assetsOfMarket, marketAssets, markets } from '@/lib/provider/order-terms'
import { readOrder } from '@/lib/provider/records'
import { marketTerms } from '@/lib/sandbox/engine/markets'
import { fillProgress, orderStatusStyle } from './order-labels'

const look = (order: object) => {
  const { label, why, isLoud } = orderStatusStyle(readOrder({ market: 'BTCUSD', base_amount: '12.50', ...order }))
  return { label, why, isLoud }
}

test('a status has a label, and an unknown one is shown unchanged', () => {
  expect(look({ status: 'SUBMITTED', amount_filled: '0' })).toEqual({ label: 'Submitted' })
  expect(look({ status: 'REJECTED', amount_filled: '0.00' })).toEqual({ label: 'Rejected', isLoud: true })
  expect(look({ status: 'HELD_FOR_REVIEW' })).toEqual({ label: 'HELD_FOR_REVIEW' })
  expect(look({ status: 'constructor' })).toEqual({ label: 'constructor' })
  expect(look({})).toEqual({ label: 'No status' })
})

test('a partly filled order shows the exact filled amount', () => {
  const why = 'partly filled, 6.250 of 12.50 BTC'
  expect(look({ status: 'OPEN', amount_filled: '6.250' })).toEqual({ label: 'Open', why })
  expect(look({ status: 'CANCELLED', amount_filled: '6.250' })).toEqual({ label: 'Cancelled', why })
  expect(look({ status: 'FILLED', amount_filled: '12.50' })).toEqual({ label: 'Filled' })
})

test('every market has the two assets that the sandbox trades', () => {
  for (const market of markets) {
    const { base, quote } = marketTerms[market]
    expect(marketAssets(market)).toEqual({ base, quote })
    expect(assetsOfMarket(market)).toEqual({ base, quote })
  }
  expect(assetsOfMarket('SOLUSDC')).toEqual({ base: '', quote: '' })
})

test.each([
  [
    { base_amount: '1.00', amount_filled: '0.25', volume_weighted_average_price: '91400.00' },
    '0.75 of 1.00 BTC left, average price 91,400.00 USD',
  ],
  [{ base_amount: '0.1', amount_filled: '0.00000000000000000001' }, '0.09999999999999999999 of 0.1 BTC left'],
  [{ base_amount: '1.00', amount_filled: '0', volume_weighted_average_price: '0' }, '1.00 of 1.00 BTC left'],
  // A market buy is asked for in quote.
  [
    { quote_amount: '500.00', amount_filled: '0.005', volume_weighted_average_price: '90000' },
    '0.005 BTC filled, average price 90,000 USD',
  ],
  [{ market: 'XYZ', base_amount: '2', amount_filled: '1' }, '1 of 2 left'],
  [{}, undefined],
])('the fill progress of %j is exact', (more, text) => {
  expect(fillProgress(readOrder({ market: 'BTCUSD', ...more }))).toBe(text)
})
