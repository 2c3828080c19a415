/** Checks the outcome or the status of a write: the same is sent again, and the service shows what its reference stands for. */
import { mergeChanges, pathsIn } from '../../api/differences'
import type { Environment } from '../../api/environments'
import { exactJson } from '../../api/exact-json'
import { hoursToResolve, isReplayable, type WriteName } from '../../api/intents'
import { isObject, type Json } from '../../api/json'
import { ProblemError } from '../../api/problem'
import type { IntentTable } from '../../database/tables'
import { askServiceTime, toldServiceTime } from '../service'
import type { Session } from '../sessions'
import { settings } from '../settings'
import { attributed } from './attribution'
import { limitOf, ownerOf, retryUntil, unreadable } from './execute'
import {
  acquireReplayLease,
  answerOf,
  asOfNow,
  bodyOf,
  expire,
  laterChangesOf,
  latestAnswerOf,
  type NewEvent,
  newEvent,
  type ReadIntent,
  refresh,
  releaseReplayLease,
  rowById,
  settle,
} from './ledger'
import { membersOf, outcomeOf, shownIdOf, type WriteOutcome } from './outcome'
import { type Deadline, deadlineIn, millisLeft, readyWrite } from './send'
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
 * clock, so 23 h are counted by that clock and by the consoles'; where they disagree, one of them was set, and nobody
 * knows which.
 * @returns undefined where a check is never safe
 */
export function checkWindow(row: ReadIntent): CheckWindow | undefined {
  const { operation, sent_at, sent_at_service, now } = row
  const told = toldServiceTime(row.environment as Environment)
  if (!isReplayable(operation as WriteName) || !isCheckable(row) || sent_at === null) return undefined
  const ours = (now - sent_at) / 1000
  // A console that was just started has not heard the service's time; a check asks for it first.
  const theirs = told === undefined ? ours : told - (sent_at_service ?? sent_at) / 1000
  const left = hoursToResolve * hour - margin - Math.max(ours, theirs)
  if (left <= 0)
    return { refusal: { kind: 'too-late', sentence: `More than ${hoursToResolve} h have passed since it was sent.` } }
  const apart = Math.abs(ours - theirs)
  if (apart <= mostDisagreement) return { left }
  const sentence = `The provider's and Mintdesk's clocks disagree by ${minutes(apart)} about when this was sent.`
  return { refusal: { kind: 'clocks-disagree', sentence } }
}

/**
 * Only what was sent and is unknown, or is confirmed, has an outcome to check. What a person noted as not done would be
 * done by a check.
 */
const isCheckable = ({ state }: IntentTable) => state === 'unknown' || state === 'confirmed'

/** @throws ProblemError where a check would not be safe, or has nothing to ask for */
async function requireSafe(row: ReadIntent, isPersonal: boolean): Promise<void> {
  if (checkWindow(row) === undefined) {
    throw new ProblemError(409, 'cannot-be-asked', 'The outcome of this cannot be checked by sending it again.', {
      detail: isReplayable(row.operation as WriteName)
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
  await askServiceTime(environment, row.operation as WriteName, isPersonal)
  const window = checkWindow(row)
  if (window === undefined || 'left' in window) return
  const { kind, sentence } = window.refusal
  throw new ProblemError(409, kind, sentence, {
    detail:
      'A reference may be used again 24 h after its order closed, so checking now could create a duplicate. Nothing was sent.',
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
  if (check.isBackground && !isFollowed(row))
    throw new ProblemError(403, 'not-permitted', 'Automatic checks are off here.', {
      detail: 'A person presses "Check status".',
    })
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  const limit = limitOf(body)
  // From before the check of the clocks, so that nothing leaves long after it.
  const deadline = deadlineIn(limit)
  await requireSafe(row, !check.isBackground)
  if (!(await acquireReplayLease(row.id, limit + grace * 1000)))
    throw new ProblemError(409, 'someone-asks', 'Its outcome is being checked at this moment.')
  // Somebody else's check may have settled it meanwhile.
  const now = await rowById(row.id)
  if (now?.state !== row.state) return releaseReplayLease(now ?? row, undefined)
  await replay(now, body, deadline, check)
}

/** Whether pages may check it by themselves: what is confirmed, so that a check can place nothing. */
export const isFollowed = (row: IntentTable): boolean =>
  settings().follows[row.environment as Environment] === true && row.state === 'confirmed' && !isSettledByNote(row)

async function replay(row: ReadIntent, body: string, deadline: Deadline, check: Check): Promise<void> {
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const event = (words: string, status?: number) =>
    newEvent({ kind: 'asked', words, person: check.session.name, status })
  const { environment } = ownerOf(row.environment as Environment)
  const ready = await readyWrite(environment, name, !check.isBackground).catch(async (problem) => {
    const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
    await releaseReplayLease(row, check.isBackground ? undefined : event(`Not checked: ${why}`))
    throw problem
  })
  const sending = await ready.send(path, body, deadline)
  const last = deadlineIn(Math.max(0, millisLeft(deadline)) + grace * 1000)
  const expected = await retryUntil(() => expectedBody(row, body, shownIdOf(name, sending)), last)
  const first = outcomeOf({ id: row.id, name, path, body: expected, sent: JSON.parse(body) }, sending)
  const outcome = await retryUntil(() => attributed(first, row, true), last)
  const history = event(outcome.words, outcome.answerStatus)
  await retryUntil(() => recordCheck(row, outcome, history, check), last)
}

/** Records what a check told; may be repeated. */
function recordCheck(row: ReadIntent, outcome: WriteOutcome, history: NewEvent, check: Check): Promise<void> {
  if (row.state === 'confirmed' && !isSettledByNote(row)) return learn(row, outcome, history, check)
  const status = outcome.answerStatus ?? 0
  // Only a record settles it: any other refusal may have been given before the reference was looked at.
  const isTold = (status >= 200 && status <= 299) || status === 409
  if (isTold && (outcome.state !== 'unknown' || (outcome.isConflict && row.state === 'unknown')))
    return settle(row, outcome, history, { lease: row.asking_until }).then(() => releaseReplayLease(row, undefined))
  return releaseReplayLease(row, check.isBackground ? undefined : history)
}

/**
 * What the record of a write must look like now: with the changes that this desk has made since. A change whose own
 * outcome is unknown may be in it or not, so its members are left out.
 */
async function expectedBody(row: IntentTable, body: string, shown: string | undefined): Promise<unknown> {
  let expected: unknown = JSON.parse(body)
  for (const change of await laterChangesOf(row, row.record_id ?? shown ?? null)) {
    const changed: unknown = JSON.parse(bodyOf(change) ?? '{}')
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

/**
 * A record as it was last seen, kept as JSON: `earlier` dates the members, by their paths, that the newest answer lacked.
 * `isOther`: it contradicts the request, and is no part of what is known of its own record.
 */
export type NewestRecord = { record: Json; earlier: Record<string, string>; isOther?: true }

export function newestRecordOf(row: IntentTable): NewestRecord | undefined {
  const text = latestAnswerOf(row)
  // Written by `learn`.
  return text === undefined ? undefined : (JSON.parse(text) as NewestRecord)
}

/** What is known of a record once an answer has shown it, or a part of it. */
function withShown(before: NewestRecord | undefined, beforeAt: string, shown: Json): NewestRecord {
  if (!before) return { record: shown, earlier: {} }
  const paths = new Set(pathsIn(shown))
  const older = pathsIn(before.record).filter((path) => !paths.has(path))
  return {
    record: mergeChanges(before.record, shown) as Json,
    earlier: Object.fromEntries(older.map((path) => [path, before.earlier[path] ?? beforeAt])),
  }
}

/** The record in an answer: alone, or in the problem that it is told as. */
function recordIn(answer: unknown): unknown {
  const existing = isObject(answer) && isObject(answer.meta) ? answer.meta.existing : undefined
  return isObject(existing) ? existing : answer
}

/** How a warning of a second record begins: it stays, whatever later checks show. */
const secondRecord = 'The provider showed another record'

/** What a check says of a record that is confirmed: perhaps a newer status, never that it is not there. */
function learn(row: ReadIntent, outcome: WriteOutcome, history: NewEvent, check: Check): Promise<void> {
  const { recordId, recordStatus, answer, isConflict, isByReference = false, reason, state } = outcome
  const quiet = check.isBackground ? undefined : history
  const shown = answer === undefined ? undefined : membersOf(row.operation as WriteName, recordIn(exactJson(answer)))
  const other = shown && JSON.stringify({ record: shown, earlier: {}, isOther: true } satisfies NewestRecord)
  const kept = newestRecordOf(row)
  const isRepeated = (words: string | undefined) => row.reason === words && JSON.stringify(kept) === other
  if (isConflict && state !== 'confirmed')
    return refresh(row, { conflict: reason, newest: other }, isRepeated(reason) ? quiet : history)
  if (recordId === undefined || !shown) return releaseReplayLease(row, quiet)
  if (row.record_id !== null && row.record_id !== recordId) {
    const words = `${secondRecord} (${recordId}): there may be two.`
    const told = { ...history, words }
    return refresh(row, { conflict: words, newest: other }, isRepeated(words) ? quiet && told : told)
  }
  const isWarned = row.reason?.startsWith(secondRecord) === true
  const before = kept?.isOther ? undefined : kept
  const newest = withShown(before, new Date((row.latest_at ?? 0) / 1000).toISOString(), shown)
  const isNewStatus = recordStatus !== undefined && recordStatus !== row.record_status
  const first = answerOf(row)
  const known = before?.record ?? (first && membersOf(row.operation as WriteName, recordIn(exactJson(first))))
  const isNews = isNewStatus || JSON.stringify(known) !== JSON.stringify(newest.record)
  return refresh(
    row,
    {
      recordId,
      recordStatus,
      newest: JSON.stringify(newest),
      isByReference,
      ...(isConflict && { conflict: reason }),
      // The whole record, as it was asked for.
      ...(!isConflict && !isByReference && !isWarned && { conflict: null }),
    },
    isNews ? history : quiet,
  )
}
