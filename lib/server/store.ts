/** The console's database, opened and brought up to date once a process; and what its failures are told as. */
import { ProblemError } from '../api/problem'
import { askDatabase, type Database, limitsOfMigrations, migrate, openDatabase } from '../database/open'
import { settings } from './settings'
import { once } from './state'

export const database = (): Database => once('database', () => openDatabase(settings()))

/** Migrations have connections of their own, because they may take longer than a call. */
async function bringUpToDate(): Promise<void> {
  const own = openDatabase(settings(), limitsOfMigrations)
  try {
    await migrate(own)
  } finally {
    await own.destroy()
  }
}

/**
 * Resolves when the tables are up to date. Two consoles that start together on one SQLite file may meet here: the
 * second try finds the work done.
 * @throws Error where they could not be brought there
 */
export const databaseReady = (): Promise<void> => once('migrated', () => bringUpToDate().catch(bringUpToDate))

/** Resolves when the database is up to date and answers at this moment. @throws Error where it does not */
export async function databaseAnswers(): Promise<void> {
  await databaseReady()
  await askDatabase(database())
}

/**
 * PostgreSQL's SQLSTATEs that speak of the server and not of our statement: classes 08 (connection), 28 (sign-in), 53
 * (resources), 57 (shut down, time limits), 58 (disk); then a missing database, a server that only reads, a transaction
 * that was ended or chosen as the victim of a deadlock, and a lock that did not come in time.
 */
const unavailable = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|3D000|25006|25P03|25P04|40001|40P01|55P03)$/

/** Node's codes of a connection that breaks, or cannot be made. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** What pg says without a code. */
const failedConnection =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/

/** SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open. Both drivers give `errcode`. */
const failedSqlite = new Set([5, 6, 8, 10, 13, 14])

function isUnavailable(error: Error & { code?: unknown; errcode?: unknown; syscall?: unknown }): boolean {
  // Whatever it is: a socket file that is not there has the code of any missing file.
  if (error.syscall === 'connect') return true
  // An extended result code has the primary one in its lowest byte.
  if (error.code === 'ERR_SQLITE_ERROR') return failedSqlite.has(Number(error.errcode) & 0xff)
  if (typeof error.code === 'string') return unavailable.test(error.code) || unreachable.test(error.code)
  return failedConnection.test(error.message)
}

/** Seconds after which it is worth trying again: what waits for a lock has been given up by then. */
const retryAfter = 5

/**
 * What a failure of the database is told as: 503 with `Retry-After`, and nothing of the driver's text.
 * @returns undefined where the error is something else: a problem that was already told, or a mistake of ours
 */
export function databaseProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error) || error instanceof ProblemError) return undefined
  if (!isUnavailable(error)) return databaseProblem(error.cause)
  return new ProblemError(503, 'database-unavailable', 'The console’s database is not responding.', {
    detail: `Try again in ${retryAfter} seconds. If you were sending a request, check under Activity whether it was sent.`,
    meta: { answered_by: 'console', retry_after: retryAfter },
    headers: { 'retry-after': String(retryAfter) },
    cause: error,
  })
}
