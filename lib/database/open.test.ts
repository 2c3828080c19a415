import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { migrations } from './migrations'
import { type Database, migrate, openDatabase } from './open'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-migrations-'))
const opened: Database[] = []
afterAll(async () => {
  for (const database of opened) await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const names = Object.keys(migrations)

/** A database as it was after so many migrations. */
async function databaseAfter(count: number): Promise<Database> {
  const database = openDatabase({ dataFolder: join(folder, `${count}-${opened.length}`) })
  opened.push(database)
  const known = Object.fromEntries(Object.entries(migrations).slice(0, count))
  const earlier = new Migrator({ db: database, provider: { getMigrations: async () => known } })
  expect((await earlier.migrateToLatest()).error).toBeUndefined()
  return database
}

test('a database of any earlier version is migrated to the newest', async () => {
  for (let count = 1; count < names.length; count++) {
    const database = await databaseAfter(count)
    await migrate(database)
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
    const applied = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt)
    expect(applied.map(({ name }) => name).sort()).toEqual(names.toSorted())
  }
})

test('renaming the tables keeps their rows and references', async () => {
  const database = await databaseAfter(names.indexOf('2026-11-22-standard-names'))
  const intent = `insert into intent (id, environment, client_id, operation, subject, person, path, body, fingerprint,
    summary, state, created_at, is_conflict) values ('i', 'sandbox', 'c', 'o', 's', 'p', '{}', '{}', 'f', 'S', 'sent', 1, 0)`
  await sql.raw(intent).execute(database)
  await sql
    .raw("insert into happening (id, intent_id, at, kind, words) values ('e', 'i', 1, 'sent', 'W')")
    .execute(database)
  await sql.raw("insert into book values ('sandbox', 'c', 'profile', 'k', 'v', 'p', 1)").execute(database)
  await migrate(database)
  expect(await database.selectFrom('intent_event').select(['id', 'intent_id']).execute()).toEqual([
    { id: 'e', intent_id: 'i' },
  ])
  expect(await database.selectFrom('preset').select('key').execute()).toEqual([{ key: 'k' }])
  await expect(sql.raw("delete from intent where id = 'i'").execute(database)).rejects.toThrow(/FOREIGN KEY/)
})
