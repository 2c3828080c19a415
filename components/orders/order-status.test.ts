import { expect, test } from 'vitest'
import { marketAssets, markets } from '@/lib/api/orders'
import { readOrder } from '@/lib/api/reading'
import { marketTerms } from '@/lib/sandbox/engine/markets'
import { assetsOfMarket, orderStatusLook } from './order-status'

const look = (order: object) => {
  const { word, why, isLoud } = orderStatusLook(readOrder({ market: 'BTCUSD', base_amount: '12.50', ...order }))
  return { word, why, isLoud }
}

test('a status is said in words, and one that nobody knows as it came', () => {
  expect(look({ status: 'SUBMITTED', amount_filled: '0' })).toEqual({ word: 'Submitted' })
  expect(look({ status: 'REJECTED', amount_filled: '0.00' })).toEqual({ word: 'Refused', isLoud: true })
  expect(look({ status: 'HELD_FOR_REVIEW' })).toEqual({ word: 'HELD_FOR_REVIEW' })
  expect(look({ status: 'constructor' })).toEqual({ word: 'constructor' })
  expect(look({})).toEqual({ word: 'no status' })
})

test('an order that has filled in part says how much, to the digit', () => {
  const why = 'partly filled, 6.250 of 12.50 BTC'
  expect(look({ status: 'OPEN', amount_filled: '6.250' })).toEqual({ word: 'Open', why })
  expect(look({ status: 'CANCELLED', amount_filled: '6.250' })).toEqual({ word: 'Cancelled', why })
  expect(look({ status: 'FILLED', amount_filled: '12.50' })).toEqual({ word: 'Filled' })
})

test('every market names its two assets, as the sandbox trades them', () => {
  for (const market of markets) {
    const { base, quote } = marketTerms[market]
    expect(marketAssets(market)).toEqual({ base, quote })
    expect(assetsOfMarket(market)).toEqual({ base, quote })
  }
  expect(assetsOfMarket('SOLUSDC')).toEqual({ base: '', quote: '' })
})
