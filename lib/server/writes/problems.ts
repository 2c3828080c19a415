/** The answers to a write: its recorded outcome, and every failure with the state of its request. */

import type { IntentState } from '../../api/intents'
import { databaseProblem } from '../../database/failures'
import type { IntentTable, RemovedIntentTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { type Problem, ProblemError } from '../../provider/problem'
import type { Session } from '../auth/sessions'
import { timeOf } from '../clock'
import type { WriteCore, WriteResult } from './core'
import { applyDeadline, type IntentRows } from './rows'
import { isSettledByNote } from './states'

const stateHeader = 'x-mintdesk-intent-state'

/** The state of an intent as far as it can be read; unknown if it cannot. */
export async function currentState({ ledger }: Pick<WriteCore, 'ledger'>, id: string): Promise<IntentState> {
  try {
    const row = await ledger.rows.byId(id)
    return row ? applyDeadline(row).state : 'prepared'
  } catch {
    return 'unknown'
  }
}

/** A failure with the intent's state, which tells the browser whether the same intent may be sent again. */
export function withState(failure: unknown, state: IntentState, id: string): ProblemError {
  // The state that was added first, closest to the failure, is kept.
  if (failure instanceof ProblemError && failure.headers[stateHeader]) return failure
  const problem =
    failure instanceof ProblemError
      ? failure
      : (databaseProblem(failure) ??
        new ProblemError(500, 'internal-error', 'Something went wrong in Mintdesk.', {
          meta: { answered_by: 'console' },
          cause: failure,
        }))
  problem.problem.meta = { ...problem.problem.meta, intent: id, intent_state: state }
  problem.headers[stateHeader] = state
  return problem
}

/** A failure with the intent's state, if the intent is the caller's own. */
export async function withOwnState(
  { ledger }: Pick<WriteCore, 'ledger'>,
  failure: unknown,
  id: string,
  { subject }: Session,
): Promise<unknown> {
  const row = await ledger.rows.byId(id).catch(() => undefined)
  return row?.subject === subject ? withState(failure, applyDeadline(row).state, id) : failure
}

export const intentReused = () =>
  new ProblemError(409, 'intent-reused', 'This request ID was already used for another request.', {
    detail: 'A request ID belongs to one request of one person. The first request is unchanged; nothing more was sent.',
  })

/** An intent whose record has been removed: it had its outcome, and is not executed again. */
export const intentRemoved = ({ removed_at }: Pick<RemovedIntentTable, 'removed_at'>) =>
  new ProblemError(410, 'intent-removed', 'The record of this request was removed.', {
    detail: `It had ended long before, and was removed on ${timeOf(removed_at).slice(0, 10)}. It cannot be sent again.`,
  })

export const unknownOutcome = (why: string) =>
  new ProblemError(504, 'unknown-outcome', 'The outcome of this request is unknown.', {
    detail: `${why} It may have been executed. Check its outcome under Activity before you send another one.`,
  })

/** Nothing left this console. */
export const notReached = (cause?: unknown) =>
  new ProblemError(502, 'service-unreachable', 'The provider is not responding.', {
    detail: 'Mintdesk could not connect to it, so nothing was sent. Try again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })

/** Others must approve it, and have not, or one of them may not any more. */
export const notApproved = () =>
  new ProblemError(409, 'not-approved', 'This request waits for approval.', {
    detail: 'Nothing was sent. Mintdesk sends it as soon as it is approved.',
  })

export const unreadableBody = () =>
  new ProblemError(409, 'not-readable', 'The contents of this request can no longer be read.', {
    detail:
      "They were encrypted with an earlier secret of this console. Enter the request again if it wasn't executed.",
  })

/** The recorded outcome, as the first caller got it. @throws ProblemError unless it was a success */
export function recordedResult(rows: IntentRows, row: IntentTable): WriteResult {
  const { id, state } = row
  if (state === 'waiting') return { text: JSON.stringify({ id, state }), state }
  if (state === 'unknown') throw withState(unknownOutcome(row.reason ?? 'No answer was received.'), state, id)
  // An answer from before a person's note is not the outcome.
  const text = isSettledByNote(row) ? undefined : rows.answerOf(row)
  const answer = exactJson(text ?? '{}')
  if (state === 'refused' && !isRecord(answer)) throw withState(refusal(answer as Partial<Problem>, row), state, id)
  return { text: text ?? '{}', state }
}

/** Whether the answer of a refused intent is a record (an order that was REJECTED) and not a problem. */
const isRecord = (answer: unknown) =>
  // A problem's status is a number (RFC 9457), a record's a word.
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'string'

function refusal({ title, status, type, detail, meta, errors }: Partial<Problem>, row: IntentTable): ProblemError {
  const error = new ProblemError(
    typeof status === 'number' ? status : 409,
    'service-refused',
    title ?? row.reason ?? 'The provider rejected this request.',
    { ...(detail !== undefined && { detail }), meta: { ...meta }, ...(errors && { errors }) },
  )
  if (type) error.problem.type = type
  return error
}
