/** What the console's own addresses for movements accept. */
import * as z from 'zod/mini'
import { NewRule } from '../../provider/rules'
import { Amount, Id, Limit, noNul, object, Timestamp, text, trimmedText, Uuid } from '../../provider/value-schemas'
import { movementStates, wishKinds } from './plans'

const Label = trimmedText(100, 'A name can have at most 100 characters.').check(noNul)

/**
 * A movement that a person plans. Everything the contract moves is moved by a rule: one that exists, or one that is created
 * under `rule_intent`.
 */
export const NewMovement = object({
  kind: z.enum(wishKinds),
  /** What is to arrive, in the rule's source asset. */
  amount: Amount,
  label: z.optional(Label),
  /** The id of the request that created the rule, or will. */
  rule_intent: Uuid,
  rule: NewRule,
})
export type NewMovement = z.infer<typeof NewMovement>

/** What a person says of a plan: that nobody waits for its money any more, or that its wire was sent at the bank, or was not. */
export const PlanChange = object({ action: z.enum(['withdraw', 'sent', 'not-sent']) })
export type PlanChange = z.infer<typeof PlanChange>

/** Two transfers that belong together, as a person knows. */
export const NewMovementJoin = object({ other: Uuid })

/** The list of movements, filtered by state: what waits for someone, what is on its way, and so on. */
export const MovementQuery = object({
  states: z.optional(z.array(z.enum(movementStates))),
  profile_ids: z.optional(z.array(Id.check(noNul))),
  'created_at.gte': z.optional(Timestamp),
  'created_at.lt': z.optional(Timestamp),
  limit: z.optional(Limit),
  page_cursor: z.optional(text(255).check(z.minLength(1))),
})
export type MovementQuery = z.infer<typeof MovementQuery>
