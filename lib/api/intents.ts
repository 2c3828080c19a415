/** What Mintdesk keeps of each write that a person asked for, as its own addresses answer it (design.md, "Intents"). */
import * as z from 'zod/mini'
import { type WriteName, writeNames } from './operations'
import type { Role } from './roles'
import { Id, Limit, object, Timestamp } from './values'

export { isReplayable, isWriteName, type WriteName, writeNames } from './operations'

/**
 * `prepared`: recorded, never sent, safe to send. `sent`: on its way. `confirmed`: the service has it. `refused`: the
 * service does not have it, or has it as rejected. `unknown`: sent, and how it ended is not known.
 */
export const intentStates = ['prepared', 'sent', 'confirmed', 'refused', 'unknown'] as const
export const IntentState = z.enum(intentStates)
export type IntentState = z.infer<typeof IntentState>

/** Who may read what was asked for here (design.md, "Roles"): whoever decides reads it, whoever asks does it. */
export const activityReaders: readonly Role[] = ['treasury', 'approver', 'admin']
/** Who keeps the book of an environment, asks what became of an intent, and records it. */
export const activityWriters: readonly Role[] = ['treasury', 'admin']

/** One line of an intent's history. `status` is HTTP's; `person` is missing where nobody pressed anything. */
export type IntentEvent = { at: string; kind: IntentEventKind; words: string; person?: string; status?: number }
export const intentEventKinds = [
  'prepared',
  'sent',
  'not-sent',
  'answered',
  'lost',
  'asked',
  'noted',
  'withdrawn',
] as const
export type IntentEventKind = (typeof intentEventKinds)[number]

/** An intent as a list shows it. Times are RFC 3339 in UTC. */
export type Intent = {
  id: string
  environment: string
  operation: WriteName
  state: IntentState
  /** Who asked for it. */
  person: string
  is_mine: boolean
  /** What was asked for, in a few words: "Sell 12.50 BTC, limit 92,000.00 USD". No whole account number. */
  summary: string
  ref_id?: string
  /** The id of what the service made: an order, a fiat account or a rule. */
  record_id?: string
  /** Its last known status, and when that was known. */
  record_status?: string
  status_at?: string
  /** The person who noted that status, or how it ended; missing where the service said it. */
  noted_by?: string
  created_at: string
  /** The first time that it left for the service. */
  sent_at?: string
  /** While it is sent: when it counts as unknown. */
  deadline_at?: string
  settled_at?: string
  /** HTTP status of the answer that settled it; missing where a person's note did. */
  answer_status?: number
  /** Why it ended so, in one sentence, where there is more to say than its state. */
  reason?: string
  /** The service has another record under the same reference, or answered with one that differs from what was asked. */
  is_conflict: boolean
  /** Confirmed because the service says that its reference exists; no record was seen yet. */
  is_by_reference?: boolean
  /** Sent with a client id that this environment no longer uses: it can be read and noted, and not sent or checked. */
  is_earlier_credential?: boolean
  /**
   * Until when its outcome may be checked by sending the same again, on the clock of whoever reads this: 23 h on the
   * service's clock. Missing where that is never safe.
   */
  check_until?: string
  /** Milliseconds left until then, when this was answered. */
  check_left_millis?: number
  /** Why its outcome cannot be checked although there is time left: "The clocks disagree by 4 min." */
  check_refused?: string
}

/** A later request of this desk that changed the same record. */
export type LaterChange = Pick<Intent, 'id' | 'state' | 'summary' | 'created_at'>

/** An intent with what was sent, what came, and everything that happened to it. */
export type IntentDetail = Intent & {
  path: Record<string, string>
  /** What was sent; missing where it cannot be opened any more because the console's secret has changed. */
  body?: unknown
  /** The service's answer, as it came: a record, or a problem. */
  answer?: unknown
  /**
   * The newest record that a check showed, where there is one: every member as it was last seen. `at` is when the newest
   * part was learned; `earlier` has the members that it lacked, with when each was last seen.
   */
  latest?: { at: string; answer: unknown; earlier?: Record<string, string> }
  /** Requests of this desk that changed the record afterwards: they explain why it differs from `body`. */
  later_changes?: LaterChange[]
  /** Whether a page may check the status by itself while it is open; production asks a person, unless set otherwise. */
  may_follow?: boolean
  events: IntentEvent[]
}

/**
 * Header of every write that a page sends: the subject of the person who sees the page, percent-encoded. The console
 * refuses the write (409 `person-changed`) where the session is another person's by now.
 */
export const personHeader = 'x-mintdesk-person'

export type IntentPage = { intents: Intent[]; next_page_cursor: string }

/** PostgreSQL keeps no NUL in a text, and nobody types one. */
const noNul = z.refine<string>((text) => !text.includes('\u0000'), { error: 'A text cannot hold the character NUL.' })

/** The query of the list of intents, newest first. */
export const IntentQuery = object({
  states: z.optional(z.array(IntentState)),
  operations: z.optional(z.array(z.enum(writeNames as [WriteName, ...WriteName[]]))),
  /** Part of a person's name, or the whole ref_id, intent id or record id. */
  q: z.optional(z.string().check(z.maxLength(255), noNul)),
  'created_at.gte': z.optional(Timestamp),
  'created_at.lt': z.optional(Timestamp),
  /** `record`: what is confirmed, one intent a record (what made it, else its newest change) with its last known status. */
  by: z.optional(z.literal('record')),
  limit: z.optional(Limit),
  page_cursor: z.optional(z.string().check(z.minLength(1))),
})
export type IntentQuery = z.infer<typeof IntentQuery>

/** What a person knows of an intent from elsewhere. */
export const NewNote = object({
  /** Whether what was asked for happened; missing where only its status is noted. */
  happened: z.optional(z.boolean()),
  /** The record's status as the person knows it. */
  status: z.optional(z.string().check(z.minLength(1), z.maxLength(60), noNul)),
  words: z
    .string()
    .check(
      z.minLength(1, { error: 'Say how you know it.' }),
      z.maxLength(500, { error: 'A note has at most 500 characters.' }),
      noNul,
    ),
})
export type NewNote = z.infer<typeof NewNote>

/** Hours after the first sending in which the same may be sent again to find out (service-facts, "Writing"). */
export const hoursToResolve = 23

/** What an environment's people keep for its forms: names of profiles, and templates of metadata. */
export const presetKinds = ['profile', 'metadata-template'] as const
export const PresetKind = z.enum(presetKinds)
export type PresetKind = z.infer<typeof PresetKind>

/** `key` is a profile's id or a template's name; `value` a profile's name or a template's pairs as JSON. */
export const NewPreset = object({
  key: Id.check(noNul),
  value: z.string().check(z.minLength(1), z.maxLength(2_000), noNul),
})
export type NewPreset = z.infer<typeof NewPreset>
export type Preset = { kind: PresetKind; key: string; value: string; person: string; at: string }
