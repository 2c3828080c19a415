/** What a write's answer does on its way: interim answers, pieces, and answers that nobody can read. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../clock'
import { settingsFor } from '../testing'
import { Upstreams } from '../upstream/upstream'
import { Deadline } from '../work/deadline'
import { outcomeOf } from './outcome'
import { readyWrite } from './send'

/** Pieces that the provider writes one after the other in answer to an order, as bytes. */
let pieces: (string | Buffer)[] = []
let server: Server
let upstreams: Upstreams

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', async () => {
      if (request.url === '/oauth2/token') {
        response.setHeader('content-type', 'application/json')
        response.end('{"access_token":"token-1","token_type":"bearer"}')
        return
      }
      for (const piece of pieces) {
        await new Promise<void>((written) => request.socket.write(piece, () => written()))
        await new Promise(setImmediate)
      }
      request.socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsFor({ baseUrl: address, authUrl: address })
  upstreams = new Upstreams({ settings, clock: systemClock })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const body = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00', ref_id: 'r-1' }
const record = JSON.stringify({ id: 'o-1', ...body, status: 'SUBMITTED', profile_id: 'p' })
const whole = (content = record) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
const interim = 'HTTP/1.1 100 Continue\r\n\r\n'

async function send(...answer: (string | Buffer)[]) {
  pieces = answer
  const deadline = new Deadline(systemClock, 5_000)
  const upstream = upstreams.of('sandbox')
  const caller = { kind: 'write', subject: 's' } as const
  const ready = await readyWrite(upstream, 'createOrder', { deadline, caller })
  const path = { profile_id: 'p' }
  const sending = await ready.send(path, JSON.stringify(body), deadline)
  deadline.release()
  const outcome = outcomeOf({ id: 'r-1', name: 'createOrder', path, body }, sending)
  return { sending, outcome }
}

describe('An order whose answer arrives', () => {
  it.each([
    ['whole', [whole()]],
    ['after an interim answer that nobody asked for', [interim, whole()]],
    ['in one piece with such an answer', [interim + whole()]],
    ['after two of them with header fields', [`HTTP/1.1 100\r\nserver: gateway\r\n\r\n${interim}`, whole()]],
    ['after one of another kind', ['HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', whole()]],
    ['byte by byte', [...(interim + interim + whole())]],
  ])('%s is confirmed', async (_, answer) => {
    const { outcome, sending } = await send(...answer)
    expect('text' in sending && sending.text).toBe(record)
    expect(outcome).toMatchObject({ state: 'confirmed', recordId: 'o-1' })
  })

  it.each([
    ['too long', [whole(`"${'x'.repeat(1024 * 1024)}"`)], 'It was sent, and the answer was too long to be read.'],
    ['not HTTP', ['nonsense nonsense\r\n\r\n'], 'It was sent, and the answer could not be read.'],
    [
      'not what its encoding says',
      [whole('no gzip').replace('content-type', 'content-encoding: gzip\r\ncontent-type')],
      'It was sent, and the answer could not be read.',
    ],
    ['missing', [], 'It was sent, but the connection broke before a complete answer arrived.'],
    ['interim alone', [interim], 'It was sent, but the connection broke before a complete answer arrived.'],
    ['cut off', [whole().slice(0, -5)], 'It was sent, but the connection broke before a complete answer arrived.'],
  ])('%s is unknown, and says why', async (_, answer, reason) => {
    expect((await send(...answer)).outcome).toMatchObject({ state: 'unknown', reason })
  })
})
