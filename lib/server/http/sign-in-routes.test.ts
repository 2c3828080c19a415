/** next-auth's addresses as a browser uses them: one cookie, one session, for sign-out as for everything else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, createConsole } from '../../console/console'
import { type Database, migrate, openDatabase } from '../../database/open'
import { createSignInLimits, limits } from '../auth/sign-in-limits'
import { createBrowser, sessionName as name } from '../auth/testing'
import { type Clock, systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { recordedLog, settingsFor } from '../testing'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sign-in-routes-'))
const settings = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
let database: Database
let console: Console
let recorded: ReturnType<typeof recordedLog>

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
})
beforeEach(() => {
  recorded = recordedLog()
  console = createConsole({ settings, database, log: recorded.log, clock: systemClock })
})
afterAll(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const openBrowser = (address?: string) => createBrowser(() => console, address)
/** A browser that is signed in. */
async function signedIn(username: string) {
  const browser = openBrowser()
  await browser.demo(username)
  return browser
}
const session = (cookie: string) => console.sessionOf(cookie, true)
const read = async (cookie: string) => {
  const address = 'http://localhost:3000/api/sandbox/v2/transfer/transfers'
  const answer = await console.http.proxy(new NextRequest(address, { headers: { cookie } }))
  return { status: answer.status, problem: await answer.json() }
}

describe('Sign-out', () => {
  it.each([
    ['no other cookie', {}],
    ['a cookie that next-auth joins to it', { [`${name}.0`]: 'junk' }],
    ['several of them', { [`${name}.1`]: 'junk', [`${name}-old`]: 'junk', [`${name}.0`]: 'junk' }],
  ])('ends the session that every other request reads, with %s', async (_, others) => {
    const browser = await signedIn('support')
    const own = browser.sessionCookie()
    expect(await session(own)).toMatchObject({ subject: 'demo:support' })
    for (const [key, value] of Object.entries(others)) browser.cookies.set(key, value)
    const answer = await browser.post('signout')
    expect(answer.status).toBe(200)
    expect(browser.cookies.has(name)).toBe(false)
    expect(await session(own)).toEqual({ ended: 'signed-out' })
  })

  it('keeps the session and its cookie if another site asks', async () => {
    const browser = await signedIn('support')
    const own = browser.sessionCookie()
    await browser.ask('signout', { csrfToken: 'guessed', json: 'true' })
    expect(browser.cookies.has(name)).toBe(true)
    expect(await session(own)).toMatchObject({ subject: 'demo:support' })
  })

  it('keeps the cookie and says so if the database cannot record it', async () => {
    const browser = await signedIn('support')
    const own = browser.sessionCookie()
    await sql`PRAGMA query_only = 1`.execute(database)
    const answer = await browser.post('signout').finally(() => sql`PRAGMA query_only = 0`.execute(database))
    expect(answer.status).toBe(503)
    expect(browser.cookies.has(name)).toBe(true)
    expect(await session(own)).toMatchObject({ subject: 'demo:support' })
  })
})

describe('Two session cookies in one request', () => {
  const both = async () => {
    const browser = await signedIn('support')
    return { browser, cookie: `${browser.sessionCookie()}; ${(await signedIn('admin')).sessionCookie()}` }
  }

  it('are refused by pages and by the API', async () => {
    const { cookie } = await both()
    expect(await session(cookie)).toEqual({ ended: 'repeated-cookie' })
    const { status, problem } = await read(cookie)
    expect([status, problem.title]).toEqual([401, 'The browser sent more than one session cookie.'])
  })

  it.each(['session', 'signout'])('are refused by %s, which removes the cookie', async (action) => {
    const { browser, cookie } = await both()
    const sent = { cookie: `${browser.header()}; ${cookie}` }
    const answer =
      action === 'session' ? await browser.ask(action, undefined, sent) : await browser.post(action, {}, sent)
    expect(answer.status).toBe(401)
    expect(browser.cookies.has(name)).toBe(false)
  })

  it('are found however they are separated', async () => {
    const { cookie } = await both()
    expect(await session(cookie.replace('; ', ';'))).toEqual({ ended: 'repeated-cookie' })
    expect(await session(`other=1;${cookie.split('; ')[0]}`)).toMatchObject({ subject: 'demo:support' })
  })
})

describe('Sign-in', () => {
  const guess = (browser: ReturnType<typeof openBrowser>, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => browser.demo('admin', `wrong-${index}`)))

  it('answers 429 with a time to wait once too many passwords were wrong, to a right one too', async () => {
    const browser = openBrowser('192.0.2.10')
    await browser.ask('csrf')
    for (const answer of await guess(browser, limits.nameFailures.most)) expect(answer.status).toBe(401)
    for (const password of ['wrong', 'demo']) {
      const answer = await browser.demo('admin', password)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        429,
        expect.stringContaining('problem+json'),
      ])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(200)
      expect(await answer.json()).toMatchObject({
        type: '/problems/rate-limited',
        request_id: expect.any(String),
        // Where next-auth's client leads the page.
        url: 'http://localhost:3000/sign-in?error=TooManyAttempts',
      })
    }
    expect(browser.cookies.has(name)).toBe(false)
    expect((await openBrowser('192.0.2.11').demo('support')).status).toBe(200)
  })

  it('ends the session whose cookie it replaces, and one that is refused does not', async () => {
    const browser = await signedIn('support')
    const before = browser.sessionCookie()
    await browser.demo('admin', 'wrong')
    expect(await session(before)).toMatchObject({ subject: 'demo:support' })
    await browser.demo('treasury')
    expect(await session(browser.sessionCookie())).toMatchObject({ subject: 'demo:treasury' })
    expect(await session(before)).toEqual({ ended: 'signed-out' })
  })

  it('does not count right passwords as failures', async () => {
    const browser = openBrowser('192.0.2.20')
    for (let count = 0; count < 2 * limits.nameFailures.most; count++)
      expect((await browser.demo('treasury')).status).toBe(200)
  })

  it('counts what the provider refused, not attempts, and leads a person to the page that says so', async () => {
    const browser = openBrowser('192.0.2.30')
    const known = openBrowser('192.0.2.30')
    await known.demo('support')
    const own = createSignInLimits({
      database,
      clock: systemClock,
      encryption: new Encryption(settings),
      log: recorded.log,
    })
    const attempts = Array.from({ length: limits.refusals.most }, () => browser.ask('callback/demo', { x: 'y' }))
    for (const answer of await Promise.all(attempts)) expect(answer.status).not.toBe(429)
    for (let count = 0; count < limits.refusals.most; count++) await own.countRefusal('192.0.2.30')
    expect((await browser.ask('callback/oidc?code=1&state=1')).status).toBe(429)
    expect((await known.ask('callback/oidc?code=1&state=1')).status).not.toBe(429)
    const answer = await browser.ask('callback/oidc?code=1&state=1', undefined, { 'sec-fetch-mode': 'navigate' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'http://localhost:3000/sign-in?error=TooManyAttempts',
    ])
    expect((await browser.ask('csrf')).status).toBe(200)
  })

  it('says that the database is not available, without the text of its driver', async () => {
    const browser = openBrowser('192.0.2.40')
    await browser.ask('csrf')
    await sql`alter table sign_in_limit rename to away`.execute(database)
    const answer = await browser
      .post('callback/demo', { username: 'admin', password: 'demo' })
      .finally(() => sql`alter table away rename to sign_in_limit`.execute(database))
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('sign_in_limit')
  })
})

describe('What is no longer needed', () => {
  /** A clock whose timers run when a test says so. */
  function manualClock() {
    const timers = new Map<object, { millis: number; act: () => void }>()
    const after = (millis: number, act: () => void) => {
      const key = {}
      timers.set(key, { millis, act })
      return () => timers.delete(key)
    }
    return { clock: { ...systemClock, after } satisfies Clock, timers }
  }

  it('is removed in the background, never at a sign-in, until the console closes', async () => {
    const own = mkdtempSync(join(tmpdir(), 'mintdesk-tidying-'))
    const database = openDatabase({ dataFolder: own })
    await migrate(database)
    const { clock, timers } = manualClock()
    const console = createConsole({ settings, database, log: recorded.log, clock })
    const old = { id: 'old', subject: 'oidc:ines', name: 'Ines', roles: 'treasury', created_at: 0, seen_at: 0 }
    await database
      .insertInto('session')
      .values({ ...old, grant_digest: '' })
      .execute()
    const isThere = async () =>
      (await database.selectFrom('session').select('id').where('id', '=', 'old').execute()).length === 1
    await createBrowser(() => console).demo('support')
    expect(await isThere()).toBe(true)
    const [first] = timers
    if (!first) throw new Error('No timer was set.')
    timers.delete(first[0])
    first[1].act()
    await expect.poll(isThere).toBe(false)
    await expect.poll(() => timers.size).toBeGreaterThan(0)
    await console.close()
    expect(timers.size).toBe(0)
    rmSync(own, { recursive: true, force: true })
  })
})
