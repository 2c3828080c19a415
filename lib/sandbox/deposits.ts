/** Spec, "Initiate sandbox fiat deposit". */
import type { Transfer } from '../api/provider/transfers'
import { example, exampleMemo } from './description/documentation'
import { findRuleByMemo } from './engine/rules'
import type { Snapshot } from './engine/schedule'
import { startTransfer } from './engine/settlement'
import { exampleAccount } from './fiat-accounts'
import { businessRefusal, type Operation } from './handlers'
import { assets, unitsOf } from './money'
import { profiles } from './seed/parties'

/** Duration of a wire in microseconds. */
const wire = 3_000_000

/** A wire of so many dollars arrives. @throws ProblemError 403 `business-rule` for an amount of zero */
export function receiveWire(snapshot: Snapshot, text: string, memo: string): Transfer {
  const asset = assets.USD
  const amount = unitsOf(text, asset.scale) ?? 0n
  if (amount === 0n) throw businessRefusal('The deposit cannot be created.', 'amount', 'Amount must be more than zero.')
  const rule = findRuleByMemo(snapshot.store, memo)
  return startTransfer(snapshot, {
    profile: rule?.profile_id ?? profiles[0].id,
    type: 'WIRE_DEPOSIT',
    asset,
    amount,
    // Ours: whole dollars, so that the cents of an amount are unchanged.
    fee: amount >= 1000_00n ? 10_00n : 0n,
    takes: wire,
    memo,
    identity_id: rule?.identity_id,
    account_id: rule?.account_id,
    // Spec, Transfer: "For deposit transfers it is copied from … the fiat deposit memo used for attribution."
    metadata: rule && { rule_id: rule.id, ...(rule.nickname ? { rule: rule.nickname.slice(0, 100) } : {}) },
  })
}

export const initiateSandboxFiatDeposit: Operation<'initiateSandboxFiatDeposit'> = {
  handle({ body }, context) {
    receiveWire(context, body.amount, body.memo_id)
    return {}
  },

  tag: { name: 'Sandbox', description: 'Available in a sandbox only.' },
  about:
    'Simulates an incoming fiat deposit, which appears as a WIRE_DEPOSIT with the memo. The memo of a rule credits the ' +
    'rule’s profile and runs the rule. There is no `ref_id`: each request creates another deposit.',
  bodies: example('wire', 'A wire of 10,000 dollars with a rule’s memo', {
    amount: '10000.00',
    asset: 'USD',
    memo_id: exampleMemo,
    fiat_network_instructions: exampleAccount.fiat_network_instructions,
    fiat_account_owner: exampleAccount.fiat_account_owner,
  }),
  success: 'An empty object. List transfers shows the deposit.',
  answers: example('accepted', 'The deposit was accepted', {}),
}
