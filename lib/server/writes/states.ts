/**
 * The state machine of a write: which event leads from which states to which, and the driver that
 * brings an intent to its outcome. Every change of state is one conditional update, so of two processes one succeeds.
 */
import { type ExpressionBuilder, sql } from 'kysely'
import type { IntentState } from '../../api/intents'
import type { IntentTable, Tables } from '../../database/tables'

/** `noted`: settled by a person's note alone, which the provider's word and another note may replace. */
export type Stage = IntentState | 'noted'

export type Transition = { from: readonly Stage[]; to: IntentState }

export const transitions = {
  /** One process takes it for sending. */
  claim: { from: ['prepared', 'waiting'], to: 'sent' },
  /** Nothing left the console. An intent that counts as unknown stays unknown: it may have been checked meanwhile. */
  notSent: { from: ['sent'], to: 'prepared' },
  /** Its deadline passed without an outcome. */
  expire: { from: ['sent'], to: 'unknown' },
  /** The outcome of a sending or a check; the provider's word replaces a person's. */
  confirm: { from: ['sent', 'unknown', 'noted'], to: 'confirmed' },
  refuse: { from: ['sent', 'unknown', 'noted'], to: 'refused' },
  lose: { from: ['sent', 'unknown'], to: 'unknown' },
  /** A person ends an intent that was never sent, or records what they know. */
  withdraw: { from: ['prepared', 'waiting'], to: 'refused' },
  /** Somebody else declined it, or nobody approved it in time. */
  decline: { from: ['waiting'], to: 'refused' },
  noteHappened: { from: ['unknown', 'noted'], to: 'confirmed' },
  noteNotHappened: { from: ['unknown', 'noted'], to: 'refused' },
} as const satisfies Record<string, Transition>

export type WriteEvent = keyof typeof transitions

/** What the driver does with an intent, and how it reads it. `Row` is the row as the database has it. */
export type Steps<Row> = {
  /** @throws if it cannot be read, or is not the intent that was asked for */
  read: () => Promise<Row>
  /** Whether it may be claimed now: one that waits for approval may not be before it has it. */
  isReady: (row: Row) => boolean
  /** Claims and sends it. @throws if it was not sent, or its outcome could not be recorded */
  send: (row: Row) => Promise<void>
  /** Records that its deadline has passed. @returns whether this call did */
  expire: (row: Row) => Promise<boolean>
  /** Waits until it is worth reading again. */
  wait: () => Promise<void>
  /** Whether the caller has waited long enough. */
  isOver: () => boolean
}

/**
 * Brings an intent to its outcome: sends it if it is prepared, and waits while another process sends it.
 * @returns the row with its outcome; one that is still sent when the wait is over, or cannot be expired, counts as unknown
 */
export async function drive<Row extends Pick<IntentTable, 'state'> & { is_overdue: unknown }>({
  read,
  isReady,
  send,
  expire,
  wait,
  isOver,
}: Steps<Row>): Promise<Row> {
  for (;;) {
    const row = await read()
    if (isReady(row)) await send(row)
    else if (row.state !== 'sent') return row
    // Another process may still be sending it; only this caller stops waiting.
    else if (isOver()) return row
    else if (!row.is_overdue) await wait()
    else if (!(await expire(row).catch(() => false))) {
      const again = await read()
      if (again.state === 'sent' && again.is_overdue) return again
    }
  }
}

/** Whether a person's note settled it, and no answer of the provider. */
export const isSettledByNote = ({
  state,
  noted_by,
  answer_status,
}: Pick<IntentTable, 'state' | 'noted_by' | 'answer_status'>): boolean =>
  (state === 'confirmed' || state === 'refused') && noted_by !== null && answer_status === null

const settledByNote = (is: ExpressionBuilder<Tables, 'intent'>) =>
  is.and([is('state', 'in', ['confirmed', 'refused']), is('noted_by', 'is not', null), is('answer_status', 'is', null)])

/** The condition of an event's update: the row is in one of the stages from which the event may come. */
export function isIn(is: ExpressionBuilder<Tables, 'intent'>, stages: readonly Stage[]) {
  const states = stages.filter((stage): stage is IntentState => stage !== 'noted')
  return is.or([
    ...(states.length > 0 ? [is('state', 'in', states)] : []),
    ...(stages.includes('noted') ? [settledByNote(is)] : []),
  ])
}

/** Milliseconds that a write may take in addition to the wait that it asks for. */
export const writeLimit = 15_000
/** Milliseconds after that limit until a write whose process has died counts as unknown. */
export const grace = 5_000
/** Milliseconds between now and a write's deadline at most: `await_fill_millis` is 10,000 at most (spec, Order). */
export const maximumWriteTime = writeLimit + 10_000 + grace

/**
 * Whether a deadline or a lease has passed. One that is further away than any write takes was set by a clock that has
 * been set back since, and has passed as well.
 * @param now microseconds on the clock that processes share
 */
export const hasPassed = (column: 'deadline_at' | 'lease_until', now: ReturnType<typeof sql<number>>) =>
  sql<boolean>`(${sql.ref(column)} < ${now} or ${sql.ref(column)} > ${now} + ${(maximumWriteTime + 1_000) * 1000})`
