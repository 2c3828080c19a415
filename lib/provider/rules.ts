/** Spec, "Orchestration rule" and "Create orchestration rule". */
import * as z from 'zod/mini'
import { ruleAssets } from './rule-terms'
import { bodyOf, joined, lineAt, memberAt, shortened } from './summaries'
import {
  CryptoAddress,
  FreeText,
  generated,
  givenIn,
  Id,
  meaning,
  NameText,
  named,
  object,
  oneOf,
  optional,
  Reference,
  required,
  shown,
  Text,
  Timestamp,
  Word,
} from './value-schemas'

export const RuleAsset = named('RuleAsset', 'An asset that rules convert from or to.', z.enum(ruleAssets))
export type RuleAsset = z.infer<typeof RuleAsset>

// The spec does not show the allowed networks, so any text is accepted.
const network = z.optional(Word)
// The provider makes what is left out.
const generatedName = z.optional(generated(NameText))

/** The spec does not show the valid combinations; exactly one member was observed (docs/provider.md, "Writing"). */
const RuleSource = oneOf(
  'RuleSource',
  'Where the asset arrives: exactly one member. Members that are left out are generated.',
  object({
    crypto: optional(
      object({ address_id: generatedName, address: z.optional(generated(CryptoAddress)), network }),
      'From a crypto deposit address.',
    ),
    fiat: optional(
      object({
        deposit_instructions_id: generatedName,
        network,
        account_type: z.optional(generated(Word)),
        memo_id: generatedName,
      }),
      'From a wire that carries the rule’s memo.',
    ),
    profile: optional(object({ profile_id: z.optional(NameText) }), 'From a profile.'),
  }),
  'Choose exactly one source: crypto, fiat or profile.',
  shown(),
)

/** The spec does not show the valid combinations; none or one member was observed (docs/provider.md, "Writing"). */
const RuleDestination = named(
  'RuleDestination',
  'Where the converted asset goes: at most one member.',
  meaning(
    { isDecisive: true, isOneOf: true },
    object({
      crypto: optional(object({ address: z.optional(CryptoAddress), network }), 'To a crypto address.'),
      fiat: optional(
        object({ fiat_account_id: z.optional(NameText), memo: z.optional(Text) }),
        'By wire to a fiat account.',
      ),
      profile: optional(object({ profile_id: z.optional(NameText) }), 'To a profile.'),
    }).check(
      z.refine((destination) => givenIn(destination).length <= 1, {
        error: 'Choose at most one destination: crypto, fiat or profile.',
      }),
    ),
  ),
  { maxProperties: 1 },
)

const members = {
  ref_id: required(Reference, 'Client-provided unique reference ID.'),
  profile_id: required(Id, 'Profile ID of the account owner.'),
  source_asset: required(RuleAsset, 'Incoming asset.'),
  destination_asset: required(RuleAsset, 'Asset it is converted to.'),
  source: required(RuleSource, 'Where the asset arrives: exactly one member.'),
  nickname: optional(FreeText, 'Human-readable nickname.'),
  identity_id: optional(Id, 'Identity ID of the account owner.'),
  account_id: optional(Id, 'Account ID where the rule applies.'),
  destination: optional(
    RuleDestination,
    'Where the converted asset goes: at most one member. Without one it stays on the profile.',
  ),
}

export const NewRule = named('NewRule', 'An orchestration rule to create.', object(members))
export type NewRule = z.infer<typeof NewRule>

export const Rule = named(
  'Rule',
  'A rule that automatically converts one asset to another, from a source to a destination.',
  object({ id: required(Id, 'Rule ID.'), ...members, created_at: required(Timestamp, 'Creation time.') }),
)
export type Rule = z.infer<typeof Rule>

/** "The response holds one object, `rule`." */
export const RuleAnswer = named(
  'RuleAnswer',
  'The created rule.',
  object({ rule: required(Rule, 'The rule, with the generated members of its source.') }),
)
export type RuleAnswer = z.infer<typeof RuleAnswer>

const way = (network: string | undefined) => (!network || network.toUpperCase() === 'WIRE' ? 'wire' : network)

/** "USD by wire to USDG on ETHEREUM, Mint from wires". */
function ruleSummary(_path: object, body: unknown): string {
  const [from, to] = [lineAt(body, 'source_asset') ?? 'money', lineAt(body, 'destination_asset') ?? 'money']
  const [source, destination] = [memberAt(body, 'source'), memberAt(body, 'destination')]
  const on = (side: unknown) => {
    const network = lineAt(side, 'crypto', 'network')
    return network ? ` on ${network}` : ' on a network'
  }
  const profile = (side: unknown) => {
    const id = lineAt(side, 'profile', 'profile_id')
    return id ? `profile ${shortened(id)}` : 'a profile'
  }
  const arrives = memberAt(source, 'fiat')
    ? ` by ${way(lineAt(source, 'fiat', 'network'))}`
    : memberAt(source, 'crypto')
      ? on(source)
      : memberAt(source, 'profile')
        ? ` in ${profile(source)}`
        : ''
  const leaves = memberAt(destination, 'fiat')
    ? ' by wire'
    : memberAt(destination, 'crypto')
      ? on(destination)
      : memberAt(destination, 'profile')
        ? ` in ${profile(destination)}`
        : ''
  return joined(`${from}${arrives} to ${to}${leaves}`, lineAt(body, 'nickname'))
}

const fullRule = {
  profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
  nickname: 'Mint from wires',
  identity_id: 'identity-a',
  account_id: 'account-a',
}

export const bodies = {
  NewRule: bodyOf({
    schema: NewRule,
    summarize: ruleSummary,
    full: [
      {
        ...fullRule,
        ref_id: 'mint-01',
        source_asset: 'USD',
        destination_asset: 'USDG',
        source: {
          fiat: { deposit_instructions_id: 'wires-1', network: 'WIRE', account_type: 'ABA', memo_id: 'MD7KQ2XW4H' },
        },
        destination: { crypto: { address: '0x8f3a1c6b2d94e07f5a6b3c8d1e2f40a97b5c6d3e', network: 'ETHEREUM' } },
      },
      {
        ...fullRule,
        ref_id: 'redeem-01',
        source_asset: 'PYUSD',
        destination_asset: 'USD',
        source: {
          crypto: {
            address_id: 'address-1',
            address: '0x3b9f1c6b2d94e07f5a6b3c8d1e2f40a97b5c6d3e',
            network: 'ETHEREUM',
          },
        },
        destination: { fiat: { fiat_account_id: '9a4d27c3-51be-4f0a-8c62-e7d0b3f81a95', memo: 'Redemption' } },
      },
      {
        ...fullRule,
        ref_id: 'sweep-01',
        source_asset: 'USDC',
        destination_asset: 'USDG',
        source: { profile: { profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12' } },
        destination: { profile: { profile_id: '3c4e8f57-6b1d-4a29-a7d8-0e5c2f9b3a74' } },
      },
    ],
  }),
}
