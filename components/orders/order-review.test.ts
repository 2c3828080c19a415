import { describe, expect, test } from 'vitest'
import type { FormContext } from '@/components/forms/description'
import { orderReview } from './order-review'
import { blankOrder } from './order-values'

const context: FormContext = {
  environment: 'sandbox',
  intent: '0198c0de-0000-7000-8000-000000000001',
  profileNames: {},
  requiresIdentity: false,
  now: 0,
  zone: 'UTC',
}
const order = { ...blankOrder, side: 'SELL', market: 'BTCUSD', base_amount: '1', price: '90000' } as const

describe('what happens after an order is sent', () => {
  const next = (more: object = {}) => orderReview({ ...order, ...more }, context).nextSteps.join(' ')

  test('later fills are looked up by the reference, not read from transfers', () => {
    expect(next()).toContain('look the order up by its reference')
    expect(next()).not.toMatch(/transfer/i)
  })

  test('without a wait only its acceptance is promised', () => {
    expect(next()).toContain("You'll see whether the order was accepted.")
    expect(next()).not.toContain('filled')
  })

  test('a wait is said with its length', () => {
    expect(next({ await_fill_millis: '2500' })).toContain('The provider waits up to 2.5 s')
  })
})
