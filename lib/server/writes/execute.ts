/**
 * Executes writes, each at most once: recorded and committed, sent, its outcome recorded. All that
 * must be shared is in the database, so that several consoles may use one, and each may die at any point.
 */

import type { IntentTable } from '../../database/tables'
import { withoutNumbersOf } from '../../domain/found-numbers'
import { checkPlacement, summaryOf } from '../../provider/check'
import type { Environment } from '../../provider/environments'
import { isReplayable, type WriteName } from '../../provider/operations'
import { ProblemError, problemKind } from '../../provider/problem'
import type { Session } from '../auth/sessions'
import { wait } from '../clock'
import type { Owner, UpstreamTiming } from '../upstream/upstream'
import { Deadline } from '../work/deadline'
import { attempt, type Press, readRow } from './attempt'
import { bodyLimit, bodyTooLarge, checkWrite, type WriteInput } from './checks'
import type { WriteCore, WriteResult } from './core'
import { isUnsent, type NewIntent } from './ledger'
import {
  currentState,
  intentRemoved,
  intentReused,
  notApproved,
  notReached,
  recordedResult,
  unreadableBody,
  withOwnState,
  withState,
} from './problems'
import { alteredRequest } from './row-digests'
import { applyDeadline, type ReadIntent } from './rows'
import { drive, grace, maximumWriteTime } from './states'

/** Milliseconds between two looks at a write that another process is sending. */
const lookEvery = 100

/** What a browser asked to be executed. */
export type WriteRequest = {
  id: string
  environment: Environment
  name: WriteName
  input: WriteInput
  session: Session
  timing?: UpstreamTiming
  /** Why the person asks for it, for those who must approve it. */
  reason?: string
}

/** A write without a reference gets the intent's id as one, if it can have one: that makes a replay safe. */
function withReference(name: WriteName, id: string, body: unknown): { ref_id?: string } {
  const given: { ref_id?: string } = typeof body === 'object' && body !== null ? body : {}
  return isReplayable(name) && given.ref_id === undefined ? { ...given, ref_id: id } : given
}

function newIntent({ ledger }: WriteCore, { id, name, input, session, reason }: WriteRequest, owner: Owner): NewIntent {
  const path = input.path ?? {}
  const body = withReference(name, id, input.body)
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > bodyLimit) throw bodyTooLarge('It is too large with the reference that Mintdesk adds.')
  return {
    id,
    name,
    path,
    body: text,
    fingerprint: ledger.encryption.fingerprintOf({ ...owner, name, path, body, subject: session.subject }),
    // Stored in plain text.
    summary: withoutNumbersOf(body, summaryOf(name, path, body)),
    refId: body.ref_id,
    reason,
  }
}

/** The digest of exactly what a write would send, for whom. */
export const digestOf = (core: WriteCore, request: WriteRequest): string =>
  newIntent(core, request, core.upstreams.of(request.environment).owner).fingerprint

/** @param found the row as it was just read  @throws ProblemError with `meta.intent_state` */
async function carryOut(core: WriteCore, press: Press, found?: ReadIntent): Promise<WriteResult> {
  const { id, fingerprint } = press
  const { clock, ledger } = core
  // By the steady clock: whatever the others do, this wait ends.
  const end = new Deadline(clock, maximumWriteTime + grace)
  let first = found
  const row = await drive<ReadIntent>({
    async read() {
      // This process or another may have sent it, which is not known while the row cannot be read.
      const failed = (failure: unknown) => {
        throw withState(failure, 'unknown', id)
      }
      const read = first ?? (await readRow(core, id).catch(failed))
      first = undefined
      if (!read || read.fingerprint !== fingerprint) throw intentReused()
      return read
    },
    isReady: ({ state }) => state === 'prepared' || (state === 'waiting' && press.isApproved === true),
    async send(prepared) {
      if (end.millisLeft <= 0) throw withState(notReached(), prepared.state, id)
      await attempt(core, prepared, press)
    },
    expire: (sent) => ledger.expire(sent),
    wait: () => wait(clock, lookEvery),
    isOver: () => end.millisLeft <= 0,
  })
  // Whatever its deadline says, the wait for it is over.
  return recordedResult(ledger.rows, applyDeadline({ ...row, is_overdue: true }))
}

/** Presses of one intent in this process: the first carries it out, and the others share its outcome. */
function carryOutOnce(core: WriteCore, press: Press, found?: ReadIntent): Promise<WriteResult> {
  const key = `${press.id} ${press.fingerprint} ${press.isApproved === true}`
  const known = core.running.get(key)
  if (known) return known
  const carrying = carryOut(core, press, found).finally(() => {
    core.running.delete(key)
    core.carriedOut(press.upstream.environment)
  })
  core.running.set(key, carrying)
  return carrying
}

/**
 * Whether a row is what was asked for, although its digest was made with another key or another client id; undefined if its
 * body cannot be opened.
 */
function isTheSame(
  { ledger }: WriteCore,
  row: IntentTable,
  intent: NewIntent,
  owner: Owner,
  session: Session,
): boolean | undefined {
  const isOf = row.environment === owner.environment && row.operation === intent.name && row.subject === session.subject
  if (!isOf) return false
  const body = ledger.rows.bodyOf(row)
  return body === undefined ? undefined : row.path === JSON.stringify(intent.path) && body === intent.body
}

/** @throws ProblemError if it was recorded for a client id that this environment no longer uses, and was never sent */
function requireCredential(row: IntentTable, { clientId }: Owner): void {
  if (row.client_id === clientId || !isUnsent(row)) return
  throw new ProblemError(409, 'earlier-credential', 'This request was prepared for an earlier client ID.', {
    detail: 'Nothing was sent. Withdraw it under Activity and enter it again.',
  })
}

/**
 * Executes a checked write once: every repeat with this id gets the same outcome.
 * @throws ProblemError: refused before anything was recorded, refused by the provider, or unknown; once the intent is
 *         known with `meta.intent_state`
 */
export async function execute(core: WriteCore, request: WriteRequest): Promise<WriteResult> {
  const { session, name, input, timing } = request
  const { ledger } = core
  const upstream = core.upstreams.of(request.environment)
  const owner = upstream.owner
  const intent = newIntent(core, request, owner)
  const { id, fingerprint } = intent
  const press = { id, upstream, session, timing, asked: intent }
  const known = await ledger.rows.byId(id)
  if (!known) {
    const removal = await ledger.rows.removalOf(id)
    if (removal) throw intentRemoved(removal)
    await core.holds.requireReleased()
    await core.holds.requireNew(request.environment, id, intent.refId)
    checkPlacement(name, input.body, upstream.now())
    await ledger.record(owner, intent, session)
  }
  try {
    // An intent that was sent has its outcome, however late it is.
    if (known && isUnsent(known)) {
      await core.holds.requireReleased()
      checkPlacement(name, input.body, upstream.now())
    }
    const row = known ?? (await ledger.rows.byId(id))
    if (known && isUnsent(known)) await ledger.noteReason(intent, session)
    if (row?.fingerprint === fingerprint) return await carryOutOnce(core, { ...press, fingerprint }, row)
    // By its content: amending what another console is sending, under the digest of another key, would refuse its sender.
    const isSame = row && isTheSame(core, row, intent, owner, session)
    if (!row || !isSame) {
      if (await ledger.amendUnsent(owner, intent, session)) return await carryOutOnce(core, { ...press, fingerprint })
      throw row && isSame === undefined ? unreadableBody() : intentReused()
    }
    requireCredential(row, owner)
    return await carryOutOnce(core, { ...press, fingerprint: row.fingerprint }, row)
  } catch (failure) {
    const isReused = failure instanceof ProblemError && problemKind(failure.problem.type) === 'intent-reused'
    throw isReused
      ? await withOwnState(core, failure, id, session)
      : withState(failure, await currentState(core, id), id)
  }
}

/**
 * Sends a request that others have approved, in the name of who asked for it. What keeps it from leaving is in its history.
 * @throws ProblemError unless it was sent, by this process or another
 */
export async function sendApproved(core: WriteCore, row: ReadIntent): Promise<void> {
  const { subject, person: name } = row
  await send(core, row, { id: '', subject, name, roles: [] }, { isApproved: true })
}

/** Sends an intent that was recorded and never sent. @throws ProblemError if it is another's, or has been sent */
export async function sendPrepared(
  core: WriteCore,
  row: ReadIntent,
  session: Session,
  timing?: UpstreamTiming,
): Promise<void> {
  if (row.subject !== session.subject)
    throw new ProblemError(403, 'not-permitted', `Only ${row.person}, who prepared this request, may send it.`)
  await core.holds.requireReleased()
  if (row.state === 'waiting') throw notApproved()
  if (row.state !== 'prepared') throw new ProblemError(409, 'already-sent', 'This request was already sent.')
  await send(core, row, session, { timing })
}

async function send(
  core: WriteCore,
  row: ReadIntent,
  session: Session,
  how: { timing?: UpstreamTiming; isApproved?: boolean },
): Promise<void> {
  await core.holds.requireReleased()
  const upstream = core.upstreams.of(row.environment as Environment)
  requireCredential(row, upstream.owner)
  const body = core.ledger.rows.bodyOf(row)
  if (body === undefined) throw unreadableBody()
  if (!core.ledger.rows.isGenuine(row)) throw alteredRequest()
  const raw = { path: JSON.parse(row.path), body: JSON.parse(body) }
  checkWrite(core.settings, upstream.environment, row.operation, raw)
  const press = { id: row.id, fingerprint: row.fingerprint, upstream, session, ...how }
  await carryOutOnce(core, press).catch((problem) => {
    // The row has the outcome, and the caller reads it.
    const state = problem instanceof ProblemError ? problem.problem.meta?.intent_state : 'prepared'
    if (state === 'prepared' || (state === 'waiting' && how.isApproved)) throw problem
  })
}
