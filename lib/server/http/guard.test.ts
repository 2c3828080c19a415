/** The guard on a server whose own listener would fail on what the guard refuses. */
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { addressHeader } from '../auth/client-address'
import { type AnsweredPage, type GuardOptions, guardServers } from './guard'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function startServer(
  options: Partial<GuardOptions> = {},
  listener: RequestListener = (_, response) => response.end('answered'),
): Promise<{ server: Server; port: number }> {
  stops.push(guardServers({ origin: 'http://console.example', connectionsPerAddress: 0, ...options }).end)
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

type Answer = { status?: number; headers: Record<string, unknown>; text: string }

const ask = (port: number, method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end()
  })

/** Writes bytes as they are. @returns what the server wrote until it closed the connection */
const writeRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (part) => {
      received += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })

/** This many names with values. */
const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')

const state = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }]))

describe('The guard before Next', () => {
  it('sends the security headers with every answer, and lets data run nothing', async () => {
    const { port } = await startServer()
    for (const [method, path] of [
      ['GET', '/sign-in'],
      ['GET', '/api/health'],
      ['TRACE', '/api/health'],
    ] as const) {
      const { headers } = await ask(port, method, path)
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
      expect(headers['content-security-policy'] ?? '').toMatch(path === '/sign-in' ? /^$/ : /^default-src 'none'/)
    }
  })

  it('leaves to another what it takes, once it was not refused', async () => {
    const { port } = await startServer({
      take: ({ url }, response) => {
        if (!url?.startsWith('/api/taken')) return false
        response.end('taken')
        return true
      },
    })
    expect((await ask(port, 'GET', '/api/taken')).text).toBe('taken')
    expect((await ask(port, 'GET', '/api/other')).text).toBe('answered')
    expect((await ask(port, 'TRACE', '/api/taken')).status).toBe(405)
  })

  it.each([
    ['TRACE', '/sign-in', {}, 405],
    ['TRACE', '/api/health', {}, 405],
    ['PUT', '/sign-in', {}, 405],
    ['POST', '/sign-in', { 'next-action': '00aa' }, 405],
    ['GET', '/%E0%A4%A', {}, 400],
    // Each leads elsewhere than its text says.
    ['GET', '/api/./auth/csrf', {}, 400],
    ['GET', '/api/sandbox/../production/v2/transfer/transfers', {}, 400],
    ['GET', '/api/sandbox/%2E%2e/production/intents', {}, 400],
    ['GET', '/api\\auth/csrf', {}, 400],
    ['GET', '//elsewhere.example/api/auth/csrf', {}, 400],
    ['GET', 'http://elsewhere.example/api/auth/csrf', {}, 400],
    ['GET', '/sign-in#/api/auth/csrf', {}, 400],
    // PostgreSQL stores no NUL.
    ['GET', '/api/sandbox/intents/a%00b', {}, 400],
    ['GET', '/sign-in', { 'next-router-state-tree': '%%%' }, 400],
    ['GET', '/sign-in', { 'next-router-state-tree': '%5B1%5D' }, 400],
  ])('refuses %s %s with %j', async (method, path, headers, status) => {
    const { port } = await startServer()
    const answer = await ask(port, method, path, headers as Record<string, string>)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ status, title: expect.stringMatching(/\.$/) })
    expect(answer.headers['content-type']).toBe('application/problem+json')
  })

  it.each([
    ['GET', '/sign-in', {}],
    ['GET', '/sandbox/transfers/a%2Fb%20c?x.memo=..%2F', {}],
    ['GET', '/sandbox/transfers?ref_ids=100%25', { 'next-router-state-tree': state }],
    ['POST', '/api/sandbox/v2/fiat-accounts', {}],
    ['DELETE', '/api/sandbox/v2/fiat-accounts', {}],
  ])('passes %s %s with %j on', async (method, path, headers) => {
    const { port } = await startServer()
    expect(await ask(port, method, path, headers as Record<string, string>)).toMatchObject({ text: 'answered' })
  })

  it('refuses more than 500 parameters or 200 cookies, which Next would read in quadratic time', async () => {
    const { port } = await startServer()
    expect(await ask(port, 'GET', `/api/health?${parameters(500)}`)).toMatchObject({ text: 'answered' })
    expect(await ask(port, 'GET', `/api/health?${parameters(501)}`)).toMatchObject({ status: 414 })
    const cookies = (count: number) => ({ cookie: parameters(count).replaceAll('&', '; ') })
    expect(await ask(port, 'GET', '/api/health', cookies(200))).toMatchObject({ text: 'answered' })
    expect(await ask(port, 'GET', '/api/health', cookies(201))).toMatchObject({ status: 431 })
  })

  it('answers CONNECT with 405', async () => {
    const { port } = await startServer()
    expect(await writeRaw(port, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    )
  })

  it('ends the connection of a CONNECT that its client keeps open', async () => {
    const { server, port } = await startServer()
    const ended = new Promise<void>((resolve) =>
      server.once('connection', (socket: Socket) => socket.once('close', () => resolve())),
    )
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    stops.push(() => client.destroy())
    client.on('error', () => undefined).resume()
    client.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n')
    await ended
  }, 5_000)

  it('answers a request for another protocol as any other, so that its connection keeps every limit', async () => {
    const { server, port } = await startServer()
    // As Next does: it ends its own half, and clients keep the other one.
    server.on('upgrade', (_, socket) => void socket)
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    expect(await ask(port, 'GET', '/any', upgrade)).toMatchObject({ status: 200, text: 'answered' })
    expect(await ask(port, 'POST', '/any', upgrade)).toMatchObject({ status: 405 })
    await new Promise((resolve) => server.close(resolve))
  }, 5_000)

  it('sends HSTS with every answer of an https console, refusals included, and with none of another', async () => {
    const secure = await startServer({ origin: 'https://console.example' })
    for (const path of ['/', '/%E0%A4%A'])
      expect((await ask(secure.port, 'GET', path)).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    for (const stop of stops.splice(0)) stop()
    const plain = await startServer()
    expect((await ask(plain.port, 'GET', '/')).headers).not.toHaveProperty('strict-transport-security')
  })

  it('limits how long a request may take to arrive', async () => {
    const { server, port } = await startServer()
    await ask(port, 'GET', '/')
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([10_000, 30_000, 120_000])
  })

  it('keeps a connection longer than a balancer keeps its own, so that none sends on one that is closing', async () => {
    const { port } = await startServer()
    const headers = { connection: 'keep-alive' }
    // The first answer of a server too: its timer starts after the guard has come.
    for (const _ of [1, 2]) expect((await ask(port, 'GET', '/', headers)).headers['keep-alive']).toBe('timeout=75')
  })

  it('closes the connections of one address beyond its limit, and counts those that have ended no more', async () => {
    const { port } = await startServer({ connectionsPerAddress: 3 })
    const kept = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket))
          }),
      ),
    )
    expect(await writeRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toBe('')
    kept[0]?.destroy()
    await expect
      .poll(() => writeRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))
      .toContain('answered')
    for (const socket of kept) socket.destroy()
  })

  it('refuses a request with two hosts', async () => {
    const { port } = await startServer()
    const text = 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'
    expect(await writeRaw(port, text)).toMatch(/^HTTP\/1.1 400 /)
  })

  it("drops Next's own notes from a request", async () => {
    const { port } = await startServer({}, ({ headers }, response) => response.end(JSON.stringify(headers)))
    const { text } = await ask(port, 'GET', '/', { 'x-middleware-prefetch': '1', 'X-Middleware-Subrequest': 'proxy' })
    expect(text).not.toMatch(/middleware/i)
  })

  it('reports each page without its ids and filters, and neither data nor files', async () => {
    const pages: AnsweredPage[] = []
    const { port } = await startServer({ onPage: (page) => pages.push(page) })
    for (const path of ['/sandbox/transfers/t-1?x.memo=a', '/sign-in?error=a', '/api/health', '/_next/static/a.js'])
      await ask(port, 'GET', path)
    await expect
      .poll(() => pages)
      .toMatchObject([
        { method: 'GET', environment: 'sandbox', section: 'transfers', status: 200 },
        { environment: '', section: 'sign-in' },
      ])
  })

  it('lets those pass whose session lives, whatever waits without one', async () => {
    let held = 0
    const { port } = await startServer({ isLiving: (cookies) => cookies === 'living' }, ({ url }, response) => {
      if (url === '/sign-in') held += 1
      else response.end('answered')
    })
    const ends = Array.from({ length: 80 }, () => ask(port, 'GET', '/sign-in').catch(() => undefined))
    await expect.poll(() => held).toBe(4)
    expect(await ask(port, 'GET', '/sandbox', { cookie: 'living' })).toMatchObject({ text: 'answered' })
    expect(await ask(port, 'GET', '/sandbox', { cookie: 'other' })).toMatchObject({ status: 429 })
    expect(await ask(port, 'GET', '/_next/static/a.js')).toMatchObject({ text: 'answered' })
    for (const stop of stops.splice(0)) stop()
    await Promise.all(ends)
  })

  it('passes on four requests without a session of one network at a time, keeps 64 waiting, and refuses the rest', async () => {
    const open: (() => void)[] = []
    const { port } = await startServer({}, ({ url }, response) => {
      if (url?.startsWith('/api/auth/')) open.push(() => response.end('answered'))
      else response.end('answered')
    })
    const from = (network: string) => ask(port, 'GET', '/api/auth/csrf', { [addressHeader]: network })
    const answers = Array.from({ length: 68 }, () => from('192.0.2.1'))
    await expect.poll(() => open.length).toBe(4)
    const refused = await from('192.0.2.1')
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    expect(JSON.parse(refused.text).url).toBe('http://console.example/sign-in?error=TooManyAttempts')
    // Other networks, and those who watch over the console, are not concerned.
    const elsewhere = from('192.0.2.2')
    await expect.poll(() => open.length).toBe(5)
    expect(await ask(port, 'GET', '/api/health', { [addressHeader]: '192.0.2.1' })).toMatchObject({ text: 'answered' })
    for (let nth = 0; nth < 69; nth++) {
      await expect.poll(() => open.length).toBeGreaterThan(nth)
      open[nth]?.()
    }
    for (const answer of [elsewhere, ...answers]) expect(await answer).toMatchObject({ text: 'answered' })
  })

  it('gives the place of a sign-in request that was broken off to the next one', async () => {
    let held = 0
    const { port } = await startServer({}, ({ url }, response) => {
      if (url === '/api/auth/csrf') held += 1
      else response.end('answered')
    })
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/auth/csrf HTTP/1.1\r\nHost: a\r\n\r\n'))
      return socket
    })
    await expect.poll(() => held).toBe(4)
    const answer = ask(port, 'GET', '/api/auth/session')
    for (const socket of sockets) socket.destroy()
    expect(await answer).toMatchObject({ text: 'answered' })
  })
})
