/** What the console keeps. Timestamps are integer microseconds since 1970; the same columns on SQLite and PostgreSQL. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { IntentEventKind, IntentState } from '../api/intents'

/** One sign-in. Its absence is a sign-out: the cookie alone opens nothing. */
export type SessionTable = {
  id: string
  subject: string
  name: string
  /** Space delimited, of lib/api/roles. */
  roles: string
  created_at: number
  /** When a person last asked for something; written at most once a minute. */
  seen_at: number
}

/** One thing that a person asked for, from before it is sent until how it ended is known (design.md, "Intents"). */
export type IntentTable = {
  /** Made in the browser; the key that makes it happen once. */
  id: string
  environment: string
  /** Whose credential sends it: an intent belongs to one client of one environment. */
  client_id: string
  operation: string
  subject: string
  person: string
  /** Path values as JSON. */
  path: string
  /** What is sent, as JSON; sealed where it holds account numbers. */
  body: string
  /** A keyed digest of environment, client, operation, path, body and person. */
  fingerprint: string
  summary: string
  ref_id: string | null
  state: IntentState
  created_at: number
  /** When it first left. */
  sent_at: number | null
  /** The same moment on the service's clock; null where the service had not told its time yet. */
  sent_at_service: number | null
  /** Which attempt claimed it for sending: tells a process whose commit was not acknowledged whether it succeeded. */
  claim_id: string | null
  /** While it is sent: when it counts as unknown. */
  deadline_at: number | null
  settled_at: number | null
  /** HTTP status of the service's answer; null where a person's note ended it. */
  answer_status: number | null
  /** The service's answer, or the problem that it is told as; sealed as the body is. */
  answer: string | null
  reason: string | null
  is_conflict: number
  /** Confirmed because the service says that the reference exists; no record was seen. */
  is_by_reference: number
  record_id: string | null
  record_status: string | null
  status_at: number | null
  noted_by: string | null
  /** The newest record that a check showed, sealed as the body is, and when. */
  latest_answer: string | null
  latest_at: number | null
  /** While somebody asks the service what became of it: until when nobody else may. */
  asking_until: number | null
}

/** One line of an intent's history. */
export type HappeningTable = {
  id: string
  intent_id: string
  at: number
  kind: IntentEventKind
  words: string
  person: string | null
  status: number | null
}

/** What people keep for their forms: names of profiles, templates of metadata. */
export type BookTable = {
  environment: string
  client_id: string
  kind: string
  key: string
  value: string
  person: string
  at: number
}

export type Tables = { session: SessionTable; intent: IntentTable; happening: HappeningTable; book: BookTable }

export const microsecondsNow = () => Date.now() * 1000

/**
 * The time that all consoles on one database share, in microseconds since 1970: PostgreSQL's own clock. SQLite has one
 * console, whose clock it is.
 */
export const sharedNow = (database: Kysely<Tables>): RawBuilder<number> =>
  database.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : sql<number>`${microsecondsNow()}`
