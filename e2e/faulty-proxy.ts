/** A proxy that drops, delays, duplicates and truncates requests and answers, as unreliable networks do. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Random } from '../lib/sandbox/random'

/**
 * What can happen to a request. `drop`: it is not forwarded. `half`: half of it is. `lose`: it is forwarded, and the
 * answer is dropped. `cut`: half of the answer arrives. `late` and `slow`: the request, or its answer, is delayed.
 * `double`: it is forwarded twice at once. `echo`: it is forwarded again after its answer. `hang`: it is forwarded, and
 * the connection stays open without an answer.
 */
export const faults = ['drop', 'half', 'lose', 'cut', 'late', 'slow', 'double', 'echo', 'hang'] as const
export type Fault = (typeof faults)[number]
/** The percentage of requests that each fault affects. */
export type FaultRates = Partial<Record<Fault, number>>

/** A request that passes through the proxy. */
export type RelayedRequest = { method: string; path: string; body: string }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type FaultyProxy = {
  url: string
  /** How often each fault has happened. */
  happened: Record<Fault, number>
  /** Forwards everything unchanged from now on. */
  stopFaults: () => void
  /** Resolves when no request is in flight and none will be repeated. */
  settled: () => Promise<void>
  /** Closes every connection and accepts no new ones for this many milliseconds. */
  close: (milliseconds: number) => Promise<void>
  stop: () => Promise<void>
}

export type FaultyProxyOptions = {
  port: number
  /** Origins to forward to; each request goes to a random one. */
  targets: readonly [string, ...string[]]
  /** The fault rates for a request. Without any, it is forwarded to the first target that accepts the connection. */
  faultRates: (passing: RelayedRequest) => FaultRates | undefined
  /** Called with each request before any fault. */
  onRequest?: (passing: RelayedRequest) => void
  random: Random
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Hop-by-hop headers, which are not forwarded (RFC 9110, 7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade']
const forwarded = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  if (!message.complete) throw new Error('The message is incomplete.')
  return Buffer.concat(chunks)
}

/** Forwards a request over a new connection. @param share how much of the body to send, from 0 to 1 */
function pass(target: string, incoming: IncomingMessage, body: Buffer, share = 1): Promise<Answer> {
  const { method, url, headers } = incoming
  const length = body.length > 0 ? { 'content-length': body.length } : {}
  return new Promise((resolve, reject) => {
    const onward = request(
      target + url,
      { method, agent: false, headers: { ...forwarded(headers), ...length } },
      (answer) => {
        read(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
          reject,
        )
      },
    )
    onward.on('error', reject)
    if (share === 1) onward.end(body)
    else
      onward.write(body.subarray(0, body.length * share), () => setTimeout(() => onward.destroy(new Error('Cut.')), 20))
  })
}

/** Returns an answer, whole or only half of it. */
function give(response: ServerResponse, { status, headers, body }: Answer, isWhole = true): void {
  response.writeHead(status, { ...forwarded(headers), 'content-length': body.length })
  if (isWhole) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

const isConnectionRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/** Starts a faulty proxy on a port of this machine. */
export async function startFaultyProxy({
  port,
  targets,
  faultRates,
  onRequest,
  random,
}: FaultyProxyOptions): Promise<FaultyProxy> {
  const happened = Object.fromEntries(faults.map((fault) => [fault, 0])) as FaultyProxy['happened']
  let areFaultsStopped = false
  let underWay = 0
  const counted = async (work: Promise<unknown>) => {
    underWay += 1
    await work.catch(() => undefined)
    underWay -= 1
  }

  function faultFor(passing: RelayedRequest): Fault | undefined {
    let left = random.below(100)
    const chances = Object.entries(areFaultsStopped ? {} : (faultRates(passing) ?? {})) as [Fault, number][]
    return chances.find(([, chance]) => {
      left -= chance
      return left < 0
    })?.[0]
  }

  /** Forwards without faults to the first target that accepts the connection. */
  async function passSafely(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    for (const target of targets) {
      try {
        return await pass(target, incoming, body)
      } catch (error) {
        if (!isConnectionRefused(error)) throw error
      }
    }
    throw new Error('No target accepts connections.')
  }

  async function carry(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(incoming)
    const passing = { method: incoming.method ?? '', path: incoming.url ?? '', body: body.toString('utf8') }
    onRequest?.(passing)
    if (!faultRates(passing)) return give(response, await passSafely(incoming, body))
    const target = random.pick(targets)
    const once = () => pass(target, incoming, body)
    const fault = faultFor(passing)
    if (fault) happened[fault] += 1
    switch (fault) {
      case 'drop':
        return void response.destroy()
      case 'half':
        await pass(target, incoming, body, 0.5).catch(() => undefined)
        return void response.destroy()
      case 'lose':
        await once()
        return void response.destroy()
      case 'cut':
        return give(response, await once(), false)
      case 'late':
        await pause(random.below(700))
        return give(response, await once())
      case 'slow': {
        const answer = await once()
        await pause(random.below(500))
        return give(response, answer)
      }
      case 'double': {
        const answers = await Promise.all([once(), once()])
        return give(response, random.pick(answers))
      }
      case 'echo':
        counted(pause(300 + random.below(1_500)).then(once))
        return give(response, await once())
      case 'hang':
        return void (await once())
      default:
        return give(response, await once())
    }
  }

  const server = createServer((incoming, response) => {
    counted(carry(incoming, response).catch(() => response.destroy()))
  })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    happened,
    stopFaults: () => {
      areFaultsStopped = true
    },
    async settled() {
      while (underWay > 0) await pause(50)
    },
    async close(milliseconds) {
      await shut()
      await pause(milliseconds)
      await listen()
    },
    stop: shut,
  }
}
