/** What the API description says of orchestration rules. */
import { NewRule, Rule, RuleAnswer, RuleAsset, RuleDestination, RuleSource } from '../../api/provider/rules'
import { type Documentation, example, named } from './documentation'
import { exactlyOne, exampleAddress, exampleIds, exampleMemo } from './values'

const fields = {
  ref_id: 'Client-provided unique reference ID.',
  profile_id: 'Profile ID of the account owner.',
  source_asset: 'Incoming asset.',
  destination_asset: 'Asset it is converted to.',
  source: 'Where the asset arrives: exactly one member.',
  nickname: 'Human-readable nickname.',
  identity_id: 'Identity ID of the account owner.',
  account_id: 'Account ID where the rule applies.',
  destination: 'Where the converted asset goes: at most one member. Without one it stays on the profile.',
}

const schemas = {
  RuleAsset: named(RuleAsset, { about: 'An asset that rules convert from or to.' }),
  RuleSource: named(RuleSource, {
    about: 'Where the asset arrives: exactly one member. The service generates the members that are left out.',
    fields: {
      crypto: 'From a crypto deposit address.',
      fiat: 'From a wire that carries the rule’s memo.',
      profile: 'From a profile.',
    },
    jsonSchema: exactlyOne(Object.keys(RuleSource.shape)),
  }),
  RuleDestination: named(RuleDestination, {
    about: 'Where the converted asset goes: at most one member.',
    fields: { crypto: 'To a crypto address.', fiat: 'By wire to a fiat account.', profile: 'To a profile.' },
    jsonSchema: { maxProperties: 1 },
  }),
  NewRule: named(NewRule, { about: 'An orchestration rule to create.', fields }),
  Rule: named(Rule, {
    about: 'A rule that automatically converts one asset to another, from a source to a destination.',
    fields: { ...fields, id: 'Rule ID.', created_at: 'Creation time.' },
  }),
  RuleAnswer: named(RuleAnswer, {
    about: 'The created rule.',
    fields: { rule: 'The rule, with the generated members of its source.' },
  }),
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

const rule: Rule = {
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

const operations: { createRule: Documentation<'createRule'> } = {
  createRule: {
    tag: 'Orchestration rules',
    about:
      'Creates a rule. The service generates the address, the ids and the memo of its source. Deposits must carry the ' +
      '`memo_id` of a fiat source. A repeated `ref_id` is answered 409 with the existing rule.',
    rules: [],
    body: schemas.NewRule,
    bodies: {
      mint: { summary: 'Mint USDG from wires and send it to an address', value: newRule },
      redeem: {
        summary: 'Redeem PYUSD from an address to a bank account',
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
    response: schemas.RuleAnswer,
    answers: example('mint', 'The rule with the memo that wires must carry', { rule }),
  },
}

export const rules = { schemas, operations }
