/** The console's tables. Timestamps are integer microseconds since 1970; the same columns on SQLite and PostgreSQL. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { IntentEventKind, IntentState } from '../api/intents'

/** Why a session ended. */
export const sessionEnds = [
  'signed-out',
  'idle',
  'absolute',
  'demo-closed',
  'company-ended',
  'roles-unconfirmed',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** One sign-in. The cookie alone opens nothing: the row decides whether the session is alive. */
export type SessionTable = {
  id: string
  subject: string
  name: string
  /** Space delimited, of lib/api/roles. */
  roles: string
  created_at: number
  /** When a person last asked for something; written at most once a minute. */
  seen_at: number
  /** When it was found or made to end; kept a while, so that the person can learn why. */
  ended_at: number | null
  end_reason: SessionEnd | null
  /** When company sign-in last confirmed the roles; null for demo users. */
  roles_read_at: number | null
  /** The provider's refresh token and ID token, sealed; null without any and once the session has ended. */
  company_tokens: string | null
  /** While a console reads the roles again: until when no other may. */
  renewal_until: number | null
}

/** How often something happened that limits sign-in, until when it counts. */
export type SignInLimitTable = {
  /** A keyed digest of what is limited: an address or a username. */
  key: string
  count: number
  ends_at: number
}

/** One write that a person asked for, recorded before it is sent and until its outcome is known (design.md, "Intents"). */
export type IntentTable = {
  /** Made in the browser; the key by which it is executed once. */
  id: string
  environment: string
  /** Whose credential sends it: an intent belongs to one client of one environment. */
  client_id: string
  operation: string
  subject: string
  person: string
  /** Path values as JSON. */
  path: string
  /** The body to send, as JSON; sealed unless the operation's row says otherwise. */
  body: string
  /** A keyed digest of environment, client, operation, path, body and person. */
  fingerprint: string
  summary: string
  ref_id: string | null
  state: IntentState
  created_at: number
  /** When it was first sent. */
  sent_at: number | null
  /** The same moment on the service's clock; null if its time was not known yet. */
  sent_at_service: number | null
  /** Which attempt claimed it for sending: tells a process whose commit was not acknowledged whether it succeeded. */
  claim_id: string | null
  /** While it is sent: when it counts as unknown. */
  deadline_at: number | null
  settled_at: number | null
  /** HTTP status of the service's answer; null if a person's note settled it. */
  answer_status: number | null
  /** The service's answer, or the problem made of it; sealed like the body. */
  answer: string | null
  reason: string | null
  is_conflict: number
  /** Confirmed because the service reports that the reference exists; it returned no record. */
  is_by_reference: number
  record_id: string | null
  record_status: string | null
  status_at: number | null
  noted_by: string | null
  /** The newest record that a check showed, sealed like the body, and when. */
  latest_answer: string | null
  latest_at: number | null
  /** While its outcome is being checked: until when no other check may start. */
  lease_until: number | null
}

/** One entry in an intent's history. */
export type IntentEventTable = {
  id: string
  intent_id: string
  at: number
  kind: IntentEventKind
  words: string
  person: string | null
  status: number | null
}

/** What people save for their forms: profile names, metadata templates. */
export type PresetTable = {
  environment: string
  client_id: string
  kind: string
  key: string
  value: string
  person: string
  at: number
}

export type Tables = {
  session: SessionTable
  sign_in_limit: SignInLimitTable
  intent: IntentTable
  intent_event: IntentEventTable
  preset: PresetTable
}

/**
 * The time that all consoles on one database share, in microseconds since 1970: PostgreSQL's own clock. SQLite has one
 * console, and uses that console's clock.
 */
export const sharedNow = (database: Kysely<Tables>, now: number): RawBuilder<number> =>
  database.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : sql<number>`${now}`
