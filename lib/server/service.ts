/** The way to the service: the only place that knows its address, its tokens and the operator's name. */
import { EventEmitter } from 'node:events'
import { Agent, type Dispatcher, request } from 'undici'
import type { Environment } from '../api/environments'
import { isJsonType } from '../api/json'
import { isWrite, type OperationName, pathOf, rowOf } from '../api/operations'
import { ProblemError, problemKind } from '../api/problem'
import { writeQuery } from '../api/query-string'
import { RateBucket } from './rate'
import { type Credential, settings } from './settings'
import { once } from './state'
import { Tokens } from './tokens'

/** Milliseconds a read may take from its sending to its last byte. */
const readLimit = 15_000
/** One credential's own sockets, tokens and rate; environments share none of them. */
export type Line = {
  credential: Credential
  agent: Agent
  tokens: Tokens
  rate: RateBucket
  limitedInARow: number
  /** How many milliseconds the service's clock is ahead of ours, by the `Date` of its last answer. */
  ahead: number
  /** The scope with which the service is asked for its time, where the client may not read transfers. */
  timeScope?: string
  /** Whether the service itself has told its time; until then its token host's is taken. */
  isTimed: boolean
}

const lines = () => once('lines', () => new Map<string, Line>())

/** Everything that belongs to one credential. @throws ProblemError 404 where the environment is not set up */
export function lineOf(environment: Environment): Line {
  const credential = settings().credentials[environment]
  if (!credential)
    throw new ProblemError(404, 'no-such-environment', `The ${environment} environment is not set up here.`)
  const key = `${environment} ${credential.clientId}`
  const known = lines().get(key)
  if (known) return known
  const agent = new Agent({
    connections: 64,
    connect: { timeout: 5_000 },
    headersTimeout: readLimit,
    bodyTimeout: readLimit,
    keepAliveTimeout: 30_000,
  })
  const line: Line = {
    credential,
    agent,
    tokens: new Tokens(credential, agent, (date) => line.isTimed || noteClock(line, date)),
    rate: new RateBucket(settings().upstreamRate, settings().replicas),
    limitedInARow: 0,
    ahead: 0,
    isTimed: false,
  }
  lines().set(key, line)
  return line
}

/** Learns the service's clock from the `Date` header of an answer (RFC 9110, 6.6.1); without one nothing changes. @returns whether it told */
function noteClock(line: Line, date: string | null | undefined): boolean {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return false
  line.ahead = at - Date.now()
  return true
}

/** The service's time, in milliseconds since 1970; ours until it has answered once. */
export const serviceNow = (environment: Environment): number => Date.now() + lineOf(environment).ahead

/** The same where the service itself has told it; undefined before its first answer, when only its token host is known. */
export function toldServiceTime(environment: Environment): number | undefined {
  const line = lineOf(environment)
  return line.isTimed ? Date.now() + line.ahead : undefined
}

/**
 * Asks the service for its time with a small read: what its last answer told may be old. A client that may not read asks
 * with the token of the write, which is refused, and that answer has a time too.
 * @throws ProblemError where it does not answer, or does not say
 */
export async function askServiceTime(environment: Environment, write: OperationName, isPersonal = true): Promise<void> {
  const line = lineOf(environment)
  const options = { isPersonal, acceptsGzip: false }
  const ask = () => sendRead(environment, 'listTransfers', { query: { limit: 1 } }, options, line.timeScope)
  const { answer } = await ask().catch((problem) => {
    if (!(problem instanceof ProblemError) || problemKind(problem.problem.type) !== 'scope-not-granted') throw problem
    line.timeScope = rowOf(write).scope
    return ask()
  })
  discard(answer)
  const { statusCode, headers } = answer
  // Where the service is away or busy, a gateway may answer for it, by a clock of its own.
  const isAway = statusCode >= 500 || statusCode === 408 || statusCode === 429
  if (!isAway && !Number.isNaN(Date.parse(String(headers.date)))) return
  throw new ProblemError(409, 'clocks-disagree', "The provider's clock could not be read.", {
    detail: `It answered ${answer.statusCode}, so nobody knows how long ago this was sent by its clock. Nothing was sent.`,
  })
}

/** The operator's name stands in for PLATFORM in two transfer types (spec, Transfer): put in on the way out. */
function withOperator(params: URLSearchParams): URLSearchParams {
  const { operatorName } = settings()
  if (operatorName === 'PLATFORM') return params
  const renamed = params.getAll('type').map((type) => type.replace(/^PLATFORM_TRANSFER_/, `${operatorName}_TRANSFER_`))
  if (renamed.length === 0) return params
  params.delete('type')
  for (const type of renamed) params.append('type', type)
  return params
}

/** What a read takes, whichever it is. */
export type ReadInput = { path?: Record<string, string>; query?: object }

/** `limitedInARow`: how many calls of this credential were answered with 429 since the last that was not. */
export type Sent = { answer: Dispatcher.ResponseData; secrets: string[]; limitedInARow: number }

/** What a call needs beside its input. */
export type CallOptions = {
  /** Whether a person waits for it: then it may use the calls kept for people. */
  isPersonal: boolean
  acceptsGzip: boolean
}

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Longest wait in our own queue, in milliseconds, before the console says that it is busy. */
const queueLimit = 5_000

/** Waits for a turn within the rate. @throws ProblemError 429 where the wait would be too long */
export async function takeTurn(line: Line, isPersonal: boolean): Promise<void> {
  // Background work does not queue: a queue of it would be in people's way.
  const longest = isPersonal ? queueLimit : 0
  const wait = line.rate.take(isPersonal, longest)
  if (wait > longest) {
    const seconds = Math.ceil(wait / 1000)
    throw new ProblemError(429, 'console-busy', 'Mintdesk is calling the service as fast as it may.', {
      detail: `Too many calls at once. Try again in ${seconds} s.`,
      meta: { answered_by: 'console', retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
  if (wait > 0) await pause(wait)
}

/** undici's error for a kept-alive connection that the other side had closed: nothing was answered. */
const isStaleConnection = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')

/** The end of a call by time. An emitter, which undici takes as well, is made much faster than an AbortSignal. */
export function endsAfter(millis: number): EventEmitter {
  const end = new EventEmitter()
  const timer = setTimeout(() => end.emit('abort'), millis)
  timer.unref()
  end.once('done', () => clearTimeout(timer))
  return end
}

async function readTwice(line: Line, url: string, headers: Record<string, string>, signal: EventEmitter) {
  const options = { method: 'GET', headers, dispatcher: line.agent, signal } as const
  try {
    return await request(url, options)
  } catch (cause) {
    if (!isStaleConnection(cause)) throw cause
    return await request(url, options)
  }
}

/**
 * Sends a read to the service with a token of its scope, and once more with a new token where the first is refused.
 * @returns the answer with its body unread, and the secrets that no text of it may show
 * @throws ProblemError where there is no answer, or no token
 */
export async function sendRead(
  environment: Environment,
  name: OperationName,
  input: ReadInput,
  options: CallOptions,
  scope = rowOf(name).scope,
): Promise<Sent> {
  const row = rowOf(name)
  if (isWrite(row)) throw new Error(`${name} writes; it is sent only from a recorded intent.`)
  const line = lineOf(environment)
  const search = withOperator(writeQuery(input.query ?? {})).toString()
  const url = `${line.credential.baseUrl}${pathOf(name, input.path)}${search && `?${search}`}`
  await takeTurn(line, options.isPersonal)
  const send = async () => {
    const token = await line.tokens.token(scope)
    const end = endsAfter(readLimit)
    const answer = await readTwice(
      line,
      url,
      {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'accept-encoding': options.acceptsGzip ? 'gzip' : 'identity',
      },
      end,
    ).catch((cause) => {
      end.emit('done')
      throw unanswered(cause)
    })
    answer.body.once('close', () => end.emit('done'))
    return { token, answer }
  }
  const first = await send()
  if (first.answer.statusCode !== 401) return sent(line, first.answer, [first.token])
  discard(first.answer)
  line.tokens.forget(scope, first.token)
  const second = await send()
  return sent(line, second.answer, [first.token, second.token])
}

/** Whether an answer is of an API: a gateway's page tells the gateway's time. */
const isJsonAnswer = ({ headers }: Dispatcher.ResponseData) => isJsonType(String(headers['content-type'] ?? ''))

export function sent(line: Line, answer: Dispatcher.ResponseData, used: string[]): Sent {
  line.limitedInARow = answer.statusCode === 429 ? line.limitedInARow + 1 : 0
  const { date } = answer.headers
  if (isJsonAnswer(answer)) line.isTimed = noteClock(line, typeof date === 'string' ? date : undefined) || line.isTimed
  return { answer, secrets: [...used, ...line.tokens.secrets], limitedInARow: line.limitedInARow }
}

/** Lets go of a body that nobody will read; what fails on the way out is nobody's concern. */
export function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy()
}

/** Whether a failure is our own time limit. */
export function isTimeout(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const late = ['UND_ERR_ABORTED', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
  return late.includes(code) || (cause instanceof Error && cause.name === 'AbortError')
}

/** The problem of a call that got no answer, or only a part of one. */
export function unanswered(cause: unknown): ProblemError {
  if (isTimeout(cause)) {
    return new ProblemError(504, 'service-timeout', 'The service did not answer in time.', {
      detail: `Mintdesk waited ${readLimit / 1000} s. Nothing was changed. Try again in a moment.`,
      meta: { answered_by: 'console' },
      cause,
    })
  }
  return new ProblemError(502, 'service-unreachable', 'The service does not answer at the moment.', {
    detail: 'Mintdesk could not reach it. Nothing was changed. Try again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })
}
