/**
 * Where webhooks may be sent: an admin names the address, and the console must not become a way into its own network
 * (server-side request forgery). Names are checked when they are resolved, at every connection.
 */
import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import type { ProxySettings } from '../../../server/encryption/key-settings'
import { openConnections } from '../../../server/upstream/connections'

/**
 * Addresses that are not public: those that IANA's special-purpose registries do not call globally reachable, multicast, and
 * forms of IPv6 that hold an address of IPv4, behind which any of the others may be.
 */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** The only part of IPv6 from which IANA assigns public addresses. */
const assigned = new BlockList()
assigned.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is of this machine, of a private network, or of none. */
export const isInside = (address: string) =>
  isIP(address) === 4 ? inside.check(address) : !assigned.check(address, 'ipv6') || inside.check(address, 'ipv6')

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** The host of an address, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Why nothing can be sent to an address; undefined if it can. */
export function receiverError(text: string, mayReachInside: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'Enter a web address, like https://desk.example/hooks/mintdesk.'
  const host = hostOf(url)
  if (url.username || url.password) return 'The address cannot contain a user name or password.'
  if (url.hash) return 'The address cannot contain a #.'
  if (url.protocol === 'http:' && !(mayReachInside && isLoopback(host)))
    return 'The address must begin with https://, because messages describe transfers.'
  if (!mayReachInside && (isLoopback(host) || (isIP(host) !== 0 && isInside(host))))
    return 'This address is in a private network. An operator can permit it with WEBHOOK_ALLOW_PRIVATE=1.'
  return undefined
}

class InsideAddress extends Error {
  override name = 'InsideAddress'
  readonly code = 'INSIDE_ADDRESS'
}

/** Resolves a name to the addresses that are not inside. */
const outsideLookup: LookupFunction = (host, options, answer) =>
  systemLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '', 0)
    const outside = found.filter(({ address }) => !isInside(address))
    const [first] = outside
    if (!first) return answer(new InsideAddress('The name leads to a private network.'), '', 0)
    return options.all ? answer(null, outside) : answer(null, first.address, first.family)
  })

/**
 * Checks what is not resolved when it is connected: an IP address, which may have been permitted when it was added, and a name
 * behind a proxy, which resolves names itself. One that leads into a private network here is refused all the same; one that
 * this network cannot resolve is left to the proxy, which must not lead into it.
 */
const checkedConnection =
  (connect: buildConnector.connector, isTunnel: boolean): buildConnector.connector =>
  (options, callback) => {
    if (!isTunnel && isIP(options.hostname) === 0) return connect(options, callback)
    return outsideLookup(options.hostname, { all: true }, (error) =>
      error instanceof InsideAddress ? callback(error, null) : connect(options, callback),
    )
  }

/**
 * The connections of webhooks. Their number to one host has no limit of its own: each webhook sends one message at a time, and
 * none must wait for another whose receiver does not answer.
 */
export const receiverConnections = (mayReachInside: boolean, proxy?: ProxySettings) =>
  openConnections(proxy, {
    ...(!mayReachInside && { lookup: outsideLookup, onConnect: checkedConnection }),
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    keepAliveTimeout: 30_000,
  })
