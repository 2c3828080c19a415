/** Whether this database is held: a copy that may not know what was sent, and so sends nothing until a person releases it. */
import { type Kysely, sql } from 'kysely'
import type { Tables, WriteHoldTable } from './tables'

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
 * Marks what a copy cannot know. A prepared request may have been sent since the backup, so it becomes unknown, without a
 * time of sending: it is never checked by sending it. One without an outcome may have been settled and entered again. May be
 * repeated.
 * @param now microseconds since 1970
 */
export async function markRestored(database: Kysely<Tables>, now: number): Promise<void> {
  await database.transaction().execute(async (within) => {
    const marked = await within
      .updateTable('intent')
      .set({ state: 'unknown', restored_at: now, reason: restoredText, deadline_at: null, lease_until: null })
      .where('state', 'in', ['prepared', 'sent', 'unknown'])
      .where('restored_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of marked)
      await within
        .insertInto('intent_event')
        .values({
          ...{ id: `${id} restored ${now}`, intent_id: id, at: now, kind: 'lost', words: restoredText },
          ...{ person: null, status: null },
        })
        .execute()
  })
}
