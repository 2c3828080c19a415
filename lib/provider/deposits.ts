/** Spec, "Initiate sandbox fiat deposit". */
import * as z from 'zod/mini'
import { amountPattern } from '../domain/values'
import { accountNumberOf, textsWithoutNumber } from './account-names'
import { FiatAccountOwner, FiatNetworkInstructions, fullDetails } from './fiat-accounts'
import { amountAt, bodyOf, joined, lineAt } from './summaries'
import { decimal, NameText, named, object, optional, required } from './value-schemas'

/** Spec: "Pattern `^[0-9]*\.?[0-9]{1,2}$`". */
export const depositAmountPattern = /^[0-9]*\.?[0-9]{1,2}$/

export const NewFiatDeposit = named(
  'NewFiatDeposit',
  'A fiat deposit to simulate.',
  object({
    amount: required(
      decimal(depositAmountPattern, ({ input }) =>
        amountPattern.test(String(input))
          ? 'Amount can have at most 2 decimal places, like 1250.00.'
          : 'Enter the amount as a number, like 1250.00.',
      ),
      'Amount, with at most two decimals.',
    ),
    asset: required(z.literal('USD', { error: 'Only USD can be deposited.' }), 'Only `USD` is supported.'),
    memo_id: required(
      NameText.check(z.minLength(1)),
      'String the client must place in the memo field of the deposit to credit the platform balance.',
    ),
    fiat_network_instructions: required(FiatNetworkInstructions, 'Network instructions of the sending account.'),
    fiat_account_owner: optional(FiatAccountOwner, 'Owner of the sending account.'),
  }),
)
export type NewFiatDeposit = z.infer<typeof NewFiatDeposit>

/** "Response: an empty JSON object." */
export const NoContent = named('NoContent', 'An empty JSON object.', object({}))

/** "Test wire of 10,000.00 USD, memo MD7KQ2XW4H". */
function depositSummary(_path: object, body: unknown): string {
  const amount = amountAt(body, 'amount')
  const memo = textsWithoutNumber(body, accountNumberOf(body))('memo_id')
  return joined(
    `Test wire of ${[amount, lineAt(body, 'asset') ?? 'money'].filter(Boolean).join(' ')}`,
    memo && `memo ${memo}`,
  )
}

const [ofInstitution, ofPerson] = fullDetails
const money = { amount: '1000.50', asset: 'USD', memo_id: 'MD7KQ2XW4H' } as const

export const bodies = {
  NewFiatDeposit: bodyOf({
    schema: NewFiatDeposit,
    summarize: depositSummary,
    full: [
      { ...money, ...ofInstitution },
      { ...money, ...ofPerson },
    ],
  }),
}
