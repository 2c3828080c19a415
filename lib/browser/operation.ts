/** Calls the provider through this console's proxy, and builds query options for these calls. */

import { personHeader } from '../api/intents'
import { type OwnAnswer, type OwnRequest, type OwnRow, ownPath, type PathValues } from '../api/own-row'
import { exactJson, repeatedName } from '../domain/exact-json'
import { writeQuery } from '../domain/query-string'
import type { Environment } from '../provider/environments'
import { type Input, type OperationName, pathOf, rowOf } from '../provider/operations'
import { type Problem, ProblemError, problemKind } from '../provider/problem'
import { noteAnswer } from './clocks'
import { noteRequest } from './session'

/** An answer: `json` with every digit, not yet decoded; `text` exactly the provider's; `at` when it arrived (ms since 1970, by this browser). */
export type Answer = { json: unknown; text: string; requestId: string; at: number }

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'type' in value && 'status' in value && 'title' in value

/**
 * Whether an error's body is Mintdesk's own: a gateway in between may answer problem+json with a request id too. The
 * provider's problems have Mintdesk's types. Headers prove nothing: a gateway may set its own.
 */
const isOurs = (value: unknown): value is Problem =>
  isProblem(value) && String(value.type).startsWith('/problems/') && /^req_[0-9a-f]{12}$/.test(String(value.request_id))

/**
 * Milliseconds that a call may take, to its last byte: longer than the console's own limits (15 s; for a write also the
 * 10 s that an order may wait and 5 s to record its outcome), so that the console normally answers first.
 */
export const callLimits = { read: 20_000, write: 40_000 }

/** The consequence of a call without a complete answer from Mintdesk. */
const missingAnswerText = (isWrite: boolean) =>
  isWrite
    ? 'It is not known whether Mintdesk received this. Check the connection and reload the page.'
    : 'Check the connection and try again. Nothing was changed.'

function unreachable(isWrite: boolean, isLate: boolean, cause: unknown): ProblemError {
  const title = isLate ? 'Mintdesk did not answer in time.' : 'Mintdesk is not responding.'
  return new ProblemError(503, 'console-unreachable', title, { detail: missingAnswerText(isWrite), cause })
}

/** The signal of a call: aborted by its caller, or by its time limit. `end` frees the timer. */
function limited(millis: number, caller: AbortSignal | null | undefined) {
  const controller = new AbortController()
  const limit = { signal: controller.signal, isLate: false, end: () => {} }
  const timer = setTimeout(() => {
    limit.isLate = true
    controller.abort()
  }, millis)
  const leave = () => controller.abort(caller?.reason)
  if (caller?.aborted) leave()
  else caller?.addEventListener('abort', leave, { once: true })
  limit.end = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
  return limit
}

/** The error of an answer that is not 2xx: Mintdesk's own problem+json, or that a server in between answered instead. */
function refused(response: Response, text: string, isWrite: boolean): ProblemError {
  const headers: Record<string, string> = {}
  const wait = response.headers.get('retry-after')
  if (wait) headers['retry-after'] = wait
  let body: unknown
  try {
    body = exactJson(text)
  } catch {
    body = undefined
  }
  const { status } = response
  if (!isOurs(body)) {
    // A gateway's 401 or 404 says nothing about the session or the record.
    const shownStatus = status === 429 || status >= 500 ? status : 502
    const title = `Mintdesk was not reached: a server in between answered ${status}.`
    return new ProblemError(shownStatus, 'console-unreachable', title, { headers, detail: missingAnswerText(isWrite) })
  }
  const error = new ProblemError(status, 'internal-error', body.title, { headers })
  Object.assign(error.problem, body)
  return error
}

/** The person whose page this is, set by the shell, and who is signed in now; a write in another person's session is refused. */
const page: { person?: string; isChanged: boolean; now?: string } = { isChanged: false }

/** @param subject the person that the page was drawn for */
export function setPagePerson(subject: string): void {
  page.person = subject
  page.isChanged = false
}

/** '' until it is set. */
export const pagePerson = () => page.person ?? ''

const personChanged = () =>
  new ProblemError(409, 'person-changed', `You are now signed in as ${page.now} (changed in another tab).`, {
    detail: `Nothing was sent. Reload to continue as ${page.now}.`,
  })

/** Whether the console itself says so: a provider's problem of that kind is about something else. */
const isPersonChanged = ({ type, meta }: Problem) =>
  problemKind(type) === 'person-changed' && meta?.answered_by !== 'service'

/**
 * Calls one of Mintdesk's own operations.
 * @param more `signal` ends the call; `isBackground` says that no person asked for it, as its row may say as well
 * @returns the answer, and when it came, in ms since 1970
 * @throws ProblemError with what went wrong; AbortError where the signal ended it
 */
export async function callConsole<Row extends OwnRow>(
  environment: Environment,
  row: Row,
  input: OwnRequest<Row>,
  { isBackground, ...init }: { signal?: AbortSignal; isBackground?: boolean; keepalive?: boolean } = {},
): Promise<{ body: OwnAnswer<Row>; at: number; requestId: string }> {
  const { values, query, body } = input as { values?: PathValues<Row>; query?: object; body?: object }
  const path = ownPath(environment, row, values ?? ({} as PathValues<Row>), String(writeQuery(query ?? {})))
  const { answer } = await request(path, {
    ...init,
    method: row.method,
    isRead: row.isRead,
    body: body && JSON.stringify(body),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...((isBackground || row.isBackground) && { 'x-mintdesk-background': '1' }),
    },
  })
  return { body: answer.json as OwnAnswer<Row>, at: answer.at, requestId: answer.requestId }
}

/** Where an operation is called through the console's proxy. @throws ProblemError for values that no path can have */
export function addressOf<Name extends OperationName>(
  environment: Environment,
  name: Name,
  input: Input<Name>,
): string {
  const { path, query } = input as { path?: Record<string, string>; query?: object }
  const search = query ? writeQuery(query).toString() : ''
  return `/api/${environment}${pathOf(name, path)}${search && `?${search}`}`
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
  const url = addressOf(environment, name, input)
  const headers = more.isBackground ? { 'x-mintdesk-background': '1' } : undefined
  const { method, isList } = rowOf(name)
  const { answer } = await request(url, { method, headers, signal: more.signal })
  const repeated = isList && repeatedName(answer.text)
  if (typeof repeated !== 'string') return answer
  const title = `The provider sent an answer that contradicts itself: it has ${JSON.stringify(repeated)} twice.`
  throw broken(title, { requestId: answer.requestId, isWrite: false })
}

/**
 * Whether the page asked for this before its code was there (`askEarly` of lib/console/page-session.ts), and when the answer
 * came, in ms since 1970: the time is that of the answer, not of its use. It is used once.
 */
function earlyAnswer(url: string): { at: number } | undefined {
  const link = globalThis.document?.querySelector(`link[rel=preload][as=fetch][href="${CSS.escape(url)}"]`)
  if (!link) return undefined
  link.remove()
  const [entry] = performance.getEntriesByName(new URL(url, document.baseURI).href, 'resource')
  return entry instanceof PerformanceResourceTiming ? { at: performance.timeOrigin + entry.responseEnd } : undefined
}

/** A request with a body names the person whose page it is. */
function personHeaders(init?: HeadersInit, hasBody = true): Headers {
  const headers = new Headers(init)
  if (hasBody && page.person !== undefined) headers.set(personHeader, encodeURIComponent(page.person))
  return headers
}

/**
 * Sends a request to this console and reads the whole answer. One with a body names the person whose page it is, and is no
 * longer sent once another person is signed in.
 * @param init `isRead` for a body that changes nothing
 * @param limits milliseconds that it may take, for tests
 * @throws ProblemError with what went wrong, in whose system; AbortError where the signal ended it
 */
export async function request(
  url: string,
  { isRead = false, ...init }: RequestInit & { isRead?: boolean },
  limits = callLimits,
): Promise<{ answer: Answer; headers: Headers }> {
  const hasBody = (init.method ?? 'GET') !== 'GET'
  const isWrite = hasBody && !isRead
  if (hasBody && page.isChanged) throw personChanged()
  const headers = personHeaders(init.headers, hasBody)
  const early = hasBody ? undefined : earlyAnswer(url)
  const limit = limited(isWrite ? limits.write : limits.read, init.signal)
  let response: Response | undefined
  let text: string
  try {
    response = await fetch(url, { ...init, headers, cache: 'no-store', signal: limit.signal })
    noteAnswer(url, response, early?.at)
    text = await response.text()
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    if (!response || limit.isLate) throw unreachable(isWrite, limit.isLate, cause)
    const requestId = response.headers.get('x-request-id') ?? ''
    throw broken('The answer was cut off before it was complete.', { requestId, isWrite, cause })
  } finally {
    limit.end()
  }
  const requestId = response.headers.get('x-request-id') ?? ''
  if (!response.ok) {
    const error = refused(response, text, isWrite)
    if (!isPersonChanged(error.problem)) throw error
    page.isChanged = true
    const { person } = error.problem.meta ?? {}
    page.now = typeof person === 'string' ? person : 'someone else'
    throw personChanged()
  }
  if (!headers.has('x-mintdesk-background')) noteRequest()
  try {
    return {
      answer: { json: exactJson(text), text, requestId, at: early?.at ?? Date.now() },
      headers: response.headers,
    }
  } catch (cause) {
    throw broken('The answer is not complete JSON.', { requestId, isWrite, cause })
  }
}

type Broken = { requestId: string; isWrite: boolean; cause?: unknown }

function broken(title: string, { requestId, isWrite, cause }: Broken): ProblemError {
  const error = new ProblemError(502, 'service-answer-unreadable', title, {
    detail: isWrite
      ? missingAnswerText(isWrite)
      : 'Nothing was changed. Try again; if this persists, send your provider contact the request ID.',
    meta: { answered_by: 'service' },
    cause,
  })
  error.problem.request_id = requestId
  return error
}

/** Query options of a read, and its URL: the key is `[environment, operation, input]`, cleared at sign-out. */
export function operation<Name extends OperationName>(environment: Environment, name: Name, input: Input<Name>) {
  return {
    url: addressOf(environment, name, input),
    queryKey: [environment, name, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(environment, name, input, { signal }),
  }
}
