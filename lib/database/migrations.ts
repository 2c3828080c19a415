/**
 * The migrations, oldest first. Never edit one that has landed; add another. A step only adds: the version before goes on
 * working while a deploy lasts, and after a rollback. What is no longer used is removed by a later version's contract step.
 */
import type { Kysely } from 'kysely'
import { addTables } from './schema'
import { tables } from './tables'

/** One change of the tables, in a transaction of its own. */
export type Step = {
  up: (database: Kysely<unknown>) => Promise<void>
  /**
   * For a contract step: the step by which a version shows that it no longer uses what is removed, and the first version
   * that has it. Older consoles refuse to start from then on, and say so.
   */
  needs?: { step: string; version: string }
}

/**
 * Makes the tables of a new database. Until a version is released, its name changes with the tables, so that a database of
 * development is refused; from then on what a step adds in tables.ts says so by `since`, and the step calls
 * `addTables(database, tables, name)`.
 */
export const baseline = '2026-11-29-baseline-9'

export const migrations: Readonly<Record<string, Step>> = {
  [baseline]: { up: (database) => addTables(database, tables) },
}
