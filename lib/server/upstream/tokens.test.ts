import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../../provider/problem'
import { fastClock, seededClock, shiftedClock } from '../testing'
import { Secrets } from './secrets'
import { lifetimeOf, Tokens } from './tokens'

type Asked = { form: URLSearchParams; contentType: string }

let server: Server
let tokens: Tokens
let clock: ReturnType<typeof shiftedClock>
let credential: { baseUrl: string; authUrl: string; clientId: string; clientSecret: string }
const token = (scope: string) => tokens.token(scope, new AbortController().signal)
let asked: Asked[]
let underWay: number
let mostUnderWay: number
let answer: (asked: Asked, response: ServerResponse) => void

const granted = (scope: string | null, more: object = {}) =>
  JSON.stringify({ access_token: `token-${asked.length}`, expires_in: 3599, scope, token_type: 'bearer', ...more })

function json(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

async function receive(request: IncomingMessage, response: ServerResponse) {
  underWay += 1
  mostUnderWay = Math.max(mostUnderWay, underWay)
  response.once('close', () => {
    underWay -= 1
  })
  let text = ''
  for await (const chunk of request) text += chunk
  const one = { form: new URLSearchParams(text), contentType: request.headers['content-type'] ?? '' }
  asked.push(one)
  answer(one, response)
}

beforeEach(async () => {
  asked = []
  underWay = 0
  mostUnderWay = 0
  answer = ({ form }, response) => json(response, 200, granted(form.get('scope')))
  server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  credential = { baseUrl: authUrl, authUrl, clientId: 'the-client', clientSecret: 'the-secret' }
  // Pauses between attempts are short.
  clock = shiftedClock({ ...seededClock(), after: fastClock(5).after })
  tokens = new Tokens(credential, { clock, dispatcher: new Agent(), secrets: new Secrets([]) })
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const problemOf = async (work: Promise<unknown>) => {
  const thrown = await work.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ProblemError)
  return thrown as ProblemError
}

describe('Access tokens', () => {
  it('are requested with the form that the spec shows', async () => {
    await token('transfer:read_transfer')
    expect(asked[0]?.contentType).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-client',
      client_secret: 'the-secret',
      scope: 'transfer:read_transfer',
    })
  })

  it('are requested once while many wait, and kept', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => token('a:b')))
    expect(new Set(all)).toEqual(new Set(['token-1']))
    await token('a:b')
    expect(asked).toHaveLength(1)
  })

  it('are one per scope, requested one at a time', async () => {
    const all = await Promise.all(['a:a', 'b:b', 'c:c'].map((scope) => token(scope)))
    expect(new Set(all).size).toBe(3)
    expect(mostUnderWay).toBe(1)
  })

  it('are refused if another scope is granted', async () => {
    answer = (_, response) => json(response, 200, granted('something:else'))
    const { problem } = await problemOf(token('a:b'))
    expect(problem).toMatchObject({ status: 403, type: '/problems/scope-not-granted', meta: { scope: 'a:b' } })
  })

  it('that are not granted name their scope', async () => {
    answer = (_, response) => json(response, 400, '{"error":"invalid_scope"}')
    const { problem } = await problemOf(token('transfer:write_sandbox_fiat_deposit'))
    expect(problem).toMatchObject({ status: 403, meta: { scope: 'transfer:write_sandbox_fiat_deposit' } })
  })

  it('never quote the secret if the client is rejected', async () => {
    answer = ({ form }, response) =>
      json(
        response,
        401,
        JSON.stringify({ error: 'invalid_client', error_description: `bad ${form.get('client_secret')}` }),
      )
    const { problem } = await problemOf(token('a:b'))
    expect(problem).toMatchObject({ status: 502, type: '/problems/token-refused' })
    expect(JSON.stringify(problem)).not.toContain('the-secret')
  })

  it('are not made of a failure: the next caller requests again', async () => {
    answer = (_, response) => json(response, 500, '')
    await problemOf(token('a:b'))
    answer = ({ form }, response) => json(response, 200, granted(form.get('scope')))
    expect(await token('a:b')).toBe('token-2')
  })

  it.each([
    ['HTML', 'text/html', '<h1>hello</h1>'],
    ['broken JSON', 'application/json', '{"access_token":'],
    ['no token', 'application/json', '{}'],
    ['another kind of token', 'application/json', '{"access_token":"x","token_type":"mac","expires_in":10}'],
  ])('are not made of %s', async (_, contentType, body) => {
    answer = (_asked, response) => void response.writeHead(200, { 'content-type': contentType }).end(body)
    const { problem } = await problemOf(token('a:b'))
    expect(problem).toMatchObject({ status: 502, type: '/problems/service-answer-unreadable' })
  })

  it('are not requested again before the time that a 429 names', async () => {
    answer = (_, response) => json(response, 429, '', { 'retry-after': '7' })
    const first = await problemOf(token('a:b'))
    expect(first.headers['retry-after']).toBe('7')
    await problemOf(token('a:b'))
    await problemOf(token('c:d'))
    expect(asked).toHaveLength(1)
  })

  it('are forgotten only if they are still the current ones', async () => {
    const old = await token('a:b')
    tokens.forget('a:b', old)
    const renewed = await token('a:b')
    tokens.forget('a:b', old)
    expect(await token('a:b')).toBe(renewed)
    expect(asked).toHaveLength(2)
  })

  it('are renewed in the background while the old one is still used', async () => {
    expect(await token('a:b')).toBe('token-1')
    clock.shift += (3599 - 359) * 1000
    expect(await token('a:b')).toBe('token-1')
    await vi.waitFor(async () => expect(await token('a:b')).toBe('token-2'))
    expect(asked).toHaveLength(2)
  })

  it('are never used in their last half minute', async () => {
    await token('a:b')
    answer = (_, response) => json(response, 500, '')
    clock.shift += 3598_000
    await problemOf(token('a:b'))
  })
})

describe('An answer of the token service', () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')

  it.each([
    ['that never ends', 200, false, 'service-answer-unreadable'],
    ['that never ends once it is unpacked', 200, true, 'service-answer-unreadable'],
    ['that refuses without an end', 400, false, 'token-refused'],
    ['that refuses without an end once it is unpacked', 400, true, 'token-refused'],
  ])('%s is given up', async (_, status, isGzip, kind) => {
    const endless = function* () {
      for (;;) yield megabyte
    }
    answer = (_asked, response) => {
      const encoding = isGzip ? { 'content-encoding': 'gzip' } : {}
      response.writeHead(status, { 'content-type': 'application/json', ...encoding })
      const steps = isGzip ? [createGzip({ level: 1 }), response] : [response]
      pipeline([Readable.from(endless()), ...steps], () => undefined)
    }
    expect((await problemOf(token('a:b'))).problem.type).toBe(`/problems/${kind}`)
  })

  it('that is compressed although nobody asked for it is read', async () => {
    answer = ({ form }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(granted(form.get('scope'))))
    expect(await token('a:b')).toBe('token-1')
  })

  it.each([
    [
      'thousands of levels',
      `{"access_token":"x","token_type":"bearer","more":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    ],
    ['a token that no header can hold', JSON.stringify({ access_token: 'x'.repeat(9_000), token_type: 'bearer' })],
  ])('with %s is no token', async (_, body) => {
    answer = (_asked, response) => json(response, 200, body)
    expect((await problemOf(token('a:b'))).problem.type).toBe('/problems/service-answer-unreadable')
  })

  it('that has neither a body nor a meaning is a failure', async () => {
    for (const status of [204, 304, 302, 599]) {
      answer = (_asked, response) => void response.writeHead(status).end()
      expect((await problemOf(token('a:b'))).problem.status).toBe(502)
    }
  })
})

describe('A token service that hangs', () => {
  beforeEach(() => {
    answer = () => undefined
    tokens = new Tokens(credential, { clock: fastClock(8), dispatcher: new Agent(), secrets: new Secrets([]) })
  })

  it('fails every scope that waits for it after one limit, not one after the other', async () => {
    const began = performance.now()
    const problems = await Promise.all(['a:a', 'b:b', 'c:c', 'd:d'].map((scope) => problemOf(token(scope))))
    // Ten seconds, eight times faster.
    expect(performance.now() - began).toBeLessThan(2_400)
    for (const { problem } of problems)
      expect(problem).toMatchObject({ status: 504, type: '/problems/service-timeout' })
  })

  it('lets go of a caller who has gone at once, while others still wait', async () => {
    const browser = new AbortController()
    const gone = tokens.token('a:b', browser.signal)
    const waiting = problemOf(token('a:b'))
    browser.abort(new Error('The browser has gone.'))
    await expect(gone).rejects.toThrow('The browser has gone.')
    expect((await waiting).problem.status).toBe(504)
    expect(asked).toHaveLength(1)
  })
})

describe('The life of a token', () => {
  it('of an hour is renewed a tenth before its end, and unused in the last half minute', () => {
    expect(lifetimeOf(3600, 0)).toEqual({ renewAt: 3240_000, unusableAt: 3570_000 })
  })
  it('of five minutes is renewed a minute before its end', () => {
    expect(lifetimeOf(300, 0)).toEqual({ renewAt: 240_000, unusableAt: 270_000 })
  })
  it('of ten seconds is used for nine, and renewed at half', () => {
    expect(lifetimeOf(10, 0)).toEqual({ renewAt: 5_000, unusableAt: 9_000 })
  })
})
