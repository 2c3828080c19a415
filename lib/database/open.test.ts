import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { migrations } from './migrations'
import { type Database, migrate, openDatabase } from './open'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-migrations-'))
let database: Database
afterEach(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

test('a database of any earlier day is brought up to date', async () => {
  const names = Object.keys(migrations)
  for (let count = 1; count < names.length; count++) {
    database = openDatabase({ dataFolder: join(folder, String(count)) })
    const known = Object.fromEntries(Object.entries(migrations).slice(0, count))
    const earlier = new Migrator({ db: database, provider: { getMigrations: async () => known } })
    expect((await earlier.migrateToLatest()).error).toBeUndefined()
    await migrate(database)
    const applied = await new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
    }).getMigrations()
    expect(
      applied
        .filter(({ executedAt }) => executedAt)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.toSorted())
    if (count < names.length - 1) await database.destroy()
  }
})
