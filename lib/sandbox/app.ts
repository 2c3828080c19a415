/** The HTTP service: token, scope, input, handler, answer, and one wrapper for all errors. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Tally } from '../domain/tally'
import { checkForm, type RawInput } from '../provider/check'
import { isWrite, type OperationName, operationAt, rowOf } from '../provider/operations'
import { ProblemError } from '../provider/problem'
import type { Client, Clients } from './clients'
import { answerControl } from './control/control'
import type { ControlDependencies, ControlSettings } from './control/endpoint'
import type { LoggedRequest } from './control/request-log'
import { NonProblemReply } from './control/stress'
import type { StressTarget } from './control/stress-settings'
import { docsReply } from './description/docs'
import { nextStepAt } from './engine/schedule'
import { DeferredAnswer, JsonText, methodRefused } from './handlers'
import { perform } from './operations'
import type { Tenant, Tenants } from './tenants'
import { answerTokenRequest, type Dependencies, holderOf, requireScope } from './tokens'
import { addressOf, jsonOf, type Reply, send } from './wire'

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

/** Applies limits to a server that does not listen yet, so that slow or many connections do not keep others out. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headers
  server.requestTimeout = limits.request
  server.keepAliveTimeout = limits.betweenRequests
  server.setTimeout(limits.idle)
  const open = new Tally()
  server.on('connection', (socket) => {
    const from = socket.remoteAddress ?? ''
    if (open.of(from) >= limits.perAddress) {
      socket.destroy()
      return
    }
    open.add(from)
    socket.once('close', () => open.add(from, -1))
  })
}

/** Waits for a deferred answer; steps that become due meanwhile run on time. */
async function awaited<Body>({ milliseconds, poll }: DeferredAnswer<Body>, tenant: Tenant): Promise<Body> {
  const deadline = performance.now() + milliseconds
  while (!tenant.isClosed) {
    const snapshot = tenant.snapshot()
    const { answer, isDone } = poll()
    const left = deadline - performance.now()
    if (isDone || left <= 0) return answer
    const due = nextStepAt(snapshot)
    // Rounded up, so that the step is due after the wait.
    const wait = due === undefined ? left : Math.ceil(tenant.clock.until(due / 1000)) + 1
    await tenant.waitForChange(Math.min(left, wait))
  }
  throw wasReset()
}

async function answerOf<Name extends OperationName>(
  name: Name,
  raw: RawInput,
  client: Client,
  tenant: Tenant,
): Promise<string> {
  const input = checkForm(name, raw)
  const answer = isWrite(rowOf(name))
    ? tenant.change((snapshot) => perform(name, input, { ...snapshot, client }))
    : perform(name, input, {
        ...tenant.snapshot(),
        client,
        cursorOnShortPage: tenant.stress.settings.cursor_on_short_page,
      })
  if (answer instanceof JsonText) return answer.text
  return JSON.stringify(answer instanceof DeferredAnswer ? await awaited(answer, tenant) : answer)
}

/** The `ref_id` of a body, for the request log. */
function refIdOf(body: unknown): string | undefined {
  const refId = typeof body === 'object' && body !== null && 'ref_id' in body ? body.ref_id : undefined
  // A longer one is refused and not logged.
  return typeof refId === 'string' && refId.length <= 255 ? refId : undefined
}

/** One request; `arrival` and `tenant` are set once its client is known. */
type RequestContext = { request: IncomingMessage; requestId: string; arrival?: LoggedRequest; tenant?: Tenant }

function recordArrival(
  context: RequestContext,
  client: Client,
  tenant: Tenant,
  dependencies: Dependencies,
  operation: StressTarget,
): void {
  const { request, requestId } = context
  // The query of a token request may contain a secret.
  const path = operation === 'token' ? '/oauth2/token' : (request.url ?? '')
  context.tenant = tenant
  context.arrival = tenant.requests.add({
    at: new Date(dependencies.wall()).toISOString(),
    request_id: requestId,
    client_id: client.id,
    method: request.method ?? '',
    path,
    operation,
  })
}

const wasReset = () => new ProblemError(503, 'service-failed', 'The sandbox was reset while this request waited.')

async function operate(
  context: RequestContext,
  found: { name: OperationName; path: Record<string, string> },
  query: URLSearchParams,
  dependencies: Dependencies,
): Promise<Reply> {
  const { name, path } = found
  const row = rowOf(name)
  const holder = holderOf(context.request, dependencies)
  const { client } = holder
  const tenant = dependencies.tenants.forClient(client)
  recordArrival(context, client, tenant, dependencies, name)
  requireScope(row, holder)
  const body = isWrite(row) ? await jsonOf(context.request) : undefined
  if (context.arrival) context.arrival.ref_id = refIdOf(body)
  await tenant.stress.before(name)
  if (tenant.isClosed) throw wasReset()
  const text = await answerOf(name, { path, query: tenant.stress.normalizeQuery(query), body }, client, tenant)
  return { status: 200, headers: { 'content-type': 'application/json' }, body: text }
}

async function replyTo(context: RequestContext, dependencies: ControlDependencies): Promise<Reply> {
  const { request } = context
  const { segments, query } = addressOf(request)
  const method = request.method ?? ''
  if (segments.join('/') === 'oauth2/token') {
    if (method !== 'POST') throw methodRefused(method, ['POST'])
    return answerTokenRequest(request, dependencies, async (client, tenant) => {
      recordArrival(context, client, tenant, dependencies, 'token')
      await tenant.stress.before('token')
      if (tenant.isClosed) throw wasReset()
    })
  }
  if (segments[0] === 'control') return answerControl(request, segments, query, dependencies)
  const open = docsReply(method, segments, `http://${request.headers.host ?? 'localhost'}`)
  if (open) return open
  const found = operationAt(method, segments)
  if (!found) {
    throw new ProblemError(404, 'not-found', 'There is no such path.', {
      detail: 'Paths of the API begin with /v2; the token endpoint is /oauth2/token.',
    })
  }
  if ('allowed' in found) throw methodRefused(method, found.allowed)
  return operate(context, found, query, dependencies)
}

/** The answer to a request, successful or not. Its `Date` is the tenant's clock, which decides about expiries. */
async function answerTo(context: RequestContext, dependencies: ControlDependencies): Promise<Reply> {
  const answer = await replyTo(context, dependencies).catch((error) => problemReply(error, context.requestId))
  const { arrival, tenant } = context
  if (!arrival || !tenant) return answer
  const reply = tenant.stress.applyToReply(arrival.operation, answer)
  arrival.status = reply.status
  arrival.left = reply.leaving
  if (!tenant.isClosed) reply.headers.date = new Date(tenant.clock.now()).toUTCString()
  return reply
}

/** Any error as problem+json; an unexpected one is logged and not described in the answer. */
function problemReply(error: unknown, requestId: string): Reply {
  if (error instanceof NonProblemReply) return error.reply
  if (!(error instanceof ProblemError)) console.error(`request ${requestId}`, error)
  const { problem, headers } =
    error instanceof ProblemError
      ? error
      : new ProblemError(500, 'internal-error', 'The service failed.', { detail: 'Its log names this request.' })
  return {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ ...problem, request_id: requestId }),
  }
}

/** What Node reports of a request that it cannot read. */
const unreadable: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    title: 'The address and headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', title: 'The request did not arrive in time.' },
}
const notHttp = { status: 400, reason: 'Bad Request', title: 'This is not an HTTP request.' }

/** Answers what Node cannot parse as a request. */
function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const { status, reason, title } = unreadable[error.code ?? ''] ?? notHttp
    const requestId = randomUUID()
    const { body } = problemReply(new ProblemError(status, 'invalid-input', title), requestId)
    const lines = [
      `HTTP/1.1 ${status} ${reason}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'x-content-type-options: nosniff',
      'connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}

/** A list with a hundred signatures in its query exceeds Node's default of 16 KiB. */
const maximumHeaders = 64 * 1024

/** Milliseconds between two looks for requests that arrive too slowly. */
const lookEvery = 2_000

export type SandboxOptions = {
  clients: Clients
  tenants: Tenants
  wall?: () => number
  control?: ControlSettings
  limits?: Partial<ConnectionLimits>
}

/** The HTTP server, not yet listening. It closes neither clients nor tenants. */
export function createSandbox({ clients, tenants, wall = Date.now, control = {}, limits }: SandboxOptions): Server {
  const dependencies: ControlDependencies = { clients, tenants, wall, control }
  const options = { maxHeaderSize: maximumHeaders, connectionsCheckingInterval: lookEvery }
  const server = createServer(options, async (request, response) => {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    try {
      await send(request, response, await answerTo({ request, requestId }, dependencies))
    } catch (error) {
      // The client disconnected during the answer, or compression failed: no answer can be sent.
      console.error(`request ${requestId}`, error)
      response.destroy()
    }
  })
  limitConnections(server, { ...connectionLimits, ...limits })
  answerUnreadable(server)
  return server
}
