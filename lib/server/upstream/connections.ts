/** Connections that leave the network directly, or through the proxy in HTTPS_PROXY. */

import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { ProxySettings } from '../encryption/key-settings'

/** Milliseconds in which a connection, and a proxy's tunnel, must be there. */
const connectLimit = 5_000
const tunnelLimit = 10_000

/** Why there is no tunnel. Nothing of a request has left then. `status` is the proxy's answer, undefined without one. */
export class ProxyRefused extends Error {
  override name = 'ProxyRefused'
  readonly code: string
  readonly status: number | undefined

  constructor(cause: unknown) {
    const [, status] = /^Proxy response \((\d{3})\)/.exec(cause instanceof Error ? cause.message : '') ?? []
    super(status ? `The proxy answered ${status}.` : 'The proxy did not make a connection.', { cause })
    this.status = status ? Number(status) : undefined
    this.code = status ? `PROXY_${status}` : 'PROXY_FAILED'
  }
}

/** The refusal of a proxy among the causes of a failure. */
export function proxyRefusalOf(failure: unknown): ProxyRefused | undefined {
  if (failure instanceof ProxyRefused) return failure
  return failure instanceof Error && failure.cause !== undefined ? proxyRefusalOf(failure.cause) : undefined
}

/** What a person is told of it; the proxy's address and credentials are in no sentence. */
export const proxyRefusalDetail = (failure: unknown): string | undefined => {
  const refusal = proxyRefusalOf(failure)
  if (!refusal) return undefined
  const reason =
    refusal.status === 407
      ? 'did not accept the credentials in HTTPS_PROXY (407)'
      : refusal.status
        ? `refused the connection (${refusal.status})`
        : 'made no connection'
  return `The proxy of this console's network ${reason}, so nothing was sent. An administrator must correct it.`
}

type Connector = buildConnector.connector

/** Errors that undici knows would make it connect again and again; the proxy's are final. */
const tunnelOf =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      // What TLS says of the host at the other end is not the proxy's.
      const isTls = error !== null && tlsCodes.test(codeOf(error))
      if (error !== null) callback(isTls ? error : new ProxyRefused(error), null)
      else callback(null, socket)
    })

/** What Node and OpenSSL say of a connection that TLS refuses. */
const tlsCodes = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_|UNABLE_)/

/** Why TLS refuses the host at the other end, by the code of a failure or of one among its causes. */
export function tlsRefusalOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined
  const code = codeOf(failure)
  return tlsCodes.test(code) ? code : tlsRefusalOf(failure.cause)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export type ConnectionOptions = Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout' | 'keepAliveTimeout'> & {
  /** At most, to each host. */
  connections?: number
  /** How names are resolved where there is no proxy. */
  lookup?: LookupFunction
  /** What TLS trusts, in tests. */
  ca?: string
  /** Wraps how connections are made; `isTunnel` if a proxy makes them. */
  onConnect?: (connect: Connector, isTunnel: boolean) => Connector
  /** Whether each host gets one connection, on which requests do not follow each other. */
  isSingle?: boolean
}

/**
 * Connections to any host. https goes through the proxy, unless NO_PROXY lists its host; http stays on this machine
 * (settings.ts) and is direct.
 */
export function openConnections(
  proxy: ProxySettings | undefined,
  { lookup, ca, onConnect = (connect) => connect, isSingle, ...options }: ConnectionOptions,
): Dispatcher {
  const tls = { timeout: connectLimit, ...(ca !== undefined && { ca }) }
  const direct = buildConnector({ ...tls, ...(lookup && { lookup }) })
  const factory = (origin: string | URL, given: object): Dispatcher => {
    // A tunnel's own connector; without a proxy undici has none.
    const tunnel = 'connect' in given && typeof given.connect === 'function' ? (given.connect as Connector) : undefined
    const connect = onConnect(tunnel ? tunnelOf(tunnel) : direct, tunnel !== undefined)
    return isSingle
      ? new Client(origin, { ...options, pipelining: 0, connect })
      : new Pool(origin, { ...options, connect })
  }
  if (!proxy) return new Agent({ factory })
  return new EnvHttpProxyAgent({
    factory,
    httpProxy: '',
    httpsProxy: proxy.url,
    noProxy: proxy.exceptions,
    requestTls: tls,
    proxyTls: tls,
    // A proxy that never answers must not hold a connection.
    clientFactory: (origin: URL, given: object) => new Pool(origin, { ...given, headersTimeout: tunnelLimit }),
  })
}

const certificateLimit = 5_000

/**
 * When the certificate of an address ends, in milliseconds since 1970. Whether it is trusted does not matter here.
 * @returns undefined if nothing answers there
 */
export async function certificateEnd(origin: string, signal?: AbortSignal): Promise<number | undefined> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  const ends = await new Promise<number>((resolve) => {
    const servername = isIP(host) ? '' : host
    const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false })
    const leave = () => socket.destroy()
    socket.setTimeout(certificateLimit, leave)
    signal?.addEventListener('abort', leave)
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      leave()
    })
    socket.once('error', leave)
    socket.once('close', () => {
      signal?.removeEventListener('abort', leave)
      resolve(Number.NaN)
    })
  })
  return Number.isNaN(ends) ? undefined : ends
}
