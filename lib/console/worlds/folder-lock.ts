/** Worlds are deleted when a console starts, so that two consoles on one folder would delete each other's. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteDriver } from '../../database/sqlite'

/** Milliseconds that a console which is being stopped may take to let go. */
const patience = 2_000

/**
 * Takes a folder's worlds for this process. It is a lock of the operating system, on a SQLite file: it ends with the process,
 * however that ends, and one in another container is noticed too.
 * @returns what lets go of it; undefined if another process has it
 */
export function lockWorlds(dataFolder: string, millis = patience): (() => void) | undefined {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const database = new (sqliteDriver().DatabaseSync)(join(dataFolder, 'worlds.lock'))
  try {
    database.exec(`PRAGMA busy_timeout=${millis}; BEGIN EXCLUSIVE`)
    return () => database.close()
  } catch {
    database.close()
    return undefined
  }
}
