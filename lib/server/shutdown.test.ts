/** What a request meets while a console stops. */
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { guardServers } from './http/guard'
import { type ShutdownTimes, type Stoppable, shutDown, stopOnSignals } from './shutdown'
import { recordedLog } from './testing'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

type Received = { status?: number; connection?: string; text: string }

/** A guarded server whose requests are answered when a test says so, and a console that notes what was asked of it. */
async function start() {
  let isStopping = false
  const steps: string[] = []
  const open: ServerResponse[] = []
  const arrived: (() => void)[] = []
  const { servers, end } = guardServers({
    origin: 'http://console.example',
    connectionsPerAddress: 0,
    isStopping: () => isStopping,
  })
  const server = createServer((_: IncomingMessage, response: ServerResponse) => {
    open.push(response)
    for (const tell of arrived.splice(0)) tell()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ keepAlive: true })
  endings.push(
    end,
    () => agent.destroy(),
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const { port } = server.address() as AddressInfo
  let endWrites = () => {}
  const writes = new Promise<void>((resolve) => {
    endWrites = resolve
  })
  const console: Stoppable = {
    beginToStop() {
      steps.push('begin')
      isStopping = true
    },
    async stopWork() {
      steps.push('work')
    },
    async writesEnded() {
      await writes
      steps.push('writes')
    },
    async close() {
      steps.push('close')
    },
  }
  return {
    steps,
    open,
    endWrites,
    /** Asks for something. @returns its answer, once it has arrived at the server */
    async ask(): Promise<{ answer: Promise<Received> }> {
      const isThere = new Promise<void>((resolve) => arrived.push(resolve))
      const answer = new Promise<Received>((resolve, reject) => {
        get({ host: '127.0.0.1', port, agent }, (message) => {
          let text = ''
          message.on('data', (part) => {
            text += part
          })
          message.on('error', reject)
          message.on('end', () => resolve({ status: message.statusCode, connection: message.headers.connection, text }))
        }).on('error', reject)
      })
      await Promise.race([isThere, answer])
      return { answer }
    },
    shutDown: (times: ShutdownTimes) => shutDown(console, [...servers] as Server[], times),
  }
}

it('goes on answering until the balancer knows, asks for new connections, and closes the database last', async () => {
  const stage = await start()
  const before = await stage.ask()
  const done = stage.shutDown({ shutdownMillis: 5_000, shutdownDelayMillis: 200 })
  stage.open[0]?.end('before')
  const late = await stage.ask()
  // Still in flight when the server closes.
  setTimeout(() => stage.open[1]?.end('late'), 300)
  setTimeout(stage.endWrites, 400)
  expect(await before.answer).toMatchObject({ status: 200, text: 'before' })
  expect(await late.answer).toEqual({ status: 200, connection: 'close', text: 'late' })
  expect(await done).toBe(true)
  expect(stage.steps).toEqual(['begin', 'work', 'writes', 'close'])
  await expect(stage.ask()).rejects.toThrow(/ECONNREFUSED/)
})

it('closes connections that are idle, so that nothing waits for a browser that keeps one', async () => {
  const stage = await start()
  const { answer } = await stage.ask()
  stage.open[0]?.end('done')
  await answer
  stage.endWrites()
  const began = performance.now()
  expect(await stage.shutDown({ shutdownMillis: 5_000, shutdownDelayMillis: 0 })).toBe(true)
  expect(performance.now() - began).toBeLessThan(2_000)
})

it('closes the connection of a request that it still answers, though that was promised to be kept', async () => {
  const stage = await start()
  const { answer } = await stage.ask()
  const done = stage.shutDown({ shutdownMillis: 3_000, shutdownDelayMillis: 0 })
  setTimeout(() => stage.open[0]?.end('late'), 50)
  stage.endWrites()
  expect(await answer).toEqual({ status: 200, connection: 'keep-alive', text: 'late' })
  expect(await done).toBe(true)
})

it('cuts off at its deadline what has not ended, and says that it did', async () => {
  const stage = await start()
  const { answer } = await stage.ask()
  const cut = expect(answer).rejects.toThrow(/ECONNRESET|hang up/)
  expect(await stage.shutDown({ shutdownMillis: 100, shutdownDelayMillis: 0 })).toBe(false)
  await cut
  expect(stage.steps).toEqual(['begin', 'work', 'close'])
})

/** Gives the signals of this process back after a test. */
function keepSignals() {
  const kept = (['SIGTERM', 'SIGINT'] as const).map((signal) => [signal, process.listeners(signal)] as const)
  endings.push(() => {
    for (const [signal, before] of kept) {
      process.removeAllListeners(signal)
      for (const listener of before) process.on(signal, listener)
    }
  })
}

it('hears a signal that arrived before it listened, while the process was too busy to be told', async () => {
  keepSignals()
  const { log, lines } = recordedLog()
  const next = () => {}
  process.on('SIGTERM', next)
  process.kill(process.pid, 'SIGTERM')
  const ended = new Promise<number>((resolve) => {
    stopOnSignals({ log, end: resolve }, async () => true)
  })
  expect(process.listeners('SIGTERM')).not.toContain(next)
  expect(await ended).toBe(0)
  expect(lines.map(({ event }) => event)).toEqual(['stopping', 'stopped'])
})

it('ends at once on a second signal, but takes two that come together as one', async () => {
  keepSignals()
  const { log, lines } = recordedLog()
  const ended = new Promise<number>((resolve) => {
    stopOnSignals({ log, end: resolve }, () => new Promise<boolean>(() => {}))
  })
  process.emit('SIGINT', 'SIGINT')
  process.emit('SIGTERM', 'SIGTERM')
  setTimeout(() => process.emit('SIGTERM', 'SIGTERM'), 1_100)
  expect(await ended).toBe(1)
  expect(lines.map(({ event }) => event)).toEqual(['stopping', 'stopped-at-once'])
})
