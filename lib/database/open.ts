/** Opens the console's database: SQLite by default, PostgreSQL where an address is given. The same queries on both. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { migrations } from './migrations'
import { openSqlite, type Sqlite } from './sqlite'
import type { Tables } from './tables'

export type Database = Kysely<Tables>

/** node:sqlite in the shape that Kysely's SQLite dialect asks for. Our queries are few, so each is compiled once. */
function statements(sqlite: Sqlite) {
  const prepared = new Map<string, ReturnType<typeof compile>>()
  const compile = (sql: string) => {
    const statement = sqlite.prepare(sql)
    const values = (parameters: readonly unknown[]) => parameters as Parameters<typeof statement.all>
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) =>
        statement.iterate(...values(parameters)) as IterableIterator<unknown>,
    }
  }
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = prepared.get(sql) ?? compile(sql)
      if (prepared.size < 200) prepared.set(sql, statement)
      return statement
    },
  }
}

function postgres(databaseUrl: string) {
  // int8 comes as text from pg; microseconds since 1970 fit a double until the year 2255.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 5_000 })
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error(`Database connection lost: ${error.message}`))
  return new PostgresDialect({ pool })
}

/**
 * @param databaseUrl postgres://… or absent
 * @param dataFolder  folder of the SQLite file, made with mode 0700 if there is none
 */
export function openDatabase({ databaseUrl, dataFolder }: { databaseUrl?: string; dataFolder: string }): Database {
  if (databaseUrl) return new Kysely<Tables>({ dialect: postgres(databaseUrl) })
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  // A folder that was there before keeps its mode otherwise.
  chmodSync(dataFolder, 0o700)
  const sqlite = openSqlite(join(dataFolder, 'console.sqlite'), true)
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: statements(sqlite) }) })
}

/** Whether the database answers now. @throws the driver's error where it does not */
export async function askDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

/** Brings the tables up to date. @throws Error naming the migration that failed */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // By name a day's second migration may stand before its first; each is carried out once all the same.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`The database could not be brought up to date${failed ? ` (${failed.migrationName})` : ''}.`, {
    cause: error,
  })
}
