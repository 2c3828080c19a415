/** Sessions, one database row each. The cookie alone opens nothing. */
import { randomBytes } from 'node:crypto'
import { databaseProblem } from '../../database/failures'
import type { Database } from '../../database/open'
import type { SessionEnd, SessionTable } from '../../database/tables'
import { overAfter, ProblemError } from '../../provider/problem'
import type { Role } from '../../provider/roles'
import type { Audit } from '../audit/audit'
import { type Clock, microseconds } from '../clock'
import type { ClockCheck } from '../clock-check'
import type { Encryption } from '../encryption/encryption'
import type { Settings } from '../settings'
import { type Log, traceOf } from '../telemetry/log'
import type { RetentionStep } from '../work/retention'
import { deviceOf } from './device'
import { type SignedOut, tolerance } from './identity-provider'
import { rolesIn } from './own-roles'
import { demoSubject, noteAccessEnd, noteRoles, rolesSince, rolesWithDigest } from './people'
import { type CompanyTokens, confirmedFor, grantDigest, isGenuine, type Renewal } from './renewal'

/** Where a person signs in. */
export type SignInPlace = { address: string; userAgent?: string | null }

export type Session = { id: string; subject: string; name: string; roles: Role[] }

/** A session that is over or refused, and why: undefined if its row is gone. */
export type EndedSession = { ended: SessionEnd | 'repeated-cookie' | 'world-ended' | undefined }

type EndingSession = Pick<SessionTable, 'id' | 'subject' | 'name' | 'roles' | 'created_at'>

const minute = 60_000_000
/** Minutes without a person's request after which a session ends; in a demo nothing is at stake. */
export const idleMinutes = (subject: string): number => (subject.startsWith(demoSubject) ? 60 : 15)
/** Microseconds after sign-in when a session ends in any case. */
export const absoluteLimit = 8 * 60 * minute
const day = 24 * 60 * minute

const removedAtOnce = 500

/** Open sessions that are listed. */
const mostShown = 1_000

export type SessionDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  settings: Pick<Settings, 'hasDemoUsers' | 'isOpenToOthers' | 'ownRoles' | 'retention'>
  log: Log
  audit: Audit
  /** Of the roles of company sessions. */
  renewal?: Renewal
  /** Without it the clock is believed. */
  clockCheck?: Pick<ClockCheck, 'require'>
}

export function createSessions(dependencies: SessionDependencies) {
  const { database, clock, encryption, settings, log, audit, renewal, clockCheck } = dependencies

  /** Microseconds for which the row of an ended session is kept, so that the person can learn why it ended. */
  const keptAfterEnd = settings.retention.sessions * day
  /** Run at every request, so it is compiled once. */
  const byId = database.selectFrom('session').selectAll().where('id', '=', '').compile()
  let extendAgainAt = 0

  /**
   * Records a sign-in.
   * @param tokens what the provider issued, for company sign-in
   * @param place  shown in Settings; visitors of a public demo do not see each other's addresses
   * @returns the session's id, which only the encrypted cookie holds
   */
  async function begin(
    { subject, name, roles }: Omit<Session, 'id'>,
    tokens?: CompanyTokens,
    place?: SignInPlace,
  ): Promise<string> {
    await clockCheck?.require()
    const id = randomBytes(32).toString('base64url')
    const now = microseconds(clock)
    const granted = { id, subject, name, roles: roles.join(' '), created_at: now, roles_read_at: tokens ? now : null }
    const known = { name, ...rolesWithDigest(encryption, { subject, roles: roles.join(' ') }), signed_in_at: now }
    await audit.act(async (within) => {
      await within
        .insertInto('session')
        .values({
          ...granted,
          seen_at: now,
          device: place ? deviceOf(place.userAgent) : null,
          address: (!(settings.isOpenToOthers && subject.startsWith(demoSubject)) && place?.address) || null,
          grant_digest: grantDigest(encryption, granted),
          ...(tokens && { company_tokens: renewal?.encrypt(tokens, id) }),
        })
        .execute()
      await within
        .insertInto('person')
        .values({ subject, ...known, roles_since: now })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({ ...known, roles_since: rolesSince(known.roles, now) }),
        )
        .execute()
      const detail = { by: tokens ? 'company' : 'demo' }
      audit.note(within, { act: 'sign-in', by: { subject, name, roles }, detail })
    })
    return id
  }

  /** Removes rows that ended long ago, a few at a time: SQLite holds up the whole process while it deletes. */
  async function removeOld(): Promise<RetentionStep> {
    const oldest = microseconds(clock) - absoluteLimit - keptAfterEnd
    const old = database.selectFrom('session').select('id').where('created_at', '<', oldest)
    const { numDeletedRows } = await database
      .deleteFrom('session')
      .where('id', 'in', old.orderBy('created_at').limit(removedAtOnce))
      .executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows === removedAtOnce }
  }

  /**
   * The session of an id, or why it has ended.
   * @throws ProblemError 503 if this machine's clock cannot say
   * @param isPersonal whether a person asked: only that extends it, written at most once a minute
   */
  async function find(id: string, isPersonal: boolean): Promise<Session | EndedSession> {
    const { rows } = await database.executeQuery<SessionTable>({ ...byId, parameters: [id] })
    const [row] = rows
    if (!row) return { ended: undefined }
    await clockCheck?.require()
    const now = microseconds(clock)
    const reason = row.end_reason ?? endOf(row, now)
    if (reason !== undefined) {
      // It may have been set since.
      if (row.end_reason === null) await clockCheck?.require(true)
      if (row.end_reason === null) await noteEnd(row, reason, now).catch(ignoreUnavailable)
      return { ended: reason }
    }
    const current = await withRoles(row, now)
    if ('ended' in current) return current
    if (isPersonal && row.seen_at < now - minute) await extend(id, now)
    return { id, subject: row.subject, name: row.name, roles: rolesIn(current.roles, settings.ownRoles) }
  }

  /**
   * A session with roles that company sign-in confirmed within the last hour, or why it has ended. They are read again ahead
   * of time in the background; once the hour is over, the request waits for them.
   * @throws ProblemError 503 if another console has been reading them for too long
   */
  async function withRoles(row: SessionTable, now: number): Promise<SessionTable | EndedSession> {
    const age = row.roles_read_at === null || !renewal ? 0 : now - row.roles_read_at
    if (!renewal || age < renewal.renewAfter) return row
    const isNeeded = age >= confirmedFor
    const renewing = renewal.renew(row, isNeeded).then(async (outcome) => {
      const reason = outcome === 'failed' && isNeeded ? 'roles-unconfirmed' : outcome
      if (reason === 'company-ended' || reason === 'roles-unconfirmed') await noteEnd(row, reason, now)
      return reason
    })
    if (!isNeeded) {
      renewing.catch((error) => log.warn({ event: 'roles-not-read', reason: traceOf(error).reason }, 'security'))
      return row
    }
    const outcome = await renewing
    // Another console's word comes from the row.
    if (typeof outcome === 'object') return isGenuine(encryption, outcome) ? outcome : { ended: 'unverified' }
    if (outcome === 'company-ended' || outcome === 'roles-unconfirmed') return { ended: outcome }
    throw new ProblemError(503, 'console-busy', 'Your roles are being checked with company sign-in.', {
      detail: 'This takes longer than usual. Try again in a few seconds.',
      ...overAfter(5),
    })
  }

  /** Why a session has run out, or undefined while it is alive. */
  function endOf(row: SessionTable, now: number): SessionEnd | undefined {
    const { seen_at, created_at, subject } = row
    const [idleEnd, absoluteEnd] = [seen_at + idleMinutes(subject) * minute, created_at + absoluteLimit]
    if (Math.min(idleEnd, absoluteEnd) < now) return idleEnd < absoluteEnd ? 'idle' : 'absolute'
    // A demo user's session does not outlive the demo: production may have been configured since.
    if (subject.startsWith(demoSubject) && !settings.hasDemoUsers) return 'demo-closed'
    // What it grants was not written by a console.
    return isGenuine(encryption, row) ? undefined : 'unverified'
  }

  async function noteEnd(
    { id, subject, name, roles, created_at }: EndingSession,
    reason: SessionEnd,
    now: number,
    by?: string,
  ): Promise<boolean> {
    const event = reason === 'signed-out' ? 'sign-out' : 'session-ended'
    const isEnded = await audit.act(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('session')
        .set({ ended_at: now, end_reason: reason, company_tokens: null, device: null, address: null })
        .where('id', '=', id)
        .where('end_reason', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (reason === 'company-ended') await noteAccessEnd(within, encryption, { subject, created_at }, now)
      const owner = { subject, name, roles: roles.split(' ') }
      audit.note(within, {
        act: event,
        kind: 'sessions',
        id: subject,
        detail: { reason },
        ...(by === undefined && { by: owner }),
      })
      return true
    })
    if (isEnded) log.info({ event, subject, reason, ...(by !== undefined && { by }) }, 'security')
    return isEnded
  }

  /**
   * Notes that a person asked. If the database accepts no writes, because it is full, read-only or locked, the session
   * lives until its idle limit: reading needs no disk. The next attempt is a minute later, because it can wait for a lock.
   */
  async function extend(id: string, now: number): Promise<void> {
    if (now < extendAgainAt) return
    try {
      await database.updateTable('session').set({ seen_at: now }).where('id', '=', id).execute()
    } catch (error) {
      ignoreUnavailable(error)
      extendAgainAt = now + minute
    }
  }

  /** Ends all that a person has here; by default because company sign-in names no role of theirs any more. */
  async function takeAccess(subject: string, reason: SessionEnd = 'company-ended'): Promise<void> {
    const rows = await database
      .selectFrom('session')
      .select(['id', 'subject', 'name', 'roles', 'created_at'])
      .where('subject', '=', subject)
      .where('end_reason', 'is', null)
      .execute()
    for (const row of rows) await noteEnd(row, reason, microseconds(clock))
    await noteRoles(database, encryption, subject, [], microseconds(clock))
  }

  /**
   * Ends the sessions of a person who signed out at the provider; of one session there only those that it may have begun.
   * A later session stays, so that the same word again ends nothing more.
   * @returns how many
   */
  async function endAtProvider({ sub, sid, at }: SignedOut): Promise<number> {
    const rows = await database
      .selectFrom('session')
      .selectAll()
      .where('subject', '=', `oidc:${sub}`)
      .where('end_reason', 'is', null)
      .where('created_at', '<=', (at + tolerance) * 1_000_000)
      .execute()
    const ended = rows.filter((row) => {
      const own = sidOf(renewal?.tokensOf(row))
      return sid === undefined || own === undefined || own === sid
    })
    for (const row of ended) await noteEnd(row, 'signed-out', microseconds(clock))
    return ended.length
  }

  /** Ends a session at once, everywhere. @returns the provider's tokens of a company session that was alive */
  async function end(id: string): Promise<CompanyTokens | undefined> {
    const row = await database.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    await noteEnd(row, 'signed-out', microseconds(clock))
    return row.roles_read_at === null ? undefined : renewal?.tokensOf(row)
  }

  /**
   * Ends a session that another one takes the place of.
   * @returns whether it was alive, or had only been idle: once, so that no copy of its cookie takes its place again
   */
  async function replace(id: string): Promise<boolean> {
    const row = await database.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return false
    const now = microseconds(clock)
    const reason = row.end_reason ?? endOf(row, now)
    if (reason === undefined) return noteEnd(row, 'signed-out', now)
    if (reason !== 'idle') return false
    if (row.end_reason === null) await noteEnd(row, reason, now)
    const { numUpdatedRows } = await database
      .updateTable('session')
      .set({ end_reason: 'signed-out' })
      .where('id', '=', id)
      .where('end_reason', '=', reason)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** The sessions that are open, of one person or of all, the last used first. */
  async function open(subject?: string): Promise<SessionTable[]> {
    const now = microseconds(clock)
    const rows = await database
      .selectFrom('session')
      .selectAll()
      .where('end_reason', 'is', null)
      .where('created_at', '>', now - absoluteLimit)
      .$if(subject !== undefined, (sessions) => sessions.where('subject', '=', subject ?? ''))
      .orderBy('seen_at', 'desc')
      .limit(mostShown)
      .execute()
    return rows.filter((row) => endOf(row, now) === undefined)
  }

  /** Ends sessions for another one's person: their next request is refused, on every console. */
  async function endAll(rows: readonly SessionTable[], by: Pick<Session, 'subject'>): Promise<void> {
    for (const row of rows) await noteEnd(row, 'ended-in-settings', microseconds(clock), by.subject)
  }

  /** Whose session it is or was; undefined if its row is gone. */
  async function subjectOf(id: string): Promise<string | undefined> {
    const row = await database.selectFrom('session').select('subject').where('id', '=', id).executeTakeFirst()
    return row?.subject
  }

  return { begin, removeOld, find, takeAccess, end, replace, endAtProvider, open, endAll, subjectOf }
}

export type Sessions = ReturnType<typeof createSessions>

/** The provider's own name of a session, in the ID token that was checked when it began. */
function sidOf({ idToken }: CompanyTokens = {}): string | undefined {
  const [, payload = ''] = idToken?.split('.') ?? []
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
  return typeof sid === 'string' ? sid : undefined
}

/** @throws the error, unless the database is unavailable */
function ignoreUnavailable(error: unknown): void {
  if (!databaseProblem(error)) throw error
}
