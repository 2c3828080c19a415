/** What the console sends while a page listens (`GET /api/{environment}/live`): server-sent events, each with JSON data. */

/** Whether the list is being followed: `waiting` before its first read, and while the provider does not answer. */
export type LiveState = 'live' | 'waiting'

/** The event `state`; also sent every 15 s, so that a silent connection can be told from a dead one. */
export type StateEvent = {
  state: LiveState
  /** When the provider was last asked for changes and answered, ms since 1970 on the console's clock. */
  at?: number
}

/** The event `change`: a transfer as the provider lists it, with every digit. */
export type ChangeEvent = { record: unknown }

/** The event `end`, after which the console closes the stream. */
export type EndEvent = { reason: 'session' | 'role' | 'stopping' | 'behind' }

/** Milliseconds between two events at most. */
export const heartbeatMillis = 15_000
