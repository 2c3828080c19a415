/** Errors that are asked for. */
import { STATUS_CODES } from 'node:http'
import { ProblemError, type ProblemKind } from '../../api/problem'
import type { Reply } from '../wire'
import type { Content, Failure, RetryAfter } from './stress-settings'

/** An answer that is no problem+json, on purpose. */
export class OddAnswer extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`An answer with the status ${reply.status}, as control asked for it.`)
    this.reply = reply
  }
}

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'unauthenticated',
  403: 'not-permitted',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'already-exists',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  500: 'internal-error',
  501: 'not-implemented',
  504: 'service-timeout',
}

/**
 * The header that says when to come again, by the wall: who waits has no other clock.
 * @param now milliseconds since 1970
 */
function retryHeader({ retry_after_seconds: seconds, retry_after_form }: RetryAfter, now: number) {
  if (seconds === undefined) return undefined
  // A date has whole seconds; rounded up, nobody comes too early.
  const date = () => new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString()
  return { 'retry-after': retry_after_form === 'DATE' ? date() : String(seconds) }
}

const bodies: Record<Exclude<Content, 'PROBLEM' | 'NOTHING'>, (reason: string) => { type: string; body: string }> = {
  CODE: (reason) => ({
    type: 'application/json',
    body: JSON.stringify({ code: reason.toUpperCase().replaceAll(' ', '_'), message: `${reason}.` }),
  }),
  HTML: (reason) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head><title>${reason}</title></head><body><h1>${reason}</h1><hr>gateway</body></html>`,
  }),
  TEXT: (reason) => ({ type: 'text/plain; charset=utf-8', body: `upstream error: ${reason.toLowerCase()}` }),
}

/** A refusal by the rate limit. */
export const tooMany = (entry: RetryAfter, now: number) =>
  new ProblemError(429, 'rate-limited', 'There were too many requests.', {
    detail: 'Control has set a rate limit for this client.',
    headers: { ...retryHeader(entry, now) },
  })

/** An error as an entry asks for it. */
export function failureOf(entry: Failure, now: number): ProblemError | OddAnswer {
  const { status, content } = entry
  const reason = STATUS_CODES[status] ?? 'Unknown Error'
  const headers: Record<string, string> = {
    ...retryHeader(entry, now),
    // RFC 6750: a 401 says what it takes.
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="mintdesk-sandbox", error="invalid_token"' } : {}),
  }
  if (content === 'PROBLEM')
    return new ProblemError(
      status,
      kinds[status] ?? (status < 500 ? 'service-refused' : 'service-failed'),
      `${reason}.`,
      {
        detail: 'Control asked for this failure; nothing was done.',
        headers,
      },
    )
  if (content === 'NOTHING') return new OddAnswer({ status, headers, body: '' })
  const { type, body } = bodies[content](reason)
  return new OddAnswer({ status, headers: { ...headers, 'content-type': type }, body })
}
