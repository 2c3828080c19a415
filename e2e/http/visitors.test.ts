/**
 * Visitors of a public demo at once, each in a world of their own behind a proxy. A campaign has more of them, and kills the
 * sandbox more often (`--visitors=50`, `--visitor-kills=10`); it also fills the demo.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoVariables, freePort, type RunningProcess, sandboxToken, startConsole, startSandbox } from '../processes'
import { type Browser, browserAt } from '../session'

const visitors = Number(process.env.VISITORS ?? 5)
const kills = Number(process.env.VISITOR_KILLS ?? 1)

const profile = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const folder = mkdtempSync(join(tmpdir(), 'mintdesk-visitors-'))
let port = 0
/** Where visitors open it: the proxy. */
let origin = ''
let proxy: Server
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let desk: RunningProcess

/** A reverse proxy as operators have one: it adds the address that it saw to what the client claims. */
function startProxy(at: number): Server {
  return createServer((incoming, response) => {
    const claimed = incoming.headers['x-forwarded-for']
    const seen = [claimed, incoming.socket.remoteAddress].filter(Boolean).join(', ')
    const { method, headers } = incoming
    const onward = request(desk.url + incoming.url, { method, headers: { ...headers, 'x-forwarded-for': seen } })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  }).listen(at, '127.0.0.1')
}

beforeAll(async () => {
  port = await freePort()
  const proxyPort = await freePort()
  origin = `http://localhost:${proxyPort}`
  proxy = startProxy(proxyPort)
  sandbox = await startSandbox(folder, 300, {}, port)
  await sandbox.answers()
  desk = await startConsole({
    ...demoVariables(sandbox.sandbox.url),
    MINTDESK_DATA: folder,
    MINTDESK_EMBEDDED: '1',
    NEXTAUTH_URL: origin,
    DEMO_USERS: '1',
    DEMO_WORLDS: '1',
    TRUSTED_PROXY_HOPS: '1',
    SANDBOX_CONTROL_TOKEN: sandboxToken,
  })
}, 120_000)
afterAll(async () => {
  proxy.close()
  proxy.closeAllConnections()
  await Promise.all([desk.stop(), sandbox.sandbox.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Kills the sandbox and starts it on what it left, as `npm start` does. */
async function killSandbox() {
  process.kill(sandbox.sandbox.pid ?? 0, 'SIGKILL')
  await sandbox.sandbox.exited
  sandbox = await startSandbox(folder, 300, {}, port)
  await sandbox.answers()
}

/** A browser behind the proxy, at an address of its own. */
function visitorAt(index: number): Browser {
  const browser = browserAt(desk.url)
  const address = `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`
  const browse: Browser = Object.assign(
    (path: string, sent: Parameters<Browser>[1] = {}) =>
      browser(path, { ...sent, headers: { 'x-forwarded-for': address, origin, ...sent.headers } }),
    { cookies: browser.cookies },
  )
  return browse
}

const begin = async (browser: Browser) =>
  expect((await browser('/api/worlds', { method: 'POST', json: {} })).status).toBe(200)

const markOf = (index: number) => `of-visitor-${index}-`

/** What a visitor saw and did. */
type Seen = { errors: string[]; foreign: string[]; answered: string[]; unknown: string[] }

/** What somebody does in two minutes, once: orders something, and looks at lists, pages, and what they did. */
async function walk(browser: Browser, index: number, seen: Seen): Promise<void> {
  const look = async (what: string, answer: Promise<Response>) => {
    const { status } = await answer.then(async (one) => {
      const text = await one.text()
      for (const [mark, of] of text.matchAll(/of-visitor-(\d+)-/g)) if (Number(of) !== index) seen.foreign.push(mark)
      return one
    })
    if (status >= 400) seen.errors.push(`${what}: ${status}`)
    return status
  }
  const ref_id = `${markOf(index)}${crypto.randomUUID()}`
  const intent = crypto.randomUUID()
  const status = await look(
    'order',
    browser(`/api/sandbox/v2/profiles/${profile}/orders`, {
      method: 'POST',
      json: { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '500', ref_id },
      headers: { 'x-mintdesk-intent': intent },
    }),
  )
  if (status === 200) seen.answered.push(ref_id)
  if (status === 504) seen.unknown.push(intent)
  const lists = ['v2/transfer/transfers?limit=20', 'intents', 'order-references?market=ETHUSD', 'movements', 'views']
  for (const path of lists) await look(path, browser(`/api/sandbox/${path}`))
  for (const path of ['', '/orders', `/activity/${intent}`, `/lookup?q=${ref_id}`])
    await look(path, browser(`/sandbox${path}`))
}

test('visitors at once see no error and nothing of each other, and kill -9 of the sandbox loses nothing that was answered', async () => {
  const all = Array.from({ length: visitors }, (_, index) => ({
    index,
    browser: visitorAt(index),
    seen: { errors: [], foreign: [], answered: [], unknown: [] } as Seen,
  }))
  await Promise.all(
    all.map(async ({ browser, index, seen }) => {
      await begin(browser)
      for (let round = 0; round < 2; round++) await walk(browser, index, seen)
    }),
  )
  expect(all.flatMap(({ seen }) => [...seen.errors, ...seen.foreign])).toEqual([])

  let isOver = false
  const working = all.map(async ({ browser, index, seen }) => {
    while (!isOver) await walk(browser, index, seen)
  })
  for (let kill = 0; kill < kills; kill++) {
    const before = all.reduce((sum, { seen }) => sum + seen.answered.length, 0)
    await expect
      .poll(() => all.reduce((sum, { seen }) => sum + seen.answered.length, 0), { timeout: 60_000 })
      .toBeGreaterThan(before + visitors)
    await killSandbox()
  }
  isOver = true
  await Promise.all(working)
  const refused = all.flatMap(({ seen }) => seen.errors.splice(0))
  // What was asked for while the sandbox was away is refused or unknown, and says so.
  expect(refused.filter((error) => !/: 50[234]$/.test(error))).toEqual([])
  for (const { browser, seen } of all)
    for (const intent of seen.unknown) {
      const found = await browser(`/api/sandbox/intents/${intent}/resolve`, { method: 'POST', json: {} })
      expect([200, 409]).toContain(found.status)
    }
  for (const { browser, index, seen } of all) await walk(browser, index, seen)
  expect(all.flatMap(({ seen }) => [...seen.errors, ...seen.foreign])).toEqual([])

  const { clients } = (await sandbox.control('GET', '/clients')) as { clients: { id: string }[] }
  const found = new Map<string, number>()
  for (const { id } of clients.filter((one) => one.id.startsWith('world-'))) {
    const { orders } = (await sandbox.control('GET', `/clients/${id}/orders`)) as { orders: { ref_id: string }[] }
    const marked = orders.filter(({ ref_id }) => ref_id?.startsWith('of-visitor-'))
    expect(new Set(marked.map(({ ref_id }) => ref_id.split('-')[2])).size).toBeLessThanOrEqual(1)
    for (const { ref_id } of marked) found.set(ref_id, (found.get(ref_id) ?? 0) + 1)
  }
  const answered = all.flatMap(({ seen }) => seen.answered)
  expect(answered.filter((ref_id) => found.get(ref_id) !== 1)).toEqual([])
  expect([...found.values()].filter((count) => count > 1)).toEqual([])
  const unknown = all.reduce((sum, { seen }) => sum + seen.unknown.length, 0)
  console.log(
    `${visitors} visitors, ${kills} kills: ${answered.length} orders answered and there once, ${unknown} unknown at first, ${refused.length} requests refused while the sandbox was away`,
  )
})

test('behind a proxy visitors are limited by the address that it saw, whatever they claim, and read that the demo may be reset', async () => {
  const visitor = () => browserAt(origin)
  expect(await (await visitor()('/sign-in')).text()).toContain('may be reset at any time')
  const first = visitor()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++) {
    const browser = count === 0 ? first : visitor()
    const headers = { 'x-forwarded-for': `192.0.2.${count}` }
    statuses.push((await browser('/api/worlds', { method: 'POST', json: {}, headers })).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  // Twenty of one network at most: its own oldest went.
  expect((await first('/api/sandbox/views')).status).toBe(401)
  const elsewhere = visitorAt(900)
  await begin(elsewhere)
  expect((await elsewhere('/api/sandbox/views')).status).toBe(200)
})

test.runIf(process.env.CAMPAIGN)('the 201st world ends the one that was idle longest', async () => {
  const browsers: Browser[] = []
  const { clients } = (await sandbox.control('GET', '/clients')) as { clients: { id: string }[] }
  const there = clients.filter(({ id }) => id.startsWith('world-')).length
  for (let index = 0; index < 200; index++) {
    const browser = visitorAt(1_000 + index)
    await begin(browser)
    browsers.push(browser)
  }
  // Those of the test before were idle longer.
  expect(there).toBeGreaterThan(0)
  const list = '/api/sandbox/v2/transfer/transfers?limit=1'
  const statuses = () => Promise.all(browsers.map(async (browser) => (await browser(list)).status))
  expect((await statuses()).filter((status) => status !== 200)).toEqual([])
  // In their order, so that the second is the one that was used longest ago.
  for (const browser of [...browsers.slice(1), browsers[0]]) await browser?.(list)
  await begin(visitorAt(2_000))
  const after = await statuses()
  expect([after[1], after.filter((status) => status === 200).length]).toEqual([401, 199])
  await expect
    .poll(async () => {
      const { clients: left } = (await sandbox.control('GET', '/clients')) as { clients: { id: string }[] }
      return left.filter(({ id }) => id.startsWith('world-')).length
    })
    .toBe(200)
})
