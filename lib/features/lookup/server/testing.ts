/** What the tests of look-up share: a provider that is invented, and a console in front of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { vi } from 'vitest'
import { viewLists } from '../../../api/list-request'
import { createConsole } from '../../../console/console'
import { migrate, openDatabase } from '../../../database/open'
import type { Role } from '../../../provider/roles'
import type { ScannedList } from '../../../provider/scanned-lists'
import type { Clock } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { Follower } from '../../../server/records/follower'
import { Records } from '../../../server/records/records'
import type { Settings } from '../../../server/settings'
import { recordedLog, seededClock, settingsFor } from '../../../server/testing'
import type { LookupIdentifier } from '../input'
import type { LookupAnswer, LookupField } from '../interface'

export type TestTransfer = { id: string } & Record<string, unknown>

const members: Record<LookupField, string> = {
  ids: 'id',
  group_ids: 'group_id',
  ref_ids: 'ref_id',
  profile_ids: 'profile_id',
  identity_ids: 'identity_id',
  account_ids: 'account_id',
  crypto_tx_hashes: 'crypto_tx_hash',
}

/** How a provider fails: each of these has been seen of a real one, or of the network before it. */
export const faults = [
  ...(['429', '500', 'dropped', 'html', 'cut', 'unfiltered', 'no list', 'limit ignored'] as const),
  ...(['part', 'error beside', 'list twice'] as const),
]
export type Fault = (typeof faults)[number]
/** Whether an answer with this fault is still right. */
export const isHarmless = (fault: Fault | undefined) => fault === undefined || fault === 'limit ignored'

/** One call that arrived. */
export type Arrival = { field: LookupField; values: string[]; limit: number }

/** Starts a provider that lists these transfers and fails where it is told. */
export async function startProvider() {
  const provider = {
    transfers: [] as TestTransfer[],
    arrivals: [] as Arrival[],
    /** Calls that were under way at the same time, at most. */
    together: 0,
    closed: 0,
    faultOf: (_: Arrival): Fault | undefined => undefined,
    /** Resolves when a call may be answered. */
    delay: (): Promise<unknown> | undefined => undefined,
    /** What becomes of the text of an answer. */
    rewrite: (text: string) => text,
    address: '',
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  let underWay = 0

  async function list(search: URLSearchParams, response: ServerResponse) {
    const [field] = Object.keys(members).filter((name) => search.has(name)) as LookupField[]
    // Whoever asks for any row wants to know the time.
    if (!field && search.get('limit') === '1')
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}')
    if (!field) throw new Error('A list was asked without an identifier.')
    const arrival = { field, values: search.getAll(field), limit: Number(search.get('limit')) }
    provider.arrivals.push(arrival)
    underWay += 1
    provider.together = Math.max(provider.together, underWay)
    response.once('close', () => {
      underWay -= 1
      if (!response.writableFinished) provider.closed += 1
    })
    await provider.delay()
    const fault = provider.faultOf(arrival)
    const isWanted = (transfer: TestTransfer) =>
      fault === 'unfiltered' || arrival.values.includes(String(transfer[members[field]]))
    const found = provider.transfers.filter(isWanted)
    const items = fault === 'limit ignored' ? found : found.slice(0, arrival.limit)
    const next_page_cursor = items.length < found.length ? 'more' : ''
    const body = provider.rewrite(JSON.stringify(fault === 'no list' ? {} : { items, next_page_cursor }))
    const json = { 'content-type': 'application/json' }
    if (fault === 'dropped') response.destroy()
    else if (fault === '429') response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"title":"Slow down"}')
    else if (fault === '500') response.writeHead(500, json).end('{}')
    else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Maintenance</p>')
    else if (fault === 'part') response.writeHead(206, json).end('{"items":[]}')
    else if (fault === 'error beside') response.writeHead(200, json).end('{"items":[],"error":"index unavailable"}')
    else if (fault === 'list twice') response.writeHead(200, json).end(body.replace(/}$/, ',"items":[]}'))
    else if (fault === 'cut') response.writeHead(200, json).end(body.slice(0, -2))
    else response.writeHead(200, json).end(body)
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const json = { 'content-type': 'application/json' }
    if (pathname === '/oauth2/token')
      response.writeHead(200, json).end('{"access_token":"the-token","token_type":"bearer","expires_in":3600}')
    else if (pathname === '/v2/transfer/transfers') list(searchParams, response)
    else {
      const found = provider.transfers.find(({ id }) => pathname.endsWith(`/${id}`))
      response.writeHead(found ? 200 : 404, json).end(JSON.stringify(found ?? {}))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** Opens a console on a provider, with a database of its own. */
export async function openConsole(address: string, settings: Partial<Settings> = {}, clock: Clock = seededClock()) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-lookup-'))
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  const recorded = recordedLog()
  const all = { ...settingsFor({ baseUrl: address, authUrl: address }), ...settings }
  const console = createConsole({ settings: all, database, log: recorded.log, clock })
  const origin = 'http://localhost:3000'

  /** The cookie of a new session. */
  const signIn = async (role: Role, subject = `oidc:${role}`) => {
    const sid = await console.sessions.begin({ subject, name: 'Ines Okafor', roles: [role] })
    return `${console.sessionCookie}=${await encode({ token: { sid }, secret: all.secret })}`
  }
  /** Reads a list into the database, as a console does in the background. */
  async function follow(list: ScannedList) {
    const upstream = console.writes.upstreams.of('sandbox')
    const records = new Records({ database, clock, log: recorded.log, encryption: new Encryption(all) })
    const follower = new Follower({ upstream, list, records, clock, log: recorded.log })
    follower.start()
    const isWhole = async () => (await records.lists[list].reading(upstream.owner))?.isWhole
    await vi.waitUntil(isWhole, { timeout: 60_000 })
    await follower.close()
  }
  type Init = { headers?: Record<string, string>; signal?: AbortSignal }
  const post = (cookie: string, body: string, { headers, signal }: Init = {}) =>
    console.own(
      new NextRequest(`${origin}/api/sandbox/lookup`, {
        method: 'POST',
        body,
        headers: { cookie, origin, 'content-type': 'application/json', ...headers },
        signal,
      }),
    )
  return {
    console,
    clock,
    database,
    recorded,
    signIn,
    post,
    async lookup(cookie: string, identifiers: readonly LookupIdentifier[], init?: Init): Promise<LookupAnswer> {
      const answer = await post(cookie, JSON.stringify({ identifiers }), init)
      if (answer.status !== 200) throw new Error(await answer.text())
      return answer.json()
    },
    /** Asks for a page of a list in the console's own database, once all of the provider's is there. */
    async narrowed(cookie: string, list: keyof typeof viewLists, body: string, { headers, signal }: Init) {
      await follow(viewLists[list])
      return console.own(
        new NextRequest(`${origin}/api/sandbox/records/${list}`, {
          method: 'POST',
          body,
          headers: { cookie, origin, 'content-type': 'application/json', ...headers },
          signal,
        }),
      )
    },
    observed: (cookie: string, id: string) =>
      console.own(new NextRequest(`${origin}/api/sandbox/transfers/${id}/observed`, { headers: { cookie } })),
    getTransfer: (cookie: string, id: string) =>
      console.http.proxy(new NextRequest(`${origin}/api/sandbox/v2/transfer/transfers/${id}`, { headers: { cookie } })),
    async close() {
      await console.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>
