/**
 * How often something happened that is limited. The counts are rows of the database, so consoles that share it share them;
 * what is counted is stored as a keyed digest only.
 */
import type { Database } from '../../database/open'
import { overAfter, ProblemError } from '../../provider/problem'
import { type Clock, microseconds } from '../clock'
import type { RetentionStep } from './retention'

/** `ends_at`: until when it counts, in microseconds. */
export type Counted = { key: string; count: number; ends_at: number }

/** So many in so many seconds, from the first of them. */
export type Limit = { most: number; seconds: number }

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

  /** Whole seconds from now. @param time microseconds since 1970 */
  const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - microseconds(clock)) / 1_000_000))

  /** @throws ProblemError 429 if the count under a key has reached its limit */
  function refuseIfFull(rows: readonly Counted[], key: string, { most }: Limit, title: string): void {
    const row = rows.find((one) => one.key === key)
    if (!row || row.count < most) return
    const seconds = secondsUntil(row.ends_at)
    throw new ProblemError(429, 'rate-limited', title, {
      detail: `Wait ${seconds} s, then try again.`,
      ...overAfter(seconds),
    })
  }

  /** Counts one more. @throws ProblemError 429 beyond the limit */
  async function take(key: string, limit: Limit, title: string): Promise<void> {
    refuseIfFull(await counted([key]), key, limit, title)
    await count(key, limit.seconds)
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

  return { keyOf, counted, count, secondsUntil, refuseIfFull, take, removeOld }
}
