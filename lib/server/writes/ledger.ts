/** Writes the rows of intents: recorded before anything is sent, and changed only by the events of the state machine. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { DecisionKind } from '../../api/approval'
import {
  type ApprovalEnd,
  type ApprovalFacts,
  policyRoles,
  reminderMinutes,
  requirementsText,
} from '../../api/approval'
import { requestPrefix } from '../../api/audit'
import type { IntentState } from '../../api/intents'
import { unweighed } from '../../database/audit-triggers'
import { isReleased } from '../../database/hold'
import type { Database } from '../../database/open'
import type { IntentTable, Tables } from '../../database/tables'
import type { WriteName } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { Act, Audit } from '../audit/audit'
import type { Session } from '../auth/sessions'
import type { Act as ConfirmedAct, StepUp } from '../auth/step-up'
import { type Clock, microseconds } from '../clock'
import type { Encryption, Place } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import type { Approvals, Weighed } from './approvals'
import { columnText, createEventClock, type NewEvent } from './events'
import { Marks } from './marks'
import type { WriteOutcome } from './outcome'
import { alteredRequest, decisionDigest, hasEqualDigest, isGenuineRow, rowDigest, versionOf } from './row-digests'
import { expiredText, IntentRows, isPlain, type ReadIntent } from './rows'
import { hasPassed, isIn, transitions, type WriteEvent } from './states'

export type NewIntent = {
  id: string
  name: WriteName
  path: Record<string, string>
  /** JSON, exactly as it is sent. */
  body: string
  fingerprint: string
  summary: string
  refId?: string
  /** Why the person asks for it, in their words. */
  reason?: string
}

export type Claim = {
  claimId: string
  fingerprint: string
  /** Milliseconds after which it counts as unknown. */
  limit: number
  person: string
  /** Whose press it is, and must be confirmed; undefined if others approved it. */
  session?: Session
  /** The provider's time in microseconds, if it is known. */
  serviceTime?: number
}

/**
 * What a check learned of a confirmed record. `newest` is the record as it was last seen, as JSON; `conflict` says how it
 * contradicts the request, or is null if it no longer does.
 */
export type Refresh = Pick<WriteOutcome, 'recordId' | 'recordStatus' | 'isByReference'> & {
  newest?: string
  conflict?: string | null
}

type Columns = UpdateObject<Tables, 'intent', 'intent'>

type Move = {
  id: string
  event: WriteEvent
  set: Columns
  history: NewEvent
  /** A condition in addition to the state: that the row is still the one that was read. */
  where?: ReturnType<typeof sql<boolean>>
  /** Whether the history is written even if the state had changed before: a late answer. */
  isAlwaysRecorded?: boolean
  /** Asked in the same transaction once the row is its own: if it says no, nothing is changed. @param before as it was */
  mayMove?: (within: Transaction<Tables>, before: IntentTable) => Promise<boolean>
}

/** Takes back the transaction of a move that may not be. */
class MoveRefused extends Error {}

const settlingEvents = { prepared: 'notSent', confirmed: 'confirm', refused: 'refuse', unknown: 'lose' } as const

const weighedOf = (
  { environment, clientId }: Owner,
  { id, name, path, body }: NewIntent,
  { subject }: Session,
): Weighed => ({ id, environment, client_id: clientId, operation: name, subject, path, body: JSON.parse(body) })

const changedSince = () =>
  new ProblemError(409, 'request-changed', 'This request changed since you opened it.', {
    detail:
      'It was edited, decided, withdrawn or sent, or its time is over. Nothing was recorded; see what it says now.',
  })

/** One that waits is for its approvers to decline; one of a person who left would else stay for ever. */
export const mayWithdraw = (
  { state, subject }: Pick<IntentTable, 'state' | 'subject'>,
  session: Pick<Session, 'subject' | 'roles'>,
): boolean =>
  subject === session.subject || (state === 'prepared' && session.roles.some((role) => policyRoles.includes(role)))

const mayNotWithdraw = ({ state, person }: Pick<IntentTable, 'state' | 'person'>) =>
  new ProblemError(403, 'not-permitted', `Only ${person}, who asked for this request, may withdraw it.`, {
    detail: state === 'waiting' ? 'Its approvers can decline it.' : 'An admin can withdraw it as well.',
  })

const mayNotNote = () =>
  new ProblemError(403, 'not-permitted', 'Another person must note that your request did not go through.', {
    detail:
      'It counts towards a limit, which would have room again. Ask a colleague who may note it, or check its outcome. Nothing was recorded.',
  })

const mayNotDecide = (isOwn: boolean) =>
  new ProblemError(
    403,
    'not-permitted',
    isOwn ? 'No one approves their own request.' : 'You cannot decide on this request.',
    { detail: isOwn ? 'Another person must decide. You can withdraw it.' : 'The policy names other people for it.' },
  )

/** Whether nothing of it was ever sent, and it may still be. */
export const isUnsent = ({ state }: Pick<IntentTable, 'state'>) => state === 'prepared' || state === 'waiting'

/** Ends a lease, unless another check has taken one since. */
const leaseEnded = (lease: number | null) => ({
  lease_until: sql<number | null>`case when lease_until = ${lease} then null else lease_until end`,
})

export type LedgerDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  weighing: Approvals
  audit: Audit
  stepUp: StepUp
  /** Hears that a request was not sent because of what somebody did to the database. */
  announceAltered: (id: string, reason: 'request-altered' | 'record-set-back') => void
}

export class Ledger {
  readonly rows: IntentRows
  readonly encryption: Encryption
  readonly weighing: Approvals
  readonly stepUp: StepUp
  readonly marks: Marks
  readonly #database: Database
  readonly #clock: Clock
  readonly #audit: Audit
  readonly #nextTime: () => number

  readonly #announceAltered: LedgerDependencies['announceAltered']

  constructor({ database, clock, encryption, weighing, audit, stepUp, announceAltered }: LedgerDependencies) {
    this.#announceAltered = announceAltered
    this.#database = database
    this.#audit = audit
    this.#clock = clock
    this.#nextTime = createEventClock(clock)
    this.encryption = encryption
    this.weighing = weighing
    this.stepUp = stepUp
    this.marks = new Marks(encryption, clock)
    this.rows = new IntentRows(database, clock, this.encryption)
  }

  newEvent(event: Omit<NewEvent, 'id' | 'at'>): NewEvent {
    return { id: randomUUID(), at: this.#nextTime(), ...event }
  }

  /** Carries out an act in a transaction of the audit log, and remembers the marks that it added. */
  async #act<Result>(work: (within: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    let own: Transaction<Tables> | undefined
    const result = await this.#audit.act((within) => {
      own = within
      return work(within)
    })
    if (own) await this.marks.committed(this.#database, own)
    return result
  }

  /** The row of an intent, which nobody else changes until the transaction ends. */
  #lock(within: Transaction<Tables>, id: string): Promise<IntentTable | undefined> {
    return within
      .updateTable('intent')
      .set({ lease_until: sql<number | null>`lease_until` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }

  /** Whether a row is the newest version that a console wrote of its request. */
  async #isIntact(within: Kysely<Tables>, row: IntentTable): Promise<boolean> {
    return isGenuineRow(this.encryption, row) && this.marks.isNewest(within, row)
  }

  /** Whether a request that may still be sent or checked is not what its console wrote last: it is neither then. */
  async isAltered(row: IntentTable): Promise<boolean> {
    return isUnsent(row) ? !(await this.#isIntact(this.#database, row)) : this.rows.isAltered(row)
  }

  /**
   * @param isKnown whether it is intact, where that was asked just now
   * @throws ProblemError 409 if a row is not what its console wrote last, or the record of what was sent was set back
   */
  async #requireIntact(within: Kysely<Tables>, row: IntentTable, isKnown?: boolean): Promise<void> {
    if (!(isKnown ?? (await this.#isIntact(within, row)))) {
      this.#announceAltered(row.id, 'request-altered')
      throw alteredRequest()
    }
    await this.marks.requireUncut(within).catch((failure) => {
      this.#announceAltered(row.id, 'record-set-back')
      throw failure
    })
  }

  /**
   * Seals what a transaction made of a row, as the newest version of its request.
   * @param row as the last update returned it  @param before as it was; undefined if it is new. One that was altered stays
   *        so, and no version of it counts any more
   */
  #mark(within: Transaction<Tables>, row: IntentTable, before?: IntentTable, isIntact = true): void {
    if (before && hasEqualDigest(row, before)) return
    const { id } = row
    const digested = { id, digestBy: (mark: number) => rowDigest(this.encryption, { ...row, mark }) }
    this.#audit.mark(within, this.marks.next(within, id, isIntact ? digested : undefined))
  }

  /** Carries out one event of the state machine. @returns whether the intent was in a state that allows it */
  async #move({ id, event, set, history, where, isAlwaysRecorded, mayMove }: Move): Promise<boolean> {
    const { from, to } = transitions[event]
    const moved = this.#act(async (within) => {
      const before = await this.#lock(within, id)
      if (!before) return false
      const isIntact = await this.#isIntact(within, before)
      const moved = await within
        .updateTable('intent')
        .set({ state: to, ...set })
        .where('id', '=', id)
        .where((is) => isIn(is, from))
        .$if(where !== undefined, (rows) => rows.where(where ?? sql<boolean>`1 = 1`))
        .returningAll()
        .executeTakeFirst()
      if (moved && event === 'claim') await this.#requireIntact(within, before, isIntact)
      if (moved && mayMove && !(await mayMove(within, before))) throw new MoveRefused()
      if (moved || isAlwaysRecorded) await this.#append(within, id, history)
      if (moved) this.#mark(within, moved, before, isIntact)
      return moved !== undefined
    })
    return moved.catch((failure) => {
      // Another version of the policy may have been activated in this moment.
      if (failure instanceof MoveRefused || String(failure?.message).includes(unweighed)) return false
      throw failure
    })
  }

  /** The moment on the clock that all consoles share, microseconds. */
  async #now(database: Kysely<Tables>): Promise<number> {
    const { now } = await database.selectNoFrom(this.rows.now().as('now')).executeTakeFirstOrThrow()
    return Number(now)
  }

  /**
   * Weighs an intent that was not sent, and records whether it waits.
   * @param before as it was; undefined if it is new  @param kept what an earlier version of the policy asked for
   */
  async #weigh(within: Transaction<Tables>, intent: Weighed, before?: IntentTable, kept?: object): Promise<void> {
    const weighed = await this.weighing.weigh(within, intent, await this.#now(within), kept)
    const { version, requirements, approveBy, neededId } = weighed
    const row = await within
      .updateTable('intent')
      .set({
        policy_version: version,
        state: requirements.length > 0 ? 'waiting' : 'prepared',
        needed_id: neededId ?? null,
        // Neither an edit nor a newer version of the policy gives more time.
        ...(approveBy !== undefined && {
          approve_by: sql<number>`case when approve_by is not null and (${kept !== undefined} or approve_by < ${approveBy})
            then approve_by else ${approveBy} end`,
        }),
      })
      .where('id', '=', intent.id)
      .where('state', 'in', ['prepared', 'waiting'])
      .returningAll()
      .executeTakeFirstOrThrow()
    if (requirements.length > 0)
      await this.#append(within, intent.id, this.newEvent({ kind: 'weighed', words: requirementsText(requirements) }))
    this.#mark(within, row, before)
  }

  /** Weighs an intent again if another version of the policy was activated since. */
  async weighAgain(row: IntentTable): Promise<void> {
    if ((await this.weighing.activeVersion()) === row.policy_version) return
    const body = this.rows.bodyOf(row)
    if (body === undefined) return
    await this.#act(async (within) => {
      const before = await this.#lock(within, row.id)
      if (before?.fingerprint !== row.fingerprint || !isUnsent(before)) return
      await this.#requireIntact(within, before)
      const kept = await this.weighing.neededBy(within, before)
      if (before.needed_id !== null && !kept) throw alteredRequest()
      await this.#weigh(within, { ...row, path: JSON.parse(row.path), body: JSON.parse(body) }, before, kept)
    })
  }

  /** Uses up what confirmed who acts on an intent, and records it. @throws ProblemError 403 where that is needed and missing */
  async #identify(within: Transaction<Tables>, id: string, act: Omit<ConfirmedAct, 'act'>): Promise<void> {
    const { name: person } = act.session
    for (const { id: from, at } of await this.stepUp.use(within, { ...act, act: id })) {
      const words = `${person} confirmed at company sign-in who they are.`
      await this.#append(within, id, { id: `${from} ${id}`, at, kind: 'identified', words, person })
    }
  }

  /** Asks the same before anything of a sending is prepared. @throws ProblemError 403 */
  async requireIdentity({ id, environment, fingerprint: digest }: IntentTable, session: Session): Promise<void> {
    if (!this.stepUp.isNeeded(environment)) return
    await this.#audit.act((within) => this.#identify(within, id, { environment, digest, session }))
  }

  /** Of what an approver confirms: this decision on what would be sent. */
  approvalDigest(row: Pick<IntentTable, 'id' | 'fingerprint' | 'revision'>): string {
    return this.encryption.fingerprintOf(['approve', row.id, versionOf(row)])
  }

  /** Whether an intent that this transaction has claimed is approved, if it must be; what it uses up counts from now. */
  async #isApproved(within: Transaction<Tables>, row: IntentTable, session: Session | undefined): Promise<boolean> {
    const { id, environment, fingerprint: digest } = row
    if (session) await this.#identify(within, id, { environment, digest, session })
    // Roles may have been narrowed, or taken away, since it was recorded.
    const body = this.weighing.hasOwnRoles ? this.rows.bodyOf(row) : undefined
    if (body !== undefined)
      await this.weighing.requireWithin(within, { ...row, path: JSON.parse(row.path), body: JSON.parse(body) })
    const isHeld = row.state === 'waiting' || row.needed_id !== null
    if (row.policy_version === null && !isHeld) return true
    const now = await this.#now(within)
    if (isHeld && !(await this.weighing.stateOf(within, row, now))?.mayBeSent) return false
    await within.updateTable('limit_use').set({ at: now }).where('intent_id', '=', id).execute()
    return true
  }

  #stored(operation: string, text: string, place: Place): string {
    return isPlain(operation) ? this.encryption.encryptIfNumbered(text, place) : this.encryption.encrypt(text, place)
  }

  /**
   * Adds an entry to a history, unless it is there already; people and the provider write what they want into it. The audit
   * log has a line of each.
   */
  async #append(within: Transaction<Tables>, intent: string, event: NewEvent, more: Partial<Act> = {}): Promise<void> {
    const { person, status, words, ...fixed } = event
    const encrypted = this.encryption.encrypt(words, ['intent_event', 'words', event.id])
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('intent_event')
      .values({ ...fixed, words: encrypted, intent_id: intent, person: person ?? null, status: status ?? null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    // A check is answered with 409 where the provider has a record with that reference.
    const isFound = event.kind === 'asked' && status === 409
    const isRefused = status !== undefined && status >= 400 && !isFound
    this.#audit.note(within, {
      act: requestPrefix + event.kind,
      kind: 'intents',
      id: intent,
      outcome: event.kind === 'lost' ? 'unknown' : isRefused ? 'refused' : 'done',
      ...(status !== undefined && { detail: { status } }),
      ...more,
    })
  }

  #columnsOfNew({ id, name, path, body, fingerprint, summary, refId }: NewIntent) {
    return {
      path: JSON.stringify(path),
      body: this.#stored(name, body, ['intent', 'body', id]),
      fingerprint,
      summary: columnText(summary),
      ref_id: refId === undefined ? null : this.encryption.reference(columnText(refId)),
    }
  }

  /** What an approver must know of an intent that waits. */
  approvalFacts(row: ReadIntent): Promise<ApprovalFacts | undefined> {
    return this.weighing.facts(this.rows, row)
  }

  /** Records why an approved intent could not be sent yet, unless that is known. */
  async notePause(id: string, words: string): Promise<void> {
    await this.#audit.act(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ reason: columnText(words) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where((is) => is.or([is('reason', 'is', null), is('reason', '!=', columnText(words))]))
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await this.#append(within, id, this.newEvent({ kind: 'not-sent', words }))
    })
  }

  /** Records an intent as prepared, unless its id is known already. @throws ProblemError 403 `confirm-identity` */
  async record({ environment, clientId }: Owner, intent: NewIntent, session: Session): Promise<void> {
    await this.#act(async (within) => {
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('intent')
        .values({
          ...this.#columnsOfNew(intent),
          id: intent.id,
          environment,
          client_id: clientId,
          operation: intent.name,
          subject: session.subject,
          person: session.name,
          state: 'prepared',
          created_at: this.rows.now(),
          is_conflict: 0,
          is_by_reference: 0,
          revision: 0,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return
      if (await this.#wasRecorded(within, intent.id)) throw alteredRequest()
      await this.#identify(within, intent.id, { environment, digest: intent.fingerprint, session })
      const history = this.newEvent({ kind: 'prepared', words: 'Recorded by Mintdesk.', person: session.name })
      const { name: operation, fingerprint: digest } = intent
      await this.#append(within, intent.id, history, { digest, detail: { operation } })
      await this.#appendReason(within, intent, session)
      await this.#weigh(within, weighedOf({ environment, clientId }, intent, session))
    })
  }

  /** Whether a request without a row was recorded before, and its row removed by other means than the end of its life. */
  async #wasRecorded(within: Transaction<Tables>, id: string): Promise<boolean> {
    const line = await within
      .selectFrom('audit_line')
      .select('seq')
      .where('object_id', '=', id)
      .where('act', '=', `${requestPrefix}prepared`)
      .limit(1)
      .executeTakeFirst()
    return line !== undefined || this.marks.isKnown(within, id)
  }

  /** Keeps why a person asks for an intent; the same words once. */
  #appendReason(within: Transaction<Tables>, { id, reason }: NewIntent, { subject, name: person }: Session) {
    if (!reason) return
    const key = this.encryption.fingerprintOf(['reason', id, subject, reason])
    return this.#append(within, id, { id: key, at: this.#nextTime(), kind: 'reason', words: reason, person })
  }

  /** Keeps another reason of a person for their own intent that was never sent. */
  async noteReason(intent: NewIntent, session: Session): Promise<void> {
    if (!intent.reason) return
    await this.#audit.act(async (within) => {
      const own = within
        .selectFrom('intent')
        .select('id')
        .where('id', '=', intent.id)
        .where('subject', '=', session.subject)
        .where('state', 'in', ['prepared', 'waiting'])
      if (await own.executeTakeFirst()) await this.#appendReason(within, intent, session)
    })
  }

  /**
   * Replaces the body of an intent that was never sent, and weighs it again.
   * @returns whether it was still possible
   */
  async amendUnsent(owner: Owner, intent: NewIntent, session: Session): Promise<boolean> {
    const { environment, clientId } = owner
    return this.#act(async (within) => {
      const before = await this.#lock(within, intent.id)
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ ...this.#columnsOfNew(intent), revision: sql<number>`revision + 1` })
        .where('id', '=', intent.id)
        .where('state', 'in', ['prepared', 'waiting'])
        .where('sent_at', 'is', null)
        .where((is) => is.and({ environment, client_id: clientId, operation: intent.name, subject: session.subject }))
        .executeTakeFirst()
      if (!before || numUpdatedRows === 0n) return false
      await this.#requireIntact(within, before)
      await this.#identify(within, intent.id, { environment, digest: intent.fingerprint, session })
      // Every edit needs approvals of its own, also one back to what was approved before.
      await this.#weigh(within, weighedOf(owner, intent, session), before)
      return true
    })
  }

  /** Takes an intent for sending: of all who try, one gets it, and none on a held copy. @returns whether the caller may send it */
  claim(id: string, { claimId, fingerprint, limit, person, session, serviceTime }: Claim): Promise<boolean> {
    const now = this.rows.now()
    return this.#move({
      id,
      event: 'claim',
      set: {
        claim_id: claimId,
        sent_at: sql<number>`coalesce(sent_at, ${now})`,
        sent_at_service: sql<number | null>`coalesce(sent_at_service, ${serviceTime ?? null})`,
        deadline_at: sql<number>`${now} + ${limit * 1000}`,
      },
      history: this.newEvent({ kind: 'sent', words: 'Sent to the provider.', person }),
      // A policy that was activated since it was weighed must be heard first.
      where: sql<boolean>`fingerprint = ${fingerprint} and ${isReleased} and coalesce(policy_version, 0) =
        coalesce((select version from policy_version where state = 'active'), 0)`,
      mayMove: (within, before) => this.#isApproved(within, before, session),
    })
  }

  #columnsOf({ id, operation }: Pick<IntentTable, 'id' | 'operation'>, outcome: WriteOutcome): Columns {
    const now = microseconds(this.#clock)
    const { state, reason, answer, answerStatus, recordId, recordStatus } = outcome
    return {
      deadline_at: null,
      reason: reason === undefined ? null : columnText(reason),
      answer_status: answerStatus ?? null,
      answer: answer === undefined ? null : this.#stored(operation, answer, ['intent', 'answer', id]),
      is_conflict: outcome.isConflict ? 1 : 0,
      is_by_reference: outcome.isByReference ? 1 : 0,
      ...((state === 'confirmed' || state === 'refused') && {
        settled_at: now,
        // A noted status keeps the name of the person who noted it.
        noted_by: sql<string | null>`case when record_status is null then null else noted_by end`,
      }),
      ...(state === 'refused' && { record_status: null, status_at: null, noted_by: null }),
      ...(recordId !== undefined && { record_id: recordId }),
      ...(recordStatus !== undefined && { record_status: recordStatus, status_at: now, noted_by: null }),
      // Its first sending did not take place.
      ...(state === 'prepared' && {
        sent_at: null,
        sent_at_service: null,
        claim_id: null,
        state: sql<IntentState>`case when needed_id is null then 'prepared' else 'waiting' end`,
      }),
    }
  }

  /**
   * Records how a sending or a check ended. May be repeated with the same event: the second time changes nothing.
   * @param by the claim of the sending, so that no process takes back what another one sent; or the lease of the check
   */
  async settle(
    row: Pick<IntentTable, 'id' | 'operation'>,
    outcome: WriteOutcome,
    history: NewEvent,
    by: { claimId: string } | { lease: number | null },
  ): Promise<void> {
    const isSending = 'claimId' in by
    const set = { ...this.#columnsOf(row, outcome), ...(!isSending && leaseEnded(by.lease)) }
    const where = isSending ? sql<boolean>`claim_id = ${by.claimId}` : undefined
    await this.#move({ id: row.id, event: settlingEvents[outcome.state], set, history, where, isAlwaysRecorded: true })
  }

  /**
   * Records what a check of a confirmed write learned: its newest status and record. The answer that confirmed it is kept;
   * the newest one is stored in addition.
   * @param history undefined if a page checked automatically and learned nothing new
   */
  async refresh(row: IntentTable, learned: Refresh, history: NewEvent | undefined): Promise<void> {
    const { id, operation, lease_until } = row
    const { recordId, recordStatus, isByReference, newest, conflict } = learned
    const now = microseconds(this.#clock)
    await this.#act(async (within) => {
      const before = await this.#lock(within, id)
      const isIntact = before !== undefined && (await this.#isIntact(within, before))
      const refreshed = await within
        .updateTable('intent')
        .set({
          ...leaseEnded(lease_until),
          ...(recordStatus !== undefined && { record_status: recordStatus, status_at: now, noted_by: null }),
          ...(conflict !== undefined && {
            is_conflict: conflict === null ? 0 : 1,
            reason: conflict === null ? null : columnText(conflict),
          }),
          ...(newest !== undefined && {
            latest_answer: this.#stored(operation, newest, ['intent', 'latest_answer', id]),
            latest_at: now,
          }),
          ...(recordId !== undefined && { record_id: recordId }),
          ...(isByReference === false && { is_by_reference: 0 }),
        })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        // A process that was suspended must not overwrite anything newer.
        .where('lease_until', '=', lease_until)
        .returningAll()
        .executeTakeFirst()
      if (refreshed) this.#mark(within, refreshed, before, isIntact)
      if (history) await this.#append(within, id, history)
    })
  }

  async #endUnsent(
    {
      id,
      event,
      ended,
      words,
      person,
    }: { id: string; event: 'withdraw' | 'decline'; ended: ApprovalEnd; words: string; person?: string },
    mayMove: (within: Transaction<Tables>, before: IntentTable) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    return this.#move({
      id,
      event,
      set: { settled_at: microseconds(this.#clock), reason: columnText(words), noted_by: null },
      history: this.newEvent({ kind: ended, words, ...(person !== undefined && { person }) }),
      mayMove: async (within, before) => {
        await within.updateTable('approval_request').set({ ended }).where('intent_id', '=', id).execute()
        return mayMove(within, before)
      },
    })
  }

  /** Ends an intent that nobody approved in time. @returns whether this call did */
  expireApproval(id: string): Promise<boolean> {
    const words = 'It was not approved in time. Nothing was sent.'
    return this.#endUnsent(
      { id, event: 'decline', ended: 'expired', words },
      async (within, { approve_by }) => approve_by !== null && Number(approve_by) <= (await this.#now(within)),
    )
  }

  /**
   * Records what a person decided or asked about a request that waits.
   * @param digest the version that the person saw, by `versionOf`
   * @throws ProblemError 403 if they may not decide on it; 409 if it changed or ended since, was altered in the database, or
   *         they decided already
   */
  async decide(
    { id }: Pick<IntentTable, 'id'>,
    { kind, digest, words }: { kind: DecisionKind; digest: string; words?: string },
    session: Session,
  ): Promise<void> {
    const { subject, name: person } = session
    const decision = async (within: Transaction<Tables>, row: IntentTable) => {
      const now = await this.#now(within)
      const asked = versionOf(row) === digest ? await this.weighing.stateOf(within, row, now) : undefined
      if (!asked) throw changedSince()
      const isRequesters = kind === 'answer' || kind === 'remind'
      if (isRequesters ? subject !== row.subject : !(await this.weighing.mayDecide(within, asked, subject, now)))
        throw mayNotDecide(subject === row.subject)
      if (asked.state.state === 'expired') throw changedSince()
      const hasDecided = asked.waiting.decisions.some(
        (one) => one.subject === subject && one.kind === kind && one.digest === digest,
      )
      if (hasDecided && kind === 'approve')
        throw new ProblemError(409, 'already-decided', 'You approved this request already.')
      if (hasDecided && kind === 'open') return true
      if (kind === 'remind') {
        const recent = await within
          .selectFrom('approval_decision')
          .select('id')
          .where('intent_id', '=', id)
          .where('kind', '=', 'remind')
          .where('at', '>', now - reminderMinutes * 60_000_000)
          .executeTakeFirst()
        if (recent)
          throw new ProblemError(409, 'already-reminded', 'You reminded the approvers a moment ago.', {
            detail: `You can remind them again ${reminderMinutes} minutes later.`,
          })
      }
      // To decline or to ask moves nothing.
      if (kind === 'approve')
        await this.#identify(within, id, { environment: row.environment, digest: this.approvalDigest(row), session })
      const decided = { id: randomUUID(), intent_id: id, subject, kind, digest, at: Math.round(this.#nextTime()) }
      await within
        .insertInto('approval_decision')
        .values({ ...decided, person, row_digest: decisionDigest(this.encryption, decided) })
        .execute()
      return true
    }
    if (kind === 'decline') {
      const reason = `Declined by ${person}: ${words}`
      const isDone = await this.#endUnsent({ id, event: 'decline', ended: 'declined', words: reason, person }, decision)
      if (!isDone) throw changedSince()
      return
    }
    await this.#act(async (within) => {
      // Locked, so that it neither leaves nor ends while this is recorded.
      const row = await this.#lock(within, id)
      if (row?.state !== 'waiting') throw changedSince()
      await this.#requireIntact(within, row)
      await decision(within, row)
      if (kind === 'open' || kind === 'remind') return
      const eventKind = kind === 'approve' ? 'approved' : 'question'
      const text = kind === 'approve' ? `Approved by ${person}.${words ? ` ${words}` : ''}` : (words ?? '')
      await this.#append(within, id, this.newEvent({ kind: eventKind, words: text, person }))
    })
  }

  /**
   * Ends an intent that was never sent.
   * @returns whether it still was not
   * @throws ProblemError 403 if another person asked for it, unless an admin ends one that waits for nobody
   */
  withdraw(id: string, session: Session): Promise<boolean> {
    const { name: person } = session
    const words = `Withdrawn by ${person}.`
    return this.#endUnsent({ id, event: 'withdraw', ended: 'withdrawn', words, person }, async (_, before) => {
      if (!mayWithdraw(before, session)) throw mayNotWithdraw(before)
      return true
    })
  }

  /** Records that the deadline of a sent intent has passed. @returns whether this call did */
  expire({ id, deadline_at }: Pick<IntentTable, 'id' | 'deadline_at'>): Promise<boolean> {
    return this.#move({
      id,
      event: 'expire',
      set: { reason: expiredText, deadline_at: null },
      history: this.newEvent({ kind: 'lost', words: expiredText }),
      // The sending that was read, and no later one.
      where: sql<boolean>`deadline_at = ${deadline_at}`,
    })
  }

  /**
   * Takes the right to check an outcome with the provider, which may execute what it does not know.
   * @returns whether it was free, and this copy is not held
   * @throws ProblemError 409 if the row was altered in the database
   */
  async acquireReplayLease(id: string, millis: number): Promise<boolean> {
    const now = this.rows.now()
    return this.#database.transaction().execute(async (within) => {
      const row = await within
        .updateTable('intent')
        .set({ lease_until: sql<number>`${now} + ${millis * 1000}` })
        .where('id', '=', id)
        .where((is) => is.or([is('lease_until', 'is', null), hasPassed('lease_until', now)]))
        .where(isReleased)
        .returningAll()
        .executeTakeFirst()
      if (row) await this.#requireIntact(within, row)
      return row !== undefined
    })
  }

  /** Releases that right after a check that settled nothing; the history says so, unless a page checked automatically. */
  async releaseReplayLease(
    { id, lease_until }: Pick<IntentTable, 'id' | 'lease_until'>,
    history: NewEvent | undefined,
  ): Promise<void> {
    await this.#audit.act(async (within) => {
      await within.updateTable('intent').set(leaseEnded(lease_until)).where('id', '=', id).execute()
      if (history) await this.#append(within, id, history)
    })
  }

  /**
   * Records a person's note: signed, dated, and never taken for the provider's word. It settles an unknown intent, or one
   * that another note settled; a status is noted of a record that the provider has or may have.
   * @returns whether it was still possible
   * @throws ProblemError 403 if a person notes that their own request did not happen, and that gives a limit room again
   */
  async note(
    id: string,
    change: { hasHappened?: boolean; status?: string },
    history: NewEvent & { person: string },
    { subject }: Pick<Session, 'subject'>,
  ): Promise<boolean> {
    const now = microseconds(this.#clock)
    const status = change.hasHappened === false ? undefined : change.status
    const noted = status !== undefined && { record_status: status, status_at: now, noted_by: history.person }
    if (change.hasHappened !== undefined)
      return this.#move({
        id,
        event: change.hasHappened ? 'noteHappened' : 'noteNotHappened',
        set: {
          settled_at: now,
          answer_status: null,
          is_conflict: 0,
          noted_by: history.person,
          reason: `Noted by ${history.person}.`,
          // A request that did not happen has no status.
          ...(change.hasHappened ? noted : { record_status: null, status_at: null }),
        },
        history,
        mayMove: async (within, before) => {
          if (change.hasHappened || subject !== before.subject) return true
          const use = within.selectFrom('limit_use').select('rule').where('intent_id', '=', id).limit(1)
          if (await use.executeTakeFirst()) throw mayNotNote()
          return true
        },
      })
    return this.#act(async (within) => {
      const before = await this.#lock(within, id)
      const isIntact = before !== undefined && (await this.#isIntact(within, before))
      if (noted) {
        const row = await within
          .updateTable('intent')
          .set(noted)
          .where('id', '=', id)
          .where('state', 'in', ['confirmed', 'unknown'])
          .returningAll()
          .executeTakeFirst()
        if (!row) return false
        this.#mark(within, row, before, isIntact)
      }
      await this.#append(within, id, history)
      return true
    })
  }
}
