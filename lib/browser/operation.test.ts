import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProblemError, problemKind } from '../api/problem'
import { ask, setPagePerson } from './operation'

type Reply = { status: number; type?: string; body: string; headers?: Record<string, string> }
let reply: Reply = { status: 200, body: '{}' }
const received: IncomingMessage[] = []
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  received.push(request)
  const { status, type = 'application/problem+json', body, headers } = reply
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
})
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterEach(() => {
  received.length = 0
})

/** What a call throws. */
async function problemOf(init: RequestInit = {}) {
  const thrown = await ask(address(), init).catch((cause: unknown) => cause)
  if (!(thrown instanceof ProblemError)) throw new Error('The call threw no problem.')
  return { ...thrown.problem, kind: problemKind(thrown.problem.type) }
}

const write = { method: 'POST', body: '{}' }

test.each<Reply>([
  { status: 413, type: 'text/html', body: '<h1>Request Entity Too Large</h1>' },
  { status: 408, type: 'text/plain', body: '' },
  { status: 401, type: 'text/html', body: '<a href="/login">Sign in</a>' },
  { status: 404, type: 'application/json', body: '{"message":"no Route matched with those values"}' },
  { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
  { status: 503, body: '{"type":"https://gateway.example/errors/1","title":"Try later","status":503}' },
  { status: 504, body: '{"type":"about:blank","title":"Gateway Timeout","status":504}' },
])('a $status that Mintdesk did not answer leaves it open whether a write arrived', async (answer) => {
  reply = answer
  const told = await problemOf(write)
  expect(told).toMatchObject({
    kind: 'console-unreachable',
    title: `Mintdesk was not reached: something in between answered ${answer.status}.`,
  })
  expect(told.detail).toContain('It is not known whether Mintdesk received this.')
  expect(told.status).toBeGreaterThanOrEqual(500)
})

test('a read that a gateway answers is no end of a session and no missing record, and keeps a wait', async () => {
  reply = { status: 401, type: 'text/html', body: 'Sign in' }
  expect(await problemOf()).toMatchObject({ status: 502, detail: expect.stringContaining('Nothing was changed.') })
  reply = { status: 429, type: 'text/html', body: 'Slow down', headers: { 'retry-after': '7' } }
  expect(await problemOf()).toMatchObject({ status: 429, kind: 'console-unreachable' })
})

test("Mintdesk's own problem passes as it came", async () => {
  const own = { type: '/problems/too-late', title: 'Too late.', status: 409, request_id: 'req_1' }
  reply = { status: 409, body: JSON.stringify(own) }
  expect(await problemOf(write)).toMatchObject(own)
  const passedOn = { ...own, type: 'https://provider.example/problems/insufficient-funds' }
  reply = { status: 403, body: JSON.stringify(passedOn) }
  expect(await problemOf(write)).toMatchObject({ ...passedOn, kind: 'insufficient-funds' })
})

test('a write names the person whose page it is, and none is sent once somebody else is signed in', async () => {
  setPagePerson('oidc:zoë/1')
  reply = { status: 200, body: '{}' }
  await ask(address(), write)
  await ask(address(), {})
  expect(received.map(({ headers }) => headers['x-mintdesk-person'])).toEqual(['oidc%3Azo%C3%AB%2F1', undefined])

  const changed = { type: '/problems/person-changed', title: 'No.', status: 409, request_id: 'req_1' }
  reply = { status: 409, body: JSON.stringify(changed) }
  const words = { kind: 'person-changed', detail: 'Reload to continue as them; nothing was sent.' }
  expect(await problemOf(write)).toMatchObject(words)
  reply = { status: 200, body: '{}' }
  expect(await problemOf(write)).toMatchObject(words)
  expect(received).toHaveLength(3)
  // What is only read is read as whoever is signed in.
  await ask(address(), {})
  setPagePerson('oidc:zoë/1')
  await ask(address(), write)
  expect(received).toHaveLength(5)
})
