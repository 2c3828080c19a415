/** A balancer as operators put one before several consoles: it asks each whether it is ready, and keeps connections to it. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Milliseconds between two questions to each console. */
const askEvery = 200

type Target = { url: string; isReady: boolean }

/** Whether a console refused the connection, so that nothing of the request has arrived there. */
const isRefused = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/**
 * Starts one on a port of this machine. Requests go round the consoles that are ready. The next one is tried if a console
 * refuses the connection, or does not have a file: a page of one build may ask for its files while another build takes over.
 */
export async function startBalancer(port: number, urls: readonly string[]) {
  const targets: Target[] = urls.map((url) => ({ url, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  /** What the consoles did not answer. */
  const failures: string[] = []
  let isOver = false
  let turn = 0

  const ask = async (target: Target) => {
    while (!isOver) {
      target.isReady = await fetch(`${target.url}/api/ready`, { signal: AbortSignal.timeout(3_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      await new Promise((resolve) => setTimeout(resolve, askEvery))
    }
  }

  const pass = (url: string, incoming: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, headers } = incoming
      const onward = request(url + incoming.url, { method, headers, agent }, resolve)
      onward.on('error', reject)
      onward.end(body)
      incoming.once('close', () => incoming.destroyed && !incoming.complete && onward.destroy())
    })

  async function carry(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const isFile = incoming.url?.startsWith('/_next/static/') === true
    turn += 1
    const ready = targets.filter(({ isReady }) => isReady)
    for (const index of ready.keys()) {
      const target = ready[(turn + index) % ready.length]
      if (!target) break
      const isLast = index === ready.length - 1
      try {
        const answer = await pass(target.url, incoming, Buffer.concat(parts))
        if (isFile && answer.statusCode === 404 && !isLast) {
          answer.resume()
          continue
        }
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, headers)
        response.once('close', () => answer.destroy())
        answer.on('error', () => response.destroy()).pipe(response)
        return
      } catch (error) {
        if (isRefused(error) && !isLast) continue
        throw new Error(`${incoming.method} ${incoming.url} to ${target.url}: ${error}`)
      }
    }
    throw new Error(`${incoming.method} ${incoming.url}: no console is ready.`)
  }

  const server = createServer((incoming, response) => {
    carry(incoming, response).catch((error: Error) => {
      if (response.destroyed) return
      failures.push(error.message)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  for (const target of targets) void ask(target)
  return {
    failures,
    /** Resolves when the consoles at these addresses are ready, by the balancer's own questions. */
    async untilReady(wanted: readonly string[]): Promise<void> {
      const isMissing = () => targets.some(({ url, isReady }) => wanted.includes(url) && !isReady)
      while (isMissing()) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop(): Promise<void> {
      isOver = true
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
