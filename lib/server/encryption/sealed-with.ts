/** Which values of the database are sealed with which key. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { type SealedTable, sealedTables } from './sealed-columns'
import { boundMark, type Place, type Sealing, sealedBytesPrefix, sealedPrefix } from './sealing'

/** The beginning of what is sealed with a mark; that of the empty one is the beginning of others too. */
function beginningOf({ isBinary }: Pick<SealedTable, 'isBinary'>, mark: string): string | Buffer {
  if (!isBinary) return mark === '' ? sealedPrefix : `${sealedPrefix}${mark}:`
  return mark === ''
    ? Buffer.alloc(0)
    : Buffer.concat([sealedBytesPrefix, Buffer.from([mark.length]), Buffer.from(mark)])
}

/** Whether a value with this head is sealed otherwise than it would be now; one that is bound already stays so. */
export function isSealedOtherwise(
  table: SealedTable,
  head: string | Uint8Array | null,
  { mark, keyName }: Pick<Sealing, 'mark' | 'keyName'>,
): boolean {
  if (head === null) return false
  const begins = (beginning: string | Buffer) =>
    typeof head === 'string'
      ? head.startsWith(String(beginning))
      : Buffer.from(head).subarray(0, beginning.length).equals(Buffer.from(beginning))
  if (!table.isBinary && !begins(sealedPrefix)) return false
  return ![mark, keyName + boundMark].some((known) => begins(beginningOf(table, known)))
}

const starts = (column: string, beginning: string | Buffer) =>
  sql`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`

/** The condition that a value is sealed with the key of this name, which may be empty. */
function isSealedWith(table: SealedTable, column: string, name: string): RawBuilder<unknown> {
  return sql`(${isUnbound(table, column, name)} or ${starts(column, beginningOf(table, name + boundMark))})`
}

/** The condition that it is sealed with that key, and for any place. */
function isUnbound(table: SealedTable, column: string, name: string): RawBuilder<unknown> {
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

/** The place of a column in a row that was read with `placeColumns`; of a fixed column that is sealed counts what it says. */
export function placeIn(sealing: Sealing, sealed: SealedTable, column: string, row: Record<string, unknown>): Place {
  const { table, key, fixed } = sealed
  const own = (name: string): Place => [table, name, ...key.map((one) => String(row[one]))]
  if (fixed.includes(column)) return own(column)
  const said = (name: string) => {
    const stored = String(row[name])
    return sealed.sealed.includes(name) ? (sealing.open(stored, own(name)) ?? '') : stored
  }
  return [...own(column), ...fixed.map(said)]
}

export const placeColumns = ({ key, fixed }: SealedTable) => sql.join([...key, ...fixed].map((one) => sql.ref(one)))

/** The newest values of a column that are sealed with a key, to try whether they open. */
export async function samplesOf(database: Database, sealing: Sealing, name: string, most: number) {
  const samples: { place: Place; value: string | Uint8Array }[] = []
  for (const table of sealedTables)
    for (const column of table.sealed) {
      const { rows } = await sql<Record<string, unknown> & { value: string | Uint8Array }>`
        select ${placeColumns(table)}, ${sql.ref(column)} as value
        from ${sql.table(table.table)} where ${sql.ref(column)} is not null and ${isSealedWith(table, column, name)}
        limit ${sql.lit(table.isBinary ? 1 : most)}`.execute(database)
      samples.push(...rows.map((row) => ({ place: placeIn(sealing, table, column, row), value: row.value })))
    }
  return samples
}
