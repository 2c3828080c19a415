/**
 * Held copies (docs/looking-after.md, "Back up and restore"): whether this database may send, what it cannot know, and its release by a
 * person.
 */
import { sql } from 'kysely'
import { madeAt } from '../../../api/sent-log'
import { currentHold, markRestored } from '../../../database/hold'
import type { Database } from '../../../database/open'
import type { ForgottenRequestTable, WriteHoldTable } from '../../../database/tables'
import type { Environment } from '../../../provider/environments'
import { ProblemError } from '../../../provider/problem'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { columnText } from '../../../server/writes/events'
import type { Marks } from '../../../server/writes/marks'
import type { FoundRecord, Hold, HoldReport, HoldSummary, SentRequest } from '../interface'

/** Webhook sequences that a lost console may have used since the backup. */
const skippedSequences = 1_000_000
/** Ids that one statement names. */
const idsAtOnce = 500

export const copyHeld = () =>
  new ProblemError(409, 'copy-held', 'Mintdesk is held after a restore, so nothing was sent.', {
    detail:
      'Its database is a copy that may not know what was sent since the backup. An admin must reconcile and release it first; what you typed is kept.',
    meta: { answered_by: 'console' },
  })

/** @param now by which a browser with a slow clock makes a new id */
const sentBefore = (words: string, now: number) =>
  new ProblemError(409, 'sent-before-restore', 'This may have been sent before Mintdesk was restored.', {
    detail: `${words} Nothing was sent now. Check with the provider before you make it a new request.`,
    meta: { answered_by: 'console', now },
  })

export function createHolds({
  database,
  clock,
  encryption,
  marks,
}: {
  database: Database
  clock: Clock
  encryption: Encryption
  marks: Marks
}) {
  /** @throws ProblemError 409 `copy-held` while this database is held */
  async function requireReleased(): Promise<void> {
    if ((await currentHold(database)) || !(await marks.isReleased(database))) throw copyHeld()
  }

  /** The hold in force, or the last one. */
  async function newestRow(): Promise<WriteHoldTable | undefined> {
    return (
      (await currentHold(database)) ??
      database.selectFrom('write_hold').selectAll().orderBy('began_at', 'desc').limit(1).executeTakeFirst()
    )
  }

  async function summary(): Promise<HoldSummary | undefined> {
    const row = await newestRow()
    return row && summaryOf(row)
  }

  async function newest(): Promise<Hold | undefined> {
    const row = await newestRow()
    if (!row) return undefined
    return {
      ...summaryOf(row),
      id: row.id,
      cause: row.cause,
      began_at: timeOf(row.began_at),
      version: row.version ?? undefined,
      report: encryption.decryptJson<HoldReport>(row.report, ['write_hold', 'report', row.id]),
      released_by: row.released_by ?? undefined,
      statement: encryption.decrypt(row.statement, ['write_hold', 'statement', row.id]),
    }
  }

  /**
   * Refuses a request that this database does not know, if it may have been sent before a restore.
   * @param id made in the browser; its time tells whether that was before (RFC 9562, version 7)
   * @throws ProblemError 409 `sent-before-restore`
   */
  async function requireNew(environment: Environment, id: string, reference: string | undefined): Promise<void> {
    const last = await newestRow()
    if (!last) return
    const made = madeAt(id)
    if (made !== undefined && made < Number(last.began_at) / 1000)
      throw sentBefore('Its form was opened before the restore.', clock.now())
    const names = [id, ...(reference === undefined ? [] : [reference.toLowerCase()])]
    const known = await database
      .selectFrom('forgotten_request')
      .select('id')
      .where('environment', '=', environment)
      .where('id', 'in', names)
      .executeTakeFirst()
    if (known) throw sentBefore('The log of the earlier console names it.', clock.now())
  }

  /** Requests of an environment that were sent and are not known here. */
  function forgotten(environment: Environment, holdId: string): Promise<ForgottenRequestTable[]> {
    return database
      .selectFrom('forgotten_request')
      .selectAll()
      .where('environment', '=', environment)
      .where('hold_id', '=', holdId)
      .orderBy('sent_at')
      .orderBy('id')
      .execute()
  }

  /**
   * Notes requests that another console sent. Those that this database knows are left out.
   * @returns how many of them it did not know
   */
  async function noteSent(environment: Environment, requests: readonly SentRequest[]): Promise<number> {
    const hold = await currentHold(database)
    if (!hold) throw notHeld()
    return noteSentIn(database, hold.id, environment, requests)
  }

  /** Keeps what the provider has under the reference of a request that is not known here. */
  async function noteFound(environment: Environment, id: string, found: FoundRecord): Promise<void> {
    await database
      .updateTable('forgotten_request')
      .set({ found: encryption.encryptJson(found, ['forgotten_request', 'found', environment, id]) })
      .where('environment', '=', environment)
      .where('id', '=', id)
      .execute()
  }

  /** Keeps a reconciliation in place of the one before. */
  async function keep(hold: string, report: HoldReport): Promise<void> {
    await database
      .updateTable('write_hold')
      .set({
        report: encryption.encryptJson(report, ['write_hold', 'report', hold]),
        reconciled_at: microseconds(clock),
      })
      .where('id', '=', hold)
      .where('released_at', 'is', null)
      .execute()
  }

  /**
   * Releases this database: from now on it sends.
   * @param report the time of the reconciliation that the person saw
   * @throws ProblemError 409 if it is not held, or was reconciled again since
   */
  async function release(report: string, statement: string, { name }: Session): Promise<void> {
    const hold = await newest()
    if (!hold?.is_held) throw notHeld()
    if (hold.report?.at !== report)
      throw new ProblemError(409, 'report-changed', 'This was reconciled again since you opened it.', {
        detail: 'Look at the newest reconciliation, then release. Nothing was changed.',
      })
    const now = microseconds(clock)
    await markRestored(database, now)
    const released = await database.transaction().execute(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('write_hold')
        .set({
          released_at: now,
          released_by: name,
          statement: encryption.encrypt(columnText(statement), ['write_hold', 'statement', hold.id]),
        })
        .where('id', '=', hold.id)
        .where('released_at', 'is', null)
        .executeTakeFirst()
      // Receivers may know the sequences that follow the backup, with other events.
      if (numUpdatedRows > 0n)
        await within
          .updateTable('webhook_outbox')
          .set({ last_sequence: sql<number>`last_sequence + ${sql.lit(skippedSequences)}` })
          .execute()
      // No version of a request from before can be sent any more, whatever is put back.
      await marks.adoptEnd(within)
      await marks.append(within, 'restored')
      return within
    })
    await marks.committed(database, released)
  }

  return { requireReleased, summary, newest, requireNew, forgotten, noteSent, noteFound, keep, release }
}

export type Holds = ReturnType<typeof createHolds>

const notHeld = () =>
  new ProblemError(409, 'not-held', 'Mintdesk is not held.', { detail: 'It was released. Nothing was changed.' })

const summaryOf = ({ known_until, released_at }: WriteHoldTable): HoldSummary => ({
  is_held: released_at === null,
  known_until: timeOf(known_until),
  ...(released_at !== null && { released_at: timeOf(released_at) }),
})

/** Notes requests that another console sent, for a command too. @returns how many of them this database did not know */
export async function noteSentIn(
  database: Database,
  holdId: string,
  environment: Environment,
  requests: readonly SentRequest[],
): Promise<number> {
  let added = 0
  for (let from = 0; from < requests.length; from += idsAtOnce) {
    const some = requests.slice(from, from + idsAtOnce)
    const ids = some.map(({ id }) => id)
    const known = new Set<string>()
    for (const table of ['intent', 'removed_intent'] as const) {
      const rows = await database.selectFrom(table).select('id').where('id', 'in', ids).execute()
      for (const { id } of rows) known.add(id)
    }
    const rows = some
      .filter(({ id }) => !known.has(id))
      .map(({ id, operation, person, sent_at }) => ({
        environment,
        id,
        hold_id: holdId,
        operation: operation ?? null,
        person: person ?? null,
        sent_at: sent_at === undefined ? null : Date.parse(sent_at) * 1000,
      }))
    if (rows.length === 0) continue
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('forgotten_request')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['environment', 'id']).doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  return added
}
