import { expect, test } from 'vitest'
import { depositReview, memoMeaning } from './deposit-form'
import { trackingLimit } from './deposit-tracking'
import { blankDeposit } from './deposit-values'

test('the review of a deposit says how and for how long its transfers are searched', () => {
  const next = depositReview({ ...blankDeposit, amount: '250.00', memo_id: 'MD-1' }).nextSteps.join(' ')
  expect(next).toContain('in the list of transfers, by memo, amount and time')
  expect(next).toContain(`for up to ${trackingLimit / 60_000} minutes`)
  expect(next).toContain('never sends it again automatically')
})

test('a memo is reported as unused only after the rules have loaded', () => {
  const memos = [{ memo: 'MD2', rule: 'USD by wire to USDG' }]
  expect(memoMeaning('', memos, 'loaded')).toBeUndefined()
  expect(memoMeaning('MD2', memos, 'loading')).toBe('Triggers the rule “USD by wire to USDG”.')
  expect(memoMeaning('MD3', [], 'loading')).toBeUndefined()
  expect(memoMeaning('MD3', [], 'failed')).toMatch(/couldn't be loaded/)
  expect(memoMeaning('MD3', memos, 'loaded')).toMatch(/^None of the newest rules/)
})
