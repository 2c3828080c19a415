/** What the proxy answers while the provider or its token service fails or does not answer as itself, played by a foreign service. */
import { Agent, request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Company, secrets, startCompany } from '../processes'
import { type Browser, companyBrowser } from '../session'
import type { InjectedFault } from '../upstream'

const html = { 'content-type': 'text/html' }
const plain = { 'content-type': 'application/json' }
const markup = '<html><script>alert(1)</script><h1>Bad gateway of the provider</h1></html>'

let company: Company
let browser: Browser

beforeAll(async () => {
  company = await startCompany()
  browser = await companyBrowser(company.console.url)
}, 120_000)

afterEach(() => company.sandbox.injectFaults({}))

afterAll(async () => {
  await company?.stop()
  expect(company?.console.printed()).not.toContain(secrets.mark)
})

const list = () => browser('/api/sandbox/v2/transfer/transfers')
const scope = { scope: 'transfer:read_transfer' }

type Fault = { service?: InjectedFault; token?: InjectedFault }

// The regular expression matches the title that pages show.
test.each<[string, Fault, number, string, RegExp, object?]>([
  ['the provider is down', { service: { drop: true } }, 502, 'service-unreachable', /is not responding/i],
  [
    'the provider answers 500',
    { service: { status: 500, body: '{"message":"database gone"}' } },
    500,
    'service-failed',
    /answered 500/,
  ],
  [
    'the provider answers 503 with HTML',
    { service: { status: 503, headers: html, body: markup } },
    503,
    'service-failed',
    /answered 503/,
  ],
  [
    'the provider answers HTML instead of JSON',
    { service: { headers: html, body: markup } },
    502,
    'service-answer-unreadable',
    /not JSON/,
  ],
  [
    'the provider redirects',
    { service: { status: 302, headers: { location: 'http://elsewhere.example/' } } },
    502,
    'service-answer-unreadable',
    /answered 302/,
  ],
  [
    'the provider answers without content',
    { service: { status: 204, headers: {} } },
    502,
    'service-answer-unreadable',
    /not JSON/,
  ],
  [
    'the provider refuses for a business reason',
    {
      service: {
        status: 403,
        body: '{"type":"https://x/insufficient-funds","detail":"Too little.","meta":{"needed":"5"}}',
      },
    },
    403,
    'insufficient-funds',
    /not have enough money/,
    { needed: '5' },
  ],
  [
    'the token lacks a scope',
    {
      service: {
        status: 403,
        headers: { ...plain, 'www-authenticate': 'Bearer error="insufficient_scope"' },
        body: '{}',
      },
    },
    403,
    'insufficient-scope',
    /lacks the scope/,
    scope,
  ],
  [
    'the provider never accepts the token',
    { service: { status: 401, body: '{}' } },
    502,
    'token-rejected',
    /rejected the access token/,
  ],
  [
    'the token service refuses the client',
    { token: { status: 401, body: '{"error":"invalid_client"}' } },
    502,
    'token-refused',
    /Mintdesk cannot sign in to the provider/,
  ],
  [
    'the token service does not grant the scope',
    { token: { status: 400, body: '{"error":"invalid_scope"}' } },
    403,
    'scope-not-granted',
    /lacks the scope|does not grant/,
    scope,
  ],
  [
    'the token service is down',
    { token: { drop: true } },
    502,
    'service-unreachable',
    /token service is not responding/i,
  ],
])(
  'while %s, a read is answered with its cause and a request ID, and no markup',
  async (_, fault, status, kind, title, meta = {}) => {
    const { token } = fault
    // A token that is refused once is fetched again.
    company.sandbox.injectFaults({ token, service: token ? { status: 401, body: '{}', times: 1 } : fault.service })
    const answer = await list()
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).type]).toEqual([status, `/problems/${kind}`])
    expect(JSON.parse(text)).toMatchObject({
      status,
      title: expect.stringMatching(title),
      request_id: expect.stringMatching(/^req_[0-9a-f]{12}$/),
      meta,
    })
    expect(text).not.toMatch(/<h1>|<script>|Bad gateway of the provider/)
  },
)

test('a redirect of the service is neither followed nor passed on', async () => {
  const { received, url } = company.sandbox
  const before = received.length
  company.sandbox.injectFaults({
    service: {
      status: 302,
      headers: { ...plain, location: `${url}/redirected` },
      body: '{"items":[],"next_page_cursor":""}',
    },
  })
  const answer = await list()
  expect(answer.status).toBe(502)
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).not.toContain('redirected')
  expect(received.slice(before).filter((one) => one.url.includes('redirected'))).toEqual([])
})

test('an error that repeats the token or the client secret arrives without them', async () => {
  await list()
  const token = company.sandbox.issued.at(-1) ?? ''
  expect(token).toContain(secrets.mark)
  const detail = `Token ${token} of the client with ${secrets.sandbox} is not valid here.`
  const headers = { 'content-type': 'application/problem+json' }
  company.sandbox.injectFaults({ service: { status: 400, headers, body: JSON.stringify({ detail }) } })
  const text = await (await list()).text()
  expect(text).toContain('is not valid here')
  expect(text).not.toContain(secrets.mark)
})

test('a revoked token is replaced once, and the read succeeds', async () => {
  await list()
  company.sandbox.issued.splice(0)
  expect((await list()).status).toBe(200)
  expect(company.sandbox.issued).toHaveLength(1)
})

test('a rate limit without a time waits a minute, then five, until the provider answers again', async () => {
  const limit = () => company.sandbox.injectFaults({ service: { status: 429, headers: plain, body: '{}' } })
  const wait = async () => (await list()).headers.get('retry-after')
  limit()
  expect([await wait(), await wait()]).toEqual(['60', '300'])
  company.sandbox.injectFaults({})
  expect(await wait()).toBeNull()
  limit()
  expect(await wait()).toBe('60')
})

test('a provider that does not answer in time is a timeout', async () => {
  company.sandbox.injectFaults({ service: { hang: true } })
  const answer = await list()
  expect([answer.status, (await answer.json()).type]).toEqual([504, '/problems/service-timeout'])
})

test('a body that is refused for its size does not hold up the next request on its connection', async () => {
  const { url } = company.console
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const cookie = [...browser.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ')
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status?: number; isReused: boolean }>((resolve, reject) => {
      const sent = request(
        new URL(path, url),
        { agent, method, headers: { cookie, origin: url, ...headers } },
        (answer) => {
          answer.resume().once('end', () => resolve({ status: answer.statusCode, isReused: sent.reusedSocket }))
        },
      )
      sent.once('error', reject).end(body)
    })
  const json = { 'content-type': 'application/json', 'x-mintdesk-intent': crypto.randomUUID() }
  for (const [method, path] of [
    ['POST', '/api/sandbox/v2/transfer/fiat-accounts'],
    ['PUT', '/api/sandbox/presets?kind=profile'],
    ['POST', '/api/sandbox/intents/none/notes'],
    ['POST', '/api/sandbox/notes'],
    ['POST', '/api/sandbox/notes/none'],
    ['PUT', '/api/sandbox/views/00000000-0000-4000-8000-000000000000'],
    ['POST', '/api/auth/signout'],
  ] as const) {
    for (const [name, value] of [
      ['content-length', '200000'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const refused = await call(method, path, { ...json, [name]: value }, 'x'.repeat(200_000))
      expect(refused.status, path).toBe(413)
      expect(await call('GET', '/api/health'), `after ${path}`).toEqual({ status: 200, isReused: true })
    }
  }
  agent.destroy()
})
