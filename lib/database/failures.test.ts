/** What a failing database does to a call: it waits a limited time, is answered with 503, and others go on. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProblemError } from '../provider/problem'
import { systemClock } from '../server/clock'
import { freshPostgres } from '../server/testing'
import { databaseProblem } from './failures'
import { type Database, limitsOfCalls, openDatabase, pingDatabase } from './open'
import { databaseName, hasPgbouncer, startPgbouncer } from './testing'

/** A quarter of the console's limits, so that the tests need not wait for all of them. */
const limits = Object.fromEntries(
  Object.entries(limitsOfCalls).map(([name, millis]) => [name, millis / 4]),
) as typeof limitsOfCalls

// A table of its own: other tests may run on the same PostgreSQL.
const table = 'store_test'
const write = (database: Database, id: string) =>
  sql`update ${sql.table(table)} set name = 'written' where id = ${id}`.execute(database)
const read = (database: Database) => sql`select id from ${sql.table(table)}`.execute(database)

async function prepare(database: Database): Promise<void> {
  await sql`drop table if exists ${sql.table(table)}`.execute(database)
  await sql`create table ${sql.table(table)} (id text primary key, name text)`.execute(database)
  await sql`insert into ${sql.table(table)} (id) values ('one'), ('two'), ('three'), ('free')`.execute(database)
}

/** The problem that a promise fails with, and how many milliseconds that took. */
async function failure(act: () => Promise<unknown>): Promise<{ status?: number; millis: number }> {
  const began = performance.now()
  const error = await act().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { status: databaseProblem(error)?.problem.status, millis: performance.now() - began }
}

const server = process.env.TEST_DATABASE_URL || undefined

describe.each([
  { engine: 'SQLite', isMissing: false },
  { engine: 'PostgreSQL', isMissing: !server },
  // Where connections keep no limits, each transaction sets its own.
  { engine: 'PostgreSQL behind pgbouncer', isMissing: !server || !hasPgbouncer },
])('A row locked by another program on $engine', ({ engine, isMissing }) => {
  let url: string | undefined
  let endServer = async () => {}
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-store-'))
  let database: Database
  /** Another console, which stops in the middle of a transaction. */
  let stopped: Database
  /** A program whose transactions PostgreSQL does not end. */
  let foreign: Database

  beforeAll(async () => {
    if (isMissing) return
    if (engine !== 'SQLite') url = server
    if (engine.endsWith('pgbouncer') && server) {
      // A refused parameter is tried in migrate.test.ts; here it is ignored, as many operators have it.
      const pooler = await startPgbouncer(server, [
        'default_pool_size = 20',
        'ignore_startup_parameters = lock_timeout, statement_timeout, idle_in_transaction_session_timeout',
      ])
      const fresh = await freshPostgres(server, systemClock)
      url = pooler.urlOf(databaseName(fresh.url))
      endServer = async () => {
        await pooler.stop()
        await fresh.drop()
      }
    }
    database = openDatabase({ databaseUrl: url, dataFolder: folder }, { limits })
    stopped = openDatabase({ databaseUrl: url, dataFolder: folder }, { limits })
    foreign = openDatabase(
      { databaseUrl: url, dataFolder: folder },
      { limits: { connection: 0, lock: 0, statement: 0, idleInTransaction: 0 } },
    )
    await prepare(database)
  })
  afterAll(async () => {
    await database?.destroy()
    await stopped?.destroy()
    await foreign?.destroy()
    await endServer()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A transaction that has locked a row, and is left open. */
  async function lockRow(holder: Database, id: string) {
    const transaction = await holder.startTransaction().execute()
    await write(transaction, id)
    return transaction
  }

  it.skipIf(isMissing).concurrent('fails writes to it with 503 in a few seconds, while reads go on', async () => {
    const transaction = await lockRow(foreign, 'one')
    // On PostgreSQL more than there are connections for writes.
    const writes = Array.from({ length: url ? 12 : 2 }, () => failure(() => write(database, 'one')))
    const reading = await failure(() => read(database))
    const ended = await Promise.all(writes)
    await transaction.rollback().execute()
    expect(reading.status).toBeUndefined()
    expect(reading.millis).toBeLessThan(1_500)
    for (const { status, millis } of ended) {
      expect(status).toBe(503)
      expect(millis).toBeLessThan(9_000)
    }
  })

  if (engine === 'SQLite') return

  it.skipIf(isMissing).concurrent('does not delay writes to other rows', async () => {
    const transaction = await lockRow(foreign, 'two')
    const other = openDatabase({ databaseUrl: url, dataFolder: folder }, { limits })
    const waiting = failure(() => write(other, 'two'))
    const free = await failure(() => write(other, 'free'))
    const { status } = await waiting
    await transaction.rollback().execute()
    await other.destroy()
    expect(status).toBe(503)
    expect(free.status).toBeUndefined()
    expect(free.millis).toBeLessThan(1_500)
  })

  it.skipIf(isMissing).concurrent('is released once the server has ended a stopped transaction', async ({ expect }) => {
    const transaction = await lockRow(stopped, 'three')
    const other = openDatabase({ databaseUrl: url, dataFolder: folder }, { limits })
    const written = async () => (await failure(() => write(other, 'three'))).status
    await expect.poll(written, { timeout: 15_000 }).toBeUndefined()
    expect((await failure(() => sql`select 1`.execute(transaction))).status).toBe(503)
    expect((await failure(() => transaction.rollback().execute())).status).toBe(503)
    // The connection that was lost is replaced.
    await pingDatabase(stopped)
    await other.destroy()
  })
})

describe('A database', () => {
  it.each([
    ['SQLite that is full', 'PRAGMA max_page_count = 1'],
    ['SQLite that cannot be written', 'PRAGMA query_only = 1'],
  ])('on %s is reported as unavailable when it is written to', async (_, pragma) => {
    const folder = mkdtempSync(join(tmpdir(), 'mintdesk-full-'))
    const database = openDatabase({ dataFolder: folder })
    await prepare(database)
    await sql.raw(pragma).execute(database)
    const fill = () => sql`update ${sql.table(table)} set name = ${'x'.repeat(100_000)}`.execute(database)
    expect((await failure(fill)).status).toBe(503)
    expect((await read(database)).rows).toHaveLength(4)
    await database.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  it('that accepts a connection and never answers is given up in seconds', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const database = openDatabase(
      { databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, dataFolder: '' },
      { limits },
    )
    const { status, millis } = await failure(() => read(database))
    expect(status).toBe(503)
    expect(millis).toBeLessThan(5_000)
    await database.destroy()
    silent.close()
  })

  it('that is not running is reported as unavailable', async () => {
    const database = openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataFolder: '' })
    expect((await failure(() => read(database))).status).toBe(503)
    await database.destroy()
  })
})

describe('A failure', () => {
  const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)

  it.each([
    error('canceling statement due to lock timeout', { code: '55P03' }),
    error('canceling statement due to statement timeout', { code: '57014' }),
    error('terminating connection due to administrator command', { code: '57P01' }),
    error('the database system is starting up', { code: '57P03' }),
    error('sorry, too many clients already', { code: '53300' }),
    error('could not extend file', { code: '53100' }),
    error('connection failure', { code: '08006' }),
    error('could not serialize access', { code: '40001' }),
    error('deadlock detected', { code: '40P01' }),
    error('cannot execute UPDATE in a read-only transaction', { code: '25006' }),
    error('Query read timeout'),
    error('Connection terminated unexpectedly'),
    error('timeout exceeded when trying to connect'),
    error('read ECONNRESET', { code: 'ECONNRESET' }),
    error('connect ENOENT /run/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
    error('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
    error('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 266 }),
    error('The migration failed.', { cause: error('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }) }),
  ])('of the database is 503 with a time to try again, without its text: $message', (thrown) => {
    const reported = databaseProblem(thrown)
    expect(reported?.problem).toMatchObject({
      status: 503,
      type: '/problems/database-unavailable',
      meta: { retry_after: 5 },
    })
    expect(reported?.headers).toEqual({ 'retry-after': '5' })
    expect(JSON.stringify(reported?.problem)).not.toContain(thrown.message)
  })

  it.each([
    error('duplicate key value', { code: '23505' }),
    error('syntax error', { code: '42601' }),
    error('no such table', { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
    error('UNIQUE constraint failed', { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
    error('no such file', { code: 'ENOENT', syscall: 'open' }),
    new ProblemError(502, 'service-unreachable', 'The service does not answer.', {
      cause: error('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
    }),
    'a text',
    undefined,
  ])('of anything else is not blamed on the database (%#)', (thrown) => {
    expect(databaseProblem(thrown)).toBeUndefined()
  })
})

it('a full disk ends a transaction, is reported as 503, and leaves the database usable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-full-'))
  const database = openDatabase({ dataFolder: folder })
  try {
    await prepare(database)
    await sql.raw('pragma max_page_count = 1').execute(database)
    const fill = database.transaction().execute(async (within) => {
      await sql`update ${sql.table(table)} set name = ${'x'.repeat(100_000)}`.execute(within)
    })
    expect(databaseProblem(await fill.catch((error) => error))?.problem.status).toBe(503)
    await sql.raw('pragma max_page_count = 1000').execute(database)
    await database.transaction().execute((within) => write(within, 'one'))
  } finally {
    await database.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
})
