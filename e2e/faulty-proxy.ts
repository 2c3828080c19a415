/** A line between two programs that loses, delays, doubles and breaks what goes over it, as networks do on a bad day. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Random } from '../lib/sandbox/random'

/**
 * What can happen to a request. `drop`: it is not passed on. `half`: a half of it is. `lose`: it is passed on, and the
 * answer does not come back. `cut`: a half of the answer does. `late` and `slow`: the request, or its answer, waits.
 * `double`: it is passed on twice at once. `echo`: it is passed on again after its answer has come. `hang`: it is passed
 * on, and nothing comes back nor ends.
 */
export const faults = ['drop', 'half', 'lose', 'cut', 'late', 'slow', 'double', 'echo', 'hang'] as const
export type Fault = (typeof faults)[number]
/** How many of a hundred requests each fault meets. */
export type FaultRates = Partial<Record<Fault, number>>

/** A request on its way. */
export type RelayedRequest = { method: string; path: string; body: string }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type FaultyProxy = {
  url: string
  /** How often each fault has happened. */
  happened: Record<Fault, number>
  /** From now on all goes well. */
  stopFaults: () => void
  /** Resolves when nothing is on its way any more, nor will be passed on again. */
  settled: () => Promise<void>
  /** Nobody can connect for so many milliseconds, and whoever is connected is cut off. */
  close: (milliseconds: number) => Promise<void>
  stop: () => Promise<void>
}

export type FaultyProxyOptions = {
  port: number
  /** Where a request may go, by origin; each goes to one of them by chance. */
  targets: readonly [string, ...string[]]
  /** The weather for a request; none where nothing goes wrong, and another target is tried where one is not there. */
  faultRates: (passing: RelayedRequest) => FaultRates | undefined
  /** Is told each request as it comes, before anything happens to it. */
  onRequest?: (passing: RelayedRequest) => void
  random: Random
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** RFC 9110, 7.6.1: these speak of one connection, and this is another one. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade']
const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)))

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  if (!message.complete) throw new Error('It broke off.')
  return Buffer.concat(chunks)
}

/** Sends a request on, over a connection of its own. @param share how much of the body, from 0 to 1 */
function pass(target: string, incoming: IncomingMessage, body: Buffer, share = 1): Promise<Answer> {
  const { method, url, headers } = incoming
  const length = body.length > 0 ? { 'content-length': body.length } : {}
  return new Promise((resolve, reject) => {
    const onward = request(
      target + url,
      { method, agent: false, headers: { ...passedOn(headers), ...length } },
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

/** Gives an answer back, whole or a half of it. */
function give(response: ServerResponse, { status, headers, body }: Answer, isWhole = true): void {
  response.writeHead(status, { ...passedOn(headers), 'content-length': body.length })
  if (isWhole) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

const isNobody = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/** Opens a line on a port of this machine. */
export async function startFaultyProxy({
  port,
  targets,
  faultRates,
  onRequest,
  random,
}: FaultyProxyOptions): Promise<FaultyProxy> {
  const happened = Object.fromEntries(faults.map((fault) => [fault, 0])) as FaultyProxy['happened']
  let isCalm = false
  let underWay = 0
  const counted = async (work: Promise<unknown>) => {
    underWay += 1
    await work.catch(() => undefined)
    underWay -= 1
  }

  function faultFor(passing: RelayedRequest): Fault | undefined {
    let left = random.below(100)
    const chances = Object.entries(isCalm ? {} : (faultRates(passing) ?? {})) as [Fault, number][]
    return chances.find(([, chance]) => {
      left -= chance
      return left < 0
    })?.[0]
  }

  /** Where nothing goes wrong, whoever is there answers. */
  async function passSafely(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    for (const target of targets) {
      try {
        return await pass(target, incoming, body)
      } catch (error) {
        if (!isNobody(error)) throw error
      }
    }
    throw new Error('Nobody is there.')
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
      isCalm = true
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
