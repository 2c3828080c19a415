/** Answers of a provider that are too long, too deep, or quote our secrets: read, refused or passed on. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OperationName, rowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { systemClock } from '../clock'
import { jsonAnswer } from '../http/answer'
import { settingsFor } from '../testing'
import { Deadline } from '../work/deadline'
import { forwardedBody } from './provider-answer'
import { Upstreams } from './upstream'

const clientSecret = 'client/secret+of-the-tests'
const token = 'eyJhbGciOiJub25lIn0.dG9rZW4tb2YtdGhlLXRlc3Rz.c2lnbmF0dXJl'
const megabyte = Buffer.alloc(1024 * 1024, ' ')

let server: Server
let upstreams: Upstreams
let respond: (response: ServerResponse) => void

const part = Buffer.alloc(64 * 1024, ' ')

function* endless(bytes = megabyte) {
  for (;;) yield bytes
}

/** Answers with spaces that never end. */
function bomb(response: ServerResponse, status: number, isGzip: boolean) {
  const encoding = isGzip ? { 'content-encoding': 'gzip' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...encoding })
  const done = () => undefined
  if (isGzip) pipeline(Readable.from(endless()), createGzip({ level: 1 }), response, done)
  else pipeline(Readable.from(endless()), response, done)
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const isToken = request.url === '/oauth2/token'
    if (isToken)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 3599 }))
    else respond(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsFor({ baseUrl: address, authUrl: address, clientSecret })
  upstreams = new Upstreams({ settings, clock: systemClock })
})

const json = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** Reads from the provider and passes its answer on. */
async function forwarded(name: OperationName): Promise<Response> {
  const options = {
    caller: { kind: 'read', subject: 'oidc:ines' } as const,
    deadline: new Deadline(systemClock, 15_000),
  }
  const input = name === 'getTransfer' ? { path: { id: 't-1' } } : { query: {} }
  return jsonAnswer(await forwardedBody(await upstreams.of('sandbox').read(name, input, options), rowOf(name)))
}

const problemOf = async (name: OperationName) => {
  const thrown = await forwarded(name).catch((error: unknown) => error)
  if (thrown instanceof ProblemError) return thrown.problem
  throw new Error('The answer was passed on.')
}

describe('An answer that never ends', () => {
  it.each([
    ['a record', 200, 'getTransfer', false],
    ['a record, compressed', 200, 'getTransfer', true],
    ['a read, as a refusal', 400, 'getTransfer', false],
    ['a read, as a compressed refusal', 400, 'listTransfers', true],
  ] as const)('to %s is refused', async (_, status, name, isGzip) => {
    respond = (response) => bomb(response, status, isGzip)
    const { type, title } = await problemOf(name)
    expect(type).toBe(status === 200 ? '/problems/service-answer-unreadable' : '/problems/invalid-input')
    if (status === 200) expect(title).toBe('The provider sent an answer that is too long to be read.')
  })

  it('to a list leaves other requests their turn between its parts', async () => {
    respond = json(200, '[]')
    const input = { query: {} }
    const deadline = new Deadline(systemClock, 15_000)
    const caller = { kind: 'read', subject: 'oidc:ines' } as const
    const received = await upstreams.of('sandbox').read('listTransfers', input, { caller, deadline })
    // As a provider whose bytes are always there before they are read.
    const body = Readable.from(endless(part)) as typeof received.answer.body
    const answer = { ...received.answer, body }
    const reader = jsonAnswer(await forwardedBody({ ...received, answer }, rowOf('listTransfers'))).body?.getReader()
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    count()
    const bytes = new Map<number, number>()
    for (let size = 0; size < 6 * megabyte.length; ) {
      const length = (await reader?.read())?.value?.byteLength ?? Number.NaN
      size += length
      bytes.set(turns, (bytes.get(turns) ?? 0) + length)
    }
    isOver = true
    await reader?.cancel()
    // A part is searched from 64 kB on, with what was held back of the one before.
    expect(Math.max(...bytes.values())).toBeLessThan(300_000)
  })

  it('to a list breaks off', async () => {
    respond = (response) => bomb(response, 200, true)
    await expect((await forwarded('listTransfers')).text()).rejects.toThrow('longer than')
  })
})

describe('A refusal for too many requests', () => {
  it.each([
    ['42', 'The provider asked Mintdesk to wait 42 s.', 42],
    ['86400', 'The provider asked Mintdesk to wait for more than an hour.', 3600],
    ['99999999999999999999999', 'The provider asked Mintdesk to wait for more than an hour.', 3600],
    [undefined, 'The provider refused this call because of its rate limit.', 60],
    ['soon', 'The provider refused this call because of its rate limit.', 60],
    ['0', 'The provider refused this call because of its rate limit.', 1],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 'The provider refused this call because of its rate limit.', 1],
  ])('with Retry-After: %s says what was asked, and is repeated in bounded time', async (header, title, seconds) => {
    respond = (response) => {
      if (header !== undefined) response.setHeader('retry-after', header)
      response.writeHead(429, { 'content-type': 'application/json' }).end('{}')
    }
    expect(await problemOf('listTransfers')).toMatchObject({ status: 429, title, meta: { retry_after: seconds } })
  })
})

describe('An answer that is not whole', () => {
  it.each([206, 202, 204])('with status %i is no record and no list', async (status) => {
    respond = json(status, status === 204 ? '' : '{"items":[]}')
    for (const name of ['getTransfer', 'listTransfers'] as const)
      expect((await problemOf(name)).type).toBe('/problems/service-answer-unreadable')
  })
})

describe('An answer with thousands of levels', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`

  it('to a record is refused', async () => {
    respond = json(200, deep)
    expect((await problemOf('getTransfer')).type).toBe('/problems/service-answer-unreadable')
  })

  it('that is a refusal becomes a problem that can be written', async () => {
    respond = json(403, `{"type":"/problems/business-rule","meta":{"x":${deep}}}`)
    const problem = await problemOf('listTransfers')
    expect(JSON.parse(JSON.stringify(problem))).toMatchObject({ status: 403, type: '/problems/service-refused' })
  })
})

const quotes: [string, (secret: string) => string][] = [
  ['as they are', (secret) => secret],
  ['with escaped slashes', (secret) => secret.replaceAll('/', '\\/')],
]

describe.each(quotes)('An answer that quotes our secrets %s', (_, quote) => {
  const quoted = `${quote(token)} and ${quote(clientSecret)}`
  const text = (answer: unknown) => JSON.stringify(answer)

  it('as a refusal has none of them in its sentences, members, names and request id', async () => {
    respond = json(
      400,
      `{"type":"/problems/x","detail":"Not ${quoted}.","request_id":"r ${quoted}","meta":{"${quoted}":["${quoted}"]},"errors":[{"field":"${quoted}","message":"${quoted}"}]}`,
    )
    const problem = await problemOf('listTransfers')
    const decoded = text(problem)
    for (const secret of [token, clientSecret, quote(token), quote(clientSecret)]) expect(decoded).not.toContain(secret)
    expect(problem.detail).toMatch(/^Not .*\[removed\].* and .*\[removed\].*\.$/)
    expect(problem.meta?.service_request_id).toContain('[removed]')
  })

  it.each(['getTransfer', 'listTransfers'] as const)('to %s has none of them, and its other digits', async (name) => {
    const rest = `"amount":1.10,"note":"${'x'.repeat(200_000)}"`
    respond = json(200, `{"items":[{"id":"t-1","memo":"${quoted}","${quote(token)}":1,${rest}}]}`)
    const body = await (await forwarded(name)).text()
    const decoded = text(JSON.parse(body))
    for (const secret of [token, clientSecret, quote(token), quote(clientSecret)]) expect(decoded).not.toContain(secret)
    expect(body.endsWith(`${rest}}]}`)).toBe(true)
    expect(decoded.match(/\[removed\]/g)).toHaveLength(3)
  })
})

it('An answer with nothing of ours is passed on byte by byte', async () => {
  const body = `{"items":[{"id":"t-1","memo":"\\u0041 %41 é\\/","amount":1.10}]}`
  respond = json(200, body)
  for (const name of ['getTransfer', 'listTransfers'] as const) expect(await (await forwarded(name)).text()).toBe(body)
})
