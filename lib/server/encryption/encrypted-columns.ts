/** The columns that hold encrypted values, as tables.ts declares them. */
import { type RawBuilder, sql } from 'kysely'
import type { Table } from '../../database/schema'
import { type Tables, tables } from '../../database/tables'

export type EncryptedTable = {
  table: keyof Tables
  /** The columns of its primary key. */
  key: readonly string[]
  encrypted: readonly string[]
  /** Of these, those that may hold plain text, by the operation's row. */
  plain: readonly string[]
  /** Columns that are part of the place of the encrypted ones: if one is changed, those do not open. */
  fixed: readonly string[]
  /** Whether they hold bytes. */
  isBinary: boolean
}

const names = Object.keys(tables) as (keyof Tables)[]

export const encryptedTables: readonly EncryptedTable[] = names.flatMap((name) => {
  const { columns, key, fixed }: Table = tables[name]
  const all = Object.entries(columns).filter(([, { facts }]) => facts.isEncrypted)
  const namesOf = (some: typeof all) => some.map(([column]) => column)
  if (all.length === 0) return []
  return {
    table: name,
    key,
    fixed,
    encrypted: namesOf(all),
    plain: namesOf(all.filter(([, { facts }]) => facts.isEncrypted === 'maybe')),
    isBinary: all.some(([, { facts }]) => facts.type === 'bytes'),
  }
})

/** Characters or bytes that tell one encrypted value from another: the prefix, a key's name, and more than the nonce. */
const headLength = 72

/** The beginning of a column, which tells its key; encrypted values of bytes may have megabytes. */
export const headOf = (column: string): RawBuilder<string | Uint8Array> =>
  sql<string | Uint8Array>`substr(${sql.ref(column)}, 1, ${sql.lit(headLength)})`
