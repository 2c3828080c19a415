/** What the console keeps. Timestamps are integer microseconds since 1970; the same columns on SQLite and PostgreSQL. */

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

export type Tables = { session: SessionTable }

export const microsecondsNow = () => Date.now() * 1000
