/** Slow and many connections, against the whole service. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from './app'
import { Clients } from './clients'
import { Tenants } from './tenants'

let server: Server
let stop: () => void
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-connections-'))
  const tenants = new Tenants({ folder, seed: { transfers: 0 }, wall: Date.now })
  const clients = new Clients(':memory:')
  server = createSandbox({ clients, tenants, limits: { headers: 300, request: 600, perAddress: 5 } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.close()
    server.closeAllConnections()
    tenants.close()
    clients.close()
    rmSync(folder, { recursive: true })
  }
})
afterAll(() => stop())

const sockets: Socket[] = []

/** Opens a connection and writes bytes as they are. @returns what it received until it was closed */
function write(text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text))
    sockets.push(socket)
    socket.on('data', (part) => {
      received += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}
const whole = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test.each([
  ['has sent nothing', ''],
  ['never ends its headers', 'GET /nowhere HTTP/1.1\r\nHost: a\r\n'],
  [
    'never ends its body',
    'POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na',
  ],
])('a connection that %s is answered with 408 and closed', async (_, text) => {
  const answer = await write(text)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\ncontent-type: application\/problem\+json/)
  expect(answer).toContain('"title":"The request did not arrive in time."')
})

test('one address cannot hold all connections, and those that have ended do not count', async () => {
  sockets.length = 0
  const open = Array.from({ length: 5 }, () => write('GET /nowhere HTTP/1.1\r\n'))
  expect(await write(whole)).toBe('')
  for (const socket of sockets) socket.destroy()
  await Promise.all(open)
  await expect.poll(() => write(whole)).toMatch(/^HTTP\/1\.1 404 /)
})
