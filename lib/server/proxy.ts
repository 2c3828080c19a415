/** THE proxy: a call of the browser, checked, and sent on as a row of the operations table says (design.md, "Proxy"). */
import type { NextRequest } from 'next/server'
import { checkForm } from '../api/check'
import { isEnvironment } from '../api/environments'
import { isWriteName } from '../api/intents'
import { operationAt, rowOf } from '../api/operations'
import { ProblemError } from '../api/problem'
import type { Row } from '../api/row'
import { requirePerson, requireRole, requireSameOrigin, requireSession } from './access'
import { answering, notFound } from './answering'
import { answerFor, jsonAnswer } from './answers'
import { discard, type ReadInput, sendRead } from './service'
import { settings } from './settings'
import { bodyLimit, checkWrite, execute, tooLarge, withOwnState } from './writes/execute'

function segmentsOf({ pathname }: URL): string[] {
  try {
    return pathname.split('/').slice(2).map(decodeURIComponent)
  } catch {
    throw new ProblemError(400, 'invalid-input', 'The address is not encoded as addresses are.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body of a request as JSON. @throws ProblemError 400, 413 or 415 */
export async function bodyOf(request: NextRequest): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError(415, 'unsupported-media-type', 'A write is sent as application/json.')
  }
  const bytes = await bytesOf(request)
  try {
    // As the service reads it: bytes that are no UTF-8 are refused, never replaced by other characters.
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ProblemError(400, 'invalid-input', 'The body is not JSON.', { cause })
  }
}

/** Milliseconds in which a body must arrive. No form of this console sends more than a few kilobytes. */
const bodyTime = 10_000
/** How much more of a body that is too large is read, in bytes and milliseconds, before the connection is given up. */
const restLimit = 4 * 1024 * 1024
const restTime = 2_000

type BodyEnd = 'complete' | 'too-large' | 'too-late'

/** Reads on until the body ends, has brought more than `limit` bytes, or the time is up. */
async function readOn(
  body: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  millis: number,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<BodyEnd> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'too-late'>((resolve) => {
    timer = setTimeout(resolve, millis, 'too-late')
  })
  try {
    for (let size = 0; size <= limit; ) {
      const next = await Promise.race([body.read(), late])
      if (next === 'too-late') return next
      if (next.done) return 'complete'
      size += next.value.byteLength
      take(next.value)
    }
    return 'too-large'
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The bytes of a body. One that is refused is read to its end, or its connection closed: Next leaves a body that was read
 * in part on the connection, where the next request would wait behind it (RFC 9112, 9.3).
 * @throws ProblemError 400, 408 or 413
 */
export async function bytesOf(request: NextRequest): Promise<Buffer<ArrayBuffer>> {
  const body = request.body?.getReader()
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  const end = await readOn(body, bodyLimit, bodyTime, (chunk) => chunks.push(chunk)).catch((cause) => {
    // The browser's fault or its line's, and nothing was done.
    throw new ProblemError(400, 'invalid-input', 'The body broke off before it was complete.', { cause })
  })
  if (end === 'complete') return Buffer.concat(chunks)
  const rest = end === 'too-large' ? await readOn(body, restLimit, restTime).catch(() => 'too-late') : end
  const problem =
    end === 'too-large'
      ? tooLarge()
      : new ProblemError(408, 'invalid-input', 'The request did not arrive in time.', {
          detail: `Mintdesk waited ${bodyTime / 1000} s for the rest of it. Nothing was sent. Try again.`,
        })
  if (rest !== 'complete') problem.headers.connection = 'close'
  throw problem
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The intent of a write, which it must carry before its body is looked at. @throws ProblemError 400 or 403 */
function requireIntent(request: NextRequest): string {
  requireSameOrigin(request)
  const id = request.headers.get('x-mintdesk-intent') ?? ''
  if (uuid.test(id)) return id.toLowerCase()
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
  if (isWriteName(found.name)) {
    requirePerson(request, session)
    const id = requireIntent(request)
    const body = await bodyOf(request)
    const raw = { path: found.path, query: url.searchParams, body }
    let input: ReturnType<typeof checkWrite>
    try {
      input = checkWrite(environment, found.name, raw)
    } catch (failure) {
      throw await withOwnState(failure, id, session)
    }
    const { text, state } = await execute({ id, environment, name: found.name, input, session })
    return jsonAnswer(text, { 'x-mintdesk-intent-state': state })
  }
  const input = checkForm(found.name, { path: found.path, query: url.searchParams })
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

/** Handles one call of the browser. Never throws: every failure is an answer with a request id. */
export const proxy = (request: NextRequest): Promise<Response> => answering(request, answer)
