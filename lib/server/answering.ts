/** How every call of the browser is answered: with what its handler gives, or with a problem in the one shape. */
import type { NextRequest } from 'next/server'
import { ProblemError } from '../api/problem'
import { databaseProblem } from './store'

export const notFound = () => new ProblemError(404, 'not-found', 'There is nothing at this address.')

/** Anything thrown as the one shape of errors; what was not expected says nothing of its inside. */
function problemOf(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const ofDatabase = databaseProblem(thrown)
  if (ofDatabase) return ofDatabase
  return new ProblemError(500, 'internal-error', 'Mintdesk could not do this.', {
    detail: 'The fault is in the console, not at the service. If it stays, tell the person who runs it the request id.',
    meta: { answered_by: 'console' },
    cause: thrown,
  })
}

/**
 * What the log may say of an error: classes and codes down its causes, and the first place in our own code. Never a
 * message, because one can hold an account number or a connection string.
 */
function traceOf(error: unknown): { reason?: string; at?: string } {
  if (!(error instanceof Error)) return error === undefined ? {} : { reason: typeof error }
  const { name, code, errcode, cause, message, stack = '' }: Error & { code?: unknown; errcode?: unknown } = error
  const inner = traceOf(cause)
  // A message can have lines that look like places.
  const place = stack
    .replace(message, '')
    .split('\n')
    .find((line) => /^ +at /.test(line) && !/node_modules|node:|\(native\)/.test(line))
  const own = [name, code, errcode].filter((part) => part !== undefined).join(' ')
  return {
    reason: inner.reason ? `${own}, caused by ${inner.reason}` : own,
    at: place?.trim().slice('at '.length) ?? inner.at,
  }
}

/** Answers with problem+json (RFC 9457), and leaves one line in the log where somebody may ask for it. */
function problemResponse(thrown: unknown, requestId: string, request: NextRequest): Response {
  const { problem, headers, cause } = problemOf(thrown)
  if (problem.status >= 500 && !request.signal.aborted) {
    const path = request.nextUrl.pathname
    console.error(
      JSON.stringify({
        request_id: requestId,
        method: request.method,
        path,
        status: problem.status,
        type: problem.type,
        ...traceOf(cause),
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

/** Answers one call of the browser. Never throws: every failure is an answer with a request id. */
export async function answering(
  request: NextRequest,
  answer: (request: NextRequest) => Promise<Response>,
): Promise<Response> {
  const requestId = `req_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  try {
    const response = await answer(request)
    response.headers.set('x-request-id', requestId)
    return response
  } catch (thrown) {
    return problemResponse(thrown, requestId, request)
  }
}
