/** Who is signed in: a row in the database each. Without its row a cookie opens nothing (design.md, "Roles"). */
import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { isRole, type Role } from '../api/roles'
import type { Database } from '../database/open'
import { microsecondsNow, type SessionTable } from '../database/tables'
import { settings } from './settings'
import { once } from './state'
import { database, databaseProblem } from './store'

export type Session = { id: string; subject: string; name: string; roles: Role[] }

/** What the subject of every demo user begins with; a company's subjects begin with another word. */
export const demoSubject = 'demo:'

const minute = 60_000_000
/** Microseconds without a person's request after which a session is over. */
export const idleLimit = 15 * minute
/** Microseconds after sign-in when a session is over in any case. */
export const absoluteLimit = 8 * 60 * minute

/** Records a sign-in. @returns the session's id, which only the encrypted cookie holds */
export async function beginSession(person: Omit<Session, 'id'>): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const now = microsecondsNow()
  await sweep(now)
  const { subject, name, roles } = person
  await database()
    .insertInto('session')
    .values({ id, subject, name, roles: roles.join(' '), created_at: now, seen_at: now })
    .execute()
  return id
}

/** Removes what is over, so that the table does not grow for ever. */
async function sweep(now: number): Promise<void> {
  await database()
    .deleteFrom('session')
    .where((is) => is.or([is('seen_at', '<', now - idleLimit), is('created_at', '<', now - absoluteLimit)]))
    .execute()
}

const compiled = new WeakMap<Database, CompiledQuery<SessionTable>>()

/** Asked at every call, so it is compiled once for each database. */
function findById(database: Database): CompiledQuery<SessionTable> {
  const query = compiled.get(database) ?? database.selectFrom('session').selectAll().where('id', '=', '').compile()
  compiled.set(database, query)
  return query
}

/**
 * The live session of an id, or undefined where it has ended.
 * @param isPersonal whether a person asked: only that prolongs it, written at most once a minute
 */
export async function findSession(id: string, isPersonal: boolean): Promise<Session | undefined> {
  const { rows } = await database().executeQuery<SessionTable>({ ...findById(database()), parameters: [id] })
  const [row] = rows
  const now = microsecondsNow()
  if (!row || row.seen_at < now - idleLimit || row.created_at < now - absoluteLimit) return undefined
  // A demo user's session does not outlive the demo: production may have been set up since.
  if (row.subject.startsWith(demoSubject) && !settings().hasDemoUsers) return undefined
  if (isPersonal && row.seen_at < now - minute) await prolong(id, now)
  return { id, subject: row.subject, name: row.name, roles: row.roles.split(' ').filter(isRole) }
}

/**
 * Notes that a person asked. Where the database takes no writes, because it is full, read-only or locked, the session
 * simply lives until its idle limit: who only reads needs no disk. The next try of anybody is a minute later, because a
 * try can wait for a lock.
 */
async function prolong(id: string, now: number): Promise<void> {
  const next = once('next prolonging', () => ({ at: 0 }))
  if (now < next.at) return
  try {
    await database().updateTable('session').set({ seen_at: now }).where('id', '=', id).execute()
  } catch (error) {
    if (!databaseProblem(error)) throw error
    next.at = now + minute
  }
}

/** Ends a session at once, everywhere. */
export async function endSession(id: string): Promise<void> {
  await database().deleteFrom('session').where('id', '=', id).execute()
}
