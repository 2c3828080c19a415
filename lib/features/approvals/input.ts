/** What the console's own addresses for approvals and policies accept. */

import * as z from 'zod/mini'
import { decisionKinds, limitHours, limitScopes } from '../../api/approval'
import { ApproverText } from '../../api/intent-input'
import { destinationKeys, destinationOf } from '../../provider/destinations'
import { environments } from '../../provider/environments'
import { type WriteName, writeNames } from '../../provider/operations'
import { markets } from '../../provider/order-terms'
import { roles } from '../../provider/roles'
import { assetsLike } from '../../provider/rule-terms'
import { Amount, Id, noNul, object, Text, Timestamp, text, trimmedText, whole } from '../../provider/value-schemas'
import { absentIn, absentText, isOrder } from './policy'

/** A decision on a request, a question to who asked, or their answer. */
export const NewDecision = object({
  kind: z.enum(decisionKinds),
  /** Of what the person saw. */
  digest: text(200).check(z.minLength(1), noNul),
  words: z.optional(ApproverText),
}).check(
  z.superRefine(({ kind, words }, context) => {
    if (kind === 'approve' || kind === 'open' || kind === 'remind' || words) return
    const message = kind === 'decline' ? 'Say why.' : 'Enter a question or an answer.'
    context.addIssue({ code: 'custom', path: ['words'], message })
  }),
)
export type NewDecision = z.infer<typeof NewDecision>

const Asset = text(12, 'Enter an asset, like USD.').check(
  z.regex(/^[A-Z0-9]{2,12}$/, { error: 'Enter an asset, like USD.' }),
)
const Sum = {
  amount: Amount,
  asset: Asset,
  /** Other assets of the same currency, one of which counts as one of the asset. */
  equal_assets: z.optional(z.array(Asset).check(z.minLength(1), z.maxLength(20))),
}
const isOfOneCurrency = z.refine<{ asset: string; equal_assets?: string[] | undefined }>(
  ({ asset, equal_assets = [] }) => equal_assets.every((one) => assetsLike(asset).includes(one)),
  { error: 'Only stablecoins of the same currency can count as the asset.', path: ['equal_assets'] },
)
const Subject = text(255).check(z.minLength(1), noNul)

const Rule = object({
  id: text(40).check(z.regex(/^[a-z0-9-]{1,40}$/, { error: 'Use a-z, 0-9 and hyphens.' })),
  operations: z
    .array(z.enum(writeNames as [WriteName, ...WriteName[]]))
    .check(z.minLength(1, { error: 'Choose at least one kind of request.' })),
  environments: z.array(z.enum(environments)).check(z.minLength(1, { error: 'Choose at least one environment.' })),
  side: z.optional(z.enum(['BUY', 'SELL'])),
  market: z.optional(z.enum(markets)),
  profile: z.optional(Id.check(noNul)),
  from: z.optional(object(Sum).check(isOfOneCurrency)),
  limit: z.optional(object({ ...Sum, hours: z.literal(limitHours), per: z.enum(limitScopes) }).check(isOfOneCurrency)),
  cooling_hours: z.optional(whole(0, 720)),
  is_listed: z.optional(z.literal(true)),
  approvers: z.optional(
    object({
      count: whole(1, 5),
      roles: z.optional(z.array(z.enum(roles)).check(z.minLength(1))),
      people: z.optional(z.array(Subject).check(z.minLength(1), z.maxLength(50))),
    }).check(
      z.refine((given) => given.roles !== undefined || given.people !== undefined, {
        error: 'Choose who approves: a role or people.',
      }),
    ),
  ),
  expires_hours: whole(1, 720),
}).check(
  // A rule holds each kind that it names, or says that it cannot.
  z.superRefine(({ operations, environments, side, market }, context) => {
    const absent = absentIn(operations, environments)
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (absent.length > 0) refuse('environments', absentText(absent))
    if ((side || market) && !operations.every(isOrder))
      refuse(side ? 'side' : 'market', 'Only orders have a side and a market.')
  }),
)

const StandIn = object({ absent: Subject, by: Subject, from: Timestamp, until: Timestamp })

const destination = {
  environment: z.enum(environments),
  to: text(600).check(
    noNul,
    z.refine(
      (to) => {
        const found = destinationOf(to)
        return found !== undefined && destinationKeys[found.kind](found.value, found.network ?? '') === to
      },
      { error: 'Enter a destination like "address ETHEREUM 0x52908400098527886e0f7030069857d2e4169ee7".' },
    ),
  ),
  name: trimmedText(100).check(z.minLength(1, { error: 'Enter a name.' }), noNul),
}
const contents = {
  rules: z.array(Rule).check(z.maxLength(50, { error: 'A policy can have at most 50 rules.' })),
  stand_ins: z.array(StandIn).check(z.maxLength(50)),
}

/** A policy whose rules have ids of their own. */
export const NewPolicy = object({
  ...contents,
  destinations: z.optional(
    z.array(object(destination)).check(
      z.maxLength(500, { error: 'A policy can have at most 500 destinations.' }),
      z.refine((all) => new Set(all.map(({ environment, to }) => `${environment} ${to}`)).size === all.length, {
        error: 'A destination is listed twice.',
      }),
    ),
  ),
}).check(
  z.refine(({ rules }) => new Set(rules.map(({ id }) => id)).size === rules.length, {
    error: 'Two rules have the same name.',
  }),
)

/** A policy as it is kept. One of a newer version may say what this one does not know, and so would not ask for. */
export const KnownPolicy = object({
  ...contents,
  destinations: z.optional(
    z.array(object({ ...destination, approved: z.optional(object({ at: Timestamp, by: Text })) })),
  ),
})
