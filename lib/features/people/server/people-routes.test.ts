/** People and sessions, as two consoles on one database answer. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import type { DefaultRole } from '../../../provider/roles'
import type { OwnRoles } from '../../../server/auth/own-roles'
import { createBrowser } from '../../../server/auth/testing'
import { freshPostgres, recordedLog, seededClock, settingsFor } from '../../../server/testing'
import type { PeopleAndSessions } from '../interface'

const clock = seededClock()

const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const ownRoles: OwnRoles = {
  'own:payouts': { groups: ['desk'], rights: ['read', 'requests', 'order'], amounts: { USD: '50000.00' } },
}
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

describe.each([
  { engine: 'SQLite', url: undefined },
  { engine: 'PostgreSQL', url: process.env.TEST_DATABASE_URL || undefined },
])('People and sessions on $engine', ({ engine, url }) => {
  const isMissing = engine === 'PostgreSQL' && !url
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-people-'))
  const recorded = recordedLog()
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  const databases: Database[] = []
  let one: Console
  let other: Console

  beforeAll(async () => {
    if (isMissing) return
    fresh = url ? await freshPostgres(url, clock) : undefined
    for (let count = 0; count < 2; count++)
      databases.push(openDatabase({ databaseUrl: fresh?.url, dataFolder: folder }))
    const [first, second] = databases as [Database, Database]
    await migrate(first)
    one = createConsole({ settings, database: first, log: recorded.log, clock })
    other = createConsole({
      settings: { ...settings, adminSubjects: ['ada'], ownRoles },
      database: second,
      log: recorded.log,
      clock,
    })
  })
  beforeEach(async () => {
    await databases[0]?.deleteFrom('session').execute()
    await databases[0]?.deleteFrom('person').execute()
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function signedIn(role: DefaultRole, headers: Record<string, string> = {}) {
    const browser = createBrowser(() => one)
    const { csrfToken } = await (await browser.ask('csrf')).json()
    const fields = { username: role, password: 'demo', csrfToken, json: 'true' }
    await browser.ask('callback/demo', fields, headers)
    return browser.sessionCookie()
  }
  async function ask(cookie: string, path = 'sessions', method = 'GET', by = one) {
    const request = new NextRequest(`http://localhost:3000/api/sandbox/${path}`, {
      method,
      headers: { cookie, origin: settings.origin },
    })
    const answer = await by.own(request)
    return {
      status: answer.status,
      body: (await answer.json()) as PeopleAndSessions & { type?: string; detail?: string },
    }
  }

  test('a session says where it began, and one’s own is marked', async () => {
    const cookie = await signedIn('support', firefox)
    const { sessions, people } = (await ask(cookie)).body
    expect(people).toBeUndefined()
    expect((await ask(cookie, 'people')).status).toBe(403)
    expect(sessions).toMatchObject([
      { person: 'Demo support', device: 'Firefox on Linux', address: '192.0.2.1', is_current: true },
    ])
    expect(cookie).not.toContain(sessions[0]?.id)
  })

  test('a session that an admin ends is refused at its next request on every console', async () => {
    const support = await signedIn('support', firefox)
    const admin = await signedIn('admin')
    // Both consoles have seen it alive.
    for (const by of [one, other]) expect((await ask(support, 'sessions', 'GET', by)).status).toBe(200)
    const listed = (await ask(admin)).body.sessions.find(({ person }) => person === 'Demo support')
    const { status, body } = await ask(admin, `sessions/${listed?.id}`, 'DELETE')
    expect([status, body.sessions.map(({ person }) => person)]).toEqual([200, ['Demo admin']])
    for (const by of [other, one]) {
      const refused = await ask(support, 'sessions', 'GET', by)
      expect([refused.status, refused.body.type]).toEqual([401, '/problems/session-ended'])
      expect(refused.body.detail).toContain('ended in Settings')
    }
    expect(recorded.lines).toContainEqual(
      expect.objectContaining({
        event: 'session-ended',
        reason: 'ended-in-settings',
        subject: 'demo:support',
        by: 'demo:admin',
      }),
    )
    const rows = await databases[0]?.selectFrom('session').selectAll().where('subject', '=', 'demo:support').execute()
    expect(rows).toMatchObject([{ device: null, address: null }])
  })

  test('a person sees and ends only their own sessions, an auditor sees all and ends only their own', async () => {
    const admin = await signedIn('admin')
    const ofAdmin = (await ask(admin)).body.sessions[0]?.id
    for (const role of ['support', 'auditor'] as const) {
      const [first, second] = [await signedIn(role), await signedIn(role)]
      expect((await ask(first, `sessions/${ofAdmin}`, 'DELETE')).status).toBe(404)
      const seen = (await ask(first)).body.sessions
      expect(seen.filter((session) => session.may_end)).toHaveLength(1)
      expect(seen.some(({ person }) => person === 'Demo admin')).toBe(role === 'auditor')
      expect((await ask(first, 'sessions', 'DELETE')).status).toBe(200)
      expect((await ask(second)).status).toBe(401)
      expect((await ask(first)).status).toBe(200)
    }
    expect((await ask(admin)).status).toBe(200)
  })

  test('all sessions but one’s own end at once', async () => {
    const others = await Promise.all([signedIn('support'), signedIn('treasury'), signedIn('admin')])
    const admin = await signedIn('admin')
    expect((await ask(admin, 'sessions', 'DELETE')).body.sessions).toMatchObject([{ is_current: true }])
    for (const cookie of others) expect((await ask(cookie, 'sessions', 'GET', other)).status).toBe(401)
  })

  test('people are listed with their roles, where these come from, and since when', async () => {
    for (const [subject, roles] of [
      ['oidc:ada', ['admin', 'treasury']],
      ['oidc:ines', ['treasury']],
    ] as const)
      await other.sessions.begin({ subject, name: subject, roles: [...roles] })
    await databases[0]?.updateTable('person').set({ roles_since: 1_700_000_000_000_000 }).execute()
    // The same roles go on, other ones begin.
    await other.sessions.begin({ subject: 'oidc:ada', name: 'Ada', roles: ['admin', 'treasury'] })
    await other.sessions.begin({ subject: 'oidc:ines', name: 'Ines', roles: ['treasury', 'approver'] })
    const people = (await ask(await signedIn('auditor'), 'people', 'GET', other)).body.people ?? []
    const of = (subject: string) => people.find((person) => person.subject === subject)
    expect(of('oidc:ada')).toMatchObject({
      name: 'Ada',
      since: '2023-11-14T22:13:20.000Z',
      sessions: 2,
      roles: [
        { name: 'admin', from: 'list' },
        { name: 'treasury', from: 'claim' },
      ],
    })
    expect(of('oidc:ines')?.roles.map(({ name }) => name)).toEqual(['treasury', 'approver'])
    expect(Date.parse(of('oidc:ines')?.since ?? '')).toBeGreaterThan(1_700_000_000_000)
    expect(of('demo:auditor')).toMatchObject({ roles: [{ name: 'auditor', from: 'demo' }], sessions: 1 })
  })

  test('a role of the company opens what its rights open, and nothing where it is not set up', async () => {
    const sid = await other.sessions.begin({ subject: 'oidc:noor', name: 'Noor', roles: ['own:payouts'] })
    const found = await other.sessions.find(sid, true)
    expect(found).toMatchObject({ roles: ['own:payouts', 'read', 'requests', 'order'] })
    expect(await one.sessions.find(sid, true)).toMatchObject({ roles: [] })
    const { body } = await ask(await signedIn('auditor'), 'people', 'GET', other)
    expect(body.people?.find(({ subject }) => subject === 'oidc:noor')?.roles).toEqual([
      {
        name: 'payouts',
        from: 'claim',
        rights: ['read', 'requests', 'order'],
        limits: { amounts: { USD: '50000.00' } },
      },
    ])
    expect(body.roles).toMatchObject([{ name: 'payouts', groups: ['desk'] }])
  })

  test('a public demo keeps no addresses of its visitors', async () => {
    const [, database] = databases
    if (!database) throw new Error('There is no database.')
    const open = createConsole({ settings: { ...settings, isOpenToOthers: true }, database, log: recorded.log, clock })
    const place = { address: '192.0.2.1', userAgent: firefox['user-agent'] }
    await open.sessions.begin({ subject: 'demo:support', name: 'Demo support', roles: ['support'] }, undefined, place)
    await open.sessions.begin({ subject: 'oidc:ines', name: 'Ines', roles: ['treasury'] }, undefined, place)
    const rows = await database.selectFrom('session').select(['device', 'address']).orderBy('subject').execute()
    expect(rows).toEqual([
      { device: 'Firefox on Linux', address: null },
      { device: 'Firefox on Linux', address: '192.0.2.1' },
    ])
  })
})
