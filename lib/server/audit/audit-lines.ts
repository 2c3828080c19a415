/** Reads the lines of the audit log in their order, and checks them: for the console and for commands. */
import { setImmediate } from 'node:timers/promises'
import type { AuditFileQuery } from '../../api/console/audit-input'
import type { Database } from '../../database/open'
import type { AuditLineTable } from '../../database/tables'
import { nanoseconds } from '../../domain/values'
import { type BadLine, ChainCheck, type Head, noHash } from './chain'

/** Lines that are read at once. */
const linesAtOnce = 1_000

type Filters = Omit<AuditFileQuery, 'format'>

export const micros = (text: string) => Number((nanoseconds(text) ?? 0n) / 1000n)

/** The lines after `seq`, oldest first, in pieces between which others have their turn. */
export async function* linesAfter(database: Database, seq: number, filters: Filters = {}) {
  const { people, acts, object, 'at.gte': from, 'at.lt': before } = filters
  for (let last = seq; ; ) {
    const lines = await database
      .selectFrom('audit_line')
      .selectAll()
      .where('seq', '>', last)
      .$if(people !== undefined, (rows) => rows.where('subject', 'in', people ?? []))
      .$if(acts !== undefined, (rows) => rows.where('act', 'in', acts ?? []))
      .$if(object !== undefined, (rows) => rows.where('object_id', '=', object ?? ''))
      .$if(from !== undefined, (rows) => rows.where('at', '>=', micros(from ?? '')))
      .$if(before !== undefined, (rows) => rows.where('at', '<', micros(before ?? '')))
      .orderBy('seq')
      .limit(linesAtOnce)
      .execute()
    if (lines.length > 0) yield lines
    last = lines.at(-1)?.seq ?? last
    if (lines.length < linesAtOnce) return
    await setImmediate()
  }
}

/** Where the log ends. */
export const headOf = (database: Database) =>
  database.selectFrom('audit_head').select(['chain', 'seq', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow()

/**
 * Checks the lines that are there now, from one that was checked before, against each other and against checkpoints.
 * @param line hears of each
 */
export async function checkLines(
  database: Database,
  checkpoints: readonly Head[],
  { from = { chain: '', seq: 0, hash: noHash }, line }: { from?: Head; line?: (line: AuditLineTable) => void } = {},
): Promise<{ check: ChainCheck; head: Head; bad?: BadLine }> {
  const head = await headOf(database)
  const check = new ChainCheck(checkpoints, from)
  for await (const lines of linesAfter(database, from.seq))
    for (const one of lines) {
      // What is added meanwhile is checked the next time; what is there beyond the end was never added.
      if (one.seq > head.seq && (await headOf(database)).seq >= one.seq) return { check, head, bad: check.end(head) }
      line?.(one)
      check.add(one)
    }
  return { check, head, bad: check.end(head) }
}
