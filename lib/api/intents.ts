/** The record that Mintdesk keeps of each requested write, as its own API returns it. */

import type { Environment } from '../provider/environments'
import type { WriteName } from '../provider/operations'
import type { ListedMembers } from '../provider/record-names'
import { type Role, rolesWith, writeRights } from '../provider/roles'
import type { Approval } from './approval'

/**
 * `prepared`: recorded, never sent, safe to send. `waiting`: recorded, and sent once others have approved it. `sent`: in flight. `confirmed`: the service executed it. `refused`: the
 * service did not execute it, or rejected it. `unknown`: sent, and the outcome is not known.
 */
export const intentStates = ['prepared', 'waiting', 'sent', 'confirmed', 'refused', 'unknown'] as const
export type IntentState = (typeof intentStates)[number]

/** Roles that may read intents. */
export const activityReaders: readonly Role[] = rolesWith('requests')
/** Roles that may read the audit log. */
export const auditReaders: readonly Role[] = rolesWith('audit')
/** Roles that may edit presets of forms, resolve the outcome of an intent and record it. */
export const activityWriters: readonly Role[] = rolesWith(...writeRights)

/** An entry of an intent's history. `status` is the HTTP status; `person` is absent where no person acted. */
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
  'weighed',
  'approved',
  'declined',
  'expired',
  'question',
  'reason',
  'identified',
] as const
export type IntentEventKind = (typeof intentEventKinds)[number]

/** An intent in a list. Times are RFC 3339 in UTC. In detail and in lists of records it has what these show of its record. */
export type Intent = ListedMembers & {
  id: string
  environment: Environment
  operation: WriteName
  state: IntentState
  /** Who requested it. */
  person: string
  is_mine: boolean
  /** The request in a few words: "Sell 12.50 BTC, limit 92,000.00 USD". No whole account number. */
  summary: string
  ref_id?: string
  /** The id of the record that the service created or changed. */
  record_id?: string
  /** What a desk calls that record: "Northgate Trust ••0087", "Mint USDC". No whole account number. */
  record_name?: string
  /** Its last known status, and when it was learned. */
  record_status?: string
  status_at?: string
  /** The person who recorded that status or the outcome; absent where the service reported it. */
  noted_by?: string
  created_at: string
  /** When it was first sent. */
  sent_at?: string
  /** While in flight: when it will count as unknown. */
  deadline_at?: string
  settled_at?: string
  /** HTTP status of the answer that settled it; absent where a person settled it. */
  answer_status?: number
  /** Explains the state in one sentence, where needed. */
  reason?: string
  /** The service has another record under the same reference, or answered with one that differs from the request. */
  is_conflict: boolean
  /** Confirmed because the service reports that its reference exists; it has not shown the record yet. */
  is_by_reference?: boolean
  /** Sent with a client id that this environment no longer uses: it can be read and recorded, but not sent or checked. */
  is_earlier_credential?: boolean
  /**
   * Until when its outcome can be checked by replaying it, by the reader's clock: 23 h by the service's clock. Absent where a
   * replay is never safe.
   */
  check_until?: string
  /** Milliseconds left until then, at the time of this answer. */
  check_left_millis?: number
  /** Why its outcome cannot be checked despite time left: "The clocks disagree by 4 min." */
  check_refused?: string
  /** It was changed in the database past Mintdesk, so that it is neither sent nor checked. */
  is_altered?: boolean
  /** What other people must approve, or did; absent if nobody had to. */
  approval?: Approval
  /** Whether this person may end it unsent. */
  may_withdraw?: boolean
  /** Whether its status may change without a further request, and this person may check it. */
  is_open?: boolean
  /** Whether an open page may check it automatically; in production a person does, unless set otherwise. */
  may_follow?: boolean
}

/** A later request from here that changed the same record. */
export type LaterChange = Pick<Intent, 'id' | 'state' | 'summary' | 'created_at'>

/** An intent with its request, its answer and its history. */
export type IntentDetail = Intent & {
  path: Record<string, string>
  /** The body that was sent; absent where it can no longer be unencrypted because the console's secret has changed. */
  body?: unknown
  /** The service's unchanged answer: a record or a problem. */
  answer?: unknown
  /**
   * The newest record that a check returned, each member as last seen. `at` is when the newest part was learned; `earlier`
   * lists the members that it lacked, with when each was last seen.
   */
  latest?: { at: string; answer: unknown; earlier?: Record<string, string> }
  /** Later requests from here that changed the record: they explain why it differs from `body`. */
  later_changes?: LaterChange[]
  /** The newest, oldest first. */
  events: IntentEvent[]
  /** How many older ones there are; absent without any. */
  earlier_events?: number
}

/**
 * Header of every write from a page: the subject of the person who opened it, percent-encoded. The console refuses the
 * write (409 `person-changed`) where the session now belongs to another person.
 */
export const personHeader = 'x-mintdesk-person'

/** Header of a write: why the person asks for it, percent-encoded, for those who must approve it. */
export const reasonHeader = 'x-mintdesk-reason'

export type IntentPage = { intents: Intent[]; next_page_cursor: string }

/** Hours after the first sending in which a replay is safe (docs/provider.md, "Writing"). */
export const hoursToResolve = 23

/** What a desk keeps for its forms: names of profiles and of accounts that were made elsewhere, templates of metadata, and which column of a bank's table holds what. */
export const presetKinds = ['profile', 'account', 'metadata-template', 'statement-columns'] as const
export type PresetKind = (typeof presetKinds)[number]

/**
 * `key` is the id of a profile or account, a template's name, or a digest of a table's heads; `value` the name of a profile or
 * account, or JSON of a template's pairs or of columns.
 */
export type Preset = { kind: PresetKind; key: string; value: string; person: string; at: string }
