/** The console's server in component tests: answers fetch as the proxy does, by the operations' rows, and records calls. */
import { afterEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { invalidInput, schemasOf } from '@/lib/provider/check'
import { type FieldError, fieldErrors, fieldMessage } from '@/lib/provider/field-errors'
import { isWrite, type OperationName, operationAt, rowOf } from '@/lib/provider/operations'
import { ProblemError, type ProblemKind } from '@/lib/provider/problem'
import { readQuery } from '@/lib/provider/read-query'
import type { Role } from '@/lib/provider/roles'

/** A request that a component made; `body` is parsed JSON, `path` has no environment: `/v2/transfer/transfers`. */
export type Call = {
  operation?: OperationName
  method: string
  path: string
  /** The values of the path: `{id}` of Get transfer. */
  values: Record<string, string>
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type AnswerValue = object | string | Response
/** What a call is answered with: an object as JSON, a string as JSON text, a Response as it is, or what a function makes. */
export type AnswerFor = AnswerValue | ((call: Call) => AnswerValue | Promise<AnswerValue>)

/**
 * By operation, or by method and path: `'GET /intents'`, `'POST /intents/{id}/notes'` below `/api/{environment}`,
 * `'HEAD /api/ready'` elsewhere.
 */
export type Answers = { [Name in OperationName]?: AnswerFor } & { [place: `${string} /${string}`]: AnswerFor }

const headersOf = (type: string) => ({ 'content-type': type, 'x-request-id': 'req_0123456789ab' })

type More = ConstructorParameters<typeof ProblemError>[3]

/** A problem as the proxy answers it. */
export function problem(status: number, kind: ProblemKind, title: string, more: More = {}): Response {
  const { problem: body, headers } = new ProblemError(status, kind, title, more)
  const state = body.meta?.intent_state
  return new Response(JSON.stringify({ ...body, request_id: 'req_0123456789ab' }), {
    status,
    headers: {
      ...headersOf('application/problem+json'),
      ...headers,
      ...(typeof state === 'string' && { 'x-mintdesk-intent-state': state }),
    },
  })
}

/** The answer to an invalid input, as the console words it. */
export function refusedInput(title: string, errors: readonly FieldError[]): Response {
  const { detail, errors: listed } = invalidInput(title, errors).problem
  return problem(400, 'invalid-input', title, { detail, errors: listed })
}

/** The answer to a write whose request ended in this state. */
export const written = (body: object, state = 'confirmed', status = 201): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...headersOf('application/json'), 'x-mintdesk-intent-state': state },
  })

/** Errors that the proxy returns without calling the provider. */
function refusal({ operation, query, body }: Call, roles: readonly Role[]): Response | undefined {
  if (!operation) return undefined
  const row = rowOf(operation)
  const schemas = schemasOf(operation)
  if (!row.roles.some((role) => roles.includes(role)))
    return problem(403, 'not-permitted', `Your role may not use ${row.title}.`)
  const refusedQuery = schemas.query && readQuery(schemas.query, query).errors
  const refusedBody = schemas.body && z.safeParse(schemas.body, body, { error: fieldMessage }).error
  const errors = refusedQuery ?? (refusedBody && fieldErrors(refusedBody))
  return errors && refusedInput(`${row.title}: the request is invalid.`, errors)
}

const isPlace = (place: string, call: Pick<Call, 'method' | 'path'>) => {
  const [method, path = ''] = place.split(' ')
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return method === call.method && new RegExp(`^${pattern}$`).test(call.path)
}

/** Who reads the notes of a test. */
export const testPerson = { subject: 'treasury', name: 'Ines Okafor', is_me: true }

/** What pages ask for beside what they are about: few tests have any. */
const usualAnswers: readonly [place: RegExp, answer: () => Response][] = [
  [/^GET \/presets$/, () => Response.json({ entries: [] })],
  [/^(?!PUT )\w+ \/views/, () => Response.json({ views: [], pins: [], counts: [] })],
  [/ \/live$/, () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })],
  [/ \/approvals\/weigh$/, () => Response.json({ requirements: [], approvers: [], limits: [] })],
  [/^GET \/policies$/, () => Response.json({ versions: [], has_other_admin: false, paid: [] })],
  [/^GET \/movements\//, () => problem(404, 'no-such-movement', 'No movement with this ID.')],
  [/^GET \/usual-times$/, () => Response.json([])],
  [
    /^GET \/notes/,
    () => Response.json({ marks: [], notes: [], omitted: 0, is_more: false, people: [], me: testPerson }),
  ],
]

const browserFetch = window.fetch
const unanswered: string[] = []

/** Answers every request below /api/ until the test ends; a request without an answer fails the test. */
export function answerRequests(answers: Answers, roles: readonly Role[]): { calls: Call[] } {
  const calls: Call[] = []
  window.fetch = async (target, init) => {
    const request = new Request(target, init)
    const url = new URL(request.url)
    const at = /^\/api\/(?:sandbox|production)(\/.*)$/.exec(url.pathname)
    const { method } = request
    const path = at?.[1] ?? url.pathname
    const isAnswered = Object.keys(answers).some((place) => isPlace(place, { method, path }))
    const usual = at && !isAnswered && usualAnswers.find(([place]) => place.test(`${method} ${path}`))
    if (usual) return usual[1]()
    if (!at && !isAnswered) return browserFetch(target, init)
    const found = operationAt(method, path.slice(1).split('/').map(decodeURIComponent))
    const text = method === 'GET' || method === 'HEAD' ? '' : await request.text()
    const call: Call = {
      operation: found && 'name' in found ? found.name : undefined,
      method,
      path,
      values: found && 'name' in found ? found.path : {},
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    calls.push(call)
    const refused = refusal(call, roles)
    if (refused) return refused
    const place = Object.keys(answers).find((name) => name === call.operation || isPlace(name, call))
    const answer = (answers as Record<string, AnswerFor | undefined>)[place ?? '']
    if (answer === undefined) {
      unanswered.push(`${method} ${path}`)
      return problem(404, 'not-found', `The test has no answer for ${method} ${path}.`)
    }
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
    const value = await Promise.race([typeof answer === 'function' ? answer(call) : answer, aborted])
    if (value instanceof Response) return value.clone()
    if (call.operation && isWrite(rowOf(call.operation)) && typeof value === 'object') return written(value)
    const json = typeof value === 'string' ? value : JSON.stringify(value)
    return new Response(json, { headers: headersOf('application/json') })
  }
  return { calls }
}

afterEach(() => {
  window.fetch = browserFetch
  const missing = unanswered.splice(0)
  expect(missing, 'every request has an answer').toEqual([])
})
