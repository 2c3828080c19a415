/**
 * What holds for every connection and request before Next sees it. Next owns the HTTP server and answers some requests
 * with a 500 and a stack in the log, so the server's own listener is replaced when its first connection arrives.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { Tally } from '../../domain/tally'
import { isEnvironment } from '../../provider/environments'
import { addressHeader, networkOf } from '../auth/client-address'
import { MetricsServer } from '../telemetry/metrics-server'

/** Milliseconds until a request's headers, and until the whole request, must have arrived. */
const headersLimit = 10_000
const requestLimit = 30_000
/** Milliseconds without a byte in either direction. The slowest answer, to an order that waits for its fill, is faster. */
const idleLimit = 120_000
/**
 * Milliseconds that a connection is kept between two requests: longer than balancers keep theirs (nginx and AWS's 60 s, our
 * Caddyfile's 60 s). With Node's five seconds a request may leave on a connection that is just being closed here; the sender
 * then sees a reset, and cannot know whether a write was read.
 */
const keptLimit = 75_000

/**
 * Parameters of an address, and cookies, at most. Next's time for either grows with the square of their number: 8,000
 * parameters take it a second, and 7,000 cookies twelve. Every filter with its hundred values, and the cursors of the
 * pages before, are fewer; so are the cookies that a browser keeps for one site.
 */
const mostParameters = 500
const mostCookies = 200

/**
 * How many requests without a living session are answered for one network at a time, and how many wait: of files, which a
 * page asks for many at once, more. Anyone may send them, and each costs milliseconds of the only thread.
 */
const atOnce = 4
const mostWaiting = { requests: 64, files: 1_024 }

/** Whether a text has more than `most` parts. */
const hasMore = (text: string | undefined, separator: string, most: number) =>
  (text ?? '').split(separator, most + 1).length > most

/** Sent with every answer. Pages get a policy with a nonce from proxy.ts; data calls may run nothing. */
const everywhere = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
])
const policyOfData = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

export type GuardOptions = {
  /** Where people open the console, such as https://console.example. */
  origin: string
  /** Connections of one address at most; 0 for no limit, where a proxy in front of the console counts them. */
  connectionsPerAddress: number
  /** Whether the console is being stopped: every answer then closes its connection, so that the next request goes elsewhere. */
  isStopping?: () => boolean
  /** Whether a connection may become another protocol's: only Next's development server needs it. */
  mayUpgrade?: boolean
  /** Whether a `Cookie` header names a session that was alive a moment ago. Nothing but its place depends on the answer. */
  isLiving?: (cookies: string | undefined) => boolean
  /** Is told of each page that was answered. */
  onPage?: (page: AnsweredPage) => void
  /** Answers a request in place of Next. @returns whether it does */
  take?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** `section` is the page's folder, such as `transfers`; ids and filters are left out. */
export type AnsweredPage = { method: string; environment: string; section: string; status: number; millis: number }

type Refusal = {
  status: number
  title: string
  headers?: { allow: string } | { 'retry-after': string }
  /** Where next-auth's client goes. */
  url?: string
}

const isDecodable = (text: string) => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isRouterState = (header: string | string[] | undefined) => {
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

const isData = ({ url = '' }: IncomingMessage) => url.startsWith('/api/')
const isFile = ({ url = '' }: IncomingMessage) => /^\/(?:_next\/|favicon)/.test(url)
/** What supervisors and balancers ask, often and without a session. */
const isProbe = ({ url = '' }: IncomingMessage) => /^\/api\/(?:health|ready)$/.test(url)

/**
 * Whether the target is a path that means what it says: an address with a host, dot segments, backslashes or a fragment
 * would lead elsewhere than the checks by its text expect.
 */
function isPlainTarget(url: string): boolean {
  if (!/^\/(?!\/)/.test(url) || url.includes('#') || /%00/.test(url.split('?', 1)[0] ?? '')) return false
  const { pathname, host } = new URL(`http://console${url}`)
  return host === 'console' && pathname === url.split('?', 1)[0]
}

const countOf = ({ rawHeaders }: IncomingMessage, name: string) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length

/** Why Next shall not see a request: it would fail on it. There are no server actions, so pages are only read. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { method = '', url = '', headers } = request
  const isPage = !isData(request)
  if (['TRACE', 'TRACK', 'CONNECT'].includes(method) || (isPage && !['GET', 'HEAD'].includes(method)))
    return {
      status: 405,
      title: 'This method is not available here.',
      ...(isPage && { headers: { allow: 'GET, HEAD' } }),
    }
  if (!isPlainTarget(url)) return { status: 400, title: 'The address is not a plain path.' }
  if (countOf(request, 'host') > 1) return { status: 400, title: 'A request has one Host.' }
  if (!isDecodable(url)) return { status: 400, title: 'The address is not valid percent-encoding.' }
  if (hasMore(url, '&', mostParameters))
    return { status: 414, title: `An address can have at most ${mostParameters} parameters.` }
  if (hasMore(headers.cookie, ';', mostCookies))
    return { status: 431, title: `A request can have at most ${mostCookies} cookies.` }
  if (!isRouterState(headers['next-router-state-tree']))
    return { status: 400, title: 'The header next-router-state-tree is malformed.' }
  return undefined
}

function refuse(response: ServerResponse, { status, title, headers, url }: Refusal): void {
  const text = JSON.stringify({ type: 'about:blank', title, status, url })
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
    // The rest of the request is not read.
    connection: 'close',
    ...headers,
  })
  response.end(text)
}

/** Requests of one network without a session: how many are being answered, and what starts the others. */
type Line = { working: number; waiting: Set<() => void> }

/** Starts a network's request at once, or when one before it has ended. @returns false if too many wait */
function takeTurn(
  lines: Map<string, Line>,
  network: string,
  most: number,
  response: ServerResponse,
  start: () => void,
) {
  const line = lines.get(network) ?? { working: 0, waiting: new Set() }
  lines.set(network, line)
  const end = () => {
    line.working -= 1
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
    } else if (line.working === 0) lines.delete(network)
  }
  const begin = () => {
    line.working += 1
    // Not at once: a request may be answered without waiting for anything, and others would wait for the whole line.
    response.once('close', () => setImmediate(end))
    start()
  }
  if (line.working < atOnce) begin()
  else if (line.waiting.size >= most) return false
  else {
    line.waiting.add(begin)
    response.once('close', () => line.waiting.delete(begin))
  }
  return true
}

/** Reports a page once it was answered. */
function watchPage(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  report: (page: AnsweredPage) => void,
) {
  const began = performance.now()
  const [, first = '', second = ''] = url.split(/[/?]/)
  const isEnvironmentPage = isEnvironment(first)
  response.once('close', () =>
    report({
      method,
      environment: isEnvironmentPage ? first : '',
      section: isEnvironmentPage ? second : first,
      status: response.statusCode,
      millis: performance.now() - began,
    }),
  )
}

function guard(server: Server, options: GuardOptions): void {
  const { origin, isStopping, isLiving, mayUpgrade, onPage, take } = options
  const [next] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!next) return
  server.headersTimeout = headersLimit
  server.requestTimeout = requestLimit
  server.setTimeout(idleLimit)
  server.keepAliveTimeout = keptLimit
  const isSecure = origin.startsWith('https:')
  const lines = new Map<string, Line>()
  const tooMany: Refusal = {
    status: 429,
    title: 'Too many requests without a session come from your network. Try again in a few seconds.',
    headers: { 'retry-after': '5' },
    url: `${origin}/sign-in?error=TooManyAttempts`,
  }
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of everywhere) response.setHeader(name, value)
    if (isData(request)) response.setHeader('Content-Security-Policy', policyOfData)
    // Every https answer, files and errors included. Behind a proxy that terminates TLS the request itself is http.
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (isStopping?.()) response.setHeader('connection', 'close')
    // Next's own notes: from outside they would make it leave out work, or the answer.
    for (const name of Object.keys(request.headers)) if (name.startsWith('x-middleware-')) delete request.headers[name]
    const refusal = refusalOf(request)
    if (refusal) return refuse(response, refusal)
    const start = () => {
      if (!take?.(request, response)) next(request, response)
    }
    if (onPage && !isData(request) && !isFile(request)) watchPage(request, response, onPage)
    if (isProbe(request) || isLiving?.(request.headers.cookie)) return start()
    // Noted on every request before this listener is called.
    const network = networkOf(request.headers[addressHeader]?.toString() ?? request.socket.remoteAddress ?? '')
    const kind = isFile(request) ? 'files' : 'requests'
    if (!takeTurn(lines, `${kind} ${network}`, mostWaiting[kind], response, start)) refuse(response, tooMany)
  })
  server.on('connect', (_, socket: Socket) => {
    socket.on('error', () => undefined)
    // Node no longer knows this connection: no limit would end one that its client keeps open.
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () =>
      socket.destroy(),
    )
  })
  // Nor an upgraded one. Without a listener, Node answers the request as any other.
  if (!mayUpgrade) server.removeAllListeners('upgrade')
}

/**
 * Guards every HTTP server of this process but that of the metrics, from its first connection on.
 * @returns the servers that are guarded, and a function that ends it
 */
export function guardServers(options: GuardOptions): { servers: ReadonlySet<Server>; end: () => void } {
  const guarded = new Set<Server>()
  const open = new Tally()
  const arrive = (message: unknown) => {
    // Node's documented message of this channel; a socket knows its server.
    const { socket } = message as { socket: Socket & { server?: unknown } }
    if (!(socket.server instanceof Server) || socket.server instanceof MetricsServer) return
    if (!guarded.has(socket.server)) {
      guarded.add(socket.server)
      guard(socket.server, options)
    }
    const from = socket.remoteAddress ?? ''
    if (options.connectionsPerAddress > 0 && open.of(from) >= options.connectionsPerAddress) {
      socket.destroy()
      return
    }
    open.add(from)
    socket.once('close', () => open.add(from, -1))
  }
  subscribe('net.server.socket', arrive)
  return { servers: guarded, end: () => unsubscribe('net.server.socket', arrive) }
}
