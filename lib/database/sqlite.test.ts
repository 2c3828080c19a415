import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseProblem } from './failures'
import { openDatabase } from './open'
import { chooseDriver, openSqlite, type SqliteDriver, sqliteDriver } from './sqlite'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fromPackage = chooseDriver(undefined)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const hasNodesOwn = major > 22 || (major === 22 && minor >= 16)

test('node:sqlite is used exactly where Node has all of it', () => {
  expect(sqliteDriver() !== fromPackage).toBe(hasNodesOwn)
  expect(chooseDriver({ DatabaseSync: class {} })).toBe(fromPackage)
})

test('opening a database prints no warning', () => {
  const script = `import { openSqlite } from './lib/database/sqlite.ts'
openSqlite(':memory:', true).exec('select 1')
process.emitWarning('Another warning')`
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(stderr).not.toContain('SQLite')
  expect(stderr).toContain('Another warning')
  expect(status).toBe(0)
})

const drivers: [string, SqliteDriver][] = [
  ['the package', fromPackage],
  ...(hasNodesOwn ? [['node:sqlite', sqliteDriver()] as [string, SqliteDriver]] : []),
]

function errorOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
}

describe.each(drivers)('%s', (name, driver) => {
  const fileOf = (part: string) => join(folder, `${name.replaceAll(/\W/g, '-')}-${part}.sqlite`)

  test('names columns, binds and returns values, and says whether a transaction is open', () => {
    const database = openSqlite(fileOf('values'), true, driver)
    database.exec('create table sum (id integer primary key, amount text, note text) strict')
    const insert = database.prepare('insert into sum (amount, note) values (?, ?)')
    expect(insert.columns()).toEqual([])
    expect(insert.run('1250.00', null)).toEqual({ changes: 1, lastInsertRowid: 1 })
    const read = database.prepare('select id, amount, note from sum')
    expect(read.columns().map(({ name }) => name)).toEqual(['id', 'amount', 'note'])
    const row = { id: 1, amount: '1250.00', note: null }
    expect({ ...read.get() }).toEqual(row)
    expect(read.all().map((one) => ({ ...one }))).toEqual([row])
    expect([...read.iterate()].map((one) => ({ ...(one as object) }))).toEqual([row])
    expect(database.isTransaction).toBe(false)
    database.exec('begin')
    expect(database.isTransaction).toBe(true)
    database.exec('rollback')
    database.close()
  })

  test('gives the result code of a lock that another holds, which is a database that is not responding', () => {
    const [first, second] = [openSqlite(fileOf('lock'), true, driver), openSqlite(fileOf('lock'), true, driver)]
    first.exec('begin immediate')
    const error = errorOf(() => second.exec('pragma busy_timeout=1; begin immediate'))
    expect(error).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 5 })
    expect(databaseProblem(error)?.problem.status).toBe(503)
    for (const database of [first, second]) database.close()
  })

  test('backs up an open database, and either opens the copy', async () => {
    const database = openSqlite(fileOf('source'), true, driver)
    database.exec("create table person (name text); insert into person values ('Zoë')")
    await driver.backup(database, fileOf('copy'))
    database.exec('delete from person')
    database.close()
    for (const [, reader] of drivers) {
      const copy = openSqlite(fileOf('copy'), true, reader)
      expect({ ...copy.prepare('select name from person').get() }).toEqual({ name: 'Zoë' })
      copy.close()
    }
  })
})

test('bytes of length 0 are stored as such, not as null', async () => {
  const database = openDatabase({ dataFolder: join(folder, 'bytes') })
  const none = new Float64Array(0)
  for (const bytes of [new Uint8Array(none.buffer), Buffer.alloc(0)]) {
    const { rows } = await sql<{ is_null: number }>`select ${bytes} is null as is_null`.execute(database)
    expect(rows).toMatchObject([{ is_null: 0 }])
  }
  await database.destroy()
})
