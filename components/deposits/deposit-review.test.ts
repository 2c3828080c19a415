import { expect, test } from 'vitest'
import { depositReview } from './deposit-form'
import { followFor } from './deposit-transfers'
import { blankDeposit } from './deposit-values'

test('a deposit is looked for in the list of transfers, for as long as the next page follows it', () => {
  const next = depositReview({ ...blankDeposit, amount: '250.00', memo_id: 'MD-1' }).next.join(' ')
  expect(next).toContain('in the list of transfers, by memo, amount and time')
  expect(next).toContain(`for up to ${followFor / 60_000} minutes`)
  expect(next).toContain('never sends it again automatically')
})
