/** Serves the metrics on a port of their own, which people and balancers do not reach. */
import { Server } from 'node:http'
import { type Log, traceOf } from './log'
import type { Metrics } from './metrics'

/** Connections at once; a few collectors keep one each. */
const mostConnections = 32

export type MetricsAddress = { host: string; port: number }

/** Answers GET /metrics, and nothing else. A class of its own so that the guard of people's server leaves it alone. */
export class MetricsServer extends Server {
  constructor(metrics: Metrics, log: Log) {
    super((request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead || request.url?.split('?', 1)[0] !== '/metrics') {
        response.writeHead(404, { 'content-length': 0 }).end()
        return
      }
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        (failure) => {
          log.error({ event: 'metrics-not-read', ...traceOf(failure) }, 'metrics')
          response.writeHead(500, { 'content-length': 0 }).end()
        },
      )
    })
    this.maxConnections = mostConnections
    this.headersTimeout = 10_000
    this.requestTimeout = 10_000
  }

  /** @throws Error that says which variable to change */
  async start({ host, port }: MetricsAddress): Promise<void> {
    await new Promise<void>((resolve, reject) => this.once('error', reject).listen(port, host, resolve)).catch(
      (cause) => {
        throw new MetricsPortTaken(host, port, cause)
      },
    )
    // It never keeps a process alive that has nothing else to do.
    this.unref()
  }

  async stop(): Promise<void> {
    this.closeAllConnections()
    await new Promise((resolve) => this.close(resolve))
  }
}

export class MetricsPortTaken extends Error {
  constructor(host: string, port: number, cause: unknown) {
    const { code = 'unknown' } = cause as { code?: string }
    super(`Metrics cannot be served on ${host}:${port} (${code}). Set METRICS_HOST and METRICS_PORT to a free address.`)
  }
}
