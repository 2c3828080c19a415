/**
 * What tables are declared with (tables.ts): each column once, from which the type of its rows, the migration that adds it and
 * the list of encrypted columns follow.
 */
import { type CreateTableBuilder, type Generated, type Kysely, PostgresAdapter, sql } from 'kysely'

type Facts = {
  type: 'text' | 'integer' | 'bigint' | 'bytes'
  isOptional?: boolean
  /** Whether it is 0 where a new row does not say. */
  isZero?: boolean
  /** The column whose value it is: `intent.id`. */
  of?: string
  /** The step that adds it to a table that is there; it must be optional or 0. */
  since?: string
  /** Whether it holds encrypted values; `maybe` if it may hold plain text as well. */
  isEncrypted?: boolean | 'maybe'
}

export class Column<Value> {
  /** Of a row: a type alone. */
  declare readonly value: Value

  constructor(readonly facts: Facts) {}

  null = () => new Column<Value | null>({ ...this.facts, isOptional: true })
  orZero = () => new Column<Generated<number>>({ ...this.facts, isZero: true })
  of = (of: string) => new Column<Value>({ ...this.facts, of })
  since = (since: string) => new Column<Value>({ ...this.facts, since })
}

export const text = <Value extends string = string>() => new Column<Value>({ type: 'text' })
export const integer = () => new Column<number>({ type: 'integer' })
export const bigint = () => new Column<number>({ type: 'bigint' })
export const encrypted = () => new Column<string>({ type: 'text', isEncrypted: true })
export const encryptedOrPlain = () => new Column<string>({ type: 'text', isEncrypted: 'maybe' })
export const encryptedBytes = () => new Column<Uint8Array>({ type: 'bytes', isEncrypted: true })

/** `covers`: what SQLite is to find in the index rather than in the rows; an index of PostgreSQL cannot hold texts of any length. */
type Index<Name> =
  | readonly Name[]
  | { columns: readonly Name[]; covers?: readonly Name[]; isUnique?: true; where?: string; since?: string }

export type Table<
  Columns extends Record<string, Column<unknown>> = Record<string, Column<unknown>>,
  Key extends readonly string[] = readonly string[],
  Fixed extends readonly string[] = readonly string[],
> = {
  columns: Columns
  /** Of the primary key. */
  key: Key
  /** By what follows the table's name in theirs. */
  indexes: Record<string, Index<string>>
  /** Columns that are part of the place of encrypted values: if one is changed, those do not open. */
  fixed: Fixed
  /** Whether the key is most of a row: SQLite then keeps it once. */
  isItsKey: boolean
  /** What is run once it is made. */
  statements: (isPostgres: boolean) => readonly string[]
  /** The step that adds it; the first one if absent. */
  since?: string
}

export const table = <
  Columns extends Record<string, Column<unknown>>,
  const Key extends readonly (keyof Columns & string)[],
  const Fixed extends readonly (keyof Columns & string)[] = readonly [],
>(
  columns: Columns,
  key: Key,
  more: {
    indexes?: Record<string, Index<keyof Columns & string>>
    fixed?: Fixed
    isItsKey?: true
    statements?: Table['statements']
    since?: string
  } = {},
): Table<Columns, Key, Fixed> => ({
  columns,
  key,
  indexes: {},
  // What is not said is the default of the type.
  fixed: [] as readonly string[] as Fixed,
  isItsKey: false,
  statements: () => [],
  ...more,
})

/** The rows of declared tables. */
export type RowsOf<Tables extends Record<string, Table>> = {
  [Name in keyof Tables]: { [Member in keyof Tables[Name]['columns']]: Tables[Name]['columns'][Member]['value'] }
}

/** Adds the tables, columns and indexes of one step. @param step undefined: of the first */
export async function addTables(
  database: Kysely<unknown>,
  tables: Readonly<Record<string, Table>>,
  step?: string,
): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (const [name, { columns, key, indexes, isItsKey, statements, since }] of Object.entries(tables)) {
    const isNew = since === step
    const added = Object.entries(columns).filter(([, { facts }]) => (facts.since ?? since) === step)
    let created: CreateTableBuilder<string, string> = database.schema.createTable(name)
    if (isItsKey && !isPostgres) created = created.modifyEnd(sql`without rowid`)
    for (const [column, { facts }] of added) {
      // SQLite calls a key its own row number only if it is an integer; it keeps bytes in a column of any type.
      const isRowNumber = !isPostgres && facts.type === 'bigint' && key.length === 1 && key[0] === column
      const type = facts.type === 'bytes' ? sql`bytea` : isRowNumber ? 'integer' : facts.type
      const define: Parameters<typeof created.addColumn>[2] = (own) => {
        const { isOptional, isZero, of } = facts
        const isKey = isNew && key.length === 1 && key[0] === column
        let defined = isKey ? own.primaryKey() : isOptional ? own : own.notNull()
        if (isZero) defined = defined.defaultTo(0)
        return of === undefined ? defined : defined.references(of)
      }
      if (isNew) created = created.addColumn(column, type, define)
      else await database.schema.alterTable(name).addColumn(column, type, define).execute()
    }
    if (isNew) await (key.length > 1 ? created.addPrimaryKeyConstraint(`${name}_key`, [...key]) : created).execute()
    for (const [ending, index] of Object.entries(indexes)) {
      const all: Exclude<Index<string>, readonly string[]> = 'columns' in index ? index : { columns: index }
      if ((all.since ?? since) !== step) continue
      const names = [...all.columns, ...((!isPostgres && all.covers) || [])]
      const columns = sql.join(names.map((column) => sql.ref(column)))
      await sql`create ${sql.raw(all.isUnique ? 'unique index' : 'index')} ${sql.ref(`${name}_${ending}`)}
        on ${sql.table(name)} (${columns}) ${sql.raw(all.where ? `where ${all.where}` : '')}`.execute(database)
    }
    if (isNew) for (const statement of statements(isPostgres)) await sql.raw(statement).execute(database)
  }
}
