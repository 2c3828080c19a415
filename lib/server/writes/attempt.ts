/** One attempt to send a prepared intent: made ready, claimed, sent, its outcome recorded. */
import { randomUUID } from 'node:crypto'
import type { IntentTable } from '../../database/tables'
import { checkPlacement } from '../../provider/check'
import type { WriteName } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { Session } from '../auth/sessions'
import { type Clock, wait } from '../clock'
import type { Caller } from '../upstream/rate'
import type { Upstream, UpstreamTiming } from '../upstream/upstream'
import { Deadline } from '../work/deadline'
import { attributeRecord } from './attribution'
import { timeLimitOf } from './checks'
import type { WriteCore } from './core'
import type { Claim, NewIntent } from './ledger'
import { outcomeOf, type WriteOutcome } from './outcome'
import { notApproved, notReached, unknownOutcome, unreadableBody, withState } from './problems'
import { alteredRequest } from './row-digests'
import type { ReadIntent } from './rows'
import { type ReadyWrite, readyWrite } from './send'
import { grace } from './states'

/** Milliseconds between two attempts to record an outcome while the database fails. */
const retryEvery = 250
/** Milliseconds of a write's time in which its slot, its token and the provider's time must be there; the rest is for the provider. */
const readyLimit = 8_000
/** Milliseconds for which a write waits to learn the provider's clock. */
const timeLimit = 3_000

/** Retries until the deadline while the database fails. @throws the last error */
export async function retryUntil<Value>(clock: Clock, act: () => Promise<Value>, deadline: Deadline): Promise<Value> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (deadline.millisLeft <= 0) throw error
      await wait(clock, retryEvery)
    }
  }
}

/** The row of an intent, read again while the database fails. @throws the database's error */
export const readRow = ({ clock, ledger }: WriteCore, id: string) =>
  retryUntil(clock, () => ledger.rows.byId(id), new Deadline(clock, grace))

/** A deadline some seconds after another, for what must be recorded in any case. */
export const graceAfter = (clock: Clock, deadline: Deadline) =>
  new Deadline(clock, Math.max(0, deadline.millisLeft) + grace)

/**
 * Claims an intent for sending. If the commit was not acknowledged, the row tells whether it took place.
 * @returns false if another has claimed it
 * @throws the database's error if it is still prepared, or nothing can be read; this process sent nothing then
 */
async function claimed(core: WriteCore, id: string, claim: Claim): Promise<boolean> {
  try {
    return await core.ledger.claim(id, claim)
  } catch (error) {
    const row = await readRow(core, id)
    if (row?.state === 'sent' && row.claim_id === claim.claimId) return true
    if (row?.state === 'prepared' || row?.state === 'waiting') throw error
    return false
  }
}

/**
 * Learns the provider's time before a write leaves: it decides later how long the outcome may be checked, and whether a
 * record was created before. If the provider does not answer, its last known time is used.
 */
async function learnTime(
  { clock }: WriteCore,
  upstream: Upstream,
  name: WriteName,
  caller: Caller,
  ready: Deadline,
  timing?: UpstreamTiming,
): Promise<number | undefined> {
  const deadline = new Deadline(clock, Math.min(timeLimit, ready.millisLeft))
  await upstream.askTime(name, { caller, deadline, timing }).catch(() => undefined)
  deadline.release()
  return upstream.knownTime()
}

/** Sends a claimed intent and records how it ended. The browser cannot abort it: only the deadline does. */
async function sendClaimed(
  core: WriteCore,
  row: IntentTable,
  body: string,
  { ready, deadline, claimId }: { ready: ReadyWrite; deadline: Deadline; claimId: string },
): Promise<WriteOutcome> {
  const { clock, ledger } = core
  const name = row.operation as WriteName
  const path: Record<string, string> = JSON.parse(row.path)
  const sending = await ready.send(path, body, deadline)
  const first = outcomeOf({ id: row.id, name, path, body: JSON.parse(body) }, sending)
  const last = graceAfter(clock, deadline)
  const outcome = await retryUntil(clock, () => attributeRecord(core, first, row, false), last)
  const kind = outcome.state === 'prepared' ? 'not-sent' : outcome.state === 'unknown' ? 'lost' : 'answered'
  const history = ledger.newEvent({ kind, words: outcome.words, status: outcome.answerStatus })
  await retryUntil(clock, () => ledger.settle(row, outcome, history, { claimId }), last)
  return outcome
}

/** Who sends an intent, and for which digest of its contents: that of the row when it was accepted. */
export type Press = {
  id: string
  fingerprint: string
  upstream: Upstream
  session: Session
  timing?: UpstreamTiming
  /** Whether it is sent because others have approved it. */
  isApproved?: boolean
  /** What the browser asked for with it; undefined if it was recorded before. */
  asked?: Pick<NewIntent, 'path' | 'body'>
}

/**
 * Sends a prepared intent, unless another process has claimed it meanwhile. The caller reads the row to learn the outcome.
 * @throws ProblemError if it is still prepared; or unknown, because its outcome could not be recorded
 */
export async function attempt(
  core: WriteCore,
  row: ReadIntent,
  { upstream, session, timing, asked, isApproved }: Press,
): Promise<void> {
  const { id, fingerprint } = row
  const { clock, ledger } = core
  const name = row.operation as WriteName
  const body = ledger.rows.bodyOf(row)
  if (body === undefined) throw withState(unreadableBody(), row.state, id)
  const isAsked = row.path === JSON.stringify(asked?.path) && body === asked?.body
  if (!isAsked && !ledger.rows.isGenuine(row)) throw withState(alteredRequest(), row.state, id)
  const deadline = new Deadline(clock, timeLimitOf(body))
  const readyBy = new Deadline(clock, readyLimit)
  const caller: Caller = { kind: 'write', subject: session.subject }
  let isClaimed = false
  try {
    if (!isApproved) await ledger.actions.requireIdentity(row, session)
    const ready = await readyWrite(upstream, name, { deadline: readyBy, caller, timing, intent: id })
    const providerTime = await learnTime(core, upstream, name, caller, readyBy, timing)
    checkPlacement(name, JSON.parse(body), upstream.now())
    await ledger.weighAgain(row)
    const claimId = randomUUID()
    isClaimed = await claimed(core, id, {
      claimId,
      fingerprint,
      limit: deadline.millisLeft + grace,
      person: session.name,
      ...(!isApproved && { session }),
      ...(providerTime !== undefined && { serviceTime: providerTime * 1000 }),
    })
    if (!isClaimed) {
      await core.holds.requireReleased()
      const now = await readRow(core, id)
      // Another press sent it, or it must be approved first, or again.
      if (isApproved && now?.state === 'waiting') throw notApproved()
      return
    }
    // Outside the database, so that it is known where the database is lost.
    core.announceSend({
      environment: row.environment,
      operation: name,
      intent: id,
      subject: session.subject,
      ...(timing?.askedBy && { request_id: timing.askedBy }),
    })
    const outcome = await sendClaimed(core, row, body, { ready, deadline, claimId })
    if (outcome.state === 'prepared') throw notReached()
  } catch (failure) {
    const now = await readRow(core, id).catch(() => undefined)
    const isUnrecorded = isClaimed && !(failure instanceof ProblemError) && now?.state === 'sent'
    // It has an outcome, or another press has sent it meanwhile.
    const isUnsent = now?.state === 'prepared' || (now?.state === 'waiting' && isApproved)
    if (now && !isUnsent && !isUnrecorded) return
    if (now && isUnsent) throw withState(failure, now.state, id)
    throw withState(unknownOutcome('Its outcome could not be recorded.'), 'unknown', id)
  } finally {
    deadline.release()
    readyBy.release()
  }
}
