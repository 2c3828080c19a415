/** What a person agrees to before a sandbox deposit is sent. */
import { ownerFacts, wireFacts } from '@/components/fiat-accounts/account-facts'
import { ownerAt, wireAt } from '@/components/fiat-accounts/account-values'
import type { Review } from '@/components/forms/description'
import { Amount, amountText } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy'
import { normalizeAmount } from '@/lib/browser/normalize-input'
import { type DepositValues, depositAsset } from './deposit-values'

/** The deposit in words and member by member. */
export function depositReview({
  amount: typed,
  memo_id,
  fiat_network_instructions,
  fiat_account_owner,
}: DepositValues): Review {
  const amount = normalizeAmount(typed)
  const memo = memo_id.trim()
  const money = `${amountText(amount)} ${depositAsset}`
  return {
    act: `Deposit ${money}`,
    sentence: `Simulate a wire of ${money} that arrives with the memo ${memo}.`,
    amount: { text: amount, asset: depositAsset },
    facts: [
      {
        name: 'Amount',
        value: (
          <>
            <Amount text={amount} isFree /> <span className="text-ink-3">{depositAsset}</span>
          </>
        ),
        field: 'amount',
      },
      {
        name: 'Memo',
        value: (
          <>
            <span className="font-mono text-sm [overflow-wrap:anywhere]">{memo}</span>{' '}
            <CopyButton text={memo} what="memo" />
          </>
        ),
        field: 'memo_id',
      },
      ...ownerFacts(fiat_account_owner, ownerAt),
      ...wireFacts(fiat_network_instructions.wire, wireAt),
    ],
    next: [
      'The deposit is recorded in Mintdesk, then sent once. It has no reference, so Mintdesk never sends it again automatically.',
      "The provider's answer is empty. Mintdesk looks for the deposit in the list of transfers, by memo, amount and time.",
      'The next page follows matching transfers until they settle, for up to 10 minutes.',
    ],
  }
}
