/** Spec, "Initiate sandbox fiat deposit". */
import * as z from 'zod/mini'
import { amountPattern } from '../../domain/values'
import { decimal, FilledText, object } from '../value-schemas'
import { accountNumberOf, textsWithoutNumber } from './account-names'
import { FiatAccountOwner, FiatNetworkInstructions } from './fiat-accounts'
import { amountAt, joined, lineAt } from './summaries'

/** Spec: "Pattern `^[0-9]*\.?[0-9]{1,2}$`". */
export const depositAmountPattern = /^[0-9]*\.?[0-9]{1,2}$/

export const NewFiatDeposit = object({
  amount: decimal(depositAmountPattern, ({ input }) =>
    amountPattern.test(String(input))
      ? 'Amount can have at most 2 decimal places, like 1250.00.'
      : 'Enter the amount as a number, like 1250.00.',
  ),
  asset: z.literal('USD', { error: 'Only USD can be deposited.' }),
  memo_id: FilledText,
  fiat_network_instructions: FiatNetworkInstructions,
  fiat_account_owner: z.optional(FiatAccountOwner),
})
export type NewFiatDeposit = z.infer<typeof NewFiatDeposit>

/** "Response: an empty JSON object." */
export const NoContent = object({})

/** "Deposit 10,000.00 USD, memo MD7KQ2XW4H". */
export function depositSummary(_path: object, body: unknown): string {
  const amount = amountAt(body, 'amount')
  const memo = textsWithoutNumber(body, accountNumberOf(body))('memo_id')
  return joined(
    `Deposit ${[amount, lineAt(body, 'asset') ?? 'money'].filter(Boolean).join(' ')}`,
    memo && `memo ${memo}`,
  )
}
