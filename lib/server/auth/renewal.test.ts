/** The roles of a company session are read again at least once an hour, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ResponseBodyError } from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../../database/open'
import type { Role } from '../../provider/roles'
import { type Clock, systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { auditOf, freshPostgres, recordedLog, settingsFor } from '../testing'
import type { RenewedTokens } from './identity-provider'
import { createRenewal } from './renewal'
import { createSessions, type Sessions } from './sessions'

const defaults = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
const person = { subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury' as const] }
const tokens = { refreshToken: 'refresh-1', idToken: 'id-1' }

const encryption = new Encryption({ secret: 'a-secret' })

const began = Date.UTC(2026, 10, 22)
let now = began
/** A clock that stands still until a test moves it; timers run at once. */
const clock: Clock = { ...systemClock, now: () => now, steady: () => now, after: (_, act) => systemClock.after(0, act) }
const refused = (error: string) =>
  new ResponseBodyError(error, { cause: { error }, response: new Response('{}', { status: 400 }) })

describe.each([
  { engine: 'SQLite', url: undefined },
  { engine: 'PostgreSQL', url: process.env.TEST_DATABASE_URL || undefined },
])('A company session on $engine', ({ engine, url }) => {
  const isMissing = engine === 'PostgreSQL' && !url
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-renewal-'))
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  let recorded: ReturnType<typeof recordedLog>
  let sessions: Sessions
  let replica: Sessions
  /** Refresh tokens that the provider received. */
  let received: string[]
  let answer: () => Promise<RenewedTokens>

  const renewed = (roles: unknown, more: object = {}) => ({ claims: { sub: 'ines', roles }, ...more })

  function openSessions(isConfigured = true, interval: { renewAfter?: number } = { renewAfter: 50 * 60_000_000 }) {
    const renew = (refreshToken: string) => {
      received.push(refreshToken)
      return answer()
    }
    const audit = auditOf(database, clock)
    const provider = isConfigured ? { renew } : undefined
    const rolesOf = ({ roles }: RenewedTokens['claims']) => roles as Role[]
    const renewal = createRenewal({
      database,
      clock,
      encryption,
      log: recorded.log,
      audit,
      provider,
      rolesOf,
      ...interval,
    })
    const settings = { ...defaults, hasDemoUsers: false }
    return createSessions({ database, clock, encryption, settings, log: recorded.log, audit, renewal })
  }

  beforeAll(async () => {
    if (isMissing) return
    fresh = url ? await freshPostgres(url, clock) : undefined
    database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
    await migrate(database)
  })
  beforeEach(async () => {
    now = began
    received = []
    answer = async () => renewed(['support'])
    if (isMissing) return
    await database.deleteFrom('session').execute()
    recorded = recordedLog()
    sessions = openSessions()
    replica = openSessions()
  })
  afterAll(async () => {
    await database?.destroy()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Lets so many minutes pass in which the person works. */
  async function work(id: string, minutes: number, at = sessions) {
    const end = now + minutes * 60_000
    while (now < end) {
      now = Math.min(now + 5 * 60_000, end)
      if (now < end) await at.find(id, true)
    }
    return at.find(id, true)
  }
  const rolesOf = async (id: string) => {
    const found = await sessions.find(id, false)
    return 'ended' in found ? found.ended : found.roles
  }

  test('has its roles read again in the background before the hour is over', async () => {
    const id = await sessions.begin(person, tokens)
    expect(await work(id, 49)).toMatchObject({ roles: ['treasury'] })
    expect(received).toEqual([])
    // This request does not wait for them.
    expect(await work(id, 2)).toMatchObject({ roles: ['treasury'] })
    await expect.poll(() => rolesOf(id)).toEqual(['support'])
    expect(received).toEqual(['refresh-1'])
    await expect
      .poll(() => recorded.lines)
      .toMatchObject([{ event: 'roles-changed', subject: 'oidc:ines', roles: ['support'] }])
  })

  test('has its roles read again every five minutes', async () => {
    const often = openSessions(true, {})
    const id = await often.begin(person, tokens)
    now += 4 * 60_000
    await often.find(id, true)
    expect(received).toEqual([])
    now += 2 * 60_000
    // This request does not wait for them.
    expect(await often.find(id, true)).toMatchObject({ roles: ['treasury'] })
    await expect.poll(() => often.find(id, true)).toMatchObject({ roles: ['support'] })
    expect(received).toEqual(['refresh-1'])
  })

  test('waits for its roles once the hour is over, and asks once for all requests', async () => {
    const id = await sessions.begin(person, tokens)
    await work(id, 48)
    now += 14 * 60_000
    const found = await Promise.all(Array.from({ length: 20 }, () => sessions.find(id, true)))
    expect(found).toEqual(found.map(() => ({ id, ...person, roles: ['support'] })))
    expect(received).toEqual(['refresh-1'])
  })

  test('is read again by one of two consoles, because a refresh token may work only once', async () => {
    const id = await sessions.begin(person, tokens)
    await work(id, 48)
    now += 14 * 60_000
    const found = await Promise.all([sessions, replica, sessions, replica].map((one) => one.find(id, true)))
    expect(found).toEqual(found.map(() => ({ id, ...person, roles: ['support'] })))
    expect(received).toEqual(['refresh-1'])
  })

  test('grants nothing that was written into its row while another console read its roles again', async () => {
    const id = await sessions.begin(person, tokens)
    await work(id, 48)
    now += 14 * 60_000
    const session = database.updateTable('session').where('id', '=', id)
    await session.set({ renewal_until: (now + 60_000) * 1000 }).execute()
    const waiting = sessions.find(id, true)
    await session.set({ roles: 'admin', roles_read_at: now * 1000 }).execute()
    expect(await waiting).toEqual({ ended: 'unverified' })
    expect(received).toEqual([])
  })

  test('uses the newest refresh token, and keeps all tokens encrypted', async () => {
    const id = await sessions.begin(person, tokens)
    answer = async () => renewed(['treasury'], { refreshToken: `refresh-${received.length + 1}`, idToken: 'id-new' })
    await work(id, 115)
    expect(received).toEqual(['refresh-1', 'refresh-2'])
    // The second is kept in the background.
    const session = database.selectFrom('session')
    await expect.poll(() => session.select('renewal_until').execute()).toEqual([{ renewal_until: null }])
    expect(JSON.stringify(await session.selectAll().execute())).not.toMatch(/refresh-\d|id-new/)
    expect(await sessions.end(id)).toEqual({ refreshToken: 'refresh-3', idToken: 'id-new' })
    expect(await session.select('company_tokens').execute()).toEqual([{ company_tokens: null }])
  })

  test.each([
    ['refuses the person', async () => Promise.reject(refused('invalid_grant'))],
    ['names no role any more', async () => renewed([])],
  ])('ends when the provider %s', async (_, given) => {
    const id = await sessions.begin(person, tokens)
    answer = given
    await work(id, 51)
    await expect.poll(() => rolesOf(id)).toBe('company-ended')
    const line = expect.objectContaining({ event: 'session-ended', reason: 'company-ended' })
    await expect.poll(() => recorded.lines).toContainEqual(line)
    expect(await database.selectFrom('session').select('company_tokens').execute()).toEqual([{ company_tokens: null }])
  })

  test.each([
    ['does not answer', () => new Error('connect ECONNREFUSED')],
    ['refuses this console', () => refused('invalid_client')],
  ])('lives out its hour while the provider %s, and then ends', async (_, error) => {
    const id = await sessions.begin(person, tokens)
    answer = () => Promise.reject(error())
    expect(await work(id, 59)).toMatchObject({ id })
    await expect.poll(() => received.length).toBeGreaterThan(0)
    const asked = received.length
    for (let count = 0; count < 30; count++) await sessions.find(id, true)
    // One more may have been on its way.
    expect(received.length).toBeLessThanOrEqual(asked + 1)
    now += 61_000
    expect(await sessions.find(id, true)).toEqual({ ended: 'roles-unconfirmed' })
    expect(recorded.text()).not.toMatch(/refresh-1|ECONNREFUSED/)
  })

  test('lives out its hour and ends if the provider gave no refresh token', async () => {
    const id = await sessions.begin(person, { idToken: 'id-1' })
    expect(await work(id, 59)).toMatchObject({ id })
    now += 61_000
    expect(await sessions.find(id, true)).toEqual({ ended: 'roles-unconfirmed' })
    expect(received).toEqual([])
  })

  test('ends after its hour if company sign-in is not configured any more', async () => {
    const id = await sessions.begin(person, tokens)
    expect(await work(id, 61, openSessions(false))).toEqual({ ended: 'roles-unconfirmed' })
  })

  test('of a demo user has no hour', async () => {
    const settings = { ...defaults, hasDemoUsers: true }
    const demo = createSessions({
      database,
      clock,
      encryption,
      settings,
      log: recorded.log,
      audit: auditOf(database, clock),
    })
    const id = await demo.begin({ ...person, subject: 'demo:admin' })
    expect(await work(id, 120, demo)).toMatchObject({ id })
  })
})
