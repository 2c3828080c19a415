/** The service: request, token, scope, row, input, handler, answer; and one wrapper for all that is thrown. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { checkInput, type RawInput } from '../api/check'
import { isWrite, type OperationName, operationAt, rowOf } from '../api/operations'
import { ProblemError } from '../api/problem'
import { initiateSandboxFiatDeposit } from './deposits'
import { createFiatAccount, updateFiatAccount } from './fiat-accounts'
import { type Context, type Handlers, JsonText } from './handlers'
import { listIssuerQuotes } from './issuer-quotes'
import { createOrder } from './orders'
import { createRule } from './rules'
import type { Store } from './store'
import { answerTokenRequest, type Client, checkToken, demoClient } from './tokens'
import { getTransfer, listTransfers } from './transfers'
import { addressOf, jsonOf, type Reply, send } from './wire'

const handlers: Handlers = {
  listTransfers,
  getTransfer,
  createOrder,
  createFiatAccount,
  updateFiatAccount,
  createRule,
  initiateSandboxFiatDeposit,
  listIssuerQuotes,
}

async function perform<Name extends OperationName>(name: Name, raw: RawInput, context: Context): Promise<Reply> {
  const handler: Handlers[Name] = handlers[name]
  const answer = await handler(checkInput(name, raw), context)
  const body = answer instanceof JsonText ? answer.text : JSON.stringify(answer)
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

function methodRefused(request: IncomingMessage, allowed: readonly string[]): ProblemError {
  return new ProblemError(405, 'method-not-allowed', `${request.method} does not go with this path.`, {
    detail: `It takes ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  })
}

async function replyTo(request: IncomingMessage, clients: readonly Client[], context: Context): Promise<Reply> {
  const { segments, query } = addressOf(request)
  const method = request.method ?? ''
  if (segments.join('/') === 'oauth2/token') {
    if (method !== 'POST') throw methodRefused(request, ['POST'])
    return answerTokenRequest(request, clients, context)
  }
  const found = operationAt(method, segments)
  if (!found) {
    throw new ProblemError(404, 'not-found', 'There is no such path.', {
      detail: 'Every path of the service begins with /v2; tokens come from /oauth2/token.',
    })
  }
  if ('allowed' in found) throw methodRefused(request, found.allowed)
  const row = rowOf(found.name)
  checkToken(request, row, context)
  const body = isWrite(row) ? await jsonOf(request) : undefined
  return perform(found.name, { path: found.path, query, body }, context)
}

/** Anything thrown as problem+json; what nobody threw on purpose is written to the log and told to nobody. */
function problemReply(error: unknown, requestId: string): Reply {
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

/** What Node itself cannot read never becomes a request, so it is answered here. */
function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const isLong = error.code === 'HPE_HEADER_OVERFLOW'
    const [status, reason] = isLong ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request']
    const requestId = randomUUID()
    const title = isLong ? 'The address and headers are too long.' : 'This is not an HTTP request.'
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

/** A page address with a hundred signatures passes Node's own 16 KiB. */
const maximumHeaders = 64 * 1024

export type SandboxOptions = {
  store: Store
  /** Milliseconds since 1970. */
  clock?: () => number
  clients?: readonly Client[]
}

/** The service as an HTTP server that does not listen yet. It does not close the store. */
export function createSandbox({ store, clock = Date.now, clients = [demoClient] }: SandboxOptions): Server {
  const context: Context = { store, clock }
  const server = createServer({ maxHeaderSize: maximumHeaders }, async (request, response) => {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    try {
      await send(
        request,
        response,
        await replyTo(request, clients, context).catch((error) => problemReply(error, requestId)),
      )
    } catch (error) {
      // The client went away in the middle of an answer, or compression failed: nobody is left to tell.
      console.error(`request ${requestId}`, error)
      response.destroy()
    }
  })
  // Longer than the pause of any client that keeps its connections, so that none dies under a request.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  answerUnreadable(server)
  return server
}
