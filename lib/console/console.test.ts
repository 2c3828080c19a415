/** A console made of its dependencies, in front of a provider that hangs: deadlines, cancelled requests, and the log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../database/open'
import type { Role } from '../provider/roles'
import { type Clock, systemClock } from '../server/clock'
import { shutDown } from '../server/shutdown'
import { fastClock, recordedLog, settingsFor } from '../server/testing'
import { type Console, createConsole } from './console'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-console-'))
let database: Database
let provider: Server
let recorded: ReturnType<typeof recordedLog>
let console: Console
let cookie: string
/** Requests that reached the provider, and those whose connections were closed before an answer. */
let arrived: string[]
let closed: string[]
/** Paths of the provider that never answer. */
let hanging: string[]
/** How the provider answers orders. */
let orderAnswer: [status: number, body: string]

const token = JSON.stringify({ access_token: 'the-token', token_type: 'bearer', expires_in: 3600 })

/** Headers of every answer of the provider. */
let more: Record<string, string> = {}

function serve(path: string, response: ServerResponse) {
  arrived.push(path)
  response.once('close', () => response.writableFinished || closed.push(path))
  if (hanging.includes(path)) return
  const list: typeof orderAnswer = [200, '{"items":[],"next_page_cursor":""}']
  const [status, body] = path === '/oauth2/token' ? [200, token] : path === orders ? orderAnswer : list
  response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body)
}

/** Opens a console for a person with a role. */
async function open(
  role: Role = 'treasury',
  clock: Clock = systemClock,
  upstreamRate = 0,
  on = database,
): Promise<void> {
  const { port } = provider.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const settings = { ...settingsFor({ baseUrl: address, authUrl: address }), upstreamRate }
  recorded = recordedLog()
  console = createConsole({ settings, database: on, log: recorded.log, clock })
  const sid = await console.sessions.begin({ subject: `oidc:${role}`, name: 'Ines Okafor', roles: [role] })
  cookie = `${console.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
}

function ask(path: string, init: { method?: string; body?: string; headers?: object; signal?: AbortSignal } = {}) {
  const headers = { cookie, ...init.headers }
  return console.http.proxy(new NextRequest(`http://localhost:3000/api/sandbox${path}`, { ...init, headers }))
}

const list = '/v2/transfer/transfers'
const orders = '/v2/profiles/p-1/orders'
const write = (more: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({ side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }),
  headers: {
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
    'x-mintdesk-intent': crypto.randomUUID(),
    ...more,
  },
})

beforeAll(async () => {
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  provider = createServer((request, response) => serve(String(request.url).split('?')[0] ?? '', response))
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  arrived = []
  closed = []
  hanging = []
  more = {}
  orderAnswer = [200, '{"items":[],"next_page_cursor":""}']
})
afterEach(() => provider.closeAllConnections())
afterAll(async () => {
  provider.close()
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
})

describe('A read whose browser disconnects', () => {
  it('is cancelled at the provider at once', async () => {
    await open()
    hanging = [list]
    const browser = new AbortController()
    const answer = ask(list, { signal: browser.signal })
    await expect.poll(() => arrived).toContain(list)
    browser.abort()
    expect((await answer).status).toBe(499)
    await expect.poll(() => closed).toEqual([list])
  })

  it('is cancelled at once while it waits for a token', async () => {
    await open()
    hanging = ['/oauth2/token']
    const browser = new AbortController()
    const answer = ask(list, { signal: browser.signal })
    await expect.poll(() => arrived).toEqual(['/oauth2/token'])
    browser.abort()
    expect((await answer).status).toBe(499)
    expect(arrived).not.toContain(list)
  })

  it('is cancelled at once while it waits for a rate-limit slot', async () => {
    await open('treasury', systemClock, 1)
    expect((await ask(list)).status).toBe(200)
    const browser = new AbortController()
    const began = performance.now()
    const answer = ask(list, { signal: browser.signal })
    browser.abort()
    expect((await answer).status).toBe(499)
    expect(performance.now() - began).toBeLessThan(500)
    expect(arrived.filter((path) => path === list)).toHaveLength(1)
  })
})

describe('A read', () => {
  it('has one deadline of 15 s for its slot, its token and its answer', async () => {
    await open('treasury', fastClock(8), 1)
    hanging = [list]
    const began = performance.now()
    const answers = await Promise.all([ask(list), ask(list), ask(list)])
    expect(answers.map(({ status }) => status)).toEqual([504, 504, 504])
    // 15 s, eight times faster.
    expect(performance.now() - began).toBeLessThan(3_500)
  })
})

describe('A write', () => {
  it('that was claimed is not aborted by its browser, and its outcome is recorded', async () => {
    await open('treasury', fastClock(8))
    hanging = [orders]
    const browser = new AbortController()
    const sent = write()
    const answer = ask(orders, { ...sent, signal: browser.signal })
    await expect.poll(() => arrived).toContain(orders)
    browser.abort()
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).not.toContain(orders)
    await answer
    const row = await console.writes.ledger.rows.byId(sent.headers['x-mintdesk-intent'])
    expect(logged().at(-1)).toMatchObject({ status: 504, problem: '/problems/unknown-outcome' })
    expect([row?.state, row?.reason]).toEqual(['unknown', 'It was sent, but no complete answer arrived in time.'])
  })

  it('that cannot get a token in time stays prepared, and nothing is sent', async () => {
    await open('treasury', fastClock(8))
    hanging = ['/oauth2/token']
    const answer = await ask(orders, write())
    expect([answer.status, answer.headers.get('x-mintdesk-intent-state')]).toEqual([504, 'prepared'])
    expect(arrived.filter((path) => path !== '/oauth2/token')).toEqual([])
  })
})

/** What was logged beside the audit log, which has tests of its own. */
const logged = () => recorded.lines.filter(({ msg }) => msg !== 'audit')

describe('The log of a console', () => {
  it('has one line for a request, with the status and time of the provider', async () => {
    await open()
    const answer = await ask(`${list}?ref_ids=000123456789`)
    expect(logged()).toEqual([
      expect.objectContaining({
        msg: 'request',
        request_id: answer.headers.get('x-request-id'),
        operation: 'listTransfers',
        environment: 'sandbox',
        subject: 'oidc:treasury',
        status: 200,
        upstream_status: 200,
        upstream_ms: expect.any(Number),
      }),
    ])
    expect(recorded.text()).not.toMatch(/000123456789|the-token|session-token/)
  })

  it('leads from a write to its request, its intent, and what the provider calls it', async () => {
    more = { 'x-request-id': 'abc-123' }
    orderAnswer = [200, '{"id":"o-1","status":"PENDING"}']
    await open()
    const sent = write()
    const intent = sent.headers['x-mintdesk-intent']
    const request_id = (await ask(orders, sent)).headers.get('x-request-id')
    await console.own(new NextRequest(`http://localhost:3000/api/sandbox/intents/${intent}`, { headers: { cookie } }))
    expect(logged()).toMatchObject([
      { event: 'write-sent', request_id, intent },
      { operation: 'createOrder', request_id, intent, upstream_request_id: 'abc-123' },
      { operation: 'getIntent', intent },
    ])
  })

  it.each([
    ['r'.repeat(5_000), 'r'.repeat(100)],
    ['a b"c{}<d>', 'abcd'],
    ['x-the-token', 'x-removed'],
    ['{}', undefined],
  ])("has of the provider's request ID %j at most 100 harmless characters", async (id, shown) => {
    more = { 'x-request-id': id }
    await open()
    await ask(list)
    expect(logged()[0]?.upstream_request_id).toBe(shown)
  })

  it.each([
    ['a role that may not', 'role-refused', 'support', write(), 403],
    ['a page of another site', 'not-same-origin', 'treasury', write({ origin: 'https://elsewhere.example' }), 403],
    ['the page of another person', 'person-changed', 'treasury', write({ 'x-mintdesk-person': 'oidc:tomas' }), 409],
  ] as const)('has a line of its own for a refusal of %s', async (_, event, role, init, status) => {
    await open(role)
    expect((await ask(orders, init)).status).toBe(status)
    expect(logged()).toMatchObject([
      { msg: 'security', level: 40, event, subject: `oidc:${role}`, operation: 'createOrder' },
      { msg: 'request', status },
    ])
    expect(arrived).toEqual([])
  })

  it('says that a session has ended, as its answer does', async () => {
    await open()
    const sid = (
      await database.selectFrom('session').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    ).id
    await console.sessions.end(sid)
    const answer = await ask(list)
    expect(await answer.json()).toMatchObject({
      status: 401,
      type: '/problems/session-ended',
      detail: 'You signed out, perhaps in another tab. Sign in to continue.',
      meta: { reason: 'signed-out' },
    })
    expect(logged()).toMatchObject([
      { msg: 'security', event: 'sign-out' },
      { msg: 'request', status: 401 },
    ])
  })
})

describe('A write whose answer quotes our secrets', () => {
  // Of this console.
  const quoted = 'the-token and demo-secret'
  const isShown = (text: string) => /the-token|demo-secret/.test(text)

  it.each([
    [200, `{"id":"o-1","status":"${quoted}","note":"${quoted}"}`],
    [400, `{"title":"No.","detail":"${quoted}","request_id":"${quoted}","meta":{"${quoted}":"${quoted}"}}`],
    [400, `{"title":"No.","errors":[{"field":"${quoted}","message":"${quoted}"}]}`],
    [422, quoted],
    [500, `{"detail":"${quoted}"}`],
  ])('with %i leaves none of them in the answer, in the database and in the log', async (status, body) => {
    expect(isShown(body)).toBe(true)
    await open()
    orderAnswer = [status, body]
    const sent = write()
    const id = sent.headers['x-mintdesk-intent']
    const answer = await ask(orders, sent)
    const detail = await console.own(
      new NextRequest(`http://localhost:3000/api/sandbox/intents/${id}`, { headers: { cookie } }),
    )
    const row = await console.writes.ledger.rows.byId(id)
    if (!row) throw new Error('Nothing was recorded.')
    const { rows } = console.writes.ledger
    const { events } = await rows.eventsOf(id)
    const stored = JSON.stringify([{ ...row, answer: rows.answerOf(row), body: '' }, events])
    for (const text of [await answer.text(), await detail.text(), stored, recorded.text()])
      expect(isShown(text), text).toBe(false)
  })
})

describe('An address of the console with thousands of unknown names', () => {
  const search = new URLSearchParams(Array.from({ length: 5_000 }, (_, at) => [`name_${at}`, '1']))

  it('is refused by the proxy with 20 of them and a count', async () => {
    await open()
    const { errors, detail } = await (await ask(`${list}?${search}`)).json()
    expect(errors).toHaveLength(20)
    expect(detail).toMatch(/ 4,980 more errors are not listed\.$/)
  })

  it('is refused by the activity with 20 of them and a count', async () => {
    await open()
    const request = new NextRequest(`http://localhost:3000/api/sandbox/intents?${search}`, { headers: { cookie } })
    const answer = await console.own(request)
    const { errors, detail } = await answer.json()
    expect(errors).toHaveLength(20)
    expect(detail).toMatch(/ 4,980 more errors are not listed\.$/)
  })
})

describe('A preset', () => {
  const save = (kind: string, key: string) => {
    const init = {
      method: 'PUT',
      body: JSON.stringify({ key, value: 'Main' }),
      headers: { ...write().headers, cookie },
    }
    const address = `http://localhost:3000/api/sandbox/presets?kind=${kind}`
    return console.own(new NextRequest(address, init))
  }

  it('has no account number in its name, which is stored in plain text; the id of a profile may be digits', async () => {
    await open()
    const refused = await save('metadata-template', 'To 0001 2345 6789')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'key' }] })
    expect((await save('metadata-template', 'Payroll 2026')).status).toBe(200)
    expect((await save('profile', '000123456789')).status).toBe(200)
  })

  it.each<[Role, forms: number, columns: number]>([
    ['treasury', 200, 200],
    ['support', 403, 200],
    ['auditor', 403, 403],
  ])(
    'of forms is saved by those who send, columns of statements by all who change anything: %s',
    async (role, forms, columns) => {
      await open(role)
      expect((await save('profile', 'main')).status).toBe(forms)
      expect((await save('statement-columns', 'a-digest')).status).toBe(columns)
    },
  )
})

describe('A console that is asked to stop', () => {
  it('says that it is not ready, waits for a write whose browser has gone, and closes its database', async () => {
    const own = join(folder, 'stopping')
    const before = openDatabase({ dataFolder: own })
    await migrate(before)
    await open('treasury', systemClock, 0, before)
    console.begin()
    const ready = async () => (await console.readiness.answer()).json()
    expect(await ready()).toMatchObject({ status: 'ready', failing: [] })
    hanging = [orders]
    const browser = new AbortController()
    const answer = ask(orders, { ...write(), signal: browser.signal })
    await expect.poll(() => arrived).toContain(orders)
    browser.abort()
    const done = shutDown(console, [], { shutdownMillis: 20_000, shutdownDelayMillis: 0 })
    await expect.poll(ready, { timeout: 5_000 }).toMatchObject({ status: 'not-ready', failing: ['stopping'] })
    // The connection breaks, so nobody knows whether the order was placed.
    provider.closeAllConnections()
    expect([await done, (await answer).status]).toEqual([true, 504])
    await expect(before.selectFrom('intent').select('state').execute()).rejects.toThrow()
    const after = openDatabase({ dataFolder: own })
    expect(await after.selectFrom('intent').select('state').execute()).toEqual([{ state: 'unknown' }])
    await after.destroy()
  })
})
