/** What becomes of a fiat account that was entered or changed. Not shown in the spec; service-facts, "Our own service". */
import type { FiatAccount } from '../../api/fiat-accounts'
import { timestampOf } from '../moments'
import { accountOf, saveAccount } from './account-rows'
import { schedule, type World } from './due'

/** Microseconds that a review takes. */
const review = 4_000_000

/** Has an account reviewed. */
export const underReview = (world: World, id: string) => schedule(world, world.now + review, 'review-account', id)

/** Magic: a bank whose name contains REJECT is rejected, one with HOLD is never decided. */
function verdictOf(account: FiatAccount): FiatAccount['status'] {
  const bank = account.fiat_network_instructions.wire.routing_details?.bank_name ?? ''
  if (bank.includes('REJECT')) return 'REJECTED'
  return bank.includes('HOLD') ? 'PENDING' : 'APPROVED'
}

/** Decides about an account, by what is in it at the end of the review. */
export function reviewAccount({ store, now }: World, id: string): void {
  const account = accountOf(store, id)
  if (account?.status !== 'PENDING') return
  const status = verdictOf(account)
  if (status !== 'PENDING') saveAccount(store, { ...account, status, updated_at: timestampOf(now) })
}
