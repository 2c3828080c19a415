/** Worlds: each keeps what is in it, and what it was made of goes with it. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownPath } from '../../api/own-row'
import { migrate, openDatabase } from '../../database/open'
import { consoleOperationNames, consoleRow } from '../../features/operations'
import { worldOperationNames, worldOperations } from '../../features/worlds/interface'
import { operationNames, pathOf, rowOf } from '../../provider/operations'
import { type Role, roles } from '../../provider/roles'
import { controlToken, type Service, startService } from '../../sandbox/testing'
import { addressHeader } from '../../server/auth/client-address'
import { RequestContext } from '../../server/auth/request-context'
import { sessionName } from '../../server/auth/testing'
import { Metrics } from '../../server/telemetry/metrics'
import { recordedLog, settingsFor, shiftedClock, silentLog } from '../../server/testing'
import { type Console, createConsole } from '../console'
import { lockWorlds } from './folder-lock'
import { linkLife, mostLinks } from './links'
import { worldStorage } from './making'
import { createWorldRoutes, mostTries } from './world-routes'
import { createWorlds, idleLimit, mostMade, type Worlds } from './worlds'

const origin = 'http://localhost:3000'

let service: Service
let folder: string
let shared: Console
let worlds: Worlds
let answerWorlds: ReturnType<typeof createWorldRoutes>
let clock: ReturnType<typeof shiftedClock>
let metrics: Metrics
let recorded: ReturnType<typeof recordedLog>

beforeAll(async () => {
  service = await startService(60)
})
afterAll(() => service.stop())

const most = { all: 4, ofNetwork: 3 }

const settings = () => {
  const address = `http://127.0.0.1:${service.port}`
  return {
    ...settingsFor({ baseUrl: address, authUrl: address }),
    dataFolder: folder,
    worldsToken: controlToken,
    isEmbedded: true,
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-worlds-'))
  clock = shiftedClock()
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  shared = createConsole({ settings: settings(), database, log: silentLog, clock })
  metrics = new Metrics({ version: '', build: '', node: '', database: 'sqlite' })
  recorded = recordedLog()
  worlds = createWorlds({ settings: settings(), shared, log: recorded.log, metrics, clock, most })
  answerWorlds = createWorldRoutes({ settings: settings(), shared, worlds, log: silentLog, clock })
})
afterEach(async () => {
  await worlds.close()
  await shared.close()
  rmSync(folder, { recursive: true })
  for (const { id } of service.clients.all())
    if (id.startsWith('world-')) await service.control('DELETE', `/clients/${id}`)
})

type Sent = { method?: string; body?: object; headers?: Record<string, string> }

/** A browser with its cookie. @param address where its requests come from */
function visitor(address = '192.0.2.1', cookie = '') {
  const browser = {
    cookie,
    /** Requests a path, of the console that its cookie leads to. */
    async send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Response> {
      const request = new NextRequest(origin + path, {
        method,
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          cookie: browser.cookie,
          origin,
          [addressHeader]: address,
          ...(body && { 'content-type': 'application/json', 'x-mintdesk-intent': randomUUID() }),
          ...headers,
        },
      })
      if (path.startsWith('/api/worlds')) {
        const answer = await answerWorlds(request)
        const [given] = answer.headers.getSetCookie()
        if (given !== undefined) browser.cookie = given.split(';', 1)[0] ?? ''
        return answer
      }
      const console = (await worlds.of(browser.cookie))?.console ?? shared
      return path.includes('/v2/') ? console.http.proxy(request) : console.own(request)
    },
    read: async (path: string, sent?: Sent) => (await browser.send(path, sent)).json(),
    start: () => browser.send('/api/worlds', { method: 'POST' }),
    be: (role: Role) => browser.send('/api/worlds/role', { method: 'POST', body: { role } }),
    world: () => worlds.of(browser.cookie),
  }
  return browser
}

async function entered(role: Role = 'treasury', address?: string) {
  const browser = visitor(address)
  expect((await browser.start()).status).toBe(200)
  if (role !== 'treasury') expect((await browser.be(role)).status).toBe(200)
  return browser
}

const worldClients = () => service.clients.all().filter(({ id }) => id.startsWith('world-'))
const folders = () => readdirSync(join(folder, 'worlds')).filter((name) => !name.startsWith('template'))

const transfers = '/api/sandbox/v2/transfer/transfers?limit=100'
const profile = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const wire = {
  wire: {
    account_number: '4415092716',
    routing_details: { routing_number_type: 'ABA', routing_number: '011000015', bank_name: 'First Harbour Bank' },
  },
}
const order = (ref_id: string) => ({ side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '500', ref_id })

describe('A world', () => {
  it('has the seeded records, named profiles and four people, and begins as treasury', async () => {
    const browser = visitor()
    const answer = await browser.start()
    const { id: began = '' } = (await browser.world()) ?? {}
    expect(await answer.json()).toEqual({ url: '/sandbox', person: `demo:treasury@${began.slice(0, 8)}` })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/)
    expect((await browser.read(transfers)).items).toHaveLength(60)
    const { entries } = await browser.read('/api/sandbox/presets?kind=profile')
    expect(entries).toContainEqual(expect.objectContaining({ key: profile, value: 'Main treasury' }))
    const { people } = await browser.read('/api/sandbox/notes/people?kind=order')
    const { id = '' } = (await browser.world()) ?? {}
    expect(people).toContainEqual(
      expect.objectContaining({ subject: `demo:admin@${id.slice(0, 8)}`, name: 'Demo admin' }),
    )
    const made = await browser.send(`/api/sandbox/v2/profiles/${profile}/orders`, { method: 'POST', body: order('a') })
    expect(made.status).toBe(200)
    expect((await browser.send('/api/sandbox/webhooks')).status).toBe(403)
  })

  it('has work from before: an account, a rule and orders, one of which lost its answer but was placed, and one that waits', async () => {
    const browser = await entered()
    const { intents } = await browser.read('/api/sandbox/intents')
    const made = (intents as { operation: string; state: string }[]).map((one) => [one.operation, one.state])
    expect(made.sort()).toEqual([
      ['createFiatAccount', 'confirmed'],
      ['createOrder', 'confirmed'],
      ['createOrder', 'confirmed'],
      ['createOrder', 'unknown'],
      ['createOrder', 'waiting'],
      ['createRule', 'confirmed'],
    ])
    const { id = '' } = (await browser.world()) ?? {}
    const { body } = await service.control('GET', `/clients/world-${id}/orders`)
    expect(body.orders).toHaveLength(3)
  })

  it('has a policy that holds an order in euros, whose size in dollars nobody knows', async () => {
    const browser = await entered()
    const body = { side: 'SELL', market: 'BTCEUR', type: 'MARKET', base_amount: '10' }
    const sent = await browser.send(`/api/sandbox/v2/profiles/${profile}/orders`, { method: 'POST', body })
    expect(await sent.json()).toMatchObject({ state: 'waiting' })
  })

  it('is entered again by the browser whose session in it has ended', async () => {
    const browser = await entered()
    const world = await browser.world()
    clock.shift += 1
    await browser.start()
    expect(await browser.world()).toBe(world)
    expect(worldClients()).toHaveLength(1)
  })

  /** A browser that holds a copy of another one's cookie. */
  const copyOf = (browser: ReturnType<typeof visitor>) => visitor('192.0.2.9', browser.cookie)
  const signOut = async (browser: ReturnType<typeof visitor>) => {
    const { access, sessions } = (await browser.world())?.console ?? shared
    await sessions.end((await access.idOf(browser.cookie)) ?? '')
  }

  it('is not entered again by a cookie whose session was signed out, or ended in settings', async () => {
    const owner = await entered()
    const world = await owner.world()
    const [signedOut, admin] = [copyOf(owner), await entered('admin')]
    await signOut(owner)
    expect((await signedOut.start()).status).toBe(200)
    expect(await signedOut.world()).not.toBe(world)
    expect((await signedOut.send(transfers)).status).toBe(200)
    const [own, ended] = [await admin.world(), copyOf(admin)]
    const row = (await own?.console.sessions.open())?.filter(({ roles }) => roles === 'admin') ?? []
    await own?.console.sessions.endAll(row, { subject: 'demo:admin' })
    await ended.start()
    expect(await ended.world()).not.toBe(own)
  })

  it('is entered again by a session once, whether it is alive or was idle', async () => {
    const owner = await entered()
    const [world, alive] = [await owner.world(), copyOf(owner)]
    await owner.start()
    expect((await alive.send(transfers)).status).toBe(401)
    clock.shift += 61 * 60_000
    const idle = [copyOf(owner), copyOf(owner)]
    await owner.start()
    expect(await owner.world()).toBe(world)
    // Whoever kept a cookie from before does not come back, not even after its owner signed out.
    await signOut(owner)
    for (const browser of [alive, ...idle]) {
      await browser.start()
      expect(await browser.world()).not.toBe(world)
    }
  })

  it('is left by who joins another, whose cookie of before opens nothing more', async () => {
    const [owner, other] = [await entered(), await entered('admin')]
    const [world, before] = [await other.world(), copyOf(other)]
    const { url } = await owner.read('/api/worlds/links', { method: 'POST', body: { role: 'support' } })
    const body = { token: url.split('#')[1] }
    expect((await other.send('/api/worlds/links/join', { method: 'POST', body })).status).toBe(200)
    expect((await before.send(transfers)).status).toBe(401)
    await before.start()
    expect(await before.world()).not.toBe(world)
  })

  it('switches the role with a new session, and the one before opens nothing more', async () => {
    const browser = await entered()
    const before = visitor('192.0.2.1', browser.cookie)
    expect((await browser.be('admin')).status).toBe(200)
    expect((await browser.send('/api/sandbox/webhooks')).status).toBe(200)
    expect((await before.send(transfers)).status).toBe(401)
    expect((await browser.send('/api/worlds/role', { method: 'POST', body: { role: 'owner' } })).status).toBe(400)
    // A tab that still shows the shared console, or another world, writes nothing here.
    const headers = { 'x-mintdesk-person': encodeURIComponent('demo:admin') }
    const preset = { method: 'PUT', body: { key: profile, value: 'Renamed' }, headers }
    expect((await browser.send('/api/sandbox/presets?kind=profile', preset)).status).toBe(409)
  })

  it('that is full says so to whoever writes, is read on, and leaves the others as they are', async () => {
    const [browser, other] = [await entered(), await entered('treasury', '192.0.2.2')]
    const { id = '' } = (await browser.world()) ?? {}
    const file = openDatabase({ dataFolder: join(folder, 'worlds', id) })
    const value = 'x'.repeat(worldStorage.most)
    await file
      .insertInto('preset')
      .values({ environment: '', client_id: '', kind: '', key: '', person: '', at: 0, value })
      .execute()
    await file.destroy()
    const path = `/api/sandbox/v2/profiles/${profile}/orders`
    const preset = { method: 'PUT', body: { key: profile, value: 'Renamed' } }
    for (const [to, sent] of [
      ['/api/sandbox/presets?kind=profile', preset],
      [path, { method: 'POST', body: order('full') }],
    ] as const) {
      const answer = await browser.send(to, sent)
      expect(await answer.json()).toMatchObject({
        status: 413,
        type: '/problems/demo-full',
        title: 'This demo is full.',
      })
      expect((await other.send(to, sent)).status).toBe(200)
    }
    expect((await browser.send(transfers)).status).toBe(200)
  })

  it('is counted with all others in the metrics, whose gauges are the shared console’s', async () => {
    const [browser, other] = [await entered(), await entered()]
    const countOf = (text: string, name: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{[^}]*operation="listTransfers"[^}]*\\} (\\d+)$`, 'gm'))].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
    const before = await metrics.text()
    for (const one of [browser, other]) await one.send(transfers)
    const text = await metrics.text()
    const added = (name: string) => countOf(text, name) - countOf(before, name)
    expect(added('mintdesk_requests_total')).toBe(2)
    // Worlds read what changes by themselves, too.
    expect(added('mintdesk_upstream_calls_total')).toBeGreaterThanOrEqual(2)
    expect(text).not.toMatch(/^mintdesk_intents\{/m)
  })

  it('is rehearsed in any role, for itself alone, and the shared console by nobody without control', async () => {
    const [browser, other] = [await entered('support', '192.0.2.1'), await entered('support', '192.0.2.2')]
    const path = '/api/sandbox/rehearsal'
    const rehearse = (one: typeof browser, body: object) => one.send(path, { method: 'POST', body })
    const before = await other.read(path)
    const held = { name: 'letWireArrive', amount: '2500.00', memo: 'of-the-first', keep_pending: true }
    expect((await rehearse(browser, held)).status).toBe(200)
    const { transfers: made } = await browser.read(path)
    expect(made[0]).toMatchObject({ amount: '2500.00', status: 'PENDING' })
    expect((await browser.read(transfers)).items[0]).toMatchObject({ id: made[0].id, memo: 'of-the-first' })
    expect((await rehearse(other, { name: 'failTransfer', target: made[0].id })).status).toBe(404)
    for (const name of ['pauseClock', 'forwardDay', 'loseAnswer', 'slowDown'])
      expect((await rehearse(browser, { name })).status).toBe(200)
    expect(await other.read(path)).toEqual(before)
    expect((await rehearse(browser, { name: 'endFaults' })).status).toBe(200)
    expect(JSON.stringify([before, made])).not.toContain(controlToken)
    for (const [one, status] of [
      [browser, 404],
      [visitor(), 401],
    ] as const)
      expect((await one.send(path.replace('sandbox', 'production'))).status).toBe(status)
    const sid = await shared.sessions.begin({ subject: 'demo:admin', name: 'Demo admin', roles: ['admin'] })
    const value = await encode({ token: { sid }, secret: settings().secret })
    expect((await visitor('192.0.2.1', `${sessionName}=${value}`).send(path)).status).toBe(404)
    const elsewhere = { method: 'POST', body: { name: 'forwardDay' }, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await browser.send(path, elsewhere)).status).toBe(403)
  })

  it('starts over for itself alone, as the same role', async () => {
    const [browser, other] = [await entered('admin'), await entered('admin')]
    const preset = { method: 'PUT', body: { key: profile, value: 'Renamed' } }
    for (const one of [browser, other]) await one.read('/api/sandbox/presets?kind=profile', preset)
    const old = await browser.world()
    const tab = visitor('192.0.2.1', browser.cookie)
    expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(200)
    if (old) await worlds.remove(old)
    const names = async (one: typeof browser) => JSON.stringify(await one.read('/api/sandbox/presets?kind=profile'))
    expect(await names(browser)).toContain('Main treasury')
    expect(await names(browser)).not.toContain('Renamed')
    expect(await names(other)).toContain('Renamed')
    expect((await browser.send('/api/sandbox/webhooks')).status).toBe(200)
    expect(await tab.read(transfers)).toMatchObject({ status: 401, meta: { reason: 'world-ended' } })
  })

  it('goes with its files and its client, and then says that it is over', async () => {
    const browser = await entered()
    const { cookie } = browser
    const world = await browser.world()
    expect(existsSync(join(folder, 'worlds', world?.id ?? '', 'console.sqlite'))).toBe(true)
    expect((await browser.send('/api/worlds', { method: 'DELETE' })).status).toBe(200)
    expect(browser.cookie).toBe(`${sessionName}=`)
    if (world) await worlds.remove(world)
    await expect.poll(folders).toEqual([])
    expect(worldClients()).toEqual([])
    const late = visitor('192.0.2.1', cookie)
    for (const path of [transfers, '/api/sandbox/notes/assigned'])
      expect(await late.read(path)).toMatchObject({ type: '/problems/session-ended', meta: { reason: 'world-ended' } })
    expect(await late.read('/api/worlds/reset', { method: 'POST' })).toMatchObject({ meta: { reason: 'world-ended' } })
    expect(await shared.sessionOf(cookie, true)).toEqual({ ended: 'world-ended' })
  })

  it('is removed after a day without use, as is what an earlier process left', async () => {
    const [idle, used] = [await entered(), await entered()]
    await service.control('POST', '/clients', { id: `world-${'ab'.repeat(16)}` })
    clock.shift += idleLimit - 1_000
    await used.send(transfers)
    clock.shift += 2_000
    await worlds.removeIdle()
    expect(await idle.world()).toBeUndefined()
    const left = await used.world()
    expect(folders()).toEqual([left?.id])
    expect(worldClients().map(({ id }) => id)).toEqual([`world-${left?.id}`])
  })
})

describe('Another world', () => {
  const mark = 'only-in-the-first'
  const ids = {
    movement: randomUUID(),
    note: randomUUID(),
    view: randomUUID(),
    export: randomUUID(),
    webhook: randomUUID(),
    intent: randomUUID(),
  }

  /** Leaves something of every kind in a world. */
  async function fill(browser: ReturnType<typeof visitor>) {
    const done = async (path: string, method: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await browser.send(`/api/sandbox/${path}`, { method, body, headers })
      expect([path, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([path, 200, ''])
      return answer.status === 200 ? answer.json() : undefined
    }
    const { id } = await done(`v2/profiles/${profile}/orders`, 'POST', order(mark), { 'x-mintdesk-intent': ids.intent })
    await done('notes', 'POST', { id: ids.note, kind: 'order', record: ids.intent, text: mark })
    const view = { name: mark, list: 'transfers', search: 'statuses=FAILED', is_shared: true }
    await done(`views/${ids.view}`, 'PUT', view)
    await done(`views/${ids.view}/pin`, 'PUT', {})
    const wanted = { list: 'listTransfers', search: '', zone: 'UTC', format: 'ndjson', hasNotes: false, hasBom: false }
    await done('exports', 'POST', { id: ids.export, ...wanted })
    const url = `https://desk.example/${mark}`
    await done('webhooks', 'POST', { id: ids.webhook, name: mark, url, events: ['transfer.failed'], zone: 'UTC' })
    await done('presets?kind=profile', 'PUT', { key: profile, value: mark })
    return String(id)
  }

  /** Inputs that the operations accept, by the schema of their body. */
  const bodies: Record<string, object> = {
    NewNote: { happened: false, text: 'Not created, as the desk says.' },
    NoteChange: { id: randomUUID(), action: 'done' },
    ViewInput: { name: 'Mine', list: 'transfers', search: '', is_shared: true },
    OpenedInput: { age: 0 },
    WebhookChange: { action: 'turn-off' },
    NewMovementJoin: { other: randomUUID() },
    NewRehearsal: { name: 'letWireArrive', amount: '1', memo: 'of-the-second' },
    PlanChange: { action: 'sent' },
  }

  /** Queries by their schema; those that name a record name this one. */
  const queries = (id: string): Record<string, string> => ({
    MarksQuery: `kind=order&id=${id}`,
    NotesQuery: `kind=order&id=${id}`,
    PeopleQuery: 'kind=order',
    PresetQuery: 'kind=profile',
    PresetPlace: `kind=profile&key=${id}`,
    CountsQuery: 'zone=UTC',
    OrderReferencesQuery: 'market=ETHUSD',
  })

  it('is reached by no operation with any id', async () => {
    const first = await entered('admin', '192.0.2.1')
    const record = await fill(first)
    const second = await entered('treasury', '192.0.2.2')
    const cookies = new Map<Role, string>()
    const world = await second.world()
    const request = new RequestContext(new Request(origin), '', silentLog)
    for (const role of roles)
      if (world) cookies.set(role, (await worlds.enter(world, role, request)).split(';', 1)[0] ?? '')
    const paths = [
      ...consoleOperationNames.flatMap((name) => {
        const { method, body, query, answer, isTaken } = consoleRow(name)
        // What listens has no end; the test of live changes listens.
        if (answer === 'events') return []
        const at = (id: string) => {
          const values = { id, other: id, list: 'listTransfers', sequence: '1' } as never
          return ownPath('sandbox', consoleRow(name), values, query && queries(id)[query])
        }
        // What takes a file away writes its line of the audit log.
        return [{ method, isRead: method === 'GET' && !isTaken, at, body: body ? (bodies[body] ?? {}) : undefined }]
      }),
      ...operationNames.flatMap((name) => {
        const { method, path } = rowOf(name)
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, value = '']) => value)
        const at = (id: string) => `/api/sandbox${pathOf(name, Object.fromEntries(names.map((one) => [one, id])))}`
        return [{ method, isRead: method === 'GET', at, body: method === 'GET' ? undefined : {} }]
      }),
    ]
    expect(paths.length).toBeGreaterThan(50)
    const texts: string[] = []
    const unknown = new Set([...Object.values(ids), record])
    // What is written under an id is the writer's own, so that every row is read with every id before anything is written.
    const inOrder = [...paths.filter(({ isRead }) => isRead), ...paths.filter(({ isRead }) => !isRead)]
    // Whose id it is does not depend on the role: all are asked of the one that may do most, and of the others one.
    const asked = [...Object.values(ids), record].flatMap((id) =>
      roles.filter((role) => role === 'admin' || id === record).map((role) => ({ id, role })),
    )
    for (const { method, isRead, at, body } of inOrder)
      for (const { id, role } of asked) {
        const answer = await visitor('192.0.2.2', cookies.get(role)).send(at(id), { method, body })
        const text = await answer.text()
        texts.push(text)
        expect(text).not.toContain(mark)
        if (!isRead) unknown.delete(id)
        // A refusal may repeat what was asked for.
        for (const one of unknown) if (one !== id || answer.ok) expect(text, `${method} ${at(id)}`).not.toContain(one)
      }
    expect(texts.length).toBe(paths.length * asked.length)
    expect(texts.filter((text) => !text.startsWith('{"type":"/problems/')).length).toBeGreaterThan(100)
    // Nothing was changed from there either.
    const own = async (path: string) => JSON.stringify(await first.read(`/api/sandbox/${path}`))
    expect(await own('webhooks')).toContain('"state":"on"')
    expect(await own('views')).toContain(mark)
    expect(await own(`notes/of?kind=order&id=${ids.intent}`)).toContain(mark)
    expect(await own(`exports/${ids.export}`)).toContain(ids.export)
    expect(await own(`intents/${ids.intent}`)).toContain(mark)
  }, 240_000)

  it('hears none of the live changes', async () => {
    const [first, second] = [await entered('admin', '192.0.2.1'), await entered('admin', '192.0.2.2')]
    const answers = await Promise.all([first, second].map((one) => one.send('/api/sandbox/live')))
    const heard = ['', '']
    const listening = answers.map(async ({ body }, index) => {
      for await (const chunk of body ?? []) heard[index] += new TextDecoder().decode(chunk)
    })
    await expect.poll(() => heard.every((text) => text.includes('"live"')), { timeout: 10_000 }).toBe(true)
    service.time.now += 1_000
    for (const [one, memo_id] of [
      [first, mark],
      [second, 'of-the-second'],
    ] as const) {
      const body = { amount: '500', asset: 'USD', memo_id, fiat_network_instructions: wire }
      expect((await one.send('/api/sandbox/v2/sandbox/fiat-deposits', { method: 'POST', body })).status).toBe(200)
    }
    const newest = async (one: typeof first) => (await one.read(`${transfers.replace('100', '1')}`)).items[0].id
    const [changed, other] = [await newest(first), await newest(second)]
    expect(changed).not.toBe(other)
    await expect.poll(() => heard[0], { timeout: 20_000 }).toContain(changed)
    await expect.poll(() => heard[1], { timeout: 20_000 }).toContain(other)
    expect(heard[0]).not.toContain(other)
    expect(heard[1]).not.toContain(changed)
    expect(heard[1]).not.toContain(mark)
    for (const one of [first, second]) await one.send('/api/worlds', { method: 'DELETE' })
    await Promise.all(listening)
  }, 40_000)
})

describe('A cookie', () => {
  it('that was forged or made for another world opens nothing', async () => {
    const [first, second] = [await entered(), await entered()]
    const [one, other] = [await first.world(), await second.world()]
    const sid = (await one?.console.access.idOf(first.cookie)) ?? ''
    expect(sid).not.toBe('')
    const { secret } = settings()
    const forged = [
      await encode({ token: { sid, world: other?.id }, secret }),
      await encode({ token: { sid }, secret }),
      await encode({ token: { sid, world: 'none' }, secret }),
      await encode({ token: { sid, world: one?.id }, secret: 'another-secret' }),
      `${first.cookie.split('=')[1]}x`,
      one?.id ?? '',
    ]
    for (const value of forged) {
      const browser = visitor('192.0.2.1', `${sessionName}=${value}`)
      expect([value, (await browser.send(transfers)).status]).toEqual([value, 401])
      expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(401)
      expect((await browser.send('/api/worlds', { method: 'DELETE' })).status).toBe(401)
      for (const world of [one, other])
        expect(await world?.console.sessionOf(browser.cookie, true)).not.toHaveProperty('subject')
    }
    // Each console refuses the other's, even if it were asked by mistake.
    expect(await other?.console.sessionOf(first.cookie, true)).toEqual({ ended: 'world-ended' })
    expect(await shared.sessionOf(first.cookie, true)).toEqual({ ended: 'world-ended' })
    expect((await first.send(transfers)).status).toBe(200)
  })

  it('of the shared console changes no world', async () => {
    const sid = await shared.sessions.begin({ subject: 'demo:admin', name: 'Demo admin', roles: ['admin'] })
    const value = await encode({ token: { sid }, secret: settings().secret })
    const browser = visitor('192.0.2.1', `${sessionName}=${value}`)
    expect((await browser.send('/api/sandbox/webhooks')).status).toBe(200)
    for (const [path, method] of [
      ['/api/worlds/role', 'POST'],
      ['/api/worlds/reset', 'POST'],
      ['/api/worlds', 'DELETE'],
    ] as const)
      expect((await browser.send(path, { method })).status).toBe(404)
  })
})

describe('A link for a colleague', () => {
  const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? ''
  const linkOf = async (browser: ReturnType<typeof visitor>, role: Role = 'approver') =>
    browser.read('/api/worlds/links', { method: 'POST', body: { role } })
  const join = (browser: ReturnType<typeof visitor>, token: unknown) =>
    browser.send('/api/worlds/links/join', { method: 'POST', body: { token } })
  const look = (browser: ReturnType<typeof visitor>, token: unknown) =>
    browser.read('/api/worlds/links/preview', { method: 'POST', body: { token } })

  it('brings them into the same world as another person, in its role only', async () => {
    const owner = await entered('admin')
    const { url, link } = await linkOf(owner)
    expect(url).toMatch(/^http:\/\/localhost:3000\/join#[\w-]{43}$/)
    const guest = visitor('192.0.2.7')
    expect(await look(guest, tokenOf({ url }))).toEqual({ role: 'approver', place: 'nowhere', ends_at: link.ends_at })
    expect(Date.parse(link.ends_at) - Date.parse(link.made_at)).toBe(linkLife)
    expect(guest.cookie).toBe('')
    expect((await join(guest, tokenOf({ url }))).status).toBe(200)
    expect(await guest.world()).toBe(await owner.world())
    expect((await guest.send(transfers)).status).toBe(200)
    const { id = '', console } = (await owner.world()) ?? {}
    const session = await console?.sessionOf(guest.cookie, false)
    expect(session).toMatchObject({ subject: `demo:approver@${id.slice(0, 8)}+${link.id}`, name: 'Guest approver' })
    for (const [path, method, body] of [
      ['/api/worlds/role', 'POST', { role: 'admin' }],
      ['/api/worlds/reset', 'POST', undefined],
      ['/api/worlds/links', 'GET', undefined],
      ['/api/worlds/links', 'POST', { role: 'admin' }],
      ['/api/worlds/links/revoke', 'POST', { id: link.id }],
    ] as const)
      expect([path, (await guest.send(path, { method, body })).status]).toEqual([path, 403])
    expect((await guest.send('/api/sandbox/webhooks')).status).toBe(403)
    // Leaving ends only their session.
    expect((await guest.send('/api/worlds', { method: 'DELETE' })).status).toBe(200)
    expect((await owner.send(transfers)).status).toBe(200)
  })

  it('is listed with its role, and when and by whom it was made and used, without its token', async () => {
    const owner = await entered()
    const made = await linkOf(owner, 'support')
    await join(visitor('192.0.2.7'), tokenOf(made))
    const { links } = await owner.read('/api/worlds/links')
    expect(links).toEqual([
      {
        id: made.link.id,
        role: 'support',
        by: 'Demo treasury',
        made_at: made.link.made_at,
        ends_at: made.link.ends_at,
        used_at: expect.any(String),
      },
    ])
    expect(Date.parse(links[0].used_at) - Date.parse(made.link.made_at)).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(links)).not.toContain(tokenOf(made))
  })

  it('that is revoked opens nothing, and whoever joined by it is out and does not come back', async () => {
    const owner = await entered()
    const [first, second] = [await linkOf(owner), await linkOf(owner)]
    const [out, stays] = [visitor('192.0.2.7'), visitor('192.0.2.8')]
    await join(out, tokenOf(first))
    await join(stays, tokenOf(second))
    const revoked = await owner.read('/api/worlds/links/revoke', { method: 'POST', body: { id: first.link.id } })
    expect(revoked.links.map(({ id }: { id: string }) => id)).toEqual([second.link.id])
    expect(await out.read(transfers)).toMatchObject({ status: 401, meta: { reason: 'link-revoked' } })
    expect((await stays.send(transfers)).status).toBe(200)
    expect((await join(out, tokenOf(first))).status).toBe(404)
    // Who asks for a demo gets one of their own, although the cookie still names the other.
    const before = await owner.world()
    expect((await out.start()).status).toBe(200)
    expect(await out.world()).not.toBe(before)
    expect((await owner.send('/api/worlds/links/revoke', { method: 'POST', body: { id: first.link.id } })).status).toBe(
      404,
    )
  })

  it('that never was, has expired, or led to a world that is over, opens nothing and says the same', async () => {
    const owner = await entered()
    const made = await linkOf(owner)
    const guest = visitor('192.0.2.7')
    const answers = [await look(guest, 'x'), await look(guest, undefined), await look(guest, `${tokenOf(made)}x`)]
    clock.shift += linkLife
    await owner.start()
    answers.push(await look(guest, tokenOf(made)), await join(guest, tokenOf(made)).then((answer) => answer.json()))
    const other = await linkOf(owner)
    await owner.send('/api/worlds/reset', { method: 'POST' })
    answers.push(await look(guest, tokenOf(other)))
    for (const answer of answers) {
      const { type, status, detail } = answer
      expect([type, status, detail]).toEqual(['/problems/no-such-link', 404, expect.stringContaining('revoked')])
    }
    expect([await guest.world(), guest.cookie]).toEqual([undefined, ''])
  })

  it('says whether the browser is in that world, or in another that it leaves', async () => {
    const [owner, other] = [await entered(), await entered('treasury', '192.0.2.8')]
    const token = tokenOf(await linkOf(owner))
    expect([await look(owner, token), await look(other, token)]).toMatchObject([
      { place: 'here' },
      { place: 'elsewhere' },
    ])
    await join(other, token)
    expect(await other.world()).toBe(await owner.world())
  })

  it('opens nothing to what only reads, and nothing from elsewhere', async () => {
    const owner = await entered()
    const token = tokenOf(await linkOf(owner))
    for (const method of ['GET', 'HEAD'])
      expect((await visitor().send(`/api/worlds/links/join?token=${token}`, { method })).status).toBe(405)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const path = '/api/worlds/links/join'
    expect((await visitor().send(path, { method: 'POST', body: { token }, headers })).status).toBe(403)
    const { links } = await owner.read('/api/worlds/links')
    expect(links[0].used_at).toBeUndefined()
  })

  it('is limited: links of a world, joins by one, and tries of a network', async () => {
    const owner = await entered()
    const made = await linkOf(owner)
    for (let count = 1; count < mostLinks.ofWorld; count++) await linkOf(owner)
    expect(await linkOf(owner)).toMatchObject({ status: 409, type: '/problems/too-many-links' })
    for (let count = 0; count < mostLinks.joins; count++) {
      const guest = visitor(`198.51.100.${count}`)
      expect((await join(guest, tokenOf(made))).status).toBe(200)
    }
    expect((await join(visitor('192.0.2.7'), tokenOf(made))).status).toBe(404)
    const guesser = visitor('192.0.2.8')
    for (let count = 0; count < mostTries.most; count++) expect((await look(guesser, 'x')).status).toBe(404)
    expect(await look(guesser, 'x')).toMatchObject({ status: 429 })
    expect(await look(visitor('192.0.2.9'), 'x')).toMatchObject({ status: 404 })
  })
})

describe('The audit log of a world', () => {
  /** What was done in it, oldest first: its records stay when it is gone. */
  const actsOf = ({ id } = { id: '' }) =>
    recorded.lines
      .filter((line) => line['event.dataset'] === 'mintdesk.audit' && line.world === id)
      .map((line) => ({
        act: String(line['event.action']),
        outcome: line['mintdesk.audit.outcome'],
        person: String(line['user.id']).replace(/@\w{8}/, ''),
        from: line['source.ip'],
        of: line['mintdesk.audit.object.id'],
        detail: JSON.parse(String(line['mintdesk.audit.detail'])),
      }))
  const own = (acts: ReturnType<typeof actsOf>) => acts.filter(({ act }) => act in worldOperations)
  const post = (browser: ReturnType<typeof visitor>, path: string, body?: object) =>
    browser.send(`/api/worlds/${path}`, { method: 'POST', body })

  it('begins with its start, and has a line of each act that its rows name', async () => {
    const owner = await entered('admin')
    const first = await owner.world()
    const { url, link } = await (await post(owner, 'links', { role: 'support' })).json()
    const guest = visitor('192.0.2.7')
    const others = async () => (await (await owner.send('/api/worlds')).json()).others
    expect(await others()).toEqual([])
    await post(guest, 'links/join', { token: url.split('#')[1] })
    expect(await others()).toEqual(['Guest support'])
    expect((await guest.send('/api/worlds')).status).toBe(403)
    await guest.send('/api/worlds', { method: 'DELETE' })
    expect(await others()).toEqual([])
    await post(owner, 'links/revoke', { id: link.id })
    const { lines, labels } = await owner.read('/api/sandbox/audit?acts=switchRole')
    expect(lines).toMatchObject([{ act: 'switchRole', address: '192.0.2.1', environment: 'sandbox' }])
    await post(owner, 'reset')
    const second = await owner.world()
    await owner.send('/api/worlds', { method: 'DELETE' })

    const [admin, treasury, joined] = ['demo:admin', 'demo:treasury', `demo:support+${link.id}`]
    expect(actsOf(first)[0]).toMatchObject({ act: 'startWorld', person: treasury, from: '192.0.2.1' })
    expect(own(actsOf(first))).toMatchObject([
      { act: 'startWorld', outcome: 'done' },
      { act: 'switchRole', outcome: 'begun', person: treasury, detail: { role: 'admin' } },
      { act: 'makeLink', outcome: 'begun', person: admin, of: link.id, detail: { role: 'support' } },
      { act: 'joinWorld', outcome: 'begun', person: joined, from: '192.0.2.7', of: link.id },
      { act: 'leaveWorld', outcome: 'begun', person: joined },
      { act: 'revokeLink', outcome: 'begun', person: admin, of: link.id },
      { act: 'resetWorld', outcome: 'begun', person: admin },
    ])
    expect(actsOf(first)).toContainEqual(expect.objectContaining({ act: 'sign-in', person: joined, from: '192.0.2.7' }))
    // The log of a world ends with it: starting over is the first that the new one knows.
    expect(actsOf(second)[0]).toMatchObject({ act: 'resetWorld', outcome: 'done', person: admin })
    expect(own(actsOf(second)).map(({ act }) => act)).toEqual(['resetWorld', 'leaveWorld'])
    const acts = worldOperationNames.filter((name) => !worldOperations[name].isRead)
    expect([...new Set(own(actsOf(first)).map(({ act }) => act))].sort()).toEqual([...acts].sort())
    expect(Object.keys(labels)).toEqual(expect.arrayContaining(acts))
    expect(recorded.text()).not.toContain(url.split('#')[1])
  })

  it('has what was refused, once, and nothing of what is asked without a session', async () => {
    const owner = await entered()
    const world = await owner.world()
    const { url, link } = await (await post(owner, 'links', { role: 'support' })).json()
    const guest = visitor('192.0.2.7')
    await post(guest, 'links/join', { token: url.split('#')[1] })
    const before = actsOf(world).length
    expect((await post(guest, 'role', { role: 'admin' })).status).toBe(403)
    expect((await post(owner, 'role', { role: 'owner' })).status).toBe(400)
    expect((await post(owner, 'links/revoke', { id: 'none' })).status).toBe(404)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await owner.send('/api/worlds/reset', { method: 'POST', headers })).status).toBe(403)
    expect((await post(visitor(), 'reset')).status).toBe(401)
    expect(actsOf(world).slice(before)).toMatchObject([
      { act: 'switchRole', outcome: 'refused', person: `demo:support+${link.id}`, detail: { status: 403 } },
      { act: 'switchRole', outcome: 'refused', detail: { status: 400, problem: 'invalid-input' } },
      { act: 'revokeLink', outcome: 'refused', of: '', detail: { status: 404 } },
      { act: 'not-same-origin', outcome: 'refused', detail: { status: 403 } },
    ])
  })
})

describe('The folder of worlds', () => {
  it('belongs to one console at a time', () => {
    const unlock = lockWorlds(folder)
    expect(unlock).toBeDefined()
    expect(lockWorlds(folder, 0)).toBeUndefined()
    unlock?.()
    const again = lockWorlds(folder)
    expect(again).toBeDefined()
    again?.()
  })
})

describe('Requests for worlds', () => {
  it('come from our own pages, to addresses and with methods that exist', async () => {
    const browser = visitor()
    const elsewhere = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await browser.send('/api/worlds', elsewhere)).status).toBe(403)
    expect((await browser.send('/api/worlds', { method: 'POST', headers: { origin: 'https://x.test' } })).status).toBe(
      403,
    )
    expect((await browser.send('/api/worlds', { method: 'PUT' })).status).toBe(405)
    expect((await browser.send('/api/worlds')).status).toBe(401)
    expect((await browser.send('/api/worlds/else', { method: 'POST' })).status).toBe(404)
    expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(401)
    expect(worldClients()).toEqual([])
  })

  it('are limited for each network', async () => {
    const browser = await entered()
    for (let count = 1; count < mostMade.most; count++)
      expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(200)
    const refused = await browser.send('/api/worlds/reset', { method: 'POST' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await visitor('192.0.2.9').start()).status).toBe(200)
    const { now } = clock
    clock.now = () => now() + mostMade.seconds * 1_000
    expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(200)
  }, 240_000)

  it('end the world that was idle longest when there are too many', async () => {
    const browsers = []
    for (let count = 0; count < most.all; count++) {
      browsers.push(await entered('treasury', `192.0.2.${count}`))
      clock.shift += 1_000
    }
    await browsers[0]?.send(transfers)
    await entered('treasury', '192.0.2.99')
    const there = await Promise.all(browsers.map(async (one) => (await one.world()) !== undefined))
    expect(there).toEqual([true, false, true, true])
  })

  it('from one network end only its own', async () => {
    const other = await entered('treasury', '192.0.2.99')
    clock.shift += 1_000
    const [first] = [await entered(), await entered(), await entered()]
    await entered()
    expect(await first?.world()).toBeUndefined()
    expect(await other.world()).toBeDefined()
  })

  it('say so while the sandbox does not answer, and leave nothing', async () => {
    const { baseUrl: _, ...sandbox } = settings().credentials.sandbox ?? { clientId: '', clientSecret: '', authUrl: '' }
    const credentials = { sandbox: { ...sandbox, baseUrl: 'http://127.0.0.1:1' } }
    const away = createWorlds({ settings: { ...settings(), credentials }, shared, log: silentLog, clock })
    await expect(away.make({ id: '', address: '192.0.2.1' }, 'startWorld')).rejects.toMatchObject({
      problem: { status: 503 },
    })
    expect(folders()).toEqual([])
    await away.close()
  })
})
