/** Checks the outcome or the status of a write: the same is sent again, and the service shows what its reference stands for. */
import { merged, pathsIn } from '../../api/differences'
import type { Environment } from '../../api/environments'
import { exactJson } from '../../api/exact-json'
import { canBeFoundOut, hoursToFindOut, type WriteName } from '../../api/intents'
import { isObject } from '../../api/json'
import { ProblemError } from '../../api/problem'
import type { IntentTable } from '../../database/tables'
import { askServiceTime, serviceNow } from '../service'
import type { Session } from '../sessions'
import { settings } from '../settings'
import { attributed } from './attribution'
import { limitOf, ownerOf, unreadable } from './execute'
import {
  acquireReplayLease,
  answerOf,
  asOfNow,
  bodyOf,
  expire,
  type IntentEvent,
  laterChangesOf,
  latestAnswerOf,
  newEvent,
  type ReadIntent,
  refresh,
  releaseReplayLease,
  rowById,
  settle,
} from './ledger'
import { outcomeOf, type WriteOutcome } from './outcome'
import { deadlineIn, readyWrite } from './send'
import { grace, isSettledByNote } from './states'

const hour = 3_600_000
/** Milliseconds before the end of the 23 hours at which no check begins: it may take that long itself. */
const margin = 30_000
/** Milliseconds by which two clocks may disagree on how long ago a write was sent, and what a `Date` rounds away. */
const mostDisagreement = 60_000 + 2_000

/** Whether a check is safe now: for how much longer, or why not. */
export type CheckWindow = { left: number } | { refusal: { kind: 'too-late' | 'clocks-disagree'; sentence: string } }

const minutes = (millis: number) => `${Math.round(millis / 60_000)} min`

/**
 * How long the identical body may still be sent again. A reference is free 24 h after its order closed, by the service's
 * clock, so 23 h are counted by that clock and by ours; where they disagree, one of them was set, and nobody knows which.
 * @returns undefined where a check is never safe
 */
export function checkWindow(row: Pick<IntentTable, 'environment' | 'operation' | 'sent_at' | 'sent_at_service'>) {
  const { environment, operation, sent_at, sent_at_service } = row
  if (!canBeFoundOut(operation as WriteName) || sent_at === null) return undefined
  const ours = Date.now() - sent_at / 1000
  const theirs = serviceNow(environment as Environment) - (sent_at_service ?? sent_at) / 1000
  const left = hoursToFindOut * hour - margin - Math.max(ours, theirs)
  const refusal = (kind: 'too-late' | 'clocks-disagree', sentence: string): CheckWindow => ({
    refusal: { kind, sentence },
  })
  if (left <= 0) return refusal('too-late', `More than ${hoursToFindOut} h have passed since it was sent.`)
  const apart = Math.abs(ours - theirs)
  if (apart > mostDisagreement)
    return refusal(
      'clocks-disagree',
      `By the provider's clock and Mintdesk's, the time since it was sent differs by ${minutes(apart)}.`,
    )
  const window: CheckWindow = { left }
  return window
}

/** Only what was sent and is unknown, or what the service or a person confirmed, has an outcome to check. */
const isCheckable = (row: IntentTable) => row.state === 'unknown' || row.state === 'confirmed' || isSettledByNote(row)

/** @throws ProblemError where a check would not be safe, or has nothing to ask for */
async function requireSafe(row: ReadIntent): Promise<void> {
  if (checkWindow(row) === undefined || !isCheckable(row)) {
    throw new ProblemError(409, 'cannot-be-asked', 'The outcome of this cannot be checked by sending it again.', {
      detail: canBeFoundOut(row.operation as WriteName)
        ? 'Only what was sent and is unknown or confirmed can be checked.'
        : 'It has no reference: sending it again would do it again.',
    })
  }
  const environment = row.environment as Environment
  if (row.client_id !== ownerOf(environment).clientId) {
    throw new ProblemError(409, 'earlier-credential', 'This was sent with an earlier client id.', {
      detail: 'With another one the provider would do it again. Check with the provider, and record what happened.',
    })
  }
  await askServiceTime(environment)
  const window = checkWindow(row)
  if (window === undefined || 'left' in window) return
  const { kind, sentence } = window.refusal
  throw new ProblemError(409, kind, sentence, {
    detail:
      'A reference may be used again 24 h after its order closed, so checking now could do it a second time. Nothing was sent.',
  })
}

export type Check = {
  session: Session
  /** A page checks by itself, nobody pressed: only what is new goes into the history. */
  isBackground: boolean
}

/**
 * Checks the outcome of an intent, by sending the identical body with the same reference again.
 * @throws ProblemError where that is not safe, where somebody else is checking, or where the service could not be asked
 */
export async function resolve(found: ReadIntent, check: Check): Promise<void> {
  if (found.state === 'sent' && found.is_overdue) await expire(found)
  const row = asOfNow(found)
  if (check.isBackground && !settings().follows[row.environment as Environment])
    throw new ProblemError(403, 'not-permitted', 'Pages do not check by themselves in this environment.', {
      detail: 'A person presses "Check status".',
    })
  await requireSafe(row)
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  const limit = limitOf(body)
  if (!(await acquireReplayLease(row.id, limit + grace * 1000)))
    throw new ProblemError(409, 'someone-asks', 'Its outcome is being checked at this moment.')
  // Somebody else's check may have settled it meanwhile.
  const now = await rowById(row.id)
  if (now?.state !== row.state) return releaseReplayLease(row.id, undefined)
  await replay(now, body, limit, check)
}

/** @param limit milliseconds that the check may take */
async function replay(row: ReadIntent, body: string, limit: number, check: Check): Promise<void> {
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const event = (words: string, status?: number) =>
    newEvent({ kind: 'asked', words, person: check.session.name, status })
  const deadline = deadlineIn(limit)
  const ready = await readyWrite(ownerOf(row.environment as Environment).environment, name).catch(async (problem) => {
    const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
    await releaseReplayLease(row.id, check.isBackground ? undefined : event(`Not checked: ${why}`))
    throw problem
  })
  const sending = await ready.send(path, body, deadline)
  const write = { id: row.id, name, path, body: await expectedBody(row, body) }
  const outcome = await attributed(outcomeOf(write, sending), row, true)
  const history = event(outcome.words, outcome.answerStatus)
  if (row.state === 'confirmed' && !isSettledByNote(row)) return learn(row, outcome, history, check)
  const status = outcome.answerStatus ?? 0
  // Only a record settles it: any other refusal may have been given before the reference was looked at.
  const isTold = (status >= 200 && status <= 299) || status === 409
  if (isTold && (outcome.state !== 'unknown' || (outcome.isConflict && row.state === 'unknown')))
    return settle(row, outcome, history)
  return releaseReplayLease(row.id, check.isBackground ? undefined : history)
}

/**
 * What the record of a write must look like now: with the changes that this desk has made since. A change whose own
 * outcome is unknown may be in it or not, so its members are left out.
 */
async function expectedBody(row: IntentTable, body: string): Promise<unknown> {
  let expected: unknown = JSON.parse(body)
  for (const change of await laterChangesOf(row)) {
    const changed: unknown = JSON.parse(bodyOf(change) ?? '{}')
    expected = change.state === 'confirmed' ? merged(expected, changed) : without(expected, pathsIn(changed))
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

const jsonOf = (text: string | undefined): unknown => (text === undefined ? undefined : exactJson(text))
const recordIn = (shown: unknown) => (isObject(shown) && isObject(shown.rule) ? shown.rule : shown)

/** Whether a record has every member that another one has: one that shows less does not replace it. */
const showsAll = (shown: unknown, before: unknown) => {
  const [one, other] = [recordIn(shown), recordIn(before)]
  return isObject(one) && (!isObject(other) || Object.keys(other).every((name) => Object.hasOwn(one, name)))
}

/** What a check says of a record that is confirmed: perhaps a newer status, never that it is not there. */
async function learn(row: ReadIntent, outcome: WriteOutcome, history: IntentEvent, check: Check): Promise<void> {
  const { recordId, recordStatus, answer, isConflict, reason, state } = outcome
  const quiet = check.isBackground ? undefined : history
  if (isConflict && state !== 'confirmed') return refresh(row, { conflict: reason }, history)
  if (recordId === undefined) return releaseReplayLease(row.id, quiet)
  if (row.record_id !== null && row.record_id !== recordId) {
    const words = `The provider showed another record (${recordId}): there may be two.`
    return refresh(row, { conflict: words }, { ...history, words })
  }
  const newest = latestAnswerOf(row)
  const shown = jsonOf(answer)
  const isNewest = showsAll(shown, jsonOf(newest))
  const isNews = recordStatus !== row.record_status || (isNewest && answer !== (newest ?? answerOf(row)))
  return refresh(
    row,
    {
      recordId,
      recordStatus,
      ...(isNewest && { answer }),
      ...(isConflict && { conflict: reason }),
      isByReference: outcome.isByReference ?? false,
    },
    isNews ? history : quiet,
  )
}
