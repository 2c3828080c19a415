/** Which values of the database are encrypted with which key. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { type EncryptedTable, encryptedTables } from './encrypted-columns'
import { boundMark, type Encryption, encryptedBytesPrefix, encryptedPrefix, type Place } from './encryption'

/** The beginning of what is encrypted with a mark; that of the empty one is the beginning of others too. */
function beginningOf({ isBinary }: Pick<EncryptedTable, 'isBinary'>, mark: string): string | Buffer {
  if (!isBinary) return mark === '' ? encryptedPrefix : `${encryptedPrefix}${mark}:`
  return mark === ''
    ? Buffer.alloc(0)
    : Buffer.concat([encryptedBytesPrefix, Buffer.from([mark.length]), Buffer.from(mark)])
}

/** Whether a value with this head is encrypted otherwise than it would be now; one that is bound already stays so. */
export function isEncryptedOtherwise(
  table: EncryptedTable,
  head: string | Uint8Array | null,
  { mark, keyName }: Pick<Encryption, 'mark' | 'keyName'>,
): boolean {
  if (head === null) return false
  const begins = (beginning: string | Buffer) =>
    typeof head === 'string'
      ? head.startsWith(String(beginning))
      : Buffer.from(head).subarray(0, beginning.length).equals(Buffer.from(beginning))
  if (!table.isBinary && !begins(encryptedPrefix)) return false
  return ![mark, keyName + boundMark].some((known) => begins(beginningOf(table, known)))
}

const starts = (column: string, beginning: string | Buffer) =>
  sql`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`

/** The condition that a value is encrypted with the key of this name, which may be empty. */
function isEncryptedWith(table: EncryptedTable, column: string, name: string): RawBuilder<unknown> {
  return sql`(${isUnbound(table, column, name)} or ${starts(column, beginningOf(table, name + boundMark))})`
}

/** The condition that it is encrypted with that key, and for any place. */
function isUnbound(table: EncryptedTable, column: string, name: string): RawBuilder<unknown> {
  if (name !== '') return starts(column, beginningOf(table, name))
  if (table.isBinary) return sql`not (${starts(column, encryptedBytesPrefix)})`
  // No name: base64 has no colon.
  return sql`(${starts(column, encryptedPrefix)} and substr(${sql.ref(column)}, ${sql.lit(encryptedPrefix.length + 1)}, 34) not like '%:%')`
}

/** The condition that a value is encrypted at all. */
const isEncrypted = (table: EncryptedTable, column: string) =>
  table.isBinary ? sql`${sql.ref(column)} is not null` : starts(column, encryptedPrefix)

/** How many values are encrypted with each of these keys, and with others (`undefined`). Reads every row of encrypted tables. */
export async function countByKey(
  database: Database,
  names: readonly string[],
): Promise<Map<string | undefined, number>> {
  const counts = new Map<string | undefined, number>(names.map((name) => [name, 0]))
  const add = (name: string | undefined, more: number) => counts.set(name, (counts.get(name) ?? 0) + more)
  for (const table of encryptedTables)
    for (const column of table.encrypted) {
      const conditions = [isEncrypted(table, column), ...names.map((name) => isEncryptedWith(table, column, name))]
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

/** Whether any value is encrypted with a key of this name. Stops at the first. */
export async function isKeyInUse(database: Database, name: string): Promise<boolean> {
  for (const table of encryptedTables)
    for (const column of table.encrypted) {
      const { rows } = await sql`select 1 from ${sql.table(table.table)}
        where ${sql.ref(column)} is not null and ${isEncryptedWith(table, column, name)} limit 1`.execute(database)
      if (rows.length > 0) return true
    }
  return false
}

/** The place of a column in a row that was read with `placeColumns`; of a fixed column that is encrypted counts what it says. */
export function placeIn(
  encryption: Encryption,
  encrypted: EncryptedTable,
  column: string,
  row: Record<string, unknown>,
): Place {
  const { table, key, fixed } = encrypted
  const own = (name: string): Place => [table, name, ...key.map((one) => String(row[one]))]
  if (fixed.includes(column)) return own(column)
  const said = (name: string) => {
    const stored = String(row[name])
    return encrypted.encrypted.includes(name) ? (encryption.decrypt(stored, own(name)) ?? '') : stored
  }
  return [...own(column), ...fixed.map(said)]
}

export const placeColumns = ({ key, fixed }: EncryptedTable) => sql.join([...key, ...fixed].map((one) => sql.ref(one)))

/** The newest values of a column that are encrypted with a key, to try whether they open. */
export async function samplesOf(database: Database, encryption: Encryption, name: string, most: number) {
  const samples: { place: Place; value: string | Uint8Array }[] = []
  for (const table of encryptedTables)
    for (const column of table.encrypted) {
      const { rows } = await sql<Record<string, unknown> & { value: string | Uint8Array }>`
        select ${placeColumns(table)}, ${sql.ref(column)} as value
        from ${sql.table(table.table)} where ${sql.ref(column)} is not null and ${isEncryptedWith(table, column, name)}
        limit ${sql.lit(table.isBinary ? 1 : most)}`.execute(database)
      samples.push(...rows.map((row) => ({ place: placeIn(encryption, table, column, row), value: row.value })))
    }
  return samples
}
