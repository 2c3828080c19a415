/** Demo users have a well-known password: while they are available, only this machine is admitted. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const loopbackAddress = /^(::ffff:)?127\.|^::1$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Headers that only a proxy adds: a person at another machine sits behind it. */
const proxyHeader = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/** @returns whether a request came from this machine itself and names it: a foreign host name that resolves to it is not ours */
export const isLocal = (remoteAddress: string | undefined, host: string | undefined, headers: object = {}) =>
  loopbackAddress.test(remoteAddress ?? '') &&
  loopbackName.test(host ?? '') &&
  !Object.keys(headers).some((name) => proxyHeader.test(name))

/**
 * Closes connections from other machines, and those of a proxy on this one. Next binds to every address by default and ignores HOST, so the address that it
 * listens on cannot be relied on.
 */
export function allowOnlyLocalConnections(): void {
  subscribe('http.server.request.start', (message) => {
    // Node's documented message of this channel.
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    if (!isLocal(socket.remoteAddress, request.headers.host, request.headers)) socket.destroy()
  })
}
