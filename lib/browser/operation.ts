/** The browser's way to the service: a call through this console's proxy, and the query options made of it. */
import type { Environment } from '../api/environments'
import { exactJson } from '../api/exact-json'
import { type Input, type OperationName, pathOf, rowOf } from '../api/operations'
import { type Problem, ProblemError } from '../api/problem'
import { writeQuery } from '../api/query-string'

/** An answer as it came: `json` with every digit but unread, `text` exactly the service's, `at` when it arrived (ms since 1970). */
export type Answer = { json: unknown; text: string; requestId: string; at: number }

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'type' in value && 'status' in value && 'title' in value

function unreachable(cause: unknown): ProblemError {
  return new ProblemError(503, 'console-unreachable', 'Mintdesk does not answer.', {
    detail: 'This browser could not reach the console. Check the connection; nothing was changed.',
    cause,
  })
}

/** The error of an answer that is not 2xx: the proxy's own problem+json, or a sentence where it is none. */
function refused(response: Response, text: string): ProblemError {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const headers: Record<string, string> = {}
  const wait = response.headers.get('retry-after')
  if (wait) headers['retry-after'] = wait
  let body: unknown
  try {
    body = exactJson(text)
  } catch {
    body = undefined
  }
  const error = new ProblemError(response.status, 'internal-error', `Mintdesk answered ${response.status}.`, {
    headers,
  })
  Object.assign(error.problem, isProblem(body) ? body : { request_id: requestId })
  error.message = error.problem.title
  return error
}

/**
 * Calls an operation through the console's proxy.
 * @param more `signal` ends the call; `isBackground` says that no person asked for it, so the session is not prolonged
 * @throws ProblemError with what went wrong, in whose system; AbortError where the signal ended it
 */
export async function call<Name extends OperationName>(
  environment: Environment,
  name: Name,
  input: Input<Name>,
  more: { signal?: AbortSignal; isBackground?: boolean } = {},
): Promise<Answer> {
  const { path, query } = input as { path?: Record<string, string>; query?: object }
  const search = query ? writeQuery(query).toString() : ''
  const url = `/api/${environment}${pathOf(name, path)}${search && `?${search}`}`
  const headers = more.isBackground ? { 'x-mintdesk-background': '1' } : undefined
  return (await ask(url, { method: rowOf(name).method, headers, signal: more.signal })).answer
}

/**
 * Asks this console, and reads the whole answer.
 * @throws ProblemError with what went wrong, in whose system; AbortError where the signal ended it
 */
export async function ask(url: string, init: RequestInit): Promise<{ answer: Answer; headers: Headers }> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, cache: 'no-store' })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw unreachable(cause)
  }
  const requestId = response.headers.get('x-request-id') ?? ''
  try {
    text = await response.text()
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw broken('The answer broke off before it was complete.', requestId, cause)
  }
  if (!response.ok) throw refused(response, text)
  try {
    return { answer: { json: exactJson(text), text, requestId, at: Date.now() }, headers: response.headers }
  } catch (cause) {
    throw broken('The service sent an answer that is not complete JSON.', requestId, cause)
  }
}

function broken(title: string, requestId: string, cause: unknown): ProblemError {
  const error = new ProblemError(502, 'service-answer-unreadable', title, {
    detail: 'Nothing was changed. Try again; if it stays, send your service contact the request id.',
    meta: { answered_by: 'service' },
    cause,
  })
  error.problem.request_id = requestId
  return error
}

/** Query options of a read: the key is `[environment, operation, input]`, cleared at sign-out. */
export function operation<Name extends OperationName>(environment: Environment, name: Name, input: Input<Name>) {
  return {
    queryKey: [environment, name, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(environment, name, input, { signal }),
  }
}
