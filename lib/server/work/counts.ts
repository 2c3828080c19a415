/**
 * How often something happened that is limited. The counts are rows of the database, so consoles that share it share them;
 * what is counted is stored as a keyed digest only.
 */
import type { Database } from '../../database/open'
import { type Clock, microseconds } from '../clock'
import type { RetentionStep } from './retention'

/** `ends_at`: until when it counts, in microseconds. */
export type Counted = { key: string; count: number; ends_at: number }

const removedAtOnce = 500

export function createCounts({
  database,
  clock,
  encryption,
}: {
  database: Database
  clock: Clock
  encryption: { fingerprintOf: (what: unknown) => string }
}) {
  const keyOf = (...parts: string[]): string => encryption.fingerprintOf(parts)

  /** The counts under these keys that still count. */
  function counted(keys: string[]): Promise<Counted[]> {
    return database
      .selectFrom('sign_in_limit')
      .selectAll()
      .where('key', 'in', keys)
      .where('ends_at', '>', microseconds(clock))
      .execute()
  }

  /** So many more under this key, in one statement, so that none is lost between consoles. */
  function count(key: string, seconds: number, by = 1): Promise<Counted> {
    const now = microseconds(clock)
    const row = { key, count: by, ends_at: now + seconds * 1_000_000 }
    return database
      .insertInto('sign_in_limit')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => ({
          count: eb
            .case()
            .when('sign_in_limit.ends_at', '<=', now)
            .then(by)
            .else(eb('sign_in_limit.count', '+', by))
            .end(),
          ends_at: eb
            .case()
            .when('sign_in_limit.ends_at', '<=', now)
            .then(ref('excluded.ends_at'))
            .else(ref('sign_in_limit.ends_at'))
            .end(),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Removes counts that no longer count. */
  async function removeOld(): Promise<RetentionStep> {
    const old = database.selectFrom('sign_in_limit').select('key')
    const { numDeletedRows } = await database
      .deleteFrom('sign_in_limit')
      .where('key', 'in', old.where('ends_at', '<=', microseconds(clock)).orderBy('ends_at').limit(removedAtOnce))
      .executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows === removedAtOnce }
  }

  return { keyOf, counted, count, removeOld }
}
