import { expect, test } from 'vitest'
import { depositReview } from './deposit-form'
import { trackingLimit } from './deposit-tracking'
import { blankDeposit } from './deposit-values'

test('the review of a deposit says how and for how long its transfers are searched', () => {
  const next = depositReview({ ...blankDeposit, amount: '250.00', memo_id: 'MD-1' }).nextSteps.join(' ')
  expect(next).toContain('in the list of transfers, by memo, amount and time')
  expect(next).toContain(`for up to ${trackingLimit / 60_000} minutes`)
  expect(next).toContain('never sends it again automatically')
})
