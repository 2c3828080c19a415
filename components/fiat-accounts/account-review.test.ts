import { expect, test } from 'vitest'
import { changeValues } from './account-changes'
import { newAccountReview } from './account-form'
import { blankNewAccount } from './account-values'
import { changeReview } from './change-form'

test('a new account is reviewed, and its status can be checked for as long as its reference answers', () => {
  expect(newAccountReview(blankNewAccount, { intent: 'an-intent' }).next.slice(1)).toEqual([
    'The provider reviews the account: it is Pending until the provider approves or rejects it.',
    'You can check the status for 23 hours.',
  ])
})

test('a change of the bank is reviewed again, and promises no look-up', () => {
  const { known, ...blank } = changeValues(undefined, undefined)
  const values = { ...structuredClone(blank), known }
  values.fiat_network_instructions.wire.routing_details.bank_name = 'Halden Bank'
  const { next } = changeReview(values, 'an-account')
  expect(next).toContain('The account goes back to review: it is Pending until the provider approves or rejects it.')
  expect(next).toContain('A change has no reference: if the answer is lost, Mintdesk cannot look up its outcome.')
})
