/** The history of an intent: entries that are added and never changed. */
import type { IntentEventKind } from '../../api/intents'
import { type Clock, microseconds } from '../clock'

/**
 * An entry of a history. It has its id before it is written, so that writing it again, because the first commit was not
 * acknowledged, adds nothing.
 */
export type NewEvent = {
  id: string
  at: number
  kind: IntentEventKind
  words: string
  person?: string
  status?: number
}

/** A text that both databases can store: PostgreSQL has no NUL. Bodies are JSON, which escapes it. */
export const columnText = (text: string) => text.replaceAll('\u0000', '\ufffd')

/** @returns what gives the time in microseconds, never the same one twice in one process, so that a history keeps its order */
export function createEventClock(clock: Clock): () => number {
  let last = 0
  return () => {
    last = Math.max(microseconds(clock), last + 1)
    return last
  }
}
