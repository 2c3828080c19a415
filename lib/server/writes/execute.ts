/**
 * Writes, each carried out at most once: recorded and committed, sent, its outcome recorded (design.md, "Intents"). What
 * must be shared is in the database alone, so that several consoles may work on one, and each may die at any point.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { checkForm, checkPlacement, type RawInput } from '../api/check'
import type { Environment } from '../api/environments'
import { canBeFoundOut, type WriteName } from '../api/intents'
import type { Input } from '../api/operations'
import { NewOrder } from '../api/orders'
import { type Problem, ProblemError } from '../api/problem'
import { summaryOf } from '../api/summaries'
import type { IntentTable } from '../database/tables'
import {
  answerOf,
  bodyOf,
  claim,
  giveUpWaiting,
  type NewIntent,
  type Owner,
  record,
  restate,
  rowById,
  settle,
} from './ledger'
import { owned } from './owned'
import { fingerprintOf } from './seal'
import { serviceNow } from './service'
import type { Session } from './sessions'
import { settings } from './settings'
import { type Verdict, verdictOf } from './verdicts'
import { type ReadyWrite, readyWrite } from './writes'

/** Milliseconds that a write may take beside the time that it asks to wait (design.md, "Proxy"). */
const writeLimit = 15_000
/** Seconds after that limit until a write whose process is gone counts as unknown. */
export const grace = 5
/** Milliseconds between two looks at a write that another call is carrying out. */
const lookEvery = 100
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
export type Outcome = { text: string; state: IntentTable['state'] }

/** @throws ProblemError 404 where the environment is not set up here */
export function ownerOf(environment: Environment): Owner {
  const credential = settings().credentials[environment]
  if (!credential)
    throw new ProblemError(404, 'no-such-environment', `The ${environment} environment is not set up here.`)
  return { environment, clientId: credential.clientId }
}

/** An order or a fiat account without a reference gets the intent's id for one: it is what makes a replay safe. */
function withReference(name: WriteName, id: string, body: unknown): { ref_id?: string } {
  const given: { ref_id?: string } = typeof body === 'object' && body !== null ? body : {}
  return canBeFoundOut(name) && given.ref_id === undefined ? { ...given, ref_id: id } : given
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

/** A problem with how the intent stands, which tells the browser whether the same intent may be pressed again. */
function withState(problem: ProblemError, state: IntentTable['state'], id: string): ProblemError {
  problem.problem.meta = { ...problem.problem.meta, intent: id, intent_state: state }
  problem.headers['x-mintdesk-intent-state'] = state
  return problem
}

const reused = () =>
  new ProblemError(409, 'intent-reused', 'This intent was used for something else.', {
    detail: 'An intent carries out one thing, for one person. What was asked for first stands; nothing more was sent.',
  })

/** The recorded outcome, as the first caller got it. @throws ProblemError where it was no success */
function recorded(row: IntentTable): Outcome {
  const { id, state } = row
  if (state === 'unknown') {
    throw withState(
      new ProblemError(504, 'unknown-outcome', 'It is not known whether this happened.', {
        detail: `${row.reason ?? 'It was sent, and no answer came.'} It is kept under Activity, where you can find out.`,
      }),
      state,
      id,
    )
  }
  const text = answerOf(row)
  const answer: unknown = JSON.parse(text ?? '{}')
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
    title ?? row.reason ?? 'The service refused this.',
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
function checkTime(environment: Environment, name: WriteName, body: unknown): void {
  if (name !== 'createOrder') return
  const order = NewOrder.safeParse(body)
  if (order.success) checkPlacement(order.data, serviceNow(environment))
}

/**
 * Checks what a browser wants to be written: by the row's schemas, and by what this environment asks for.
 * @throws ProblemError 400 `invalid-input`; nothing was recorded
 */
export function checkWrite(environment: Environment, name: WriteName, raw: RawInput): WriteRequest['input'] {
  const input: { path?: Record<string, string>; body?: unknown } = checkForm<WriteName>(name, raw)
  if (name === 'createOrder' && settings().requiresIdentity[environment]) requireIdentity(input.body)
  return input
}

/** Spec, Order, `identity_id`: "May be mandatory depending on integration type", which a setting says. */
function requireIdentity(body: unknown): void {
  if ((body as Input<'createOrder'>['body']).identity_id !== undefined) return
  const message = 'This environment asks for identity and account with every order.'
  throw new ProblemError(400, 'invalid-input', 'Create order: the request does not fit.', {
    detail: message,
    errors: [
      { field: 'identity_id', message },
      { field: 'identity_account_id', message },
    ],
  })
}

/** Does what must not be lost, again while the database fails, as long as the write has time. @throws the last error */
async function lastingly<Value>(act: () => Promise<Value>, until: number): Promise<Value> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() >= until) throw error
      await pause(250)
    }
  }
}

/**
 * Sends what was claimed and records how it ended.
 * @param until ms since 1970, after which nothing of it leaves any more
 */
async function sendClaimed(row: IntentTable, body: string, ready: ReadyWrite, until: number): Promise<Verdict> {
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const written = await ready.send(path, body, until)
  const asked = { id: row.id, name, path, body: JSON.parse(body), isReplay: false }
  const told = verdictOf(asked, written)
  const limit = until + grace * 1000
  const verdict = await lastingly(() => owned(told, row, false), limit)
  const kind = verdict.state === 'prepared' ? 'not-sent' : verdict.state === 'unknown' ? 'lost' : 'answered'
  const line = { kind, words: verdict.words, status: verdict.answerStatus } as const
  await lastingly(() => settle(row, verdict, ['sent', 'unknown'], line), limit)
  return verdict
}

/** What a person is told where nothing left this console. */
const notReached = (cause?: unknown) =>
  new ProblemError(502, 'service-unreachable', 'The service does not answer at the moment.', {
    detail: 'Mintdesk could not connect to it, so nothing was sent. Press again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })

/**
 * Brings an intent to its end: sends it if nobody has, waits if somebody does, and gives the recorded outcome if it has one.
 * @throws ProblemError with `meta.intent_state`
 */
async function carryOut(id: string, fingerprint: string, owner: Owner, session: Session): Promise<Outcome> {
  for (;;) {
    const row = await rowById(id)
    if (!row || row.fingerprint !== fingerprint) throw reused()
    if (row.state === 'sent') {
      if (!(await giveUpWaiting(id))) await pause(lookEvery)
    } else if (row.state === 'prepared') {
      const body = bodyOf(row)
      if (body === undefined) throw unreadable()
      const name = row.operation as WriteName
      try {
        const ready = await readyWrite(owner.environment, name)
        checkTime(owner.environment, name, JSON.parse(body))
        const limit = limitOf(body)
        const until = Date.now() + limit
        if (!(await claim(id, fingerprint, limit / 1000 + grace, session.name))) continue
        const verdict = await sendClaimed(row, body, ready, until)
        if (verdict.state === 'prepared' && (await rowById(id))?.state === 'prepared') throw notReached()
      } catch (problem) {
        // A problem is thrown here only where nothing has left; a database that failed after it is none.
        throw problem instanceof ProblemError ? withState(problem, 'prepared', id) : problem
      }
    } else return recorded(row)
  }
}

export const unreadable = () =>
  new ProblemError(409, 'not-readable', 'What was asked cannot be read any more.', {
    detail: 'It was kept sealed by a secret of this console that has changed since. Enter it again.',
  })

/** Whether a row is what was asked for, though its digest is of another secret. @throws ProblemError where none can say */
function isTheSame(row: IntentTable, asked: NewIntent, owner: Owner, session: Session): boolean {
  const isOf =
    row.environment === owner.environment &&
    row.client_id === owner.clientId &&
    row.operation === asked.name &&
    row.subject === session.subject
  if (!isOf) return false
  const body = bodyOf(row)
  if (body === undefined) throw withState(unreadable(), row.state, row.id)
  return row.path === JSON.stringify(asked.path) && body === asked.body
}

/**
 * Carries out a write that was checked, once: whatever is repeated, by whom ever, with this id gets the same outcome.
 * @throws ProblemError: refused here before anything was recorded, refused by the service, or not known
 */
export async function execute(request: WriteRequest): Promise<Outcome> {
  const { environment, session } = request
  const owner = ownerOf(environment)
  const asked = newIntent(request, owner)
  const known = await rowById(asked.id)
  // What was sent has its outcome, however late it is by now.
  if (!known || known.state === 'prepared') checkTime(environment, request.name, request.input.body)
  if (!known) await record(owner, asked, session)
  const row = known ?? (await rowById(asked.id))
  if (row?.fingerprint === asked.fingerprint || (await restate(owner, asked, session)))
    return carryOut(asked.id, asked.fingerprint, owner, session)
  if (!row || !isTheSame(row, asked, owner, session)) throw reused()
  return carryOut(asked.id, row.fingerprint, owner, session)
}

/** Sends an intent that was recorded and never sent. @throws ProblemError where it is another's, or has been sent */
export async function sendPrepared(row: IntentTable, session: Session): Promise<void> {
  if (row.subject !== session.subject)
    throw new ProblemError(403, 'not-permitted', `Only ${row.person} may send this, who prepared it.`)
  if (row.state !== 'prepared') throw new ProblemError(409, 'already-sent', 'This has been sent already.')
  const owner = ownerOf(row.environment as Environment)
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  checkWrite(owner.environment, row.operation as WriteName, { path: JSON.parse(row.path), body: JSON.parse(body) })
  await carryOut(row.id, row.fingerprint, owner, session).catch((problem) => {
    // How it ended stands in the row, which the caller reads.
    if (!(problem instanceof ProblemError) || problem.problem.meta?.intent_state === 'prepared') throw problem
  })
}
