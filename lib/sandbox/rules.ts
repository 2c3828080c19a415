/** Spec, "Create orchestration rule". */
import { randomUUID } from 'node:crypto'
import type { NewRule, Rule } from '../provider/rules'
import { example, exampleAddress, exampleIds, exampleMemo } from './description/documentation'
import { hasProfile } from './engine/balances'
import { findAccount } from './engine/fiat-accounts'
import { addRule, findRuleByRef, networkNamed } from './engine/rules'
import { businessRefusal, type Context, type Operation } from './handlers'
import { unseeded } from './random'
import { addressOn } from './seed/networks'
import { timestampOf } from './timestamps'

const refused = (field: string, message: string) => businessRefusal('The rule cannot be created.', field, message)

/** The spec does not show the valid combinations; these are ours. */
function checkRule({ source, destination, ...rule }: NewRule, { store }: Context): void {
  const requireProfile = (field: string, id: string | undefined) => {
    if (id === undefined) throw refused(field, 'Enter the profile ID.')
    if (!hasProfile(id)) throw refused(field, `No profile has the id ${id}.`)
  }
  requireProfile('profile_id', rule.profile_id)
  if (source.fiat && rule.source_asset !== 'USD')
    throw refused('source_asset', `${rule.source_asset} cannot arrive by wire. A fiat source needs USD.`)
  if (source.crypto && rule.source_asset === 'USD')
    throw refused('source_asset', 'USD cannot arrive on a network. A crypto source needs a stablecoin.')
  if (source.crypto && !source.crypto.network) throw refused('source.crypto.network', 'Enter the network.')
  if (source.profile) requireProfile('source.profile.profile_id', source.profile.profile_id)
  if (!destination) return
  if (destination.crypto) {
    if (rule.destination_asset === 'USD')
      throw refused('destination_asset', 'USD cannot leave on a network. A crypto destination needs a stablecoin.')
    if (!destination.crypto.address) throw refused('destination.crypto.address', 'Enter the address.')
    if (!destination.crypto.network) throw refused('destination.crypto.network', 'Enter the network.')
  }
  if (destination.fiat) {
    if (rule.destination_asset !== 'USD')
      throw refused(
        'destination_asset',
        `${rule.destination_asset} cannot leave by wire. A fiat destination needs USD.`,
      )
    const id = destination.fiat.fiat_account_id
    if (id === undefined) throw refused('destination.fiat.fiat_account_id', 'Enter the fiat account ID.')
    if (!findAccount(store, id.toLowerCase()))
      throw refused('destination.fiat.fiat_account_id', `No fiat account has the id ${id}.`)
  }
  if (destination.profile) requireProfile('destination.profile.profile_id', destination.profile.profile_id)
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** "The service generates address, ids and memo_id" (docs/provider.md, "Writing"); sent values are discarded. */
function sourceOf({ source }: NewRule): Rule['source'] {
  const random = unseeded()
  if (source.fiat) {
    const { network = 'WIRE', account_type = 'ABA' } = source.fiat
    const memo = `MD${random.text(letters, 10)}`
    return { fiat: { deposit_instructions_id: randomUUID(), network, account_type, memo_id: memo } }
  }
  if (source.crypto) {
    const { network = '' } = source.crypto
    return {
      crypto: { address_id: randomUUID(), address: addressOn(networkNamed(network) ?? 'ETHEREUM', random), network },
    }
  }
  return source
}

const newRule: NewRule = {
  ref_id: 'mint-usdg-main',
  profile_id: exampleIds.treasury,
  source_asset: 'USD',
  destination_asset: 'USDG',
  nickname: 'Mint USDG from wires',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
  destination: { crypto: { address: exampleAddress, network: 'ETHEREUM' } },
}

const exampleRule: Rule = {
  ...newRule,
  id: 'rule_7f2c91d04e',
  source: {
    fiat: {
      deposit_instructions_id: 'b80f6d2a-4c17-49e5-8a3b-d165e0c7f942',
      network: 'WIRE',
      account_type: 'ABA',
      memo_id: exampleMemo,
    },
  },
  created_at: '2026-11-19T14:47:55.008163Z',
}

export const createRule: Operation<'createRule'> = {
  existing: ({ body }, { store }) => findRuleByRef(store, body.ref_id),

  handle({ body }, context) {
    checkRule(body, context)
    const rule: Rule = { id: randomUUID(), ...body, source: sourceOf(body), created_at: timestampOf(context.now) }
    addRule(context.store, rule)
    return { rule }
  },

  tag: {
    name: 'Orchestration rules',
    description: 'Rules that automatically convert one asset to another, from a source to a destination.',
  },
  about:
    'Creates a rule. The service generates the address, the ids and the memo of its source. Deposits must carry the ' +
    '`memo_id` of a fiat source. A repeated `ref_id` is answered 409 with the existing rule.',
  bodies: {
    mint: { summary: 'Mint USDG from wires and send it to an address', value: newRule },
    redeem: {
      summary: 'Redeem PYUSD from an address to a fiat account',
      value: {
        ref_id: 'redeem-pyusd-main',
        profile_id: exampleIds.treasury,
        source_asset: 'PYUSD',
        destination_asset: 'USD',
        source: { crypto: { network: 'SOLANA' } },
        destination: { fiat: { fiat_account_id: exampleIds.fiatAccount, memo: 'Redemption' } },
      },
    },
  },
  success: 'The rule.',
  answers: example('mint', 'The rule with the memo that wires must carry', { rule: exampleRule }),
}
