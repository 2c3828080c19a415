/** next-auth's addresses as a browser uses them: one cookie, one session, for sign-out as for everything else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../../database/open'
import { createBrowser, sessionName as name } from '../auth/testing'
import { type Console, createConsole } from '../console'
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
  console = createConsole({ settings, database, log: recorded.log })
})
afterAll(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const openBrowser = () => createBrowser(() => console)
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
