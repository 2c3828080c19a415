/** How the connection to the provider is, as the page of the settings and `npm run doctor` say it. */
import type { OperationName } from '../../provider/operations'

/** What an examination of a console's surroundings found. */
export type Finding = {
  /** What was looked at: "Database". */
  area: string
  status: 'ok' | 'warning' | 'problem' | 'skipped'
  /** One sentence, without a secret. */
  text: string
  /** What to do about it. */
  mend?: string
}

/** Calls of a scope in a span of time, in ms; the durations have two significant digits. */
export type CallFigures = { calls: number; failed: number; median?: number; p95?: number }

/** A call that was not answered, or answered by a refusal that is not about what was asked for. */
export type CallFailure = {
  at: string
  scope: string
  operation: OperationName | 'token'
  /** Undefined if there was no answer. */
  status?: number
  millis?: number
  /** The request in the activity that was sent by it. */
  intent?: string
  /** Why there is no token. */
  words?: string
}

export type ScopeState = {
  scope: string
  /** What is done with it. */
  operations: OperationName[]
  /** Of the token that is held, in seconds. */
  token?: { age: number; left: number }
  /** When a call was last answered. */
  answered_at?: string
  failure?: CallFailure
  hour: CallFigures
  day: CallFigures
}

export type Connection = {
  /** Since when this console counts calls, if that is less than a day. */
  since?: string
  /** When the provider was last asked for this page. */
  checked_at?: string
  scopes: ScopeState[]
  /** The last ones, newest first. */
  failures: CallFailure[]
  /** Calls a second of this console; 0 is no limit. `free` can be made at once. */
  rate: { limit: number; kept_for_people: number; free: number }
  /** Milliseconds by which the provider's clock is ahead; undefined until it has answered. */
  clock_ahead?: number
  client_id: string
  /** Requests whose outcome is unknown, exports that are not complete, and events that no webhook has passed on. */
  in_hand: { unknown: number; exports: number; webhook_events: number }
  findings: Finding[]
  /** What is running, by name. */
  build: Record<string, string>
}
