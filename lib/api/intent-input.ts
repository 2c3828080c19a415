/** What the console's own API for requests accepts: its queries, notes and presets. */

import * as z from 'zod/mini'
import { holdsNumber } from '../domain/found-numbers'
import { type WriteName, writeNames } from '../provider/operations'
import { markets } from '../provider/order-terms'
import { Cursor, Id, Limit, noNul, object, Text, Timestamp, text, trimmedText } from '../provider/value-schemas'
import { intentStates, presetKinds } from './intents'
import { countSecrets, secretRefused } from './pasted/pasted-identifiers'

/** The query of the list of intents, newest first. */
export const IntentQuery = object({
  states: z.optional(z.array(z.enum(intentStates))),
  operations: z.optional(z.array(z.enum(writeNames as [WriteName, ...WriteName[]]))),
  /** Part of a person's name, or the whole ref_id, intent id or record id. */
  q: z.optional(text(255).check(noNul)),
  'created_at.gte': z.optional(Timestamp),
  'created_at.lt': z.optional(Timestamp),
  /**
   * `record`: one per record (its creation, else its newest change), with the last known status. `expiry`: those that wait
   * for approval, the first to expire first.
   */
  by: z.optional(z.enum(['record', 'expiry'])),
  /** `me`: those that the person who asks approved or declined. */
  decided: z.optional(z.enum(['me'])),
  limit: z.optional(Limit),
  page_cursor: z.optional(Cursor),
})
export type IntentQuery = z.infer<typeof IntentQuery>

/** What a person knows of an outcome from another source. */
export const NewNote = object({
  /** Whether the request was executed; absent where only a status is recorded. */
  happened: z.optional(z.boolean()),
  status: z.optional(
    text(60).check(
      z.minLength(1),
      noNul,
      // It is stored in plain text, because lists show it.
      z.refine((status) => !holdsNumber(status), {
        error: 'Enter a status without an account number, like COMPLETED. Put the number in the note.',
      }),
    ),
  ),
  words: text(500, 'A note can have at most 500 characters.').check(
    z.minLength(1, { error: 'Explain how you know this.' }),
    noNul,
  ),
})
export type NewNote = z.infer<typeof NewNote>

export const OrderReferencesQuery = object({ market: z.enum(markets) })

const PresetKind = z.enum(presetKinds)

export const NewPreset = object({ key: Id.check(noNul), value: text(2_000).check(z.minLength(1), noNul) })
export type NewPreset = z.infer<typeof NewPreset>

export const PresetQuery = object({ kind: PresetKind })
export const PresetPlace = object({ kind: PresetKind, key: NewPreset.shape.key })

/** Characters that a person may write to approvers. */
export const maximumApproverText = 500
export const approverTextTooLong = `Use at most ${maximumApproverText} characters.`

/** What a person writes to approvers. */
export const ApproverText = trimmedText(maximumApproverText, approverTextTooLong).check(
  noNul,
  z.refine((words) => countSecrets(words) === 0, { error: secretRefused }),
)

/** A write that a person is about to send. */
export const RequestToWeigh = object({
  operation: z.enum(writeNames as [WriteName, ...WriteName[]]),
  path: z.optional(z.record(Text, Text)),
  body: z.unknown(),
})
