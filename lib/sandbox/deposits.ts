/** Money that arrives: spec, "Initiate sandbox fiat deposit", and what control lets come. */
import type { Rule, RuleAsset } from '../provider/rules'
import type { CryptoNetwork, Transfer } from '../provider/transfers'
import { example, exampleMemo } from './description/documentation'
import { hasProfile } from './engine/balances'
import { findRuleByAddress, findRuleByMemo, networkNamed } from './engine/rules'
import type { Snapshot } from './engine/schedule'
import { type Plan, startTransfer } from './engine/settlement'
import { exampleAccount } from './fiat-accounts'
import { businessRefusal, type Operation } from './handlers'
import { type Asset, assets, centsOf, decimalOf, unitsOf } from './money'
import { createRandom, unseeded } from './random'
import { addressOn, hashOn, stableRoutes } from './seed/networks'
import { profiles } from './seed/parties'

/** Duration of a deposit in microseconds. */
const takes = 3_000_000

const refused = (field: string, message: string) => businessRefusal('The deposit cannot be created.', field, message)

function amountIn(asset: Asset, text: string): bigint {
  const amount = unitsOf(text, asset.scale)
  if (amount === undefined) throw refused('amount', `${asset.name} has at most ${asset.scale} decimal places.`)
  if (amount === 0n) throw refused('amount', 'Amount must be more than zero.')
  return amount
}

/** What a deposit has of the rule whose memo or address it bears. */
const ofRule = (rule: Rule | undefined) => ({
  identity_id: rule?.identity_id,
  account_id: rule?.account_id,
  // Spec, Transfer: "For deposit transfers it is copied from the crypto deposit address or fiat deposit memo".
  metadata: rule && { rule_id: rule.id, ...(rule.nickname ? { rule: rule.nickname.slice(0, 100) } : {}) },
})

function startWire(snapshot: Snapshot, text: string, profile: string, more: Partial<Plan>): Transfer {
  const amount = amountIn(assets.USD, text)
  // Ours: whole dollars, so that the cents of an amount are unchanged.
  const fee = amount >= 1000_00n ? 10_00n : 0n
  return startTransfer(snapshot, { profile, type: 'WIRE_DEPOSIT', asset: assets.USD, amount, fee, takes, ...more })
}

/** A wire of so many dollars arrives. @throws ProblemError 403 `business-rule` for an amount of zero */
export function receiveWire(snapshot: Snapshot, text: string, memo: string): Transfer {
  const rule = findRuleByMemo(snapshot.store, memo)
  return startWire(snapshot, text, rule?.profile_id ?? profiles[0].id, { memo, ...ofRule(rule) })
}

/** Money that arrives at the deposit address of a rule, or in a profile. */
export type NewDeposit = { amount: string; asset: RuleAsset } & (
  | { address: string; profile_id?: undefined }
  | { profile_id: string; address?: undefined }
)

/** The network on which a profile gets a stablecoin that comes to no rule's address. */
const usualNetwork = (name: RuleAsset): CryptoNetwork =>
  stableRoutes.find(([[asset]]) => asset === name)?.[0][1] ?? 'ETHEREUM'

/**
 * A deposit arrives: a stablecoin on the network of its address, dollars by wire.
 * @throws ProblemError 403 `business-rule` for an amount, address or profile that cannot be
 */
export function receiveDeposit(snapshot: Snapshot, { amount: text, asset: name, ...to }: NewDeposit): Transfer {
  if (to.profile_id !== undefined && !hasProfile(to.profile_id))
    throw refused('profile_id', `No profile has the id ${to.profile_id}.`)
  if (name === 'USD') {
    if (to.profile_id === undefined) throw refused('asset', 'USD cannot arrive on a network.')
    return startWire(snapshot, text, to.profile_id, {})
  }
  const rule = to.address === undefined ? undefined : findRuleByAddress(snapshot.store, to.address)
  const profile = to.profile_id ?? rule?.profile_id
  if (profile === undefined) throw refused('address', `No rule has the deposit address ${to.address}.`)
  const asset = assets[name]
  const amount = amountIn(asset, text)
  const network = rule ? (networkNamed(rule.source.crypto?.network ?? '') ?? 'ETHEREUM') : usualNetwork(name)
  return startTransfer(snapshot, {
    profile,
    type: 'CRYPTO_DEPOSIT',
    asset,
    amount,
    takes,
    ...ofRule(rule),
    // The same for a profile each time.
    destination_address: to.address ?? addressOn(network, createRandom(Number.parseInt(profile.slice(0, 8), 16))),
    crypto_network: network,
    crypto_tx_hash: hashOn(network, unseeded()),
    notional_value: decimalOf(centsOf(amount, asset), 2, 2),
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
