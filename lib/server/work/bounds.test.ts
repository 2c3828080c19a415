/** Nobody fills what all share: how often one person may do what is stored, and how much a world holds. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { activityRows } from '../../api/intent-operations'
import { type Console, createConsole } from '../../console/console'
import { type Database, migrate, openDatabase } from '../../database/open'
import { consoleOperationNames, consoleRow } from '../../features/operations'
import { pathOf, type WriteName, writeNames, writeRowOf } from '../../provider/operations'
import { roles } from '../../provider/roles'
import { bodies } from '../../provider/schemas'
import { mostRefused } from '../audit/audit'
import { systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { freshPostgres, recordedLog, settingsFor, shiftedClock } from '../testing'
import { type Bounds, createBounds } from './bounds'

const server = process.env.TEST_DATABASE_URL || undefined
const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const encryption = new Encryption(settings)
/** A body of each write that the provider would be asked with. */
const exampleOf = (name: WriteName) => bodies[writeRowOf(name).body].full[0]
const acts = consoleOperationNames.filter((name) => consoleRow(name).daily !== undefined)
/** Milliseconds since 1970 of the clock of everything here. */
let time = Date.UTC(2026, 10, 27, 12)
const clock = shiftedClock({ ...systemClock, now: () => time })

describe.each([{ engine: 'SQLite' }, { engine: 'PostgreSQL' }])('On $engine', ({ engine }) => {
  const isPostgres = engine === 'PostgreSQL'
  const isMissing = isPostgres && !server
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-bounds-'))
  const recorded = recordedLog()
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  let desk: Console
  /** Of another console on the same database. */
  let others: Bounds

  beforeAll(async () => {
    if (isMissing) return
    fresh = isPostgres ? await freshPostgres(server ?? '', clock) : undefined
    database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
    await migrate(database)
    desk = createConsole({ settings: { ...settings, dataFolder: folder }, database, log: recorded.log, clock })
    others = createBounds({ database, clock, encryption })
  })
  afterAll(async () => {
    await desk?.close()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function cookieOf(subject: string): Promise<string> {
    const sid = await desk.sessions.begin({ subject, name: 'Ines Okafor', roles: [...roles] })
    return `${desk.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  }

  const refused = (call: Promise<void>) => call.then(() => 0).catch(({ problem }) => problem.status)

  test('a person has as much as a bound allows, over all consoles and until a day has passed', async () => {
    const mine = createBounds({ database, clock, encryption })
    const taken = { mine: 0, others: 0 }
    for (let count = 0; count < 1_100; count++) {
      if ((await refused(mine.take('one', 'addNote', 1_000))) === 0) taken.mine += 1
      if ((await refused(others.take('one', 'addNote', 1_000))) === 0) taken.others += 1
    }
    expect(taken.mine + taken.others).toBe(1_000)
    expect(await refused(mine.take('two', 'addNote', 1_000))).toBe(0)
    expect(await refused(mine.take('one', 'saveView', 1_000))).toBe(0)
    // A console judges no session once its clock differs from the database's.
    const before = time
    onTestFinished(() => {
      time = before
    })
    time += 23 * 3_600_000
    expect(await refused(mine.take('one', 'addNote', 1_000))).toBe(429)
    time += 3_600_001
    expect(await refused(mine.take('one', 'addNote', 1_000))).toBe(0)
  })

  test('many at once lose no count', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        refused((at % 2 ? others : createBounds({ database, clock, encryption })).take('three', 'addWebhook', 40)),
      ),
    )
    expect(all.filter((status) => status === 0)).toHaveLength(40)
  })

  const send = (path: string, cookie: string, { method = 'POST', body = {}, headers = {} } = {}) => {
    const request = new NextRequest(`http://localhost:3000/api/sandbox/${path}`, {
      method,
      headers: { cookie, origin: settings.origin, 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    return path.startsWith('v2/') ? desk.http.proxy(request) : desk.own(request)
  }

  /** What a person is told beyond a bound of so many. */
  const told = (most: number) => ({
    status: 429,
    type: '/problems/daily-limit',
    title: `You have done this ${most.toLocaleString('en-US')} times within a day, which is the limit.`,
    detail: expect.stringMatching(
      /^Nothing was recorded or sent\. You can go on after 2026-11-\d\d \d\d:\d\d UTC\. A program that does this so often/,
    ),
    meta: expect.objectContaining({ answered_by: 'console', retry_after: expect.any(Number) }),
  })

  test.each(acts)('%s is refused beyond its bound, to this person alone', async (name) => {
    const { method, path, daily = 0 } = consoleRow(name)
    const [full, other] = [await cookieOf(`full ${name}`), await cookieOf(`other ${name}`)]
    await others.take(`full ${name}`, name, daily, daily)
    const address = path.replace(/\{\w+\}/g, randomUUID())
    const refusal = await send(address, full, { method })
    expect(await refusal.json()).toMatchObject(told(daily))
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect((await send(address, other, { method })).status).not.toBe(429)
  })

  test.each(writeNames)('%s is refused beyond its bound, and nothing is recorded', async (name) => {
    const { daily, method } = writeRowOf(name)
    const cookie = await cookieOf(`full ${name}`)
    await others.take(`full ${name}`, name, daily, daily)
    const path = pathOf(name, { profile_id: 'p-1', id: randomUUID() }).slice(1)
    const refusal = await send(path, cookie, {
      method,
      body: exampleOf(name),
      headers: { 'x-mintdesk-intent': randomUUID() },
    })
    expect(await refusal.json()).toMatchObject(told(daily))
    expect(await database.selectFrom('intent').select('id').execute()).toEqual([])
  })

  test('what a page repeats takes one of its bound for each line, and what is only counted takes none', async () => {
    const { daily = 0 } = activityRows.resolveIntent
    const [cookie, id] = [await cookieOf('follower'), randomUUID()]
    await others.take('follower', 'resolveIntent', daily, daily - 1)
    for (let count = 0; count < 5; count++) expect((await send(`intents/${id}/resolve`, cookie)).status).toBe(404)
    expect((await send(`intents/${randomUUID()}/resolve`, cookie)).status).toBe(429)
  })

  test('refused acts beyond a number are counted in one line, with how often each was refused', async () => {
    const cookie = await cookieOf('eager')
    const linesOf = () =>
      database
        .selectFrom('audit_line')
        .selectAll()
        .where('subject', '=', 'eager')
        .where('act', '!=', 'sign-in')
        .execute()
    const many = mostRefused + 250
    for (let count = 0; count < many; count++) {
      const answer = await (count % 5 ? send('notes', cookie) : send('v2/profiles/p-1/orders', cookie))
      expect(answer.status).toBe(400)
    }
    expect(await linesOf()).toHaveLength(mostRefused)
    await desk.audit.writeRefused()
    await desk.audit.writeRefused()
    const counted = (await linesOf()).slice(mostRefused)
    expect(counted).toMatchObject([{ act: 'refused-often', outcome: 'refused', subject: 'eager', address: '' }])
    expect(JSON.parse(counted[0]?.detail ?? '')).toEqual({ count: 250, acts: { addNote: 200, createOrder: 50 } })
    expect(recorded.lines.filter(({ event }) => event === 'refusals-counted')).toHaveLength(1)
  })

  test('reads from any number of addresses are counted in few lines', async () => {
    const requester = (at: number) => ({
      id: '',
      address: `2001:db8::${at.toString(16)}`,
      session: { subject: 'wide', name: 'Wide', roles: [] },
    })
    for (let at = 0; at < 5_000; at++) desk.audit.read(requester(at), { kind: 'listTransfers' })
    await desk.audit.writeReads()
    const lines = await database.selectFrom('audit_line').selectAll().where('subject', '=', 'wide').execute()
    expect(lines).toHaveLength(21)
    expect(lines.reduce((sum, { detail }) => sum + JSON.parse(detail).count, 0)).toBe(5_000)
  })
})

describe('A world', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-full-'))
  let database: Database
  const mebibyte = 1024 * 1024
  beforeAll(async () => {
    database = openDatabase({ dataFolder: folder }, { maximumBytes: 4 * mebibyte })
    await migrate(database)
  })
  afterAll(async () => {
    await database.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  const fill = (bytes: number) =>
    database
      .insertInto('preset')
      .values({
        environment: 'sandbox',
        client_id: 'c',
        kind: 'profile',
        key: randomUUID(),
        person: '',
        at: 0,
        value: 'x'.repeat(bytes),
      })
      .execute()

  it('that holds as much as it may says so, and takes nothing more', async () => {
    const bounds = createBounds({ database, clock, encryption, storage: 2 * mebibyte })
    await bounds.take('one', 'addNote', 10)
    await fill(2 * mebibyte)
    await expect(bounds.take('one', 'addNote', 10)).rejects.toMatchObject({
      problem: { status: 413, type: '/problems/demo-full', title: 'This demo is full.' },
    })
  })

  it('never takes more of the disk, whatever is stored', async () => {
    await expect(fill(3 * mebibyte)).rejects.toThrow(/full/)
  })
})
