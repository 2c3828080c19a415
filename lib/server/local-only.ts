/** Demo users have a password that everybody knows: while they are open, only this machine is let in. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const loopbackAddress = /^(::ffff:)?127\.|^::1$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** @returns whether a request came from this machine, and was meant for it: a foreign name that leads here is not ours */
export const isLocal = (remoteAddress: string | undefined, host: string | undefined) =>
  loopbackAddress.test(remoteAddress ?? '') && loopbackName.test(host ?? '')

/**
 * Hangs up on whoever is not on this machine. Next binds to every address unless told otherwise, and reads no HOST, so
 * the address that it listens on cannot be relied on.
 */
export function admitOnlyThisMachine(): void {
  subscribe('http.server.request.start', (message) => {
    // Node's documented message of this channel.
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    if (!isLocal(socket.remoteAddress, request.headers.host)) socket.destroy()
  })
}
