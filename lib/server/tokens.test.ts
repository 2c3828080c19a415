import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../api/problem'
import { lifeOf, Tokens } from './tokens'

type Asked = { form: URLSearchParams; contentType: string }

let server: Server
let tokens: Tokens
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
  tokens = new Tokens({ baseUrl: authUrl, authUrl, clientId: 'the-client', clientSecret: 'the-secret' }, new Agent())
})

afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

const problemOf = async (work: Promise<unknown>) => {
  const thrown = await work.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ProblemError)
  return thrown as ProblemError
}

describe('Access tokens', () => {
  it('are asked for with the form that the spec shows', async () => {
    await tokens.token('transfer:read_transfer')
    expect(asked[0]?.contentType).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-client',
      client_secret: 'the-secret',
      scope: 'transfer:read_transfer',
    })
  })

  it('are asked for once while many wait, and kept', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => tokens.token('a:b')))
    expect(new Set(all)).toEqual(new Set(['token-1']))
    await tokens.token('a:b')
    expect(asked).toHaveLength(1)
  })

  it('are one per scope, and requested one at a time', async () => {
    const all = await Promise.all(['a:a', 'b:b', 'c:c'].map((scope) => tokens.token(scope)))
    expect(new Set(all).size).toBe(3)
    expect(mostUnderWay).toBe(1)
  })

  it('are refused where the granted scope is another', async () => {
    answer = (_, response) => json(response, 200, granted('something:else'))
    const { problem } = await problemOf(tokens.token('a:b'))
    expect(problem).toMatchObject({ status: 403, type: '/problems/scope-not-granted', meta: { scope: 'a:b' } })
  })

  it('say which scope was not granted', async () => {
    answer = (_, response) => json(response, 400, '{"error":"invalid_scope"}')
    const { problem } = await problemOf(tokens.token('transfer:write_sandbox_fiat_deposit'))
    expect(problem).toMatchObject({ status: 403, meta: { scope: 'transfer:write_sandbox_fiat_deposit' } })
  })

  it('never quote the secret where the client is refused', async () => {
    answer = ({ form }, response) =>
      json(
        response,
        401,
        JSON.stringify({ error: 'invalid_client', error_description: `bad ${form.get('client_secret')}` }),
      )
    const { problem } = await problemOf(tokens.token('a:b'))
    expect(problem).toMatchObject({ status: 502, type: '/problems/token-refused' })
    expect(JSON.stringify(problem)).not.toContain('the-secret')
  })

  it('are not made of a failure: the next one asks again', async () => {
    answer = (_, response) => json(response, 500, '')
    await problemOf(tokens.token('a:b'))
    answer = ({ form }, response) => json(response, 200, granted(form.get('scope')))
    expect(await tokens.token('a:b')).toBe('token-2')
  })

  it.each([
    ['HTML', 'text/html', '<h1>hello</h1>'],
    ['broken JSON', 'application/json', '{"access_token":'],
    ['no token', 'application/json', '{}'],
    ['another kind of token', 'application/json', '{"access_token":"x","token_type":"mac","expires_in":10}'],
  ])('are not made of %s', async (_, contentType, body) => {
    answer = (_asked, response) => void response.writeHead(200, { 'content-type': contentType }).end(body)
    const { problem } = await problemOf(tokens.token('a:b'))
    expect(problem).toMatchObject({ status: 502, type: '/problems/service-answer-unreadable' })
  })

  it('are not asked for again before the time that a 429 names', async () => {
    answer = (_, response) => json(response, 429, '', { 'retry-after': '7' })
    const first = await problemOf(tokens.token('a:b'))
    expect(first.headers['retry-after']).toBe('7')
    await problemOf(tokens.token('a:b'))
    await problemOf(tokens.token('c:d'))
    expect(asked).toHaveLength(1)
  })

  it('are forgotten only where they are still the ones held', async () => {
    const old = await tokens.token('a:b')
    tokens.forget('a:b', old)
    const renewed = await tokens.token('a:b')
    tokens.forget('a:b', old)
    expect(await tokens.token('a:b')).toBe(renewed)
    expect(asked).toHaveLength(2)
  })

  it('are renewed in the background while the old one is still used', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    expect(await tokens.token('a:b')).toBe('token-1')
    vi.advanceTimersByTime((3599 - 359) * 1000)
    expect(await tokens.token('a:b')).toBe('token-1')
    await vi.waitFor(async () => expect(await tokens.token('a:b')).toBe('token-2'))
    expect(asked).toHaveLength(2)
  })

  it('are never used in their last half minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await tokens.token('a:b')
    answer = (_, response) => json(response, 500, '')
    vi.advanceTimersByTime(3598_000)
    await problemOf(tokens.token('a:b'))
  })
})

describe('The life of a token', () => {
  it('of an hour is renewed a tenth before its end, and unused in the last half minute', () => {
    expect(lifeOf(3600, 0)).toEqual({ renewAt: 3240_000, unusableAt: 3570_000 })
  })
  it('of five minutes is renewed a minute before its end', () => {
    expect(lifeOf(300, 0)).toEqual({ renewAt: 240_000, unusableAt: 270_000 })
  })
  it('of ten seconds is used for nine, and renewed at half', () => {
    expect(lifeOf(10, 0)).toEqual({ renewAt: 5_000, unusableAt: 9_000 })
  })
})
