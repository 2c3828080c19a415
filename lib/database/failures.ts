/** Converts database failures to problems, and to what an operator reads. */
import { overAfter, ProblemError } from '../provider/problem'
import { TablesError } from './migrate'

/**
 * PostgreSQL's SQLSTATEs that are about the server and not about our statement: classes 08 (connection), 28 (sign-in), 53
 * (resources), 57 (shutdown, time limits), 58 (disk); then a missing database, a read-only server, a transaction that was
 * ended or chosen as the victim of a deadlock, and a lock that was not granted in time.
 */
const unavailable = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|3D000|25006|25P03|25P04|40001|40P01|55P03)$/

/** Node's codes for a connection that breaks or cannot be made. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors that pg gives no code. */
const failedConnection =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/

/** SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open. Both drivers give `errcode`. */
const failedSqlite = new Set([5, 6, 8, 10, 13, 14])

function isUnavailable(error: Error & { code?: unknown; errcode?: unknown; syscall?: unknown }): boolean {
  // A missing socket file has the code of any missing file.
  if (error.syscall === 'connect') return true
  // An extended result code has the primary one in its lowest byte.
  if (error.code === 'ERR_SQLITE_ERROR') return failedSqlite.has(Number(error.errcode) & 0xff)
  if (typeof error.code === 'string') return unavailable.test(error.code) || unreachable.test(error.code)
  return failedConnection.test(error.message)
}

/** Whether there is no room for what was to be written: SQLite's full, PostgreSQL's disk_full. */
export const isFull = ({ code, errcode }: Error & { code?: unknown; errcode?: unknown }) =>
  code === '53100' || (code === 'ERR_SQLITE_ERROR' && (Number(errcode) & 0xff) === 13)

const fullText =
  'Nothing was recorded, so nothing was sent. Reading goes on. Tell whoever runs this console; if you were sending a request, check under Activity whether it was sent.'

/** Seconds after which a retry is worthwhile: calls that wait for a lock have given up by then. */
const retryAfter = 5

/**
 * A failure of the database as 503 with `Retry-After`, without the driver's text.
 * @returns undefined if the error is something else: a problem already, or a defect of the console
 */
export function databaseProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error) || error instanceof ProblemError) return undefined
  if (!isUnavailable(error)) return databaseProblem(error.cause)
  const title = isFull(error) ? 'The console’s disk is full.' : 'The console’s database is not responding.'
  return new ProblemError(503, 'database-unavailable', title, {
    detail: isFull(error)
      ? fullText
      : `Try again in ${retryAfter} seconds. If you were sending a request, check under Activity whether it was sent.`,
    ...overAfter(retryAfter),
    cause: error,
  })
}

/** Why the database cannot be used, for the operator, without its address: a driver's message may contain it. */
export function databaseMessage(error: unknown, databaseUrl: string | undefined): string {
  if (error instanceof TablesError) return error.message
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? `${message.replace(/\.$/, '')}: ${cause.message}` : message
  const text = reason.replaceAll(databaseUrl ?? '\0', '[DATABASE_URL]')
  return `The database cannot be used: ${text}. Check ${databaseUrl ? 'DATABASE_URL' : 'MINTDESK_DATA'}.`
}
