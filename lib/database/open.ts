/** Opens the console's database: SQLite by default, PostgreSQL if an address is given. The queries are the same on both. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPoolClient, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { isFull } from './failures'
import { openSqlite, type Sqlite } from './sqlite'
import { isOnPostgres, type Tables } from './tables'

export { migrate } from './migrate'

export type Database = Kysely<Tables>

/** SQLite's usual one, which our files have. */
const pageSize = 4_096

/** Bytes of length 0 in memory that exists: Node 22 stores those that have none as null. */
const noBytes = new Uint8Array(new ArrayBuffer(1), 0, 0)

const bound = (value: unknown) => (value instanceof Uint8Array && value.byteLength === 0 ? noBytes : value)

/** node:sqlite in the shape that Kysely's SQLite dialect expects. There are few queries, so each is compiled once. */
function statements(sqlite: Sqlite) {
  const prepared = new Map<string, ReturnType<typeof compile>>()
  const compile = (sql: string) => {
    const statement = sqlite.prepare(sql)
    const values = (parameters: readonly unknown[]) => parameters.map(bound) as Parameters<typeof statement.all>
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) =>
        statement.iterate(...values(parameters)) as IterableIterator<unknown>,
    }
  }
  // A full disk ends the transaction itself; a failing rollback would hide that error. Older versions of Node do not say.
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

/** Time limits of PostgreSQL, in milliseconds. */
export type Limits = {
  /** To get a connection, new or from the pool. */
  connection: number
  lock: number
  statement: number
  /** Between two statements of a transaction, so that a console that stopped does not keep its locks. */
  idleInTransaction: number
}

/** Every write waits its turn at the head of the audit log, behind those of all consoles: on a busy machine for seconds. */
export const limitsOfCalls: Limits = { connection: 5_000, lock: 6_000, statement: 10_000, idleInTransaction: 10_000 }

/** A step may rewrite a table. Calls queue behind one that waits for a lock, so it gives up before they do, and tries again. */
export const limitsOfMigrations: Limits = {
  connection: 5_000,
  lock: 1_000,
  statement: 300_000,
  idleInTransaction: 60_000,
}

/** Between two statements what was read may be written elsewhere, or leave people the first turn: for minutes. */
const limitsOfSnapshots: Limits = { connection: 5_000, lock: 1_000, statement: 300_000, idleInTransaction: 300_000 }

/** Milliseconds beyond the server's own limits, for a server that went away without closing the connection. */
const silence = 3_000

export type OpenOptions = {
  limits?: Limits
  /** Hears that PostgreSQL ended a connection, with the driver's code. */
  onConnectionLost?: (code: string) => void
  /** Whether an answered write of SQLite survives a power cut; by default it does. */
  isDurable?: boolean
  /** Bytes beyond which SQLite accepts nothing more, as if its disk were full. */
  maximumBytes?: number
  /** Hears that there was no room for what was to be written. */
  onFull?: () => void
  /** Hears of PostgreSQL's pools, by name. */
  onPools?: (pools: Record<string, pg.Pool>) => void
}

/**
 * Whether a database's address leads to another machine without TLS, as the driver reads the address and its own PG…
 * variables. Nothing is connected.
 * @throws Error if the address is malformed
 */
export function isRemoteWithoutTls(databaseUrl: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: databaseUrl })
  return !ssl && !/^(?:localhost|127\.\d+\.\d+\.\d+|::1|\/.*)$/.test(host)
}

/** What PostgreSQL is asked for with each connection. */
const limitsOfConnections = ({ lock, statement, idleInTransaction }: Limits) => ({
  lock_timeout: lock,
  statement_timeout: statement,
  idle_in_transaction_session_timeout: idleInTransaction,
})

/**
 * Whether a connection keeps what it was opened with. Behind a pooler that gives each transaction another connection, such as
 * pgbouncer in transaction mode, it does not: the pooler refuses such parameters, or ignores them if it is told to.
 */
async function keepsLimits(databaseUrl: string, limits: Limits): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: limits.connection,
    query_timeout: limits.statement + silence,
    ...limitsOfConnections(limits),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query("select setting from pg_settings where name = 'lock_timeout'")
    return rows[0]?.setting === String(limits.lock)
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return false
    throw error
  } finally {
    // Neither waited for: a server that does not answer would be waited for twice.
    client.end().catch(() => undefined)
  }
}

/** `limitsOfTransaction` sets the limits of one transaction; undefined where connections keep theirs. */
type LimitedPool = { pool: pg.Pool; limitsOfTransaction?: string }

type Pools = Record<'reads' | 'writes' | 'snapshots', LimitedPool>

function openPools(databaseUrl: string, isKept: boolean, { limits = limitsOfCalls, onConnectionLost }: OpenOptions) {
  const open = (max: number, limits: Limits): LimitedPool => {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max,
      connectionTimeoutMillis: limits.connection,
      ...(isKept && limitsOfConnections(limits)),
      query_timeout: limits.statement + silence,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    // The pool replaces a lost connection. Without these listeners its loss would end the process; the pool's own hears of
    // idle connections only.
    pool.on('error', () => undefined)
    pool.on('connect', (client) =>
      client.on('error', (error: Error & { code?: string }) => onConnectionLost?.(error.code ?? error.name)),
    )
    const settings = Object.entries(limitsOfConnections(limits)).map(
      ([name, millis]) => `; set local ${name} = ${millis}`,
    )
    return { pool, ...(!isKept && { limitsOfTransaction: settings.join('') }) }
  }
  const pools: Pools = { reads: open(6, limits), writes: open(8, limits), snapshots: open(4, limitsOfSnapshots) }
  return pools
}

/** How a snapshot begins, as Kysely writes it. */
const beginsSnapshot = /^start transaction isolation level repeatable read read only$/

/**
 * One connection for Kysely, chosen at its first statement, so that reads never queue behind writes that wait for a lock.
 * After a failure that the server did not report, the connection is closed because its state is not known.
 */
function connectionOf({ reads, writes, snapshots }: Pools): PostgresPoolClient {
  let from: LimitedPool | undefined
  let taken: Promise<pg.PoolClient> | undefined
  let lost: Error | undefined
  let isInTransaction = false
  const query = async (text: string, values: readonly unknown[]) => {
    if (lost) throw lost
    from ??= beginsSnapshot.test(text) ? snapshots : /^select\b/i.test(text) ? reads : writes
    taken ??= from.pool.connect()
    const { limitsOfTransaction } = from
    const client = await taken
    const run = (statement: string, given: readonly unknown[] = []) =>
      client.query(statement, [...given]).catch((error) => {
        if (!(error instanceof pg.DatabaseError)) lost = error
        throw error
      })
    if (limitsOfTransaction === undefined) return run(text, values)
    if (/^(?:begin|start transaction)/.test(text)) {
      isInTransaction = true
      return run(text + limitsOfTransaction)
    }
    if (isInTransaction) {
      if (text === 'commit' || text === 'rollback') isInTransaction = false
      return run(text, values)
    }
    await run(`begin${limitsOfTransaction}`)
    try {
      return await run(text, values)
    } finally {
      // Of a transaction that has failed, too: PostgreSQL then rolls back.
      if (!lost) await run('commit')
    }
  }
  return {
    // The other signature is for cursors, which Kysely uses only with pg-cursor.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => taken?.then((client) => client.release(lost)).catch(() => undefined),
  }
}

function postgres(databaseUrl: string, options: OpenOptions) {
  // int8 comes as text from pg; microseconds since 1970 fit a double until the year 2255.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  let opened: Promise<Pools> | undefined
  const pools = () => {
    opened ??= keepsLimits(databaseUrl, options.limits ?? limitsOfCalls)
      .then((isKept) => {
        const opened = openPools(databaseUrl, isKept, options)
        const pools = Object.entries(opened).map(([name, { pool }]): [string, pg.Pool] => [name, pool])
        options.onPools?.(Object.fromEntries(pools))
        return opened
      })
      .catch((error) => {
        // Asked again by the next call.
        opened = undefined
        throw error
      })
    return opened
  }
  return new PostgresDialect({
    pool: {
      connect: async () => connectionOf(await pools()),
      end: async () => {
        const { reads, writes, snapshots } = (await opened?.catch(() => undefined)) ?? {}
        await Promise.all([reads, writes, snapshots].map((one) => one?.pool.end()))
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
  options: OpenOptions = {},
): Database {
  const log = (event: LogEvent) => {
    if (event.level === 'error' && event.error instanceof Error && isFull(event.error)) options.onFull?.()
  }
  if (databaseUrl) return new Kysely<Tables>({ dialect: postgres(databaseUrl, options), log })
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  // mkdir leaves the mode of a folder that exists.
  chmodSync(dataFolder, 0o700)
  const sqlite = openSqlite(join(dataFolder, 'console.sqlite'), options.isDurable ?? true)
  // Its usual 2 MB do not hold what a page of transfers changes in their indexes. A visitor's world has few.
  if (options.isDurable ?? true) sqlite.exec('PRAGMA cache_size=-32000')
  if (options.maximumBytes !== undefined)
    sqlite.exec(`PRAGMA max_page_count=${Math.floor(options.maximumBytes / pageSize)}`)
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: statements(sqlite) }), log })
}

/** Acts on a database by connections of its own, as commands and migrations do: what they do may take longer than a request. */
export async function onDatabase<Result>(
  settings: { databaseUrl?: string; dataFolder: string },
  act: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(settings, { limits: limitsOfMigrations })
  try {
    return await act(database)
  } finally {
    await database.destroy()
  }
}

/**
 * Reads a database as it is at one moment, by a connection of its own, while others go on. What is opened on the snapshot
 * must not write.
 * @throws what `act` does; the driver's error, also where PostgreSQL waits for minutes for the next statement
 */
export async function readSnapshot<Result>(
  database: Database,
  act: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  if (isOnPostgres(database))
    return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(act)
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    database,
  )
  const sqlite = openSqlite(rows[0]?.file ?? '', false)
  try {
    // The snapshot begins with the first read.
    sqlite.exec('PRAGMA query_only=1; BEGIN; SELECT 1 FROM sqlite_schema')
    return await act(new Kysely<Tables>({ dialect: new SqliteDialect({ database: statements(sqlite) }) }))
  } finally {
    sqlite.close()
  }
}

/** The condition of a statement that rows belong to one environment's credential. */
export const ofOwner = ({ environment, clientId }: { environment: string; clientId: string }) =>
  sql<boolean>`(environment = ${environment} and client_id = ${clientId})`

/** Whether the database answers now. @throws the driver's error where it does not */
export async function pingDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}
