/** Held copies: a database that was restored, and sends nothing until a person has reconciled it. Times are RFC 3339 in UTC. */

import * as z from 'zod/mini'
import type { IntentState } from '../../api/intents'
import type { Environment } from '../../provider/environments'
import type { OperationName, WriteName } from '../../provider/operations'
import { FilledText, object, Text, Timestamp, trimmedText, Uuid } from '../../provider/value-schemas'
import { maximumSent, maximumStatement } from './hold-terms'

const SentRequest = object({
  id: Uuid,
  operation: z.optional(FilledText),
  person: z.optional(FilledText),
  sent_at: z.optional(Timestamp),
})
/** A request that another console sent, as its log names it. */
export type SentRequest = z.infer<typeof SentRequest>

export const SentRequests = object({ requests: z.array(SentRequest).check(z.maxLength(maximumSent)) })

export const NewRelease = object({
  /** The time of the reconciliation that the person saw. */
  report: Text,
  statement: trimmedText(maximumStatement, `Enter at most ${maximumStatement} characters.`).check(
    z.minLength(1, { error: 'Enter how you checked, like "Asked the provider for all orders since 14:00 UTC".' }),
  ),
  /** Whether the person accepts that requests which this console's keys do not open stay unreadable. */
  without_keys: z.optional(z.boolean()),
  /** Whether the person accepts that lists of the provider were not compared, or not to their end. */
  without_lists: z.optional(z.boolean()),
})

/** `restored`: by `npm run restore`; `declared`: by `npm run hold`. */
export type HoldCause = 'restored' | 'declared'

/** Why a record concerns this copy: what it refers to is not known here. */
export type FoundBecause = 'deposit' | 'account' | 'reference'

/** A record of the provider that this copy did not know. */
export type FoundRecord = {
  list: OperationName
  because: FoundBecause
  id: string
  created_at?: string
  /** In a few words: "Wire deposit 250.00 USD, COMPLETED". */
  summary: string
}

/** A request that was sent under an id that this copy does not know. `found`: what the provider has under its reference. */
export type ForgottenRequest = SentRequest & { found?: FoundRecord }

/** A request of this copy that had no outcome when the backup was made. */
export type UncertainRequest = {
  id: string
  operation: string
  summary: string
  person: string
  state: IntentState
  found?: FoundRecord
}

/** One kind of record that the provider does not list. */
export type UncheckedKind = { operation: WriteName; title: string }

export type EnvironmentReport = {
  environment: Environment
  /** How many records of each list were read, and until when by the provider's clock. */
  read: { list: OperationName; count: number; matched: number; to: string }[]
  /** Why a list could not be read to its end. */
  problems: string[]
  found: { count: number; records: FoundRecord[] }
  forgotten: { count: number; requests: ForgottenRequest[] }
  uncertain: { count: number; requests: UncertainRequest[] }
  unchecked: UncheckedKind[]
}

export type HoldReport = {
  at: string
  by: string
  /** What was created at the provider from here on was compared. */
  since: string
  environments: EnvironmentReport[]
  /** Requests whose contents the keys of this console do not open. */
  unreadable: number
}

/** What a person says yes to, because the reconciliation could not look at it. */
export type ReleaseWithout = Omit<z.infer<typeof NewRelease>, 'report' | 'statement'>

/** What every page may know. */
export type HoldSummary = {
  is_held: boolean
  /** Until when this copy knows what was sent. */
  known_until: string
  released_at?: string
}

export type Hold = HoldSummary & {
  id: string
  cause: HoldCause
  began_at: string
  version?: string
  report?: HoldReport
  released_by?: string
  statement?: string
}
