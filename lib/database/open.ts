/** Opens the console's database: SQLite by default, PostgreSQL where an address is given. The same queries on both. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, Migrator, PostgresDialect, type PostgresPoolClient, SqliteDialect, sql } from 'kysely'
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
  // A full disk ends a transaction by itself; an error of the rollback would hide that one. Older Nodes do not say.
  const rollBack = () => (sqlite.isTransaction === false ? undefined : sqlite.exec('rollback'))
  const rollback: ReturnType<typeof compile> = {
    reader: false,
    all: () => [],
    iterate: () => [].values(),
    run() {
      rollBack()
      return { changes: 0, lastInsertRowid: 0 }
    },
  }
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      if (sql === 'rollback') return rollback
      const statement = prepared.get(sql) ?? compile(sql)
      if (prepared.size < 200) prepared.set(sql, statement)
      return statement
    },
  }
}

/** How long PostgreSQL may take for each thing, in milliseconds, before it gives up. */
export type Limits = {
  /** To get a connection: a new one, or one that others are done with. */
  connection: number
  lock: number
  statement: number
  /** Between two statements of a transaction: a console that stopped must not hold its locks for ever. */
  idleInTransaction: number
}

const limitsOfCalls: Limits = { connection: 3_000, lock: 2_000, statement: 5_000, idleInTransaction: 5_000 }

/** A migration may rewrite a table, or wait for another console that is migrating. */
export const limitsOfMigrations: Limits = {
  connection: 5_000,
  lock: 60_000,
  statement: 300_000,
  idleInTransaction: 60_000,
}

/** For a server that went away without a word, beyond the time in which it would have given up by itself. */
const silence = 3_000

function openPool(databaseUrl: string, limits: Limits, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: limits.connection,
    lock_timeout: limits.lock,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    query_timeout: limits.statement + silence,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // The pool replaces a connection that is lost. Without these listeners its loss would end the process: the pool's own
  // hears of idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) =>
    client.on('error', (error: Error & { code?: string }) =>
      console.error(`Database connection lost: ${error.code ?? error.name}`),
    ),
  )
  return pool
}

/**
 * One connection for Kysely, chosen at its first statement: what only reads never queues behind writes that wait for a
 * lock. After a failure that the server did not report, the state of the connection is not known, so it is closed.
 */
function connectionOf(reads: pg.Pool, writes: pg.Pool): PostgresPoolClient {
  let taken: Promise<pg.PoolClient> | undefined
  let lost: Error | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    if (lost) throw lost
    taken ??= (/^select\b/i.test(text) ? reads : writes).connect()
    const client = await taken
    return client.query(text, [...values]).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) lost = error
      throw error
    })
  }
  return {
    // The other signature is for cursors, which Kysely uses only with a package that is not here.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => taken?.then((client) => client.release(lost)).catch(() => undefined),
  }
}

function postgres(databaseUrl: string, limits: Limits) {
  // int8 comes as text from pg; microseconds since 1970 fit a double until the year 2255.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const reads = openPool(databaseUrl, limits, 6)
  const writes = openPool(databaseUrl, limits, 8)
  return new PostgresDialect({
    pool: {
      connect: async () => connectionOf(reads, writes),
      end: async () => {
        await Promise.all([reads.end(), writes.end()])
      },
    },
  })
}

/**
 * @param databaseUrl postgres://… or absent
 * @param dataFolder  folder of the SQLite file, made with mode 0700 if there is none
 */
export function openDatabase(
  { databaseUrl, dataFolder }: { databaseUrl?: string; dataFolder: string },
  limits: Limits = limitsOfCalls,
): Database {
  if (databaseUrl) return new Kysely<Tables>({ dialect: postgres(databaseUrl, limits) })
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
