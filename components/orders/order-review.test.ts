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

describe('the next steps of an order', () => {
  const next = (more: object = {}) => orderReview({ ...order, ...more }, context).nextSteps.join(' ')

  test('look up later fills by the reference, not in transfers', () => {
    expect(next()).toContain('look the order up by its reference')
    expect(next()).not.toMatch(/transfer/i)
  })

  test('promise only its acceptance without a wait', () => {
    expect(next()).toContain("You'll see whether the order was accepted.")
    expect(next()).not.toContain('filled')
  })

  test('state the length of a wait', () => {
    expect(next({ await_fill_millis: '2500' })).toContain('The provider waits up to 2.5 s')
  })
})
