/** What becomes of the service's answer on its way to the browser: good ones pass as they are, the rest become problems. */
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { isJsonType } from '../api/json'
import { ProblemError, type ProblemKind } from '../api/problem'
import { readRefusal } from '../api/reading'
import type { Row } from '../api/row'
import { secondsToWait } from './retry-after'
import { discard, isTimeout, type Sent, unanswered } from './service'

export const headerOf = (answer: Dispatcher.ResponseData, name: string) => {
  const value = answer.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const encodingOf = (answer: Dispatcher.ResponseData) => headerOf(answer, 'content-encoding').trim().toLowerCase()

/** Bytes of an error's text beyond which it is no sentence, and is not read. */
const refusalLimit = 64 * 1024

/** Bytes of an answer beyond which it is no page of this interface, but a mistake or an attack; counted unpacked. */
const answerLimit = 32 * 1024 * 1024

/**
 * The body of an answer, unpacked. Next's server takes `content-encoding` away from what a handler answers, so gzip
 * cannot pass as it is; for the browser Next packs again by itself.
 */
function plainBody(answer: Dispatcher.ResponseData): Readable {
  if (encodingOf(answer) !== 'gzip') return answer.body
  // What fails on the way fails in the unpacked stream too, where it is read.
  return pipeline(answer.body, createGunzip(), () => undefined)
}

/** @throws Error where the body breaks off, cannot be unpacked, or is longer than the limit */
export async function textOf(answer: Dispatcher.ResponseData, limit = answerLimit): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of plainBody(answer)) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > limit) throw new Error(`The answer is longer than ${limit} bytes.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'token-rejected',
  403: 'service-refused',
  404: 'not-found',
  409: 'already-exists',
  429: 'rate-limited',
}

/** Kinds that speak of this console; a service that used one would sign a person out, or worse. */
const ourKinds =
  /^(session-ended|unauthenticated|not-permitted|no-such-environment|not-same-origin|intent-.*|no-such-intent|unknown-outcome|person-changed|earlier-credential|clocks-disagree|too-late|someone-asks|cannot-be-asked|already-sent|not-noted|not-readable|database-.*|internal-error|console-.*|token-.*)$/i

const titles: Record<number, string> = {
  400: 'The service does not take this request.',
  403: 'The service does not allow this.',
  404: 'The service has nothing at this id.',
  409: 'The service has this already.',
}

/**
 * The problem of an answer that is not 2xx. Its status stays, except 401: a refused token is our fault, not the end of
 * a person's session. Its text is kept as text, with our own secrets taken out.
 */
const refusalOf = async (sent: Sent, row: Row): Promise<ProblemError> =>
  refusalFrom(sent, await textOf(sent.answer, refusalLimit).catch(() => ''), row)

/** The same of an answer whose body was read already. */
export function refusalFrom({ answer, secrets, limitedInARow }: Sent, body: string, row: Row): ProblemError {
  const status = answer.statusCode
  let text = body
  for (const secret of secrets) text = text.replaceAll(secret, '[removed]')
  const { kind, detail, meta, errors, requestId } = readRefusal(headerOf(answer, 'content-type'), text)
  const isRedirect = status >= 300 && status < 400
  const about = {
    ...meta,
    answered_by: 'service',
    service_status: status,
    ...(requestId && { service_request_id: requestId }),
  }
  if (status < 400 || status > 599) {
    return new ProblemError(
      502,
      'service-answer-unreadable',
      `The service answered ${status} where an answer was due.`,
      {
        detail: isRedirect
          ? 'Mintdesk does not follow redirects, because they would carry its token elsewhere. Nothing was changed.'
          : 'Mintdesk does not know what that means. Nothing was changed.',
        meta: about,
      },
    )
  }
  if (status === 401) {
    return new ProblemError(502, 'token-rejected', 'The service does not take the token that it gave.', {
      detail:
        'A new token was refused as well. The person who runs this console checks the client and its environment.',
      meta: about,
    })
  }
  if (status === 403 && /insufficient[_-]scope/.test(`${kind} ${headerOf(answer, 'www-authenticate')}`)) {
    return new ProblemError(403, 'insufficient-scope', 'The token was given without the scope that this needs.', {
      detail: `The service asks for ${row.scope}. Ask your service contact to add it.`,
      meta: { ...about, scope: row.scope },
    })
  }
  if (status === 429) {
    const seconds = secondsToWait(headerOf(answer, 'retry-after'), limitedInARow)
    return new ProblemError(429, 'rate-limited', `The service asks to wait ${seconds} s.`, {
      detail: detail || 'It answered 429. Nothing was changed.',
      meta: { ...about, retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
  const wait = headerOf(answer, 'retry-after')
  // Browsers do not hand these on: they repeat the call, or take the connection for broken.
  const passed = [407, 421, 425, 426].includes(status) ? 502 : status
  // The service's own kind is kept where it has one: `insufficient-funds` says more than the status does.
  const isTheirs = !ourKinds.test(kind)
  const own =
    isTheirs && /^[a-z][a-z0-9_-]{2,60}$/i.test(kind)
      ? (kind.replaceAll('_', '-').toLowerCase() as ProblemKind)
      : undefined
  return new ProblemError(
    passed,
    own ?? kinds[status] ?? (status >= 500 ? 'service-failed' : 'service-refused'),
    titles[status] ?? `The service answered ${status}.`,
    {
      detail: detail || 'It gave no reason. Nothing was changed.',
      meta: about,
      ...(errors.length > 0 && { errors }),
      ...(wait && { headers: { 'retry-after': String(secondsToWait(wait, 1)) } }),
    },
  )
}

const ours = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
}

/** An answer of JSON, under our own headers. */
export const jsonAnswer = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { ...ours, ...headers } })

/**
 * A body as a web stream. Only so much is read from the service as the browser takes. By events, because an iterator
 * makes several promises a chunk, and those are dear where Next follows each one.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  let size = 0
  return new ReadableStream({
    start(controller) {
      body.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength
        if (size > answerLimit) return body.destroy(new Error(`The answer is longer than ${answerLimit} bytes.`))
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) body.pause()
      })
      body.once('end', () => controller.close())
      body.once('error', (cause) => controller.error(cause))
    },
    pull() {
      body.resume()
    },
    cancel() {
      body.destroy()
    },
  })
}

/**
 * Turns the service's answer into ours: lists pass unparsed as they stream in, single records are read whole first.
 * @throws ProblemError where the answer is an error, or is not JSON
 */
export async function answerFor(sent: Sent, row: Row): Promise<Response> {
  const { answer } = sent
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await refusalOf(sent, row)
  const encoding = encodingOf(answer)
  if (
    answer.statusCode === 204 ||
    !isJsonType(headerOf(answer, 'content-type')) ||
    !['', 'identity', 'gzip'].includes(encoding)
  ) {
    discard(answer)
    throw unreadable('The service answered with something that is not JSON.')
  }
  if (row.isList) return new Response(streamOf(plainBody(answer)), { headers: ours })
  const text = await textOf(answer).catch((cause) => {
    if (isTimeout(cause)) throw unanswered(cause)
    throw unreadable('The answer broke off before it was complete.', cause)
  })
  try {
    JSON.parse(text)
  } catch (cause) {
    throw unreadable('The service sent an answer that is not complete JSON.', cause)
  }
  return jsonAnswer(text)
}

const unreadable = (title: string, cause?: unknown) =>
  new ProblemError(502, 'service-answer-unreadable', title, {
    detail: 'Nothing was changed. Try again; if it stays, send your service contact the request id.',
    meta: { answered_by: 'service' },
    cause,
  })
