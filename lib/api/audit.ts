/** The audit log as pages and exports have it: who did what, from where, on which object, with which outcome. */
/**
 * `done`: written in the transaction of the act. `begun`: written before an act that has no transaction of its own; a line
 * that says `failed` follows if it fails. `refused`: by Mintdesk or the provider. `unknown`: sent, and the outcome is not known.
 */
export type AuditOutcome = 'done' | 'begun' | 'refused' | 'failed' | 'unknown'

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
  /** Of the request that it is about: what it is for, how much, and the policy by which it was weighed. */
  summary?: string
  amount?: { amount: string; asset: string }
  policy_version?: number
}

/**
 * `people`: who has ever signed in, for the filter. `labels`: what operations of Mintdesk's own interface did, by the acts of
 * their lines. `check`: what the last check of the whole log found. `reads`: how many reads were left out between these lines.
 */
export type AuditPage = {
  lines: AuditLine[]
  check: AuditCheck
  labels: Record<string, string>
  reads?: number
  people: { subject: string; name: string }[]
  next_page_cursor: string
}

/** Reads of records, which are listed only if they are asked for. */
export const readAct = 'read'

/** `at` is undefined before the first check. */
export type AuditCheck = {
  lines: number
  at?: string
  /** The last line that something signed vouches for: beyond it, only that each line follows the one before was checked. */
  signed: number
  /** The first line that is wrong, and why. */
  bad?: { seq: number; why: string }
}

/** What is written of a request's life begins with it; the rest is the kind of its event (intents.ts), or `refused`. */
export const requestPrefix = 'request-'
