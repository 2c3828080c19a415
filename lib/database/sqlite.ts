/**
 * The one place that opens SQLite: by Node's own node:sqlite where it is complete (22.16 and later), otherwise by a package
 * that has the same API. Files are the same, so a database can change from one to the other.
 */
import { createRequire } from 'node:module'
import type { backup, DatabaseSync } from '@photostructure/sqlite'

/** An open SQLite database, in the API of node:sqlite. */
export type Sqlite = InstanceType<typeof DatabaseSync>

/** What is used of either; each has more. */
export type SqliteDriver = { DatabaseSync: typeof DatabaseSync; backup: typeof backup }

/** Milliseconds to wait for another process's lock. The whole process stands still meanwhile, so they are few. */
const busyMillis = 500

/**
 * Loads node:sqlite without the warning that Node 22 prints at its first use: what it warns of, a change of the API, would
 * fail sqlite.test.ts, which runs on every version of Node that is supported. Other warnings are printed as ever.
 */
function loadBuiltin(): object | undefined {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite')) Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Before 22.16 node:sqlite cannot name a statement's columns or say whether a transaction is open; `backup` came with both. */
const isComplete = (builtin: object | undefined): builtin is SqliteDriver =>
  builtin !== undefined && 'backup' in builtin

/** @param builtin node:sqlite; undefined where Node has none */
export const chooseDriver = (builtin: object | undefined): SqliteDriver =>
  isComplete(builtin) ? builtin : createRequire(import.meta.url)('@photostructure/sqlite')

let chosen: SqliteDriver | undefined

/** The driver of this process, loaded at first use. */
export function sqliteDriver(): SqliteDriver {
  chosen ??= chooseDriver(loadBuiltin())
  return chosen
}

/**
 * Opens a database file, made if there is none.
 * @param path    a file, or ":memory:"
 * @param durable true: an answered write survives a power cut (synchronous=FULL); false: it survives kill -9 only
 */
export function openSqlite(path: string, durable: boolean, { DatabaseSync: Database } = sqliteDriver()): Sqlite {
  const database = new Database(path)
  // To begin a log writes a whole file through to the disk first, which who fears no power cut need not wait for.
  if (!durable) database.exec('PRAGMA synchronous=OFF')
  database.exec(
    `PRAGMA busy_timeout=${busyMillis}; PRAGMA journal_mode=WAL; PRAGMA synchronous=${durable ? 'FULL' : 'NORMAL'};`,
  )
  return database
}

/** Pages copied at once: about 8 MB. */
const pagesAtOnce = 2_000

/**
 * Copies a database while others use it, as it was at one moment.
 * @param onProgress hears which share was copied, 0 to 1
 */
export async function backupSqlite(path: string, copy: string, onProgress: (share: number) => void): Promise<void> {
  const database = openSqlite(path, false)
  try {
    // A read that stays open keeps what others write out of the copy, which would begin anew after each write.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema')
    await sqliteDriver().backup(database, copy, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / Math.max(1, totalPages)),
    })
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
