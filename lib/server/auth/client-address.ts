/** The address that a request came from. Next's route handlers do not see the socket, so it is noted as a header. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, type Socket } from 'node:net'

/** Set by this process on every request, over whatever a client sent under this name. */
export const addressHeader = 'x-mintdesk-client-address'

/**
 * The client's address: the socket's, or with trusted proxies the entry of `X-Forwarded-For` that the outermost of them
 * added. A request with fewer entries did not pass all of them, so its socket's address counts.
 * @param hops how many proxies in front of the console add to `X-Forwarded-For` (TRUSTED_PROXY_HOPS)
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined, hops: number) {
  const entry = hops > 0 ? forwardedFor?.split(',').at(-hops)?.trim() : undefined
  // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
  const address = entry?.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return address && isIP(address) ? address : (socketAddress ?? '')
}

/** What one subscriber has of its own: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [left = [], right] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = right ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

/** Notes the client's address on every request from now on. */
export function noteClientAddresses(hops: number): void {
  subscribe('http.server.request.start', (message) => {
    // Node's documented message of this channel.
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    const forwardedFor = request.headers['x-forwarded-for']
    request.headers[addressHeader] = clientAddress(socket.remoteAddress, forwardedFor?.toString(), hops)
  })
}
