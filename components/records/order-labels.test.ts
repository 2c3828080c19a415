import { expect, test } from 'vitest'
import { assetsOfMarket, marketAssets, markets } from '@/lib/provider/order-terms'
import { readOrder } from '@/lib/provider/records'
import { marketTerms } from '@/lib/sandbox/engine/markets'
import { fillProgress, orderResult, orderStatusStyle } from './order-labels'

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

const ended = (order: object) => orderResult(readOrder({ market: 'BTCUSD', status: 'FILLED', ...order }))

test.each([
  [
    'a sale says what was sold and brought',
    { side: 'SELL', base_amount: '25', amount_filled: '25', volume_weighted_average_price: '64897.65' },
    { title: 'Sold 25 BTC', brought: { text: '1622441.25', asset: 'USD' } },
  ],
  [
    'a purchase says what was paid, to the cent, and bought',
    { side: 'BUY', quote_amount: '1000', amount_filled: '0.01540878', volume_weighted_average_price: '64897.65' },
    { title: 'Bought BTC for 999.99 USD', brought: { text: '0.01540878', asset: 'BTC' } },
  ],
  [
    'a cancelled order keeps what was filled before',
    { side: 'SELL', status: 'CANCELLED', base_amount: '2', amount_filled: '0.5', volume_weighted_average_price: '100' },
    { title: 'Sold 0.5 BTC', brought: { text: '50.00', asset: 'USD' } },
  ],
  [
    'an expired sale that filled nothing',
    { side: 'SELL', status: 'EXPIRED', base_amount: '2', amount_filled: '0.00' },
    { title: 'Nothing sold of 2 BTC' },
  ],
  [
    'a cancelled purchase that filled nothing',
    { side: 'BUY', status: 'CANCELLED', quote_amount: '50000', amount_filled: '0' },
    { title: 'Nothing bought for 50,000 USD' },
  ],
  ['without a price only the amount is known', { side: 'SELL', amount_filled: '3' }, { title: 'Sold 3 BTC' }],
  ['an open order may still change', { side: 'SELL', status: 'OPEN', amount_filled: '3' }, undefined],
  ['a side of no name is not guessed', { side: 'SWAP', amount_filled: '3' }, undefined],
  ['a market of no name is not guessed', { side: 'SELL', market: 'SOLUSDC', amount_filled: '3' }, undefined],
  ['a filled order without its amount', { side: 'SELL', base_amount: '3' }, undefined],
])('the result of an order: %s', (_, order, result) => expect(ended(order)).toEqual(result))
