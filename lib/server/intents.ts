/**
 * Writes, each carried out at most once: recorded and committed, sent, its outcome recorded (design.md, "Intents"). What
 * must be shared is in the database alone, so that several consoles may work on one, and each may die at any point.
 */
import { checkForm, checkPlacement, type RawInput } from '../api/check'
import type { Environment } from '../api/environments'
import { canBeFoundOut, hoursToFindOut, type WriteName } from '../api/intents'
import type { Input } from '../api/operations'
import { NewOrder } from '../api/orders'
import { type Problem, ProblemError } from '../api/problem'
import { summaryOf } from '../api/summaries'
import { nanoseconds } from '../api/values'
import type { IntentTable } from '../database/tables'
import {
  answerOf,
  bodyOf,
  claim,
  endAsking,
  giveUpWaiting,
  isSettledByNote,
  type Line,
  makerOf,
  type NewIntent,
  type Owner,
  record,
  refresh,
  restate,
  rowById,
  settle,
  takeAsking,
} from './ledger'
import { fingerprintOf } from './seal'
import { serviceNow } from './service'
import type { Session } from './sessions'
import { settings } from './settings'
import { type Verdict, verdictOf } from './verdicts'
import { type ReadyWrite, readyWrite } from './writes'

/** Milliseconds that a write may take beside the time that it asks to wait (design.md, "Proxy"). */
const writeLimit = 15_000
/** Seconds after that limit until a write whose process is gone counts as unknown. */
const grace = 5
/** Milliseconds between two looks at a write that another call is carrying out. */
const lookEvery = 100
/** Milliseconds for which one that asks waits for another that asks under the same reference. */
const waitForAsked = 4_000

/** Bytes of a body that the service takes (service-facts, "Our own service"); no form of this interface comes near it. */
export const bodyLimit = 64 * 1024
export const tooLarge = (detail?: string) =>
  new ProblemError(413, 'body-too-large', 'The body has more than 64 KiB.', detail === undefined ? {} : { detail })

/** Until when the same may be sent again to find out, in microseconds; undefined where it never may. */
export const findOutUntil = ({ operation, sent_at }: Pick<IntentTable, 'operation' | 'sent_at'>): number | undefined =>
  canBeFoundOut(operation as WriteName) && sent_at !== null ? sent_at + hoursToFindOut * 3_600_000_000 : undefined

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

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** The wait that an order asks for, in milliseconds. */
function waitOf(body: string): number {
  const { await_fill_millis: wait }: { await_fill_millis?: unknown } = JSON.parse(body)
  return typeof wait === 'number' ? wait : 0
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

/** Milliseconds by which two clocks may differ without saying which of two things came first. */
const clockSlack = 60_000

/** Whether a record was there before its intent left just now, by the service's clock. */
function wasThereBefore(answer: string, { sent_at, environment }: IntentTable): boolean {
  const record: { created_at?: unknown; rule?: { created_at?: unknown } } = JSON.parse(answer)
  const made = nanoseconds(String(record.created_at ?? record.rule?.created_at ?? ''))
  if (made === undefined || sent_at === null) return false
  const ahead = serviceNow(environment as Environment) - Date.now()
  return Number(made / 1_000_000n) < sent_at / 1000 + ahead - clockSlack
}

/** A 409 may show a record that another has made, here or elsewhere: then this one did not happen. */
async function owned(verdict: Verdict, row: IntentTable, isReplay: boolean): Promise<Verdict> {
  const { answerStatus, state, recordId, answer = '{}' } = verdict
  if (answerStatus !== 409 || state === 'unknown' || recordId === undefined) return verdict
  // Read anew: it was taken for sending after it was read.
  const now = (await rowById(row.id)) ?? row
  const taken = (words: string): Verdict => {
    const problem: Problem = {
      type: '/problems/already-exists',
      title: words,
      status: 409,
      meta: { existing: JSON.parse(answer) },
      errors: [{ field: 'ref_id', message: 'This reference was used before.' }],
    }
    return { state: 'refused', words, reason: words, answerStatus, answer: JSON.stringify(problem) }
  }
  let maker = await makerOf(now, recordId, isReplay)
  // Only the first that was sent waits for the others, so no two wait for each other.
  for (let left = waitForAsked / lookEvery; maker === 'asked' && left > 0; left--) {
    await pause(lookEvery)
    maker = await makerOf(now, recordId, isReplay)
  }
  if (maker === 'another')
    return taken('The reference was used before: the same was asked for by another intent, and is there once.')
  if (maker === 'unclear' || maker === 'asked') {
    const reason = 'The service has this, and another intent asked for the same under this reference.'
    return { state: 'unknown', words: reason, reason, answerStatus }
  }
  // Only at once: later the service's clock may have been set.
  return !isReplay && wasThereBefore(answer, now)
    ? taken(
        'The reference was used before: the service had the same before it was asked for here, and made nothing new.',
      )
    : verdict
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
        const limit = waitOf(body) + writeLimit
        const until = Date.now() + limit
        if (!(await claim(id, fingerprint, limit / 1000 + grace, session.name))) continue
        const verdict = await sendClaimed(row, body, ready, until)
        if (verdict.state === 'prepared') throw notReached()
      } catch (problem) {
        // A problem is thrown here only where nothing has left; a database that failed after it is none.
        throw problem instanceof ProblemError ? withState(problem, 'prepared', id) : problem
      }
    } else return recorded(row)
  }
}

const unreadable = () =>
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

/**
 * Asks the service what became of an intent, by sending the identical body with the same reference again.
 * @throws ProblemError where that is not safe, where somebody else is asking, or where nothing could be asked
 */
export async function findOut(row: IntentTable, session: Session): Promise<void> {
  const until = findOutUntil(row)
  if (until === undefined || (row.state !== 'unknown' && row.state !== 'confirmed' && !isSettledByNote(row))) {
    throw new ProblemError(409, 'cannot-be-asked', 'This cannot be found out by asking again.', {
      detail: canBeFoundOut(row.operation as WriteName)
        ? 'Only what was sent and is not known, or is confirmed, can be asked for.'
        : 'It has no reference: sending it again would do it again.',
    })
  }
  if (Date.now() * 1000 > until) {
    throw new ProblemError(409, 'too-late', `More than ${hoursToFindOut} h have passed since it was sent.`, {
      detail: 'A reference may be used again 24 h after its order closed: asking now could do it a second time.',
    })
  }
  const body = bodyOf(row)
  if (body === undefined) throw unreadable()
  const limit = waitOf(body) + writeLimit
  if (!(await takeAsking(row.id, limit / 1000 + grace)))
    throw new ProblemError(409, 'someone-asks', 'Somebody is asking for it at this moment.')
  await ask(row, body, Date.now() + limit, session)
}

/** @param until ms since 1970, after which somebody else may ask */
async function ask(row: IntentTable, body: string, until: number, session: Session): Promise<void> {
  const name = row.operation as WriteName
  const owner = ownerOf(row.environment as Environment)
  const path: Record<string, string> = JSON.parse(row.path)
  const ready = await readyWrite(owner.environment, name).catch(async (problem) => {
    const why = problem instanceof ProblemError ? problem.problem.title : 'Mintdesk failed.'
    await endAsking(row.id, { kind: 'asked', words: `Nothing could be asked: ${why}`, person: session.name })
    throw problem
  })
  const asked = { id: row.id, name, path, body: JSON.parse(body), isReplay: true }
  const verdict = await owned(verdictOf(asked, await ready.send(path, body, until)), row, true)
  const line = { kind: 'asked' as const, words: verdict.words, person: session.name, status: verdict.answerStatus }
  const status = verdict.answerStatus ?? 0
  // Only a record settles it: any other refusal may have been given before the reference was looked at.
  const isTold = (status >= 200 && status <= 299) || status === 409
  if (!isTold || verdict.state === 'unknown') return endAsking(row.id, line)
  if (row.state === 'unknown' || isSettledByNote(row)) return settle(row, verdict, ['sent', 'unknown', 'refused'], line)
  return refreshBy(row, verdict, line)
}

/** What a replay says of a record that is confirmed: perhaps a newer status, never that it is not there. */
async function refreshBy(row: IntentTable, verdict: Verdict, line: Line): Promise<void> {
  const { recordId, recordStatus, answer, isConflict, reason } = verdict
  if (recordId === undefined) return endAsking(row.id, line)
  if (row.record_id === null || row.record_id === recordId)
    return refresh(row, { recordId, recordStatus, answer, ...(isConflict && { conflict: reason }) }, line)
  const words = `The service answered with another record (${recordId}): there may be two.`
  return refresh(row, { conflict: words }, { ...line, words })
}
