/** Limits of connections, so that slow or many ones do not keep others out. */
import type { Server } from 'node:http'

/** Milliseconds, and the connections of one address. The console and its tests stay far below the last. */
export const connectionLimits = {
  /** Until the headers of a request, and until all of it, must have arrived. */
  headers: 10_000,
  request: 30_000,
  /** Between two requests: longer than any client keeps an idle connection, so that no request meets a closing one. */
  betweenRequests: 65_000,
  /** Without a byte in either direction: longer than the slowest answer, which stress may delay by a minute. */
  idle: 120_000,
  perAddress: 1_000,
}
export type ConnectionLimits = typeof connectionLimits

/** Applies the limits to a server that does not listen yet. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headers
  server.requestTimeout = limits.request
  server.keepAliveTimeout = limits.betweenRequests
  server.setTimeout(limits.idle)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const from = socket.remoteAddress ?? ''
    const count = (open.get(from) ?? 0) + 1
    if (count > limits.perAddress) {
      socket.destroy()
      return
    }
    open.set(from, count)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left > 0) open.set(from, left)
      else open.delete(from)
    })
  })
}
