/** The history of an intent: entries that are added and never changed. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { IntentEventKind } from '../../api/console/intents'
import type { Tables } from '../../database/tables'
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

/** Makes entries whose times are never equal in one process, so that a history keeps its order. */
export class EventClock {
  readonly #clock: Clock
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The time in microseconds, later than any before. */
  next(): number {
    this.#last = Math.max(microseconds(this.#clock), this.#last + 1)
    return this.#last
  }

  newEvent(event: Omit<NewEvent, 'id' | 'at'>): NewEvent {
    return { id: randomUUID(), at: this.next(), ...event }
  }
}

/** Adds an entry, unless it is there already. */
export const appendEvent = (within: Transaction<Tables>, intent: string, event: NewEvent) => {
  const { person, status, words, ...more } = event
  return within
    .insertInto('intent_event')
    .values({ ...more, words: columnText(words), intent_id: intent, person: person ?? null, status: status ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
