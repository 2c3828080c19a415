/** Requests read and answers written: what is HTTP and no resource. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { ProblemError } from '../api/problem'

const compress = promisify(gzip)

/** Bodies are at most 64 KiB (service-facts, "Our own service"). */
export const maximumBody = 64 * 1024
/** Shorter answers fit one packet anyway. */
const worthCompressing = 1024

const tooLarge = () =>
  new ProblemError(413, 'body-too-large', 'The body is too large.', {
    detail: `A body has at most ${maximumBody} bytes.`,
    // The rest is not read, so the connection cannot be used again.
    headers: { connection: 'close' },
  })

/**
 * The body as text.
 * @throws ProblemError 413 over 64 KiB, 400 where it is not UTF-8
 */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maximumBody) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving an iteration early would cut the connection before the refusal is answered.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maximumBody) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw malformed('It broke off before its end.')
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
 * @throws ProblemError 415 where it is declared as something else, 413 over 64 KiB, 400 where it is no JSON
 */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const type = mediaTypeOf(request)
  if (type !== 'application/json') {
    throw new ProblemError(415, 'unsupported-media-type', 'Send the body as application/json.', {
      detail: type ? `It came as ${type}.` : 'It came without a content type.',
      headers: { 'accept-post': 'application/json' },
    })
  }
  const text = await bodyOf(request)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It is no JSON.'
    throw malformed(text.trim() === '' ? 'The body is empty; send a JSON object.' : `The body is not JSON: ${reason}`)
  }
}

/**
 * The address that was asked for: decoded path segments and the query.
 * @throws ProblemError 400 where a percent sign begins nothing
 */
export function addressOf(request: IncomingMessage): { segments: string[]; query: URLSearchParams } {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark + 1)
  try {
    // URLSearchParams mends a broken query in silence, so it is tried here first.
    decodeURIComponent(search)
    return { segments: path.split('/').slice(1).map(decodeURIComponent), query: new URLSearchParams(search) }
  } catch {
    throw new ProblemError(400, 'invalid-input', 'The address cannot be read.', {
      detail: 'A percent sign in it is not followed by two hexadecimal digits of UTF-8; write the sign itself as %25.',
    })
  }
}

/** Whether `accept-encoding` takes gzip: named, and not with the quality 0. */
const takesGzip = (header: string) => /(^|,)\s*gzip\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(header)

/** How an answer leaves: whole, not at all though the work is done, or broken off in the middle. */
export type Delivery = 'whole' | 'dropped' | 'cut'

/** An answer on its way out; it leaves whole where nothing else is said. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer; leaving?: Delivery }

/** Writes an answer, compressed off the event loop where it is long and the client takes it. */
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
  // The half must have left before the connection goes, or nothing of it arrives.
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
