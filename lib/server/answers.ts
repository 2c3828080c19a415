/** What becomes of the service's answer on its way to the browser: good ones pass as they are, the rest become problems. */
import { gunzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Row } from '../api/operations'
import { ProblemError, type ProblemKind } from '../api/problem'
import { readRefusal } from '../api/reading'
import { secondsToWait } from './retry-after'
import type { Sent } from './service'

const headerOf = (answer: Dispatcher.ResponseData, name: string) => {
  const value = answer.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const isJson = (contentType: string) => /^application\/([\w.-]+\+)?json\b/i.test(contentType)

/** Bytes of an error's text that are read; the rest says nothing new. */
const refusalLimit = 64 * 1024

async function textOf(answer: Dispatcher.ResponseData): Promise<string> {
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  const plain = headerOf(answer, 'content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
  return plain.toString('utf8')
}

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'token-rejected',
  403: 'service-refused',
  404: 'not-found',
  409: 'already-exists',
  429: 'rate-limited',
}

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
async function refusalOf({ answer, secrets }: Sent, row: Row): Promise<ProblemError> {
  const status = answer.statusCode
  let text = (await textOf(answer).catch(() => '')).slice(0, refusalLimit)
  for (const secret of secrets) text = text.replaceAll(secret, '[removed]')
  const { kind, detail, meta, errors, requestId } = readRefusal(headerOf(answer, 'content-type'), text)
  const about = {
    ...meta,
    answered_by: 'service',
    service_status: status,
    ...(requestId && { service_request_id: requestId }),
  }
  if (status < 400) {
    return new ProblemError(
      502,
      'service-answer-unreadable',
      `The service answered ${status} where an answer was due.`,
      {
        detail:
          'Mintdesk does not follow redirects, because they would carry its token elsewhere. Nothing was changed.',
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
    const seconds = secondsToWait(headerOf(answer, 'retry-after'), 1)
    return new ProblemError(429, 'rate-limited', `The service asks to wait ${seconds} s.`, {
      detail: detail || 'It answered 429. Nothing was changed.',
      meta: { ...about, retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
  const wait = headerOf(answer, 'retry-after')
  // The service's own kind is kept where it has one: `insufficient-funds` says more than the status does.
  const own = /^[a-z][a-z0-9_-]{2,60}$/i.test(kind)
    ? (kind.replaceAll('_', '-').toLowerCase() as ProblemKind)
    : undefined
  return new ProblemError(
    status,
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

/** A body as a web stream. Only so much is read from the service as the browser takes. */
function streamOf(body: Dispatcher.ResponseData['body']): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel(reason) {
      body.destroy(reason instanceof Error ? reason : undefined)
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
  const encoding = headerOf(answer, 'content-encoding')
  if (!isJson(headerOf(answer, 'content-type')) || !['', 'identity', 'gzip'].includes(encoding)) {
    await answer.body.dump()
    throw unreadable('The service answered with something that is not JSON.')
  }
  if (row.isList) {
    const length = headerOf(answer, 'content-length')
    const headers = {
      ...ours,
      ...(length && { 'content-length': length }),
      ...(encoding === 'gzip' && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    }
    return new Response(streamOf(answer.body), { headers })
  }
  const text = await textOf(answer).catch((cause) => {
    throw unreadable('The answer broke off before it was complete.', cause)
  })
  try {
    JSON.parse(text)
  } catch (cause) {
    throw unreadable('The service sent an answer that is not complete JSON.', cause)
  }
  return new Response(text, { headers: ours })
}

const unreadable = (title: string, cause?: unknown) =>
  new ProblemError(502, 'service-answer-unreadable', title, {
    detail: 'Nothing was changed. Try again; if it stays, send your service contact the request id.',
    meta: { answered_by: 'service' },
    cause,
  })
