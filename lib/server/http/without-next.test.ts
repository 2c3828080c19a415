import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConsoleRequest } from '../auth/request-context'
import { jsonAnswer } from './answer'
import { answerRead, isRead } from './without-next'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server that answers reads by this proxy, and everything else with "next". */
async function startServer(proxy: (request: ConsoleRequest) => Promise<Response>): Promise<string> {
  const server = createServer((incoming, response) => {
    if (isRead(incoming)) void answerRead(proxy, incoming, response)
    else response.end('next')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const list = '/api/sandbox/v2/transfer/transfers?limit=2'
const part = new Uint8Array(64 * 1024).fill(0x20)

/** A body without end, and how often it was read; `cancelled` when nobody wants more of it. */
function endlessBody() {
  let reads = 0
  let cancel = () => {}
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      reads += 1
      controller.enqueue(part)
    },
    cancel,
  })
  return { body, cancelled, reads: () => reads }
}

/** Reads one part of an answer, and no more of it. */
async function beginReading(url: string) {
  const sent = request(url).end()
  const [answer] = await once(sent, 'response')
  await once(answer, 'readable')
  return sent
}

describe('A read of the provider', () => {
  it.each([
    ['GET', '/api/sandbox/v2/transfer/transfers', true],
    ['GET', '/api/production/v2/issuer-quotes?limit=1', true],
    ['POST', '/api/sandbox/v2/transfer/fiat-accounts', false],
    ['HEAD', '/api/sandbox/v2/transfer/transfers', false],
    ['GET', '/api/sandbox/intents', false],
    ['GET', '/sandbox/transfers?x=/api/sandbox/v2/', false],
  ])('%s %s is one: %s', async (method, path, isOne) => {
    const url = await startServer(async () => new Response('proxy'))
    const answer = await fetch(`${url}${path}`, { method })
    expect(await answer.text()).toBe(isOne ? 'proxy' : method === 'HEAD' ? '' : 'next')
  })

  it('reaches the proxy with its address and headers, and is answered with its status, headers and body', async () => {
    const url = await startServer(async (asked) => {
      const { pathname, search } = new URL(asked.url)
      const seen = [asked.method, pathname + search, asked.headers.get('cookie'), asked.headers.has('x-other')]
      return Response.json(seen, { status: 418, headers: { 'x-request-id': 'req_1' } })
    })
    const answer = await fetch(`${url}${list}`, { headers: { cookie: 'a=1', 'accept-encoding': 'identity' } })
    expect(answer.status).toBe(418)
    expect(answer.headers.get('x-request-id')).toBe('req_1')
    expect(await answer.json()).toEqual(['GET', list, 'a=1', false])
  })

  it('is packed for a browser that unpacks it', async () => {
    const url = await startServer(async () => jsonAnswer('{"items":[]}'))
    for (const encoding of ['gzip, br', 'identity']) {
      const answer = await fetch(`${url}${list}`, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : 'gzip')
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(await answer.text()).toBe('{"items":[]}')
    }
  })

  it('breaks off where its body does', async () => {
    const url = await startServer(async () => {
      let isBegun = false
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (isBegun) controller.error(new Error('The provider has gone.'))
        else controller.enqueue(part)
        isBegun = true
      }
      return jsonAnswer(new ReadableStream({ pull }))
    })
    for (const encoding of ['gzip', 'identity']) {
      const answer = await fetch(`${url}${list}`, { headers: { 'accept-encoding': encoding } })
      await expect(answer.text()).rejects.toThrow('terminated')
    }
  })

  it('is read from the provider only as fast as the browser takes it, and no further once the browser has gone', async () => {
    const { body, cancelled, reads } = endlessBody()
    let signal: AbortSignal | undefined
    const url = await startServer(async (asked) => {
      signal = asked.signal
      return jsonAnswer(body)
    })
    const sent = await beginReading(`${url}${list}`)
    // Until the connection takes no more: its buffers hold some megabytes.
    for (let before = -1; before < reads(); ) {
      before = reads()
      for (let turns = 0; turns < 200; turns++) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(reads()).toBeLessThan(500)
    sent.destroy()
    await cancelled
    expect(signal?.aborted).toBe(true)
  })

  it.each(['gzip', 'identity'])('whose browser has gone before its answer is read no further: %s', async (encoding) => {
    const { body, cancelled } = endlessBody()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const url = await startServer(async ({ signal }) => {
      arrive()
      await once(signal, 'abort')
      return jsonAnswer(body)
    })
    const sent = request(`${url}${list}`, { headers: { 'accept-encoding': encoding } }).end()
    sent.on('error', () => undefined)
    await arrived
    sent.destroy()
    await cancelled
  })
})
