/** Whether this database is held: a copy that may not know what was sent, and so sends nothing until a person releases it. */
import { type Kysely, sql } from 'kysely'
import type { HoldCause } from '../features/hold/interface'
import type { Tables, WriteHoldTable } from './tables'

/** Times are microseconds since 1970. */
export type NewHold = {
  id: string
  beganAt: number
  cause: HoldCause
  knownUntil: number
  version?: string
  keyNames?: readonly string[]
}

const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`)

/**
 * The statements that hold a database, as SQL that SQLite and PostgreSQL both read: a restore into PostgreSQL runs them in the
 * step that writes the tables, where no query builder reaches. Sessions end, because some may have been ended since the backup, and a refresh token
 * that is used twice ends the session of the console that still runs.
 */
export function holdStatements({ id, beganAt, cause, knownUntil, version, keyNames }: NewHold): string[] {
  const values = [
    text(id),
    Math.round(beganAt),
    text(cause),
    Math.round(knownUntil),
    text(version),
    text(keyNames?.join(' ')),
  ]
  return [
    `insert into write_hold (id, began_at, cause, known_until, version, key_names) values (${values.join(', ')})`,
    'delete from session',
  ]
}

/** Holds a database: from now on it sends nothing. */
export const beginHold = (database: Kysely<Tables>, hold: NewHold): Promise<void> =>
  database.transaction().execute(async (within) => {
    for (const statement of holdStatements(hold)) await sql.raw(statement).execute(within)
  })

/** The condition of every update that leads to a sending: asked in the database, because another process may hold it. */
export const isReleased = sql<boolean>`not exists (select 1 from write_hold where released_at is null)`

/** The hold that is in force, the oldest if there are several. */
export const currentHold = (database: Kysely<Tables>): Promise<WriteHoldTable | undefined> =>
  database
    .selectFrom('write_hold')
    .selectAll()
    .where('released_at', 'is', null)
    .orderBy('began_at')
    .limit(1)
    .executeTakeFirst()

const restoredText =
  'Restored from a backup that was made before this had an outcome. It may have been sent and settled since.'

/**
 * Marks what a copy cannot know. A request that was prepared or waited for approval may have been approved and sent since the
 * backup, so it becomes unknown, without a time of sending: it is never checked by sending it. One without an outcome may have
 * been settled and entered again. May be repeated.
 * @param now microseconds since 1970
 */
export async function markRestored(database: Kysely<Tables>, now: number): Promise<void> {
  await database.transaction().execute(async (within) => {
    const marked = await within
      .updateTable('intent')
      .set({ state: 'unknown', restored_at: now, reason: restoredText, deadline_at: null, lease_until: null })
      .where('state', 'in', ['prepared', 'waiting', 'sent', 'unknown'])
      .where('restored_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of marked)
      await within
        .insertInto('intent_event')
        .values({ id: `${id} restored ${now}`, intent_id: id, at: now, kind: 'lost', words: restoredText })
        .execute()
  })
}
