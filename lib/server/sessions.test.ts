import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, migrate, openDatabase } from '../database/open'
import { beginSession, endSession, findSession } from './sessions'
import { rolesOf } from './sign-in'

const minutes = (count: number) => count * 60_000
const person = { subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury' as const] }

/** Sets what the process was told, as far as sessions ask. */
const tell = (hasDemoUsers: boolean) =>
  Object.assign(globalThis, { [Symbol.for('mintdesk.settings')]: { hasDemoUsers } })

describe.each([
  { engine: 'SQLite', url: undefined },
  { engine: 'PostgreSQL', url: process.env.TEST_DATABASE_URL || undefined },
])('Sessions on $engine', ({ engine, url }) => {
  const isMissing = engine === 'PostgreSQL' && !url
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sessions-'))
  let database: Database

  beforeAll(async () => {
    if (isMissing) return
    database = openDatabase({ databaseUrl: url, dataFolder: folder })
    Object.assign(globalThis, { [Symbol.for('mintdesk.database')]: database })
    await migrate(database)
    await migrate(database)
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 19) })
    if (!isMissing) await database.deleteFrom('session').execute()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await database?.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  it.skipIf(isMissing)('are found with the name and the roles of the person', async () => {
    const id = await beginSession(person)
    expect(await findSession(id, true)).toEqual({ id, ...person })
  })

  it.skipIf(isMissing)('of demo users end with the demo: production may have been set up since', async () => {
    tell(true)
    const id = await beginSession({ ...person, subject: 'demo:admin' })
    expect(await findSession(id, true)).toBeDefined()
    tell(false)
    expect(await findSession(id, true)).toBeUndefined()
  })

  it.skipIf(isMissing)('are gone at sign-out', async () => {
    const id = await beginSession(person)
    await endSession(id)
    expect(await findSession(id, true)).toBeUndefined()
  })

  it.skipIf(isMissing)('end after 15 minutes without a person', async () => {
    const id = await beginSession(person)
    vi.setSystemTime(Date.now() + minutes(14))
    expect(await findSession(id, false)).toBeDefined()
    vi.setSystemTime(Date.now() + minutes(2))
    expect(await findSession(id, true)).toBeUndefined()
  })

  it.skipIf(isMissing)('go on while a person asks, and end after 8 hours all the same', async () => {
    const id = await beginSession(person)
    const began = Date.now()
    while (Date.now() - began < minutes(8 * 60 - 10)) {
      vi.setSystemTime(Date.now() + minutes(10))
      expect(await findSession(id, true)).toBeDefined()
    }
    vi.setSystemTime(began + minutes(8 * 60) + 1_000)
    expect(await findSession(id, true)).toBeUndefined()
  })

  it.skipIf(isMissing)('are written at most once a minute', async () => {
    const id = await beginSession(person)
    const seenAt = async () =>
      (await database.selectFrom('session').select('seen_at').where('id', '=', id).executeTakeFirstOrThrow()).seen_at
    const first = await seenAt()
    vi.setSystemTime(Date.now() + 30_000)
    await findSession(id, true)
    expect(await seenAt()).toBe(first)
    vi.setSystemTime(Date.now() + 31_000)
    await findSession(id, true)
    expect(await seenAt()).toBe(first + 61_000_000)
  })

  it.skipIf(isMissing)('that are over are swept at the next sign-in', async () => {
    await beginSession(person)
    vi.setSystemTime(Date.now() + minutes(16))
    const id = await beginSession(person)
    expect(await database.selectFrom('session').select('id').execute()).toEqual([{ id }])
  })
})

describe('A session on a database that takes no writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sessions-'))
  afterAll(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is found all the same, and lives until its idle limit', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 19) })
    const database = openDatabase({ dataFolder: folder })
    Object.assign(globalThis, { [Symbol.for('mintdesk.database')]: database })
    await migrate(database)
    const id = await beginSession(person)
    await sql`PRAGMA query_only = 1`.execute(database)
    for (let count = 0; count < 7; count++) {
      vi.setSystemTime(Date.now() + minutes(2))
      expect(await findSession(id, true)).toEqual({ id, ...person })
    }
    vi.setSystemTime(Date.now() + minutes(2))
    expect(await findSession(id, true)).toBeUndefined()
    await database.destroy()
  })
})

describe('The roles of a company sign-in', () => {
  it('are those that its claim names, as a list or as words', () => {
    expect(rolesOf({ sub: 'a', roles: ['treasury', 'cook'] }, 'roles', [])).toEqual(['treasury'])
    expect(rolesOf({ sub: 'a', groups: 'support, approver' }, 'groups', [])).toEqual(['support', 'approver'])
  })
  it('are none where the claim is missing, so that there is no access', () => {
    expect(rolesOf({ sub: 'a' }, 'roles', [])).toEqual([])
    expect(rolesOf({ sub: 'a', roles: { admin: true } }, 'roles', [])).toEqual([])
  })
  it('are admin for the subjects that the console names', () => {
    expect(rolesOf({ sub: 'boss' }, 'roles', ['boss'])).toEqual(['admin'])
  })
})
