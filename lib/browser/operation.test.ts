import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ProblemError, problemKind } from '../provider/problem'
import { call, callLimits, request, setPagePerson } from './operation'

type Reply = { status: number; type?: string; body: string; headers?: Record<string, string> }
let reply: Reply = { status: 200, body: '{}' }
const received: IncomingMessage[] = []
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  received.push(request)
  const { status, type = 'application/problem+json', body, headers } = reply
  // A status of 0 never answers.
  if (status === 0) return
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
})
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
afterEach(() => {
  received.length = 0
})

/** What a call throws. */
async function problemOf(init: RequestInit = {}, limits = callLimits) {
  const thrown = await request(address(), init, limits).catch((cause: unknown) => cause)
  if (!(thrown instanceof ProblemError)) throw new Error('The call threw no problem.')
  return { ...thrown.problem, kind: problemKind(thrown.problem.type) }
}

const write = { method: 'POST', body: '{}' }

const requestId = 'req_0123456789ab'
const ids = { 'x-request-id': requestId }
/** An answer of a gateway that writes problem+json and a request id as well. */
const foreign = (problem: object) => ({ headers: ids, body: JSON.stringify({ title: 'No.', status: 401, ...problem }) })

test.each<Reply>([
  { status: 413, type: 'text/html', body: '<h1>Request Entity Too Large</h1>' },
  { status: 408, type: 'text/plain', body: '' },
  { status: 401, type: 'text/html', body: '<a href="/login">Sign in</a>' },
  { status: 404, type: 'application/json', body: '{"message":"no Route matched with those values"}' },
  { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
  { status: 503, body: '{"type":"https://gateway.example/errors/1","title":"Try later","status":503}' },
  { status: 504, body: '{"type":"about:blank","title":"Gateway Timeout","status":504}' },
  { status: 401, ...foreign({ type: 'https://gateway.example/errors/session-ended', request_id: requestId }) },
  { status: 401, ...foreign({ type: '/problems/session-ended', request_id: '7f3c' }) },
  { status: 400, ...foreign({ type: '/problems/invalid-input' }) },
])('a $status that Mintdesk did not answer leaves it open whether a write arrived', async (answer) => {
  reply = answer
  const told = await problemOf(write)
  expect(told).toMatchObject({
    kind: 'console-unreachable',
    title: `Mintdesk was not reached: a server in between answered ${answer.status}.`,
  })
  expect(told.detail).toContain('It is not known whether Mintdesk received this.')
  expect(told.status).toBeGreaterThanOrEqual(500)
})

test('a call that takes too long is given up, and whether a write arrived is not known', async () => {
  reply = { status: 0, body: '' }
  const late = { read: 30, write: 30 }
  const title = 'Mintdesk did not answer in time.'
  expect(await problemOf({}, late)).toMatchObject({ kind: 'console-unreachable', title, status: 503 })
  const lost = await problemOf(write, late)
  expect(lost).toMatchObject({ kind: 'console-unreachable', title })
  expect(lost.detail).toContain('It is not known whether Mintdesk received this.')
})

test('a call that its page cancels ends as cancelled, not as a problem', async () => {
  reply = { status: 0, body: '' }
  const page = new AbortController()
  const call = request(address(), { signal: page.signal })
  page.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('a read answered by a gateway ends no session, reports no missing record, and keeps its Retry-After', async () => {
  reply = { status: 401, type: 'text/html', body: 'Sign in' }
  expect(await problemOf()).toMatchObject({ status: 502, detail: expect.stringContaining('Nothing was changed.') })
  reply = { status: 429, type: 'text/html', body: 'Slow down', headers: { 'retry-after': '7' } }
  expect(await problemOf()).toMatchObject({ status: 429, kind: 'console-unreachable' })
})

test("Mintdesk's own problem passes unchanged", async () => {
  const own = { type: '/problems/too-late', title: 'Too late.', status: 409, request_id: requestId }
  reply = { status: 409, headers: ids, body: JSON.stringify(own) }
  expect(await problemOf(write)).toMatchObject(own)
  // The proxy writes the provider's kind under its own path.
  const passedOn = { ...own, type: '/problems/insufficient-funds', status: 403 }
  reply = { status: 403, headers: ids, body: JSON.stringify(passedOn) }
  expect(await problemOf(write)).toMatchObject({ ...passedOn, kind: 'insufficient-funds' })
})

test('a write names the person whose page it is, and none is sent once another person is signed in', async () => {
  setPagePerson('oidc:zoë/1')
  reply = { status: 200, body: '{}' }
  await request(address(), write)
  await request(address(), {})
  expect(received.map(({ headers }) => headers['x-mintdesk-person'])).toEqual(['oidc%3Azo%C3%AB%2F1', undefined])

  const title = 'You are signed in as Tomas Reiter now.'
  const meta = { person: 'Tomas Reiter' }
  const changed = { type: '/problems/person-changed', title, status: 409, meta, request_id: requestId }
  reply = { status: 409, headers: ids, body: JSON.stringify(changed) }
  const words = {
    kind: 'person-changed',
    title: 'You are now signed in as Tomas Reiter (changed in another tab).',
    detail: 'Nothing was sent. Reload to continue as Tomas Reiter.',
  }
  expect(await problemOf(write)).toMatchObject(words)
  reply = { status: 200, body: '{}' }
  expect(await problemOf(write)).toMatchObject(words)
  expect(received).toHaveLength(3)
  // Reads use the current session.
  await request(address(), {})
  setPagePerson('oidc:zoë/1')
  await request(address(), write)
  expect(received).toHaveLength(5)
})

test('only Mintdesk itself locks a page because the person changed', async () => {
  setPagePerson('oidc:ines')
  const changed = { title: 'No.', status: 409, request_id: requestId }
  for (const problem of [
    { ...changed, type: 'https://gateway.example/problems/person-changed' },
    { ...changed, type: '/problems/person-changed', meta: { answered_by: 'service' } },
  ]) {
    reply = { status: 409, headers: ids, body: JSON.stringify(problem) }
    await problemOf(write)
    reply = { status: 200, body: '{}' }
    await request(address(), write)
  }
  expect(received).toHaveLength(4)
})

test('a list that comes twice in one answer is a failure, not its last half', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const answered = (text: string) => fetched.mockResolvedValueOnce(new Response(text, { headers: ids }))
  try {
    answered('{"items":[{"id":"t-1"}],"items":[]}')
    const thrown = await call('sandbox', 'listTransfers', { query: {} }).catch((cause: unknown) => cause)
    expect(thrown).toMatchObject({ problem: { status: 502, title: expect.stringContaining('it has "items" twice') } })
    answered('{"items":[],"next_page_cursor":""}')
    expect((await call('sandbox', 'listTransfers', { query: {} })).json).toEqual({ items: [], next_page_cursor: '' })
  } finally {
    fetched.mockRestore()
  }
})
