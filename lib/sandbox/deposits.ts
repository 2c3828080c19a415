/** Spec, "Initiate sandbox fiat deposit". */

import { findRuleByMemo } from './engine/rules'
import { startTransfer } from './engine/settlement'
import type { Handlers } from './handlers'
import { businessRefusal } from './handlers'
import { assets, unitsOf } from './money'
import { profiles } from './seed/parties'

/** Duration of a wire in microseconds. */
const wire = 3_000_000

export const initiateSandboxFiatDeposit: Handlers['initiateSandboxFiatDeposit'] = ({ body }, context) => {
  const asset = assets.USD
  const amount = unitsOf(body.amount, asset.scale) ?? 0n
  if (amount === 0n) throw businessRefusal('The deposit cannot be created.', 'amount', 'Amount must be more than zero.')
  const rule = findRuleByMemo(context.store, body.memo_id)
  startTransfer(context, {
    profile: rule?.profile_id ?? profiles[0].id,
    type: 'WIRE_DEPOSIT',
    asset,
    amount,
    // Ours: whole dollars, so that the cents of an amount are unchanged.
    fee: amount >= 1000_00n ? 10_00n : 0n,
    takes: wire,
    memo: body.memo_id,
    identity_id: rule?.identity_id,
    account_id: rule?.account_id,
    // Spec, Transfer: "For deposit transfers it is copied from … the fiat deposit memo used for attribution."
    metadata: rule && { rule_id: rule.id, ...(rule.nickname ? { rule: rule.nickname.slice(0, 100) } : {}) },
  })
  return {}
}
