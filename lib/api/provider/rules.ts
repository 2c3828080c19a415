/** Spec, "Orchestration rule" and "Create orchestration rule". */
import * as z from 'zod/mini'
import { Id, object, Text, Timestamp } from '../value-schemas'
import { ruleAssets } from './rule-terms'
import { joined, lineAt, memberAt, shortened } from './summaries'

export const RuleAsset = z.enum(ruleAssets)
export type RuleAsset = z.infer<typeof RuleAsset>

const text = z.optional(Text)
const given = (members: object) => Object.values(members).filter((member) => member !== undefined).length

const plainSource = object({
  // The spec does not show the allowed networks, so any text is accepted.
  crypto: z.optional(object({ address_id: text, address: text, network: text })),
  fiat: z.optional(object({ deposit_instructions_id: text, network: text, account_type: text, memo_id: text })),
  profile: z.optional(object({ profile_id: text })),
})
/** The spec does not show the valid combinations; exactly one member was observed (docs/provider.md, "Writing"). */
export const RuleSource = plainSource.check(
  z.refine((source) => given(source) === 1, { error: 'Choose exactly one source: crypto, fiat or profile.' }),
)

const plainDestination = object({
  crypto: z.optional(object({ address: text, network: text })),
  fiat: z.optional(object({ fiat_account_id: text, memo: text })),
  profile: z.optional(object({ profile_id: text })),
})
/** The spec does not show the valid combinations; none or one member was observed (docs/provider.md, "Writing"). */
export const RuleDestination = plainDestination.check(
  z.refine((destination) => given(destination) <= 1, {
    error: 'Choose at most one destination: crypto, fiat or profile.',
  }),
)

const members = {
  ref_id: Id,
  profile_id: Id,
  source_asset: RuleAsset,
  destination_asset: RuleAsset,
  source: RuleSource,
  nickname: z.optional(Text),
  identity_id: z.optional(Id),
  account_id: z.optional(Id),
  destination: z.optional(RuleDestination),
}

export const NewRule = object(members)
export type NewRule = z.infer<typeof NewRule>

export const Rule = object({ id: Id, ...members, created_at: Timestamp })
export type Rule = z.infer<typeof Rule>

/** "The response holds one object, `rule`." */
export const RuleAnswer = object({ rule: Rule })
export type RuleAnswer = z.infer<typeof RuleAnswer>

const way = (network: string | undefined) => (!network || network.toUpperCase() === 'WIRE' ? 'wire' : network)

/** "USD by wire to USDG on ETHEREUM, Mint from wires". */
export function ruleSummary(_path: object, body: unknown): string {
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
