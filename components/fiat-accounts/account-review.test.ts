import { expect, test } from 'vitest'
import { changeValues } from './account-changes'
import { newAccountReview } from './account-form'
import { blankNewAccount } from './account-values'
import { changeReview } from './change-form'

test("the review of a new account announces the provider's review and the 23 hours for status checks", () => {
  expect(newAccountReview(blankNewAccount, { intent: 'an-intent' }).nextSteps.slice(1)).toEqual([
    'The provider reviews the account: it is Pending until the provider approves or rejects it.',
    'You can check the status for 23 hours.',
  ])
})

test('the review of a bank change announces another review and offers no look-up', () => {
  const { known, ...blank } = changeValues(undefined)
  const values = { ...structuredClone(blank), known }
  values.fiat_network_instructions.wire.routing_details.bank_name = 'Halden Bank'
  const { nextSteps } = changeReview(values, 'an-account')
  expect(nextSteps).toContain(
    'The account goes back to review: it is Pending until the provider approves or rejects it.',
  )
  expect(nextSteps).toContain('A change has no reference: if the answer is lost, Mintdesk cannot look up its outcome.')
})
