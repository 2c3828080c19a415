/** Which values of the database are sealed with which key. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { sealedBytesPrefix, sealedPrefix } from '../writes/sealing'
import { type SealedTable, sealedTables } from './sealed-columns'

/** The beginning of what a key seals; that of the key without a name is the beginning of others too. */
function beginningOf({ isBinary }: Pick<SealedTable, 'isBinary'>, name: string): string | Buffer {
  if (!isBinary) return name === '' ? sealedPrefix : `${sealedPrefix}${name}:`
  return name === ''
    ? Buffer.alloc(0)
    : Buffer.concat([sealedBytesPrefix, Buffer.from([name.length]), Buffer.from(name)])
}

/** Whether a value with this head is sealed, and not with the key of this name. */
export function isSealedOtherwise(table: SealedTable, head: string | Uint8Array | null, name: string): boolean {
  if (head === null) return false
  const own = beginningOf(table, name)
  if (typeof head === 'string') return head.startsWith(sealedPrefix) && !head.startsWith(String(own))
  return !Buffer.from(head)
    .subarray(0, own.length)
    .equals(own as Buffer)
}

const starts = (column: string, beginning: string | Buffer) =>
  sql`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`

/** The condition that a value is sealed with the key of this name, which may be empty. */
function isSealedWith(table: SealedTable, column: string, name: string): RawBuilder<unknown> {
  if (name !== '') return starts(column, beginningOf(table, name))
  if (table.isBinary) return sql`not (${starts(column, sealedBytesPrefix)})`
  // No name: base64 has no colon.
  return sql`(${starts(column, sealedPrefix)} and substr(${sql.ref(column)}, ${sql.lit(sealedPrefix.length + 1)}, 34) not like '%:%')`
}

/** The condition that a value is sealed at all. */
const isSealed = (table: SealedTable, column: string) =>
  table.isBinary ? sql`${sql.ref(column)} is not null` : starts(column, sealedPrefix)

/** How many values are sealed with each of these keys, and with others (`undefined`). Reads every row of sealed tables. */
export async function countByKey(
  database: Database,
  names: readonly string[],
): Promise<Map<string | undefined, number>> {
  const counts = new Map<string | undefined, number>(names.map((name) => [name, 0]))
  const add = (name: string | undefined, more: number) => counts.set(name, (counts.get(name) ?? 0) + more)
  for (const table of sealedTables)
    for (const column of table.sealed) {
      const conditions = [isSealed(table, column), ...names.map((name) => isSealedWith(table, column, name))]
      const sums = conditions.map(
        (condition, index) =>
          sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0) as ${sql.ref(`c${index}`)}`,
      )
      const { rows } = await sql<
        Record<string, number>
      >`select ${sql.join(sums)} from ${sql.table(table.table)}`.execute(database)
      const found = conditions.map((_, index) => Number(rows[0]?.[`c${index}`] ?? 0))
      const [all = 0, ...byName] = found
      for (const [index, name] of names.entries()) add(name, byName[index] ?? 0)
      const others = all - byName.reduce((sum, count) => sum + count, 0)
      if (others > 0) add(undefined, others)
    }
  return counts
}

/** Whether any value is sealed with a key of this name. Stops at the first. */
export async function isKeyInUse(database: Database, name: string): Promise<boolean> {
  for (const table of sealedTables)
    for (const column of table.sealed) {
      const { rows } = await sql`select 1 from ${sql.table(table.table)}
        where ${sql.ref(column)} is not null and ${isSealedWith(table, column, name)} limit 1`.execute(database)
      if (rows.length > 0) return true
    }
  return false
}

/** The newest values of a column that are sealed with a key, to try whether they open. */
export async function samplesOf(database: Database, name: string, most: number) {
  const samples: { table: SealedTable; column: string; value: string | Uint8Array }[] = []
  for (const table of sealedTables)
    for (const column of table.sealed) {
      const { rows } = await sql<{ value: string | Uint8Array }>`select ${sql.ref(column)} as value
        from ${sql.table(table.table)} where ${sql.ref(column)} is not null and ${isSealedWith(table, column, name)}
        limit ${sql.lit(table.isBinary ? 1 : most)}`.execute(database)
      samples.push(...rows.map(({ value }) => ({ table, column, value })))
    }
  return samples
}
