/** Checks the outcome or status of a write: sends it again, and the provider answers with the record under its reference. */

import type { IntentTable } from '../../database/tables'
import type { Environment } from '../../provider/environments'
import type { WriteName } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { Session } from '../auth/sessions'
import type { Caller } from '../upstream/rate'
import type { UpstreamTiming } from '../upstream/upstream'
import { Deadline } from '../work/deadline'
import { graceAfter, retryUntil } from './attempt'
import { attributeRecord } from './attribution'
import { requireSafe } from './check-window'
import { timeLimitOf } from './checks'
import type { WriteCore } from './core'
import type { NewEvent } from './events'
import { expectedBody, updateNewestRecord } from './newest-record'
import { outcomeOf, recordIdIn, type WriteOutcome } from './outcome'
import { unreadableBody } from './problems'
import { alteredRequest } from './row-digests'
import { applyDeadline, type ReadIntent } from './rows'
import { readyWrite } from './send'
import { grace, isSettledByNote } from './states'

export type Check = {
  session: Session
  /** An automatic check by a page: only changes go into the history. */
  isBackground: boolean
  timing?: UpstreamTiming
}

/** Whether pages may check it automatically: only if it is confirmed, so that a check can create nothing. */
export const isFollowed = ({ settings }: Pick<WriteCore, 'settings'>, row: IntentTable): boolean =>
  settings.follows[row.environment as Environment] === true && row.state === 'confirmed' && !isSettledByNote(row)

/**
 * Checks the outcome of an intent by sending the identical body with the same reference again.
 * @throws ProblemError if that is not safe, if another check is under way, or if the provider could not be asked
 */
export async function resolve(core: WriteCore, read: ReadIntent, check: Check): Promise<void> {
  const { ledger, clock } = core
  if (read.state === 'sent' && read.is_overdue) await ledger.expire(read)
  const row = applyDeadline(read)
  await core.holds.requireReleased()
  if (check.isBackground && !isFollowed(core, row))
    throw new ProblemError(403, 'not-permitted', 'Automatic checks are off in this environment.', {
      detail: 'Press "Check status" to check it yourself.',
    })
  const body = ledger.rows.bodyOf(row)
  if (body === undefined) throw unreadableBody()
  // What a restore marked is refused below, as nobody with a key wrote that.
  if (read.restored_at === null && !ledger.rows.isGenuine(read)) throw alteredRequest()
  const limit = timeLimitOf(body)
  // From before the clocks are compared, so that nothing leaves long afterwards.
  const deadline = new Deadline(clock, limit)
  try {
    await requireSafe(core, row, { caller: callerOf(check), deadline })
    if (!(await ledger.acquireReplayLease(row.id, limit + grace))) {
      await core.holds.requireReleased()
      throw new ProblemError(409, 'check-in-progress', 'The outcome of this request is already being checked.')
    }
    // Another check may have settled it meanwhile.
    const now = await ledger.rows.byId(row.id)
    if (now?.state !== row.state) await ledger.releaseReplayLease(now ?? row, undefined)
    // What was compared with its digest is what is sent.
    else await replay(core, { ...now, path: row.path }, body, deadline, check)
  } finally {
    deadline.release()
  }
}

const callerOf = ({ session: { subject }, isBackground }: Check): Caller => ({
  kind: isBackground ? 'background' : 'write',
  subject,
})

/** Milliseconds that must be left for a second look within one check. */
const leastForLook = 2_000

/** Whether a check ended without a word about the record, which the provider may say when asked again. */
const isWorthAnotherLook = ({ state }: IntentTable, outcome: WriteOutcome): boolean =>
  state === 'unknown' &&
  (outcome.state === 'unknown' || outcome.state === 'prepared') &&
  !outcome.isConflict &&
  outcome.shownId === undefined

async function replay(core: WriteCore, row: ReadIntent, body: string, deadline: Deadline, check: Check): Promise<void> {
  const { session, isBackground, timing } = check
  const { clock, ledger, upstreams } = core
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const event = (words: string, status?: number) =>
    ledger.newEvent({ kind: 'asked', words, person: session.name, status })
  const upstream = upstreams.of(row.environment as Environment)
  const options = { deadline, caller: callerOf(check), timing, intent: row.id }
  const last = graceAfter(clock, deadline)
  const look = async (isFirst: boolean): Promise<WriteOutcome | undefined> => {
    const ready = await readyWrite(upstream, name, options).catch(async (problem) => {
      if (!isFirst) return undefined
      const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
      await ledger.releaseReplayLease(row, isBackground ? undefined : event(`Not checked: ${why}`))
      throw problem
    })
    if (!ready) return undefined
    const sending = await ready.send(path, body, deadline)
    const shown = recordIdIn(name, sending)
    const expected = await retryUntil(clock, () => expectedBody(ledger.rows, row, body, shown), last)
    const write = { id: row.id, name, path, body: expected, sent: JSON.parse(body) }
    const answered = outcomeOf(write, sending)
    return retryUntil(clock, () => attributeRecord(core, answered, row, true), last)
  }
  let outcome = await look(true)
  // The answer to a check is lost as easily as the first one; the reference is as safe to send a second time.
  if (outcome && isWorthAnotherLook(row, outcome) && deadline.millisLeft > leastForLook)
    outcome = (await look(false)) ?? outcome
  if (!outcome) return
  const history = event(outcome.words, outcome.answerStatus)
  await retryUntil(clock, () => recordCheck(core, row, outcome, history, isBackground), last)
}

/** Records what a check showed; may be repeated. */
async function recordCheck(
  { ledger }: WriteCore,
  row: ReadIntent,
  outcome: WriteOutcome,
  history: NewEvent,
  isQuiet: boolean,
): Promise<void> {
  if (row.state === 'confirmed' && !isSettledByNote(row))
    return updateNewestRecord(ledger, row, outcome, history, isQuiet)
  const status = outcome.answerStatus ?? 0
  // Only a record settles it: any other refusal may have been given before the reference was looked up.
  const isEvidence = (status >= 200 && status <= 299) || status === 409
  if (!isEvidence || (outcome.state === 'unknown' && !(outcome.isConflict && row.state === 'unknown')))
    return ledger.releaseReplayLease(row, isQuiet ? undefined : history)
  await ledger.settle(row, outcome, history, { lease: row.lease_until })
  await ledger.releaseReplayLease(row, undefined)
}
