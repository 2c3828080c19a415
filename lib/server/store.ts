/** The console's database, opened and brought up to date once a process. */
import { askDatabase, type Database, migrate, openDatabase } from '../database/open'
import { settings } from './settings'
import { once } from './state'

export const database = (): Database => once('database', () => openDatabase(settings()))

/**
 * Resolves when the tables are up to date. Two consoles that start together on one SQLite file may meet here: the
 * second try finds the work done.
 * @throws Error where they could not be brought there
 */
export const databaseReady = (): Promise<void> =>
  once('migrated', () => migrate(database()).catch(() => migrate(database())))

/** Resolves when the database is up to date and answers at this moment. @throws Error where it does not */
export async function databaseAnswers(): Promise<void> {
  await databaseReady()
  await askDatabase(database())
}
