/** What people do to intents: decide, withdraw and note. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type DecisionKind, policyRoles, reminderMinutes } from '../../api/approval'
import type { IntentTable, Tables } from '../../database/tables'
import { ProblemError } from '../../provider/problem'
import type { Session } from '../auth/sessions'
import { microseconds } from '../clock'
import type { Approvals } from './approvals'
import type { NewEvent } from './events'
import type { Moves } from './moves'
import { decisionDigest, versionOf } from './row-digests'

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

export class PeopleActions {
  constructor(
    readonly moves: Moves,
    readonly weighing: Approvals,
  ) {}

  /** Of what an approver confirms: this decision on what would be sent. */
  approvalDigest(row: Pick<IntentTable, 'id' | 'fingerprint' | 'revision'>): string {
    return this.moves.encryption.fingerprintOf(['approve', row.id, versionOf(row)])
  }

  /** Asks the same before anything of a sending is prepared. @throws ProblemError 403 */
  async requireIdentity({ id, environment, fingerprint: digest }: IntentTable, session: Session): Promise<void> {
    if (!this.moves.stepUp.isNeeded(environment)) return
    await this.moves.audit.act((within) => this.moves.identify(within, id, { environment, digest, session }))
  }

  /** Ends an intent that nobody approved in time. @returns whether this call did */
  expireApproval(id: string): Promise<boolean> {
    const words = 'It was not approved in time. Nothing was sent.'
    return this.moves.endUnsent(
      { id, event: 'decline', ended: 'expired', words },
      async (within, { approve_by }) => approve_by !== null && Number(approve_by) <= (await this.moves.now(within)),
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
      const now = await this.moves.now(within)
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
        await this.moves.identify(within, id, {
          environment: row.environment,
          digest: this.approvalDigest(row),
          session,
        })
      const decided = { id: randomUUID(), intent_id: id, subject, kind, digest, at: Math.round(this.moves.nextTime()) }
      await within
        .insertInto('approval_decision')
        .values({ ...decided, person, row_digest: decisionDigest(this.moves.encryption, decided) })
        .execute()
      return true
    }
    if (kind === 'decline') {
      const reason = `Declined by ${person}: ${words}`
      const isDone = await this.moves.endUnsent(
        { id, event: 'decline', ended: 'declined', words: reason, person },
        decision,
      )
      if (!isDone) throw changedSince()
      return
    }
    await this.moves.act(async (within) => {
      // Locked, so that it neither leaves nor ends while this is recorded.
      const row = await this.moves.lock(within, id)
      if (row?.state !== 'waiting') throw changedSince()
      await this.moves.requireIntact(within, row)
      await decision(within, row)
      if (kind === 'open' || kind === 'remind') return
      const eventKind = kind === 'approve' ? 'approved' : 'question'
      const text = kind === 'approve' ? `Approved by ${person}.${words ? ` ${words}` : ''}` : (words ?? '')
      await this.moves.append(within, id, this.moves.newEvent({ kind: eventKind, words: text, person }))
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
    return this.moves.endUnsent({ id, event: 'withdraw', ended: 'withdrawn', words, person }, async (_, before) => {
      if (!mayWithdraw(before, session)) throw mayNotWithdraw(before)
      return true
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
    const now = microseconds(this.moves.clock)
    const status = change.hasHappened === false ? undefined : change.status
    const noted = status !== undefined && { record_status: status, status_at: now, noted_by: history.person }
    if (change.hasHappened !== undefined)
      return this.moves.move({
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
    return this.moves.act(async (within) => {
      const before = await this.moves.lock(within, id)
      const isIntact = before !== undefined && (await this.moves.isIntact(within, before))
      if (noted) {
        const row = await within
          .updateTable('intent')
          .set(noted)
          .where('id', '=', id)
          .where('state', 'in', ['confirmed', 'unknown'])
          .returningAll()
          .executeTakeFirst()
        if (!row) return false
        this.moves.mark(within, row, before, isIntact)
      }
      await this.moves.append(within, id, history)
      return true
    })
  }
}
