/** Demo users have a well-known password: while they are available, only this machine is admitted. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const loopbackAddress = /^(::ffff:)?127\.|^::1$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** @returns whether a request came from this machine and names it: a foreign host name that resolves to it is not ours */
export const isLocal = (remoteAddress: string | undefined, host: string | undefined) =>
  loopbackAddress.test(remoteAddress ?? '') && loopbackName.test(host ?? '')

/**
 * Closes connections from other machines. Next binds to every address by default and ignores HOST, so the address that it
 * listens on cannot be relied on.
 */
export function allowOnlyLocalConnections(): void {
  subscribe('http.server.request.start', (message) => {
    // Node's documented message of this channel.
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    if (!isLocal(socket.remoteAddress, request.headers.host)) socket.destroy()
  })
}
