/** A provider that means harm: its answers have no end, or unpack to far more than they are. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type HostileProvider = {
  url: string
  /** `well` answers every read with an empty list. */
  answers: 'well' | 'with bombs for tokens' | 'with endless tokens' | 'with bombs' | 'without end' | 'deep'
  close: () => Promise<void>
}

const json = { 'content-type': 'application/json' }
/** 1 GiB of spaces. Members of gzip may follow each other, so one is enough to make it. */
const bomb = Buffer.concat(Array<Buffer>(1024).fill(gzipSync(Buffer.alloc(1024 * 1024, ' '))))
const deep = '['.repeat(2_000_000)
const part = Buffer.alloc(64 * 1024, ' ')

function sendBomb(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...json, 'content-encoding': 'gzip' }).end(bomb)
}

/** As fast as they are read. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, json)
  const write = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', write)
  write()
}

export async function startHostileProvider(): Promise<HostileProvider> {
  let reads = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { answers } = provider
    if (request.url === '/oauth2/token') {
      if (answers === 'with bombs for tokens') return sendBomb(response, 200)
      if (answers === 'with endless tokens') return sendEndlessly(response)
      const scope = new URLSearchParams(body).get('scope')
      const token = { access_token: 'hostile-token', expires_in: 3599, token_type: 'bearer', scope }
      return response.writeHead(200, json).end(JSON.stringify(token))
    }
    reads += 1
    // As lists, records and refusals.
    if (answers === 'with bombs') return sendBomb(response, reads % 2 ? 200 : 400)
    if (answers === 'without end') return sendEndlessly(response)
    if (answers === 'deep') return response.writeHead(reads % 2 ? 200 : 400, json).end(deep)
    response.writeHead(200, json).end('{"items":[],"next_page_cursor":""}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: HostileProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: 'well',
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return provider
}
