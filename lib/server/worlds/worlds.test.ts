/** Worlds: each keeps what is in it, and what it was made of goes with it. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleOperationNames, consolePath, consoleRow } from '../../api/console/operations'
import { operationNames, pathOf, rowOf } from '../../api/provider/operations'
import { type Role, roles } from '../../api/roles'
import { migrate, openDatabase } from '../../database/open'
import { controlToken, type Service, startService } from '../../sandbox/testing'
import { addressHeader } from '../auth/client-address'
import { sessionName } from '../auth/testing'
import { type Console, createConsole } from '../console'
import { settingsFor, shiftedClock, silentLog } from '../testing'
import { createWorldRoutes } from './world-routes'
import { createWorlds, idleLimit, mostMade, type Worlds } from './worlds'

const origin = 'http://localhost:3000'

let service: Service
let folder: string
let shared: Console
let worlds: Worlds
let answerWorlds: ReturnType<typeof createWorldRoutes>
let clock: ReturnType<typeof shiftedClock>

beforeAll(async () => {
  service = await startService(60)
})
afterAll(() => service.stop())

const most = { all: 4, ofNetwork: 3 }

const settings = () => {
  const address = `http://127.0.0.1:${service.port}`
  return {
    ...settingsFor({ baseUrl: address, authUrl: address }),
    ...{ dataFolder: folder, worldsToken: controlToken, isEmbedded: true },
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-worlds-'))
  clock = shiftedClock()
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  shared = createConsole({ settings: settings(), database, log: silentLog, clock })
  worlds = createWorlds({ settings: settings(), shared, log: silentLog, clock, most })
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
          ...{ cookie: browser.cookie, origin, [addressHeader]: address },
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
    expect(await answer.json()).toEqual({ url: '/sandbox' })
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

  it('has work from before: an account, a rule and orders, one of which lost its answer but was placed', async () => {
    const browser = await entered()
    const { intents } = await browser.read('/api/sandbox/intents')
    const made = (intents as { operation: string; state: string }[]).map((one) => [one.operation, one.state])
    expect(made.sort()).toEqual([
      ['createFiatAccount', 'confirmed'],
      ['createOrder', 'confirmed'],
      ['createOrder', 'confirmed'],
      ['createOrder', 'unknown'],
      ['createRule', 'confirmed'],
    ])
    const { id = '' } = (await browser.world()) ?? {}
    const { body } = await service.control('GET', `/clients/world-${id}/orders`)
    expect(body.orders).toHaveLength(3)
  })

  it('is entered again by the browser whose session in it has ended', async () => {
    const browser = await entered()
    const world = await browser.world()
    clock.shift += 1
    await browser.start()
    expect(await browser.world()).toBe(world)
    expect(worldClients()).toHaveLength(1)
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
    ...{ movement: randomUUID(), note: randomUUID(), view: randomUUID(), export: randomUUID(), webhook: randomUUID() },
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
  }

  /** Queries by their schema; those that name a record name this one. */
  const queries = (id: string): Record<string, string> => ({
    ...{ MarksQuery: `kind=order&id=${id}`, NotesQuery: `kind=order&id=${id}` },
    ...{ PeopleQuery: 'kind=order', PresetQuery: 'kind=profile', PresetPlace: `kind=profile&key=${id}` },
    ...{ CountsQuery: 'zone=UTC', OrderReferencesQuery: 'market=ETHUSD' },
  })

  it('is reached by no operation with any id', async () => {
    const first = await entered('admin', '192.0.2.1')
    const record = await fill(first)
    const second = await entered('treasury', '192.0.2.2')
    const cookies = new Map<Role, string>()
    const world = await second.world()
    for (const role of roles) if (world) cookies.set(role, (await worlds.enter(world, role)).split(';', 1)[0] ?? '')
    const paths = [
      ...consoleOperationNames.flatMap((name) => {
        const { method, body, query, answer } = consoleRow(name)
        // What listens has no end; the test of live changes listens.
        if (answer === 'events') return []
        const at = (id: string) => {
          const values = { id, list: 'listTransfers', sequence: '1' } as never
          return consolePath('sandbox', name, values, query && queries(id)[query])
        }
        return [{ method, at, body: body ? (bodies[body] ?? {}) : undefined }]
      }),
      ...operationNames.flatMap((name) => {
        const { method, path } = rowOf(name)
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, value = '']) => value)
        const at = (id: string) => `/api/sandbox${pathOf(name, Object.fromEntries(names.map((one) => [one, id])))}`
        return method === 'GET' ? [{ method, at, body: undefined }] : []
      }),
    ]
    expect(paths.length).toBeGreaterThan(40)
    const texts: string[] = []
    const unknown = new Set([...Object.values(ids), record])
    const asked = fc.record({
      path: fc.constantFrom(...paths),
      id: fc.constantFrom(...Object.values(ids), record),
      role: fc.constantFrom(...roles),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ path: { method, at, body }, id, role }) => {
        const browser = visitor('192.0.2.2', cookies.get(role))
        const answer = await browser.send(at(id), { method, body })
        const text = await answer.text()
        texts.push(text)
        expect(text).not.toContain(mark)
        // What is written under an id is the writer's own, and a refusal may repeat what was asked for.
        if (method !== 'GET') unknown.delete(id)
        for (const one of unknown) if (one !== id || answer.ok) expect(text).not.toContain(one)
      }),
      { numRuns: 600 },
    )
    expect(texts.filter((text) => !text.startsWith('{"type":"/problems/')).length).toBeGreaterThan(100)
    // Nothing was changed from there either.
    const own = async (path: string) => JSON.stringify(await first.read(`/api/sandbox/${path}`))
    expect(await own('webhooks')).toContain('"state":"on"')
    expect(await own('views')).toContain(mark)
    expect(await own(`notes/of?kind=order&id=${ids.intent}`)).toContain(mark)
    expect(await own(`exports/${ids.export}`)).toContain(ids.export)
    expect(await own(`intents/${ids.intent}`)).toContain(mark)
  }, 60_000)

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

describe('Requests for worlds', () => {
  it('come from our own pages, to addresses and with methods that exist', async () => {
    const browser = visitor()
    const elsewhere = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await browser.send('/api/worlds', elsewhere)).status).toBe(403)
    expect((await browser.send('/api/worlds', { method: 'POST', headers: { origin: 'https://x.test' } })).status).toBe(
      403,
    )
    expect((await browser.send('/api/worlds')).status).toBe(405)
    expect((await browser.send('/api/worlds/else', { method: 'POST' })).status).toBe(404)
    expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(401)
    expect(worldClients()).toEqual([])
  })

  it('are limited for each network', async () => {
    const browser = await entered()
    for (let count = 1; count < mostMade.count; count++)
      expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(200)
    const refused = await browser.send('/api/worlds/reset', { method: 'POST' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await visitor('192.0.2.9').start()).status).toBe(200)
    clock.shift += mostMade.millis
    expect((await browser.send('/api/worlds/reset', { method: 'POST' })).status).toBe(200)
  }, 30_000)

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
    await expect(away.make('192.0.2.1')).rejects.toMatchObject({ problem: { status: 503 } })
    expect(folders()).toEqual([])
    await away.close()
  })
})
