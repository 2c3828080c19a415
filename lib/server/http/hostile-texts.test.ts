/** No text that anyone may send keeps the process busy: every member of every operation, at its limit and beyond it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type Console, createConsole } from '../../console/console'
import { type Database, migrate, openDatabase } from '../../database/open'
import { consoleOperationNames, consoleRow } from '../../features/operations'
import { consoleSchemas } from '../../features/schemas'
import { schemasOf } from '../../provider/check'
import { operationNames, rowOf } from '../../provider/operations'
import { roles } from '../../provider/roles'
import { costlyParts, hostileText, processorTime } from '../../provider/testing'
import type { Settings } from '../settings'
import { seededClock, settingsFor, silentLog } from '../testing'
import { schemaNamed } from './console-routes'

type Place = (string | number)[]
/** A text of an input: where it is, and how many characters it may have. `isFirst`: nothing looks at it before its length. */
type TextMember = { place: Place; most: number; isFirst: boolean }

/** What a text may be, of which each schema that checks more than the length accepts one. */
const samples = [
  ...['text', randomUUID(), '2026-11-27', '2026-11-27T10:00:00Z', 'UTC', '1.00', 'USD', '1795773600000', '1'],
  ...['address ETHEREUM 0x52908400098527886e0f7030069857d2e4169ee7', 'ab'.repeat(32), '0'.repeat(86), 'amount'],
]

const isParsed = (schema: z.core.$ZodType, value: unknown) =>
  schema._zod.run({ value, issues: [] }, {}) instanceof Promise === false &&
  (schema._zod.run({ value, issues: [] }, {}) as z.core.ParsePayload).issues.length === 0

/** The texts of a schema, and an input that it accepts as far as its members tell. */
function read(schema: z.core.$ZodType, place: Place = []): { members: TextMember[]; sample: unknown } {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return read(def.innerType, place)
    case 'object': {
      const read_ = Object.entries(def.shape).map(([name, member]) => ({ name, ...read(member, [...place, name]) }))
      return {
        members: read_.flatMap(({ members }) => members),
        sample: Object.fromEntries(read_.map(({ name, sample }) => [name, sample])),
      }
    }
    case 'array': {
      const { members, sample } = read(def.element, [...place, 0])
      return { members, sample: [sample] }
    }
    case 'record': {
      const { members, sample } = read(def.valueType, [...place, 'name'])
      return { members, sample: { name: sample } }
    }
    case 'union': {
      const options = def.options.map((option) => read(option, place))
      return { members: options.flatMap(({ members }) => members), sample: options[0]?.sample }
    }
    case 'string': {
      const checks = (def.checks ?? []).map(
        ({ _zod }) => _zod.def as { check: string; maximum?: number; abort?: boolean },
      )
      const [first] = checks.filter(({ check }) => check !== 'overwrite')
      const most = checks.find(({ check }) => check === 'max_length')?.maximum ?? 0
      const isFirst = first?.check === 'max_length' && first.abort === true
      return { members: [{ place, most, isFirst }], sample: samples.find((text) => isParsed(schema, text)) }
    }
    case 'enum':
      return { members: [], sample: Object.values(def.entries)[0] }
    case 'literal':
      return { members: [], sample: def.values[0] }
    case 'boolean':
      return { members: [], sample: true }
    case 'number':
      return { members: [], sample: [1, 24, 1_795_773_600_000].find((one) => isParsed(schema, one)) }
    default:
      return { members: [], sample: {} }
  }
}

type Parts = { query?: z.core.$ZodType; body?: z.core.$ZodType; path: string; method: string; isProvider: boolean }

const operations: [string, Parts][] = [
  ...operationNames.map((name): [string, Parts] => {
    const { query, body } = schemasOf(name)
    const { method, path } = rowOf(name)
    return [name, { query, body, method, path: path.replace(/^\//, ''), isProvider: true }]
  }),
  ...consoleOperationNames.map((name): [string, Parts] => {
    const { query, body, method, path } = consoleRow(name)
    return [
      name,
      {
        query: query && schemaNamed(consoleSchemas, query),
        body: body && schemaNamed(consoleSchemas, body),
        method,
        path,
        isProvider: false,
      },
    ]
  }),
]

test.each(operations)('%s looks at the length of each of its texts before anything else', (_, { query, body }) => {
  const members = [query, body].flatMap((schema) => (schema ? read(schema).members : []))
  expect(members.filter(({ isFirst }) => !isFirst).map(({ place }) => place.join('.'))).toEqual([])
})

/** A value with another text at a place. */
function withText(value: unknown, [at, ...rest]: Place, text: string): unknown {
  if (at === undefined) return text
  if (typeof at === 'number') return [withText((value as unknown[] | undefined)?.[0], rest, text)]
  const members = value as Record<string, unknown> | undefined
  return { ...members, [at]: withText(members?.[at], rest, text) }
}

/** Characters of a text that is far beyond every limit, in a body that is read at all. */
const tooMany = 60_000
/** Characters that an address or a header may have in Node's usual limit of 16 KiB. */
const mostOfHead = 15_000

describe('A console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-texts-'))
  /** A provider that accepts nothing, at once. */
  const provider = createServer((request, response) => {
    const isToken = String(request.url).startsWith('/oauth2')
    response.writeHead(isToken ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isToken ? { access_token: 'a', token_type: 'bearer', expires_in: 3600 } : {}))
  })
  let settings: Settings
  let database: Database
  let desk: Console
  let cookie: string
  /** Milliseconds that a known amount of work takes, by which others are judged. */
  let unit: number

  beforeAll(async () => {
    database = openDatabase({ dataFolder: folder })
    await migrate(database)
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    settings = { ...settingsFor({ baseUrl: url, authUrl: url }), dataFolder: folder }
    desk = createConsole({ settings, database, log: silentLog, clock: seededClock() })
    const sid = await desk.sessions.begin({ subject: 'ines', name: 'Ines Okafor', roles: [...roles] })
    cookie = `${desk.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
    const work = () => JSON.stringify(JSON.parse(JSON.stringify(Array.from({ length: 60_000 }, (_, at) => `${at} a`))))
    unit = Math.min(...[1, 2, 3].map(() => processorTime(work)))
  })
  afterAll(async () => {
    await desk.close()
    provider.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Sent = { query?: unknown; body?: unknown; value?: string; headers?: Record<string, string> }
  const named = new Set<string>()

  async function ask({ path, method, isProvider }: Parts, { query, body, value = 'a-1', headers = {} }: Sent) {
    const params = new URLSearchParams()
    for (const [name, one] of Object.entries(query ?? {})) params.append(name, String(one))
    const filled = path.replace(/\{\w+\}/g, encodeURIComponent(value))
    const request = new NextRequest(`http://localhost:3000/api/sandbox/${filled}?${params}`, {
      method,
      headers: {
        cookie,
        origin: settings.origin,
        'content-type': 'application/json',
        'x-mintdesk-intent': randomUUID(),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const name of ['get', 'has'] as const) {
      const look = request.headers[name].bind(request.headers)
      Object.defineProperty(request.headers, name, {
        value: (one: string) => {
          named.add(one)
          return look(one)
        },
      })
    }
    const answer = await (isProvider ? desk.http.proxy(request) : desk.own(request))
    await answer.body?.cancel()
    return answer.status
  }

  /** How long a request keeps the processor busy, at best of a few tries: a pause of the runtime may fall into one. */
  async function timeOf(parts: Parts, sent: Sent): Promise<number> {
    let best = Number.POSITIVE_INFINITY
    for (let count = 0; count < 4 && best > 4 * unit; count++) {
      const begun = process.cpuUsage()
      await ask(parts, sent)
      const { user, system } = process.cpuUsage(begun)
      best = Math.min(best, (user + system) / 1_000)
    }
    return best
  }

  test.each(operations)('is not kept busy by any text of %s', async (_, parts) => {
    const query = parts.query && read(parts.query)
    const body = parts.body && read(parts.body)
    const all = [...(query?.members ?? []), ...(body?.members ?? [])]
    const fill = (of: typeof query, text: (most: number) => string, members = of?.members ?? []) =>
      members.reduce((value, { place, most }) => withText(value, place, text(most)), of?.sample)
    const sentWith = (text: (most: number) => string, only?: TextMember): Sent => ({
      query: fill(
        query,
        (most) => text(Math.min(most, mostOfHead)),
        only && query?.members.filter((one) => one === only),
      ),
      body: fill(body, text, only && body?.members.filter((one) => one === only)),
      ...(/\{/.test(parts.path) && { value: text(255) }),
    })
    const slow: string[] = []
    for (const part of costlyParts)
      for (const text of [
        // As much of each as goes into one body.
        (most: number) => hostileText(part, Math.min(most, tooMany / Math.max(1, all.length))),
        () => hostileText(part, tooMany / Math.max(1, all.length)),
      ]) {
        if ((await timeOf(parts, sentWith(text))) < 10 * unit) continue
        for (const one of all) {
          const times = (await timeOf(parts, sentWith(text, one))) / unit
          slow.push(`${one.place.join('.')}: ${JSON.stringify(part)} × ${Math.round(times)}`)
        }
      }
    expect(slow).toEqual([])
  })

  test('is not kept busy by any header that it reads', async () => {
    const some = operations.filter(([name]) => ['createOrder', 'addNote', 'listTransfers'].includes(name))
    const body = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '1.00' }
    for (const [, parts] of some) await ask(parts, { body })
    expect([...named]).toEqual(expect.arrayContaining(['x-mintdesk-reason', 'x-mintdesk-intent', 'origin']))
    const slow: string[] = []
    for (const [, parts] of some)
      for (const name of named)
        for (const part of costlyParts) {
          const text = encodeURIComponent(hostileText(part, tooMany))
          const millis = await timeOf(parts, {
            body,
            headers: { [name]: name === 'cookie' ? `${cookie}; a=${text}` : text },
          })
          if (millis > 10 * unit) slow.push(`${name}: ${JSON.stringify(part)} × ${Math.round(millis / unit)}`)
        }
    expect(slow).toEqual([])
  })
})
