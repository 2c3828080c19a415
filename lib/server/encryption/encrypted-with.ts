/** Which values of the database are encrypted with which key. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/open'
import { type EncryptedTable, encryptedTables } from './encrypted-columns'
import { type Encryption, encryptedBytesPrefix, encryptedPrefix, type Place } from './encryption'

/** The beginning of what is encrypted with the key of this name, which may be empty. */
const beginningOf = ({ isBinary }: Pick<EncryptedTable, 'isBinary'>, name: string): string | Buffer =>
  isBinary
    ? Buffer.concat([encryptedBytesPrefix, Buffer.from([name.length]), Buffer.from(name)])
    : `${encryptedPrefix}${name}:`

/** Whether a value with this head is encrypted with another key than the one of this name. */
export function isEncryptedOtherwise(table: EncryptedTable, head: string | Uint8Array | null, name: string): boolean {
  if (head === null) return false
  if (typeof head === 'string')
    return head.startsWith(encryptedPrefix) && !head.startsWith(`${encryptedPrefix}${name}:`)
  const beginning = Buffer.from(beginningOf(table, name))
  return !Buffer.from(head).subarray(0, beginning.length).equals(beginning)
}

const starts = (column: string, beginning: string | Buffer) =>
  sql`substr(${sql.ref(column)}, 1, ${sql.lit(beginning.length)}) = ${beginning}`

/** The condition that a value is encrypted with the key of this name, which may be empty. */
const isEncryptedWith = (table: EncryptedTable, column: string, name: string): RawBuilder<unknown> =>
  starts(column, beginningOf(table, name))

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
  // As declared, which the type of a place says as well.
  const own = (name: string) => [table, name, ...key.map((one) => String(row[one]))] as unknown as Place
  if (fixed.includes(column)) return own(column)
  const said = (name: string) => {
    const stored = String(row[name])
    return encrypted.encrypted.includes(name) ? (encryption.decrypt(stored, own(name)) ?? '') : stored
  }
  return [...own(column), ...fixed.map(said)] as unknown as Place
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
