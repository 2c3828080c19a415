/** The one place that opens SQLite: node:sqlite where Node has it (22 and later), the same API from a package before. */
import { createRequire } from 'node:module'
import type { DatabaseSync } from '@photostructure/sqlite'

/** An open SQLite database, in the API of node:sqlite. */
export type Sqlite = InstanceType<typeof DatabaseSync>

/** Milliseconds to wait for another process's lock. The whole process stands still meanwhile, so they are few. */
const busyMillis = 500

const load = createRequire(import.meta.url)

function driver(): { DatabaseSync: typeof DatabaseSync } {
  try {
    return load('node:sqlite')
  } catch {
    return load('@photostructure/sqlite')
  }
}

/**
 * Opens a database file, made if there is none.
 * @param path    a file, or ":memory:"
 * @param durable true: an answered write survives a power cut (synchronous=FULL); false: it survives kill -9 only
 */
export function openSqlite(path: string, durable: boolean): Sqlite {
  const { DatabaseSync: Database } = driver()
  const database = new Database(path)
  // To begin a log writes a whole file through to the disk first, which who fears no power cut need not wait for.
  if (!durable) database.exec('PRAGMA synchronous=OFF')
  database.exec(
    `PRAGMA busy_timeout=${busyMillis}; PRAGMA journal_mode=WAL; PRAGMA synchronous=${durable ? 'FULL' : 'NORMAL'};`,
  )
  return database
}
