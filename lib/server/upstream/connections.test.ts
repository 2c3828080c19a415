/** Calls through a proxy: with the guarantees of those without one, and with plain errors. */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receiverConnections } from '../../features/webhooks/server/receiver-address'
import { ownClient } from '../writes/send'
import { unanswered } from './answers'
import { openConnections, proxyRefusalOf } from './connections'
import certificate from './testing/certificate.json'
import { type ConnectProxy, startConnectProxy } from './testing/connect-proxy'

let provider: Server
let proxy: ConnectProxy
/** Requests that the provider has read, and the sockets on which they came. */
let arrived: string[]
let sockets: Set<unknown>
/** What the provider does with a request. */
let answers: 'normally' | 'interim' | 'dropped' | 'elsewhere'
const ca = certificate.cert
const port = () => (provider.address() as AddressInfo).port
const settings = (exceptions = '') => ({ url: proxy.url, password: proxy.password, exceptions })
const url = (host = 'provider.test') => `https://${host}:${port()}`

beforeAll(async () => {
  proxy = await startConnectProxy()
  provider = createServer(certificate, (call, response) => {
    arrived.push(`${call.method} ${call.url}`)
    sockets.add(call.socket)
    if (answers === 'dropped') call.on('data', () => undefined).on('end', () => response.destroy())
    else if (answers === 'elsewhere') response.writeHead(307, { location: `${url()}/elsewhere` }).end()
    else if (answers === 'interim') response.writeContinue(() => response.end('{}'))
    else response.end('{}')
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  arrived = []
  sockets = new Set()
  answers = 'normally'
  proxy.asked = []
  proxy.mode = 'tunnel'
})
afterAll(() => {
  proxy.stop()
  provider.closeAllConnections()
  provider.close()
})

/** Sends a write as the console does. @returns its status or why there is none, and whether it may have left */
async function write(body = '{"amount":"1.00"}') {
  const { client, state } = ownClient(settings(), 5_000, ca)
  try {
    const answer = await client.request({ origin: url(), path: '/orders', method: 'POST', body })
    await answer.body.dump()
    return { status: answer.statusCode, hasLeft: state.isConnected }
  } catch (cause) {
    return { cause, hasLeft: state.isConnected }
  } finally {
    await client.destroy()
  }
}

describe('A read', () => {
  it('goes through the proxy with its credentials, and its host is resolved there', async () => {
    const dispatcher = openConnections(settings(), { ca })
    const { statusCode } = await request(`${url()}/list`, { dispatcher })
    expect([statusCode, arrived]).toEqual([200, ['GET /list']])
    const authorization = `Basic ${Buffer.from(`desk:${proxy.password}`).toString('base64')}`
    expect(proxy.asked).toEqual([{ target: `provider.test:${port()}`, authorization }])
    await dispatcher.destroy()
  })

  it.each(['localhost', ' other.example, LOCALHOST ', '*'])(
    'goes directly to hosts in NO_PROXY=%s',
    async (exceptions) => {
      const dispatcher = openConnections(settings(exceptions.trim()), { ca })
      expect((await request(`${url('localhost')}/list`, { dispatcher })).statusCode).toBe(200)
      expect(proxy.asked).toEqual([])
      await dispatcher.destroy()
    },
  )

  it('to http on this machine goes directly', async () => {
    const dispatcher = openConnections(settings(), {})
    await expect(request('http://127.0.0.1:1/list', { dispatcher })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(proxy.asked).toEqual([])
  })

  it.each([
    [403, /refused the connection \(403\)/],
    [407, /did not accept the credentials in HTTPS_PROXY \(407\)/],
    [502, /refused the connection \(502\)/],
    ['closes', /made no connection/],
  ] as const)(
    'that the proxy answers with %s fails with a plain sentence and is not repeated',
    async (mode, sentence) => {
      proxy.mode = mode
      const dispatcher = openConnections(settings(), { ca })
      const failure = await request(`${url()}/list`, { dispatcher }).then(
        () => undefined,
        (cause) => cause,
      )
      const { problem } = unanswered(failure)
      expect(problem).toMatchObject({ status: 502, detail: expect.stringMatching(sentence) })
      expect(proxy.asked).toHaveLength(1)
      for (const text of [JSON.stringify(problem), String(failure), String(failure.cause)])
        expect(text).not.toMatch(/proxy-pass|proxy-pass%40word/)
      await dispatcher.destroy()
    },
  )

  it('whose provider has a certificate that is not trusted is not called a failure of the proxy', async () => {
    const dispatcher = openConnections(settings(), {})
    const failure = await request(`${url()}/list`, { dispatcher }).catch((cause) => cause)
    expect(proxyRefusalOf(failure)).toBeUndefined()
    expect(failure.code).toMatch(/CERT|SELF/)
    await dispatcher.destroy()
  })
})

describe('A write through the proxy', () => {
  it('has a tunnel of its own', async () => {
    expect(await Promise.all([write(), write(), write()])).toEqual(Array(3).fill({ status: 200, hasLeft: true }))
    expect([arrived.length, sockets.size, proxy.asked.length]).toEqual([3, 3, 3])
  })

  it('has its answer after an interim one that nobody asked for', async () => {
    answers = 'interim'
    expect(await write()).toEqual({ status: 200, hasLeft: true })
  })

  it('that the provider read and did not answer is not sent again', async () => {
    answers = 'dropped'
    expect(await write()).toMatchObject({ cause: { code: 'UND_ERR_SOCKET' }, hasLeft: true })
    expect([arrived, proxy.asked.length]).toEqual([['POST /orders'], 1])
  })

  it.each([403, 407, 'closes'] as const)('that the proxy answers with %s has not left', async (mode) => {
    proxy.mode = mode
    expect(await write()).toMatchObject({ cause: { name: 'ProxyRefused' }, hasLeft: false })
    expect([arrived, proxy.asked.length]).toEqual([[], 1])
  })

  it('follows no redirect', async () => {
    answers = 'elsewhere'
    expect(await write()).toMatchObject({ status: 307 })
    expect(arrived).toEqual(['POST /orders'])
  })
})

describe('A webhook through the proxy', () => {
  it('does not reach a name that leads into a private network here, and leaves names of elsewhere to the proxy', async () => {
    const dispatcher = receiverConnections(false, settings())
    await expect(request(`${url('localhost')}/hook`, { dispatcher })).rejects.toMatchObject({ code: 'INSIDE_ADDRESS' })
    expect(proxy.asked).toEqual([])
    // The proxy resolves it; the certificate is not trusted here.
    await expect(request(`${url()}/hook`, { dispatcher })).rejects.toMatchObject({
      code: expect.stringMatching(/CERT|SELF/),
    })
    expect(proxy.asked).toHaveLength(1)
    await dispatcher.destroy()
  })
})
