/**
 * Carries out writes, each at most once: recorded and committed, sent, its outcome recorded (design.md, "Intents"). What
 * must be shared is in the database alone, so that several consoles may work on one, and each may die at any point.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { checkForm, checkIdentity, checkPlacement, type RawInput } from '../../api/check'
import type { Environment } from '../../api/environments'
import { exactJson } from '../../api/exact-json'
import { type IntentState, isReplayable, type WriteName } from '../../api/intents'
import { summaryOf } from '../../api/operations'
import { type Problem, ProblemError, problemKind } from '../../api/problem'
import type { IntentTable } from '../../database/tables'
import { askServiceTime, serviceNow, toldServiceTime } from '../service'
import type { Session } from '../sessions'
import { settings } from '../settings'
import { once } from '../state'
import { databaseProblem } from '../store'
import { attributed } from './attribution'
import {
  amendPrepared,
  answerOf,
  asOfNow,
  bodyOf,
  type Claim,
  claim,
  expire,
  type NewIntent,
  newEvent,
  type Owner,
  type ReadIntent,
  record,
  rowById,
  settle,
} from './ledger'
import { outcomeOf, type WriteOutcome } from './outcome'
import { fingerprintOf } from './sealing'
import { type Deadline, deadlineIn, millisLeft, type ReadyWrite, readyWrite } from './send'
import { grace, isSettledByNote, longestWrite, writeLimit } from './states'

/** Milliseconds between two looks at a write that another console is carrying out. */
const lookEvery = 100
/** Milliseconds between two tries to record an outcome while the database fails. */
const retryEvery = 250
/** Bytes of a body that the service takes (service-facts, "Our own service"); no form of this interface comes near it. */
export const bodyLimit = 64 * 1024
export const tooLarge = (detail?: string) =>
  new ProblemError(413, 'body-too-large', 'The body has more than 64 KiB.', detail === undefined ? {} : { detail })

/** What a browser asked to be carried out. */
export type WriteRequest = {
  id: string
  environment: Environment
  name: WriteName
  input: { path?: Record<string, string>; body?: unknown }
  session: Session
}

/** What goes back to the browser: the service's own answer, and how the intent stands. */
export type WriteResult = { text: string; state: IntentTable['state'] }

/** @throws ProblemError 404 where the environment is not set up here */
export function ownerOf(environment: Environment): Owner {
  const credential = settings().credentials[environment]
  if (!credential)
    throw new ProblemError(404, 'no-such-environment', `The ${environment} environment is not set up here.`)
  return { environment, clientId: credential.clientId }
}

/** A write without a reference gets the intent's id as one, where it may have one: it is what makes a replay safe. */
function withReference(name: WriteName, id: string, body: unknown): { ref_id?: string } {
  const given: { ref_id?: string } = typeof body === 'object' && body !== null ? body : {}
  return isReplayable(name) && given.ref_id === undefined ? { ...given, ref_id: id } : given
}

function newIntent({ id, name, input, session }: WriteRequest, owner: Owner): NewIntent {
  const path = input.path ?? {}
  const body = withReference(name, id, input.body)
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > bodyLimit)
    throw tooLarge('It got its reference from Mintdesk, and is too long with it.')
  return {
    id,
    name,
    path,
    body: text,
    fingerprint: fingerprintOf({ ...owner, name, path, body, subject: session.subject }),
    summary: summaryOf(name, path, body),
    refId: body.ref_id,
  }
}

const stateHeader = 'x-mintdesk-intent-state'

/** How an intent stands as far as can be read; unknown where nothing can. */
export async function stateNow(id: string): Promise<IntentState> {
  try {
    const row = await rowById(id)
    return row ? asOfNow(row).state : 'prepared'
  } catch {
    return 'unknown'
  }
}

/** Any failure with how the intent stands, which tells the browser whether the same intent may be pressed again. */
export function withState(failure: unknown, state: IntentState, id: string): ProblemError {
  // Whoever was closer to it knew better.
  if (failure instanceof ProblemError && failure.headers[stateHeader]) return failure
  const problem =
    failure instanceof ProblemError
      ? failure
      : (databaseProblem(failure) ??
        new ProblemError(500, 'internal-error', 'Mintdesk could not do this.', {
          meta: { answered_by: 'console' },
          cause: failure,
        }))
  problem.problem.meta = { ...problem.problem.meta, intent: id, intent_state: state }
  problem.headers[stateHeader] = state
  return problem
}

/** A failure of a call that names an intent: how it stands, where it is the caller's own; another's is not their concern. */
export async function withOwnState(failure: unknown, id: string, { subject }: Session): Promise<unknown> {
  const row = await rowById(id).catch(() => undefined)
  return row?.subject === subject ? withState(failure, asOfNow(row).state, id) : failure
}

const reused = () =>
  new ProblemError(409, 'intent-reused', 'This request id was used for something else.', {
    detail:
      'A request id carries out one thing, for one person. What it was first used for stands; nothing more was sent.',
  })

const unknownOutcome = (why: string) =>
  new ProblemError(504, 'unknown-outcome', 'It is not known whether this happened.', {
    detail: `${why} It is kept under Activity, where you can check its outcome.`,
  })

/** The recorded outcome, as the first caller got it. @throws ProblemError where it was no success */
function recorded(row: IntentTable): WriteResult {
  const { id, state } = row
  if (state === 'unknown') throw withState(unknownOutcome(row.reason ?? 'It was sent, and no answer came.'), state, id)
  // What came before a person's note was no answer to this.
  const text = isSettledByNote(row) ? undefined : answerOf(row)
  const answer = exactJson(text ?? '{}')
  if (state === 'refused' && !isRecord(answer)) throw withState(refusal(answer as Partial<Problem>, row), state, id)
  return { text: text ?? '{}', state }
}

/** Whether the answer of a refused one is a record of the service (an order that was REJECTED) and no problem. */
const isRecord = (answer: unknown) =>
  // A problem's status is a number (RFC 9457), an order's a word.
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'string'

function refusal({ title, status, type, detail, meta, errors }: Partial<Problem>, row: IntentTable): ProblemError {
  const told = new ProblemError(
    typeof status === 'number' ? status : 409,
    'service-refused',
    title ?? row.reason ?? 'The provider refused this.',
    {
      ...(detail !== undefined && { detail }),
      meta: { ...meta },
      ...(errors && { errors }),
    },
  )
  if (type) told.problem.type = type
  return told
}

/** Milliseconds that a write may take, the wait that an order asks for among them. */
export function limitOf(body: string): number {
  const { await_fill_millis: wait }: { await_fill_millis?: unknown } = JSON.parse(body)
  return writeLimit + (typeof wait === 'number' ? wait : 0)
}

/** Spec, Errors, 2, by the clock of the service: an order that rested here may have become too late. */
const checkTime = (environment: Environment, name: WriteName, body: unknown): void =>
  checkPlacement(name, body, serviceNow(environment))

/**
 * Checks what a browser wants to be written: by the row's schemas, and by what this environment asks for.
 * @throws ProblemError 400 `invalid-input`; nothing was recorded
 */
export function checkWrite(environment: Environment, name: WriteName, raw: RawInput): WriteRequest['input'] {
  const input: { path?: Record<string, string>; body?: unknown } = checkForm<WriteName>(name, raw)
  if (settings().requiresIdentity[environment]) checkIdentity(name, input.body)
  return input
}

/** Retries until the deadline while the database fails. @throws the last error */
export async function retryUntil<Value>(act: () => Promise<Value>, deadline: Deadline): Promise<Value> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (millisLeft(deadline) <= 0) throw error
      await pause(retryEvery)
    }
  }
}

/** The row of an intent, asked for again while the database fails. @throws the database's error */
const rowSoon = (id: string) => retryUntil(() => rowById(id), deadlineIn(grace * 1000))

/**
 * Claims an intent for sending. Where the commit was not acknowledged, the row tells whether it took place.
 * @returns false where another has claimed it
 * @throws the database's error where it is still prepared, or nothing can be read; nothing was sent by this process then
 */
async function claimed(id: string, asked: Claim): Promise<boolean> {
  try {
    return await claim(id, asked)
  } catch (error) {
    const row = await rowSoon(id)
    if (row?.state === 'sent' && row.claim_id === asked.claimId) return true
    if (row?.state === 'prepared') throw error
    return false
  }
}

/** Sends what was claimed and records how it ended; nothing of it leaves after the deadline. */
async function sendClaimed(
  row: IntentTable,
  body: string,
  ready: ReadyWrite,
  deadline: Deadline,
  claimId: string,
): Promise<WriteOutcome> {
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const sending = await ready.send(path, body, deadline)
  const first = outcomeOf({ id: row.id, name, path, body: JSON.parse(body) }, sending)
  const last = deadlineIn(Math.max(0, millisLeft(deadline)) + grace * 1000)
  const outcome = await retryUntil(() => attributed(first, row, false), last)
  const kind = outcome.state === 'prepared' ? 'not-sent' : outcome.state === 'unknown' ? 'lost' : 'answered'
  const history = newEvent({ kind, words: outcome.words, status: outcome.answerStatus })
  await retryUntil(() => settle(row, outcome, history, { claimId }), last)
  return outcome
}

/** What a person is told where nothing left this console. */
const notReached = (cause?: unknown) =>
  new ProblemError(502, 'service-unreachable', 'The provider does not answer at the moment.', {
    detail: 'Mintdesk could not connect to it, so nothing was sent. Press again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })

/** Milliseconds for which a write waits to learn the service's clock. */
const waitForTime = 3_000

/**
 * The service's time before a write leaves: it decides later how long its outcome may be checked, and whether a record
 * was made before it. What it last told may be old; where it does not answer, that is taken.
 */
async function timeOf(environment: Environment, name: WriteName): Promise<number | undefined> {
  await Promise.race([askServiceTime(environment, name), pause(waitForTime, undefined, { ref: false })]).catch(
    () => undefined,
  )
  return toldServiceTime(environment)
}

/**
 * Claims and sends a prepared intent. The caller reads the row to learn how it ended.
 * @throws ProblemError where it is still prepared; or unknown, because what came of it could not be recorded
 */
async function sendRow(row: ReadIntent, owner: Owner, session: Session): Promise<void> {
  const { id, fingerprint } = row
  const name = row.operation as WriteName
  const body = bodyOf(row)
  if (body === undefined) throw withState(unreadable(), 'prepared', id)
  let isClaimed = false
  try {
    const ready = await readyWrite(owner.environment, name)
    const told = await timeOf(owner.environment, name)
    checkTime(owner.environment, name, JSON.parse(body))
    const limit = limitOf(body)
    const deadline = deadlineIn(limit)
    const asked: Claim = {
      claimId: randomUUID(),
      fingerprint,
      limit: limit + grace * 1000,
      person: session.name,
      ...(told !== undefined && { serviceTime: told * 1000 }),
    }
    isClaimed = await claimed(id, asked)
    if (!isClaimed) return
    const outcome = await sendClaimed(row, body, ready, deadline, asked.claimId)
    if (outcome.state === 'prepared') throw notReached()
  } catch (failure) {
    const now = await rowSoon(id).catch(() => undefined)
    const isUnrecorded = isClaimed && !(failure instanceof ProblemError) && now?.state === 'sent'
    // It has an outcome, or another press has sent it meanwhile.
    if (now && now.state !== 'prepared' && !isUnrecorded) return
    if (now?.state === 'prepared') throw withState(failure, 'prepared', id)
    throw withState(unknownOutcome('Its outcome could not be recorded.'), 'unknown', id)
  }
}

/**
 * Brings an intent to its end: sends it if nobody has, waits if somebody does, and gives the recorded outcome if it has one.
 * @throws ProblemError with `meta.intent_state`
 */
async function carryOut(id: string, fingerprint: string, owner: Owner, session: Session): Promise<WriteResult> {
  // By the steady clock: whatever the others do, this wait ends.
  const end = deadlineIn(longestWrite + grace * 1000)
  const read = async () => {
    // What was sent meanwhile, by this process or another, is not known where the row cannot be read.
    const row = await rowSoon(id).catch((failure) => {
      throw withState(failure, 'unknown', id)
    })
    if (!row || row.fingerprint !== fingerprint) throw reused()
    return row
  }
  for (;;) {
    const row = await read()
    const isOver = millisLeft(end) <= 0
    if (row.state === 'prepared') {
      if (isOver) throw withState(notReached(), 'prepared', id)
      await sendRow(row, owner, session)
    } else if (row.state !== 'sent') return recorded(row)
    // Its own process may still be sending it: that this press no longer waits is nobody else's concern.
    else if (isOver) return recorded(asOverdue(row))
    else if (!row.is_overdue) await pause(lookEvery)
    // Where it cannot be written down that its time is over, it counts as unknown all the same.
    else if (!(await expire(row).catch(() => false))) {
      const now = await read()
      if (now.state === 'sent' && now.is_overdue) return recorded(asOverdue(now))
    }
  }
}

/** A row whose wait is over, whatever its deadline says. */
const asOverdue = (row: ReadIntent) => asOfNow({ ...row, is_overdue: true })

/** Presses of one intent in this process: the first carries it out, and the others wait for its outcome. */
const underWay = () => once('writes under way', () => new Map<string, Promise<WriteResult>>())

function carryOutOnce(id: string, fingerprint: string, owner: Owner, session: Session): Promise<WriteResult> {
  const key = `${id} ${fingerprint}`
  const known = underWay().get(key)
  if (known) return known
  const carrying = carryOut(id, fingerprint, owner, session).finally(() => underWay().delete(key))
  underWay().set(key, carrying)
  return carrying
}

export const unreadable = () =>
  new ProblemError(409, 'not-readable', 'What was asked cannot be read any more.', {
    detail: 'It was kept sealed by a secret of this console that has changed since. Enter it again.',
  })

/** Whether a row is what was asked for, though its digest is of another secret or another client id. */
function isTheSame(row: IntentTable, asked: NewIntent, owner: Owner, session: Session): boolean {
  const isOf = row.environment === owner.environment && row.operation === asked.name && row.subject === session.subject
  if (!isOf) return false
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  return row.path === JSON.stringify(asked.path) && body === asked.body
}

/** @throws ProblemError where it was recorded for a client id that this environment no longer uses, and was never sent */
function requireCredential(row: IntentTable, { clientId }: Owner): void {
  if (row.client_id === clientId || row.state !== 'prepared') return
  throw new ProblemError(409, 'earlier-credential', 'This was prepared for an earlier client id.', {
    detail: 'Nothing was sent. Withdraw it under Activity, and enter it again.',
  })
}

/**
 * Carries out a write that was checked, once: every repeat with this id gets the same outcome.
 * @throws ProblemError: refused here before anything was recorded, refused by the service, or unknown; once the intent is
 *         known with `meta.intent_state`
 */
export async function execute(request: WriteRequest): Promise<WriteResult> {
  const { environment, session } = request
  const owner = ownerOf(environment)
  const asked = newIntent(request, owner)
  const known = await rowById(asked.id)
  if (!known) {
    checkTime(environment, request.name, request.input.body)
    await record(owner, asked, session)
  }
  try {
    // What was sent has its outcome, however late it is.
    if (known?.state === 'prepared') checkTime(environment, request.name, request.input.body)
    const row = known ?? (await rowById(asked.id))
    if (row?.fingerprint === asked.fingerprint || (await amendPrepared(owner, asked, session)))
      return await carryOutOnce(asked.id, asked.fingerprint, owner, session)
    if (!row || !isTheSame(row, asked, owner, session)) throw reused()
    requireCredential(row, owner)
    return await carryOutOnce(asked.id, row.fingerprint, owner, session)
  } catch (failure) {
    const isReused = failure instanceof ProblemError && problemKind(failure.problem.type) === 'intent-reused'
    throw isReused
      ? await withOwnState(failure, asked.id, session)
      : withState(failure, await stateNow(asked.id), asked.id)
  }
}

/** Sends an intent that was recorded and never sent. @throws ProblemError where it is another's, or has been sent */
export async function sendPrepared(row: ReadIntent, session: Session): Promise<void> {
  if (row.subject !== session.subject)
    throw new ProblemError(403, 'not-permitted', `Only ${row.person} may send this, who prepared it.`)
  if (row.state !== 'prepared') throw new ProblemError(409, 'already-sent', 'This has been sent already.')
  const owner = ownerOf(row.environment as Environment)
  requireCredential(row, owner)
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  checkWrite(owner.environment, row.operation as WriteName, { path: JSON.parse(row.path), body: JSON.parse(body) })
  await carryOutOnce(row.id, row.fingerprint, owner, session).catch((problem) => {
    // How it ended stands in the row, which the caller reads.
    if (!(problem instanceof ProblemError) || problem.problem.meta?.intent_state === 'prepared') throw problem
  })
}
