/** Writes the rows of intents: recorded before anything is sent, and changed only by the events of the state machine. */
import { sql, type Transaction } from 'kysely'
import { type ApprovalFacts, requirementsText } from '../../api/approval'
import { requestPrefix } from '../../api/audit'
import type { IntentState } from '../../api/intents'
import { isReleased } from '../../database/hold'
import type { IntentTable, Tables } from '../../database/tables'
import type { WriteName } from '../../provider/operations'
import type { Session } from '../auth/sessions'
import type { StepUp } from '../auth/step-up'
import { microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import type { Approvals, Weighed } from './approvals'
import { columnText, type NewEvent } from './events'
import type { Marks } from './marks'
import { type Columns, Moves, type MovesDependencies } from './moves'
import type { WriteOutcome } from './outcome'
import { PeopleActions } from './people-actions'
import { alteredRequest } from './row-digests'
import { expiredText, type IntentRows, type ReadIntent } from './rows'
import { hasPassed } from './states'

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

const settlingEvents = { prepared: 'notSent', confirmed: 'confirm', refused: 'refuse', unknown: 'lose' } as const

const weighedOf = (
  { environment, clientId }: Owner,
  { id, name, path, body }: NewIntent,
  { subject }: Session,
): Weighed => ({ id, environment, client_id: clientId, operation: name, subject, path, body: JSON.parse(body) })

/** Whether nothing of it was ever sent, and it may still be. */
export const isUnsent = ({ state }: Pick<IntentTable, 'state'>) => state === 'prepared' || state === 'waiting'

/** Ends a lease, unless another check has taken one since. */
const leaseEnded = (lease: number | null) => ({
  lease_until: sql<number | null>`case when lease_until = ${lease} then null else lease_until end`,
})

export type LedgerDependencies = MovesDependencies & { weighing: Approvals }

export class Ledger {
  readonly moves: Moves
  /** What people do to intents. */
  readonly actions: PeopleActions
  readonly rows: IntentRows
  readonly encryption: Encryption
  readonly weighing: Approvals
  readonly stepUp: StepUp
  readonly marks: Marks

  constructor({ weighing, ...dependencies }: LedgerDependencies) {
    this.moves = new Moves(dependencies)
    this.actions = new PeopleActions(this.moves, weighing)
    this.rows = this.moves.rows
    this.marks = this.moves.marks
    this.encryption = dependencies.encryption
    this.stepUp = dependencies.stepUp
    this.weighing = weighing
  }

  newEvent(event: Omit<NewEvent, 'id' | 'at'>): NewEvent {
    return this.moves.newEvent(event)
  }

  /** Whether a request that may still be sent or checked is not what its console wrote last: it is neither then. */
  async isAltered(row: IntentTable): Promise<boolean> {
    return isUnsent(row) ? !(await this.moves.isIntact(this.moves.database, row)) : this.rows.isAltered(row)
  }

  /**
   * Weighs an intent that was not sent, and records whether it waits.
   * @param before as it was; undefined if it is new  @param kept what an earlier version of the policy asked for
   */
  async #weigh(within: Transaction<Tables>, intent: Weighed, before?: IntentTable, kept?: object): Promise<void> {
    const weighed = await this.weighing.weigh(within, intent, await this.moves.now(within), kept)
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
      await this.moves.append(
        within,
        intent.id,
        this.moves.newEvent({ kind: 'weighed', words: requirementsText(requirements) }),
      )
    this.moves.mark(within, row, before)
  }

  /** Weighs an intent again if another version of the policy was activated since. */
  async weighAgain(row: IntentTable): Promise<void> {
    if ((await this.weighing.activeVersion()) === row.policy_version) return
    const body = this.rows.bodyOf(row)
    if (body === undefined) return
    await this.moves.act(async (within) => {
      const before = await this.moves.lock(within, row.id)
      if (before?.fingerprint !== row.fingerprint || !isUnsent(before)) return
      await this.moves.requireIntact(within, before)
      const kept = await this.weighing.neededBy(within, before)
      if (before.needed_id !== null && !kept) throw alteredRequest()
      await this.#weigh(within, { ...row, path: JSON.parse(row.path), body: JSON.parse(body) }, before, kept)
    })
  }

  /** Whether an intent that this transaction has claimed is approved, if it must be; what it uses up counts from now. */
  async #isApproved(within: Transaction<Tables>, row: IntentTable, session: Session | undefined): Promise<boolean> {
    const { id, environment, fingerprint: digest } = row
    if (session) await this.moves.identify(within, id, { environment, digest, session })
    // Roles may have been narrowed, or taken away, since it was recorded.
    const body = this.weighing.hasOwnRoles ? this.rows.bodyOf(row) : undefined
    if (body !== undefined)
      await this.weighing.requireWithin(within, { ...row, path: JSON.parse(row.path), body: JSON.parse(body) })
    const isHeld = row.state === 'waiting' || row.needed_id !== null
    if (row.policy_version === null && !isHeld) return true
    const now = await this.moves.now(within)
    if (isHeld && !(await this.weighing.stateOf(within, row, now))?.mayBeSent) return false
    await within.updateTable('limit_use').set({ at: now }).where('intent_id', '=', id).execute()
    return true
  }

  #columnsOfNew({ id, name, path, body, fingerprint, summary, refId }: NewIntent) {
    return {
      path: JSON.stringify(path),
      body: this.moves.stored(name, body, ['intent', 'body', id]),
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
    await this.moves.audit.act(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ reason: columnText(words) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where((is) => is.or([is('reason', 'is', null), is('reason', '!=', columnText(words))]))
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await this.moves.append(within, id, this.moves.newEvent({ kind: 'not-sent', words }))
    })
  }

  /** Records an intent as prepared, unless its id is known already. @throws ProblemError 403 `confirm-identity` */
  async record({ environment, clientId }: Owner, intent: NewIntent, session: Session): Promise<void> {
    await this.moves.act(async (within) => {
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
      await this.moves.identify(within, intent.id, { environment, digest: intent.fingerprint, session })
      const history = this.moves.newEvent({ kind: 'prepared', words: 'Recorded by Mintdesk.', person: session.name })
      const { name: operation, fingerprint: digest } = intent
      await this.moves.append(within, intent.id, history, { digest, detail: { operation } })
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
    return this.moves.append(within, id, { id: key, at: this.moves.nextTime(), kind: 'reason', words: reason, person })
  }

  /** Keeps another reason of a person for their own intent that was never sent. */
  async noteReason(intent: NewIntent, session: Session): Promise<void> {
    if (!intent.reason) return
    await this.moves.audit.act(async (within) => {
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
    return this.moves.act(async (within) => {
      const before = await this.moves.lock(within, intent.id)
      const { numUpdatedRows } = await within
        .updateTable('intent')
        .set({ ...this.#columnsOfNew(intent), revision: sql<number>`revision + 1` })
        .where('id', '=', intent.id)
        .where('state', 'in', ['prepared', 'waiting'])
        .where('sent_at', 'is', null)
        .where((is) => is.and({ environment, client_id: clientId, operation: intent.name, subject: session.subject }))
        .executeTakeFirst()
      if (!before || numUpdatedRows === 0n) return false
      await this.moves.requireIntact(within, before)
      await this.moves.identify(within, intent.id, { environment, digest: intent.fingerprint, session })
      // Every edit needs approvals of its own, also one back to what was approved before.
      await this.#weigh(within, weighedOf(owner, intent, session), before)
      return true
    })
  }

  /** Takes an intent for sending: of all who try, one gets it, and none on a held copy. @returns whether the caller may send it */
  claim(id: string, { claimId, fingerprint, limit, person, session, serviceTime }: Claim): Promise<boolean> {
    const now = this.rows.now()
    return this.moves.move({
      id,
      event: 'claim',
      set: {
        claim_id: claimId,
        sent_at: sql<number>`coalesce(sent_at, ${now})`,
        sent_at_service: sql<number | null>`coalesce(sent_at_service, ${serviceTime ?? null})`,
        deadline_at: sql<number>`${now} + ${limit * 1000}`,
      },
      history: this.moves.newEvent({ kind: 'sent', words: 'Sent to the provider.', person }),
      // A policy that was activated since it was weighed must be heard first.
      where: sql<boolean>`fingerprint = ${fingerprint} and ${isReleased} and coalesce(policy_version, 0) =
        coalesce((select version from policy_version where state = 'active'), 0)`,
      mayMove: (within, before) => this.#isApproved(within, before, session),
    })
  }

  #columnsOf({ id, operation }: Pick<IntentTable, 'id' | 'operation'>, outcome: WriteOutcome): Columns {
    const now = microseconds(this.moves.clock)
    const { state, reason, answer, answerStatus, recordId, recordStatus } = outcome
    return {
      deadline_at: null,
      reason: reason === undefined ? null : columnText(reason),
      answer_status: answerStatus ?? null,
      answer: answer === undefined ? null : this.moves.stored(operation, answer, ['intent', 'answer', id]),
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
    await this.moves.move({
      id: row.id,
      event: settlingEvents[outcome.state],
      set,
      history,
      where,
      isAlwaysRecorded: true,
    })
  }

  /**
   * Records what a check of a confirmed write learned: its newest status and record. The answer that confirmed it is kept;
   * the newest one is stored in addition.
   * @param history undefined if a page checked automatically and learned nothing new
   */
  async refresh(row: IntentTable, learned: Refresh, history: NewEvent | undefined): Promise<void> {
    const { id, operation, lease_until } = row
    const { recordId, recordStatus, isByReference, newest, conflict } = learned
    const now = microseconds(this.moves.clock)
    await this.moves.act(async (within) => {
      const before = await this.moves.lock(within, id)
      const isIntact = before !== undefined && (await this.moves.isIntact(within, before))
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
            latest_answer: this.moves.stored(operation, newest, ['intent', 'latest_answer', id]),
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
      if (refreshed) this.moves.mark(within, refreshed, before, isIntact)
      if (history) await this.moves.append(within, id, history)
    })
  }

  /** Records that the deadline of a sent intent has passed. @returns whether this call did */
  expire({ id, deadline_at }: Pick<IntentTable, 'id' | 'deadline_at'>): Promise<boolean> {
    return this.moves.move({
      id,
      event: 'expire',
      set: { reason: expiredText, deadline_at: null },
      history: this.moves.newEvent({ kind: 'lost', words: expiredText }),
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
    return this.moves.database.transaction().execute(async (within) => {
      const row = await within
        .updateTable('intent')
        .set({ lease_until: sql<number>`${now} + ${millis * 1000}` })
        .where('id', '=', id)
        .where((is) => is.or([is('lease_until', 'is', null), hasPassed('lease_until', now)]))
        .where(isReleased)
        .returningAll()
        .executeTakeFirst()
      if (row) await this.moves.requireIntact(within, row)
      return row !== undefined
    })
  }

  /** Releases that right after a check that settled nothing; the history says so, unless a page checked automatically. */
  async releaseReplayLease(
    { id, lease_until }: Pick<IntentTable, 'id' | 'lease_until'>,
    history: NewEvent | undefined,
  ): Promise<void> {
    await this.moves.audit.act(async (within) => {
      await within.updateTable('intent').set(leaseEnded(lease_until)).where('id', '=', id).execute()
      if (history) await this.moves.append(within, id, history)
    })
  }
}
