/** The audit log as pages and exports have it: who did what, from where, on which object, with which outcome. */
import type { Role } from '../roles'

/** Who may read it. */
export const auditReaders: readonly Role[] = ['admin']

/**
 * `done`: written in the transaction of the act. `begun`: written before an act that has no transaction of its own; a line
 * that says `failed` follows if it fails. `refused`: by Mintdesk or the provider. `unknown`: sent, and the outcome is not known.
 */
export const auditOutcomes = ['done', 'begun', 'refused', 'failed', 'unknown'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** A line. Texts are empty where they do not apply; `at` is RFC 3339 in UTC. */
export type AuditLine = {
  seq: number
  chain: string
  at: string
  subject: string
  name: string
  roles: string
  address: string
  act: string
  object_kind: string
  object_id: string
  environment: string
  outcome: AuditOutcome
  request_id: string
  digest: string
  detail: string
  prev_hash: string
  hash: string
  /** Of the request that it is about. */
  summary?: string
}

/** `people`: who has ever signed in, for the filter. */
export type AuditPage = {
  lines: AuditLine[]
  people: { subject: string; name: string }[]
  next_page_cursor: string
}

/** What the last check of the whole log found; `at` is undefined before the first. */
export type AuditCheck = {
  lines: number
  at?: string
  /** The first line that is wrong, and why. */
  bad?: { seq: number; why: string }
}

/** What is written of a request's life begins with it; the rest is the kind of its event (intents.ts). */
export const requestPrefix = 'request-'
