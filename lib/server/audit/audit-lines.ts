/** Reads the lines of the audit log in their order, and checks them: for the console and for commands. */
import { setImmediate } from 'node:timers/promises'
import { PostgresAdapter, sql } from 'kysely'
import type { Database } from '../../database/open'
import { nanoseconds } from '../../domain/values'
import type { AuditFileQuery } from '../../features/audit/input'
import { type BadLine, ChainCheck, type Head, members, noHash, type Verifier } from './chain'

/** Lines that are read at once. */
const linesAtOnce = 1_000

/** `objects`: names of one thing, of which a line has one. */
type Filters = Omit<AuditFileQuery, 'format' | 'object'> & { objects?: readonly string[] }

export const micros = (text: string) => Number((nanoseconds(text) ?? 0n) / 1000n)

/** Pages of the rows after one, in turns with others: the next page is read while the one before is used. */
async function* pagesAfter<Row extends { seq: number }>(seq: number, read: (last: number) => Promise<Row[]>) {
  for (let next: Promise<Row[]> | undefined = read(seq); next; ) {
    const rows: Row[] = await next
    const last = rows.at(-1)
    next = last && rows.length === linesAtOnce ? read(last.seq) : undefined
    // Whoever stops before the next page does not hear that it failed.
    next?.catch(() => undefined)
    // It is sent now, so that PostgreSQL works on it meanwhile.
    await setImmediate()
    if (last) yield rows
  }
}

/** The lines after `seq`, oldest first. */
export const linesAfter = (database: Database, seq: number, filters: Filters = {}) => {
  const { people, acts, objects, 'at.gte': from, 'at.lt': before } = filters
  return pagesAfter(seq, (last) =>
    database
      .selectFrom('audit_line')
      .selectAll()
      .where('seq', '>', last)
      .$if(people !== undefined, (rows) => rows.where('subject', 'in', people ?? []))
      .$if(acts !== undefined, (rows) => rows.where('act', 'in', acts ?? []))
      .$if(objects !== undefined, (rows) => rows.where('object_id', 'in', objects ?? []))
      .$if(from !== undefined, (rows) => rows.where('at', '>=', micros(from ?? '')))
      .$if(before !== undefined, (rows) => rows.where('at', '<', micros(before ?? '')))
      .orderBy('seq')
      .limit(linesAtOnce)
      .execute(),
  )
}

/**
 * The text that `textOf` has of a line, as the database writes it: reading seventeen columns would take twice as long.
 * SQLite would fail at bytes in place of a text; without them the hash is another.
 */
const texts = {
  postgres: `(select row_to_json(members)::text from (select ${members}) as members)`,
  sqlite: `json_object(${members.map((name) => `'${name}', iif(typeof(${name}) = 'blob', null, ${name})`)})`,
}

/** Where the log ends. */
export const headOf = (database: Database) =>
  database.selectFrom('audit_head').select(['chain', 'seq', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow()

/** Whether a line is there as it was signed. */
export async function isThere(database: Database, { chain, seq, hash }: Head): Promise<boolean> {
  const line = await database
    .selectFrom('audit_line')
    .select(['chain', 'hash'])
    .where('seq', '=', seq)
    .executeTakeFirst()
  return line?.chain === chain && line.hash === hash
}

type Checking = { keys?: readonly Verifier[]; from?: Head; onPage?: (seq: number) => void }

/**
 * Checks the lines that are there now, from one that was signed before, against each other and against checkpoints.
 * @param keys   whose signature on the beginning of a restored copy is believed
 * @param onPage hears how far it is
 */
export async function checkLines(
  database: Database,
  checkpoints: readonly Head[],
  { keys, from = { chain: '', seq: 0, hash: noHash }, onPage }: Checking = {},
): Promise<{ check: ChainCheck; head: Head; bad?: BadLine }> {
  const head = await headOf(database)
  const check = new ChainCheck(checkpoints, from, keys)
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  const text = sql.raw<string>(isPostgres ? texts.postgres : texts.sqlite).as('text')
  const pages = pagesAfter(from.seq, (last) => {
    const lines = database.selectFrom('audit_line').select(['seq', 'hash', text]).where('seq', '>', last)
    return lines.orderBy('seq').limit(linesAtOnce).execute()
  })
  for await (const lines of pages) {
    for (const line of lines) {
      // What is added meanwhile is checked the next time; what is there beyond the end was never added.
      if (line.seq > head.seq && (await headOf(database)).seq >= line.seq) return { check, head, bad: check.end(head) }
      check.add(line)
    }
    if (check.bad) break
    onPage?.(check.head.seq)
  }
  return { check, head, bad: check.end(head) }
}
