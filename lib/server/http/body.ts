/** Reads the body of a request: JSON, of limited size, in limited time. */
import { ProblemError } from '../../provider/problem'
import type { ConsoleRequest } from '../auth/request-context'
import { bodyLimit, bodyTooLarge } from '../writes/checks'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body of a request as JSON. @throws ProblemError 400, 413 or 415 */
export async function jsonOf(request: ConsoleRequest): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError(415, 'unsupported-media-type', 'Send the body as application/json.')
  }
  const bytes = await bytesOf(request)
  try {
    // As the provider does: bytes that are not UTF-8 are refused, never replaced by other characters.
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ProblemError(400, 'invalid-input', 'The body is not valid JSON.', { cause })
  }
}

/** Milliseconds in which a body must arrive. No form of this console sends more than a few kilobytes. */
const bodyTime = 10_000
/** How much more of an oversized body is read, in bytes and milliseconds, before the connection is closed. */
const restLimit = 4 * 1024 * 1024
const restTime = 2_000

type BodyEnd = 'complete' | 'too-large' | 'too-late'

/** Reads until the body ends, exceeds `limit` bytes, or the time is up. */
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
 * The bytes of a body. A refused body is read to its end, or its connection closed: Next leaves a partly read body on the
 * connection, where the next request would wait behind it (RFC 9112, 9.3).
 * @throws ProblemError 400, 408 or 413
 */
export async function bytesOf(request: ConsoleRequest): Promise<Buffer<ArrayBuffer>> {
  const body = request.body?.getReader()
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  const end = await readOn(body, bodyLimit, bodyTime, (chunk) => chunks.push(chunk)).catch((cause) => {
    throw new ProblemError(400, 'invalid-input', 'The body was cut off before it was complete.', { cause })
  })
  if (end === 'complete') return Buffer.concat(chunks)
  const rest = end === 'too-large' ? await readOn(body, restLimit, restTime).catch(() => 'too-late') : end
  const problem =
    end === 'too-large'
      ? bodyTooLarge()
      : new ProblemError(408, 'invalid-input', 'The request did not arrive in time.', {
          detail: `Mintdesk waited ${bodyTime / 1000} s for the rest of it. Nothing was sent. Try again.`,
        })
  if (rest !== 'complete') problem.headers.connection = 'close'
  throw problem
}
