import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { describeOnBothDatabases } from '../server/writes/testing'
import { type Database, openDatabase, readSnapshot } from './open'

const databaseUrl = process.env.TEST_DATABASE_URL

test.skipIf(!databaseUrl)(
  'the pools of PostgreSQL are shown by name at the first query, for their metrics',
  async () => {
    let shown: object | undefined
    const database = openDatabase({ databaseUrl, dataFolder: '' }, { onPools: (pools) => (shown = pools) })
    try {
      expect(shown).toBeUndefined()
      await sql`select 1`.execute(database)
      expect(shown).toMatchObject({
        reads: { totalCount: 1, waitingCount: 0, options: { max: 6 } },
        writes: { totalCount: 0, options: { max: 8 } },
        snapshots: { totalCount: 0, options: { max: 4 } },
      })
    } finally {
      await database.destroy()
    }
  },
)

test('a write for which SQLite has no room is heard of', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'mintdesk-full-'))
  const onFull = vi.fn()
  const database = openDatabase({ dataFolder }, { maximumBytes: 64 * 1024, onFull })
  try {
    await sql`create table filled (text text)`.execute(database)
    const write = (length: number) => sql`insert into filled values (${'x'.repeat(length)})`.execute(database)
    await write(1)
    expect(onFull).not.toHaveBeenCalled()
    await expect(write(100_000)).rejects.toThrow('full')
    expect(onFull).toHaveBeenCalled()
  } finally {
    await database.destroy()
    rmSync(dataFolder, { recursive: true, force: true })
  }
})

test.skipIf(!databaseUrl)('a write for which PostgreSQL has no room is heard of', async () => {
  const onFull = vi.fn()
  const database = openDatabase({ databaseUrl, dataFolder: '' }, { onFull })
  const fail = (code: string) =>
    sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(database)
  try {
    await expect(fail('53300')).rejects.toThrow('no')
    expect(onFull).not.toHaveBeenCalled()
    await expect(fail('53100')).rejects.toThrow('no')
    expect(onFull).toHaveBeenCalledOnce()
  } finally {
    await database.destroy()
  }
})

describeOnBothDatabases(
  'A snapshot',
  (bench) => {
    const count = { ends_at: 0, count: 1 }

    bench.test('shows what was there when it began, while others write, and writes nothing', async () => {
      const database = bench.database()
      const [before, later] = [`a ${randomUUID()}`, `b ${randomUUID()}`]
      await database
        .insertInto('sign_in_limit')
        .values({ ...count, key: before })
        .execute()
      const counts = (on: Database) =>
        on
          .selectFrom('sign_in_limit')
          .select(['key', 'count'])
          .where('key', 'in', [before, later])
          .orderBy('key')
          .execute()
      await readSnapshot(database, async (snapshot) => {
        const first = await counts(snapshot)
        expect(first).toEqual([{ key: before, count: 1 }])
        await database
          .insertInto('sign_in_limit')
          .values({ ...count, key: later })
          .execute()
        await database.updateTable('sign_in_limit').set({ count: 2 }).where('key', '=', before).execute()
        expect(await counts(snapshot)).toEqual(first)
        expect(await counts(database)).toEqual([
          { key: before, count: 2 },
          { key: later, count: 1 },
        ])
        await expect(snapshot.deleteFrom('sign_in_limit').execute()).rejects.toThrow(/read-?only/i)
      })
      expect(await readSnapshot(database, counts)).toHaveLength(2)
    })
  },
  { usesService: false },
)
