/**
 * The state machine of a write (design.md, "Intents"): which event leads from which states to which. Every change of an
 * intent's state is one of these, carried out as one conditional update, so that of two processes one succeeds.
 */
import { type ExpressionBuilder, sql } from 'kysely'
import type { IntentState } from '../../api/intents'
import type { IntentTable, Tables } from '../../database/tables'

/** `noted`: confirmed or refused by a person's note alone, which the service's word and another note may replace. */
export type Stage = IntentState | 'noted'

export type Transition = { from: readonly Stage[]; to: IntentState }

export const transitions = {
  /** One process takes it for sending. */
  claim: { from: ['prepared'], to: 'sent' },
  /** Nothing left the console. What counts as unknown stays so: it may have been checked meanwhile. */
  notSent: { from: ['sent'], to: 'prepared' },
  /** Its deadline passed without an outcome. */
  expire: { from: ['sent'], to: 'unknown' },
  /** The outcome of a sending or a check: the service's word stands over a person's. */
  confirm: { from: ['sent', 'unknown', 'noted'], to: 'confirmed' },
  refuse: { from: ['sent', 'unknown', 'noted'], to: 'refused' },
  lose: { from: ['sent', 'unknown'], to: 'unknown' },
  /** A person ends what was never sent, or records what they know. */
  withdraw: { from: ['prepared'], to: 'refused' },
  noteHappened: { from: ['unknown', 'noted'], to: 'confirmed' },
  noteNotHappened: { from: ['unknown', 'noted'], to: 'refused' },
} as const satisfies Record<string, Transition>

export type WriteEvent = keyof typeof transitions

/** Whether a person's note ended it, and no answer of the service. */
export const isSettledByNote = ({
  state,
  noted_by,
  answer_status,
}: Pick<IntentTable, 'state' | 'noted_by' | 'answer_status'>): boolean =>
  (state === 'confirmed' || state === 'refused') && noted_by !== null && answer_status === null

const settledByNote = (is: ExpressionBuilder<Tables, 'intent'>) =>
  is.and([is('state', 'in', ['confirmed', 'refused']), is('noted_by', 'is not', null), is('answer_status', 'is', null)])

/** The condition of an event's update: that the row is in one of the stages it may come from. */
export function isIn(is: ExpressionBuilder<Tables, 'intent'>, stages: readonly Stage[]) {
  const states = stages.filter((stage): stage is IntentState => stage !== 'noted')
  return is.or([
    ...(states.length > 0 ? [is('state', 'in', states)] : []),
    ...(stages.includes('noted') ? [settledByNote(is)] : []),
  ])
}

/** Milliseconds that a write may take beside the time that it asks to wait (design.md, "Proxy"). */
export const writeLimit = 15_000
/** Seconds after that limit until a write whose process is gone counts as unknown. */
export const grace = 5
/** Milliseconds between now and the deadline of a write at most: spec, Order, `await_fill_millis`, is 10,000 at most. */
export const longestWrite = writeLimit + 10_000 + grace * 1000

/**
 * Whether a deadline or a lease has passed. One that is further away than any write takes was set by a clock that has
 * been set back since, and has passed as well.
 * @param now microseconds on the clock that processes share
 */
export const hasPassed = (column: 'deadline_at' | 'asking_until', now: ReturnType<typeof sql<number>>) =>
  sql<boolean>`(${sql.ref(column)} < ${now} or ${sql.ref(column)} > ${now} + ${(longestWrite + 1_000) * 1000})`
