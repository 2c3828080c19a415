/** Sessions on both databases: how they begin, how they end, and why. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../../database/open'
import { type Clock, systemClock } from '../clock'
import { type ClockCheck, createClockCheck } from '../clock-check'
import { Encryption } from '../encryption/encryption'
import { auditOf, freshPostgres, recordedLog, settingsFor, silentLog } from '../testing'
import { grantDigest } from './renewal'
import { createSessions, type Sessions } from './sessions'

const minutes = (count: number) => count * 60_000
const person = { subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury' as const] }

/** A clock that stands still until a test moves it. */
const began = Date.UTC(2026, 10, 19)
let now = began
const clock: Clock = { ...systemClock, now: () => now }
const sessionsOn = (database: Database, hasDemoUsers = true, log = silentLog, clockCheck?: ClockCheck) =>
  createSessions({
    database,
    clock,
    encryption: new Encryption({ secret: 'a-secret' }),
    log,
    clockCheck,
    audit: auditOf(database, clock),
    settings: { ...settingsFor({ baseUrl: '', authUrl: '' }), hasDemoUsers },
  })

describe.each([
  { engine: 'SQLite', url: undefined },
  { engine: 'PostgreSQL', url: process.env.TEST_DATABASE_URL || undefined },
])('A session on $engine', ({ engine, url }) => {
  const isMissing = engine === 'PostgreSQL' && !url
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sessions-'))
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  let sessions: Sessions

  beforeAll(async () => {
    if (isMissing) return
    now = began
    fresh = url ? await freshPostgres(url, clock) : undefined
    database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
    await migrate(database)
    await migrate(database)
  })
  beforeEach(async () => {
    now = began
    if (isMissing) return
    sessions = sessionsOn(database)
    await database.deleteFrom('session').execute()
  })
  afterAll(async () => {
    await database?.destroy()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([25 * 60, -25 * 60])('is neither begun nor ended by a clock that is %d minutes off', async (off) => {
    const checked = () => createClockCheck({ database, clock, providerTime: () => began })
    const check = checked()
    sessions = sessionsOn(database, true, silentLog, check)
    const id = await sessions.begin(person)
    expect(await check.isRight()).toBe(true)
    now += minutes(off)
    expect(await check.isRight()).toBe(false)
    const refusal = { problem: { status: 503, type: '/problems/clock-wrong' } }
    // What was read a moment ago does not end a session either.
    if (off > 0) await expect(sessions.find(id, true)).rejects.toMatchObject(refusal)
    sessions = sessionsOn(database, true, silentLog, checked())
    await expect(sessions.find(id, true)).rejects.toMatchObject(refusal)
    await expect(sessions.begin(person)).rejects.toMatchObject(refusal)
    now = began
    sessions = sessionsOn(database, true, silentLog, checked())
    expect(await sessions.find(id, true)).toMatchObject({ id })
  })

  test('is found with the name and the roles of the person', async () => {
    const id = await sessions.begin(person)
    expect(await sessions.find(id, true)).toEqual({ id, ...person })
  })

  test('notes when a person’s roles became others, by a sign-in or because they left', async () => {
    const subject = 'oidc:kim'
    const known = () =>
      database
        .selectFrom('person')
        .select(['roles', 'roles_since'])
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()
        .then(({ roles, roles_since: at }) => [roles, Number(at) / 1000 - now])
    await sessions.begin({ ...person, subject })
    expect(await known()).toEqual(['treasury', 0])
    now += minutes(5)
    await sessions.begin({ ...person, subject, roles: ['approver'] })
    expect(await known()).toEqual(['approver', 0])
    now += minutes(5)
    await sessions.begin({ ...person, subject, roles: ['approver'] })
    expect(await known()).toEqual(['approver', minutes(-5)])
    await sessions.takeAccess(subject)
    expect(await known()).toEqual(['', 0])
  })

  test('of a demo user ends once production is configured', async () => {
    const id = await sessions.begin({ ...person, subject: 'demo:admin' })
    expect(await sessions.find(id, true)).toMatchObject({ id })
    expect(await sessionsOn(database, false).find(id, true)).toEqual({ ended: 'demo-closed' })
  })

  test('ends at sign-out, and says so afterwards', async () => {
    const id = await sessions.begin(person)
    await sessions.end(id)
    expect(await sessions.find(id, true)).toEqual({ ended: 'signed-out' })
    now += minutes(60)
    expect(await sessions.find(id, true)).toEqual({ ended: 'signed-out' })
  })

  test.each([
    ['its roles', { roles: 'treasury admin' }],
    ['its person', { subject: 'oidc:ada' }],
    ['its name', { name: 'Ada Brandt' }],
    ['its beginning', { created_at: Date.UTC(2026, 10, 19, 1) * 1000 }],
    ['when its roles were read', { roles_read_at: 1 }],
    ['its digest', { grant_digest: '' }],
  ])('grants nothing once %s was changed in the database', async (_, change) => {
    const { log, lines } = recordedLog()
    const id = await sessions.begin(person)
    await database.updateTable('session').set(change).where('id', '=', id).execute()
    expect(await sessionsOn(database, true, log).find(id, true)).toEqual({ ended: 'unverified' })
    expect(lines).toMatchObject([{ event: 'session-ended', reason: 'unverified' }])
    expect(await sessions.find(id, true)).toEqual({ ended: 'unverified' })
  })

  test('grants nothing with the digest of another, or with one that was made without the key', async () => {
    const admin = await sessions.begin({ subject: 'oidc:ada', name: 'Ada Brandt', roles: ['admin'] })
    const id = await sessions.begin(person)
    const rows = database.selectFrom('session').selectAll()
    const { id: _, ...granted } = await rows.where('id', '=', admin).executeTakeFirstOrThrow()
    await database.updateTable('session').set(granted).where('id', '=', id).execute()
    expect(await sessions.find(id, true)).toEqual({ ended: 'unverified' })
    expect(await sessions.find(admin, true)).toMatchObject({ roles: ['admin'] })
    const forger = new Encryption({ secret: 'a-guess' })
    const row = { ...granted, id: 'made-up' }
    await database
      .insertInto('session')
      .values({ ...row, grant_digest: grantDigest(forger, row) })
      .execute()
    expect(await sessions.find('made-up', true)).toEqual({ ended: 'unverified' })
  })

  test('ends after 15 minutes without activity', async () => {
    const id = await sessions.begin(person)
    now += minutes(14)
    expect(await sessions.find(id, false)).toMatchObject({ id })
    now += minutes(2)
    expect(await sessions.find(id, true)).toEqual({ ended: 'idle' })
    now += minutes(12 * 60)
    expect(await sessions.find(id, true)).toEqual({ ended: 'idle' })
  })

  test('of a demo user ends after 60 minutes without activity', async () => {
    const id = await sessions.begin({ ...person, subject: 'demo:admin' })
    now += minutes(59)
    expect(await sessions.find(id, false)).toMatchObject({ id })
    now += minutes(2)
    expect(await sessions.find(id, true)).toEqual({ ended: 'idle' })
  })

  test('continues while a person asks, and ends after 8 hours in any case', async () => {
    const id = await sessions.begin(person)
    const began = now
    while (now - began < minutes(8 * 60 - 10)) {
      now += minutes(10)
      expect(await sessions.find(id, true)).toMatchObject({ id })
    }
    now = began + minutes(8 * 60) + 1_000
    expect(await sessions.find(id, true)).toEqual({ ended: 'absolute' })
  })

  test('is written at most once a minute', async () => {
    const id = await sessions.begin(person)
    const seenAt = async () =>
      (await database.selectFrom('session').select('seen_at').where('id', '=', id).executeTakeFirstOrThrow()).seen_at
    const first = await seenAt()
    now += 30_000
    await sessions.find(id, true)
    expect(await seenAt()).toBe(first)
    now += 31_000
    await sessions.find(id, true)
    expect(await seenAt()).toBe(first + 61_000_000)
  })

  test('that ended is removed more than a day later, and its reason is then unknown', async () => {
    const old = await sessions.begin(person)
    now += minutes(20 * 60)
    await sessions.removeOld()
    expect(await sessions.find(old, true)).toEqual({ ended: 'idle' })
    now += minutes(13 * 60)
    const alive = await sessions.begin(person)
    expect(await sessions.find(old, true)).toEqual({ ended: 'idle' })
    await sessions.removeOld()
    expect(await sessions.find(old, true)).toEqual({ ended: undefined })
    expect(await sessions.find(alive, true)).toMatchObject({ id: alive })
  })

  test('is removed with thousands of others, by an index', async () => {
    const row = {
      subject: 'oidc:ines',
      name: 'Ines Okafor',
      roles: 'treasury',
      created_at: now * 1000,
      seen_at: now * 1000,
      grant_digest: '',
    }
    for (let at = 0; at < 2_500; at += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({ ...row, id: `old-${at + index}` }))
      await database.insertInto('session').values(rows).execute()
    }
    now += minutes(33 * 60)
    const alive = await sessions.begin(person)
    const isPostgres = engine === 'PostgreSQL'
    if (isPostgres) await sql`analyze session`.execute(database)
    const explain = isPostgres ? 'explain' : 'explain query plan'
    const { rows } = await sql`${sql.raw(explain)} select id from session
      where created_at < ${row.created_at - 1} order by created_at limit 500`.execute(database)
    expect(JSON.stringify(rows)).toContain('session_created_at')
    expect(await sessions.removeOld()).toEqual({ rows: 500, hasMore: true })
    while ((await sessions.removeOld()).hasMore);
    expect(await database.selectFrom('session').select('id').execute()).toEqual([{ id: alive }])
  })

  test('leaves one line in the log when it ends, however often it is asked for', async () => {
    const { log, lines } = recordedLog()
    const logged = sessionsOn(database, true, log)
    const [idle, left] = [await logged.begin(person), await logged.begin({ ...person, subject: 'oidc:tomas' })]
    await logged.end(left)
    now += minutes(16)
    for (const id of [idle, idle, left]) await logged.find(id, true)
    expect(lines).toMatchObject([
      { msg: 'security', event: 'sign-out', subject: 'oidc:tomas', reason: 'signed-out' },
      { msg: 'security', event: 'session-ended', subject: 'oidc:ines', reason: 'idle' },
    ])
  })
})

describe('A session on a database that accepts no writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sessions-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is found all the same, and lives until its idle limit', async () => {
    now = Date.UTC(2026, 10, 19)
    const database = openDatabase({ dataFolder: folder })
    await migrate(database)
    const sessions = sessionsOn(database)
    const id = await sessions.begin(person)
    await sql`PRAGMA query_only = 1`.execute(database)
    for (let count = 0; count < 7; count++) {
      now += minutes(2)
      expect(await sessions.find(id, true)).toEqual({ id, ...person })
    }
    now += minutes(2)
    expect(await sessions.find(id, true)).toEqual({ ended: 'idle' })
    await database.destroy()
  })
})
