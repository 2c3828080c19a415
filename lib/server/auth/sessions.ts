/** Sessions, one database row each. The cookie alone opens nothing (design.md, "Roles"). */
import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { isRole, type Role } from '../../api/roles'
import { databaseProblem } from '../../database/failures'
import type { Database } from '../../database/open'
import type { SessionEnd, SessionTable } from '../../database/tables'
import { type Clock, microseconds } from '../clock'
import type { Log } from '../http/log'
import type { Settings } from '../settings'

export type Session = { id: string; subject: string; name: string; roles: Role[] }

/** A session that is over or refused, and why: undefined if its row is gone. */
export type EndedSession = { ended: SessionEnd | 'repeated-cookie' | undefined }

/** The prefix of every demo user's subject; a company's subjects have another. */
export const demoSubject = 'demo:'

const minute = 60_000_000
/** Microseconds without a person's request after which a session ends. */
export const idleLimit = 15 * minute
/** Microseconds after sign-in when a session ends in any case. */
export const absoluteLimit = 8 * 60 * minute
/** Microseconds for which the row of an ended session is kept at least, so that the person can learn why it ended. */
const keptAfterEnd = 24 * 60 * minute

export type SessionDependencies = {
  database: Database
  clock: Clock
  settings: Pick<Settings, 'hasDemoUsers'>
  log: Log
}

export class Sessions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #hasDemoUsers: boolean
  readonly #log: Log
  /** Run at every request, so it is compiled once. */
  readonly #byId: CompiledQuery<SessionTable>
  #extendAgainAt = 0

  constructor({ database, clock, settings, log }: SessionDependencies) {
    this.#database = database
    this.#clock = clock
    this.#hasDemoUsers = settings.hasDemoUsers
    this.#log = log
    this.#byId = database.selectFrom('session').selectAll().where('id', '=', '').compile()
  }

  /** Records a sign-in. @returns the session's id, which only the encrypted cookie holds */
  async begin({ subject, name, roles }: Omit<Session, 'id'>): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    const now = microseconds(this.#clock)
    await this.#sweep(now)
    await this.#database
      .insertInto('session')
      .values({ id, subject, name, roles: roles.join(' '), created_at: now, seen_at: now })
      .execute()
    return id
  }

  /** Removes rows that ended long ago, so that the table does not grow without end. */
  async #sweep(now: number): Promise<void> {
    const oldest = now - absoluteLimit - keptAfterEnd
    await this.#database.deleteFrom('session').where('created_at', '<', oldest).execute()
  }

  /**
   * The session of an id, or why it has ended.
   * @param isPersonal whether a person asked: only that extends it, written at most once a minute
   */
  async find(id: string, isPersonal: boolean): Promise<Session | EndedSession> {
    const { rows } = await this.#database.executeQuery<SessionTable>({ ...this.#byId, parameters: [id] })
    const [row] = rows
    if (!row) return { ended: undefined }
    const now = microseconds(this.#clock)
    const reason = row.end_reason ?? this.#endOf(row, now)
    if (reason !== undefined) {
      if (row.end_reason === null) await this.#noteEnd(row, reason, now).catch(ignoreUnavailable)
      return { ended: reason }
    }
    if (isPersonal && row.seen_at < now - minute) await this.#extend(id, now)
    return { id, subject: row.subject, name: row.name, roles: row.roles.split(' ').filter(isRole) }
  }

  /** Why a session has run out, or undefined while it is alive. */
  #endOf({ seen_at, created_at, subject }: SessionTable, now: number): SessionEnd | undefined {
    const [idleEnd, absoluteEnd] = [seen_at + idleLimit, created_at + absoluteLimit]
    if (Math.min(idleEnd, absoluteEnd) < now) return idleEnd < absoluteEnd ? 'idle' : 'absolute'
    // A demo user's session does not outlive the demo: production may have been configured since.
    return subject.startsWith(demoSubject) && !this.#hasDemoUsers ? 'demo-closed' : undefined
  }

  async #noteEnd(
    { id, subject }: Pick<SessionTable, 'id' | 'subject'>,
    reason: SessionEnd,
    now: number,
  ): Promise<void> {
    const { numUpdatedRows } = await this.#database
      .updateTable('session')
      .set({ ended_at: now, end_reason: reason })
      .where('id', '=', id)
      .where('end_reason', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      this.#log.info({ event: reason === 'signed-out' ? 'sign-out' : 'session-ended', subject, reason }, 'security')
  }

  /**
   * Notes that a person asked. If the database accepts no writes, because it is full, read-only or locked, the session
   * lives until its idle limit: reading needs no disk. The next attempt is a minute later, because it can wait for a lock.
   */
  async #extend(id: string, now: number): Promise<void> {
    if (now < this.#extendAgainAt) return
    try {
      await this.#database.updateTable('session').set({ seen_at: now }).where('id', '=', id).execute()
    } catch (error) {
      ignoreUnavailable(error)
      this.#extendAgainAt = now + minute
    }
  }

  /** Ends a session at once, everywhere. */
  async end(id: string): Promise<void> {
    const row = await this.#database.selectFrom('session').select('subject').where('id', '=', id).executeTakeFirst()
    if (row) await this.#noteEnd({ id, subject: row.subject }, 'signed-out', microseconds(this.#clock))
  }
}

/** @throws the error, unless the database is unavailable */
function ignoreUnavailable(error: unknown): void {
  if (!databaseProblem(error)) throw error
}
