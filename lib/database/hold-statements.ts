/**
 * What marks a database as a copy that must not send, as SQL that SQLite and PostgreSQL both read: a restore runs it in the
 * step that writes the tables, where no query builder reaches.
 */
import type { HoldCause } from '../api/console/holds'

export const holdTable = `create table if not exists write_hold (
  id text primary key,
  began_at bigint not null,
  cause text not null,
  known_until bigint not null,
  version text,
  key_names text,
  report text,
  reconciled_at bigint,
  released_at bigint,
  released_by text,
  statement text
)`

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
 * The statements that hold a database. Sessions end, because some may have been ended since the backup, and a refresh token
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
    holdTable,
    `insert into write_hold (id, began_at, cause, known_until, version, key_names) values (${values.join(', ')})`,
    'delete from session',
  ]
}
