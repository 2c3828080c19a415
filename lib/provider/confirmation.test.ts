import { expect, test } from 'vitest'
import { amountToConfirm } from './confirmation'
import { environments } from './environments'

test('production asks for the amount of an order, with the asset that it is in', () => {
  const sale = { market: 'BTCUSD', side: 'SELL', type: 'LIMIT', base_amount: '12.50', price: '92000.00' }
  const spend = { market: 'BTCUSD', side: 'BUY', type: 'MARKET', quote_amount: '1000' }
  const asked = (body: unknown) => amountToConfirm('production', 'createOrder', body, '9999999')?.money
  expect(asked(sale)).toEqual({ text: '12.50', asset: 'BTC' })
  expect(asked(spend)).toEqual({ text: '1000', asset: 'USD' })
  expect(asked({ ...sale, market: 'SOLUSDC' })).toEqual({ text: '12.50', asset: '' })
  expect([undefined, {}, { base_amount: 5 }].map(asked)).toEqual([undefined, undefined, undefined])
  expect(amountToConfirm('sandbox', 'createOrder', sale, '9999999')).toBeUndefined()
})

test("a total over the desk's figure is asked for in both environments, and only where the body gives one", () => {
  const sale = { market: 'BTCUSD', side: 'SELL', type: 'LIMIT', base_amount: '12.50', price: '80000.00' }
  const asked = (more: object, figure = '1000000') =>
    environments.map((environment) => amountToConfirm(environment, 'createOrder', { ...sale, ...more }, figure))
  const amount = { name: 'amount', money: { text: '12.50', asset: 'BTC' } }
  expect(asked({})).toEqual([undefined, amount])
  const total = { name: 'total', money: { text: '1000000.125', asset: 'USD' } }
  expect(asked({ price: '80000.01' })).toEqual([total, total])
  expect(asked({ price: undefined })).toEqual([undefined, amount])
  const spent = { base_amount: undefined, price: undefined, quote_amount: '50.01' }
  const over = { name: 'total', money: { text: '50.01', asset: 'USD' } }
  expect(asked(spent, '50')).toEqual([over, over])
})
