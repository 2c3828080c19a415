/** The input of the addresses of held copies. */
import * as z from 'zod/mini'
import { FilledText, object, Text, Timestamp, Uuid } from '../value-schemas'
import { maximumSent, maximumStatement } from './holds'

export const SentRequests = object({
  requests: z
    .array(
      object({
        id: Uuid,
        operation: z.optional(FilledText),
        person: z.optional(FilledText),
        sent_at: z.optional(Timestamp),
      }),
    )
    .check(z.maxLength(maximumSent)),
})

export const NewRelease = object({
  /** The time of the reconciliation that the person saw. */
  report: Text,
  statement: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter how you checked, like "Asked the provider for all orders since 14:00 UTC".' }),
      z.maxLength(maximumStatement, { error: `Enter at most ${maximumStatement} characters.` }),
    ),
  /** Whether the person accepts that requests which this console's keys do not open stay unreadable. */
  without_keys: z.optional(z.boolean()),
  /** Whether the person accepts that lists of the provider were not compared, or not to their end. */
  without_lists: z.optional(z.boolean()),
})
