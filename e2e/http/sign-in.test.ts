/** Sign-in and sign-out over real connections: which address counts, which cookie, and who is on this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, demoVariables, type RunningProcess, startConsole, startDemo } from '../processes'
import { browserAt, demoBrowser, postAuth, sessionOf } from '../session'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-sign-in-'))
let demo: Demo
/** A console behind one proxy, open to others. */
let behindProxy: RunningProcess

beforeAll(async () => {
  demo = await startDemo(100)
  behindProxy = await startConsole({
    MINTDESK_DATA: folder,
    ...demoVariables(demo.sandbox.url),
    DEMO_USERS: '1',
    TRUSTED_PROXY_HOPS: '1',
  })
}, 120_000)
afterAll(async () => {
  await Promise.all([demo?.stop(), behindProxy?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const transfers = '/api/sandbox/v2/transfer/transfers?limit=1'

test('sign-out ends the session, whatever cookies come with it', async () => {
  const browser = await demoBrowser(demo.console.url, 'support')
  const cookie = sessionOf(browser)
  browser.cookies.set('junk', { ...cookie, name: `${cookie.name}.0`, value: 'junk' })
  expect((await browser(transfers)).status).toBe(200)
  expect((await postAuth(browser, 'signout')).status).toBe(200)
  expect((await browserAt(demo.console.url, cookie)(transfers)).status).toBe(401)
})

test('a sign-in never leads to another site', async () => {
  for (const callbackUrl of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example']) {
    const visitor = browserAt(demo.console.url)
    const answer = await postAuth(visitor, 'callback/demo', { username: 'support', password: 'demo', callbackUrl })
    expect(sessionOf(visitor).value).not.toBe('')
    expect(new URL((await answer.json()).url, demo.console.url).origin, callbackUrl).toBe(demo.console.url)
  }
})

test('two session cookies are refused by the API and by pages', async () => {
  const roles = ['support', 'admin'] as const
  const both = await Promise.all(roles.map(async (role) => sessionOf(await demoBrowser(demo.console.url, role))))
  const headers = { cookie: both.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const browser = browserAt(demo.console.url)
  expect((await browser(transfers, { headers })).status).toBe(401)
  const page = await browser('/sandbox/transfers', { headers })
  expect([page.status, page.headers.get('location')]).toEqual([307, expect.stringContaining('ended=repeated-cookie')])
})

test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host'])(
  'a request with %s gets no answer from a console with demo users',
  async (name) => {
    const browser = browserAt(demo.console.url)
    await expect(browser('/sign-in', { headers: { [name]: 'for=203.0.113.7' } })).rejects.toThrow()
    expect((await browser('/sign-in')).status).toBe(200)
  },
)

test('the address that limits sign-in is the one that the proxy saw, whatever the client writes', async () => {
  const browser = browserAt(behindProxy.url)
  const { csrfToken } = (await (await browser('/api/auth/csrf')).json()) as { csrfToken: string }
  const guess = async (index: number, address: string) => {
    const body = new URLSearchParams({ csrfToken, json: 'true', username: `name-${index}`, password: 'wrong' })
    const headers = {
      'x-forwarded-for': `198.51.100.${index}, ${address}`,
      'x-mintdesk-client-address': `198.51.100.${index}`,
    }
    return (await browser('/api/auth/callback/demo', { method: 'POST', body, headers })).status
  }
  const statuses: number[] = []
  for (let index = 0; index < 32; index++) statuses.push(await guess(index, '203.0.113.7'))
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429])
  expect(await guess(100, '203.0.113.8')).toBe(401)
})
