/** Checks the outcome or status of a write: sends it again, and the provider answers with the record under its reference. */
import { mergeChanges, pathsIn } from '../../api/differences'
import type { Environment } from '../../api/environments'
import { isObject } from '../../api/json'
import type { WriteName } from '../../api/operations'
import { ProblemError } from '../../api/problem'
import type { IntentTable } from '../../database/tables'
import type { Session } from '../auth/sessions'
import { Deadline } from '../deadline'
import type { Caller } from '../upstream/rate'
import type { UpstreamTiming } from '../upstream/upstream'
import { graceAfter, retryUntil } from './attempt'
import { attributeRecord } from './attribution'
import { requireSafe } from './check-window'
import { timeLimitOf } from './checks'
import type { WriteCore } from './core'
import type { NewEvent } from './events'
import { updateNewestRecord } from './newest-record'
import { outcomeOf, recordIdIn, type WriteOutcome } from './outcome'
import { unreadableBody } from './problems'
import { applyDeadline, type IntentRows, type ReadIntent } from './rows'
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
    else await replay(core, now, body, deadline, check)
  } finally {
    deadline.release()
  }
}

const callerOf = ({ session: { subject }, isBackground }: Check): Caller => ({
  kind: isBackground ? 'background' : 'write',
  subject,
})

async function replay(core: WriteCore, row: ReadIntent, body: string, deadline: Deadline, check: Check): Promise<void> {
  const { session, isBackground, timing } = check
  const { clock, ledger, upstreams } = core
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const event = (words: string, status?: number) =>
    ledger.newEvent({ kind: 'asked', words, person: session.name, status })
  const upstream = upstreams.of(row.environment as Environment)
  const options = { deadline, caller: callerOf(check), timing }
  const ready = await readyWrite(upstream, name, options).catch(async (problem) => {
    const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
    await ledger.releaseReplayLease(row, isBackground ? undefined : event(`Not checked: ${why}`))
    throw problem
  })
  const sending = await ready.send(path, body, deadline)
  const last = graceAfter(clock, deadline)
  const expected = await retryUntil(clock, () => expectedBody(ledger.rows, row, body, recordIdIn(name, sending)), last)
  const first = outcomeOf({ id: row.id, name, path, body: expected, sent: JSON.parse(body) }, sending)
  const outcome = await retryUntil(clock, () => attributeRecord(core, first, row, true), last)
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

/**
 * How the record of a write must look now: with the changes that this console has made since. A change whose outcome is
 * unknown may be in it or not, so its members are left out.
 */
async function expectedBody(
  rows: IntentRows,
  row: IntentTable,
  body: string,
  shown: string | undefined,
): Promise<unknown> {
  let expected: unknown = JSON.parse(body)
  for (const change of await rows.laterChangesOf(row, row.record_id ?? shown ?? null)) {
    const changed: unknown = JSON.parse(rows.bodyOf(change) ?? '{}')
    expected = change.state === 'confirmed' ? mergeChanges(expected, changed) : without(expected, pathsIn(changed))
  }
  return expected
}

/** A body without the values at these paths. */
function without(body: unknown, paths: readonly string[], path = ''): unknown {
  if (!isObject(body)) return body
  const members = Object.entries(body).map(([name, value]) => [name, path ? `${path}.${name}` : name, value] as const)
  return Object.fromEntries(
    members
      .filter(([, here]) => !paths.includes(here))
      .map(([name, here, value]) => [name, without(value, paths, here)]),
  )
}
