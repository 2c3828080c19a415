/** The provider's answers as they arrive, and what a call without an answer is reported as. */
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { afterString } from '../../domain/exact-json'
import { ProblemError } from '../../provider/problem'
import { DeadlinePassed } from '../work/deadline'
import { proxyRefusalDetail } from './connections'
import type { Secrets } from './secrets'

/**
 * An answer with its body unread.
 * @property secrets      what nothing made of the answer may show
 * @property limitedInARow how many calls of this credential were answered with 429 since the last that was not
 * @property at            when it arrived, milliseconds since 1970 on our clock
 * @property isTimed       whether it said what time it is by the provider's clock
 */
export type UpstreamAnswer = {
  answer: Dispatcher.ResponseData
  secrets: Secrets
  limitedInARow: number
  at: number
  isTimed: boolean
}

/**
 * Unpacked bytes beyond which an answer is an error or an attack: a list that streams, of at most 1,000 records of about
 * 0.6 kB, and an answer that is read whole.
 */
export const listLimit = 8 * 1024 * 1024
export const wholeLimit = 1024 * 1024

/** Levels of nesting beyond which an answer is not one of this API and recursion is unsafe. */
export const deepest = 64

/** A JSON text has more of them. */
export class TooDeep extends Error {}

const [quote, openBrace, closeBrace] = [0x22, 0x7b, 0x7d]

/** Whether a JSON text is nested too deeply, without parsing it: millions of brackets would take seconds and a gigabyte. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = afterString(text, at) - 1
    // A bracket is a brace without the bit 0x20.
    else if ((code | 0x20) === openBrace) depth += 1
    else if ((code | 0x20) === closeBrace) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

export const headerOf = (answer: Dispatcher.ResponseData, name: string) => {
  const value = answer.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

export const encodingOf = (answer: Dispatcher.ResponseData) => headerOf(answer, 'content-encoding').trim().toLowerCase()

/**
 * The body of an answer, unpacked. Next's server removes `content-encoding` from a handler's answer, so gzip cannot be
 * passed through; Next compresses again for the browser.
 */
export function plainBody(answer: Dispatcher.ResponseData): Readable {
  if (encodingOf(answer) !== 'gzip') return answer.body
  // A failure shows in the unpacked stream too, where it is read.
  return pipeline(answer.body, createGunzip(), () => undefined)
}

/** An answer is longer than Mintdesk reads. */
export class TooLong extends Error {}

/** @throws TooLong if the body is longer than the limit once it is unpacked; Error if it breaks off or cannot be unpacked */
export async function bytesOf(answer: Dispatcher.ResponseData, limit = wholeLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of plainBody(answer)) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > limit) throw new TooLong(`The answer is longer than ${limit} bytes.`)
  }
  return Buffer.concat(chunks, size)
}

/** @throws as `bytesOf` does */
export const textOf = async (answer: Dispatcher.ResponseData, limit = wholeLimit): Promise<string> =>
  (await bytesOf(answer, limit)).toString('utf8')

/** Releases a body that will not be read. */
export function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy()
}

/** Whether a failure is our own time limit. */
export function isTimeout(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return cause instanceof DeadlinePassed || ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(code)
}

/** Whether an answer arrived that is no HTTP of a known kind, or cannot be unpacked. */
export function isMalformed(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return cause.name === 'HTTPParserError' || /^(?:Z_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/.test(code)
}

/** The problem of a read that got no answer, or only part of one. */
export function unanswered(cause: unknown): ProblemError {
  if (isTimeout(cause)) {
    return new ProblemError(504, 'service-timeout', 'The provider did not answer in time.', {
      detail: 'Nothing was changed. Try again in a moment.',
      meta: { answered_by: 'console' },
      cause,
    })
  }
  return new ProblemError(502, 'service-unreachable', 'The provider is not responding.', {
    detail: proxyRefusalDetail(cause) ?? 'Mintdesk got no answer from it. Nothing was changed. Try again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })
}

export const unreadableAnswer = (title: string, cause?: unknown) =>
  new ProblemError(502, 'service-answer-unreadable', title, {
    detail: 'Nothing was changed. Try again; if this persists, send your provider contact the request ID.',
    meta: { answered_by: 'service' },
    cause,
  })
