/** Reads HTTP requests and writes answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { ProblemError } from '../provider/problem'

const compress = promisify(gzip)

/** Bodies are at most 64 KiB (docs/provider.md, "What our sandbox chooses"). */
export const maximumBody = 64 * 1024
/** Shorter answers fit into one packet. */
const worthCompressing = 1024

const tooLarge = () =>
  new ProblemError(413, 'body-too-large', 'The body is too large.', {
    detail: `A body has at most ${maximumBody} bytes.`,
    // The rest is not read, so the connection cannot be reused.
    headers: { connection: 'close' },
  })

/**
 * The body as text.
 * @throws ProblemError 413 over 64 KiB, 400 if it is not UTF-8
 */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maximumBody) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // By default, leaving the loop early would close the connection before the refusal is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maximumBody) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw malformed('The connection closed before the end of the body.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

const malformed = (detail: string) => new ProblemError(400, 'invalid-input', 'The body cannot be read.', { detail })

/** The media type of the body, lower case, without its parameters. */
export const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * The body as JSON.
 * @throws ProblemError 415 for another content type, 413 over 64 KiB, 400 if it is not JSON
 */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const type = mediaTypeOf(request)
  if (type !== 'application/json') {
    throw new ProblemError(415, 'unsupported-media-type', 'Send the body as application/json.', {
      detail: type ? `The content type is ${type}.` : 'The content type is missing.',
      headers: { 'accept-post': 'application/json' },
    })
  }
  const text = await bodyOf(request)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It is not valid JSON.'
    throw malformed(text.trim() === '' ? 'The body is empty; send a JSON object.' : `The body is not JSON: ${reason}`)
  }
}

/**
 * The decoded path segments and the query of a request.
 * @throws ProblemError 400 for invalid percent-encoding
 */
export function addressOf(request: IncomingMessage): { segments: string[]; query: URLSearchParams } {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark + 1)
  try {
    // URLSearchParams silently repairs an invalid query, so it is checked first.
    decodeURIComponent(search)
    return { segments: path.split('/').slice(1).map(decodeURIComponent), query: new URLSearchParams(search) }
  } catch {
    throw new ProblemError(400, 'invalid-input', 'The URL cannot be read.', {
      detail: 'A percent sign in it is not followed by two hexadecimal digits of UTF-8; write the sign itself as %25.',
    })
  }
}

/** Whether `accept-encoding` lists gzip with a quality other than 0. */
const takesGzip = (header: string) => /(^|,)\s*gzip\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(header)

/** How an answer is delivered: whole, not at all although the work is done, or cut in the middle. */
export type Delivery = 'whole' | 'dropped' | 'cut'

/** An answer to send; whole by default. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer; leaving?: Delivery }

/** Writes an answer; long ones are compressed off the event loop if the client accepts gzip. */
export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers, body, leaving = 'whole' } = reply
  if (leaving === 'dropped') {
    response.destroy()
    return
  }
  const plain = typeof body === 'string' ? Buffer.from(body) : body
  const isGzip = plain.length > worthCompressing && takesGzip(String(request.headers['accept-encoding'] ?? ''))
  const bytes = isGzip ? await compress(plain, { level: constants.Z_BEST_SPEED }) : plain
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    'content-length': String(bytes.length),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  if (leaving === 'whole') response.end(bytes)
  // The half must be flushed before the connection closes, or none of it arrives.
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
