/** Spec, "Initiate sandbox fiat deposit". */
import * as z from 'zod/mini'
import { FiatAccountOwner, FiatNetworkInstructions } from './fiat-accounts'
import { object } from './values'

/** Spec: "Pattern `^[0-9]*\.?[0-9]{1,2}$`". */
export const depositAmountPattern = /^[0-9]*\.?[0-9]{1,2}$/

export const NewFiatDeposit = object({
  amount: z
    .string()
    .check(
      z.regex(depositAmountPattern, { error: 'Amount is written in digits and can have at most 2 decimal places.' }),
    ),
  asset: z.literal('USD', { error: 'Only USD can be deposited.' }),
  memo_id: z.string().check(z.minLength(1, { error: 'Memo ID cannot be empty.' })),
  fiat_network_instructions: FiatNetworkInstructions,
  fiat_account_owner: z.optional(FiatAccountOwner),
})
export type NewFiatDeposit = z.infer<typeof NewFiatDeposit>

/** "Response: an empty JSON object." */
export const NoContent = object({})
