/** THE proxy: a call of the browser, checked, and sent on as a row of the operations table says (design.md, "Proxy"). */
import type { NextRequest } from 'next/server'
import { checkInput } from '../api/check'
import { isEnvironment } from '../api/environments'
import { isWrite, operationAt, type Row, rowOf } from '../api/operations'
import { ProblemError } from '../api/problem'
import { requireRole, requireSameOrigin, requireSession } from './access'
import { answerFor } from './answers'
import { discard, type ReadInput, sendRead } from './service'
import { settings } from './settings'

/** Bytes of a body; no form of this interface comes near it. */
const bodyLimit = 64 * 1024

function segmentsOf({ pathname }: URL): string[] {
  try {
    return pathname.split('/').slice(2).map(decodeURIComponent)
  } catch {
    throw new ProblemError(400, 'invalid-input', 'The address is not encoded as addresses are.')
  }
}

/** The body of a write as JSON. @throws ProblemError 400, 413 or 415 */
async function bodyOf(request: NextRequest): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError(415, 'unsupported-media-type', 'A write is sent as application/json.')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bodyLimit) throw new ProblemError(413, 'body-too-large', 'The body has more than 64 KiB.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw new ProblemError(400, 'invalid-input', 'The body is not JSON.', { cause })
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What a write must carry before its body is looked at. @throws ProblemError 400 or 403 */
function requireIntent(request: NextRequest): void {
  requireSameOrigin(request)
  if (uuid.test(request.headers.get('x-mintdesk-intent') ?? '')) return
  throw new ProblemError(400, 'intent-required', 'A write needs the header x-mintdesk-intent with a UUID.', {
    detail: 'It is made when a form opens and makes sure that the write is carried out once. Nothing was sent.',
  })
}

async function answer(request: NextRequest): Promise<Response> {
  const url = new URL(request.url)
  const [environment, ...segments] = segmentsOf(url)
  const found = isEnvironment(environment) ? operationAt(request.method, segments) : undefined
  if (!isEnvironment(environment) || !found) throw notFound()
  if ('allowed' in found) {
    const allowed = found.allowed.join(', ')
    throw new ProblemError(405, 'method-not-allowed', `This address takes ${allowed}.`, { headers: { allow: allowed } })
  }
  const row: Row = rowOf(found.name)
  const session = await requireSession(request)
  if (!settings().credentials[environment]) {
    throw new ProblemError(404, 'no-such-environment', `The ${environment} environment is not set up here.`)
  }
  // What exists only in the sandbox is absent in production (spec, "Initiate sandbox fiat deposit").
  if (row.isSandboxOnly && environment === 'production') throw notFound()
  requireRole(session, row)
  if (isWrite(row)) requireIntent(request)
  const body = isWrite(row) ? await bodyOf(request) : undefined
  const input = checkInput(found.name, { path: found.path, query: url.searchParams, body })
  if (isWrite(row)) {
    // Nothing is sent without a recorded intent, and intents are not kept yet.
    throw new ProblemError(501, 'not-implemented', `${row.title} cannot be sent from Mintdesk yet.`, {
      detail: 'The request was checked and fits. Nothing was sent.',
    })
  }
  // A read's input is path values and a query, whichever read it is.
  const sent = await sendRead(environment, found.name, input as ReadInput, {
    isPersonal: !request.headers.has('x-mintdesk-background'),
    acceptsGzip: /\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''),
  })
  if (request.signal.aborted) {
    // Nobody takes the answer any more, and Next would leave it, and its connection, as they are.
    discard(sent.answer)
    return new Response(null, { status: 499 })
  }
  return answerFor(sent, row)
}

const notFound = () => new ProblemError(404, 'not-found', 'There is nothing at this address.')

/** Anything thrown as the one shape of errors; what was not expected says nothing of its inside. */
function problemOf(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  return new ProblemError(500, 'internal-error', 'Mintdesk could not do this.', {
    detail: 'The fault is in the console, not at the service. If it stays, tell the person who runs it the request id.',
    meta: { answered_by: 'console' },
    cause: thrown,
  })
}

/** Answers with problem+json (RFC 9457), and leaves one line in the log where somebody may ask for it. */
function problemResponse(thrown: unknown, requestId: string, request: NextRequest): Response {
  const { problem, headers, cause } = problemOf(thrown)
  if (problem.status >= 500 && !request.signal.aborted) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined
    const path = request.nextUrl.pathname
    console.error(
      JSON.stringify({
        request_id: requestId,
        method: request.method,
        path,
        status: problem.status,
        type: problem.type,
        reason,
      }),
    )
  }
  return Response.json(
    { ...problem, request_id: requestId },
    {
      status: problem.status,
      headers: {
        ...headers,
        'content-type': 'application/problem+json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'x-request-id': requestId,
      },
    },
  )
}

/** Handles one call of the browser. Never throws: every failure is an answer with a request id. */
export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = `req_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  try {
    const response = await answer(request)
    response.headers.set('x-request-id', requestId)
    return response
  } catch (thrown) {
    return problemResponse(thrown, requestId, request)
  }
}
