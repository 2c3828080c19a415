/** How every request of the browser is answered: with its handler's answer, or with a problem; and logged once. */
import { clocksHeader, clocksText } from '../../api/clocks'
import { databaseProblem } from '../../database/failures'
import type { Environment } from '../../provider/environments'
import { type Problem, ProblemError, problemKind } from '../../provider/problem'
import type { Audit } from '../audit/audit'
import { type ConsoleRequest, RequestContext } from '../auth/request-context'
import type { Clock } from '../clock'
import { type Log, traceOf } from '../telemetry/log'
import type { Metrics } from '../telemetry/metrics'

/** Whether an `Accept-Encoding` header takes gzip: named, or meant by `*`, and not with `q=0` (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | null | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}

/** The decoded segments of an address below `/api`. @throws ProblemError 400 */
export function segmentsOf({ pathname }: URL): string[] {
  try {
    return pathname.split('/').slice(2).map(decodeURIComponent)
  } catch {
    throw new ProblemError(400, 'invalid-input', 'The address is not correctly encoded.')
  }
}

/** @param methods what the address accepts */
export const methodNotAllowed = (methods: readonly string[]) =>
  new ProblemError(405, 'method-not-allowed', `This address accepts ${methods.join(', ')}.`, {
    headers: { allow: methods.join(', ') },
  })

export const notFound = () => new ProblemError(404, 'not-found', 'This address does not exist.')

/** nginx's status for a browser that closed the connection before its answer; no one receives it. */
const clientClosedRequest = 499

/** Anything thrown as a problem; an unexpected error reveals nothing. */
export function problemOf(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const ofDatabase = databaseProblem(thrown)
  if (ofDatabase) return ofDatabase
  return new ProblemError(500, 'internal-error', 'Something went wrong in Mintdesk.', {
    detail: 'If this persists, contact your administrator with this request ID.',
    meta: { answered_by: 'console' },
    cause: thrown,
  })
}

/** problem+json (RFC 9457). @param more members that only this answer has */
export const problemResponse = ({ problem, headers }: ProblemError, requestId: string, more: object = {}) =>
  Response.json(
    { ...problem, request_id: requestId, ...more },
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

/** A JSON answer of the console. */
export const jsonAnswer = (
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
  status = 200,
) =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      ...headers,
    },
  })

/** `metrics` is undefined if nobody reads them, `upstreams` where answers belong to no environment, `audit` where to no console. */
export type AnswerDependencies = {
  clock: Clock
  log: Log
  metrics?: Metrics
  audit?: Pick<Audit, 'during' | 'refuse' | 'refuseUnknown'>
  upstreams?: { of(environment: Environment): { now(): number } }
}

/** Whether a text is a word of ours, and nothing that a person or another system wrote. */
export const isWord = (text: unknown): text is string => typeof text === 'string' && /^[a-z_-]{1,32}$/.test(text)

/** `wire.routing_details`: the names of members, and never what is in them; one that is none of ours may be a value. */
const plainName = (field: string) => field.split('.').every((part) => isWord(part) || /^\d{1,3}$/.test(part))

/** Writes that an act was refused or failed, unless a line of its request says so. Never throws. */
async function auditFailure(
  { audit, log }: Pick<AnswerDependencies, 'audit' | 'log'>,
  context: RequestContext,
  { status, type, errors = [] }: Pick<Problem, 'status' | 'type' | 'errors'>,
): Promise<void> {
  const { act } = context
  const hasBegun = act?.outcome === 'begun'
  if (!audit || !act || (!hasBegun && (context.hasRefusal || status >= 500))) return
  if (status === 401) return audit.refuseUnknown()
  const fields = [...new Set(errors.map(({ field }) => (plainName(field) ? field : '(unknown)')))]
  const problem = problemKind(type)
  const detail = { ...act.detail, status, ...(isWord(problem) && { problem }), ...(fields.length > 0 && { fields }) }
  await audit
    .refuse({ ...act, outcome: status < 500 ? 'refused' : 'failed', detail }, context)
    .catch((error) => log.error({ event: 'refusal-not-audited', ...traceOf(error) }, 'audit'))
}

/**
 * Answers one request of the browser. Never throws: every failure is an answer with a request id.
 * @param operation what the log calls it, until the handler knows better
 */
export async function answer(
  { clock, log, metrics, audit, upstreams }: AnswerDependencies,
  request: ConsoleRequest,
  operation: string,
  handle: (context: RequestContext) => Promise<Response>,
): Promise<Response> {
  const began = clock.steady()
  const context = new RequestContext(request, operation, log)
  const finish = (status: number, failure: object) => {
    const millis = clock.steady() - began
    context.finished(status, millis, failure)
    metrics?.request({ operation: context.operation, environment: context.environment, status }, millis)
  }
  try {
    const response = await (audit ? audit.during(context, () => handle(context)) : handle(context))
    response.headers.set('x-request-id', context.id)
    // A browser's own clock may be wrong, and judges nothing.
    if (upstreams && context.environment)
      response.headers.set(
        clocksHeader,
        clocksText({ console: clock.now(), provider: upstreams.of(context.environment).now() }),
      )
    finish(response.status, {})
    return response
  } catch (thrown) {
    const error = problemOf(thrown)
    await auditFailure({ audit, log }, context, error.problem)
    if (request.signal.aborted && thrown === request.signal.reason) {
      finish(clientClosedRequest, {})
      return new Response(null, { status: clientClosedRequest })
    }
    const { status, type } = error.problem
    finish(status, { problem: type, ...(status >= 500 && traceOf(error.cause)) })
    return problemResponse(error, context.id)
  }
}
