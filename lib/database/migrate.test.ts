/** Versions of the console that follow each other on one database, and consoles that start at once. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { bundleForNode } from '../features/exports/server/testing/bundle'
import { systemClock } from '../server/clock'
import { freshPostgres } from '../server/testing'
import { awaitTables, migrate, TablesError, tablesProblem } from './migrate'
import { migrations, type Step } from './migrations'
import { type Database, openDatabase } from './open'
import { addTables, bigint, integer, table, text } from './schema'
import { databaseName, hasPgbouncer, startPgbouncer } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-migrations-'))
const endings: (() => unknown)[] = []
let program: string
beforeAll(async () => {
  program = await bundleForNode('lib/operate/operate.ts')
})
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
  rmSync(program)
})

const names = Object.keys(migrations)
const stepsUpTo = (count: number, steps = migrations) => Object.fromEntries(Object.entries(steps).slice(0, count))

let folders = 0
/** A new folder for a database on SQLite. */
const newFolder = () => join(folder, String(folders++))

function open(place: { databaseUrl?: string; dataFolder: string }): Database {
  const database = openDatabase(place)
  endings.push(() => database.destroy())
  return database
}

/** What later versions may add, and what their contract step may remove once no version uses it. */
const later: Record<string, Step> = {
  ...migrations,
  '2027-01-01-expand': {
    async up(database) {
      await database.schema.alterTable('intent').addColumn('added_later', 'text').execute()
    },
  },
}
const muchLater: Record<string, Step> = {
  ...later,
  '2027-02-01-contract': {
    async up(database) {
      await database.schema.alterTable('preset').dropColumn('person').execute()
    },
    needs: { step: '2027-01-01-expand', version: '0.4.0' },
  },
}

const server = process.env.TEST_DATABASE_URL || undefined

describe.each([
  { engine: 'SQLite', needs: undefined },
  { engine: 'PostgreSQL', needs: server ? undefined : 'TEST_DATABASE_URL is not set' },
  {
    engine: 'PostgreSQL behind pgbouncer',
    needs: server ? (hasPgbouncer ? undefined : 'pgbouncer is not installed') : 'TEST_DATABASE_URL is not set',
  },
])('On $engine', ({ engine, needs }) => {
  const title = (text: string) => (needs ? `${text} (skipped: ${needs})` : text)
  const run = it.skipIf(needs !== undefined).concurrent

  let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined
  beforeAll(async () => {
    if (!needs && server && engine.includes('pgbouncer')) pooler = await startPgbouncer(server)
    if (pooler) endings.push(pooler.stop)
  })

  /** Where a new database is. */
  async function place(): Promise<{ databaseUrl?: string; dataFolder: string }> {
    if (engine === 'SQLite' || !server) return { dataFolder: newFolder() }
    const fresh = await freshPostgres(server, systemClock, { isEmpty: true })
    endings.push(fresh.drop)
    return { databaseUrl: pooler?.urlOf(databaseName(fresh.url)) ?? fresh.url, dataFolder: '' }
  }

  run(
    title('an older version starts and works on the tables of a newer one, and the newer one again'),
    async ({ expect }) => {
      const where = await place()
      await migrate(open(where), { steps: later })
      const older = open(where)
      const said: string[] = []
      await migrate(older, { say: (sentence) => said.push(sentence) })
      expect(said).toEqual(['A newer version of Mintdesk has migrated the database. This version works on it.'])
      expect(await tablesProblem(older)).toBeUndefined()
      await older.insertInto('removed_intent').values({ id: 'i', environment: 'sandbox', removed_at: 1 }).execute()
      const newer = open(where)
      await migrate(newer, { steps: later })
      expect(await newer.selectFrom('removed_intent').select('id').execute()).toEqual([{ id: 'i' }])
    },
  )

  run(
    title('an older version refuses once a contract step has removed what it needs, and says which one works'),
    async ({ expect }) => {
      const where = await place()
      await migrate(open(where), { steps: muchLater })
      const refusal =
        'A newer version of Mintdesk has removed from the database what this version needs (2027-02-01-contract). Start version 0.4.0 or newer, or restore a backup from before that step.'
      const older = open(where)
      await expect(migrate(older)).rejects.toThrow(new TablesError(refusal))
      await expect(awaitTables(older)).rejects.toThrow(new TablesError(refusal))
      expect(await tablesProblem(older)).toEqual({ text: refusal })
      // The version between the two no longer uses it.
      await migrate(open(where), { steps: later })
    },
  )

  run(title('six programs that start at once migrate it once, and all of them succeed'), async ({ expect }) => {
    const { databaseUrl = '', dataFolder } = await place()
    const ended = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const env = { ...process.env, DATABASE_URL: databaseUrl, MINTDESK_DATA: dataFolder }
        const child = spawn(process.execPath, [program, 'migrate'], { env })
        let printed = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part))
        const code = await new Promise((resolve) => child.once('close', resolve))
        return { code, printed }
      }),
    )
    expect(ended.map(({ code, printed }) => (code === 0 ? 0 : printed))).toEqual([0, 0, 0, 0, 0, 0])
    const counts = ended.flatMap(({ printed }) => /migrated \((\d+) steps?\)/.exec(printed)?.[1] ?? [])
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(names.length)
    const rows = await sql<{ name: string }>`select name from kysely_migration`.execute(
      open({ databaseUrl, dataFolder }),
    )
    expect(rows.rows.map(({ name }) => name).sort()).toEqual(names.toSorted())
  })

  run(title('a console waits for one that is migrating, and says so once'), async ({ expect }) => {
    const where = await place()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    let begin = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const slow: Record<string, Step> = {
      '2026-01-01-slow': {
        async up(database) {
          await sql`create table slow (id text primary key)`.execute(database)
          begin()
          await isReleased
        },
      },
    }
    const first = migrate(open(where), { steps: slow })
    await hasBegun
    const said: string[] = []
    const second = migrate(open(where), {
      steps: slow,
      say: (sentence) => {
        said.push(sentence)
        if (said.length === 1) setTimeout(release, 400)
      },
    })
    await Promise.all([first, second])
    expect(said).toEqual([
      'Another console is migrating the database, or using a table that changes. Waiting for it.',
      'The database has been migrated.',
    ])
  })

  run(title('a step that fails leaves nothing of itself, and the next start runs it again'), async ({ expect }) => {
    const where = await place()
    const database = open(where)
    let isBroken = true
    const steps: Record<string, Step> = {
      '2026-01-01-good': { up: async (on) => void (await sql`create table good (id text)`.execute(on)) },
      '2026-01-02-broken': {
        async up(on) {
          await sql`create table half (id text)`.execute(on)
          if (isBroken) throw new Error('The disk is full.')
        },
      },
    }
    await expect(migrate(database, { steps })).rejects.toThrow(
      'The database could not be migrated (2026-01-02-broken).',
    )
    await sql`select id from good`.execute(database)
    await expect(sql`select id from half`.execute(database)).rejects.toThrow(/half/)
    isBroken = false
    await migrate(database, { steps })
    await sql`select id from half`.execute(database)
  })

  run(title('with MIGRATE=0 a console waits for the tables, and says what to do'), async ({ expect }) => {
    const where = await place()
    await migrate(open(where))
    const lack = 'The database lacks 1 step that this version needs, the first of them 2027-01-01-expand.'
    const todo = `${lack} MIGRATE=0 leaves them to you: run "npm run migrate" of this version.`
    const console = open(where)
    expect(await tablesProblem(console, later)).toMatchObject({ text: lack })
    await expect(awaitTables(console, { steps: later, patience: 0 })).rejects.toThrow(new TablesError(todo))
    const said: string[] = []
    await awaitTables(console, {
      steps: later,
      say: (sentence) => {
        said.push(sentence)
        void migrate(open(where), { steps: later })
      },
    })
    expect(said).toEqual([`${todo} Waiting for it.`])
  })

  run(title('a database of a development version is refused as it is, with what to do'), async ({ expect }) => {
    const where = await place()
    const database = open(where)
    await migrate(database, { steps: { '2026-11-21-session': { up: async () => undefined } } })
    await sql`create table session (id text primary key)`.execute(database)
    const first =
      'This database was made by a development version of Mintdesk (0.3 or earlier), from which nothing is migrated.'
    const set = where.databaseUrl
      ? 'DATABASE_URL to an empty database'
      : 'MINTDESK_DATA to another folder, or move console.sqlite out of this one'
    const refusal = `${first} It was left as it is. Start with a new one: set ${set}.`
    await expect(migrate(database)).rejects.toThrow(new TablesError(refusal))
    await expect(awaitTables(database)).rejects.toThrow(new TablesError(refusal))
    expect(await tablesProblem(database)).toEqual({ text: refusal })
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
    expect(rows).toEqual([{ name: '2026-11-21-session' }])
  })

  run(
    title('a declared column, index or table is added by the step that it names, to what is there'),
    async ({ expect }) => {
      const declared = {
        pin: table(
          { id: text(), note: text().null().since('second'), rank: integer().orZero().since('second') },
          ['id'],
          { indexes: { note: { columns: ['note'], since: 'second' } } },
        ),
        badge: table({ pin: text().of('pin.id'), at: bigint() }, ['pin', 'at'], { since: 'second' }),
      }
      const first: Record<string, Step> = { first: { up: (database) => addTables(database, declared) } }
      const both = { ...first, second: { up: (database: Kysely<unknown>) => addTables(database, declared, 'second') } }
      const database = open(await place())
      await migrate(database, { steps: first })
      await sql`insert into pin (id) values ('a')`.execute(database)
      await migrate(database, { steps: both })
      expect((await sql`select id, note, rank from pin`.execute(database)).rows).toEqual([
        { id: 'a', note: null, rank: 0 },
      ])
      await sql`insert into badge (pin, at) values ('a', 1)`.execute(database)
      await expect(sql`insert into badge (pin, at) values ('a', 1)`.execute(database)).rejects.toThrow(/unique/i)
      await expect(sql`insert into badge (pin, at) values ('b', 1)`.execute(database)).rejects.toThrow(/foreign key/i)
      await sql`drop index pin_note`.execute(database)
    },
  )
})

type Column = { table: string; name: string; isOptional: boolean }

/** Every column of every table, and whether a row may be inserted without it. */
async function columnsOf(database: Database): Promise<Column[]> {
  const { rows } =
    await sql<Column>`select t.name as "table", c.name, (c."notnull" = 0 or c.dflt_value is not null) as "isOptional"
    from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`.execute(database)
  return rows
}

/** How the next step of these breaks the version before it: what it removes, and what inserts would lack. */
async function breakages(before: Record<string, Step>, name: string, step: Step): Promise<string[]> {
  const database = open({ dataFolder: newFolder() })
  await migrate(database, { steps: before })
  const old = await columnsOf(database)
  await migrate(database, { steps: { ...before, [name]: step } })
  const now = await columnsOf(database)
  const isIn = (all: Column[], { table, name: column }: Column) =>
    all.some((one) => one.table === table && one.name === column)
  const removed = old
    .filter((column) => !isIn(now, column))
    .map(({ table, name: column }) => `${table}.${column} is gone`)
  const demanded = now.filter(
    (column) => !isIn(old, column) && !column.isOptional && old.some(({ table }) => table === column.table),
  )
  return step.needs ? [] : [...removed, ...demanded.map(({ table, name: column }) => `${table}.${column} is demanded`)]
}

test('every step after the first only adds, so that the version before works on, or says what it needs', async () => {
  for (const [index, name] of names.entries()) {
    const step = migrations[name]
    if (index === 0 || !step) continue
    expect(await breakages(stepsUpTo(index), name, step), name).toEqual([])
  }
})

test('a step that removes a column, or demands a new one, is found', async () => {
  const dropping: Step = {
    up: async (database) => void (await database.schema.alterTable('preset').dropColumn('person').execute()),
  }
  expect(await breakages(migrations, 'x', dropping)).toEqual(['preset.person is gone'])
  const renaming: Step = {
    up: async (database) => void (await database.schema.alterTable('view_pin').renameTo('pin').execute()),
  }
  expect((await breakages(migrations, 'x', renaming))[0]).toBe('view_pin.environment is gone')
  const demanding: Step = {
    async up(database) {
      await sql`drop table preset`.execute(database)
      await sql`create table preset (environment text not null, client_id text not null, kind text not null,
        key text not null, value text not null, person text not null, at bigint not null, zone text not null)`.execute(
        database,
      )
    },
  }
  expect(await breakages(migrations, 'x', demanding)).toEqual(['preset.zone is demanded'])
})
