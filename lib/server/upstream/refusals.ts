/** The provider's refusals as problems: any answer that is not 2xx. */
import { ProblemError, type ProblemKind } from '../../provider/problem'
import { readRefusal } from '../../provider/reading'
import { refusalKind, refusalText } from '../../provider/refusals'
import type { Row } from '../../provider/row'
import { headerOf, isTooDeep, textOf, type UpstreamAnswer } from './answers'
import { maximumWait, secondsAsked, secondsToWait } from './retry-after'

/** Bytes beyond which an error's text is not a sentence and is not read. */
const refusalLimit = 64 * 1024

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'token-rejected',
  403: 'service-refused',
  404: 'not-found',
  409: 'already-exists',
  429: 'rate-limited',
}

/** Kinds that only this console may use; from the provider, one of them could sign a person out. */
const ownKinds =
  /^(session-ended|unauthenticated|not-permitted|no-such-environment|not-same-origin|intent-.*|no-such-intent|unknown-outcome|person-changed|earlier-credential|clock-wrong|clocks-disagree|too-late|check-in-progress|check-unavailable|already-sent|not-noted|not-readable|request-altered|database-.*|internal-error|console-.*|token-.*)$/i

const titles: Record<number, string> = {
  400: 'The provider rejected this request as invalid.',
  403: 'The provider does not allow this.',
  404: 'The provider has no record with this ID.',
  409: 'The provider already has this.',
}

/** Statuses that make a browser repeat the call or drop the connection. */
const notForBrowsers = [407, 421, 425, 426]

/** The problem of an answer that is not 2xx, whose body is read for it. */
export const refusalOf = async (received: UpstreamAnswer, row: Row): Promise<ProblemError> =>
  refusalFrom(received, await textOf(received.answer, refusalLimit).catch(() => ''), row)

/**
 * The problem of an answer that is not 2xx. Its status is kept, except 401: a rejected token is our fault, and does not
 * end the person's session. Our own secrets are removed from its text.
 */
export function refusalFrom(
  { answer, secrets, limitedInARow, at }: UpstreamAnswer,
  body: string,
  row: Row,
): ProblemError {
  const status = answer.statusCode
  const text = isTooDeep(body) ? '' : secrets.removedFrom(body)
  const { kind, detail, meta, errors, requestId } = readRefusal(headerOf(answer, 'content-type'), text)
  const about = {
    ...meta,
    answered_by: 'service',
    service_status: status,
    ...(requestId && { service_request_id: requestId }),
  }
  if (status < 400 || status > 599) return unexpectedStatus(status, about)
  if (status === 401) {
    return new ProblemError(502, 'token-rejected', 'The provider rejected the access token that it issued.', {
      detail: 'A new token was rejected as well. An administrator must check the client and its environment.',
      meta: about,
    })
  }
  if (status === 403 && /insufficient[_-]scope/.test(`${kind} ${headerOf(answer, 'www-authenticate')}`)) {
    return new ProblemError(403, 'insufficient-scope', 'The access token lacks the scope that this needs.', {
      detail: `The provider requires ${row.scope}. Ask your provider contact to add it.`,
      meta: { ...about, scope: row.scope },
    })
  }
  const retryAfter = headerOf(answer, 'retry-after')
  if (status === 429) {
    const seconds = secondsToWait(retryAfter, limitedInARow, at)
    return new ProblemError(429, 'rate-limited', tooMany(secondsAsked(retryAfter, at) ?? 0), {
      detail: detail || 'It is receiving too many requests. Nothing was changed.',
      meta: { ...about, retry_after: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
  // The provider's own kind says more than the status does: `insufficient-funds`.
  const isTheirs = !ownKinds.test(kind) && /^[a-z][a-z0-9_-]{2,60}$/i.test(kind)
  const theirs = isTheirs ? (kind.replaceAll('_', '-').toLowerCase() as ProblemKind) : undefined
  const known = refusalKind({ status, kind: theirs ?? '' })
  if (known) {
    const text = refusalText(known, { meta, reason: detail }, row.method !== 'GET')
    // Advice in terms of the API helps the provider's support, and nobody at this page.
    const more = { meta: { ...about, ...(detail && { service_detail: detail }) } }
    const message = `${text.title} ${text.detail}`
    return new ProblemError(status, theirs ?? known, text.title, {
      ...more,
      detail: text.detail,
      ...(errors.length > 0 && { errors: errors.slice(0, 1).map(({ field }) => ({ field, message })) }),
    })
  }
  return new ProblemError(
    notForBrowsers.includes(status) ? 502 : status,
    theirs ?? kinds[status] ?? (status >= 500 ? 'service-failed' : 'service-refused'),
    titles[status] ?? `The provider answered ${status}.`,
    {
      detail: detail || 'It gave no reason. Nothing was changed.',
      meta: about,
      ...(errors.length > 0 && { errors }),
      ...(retryAfter && { headers: { 'retry-after': String(secondsToWait(retryAfter, 1, at)) } }),
    },
  )
}

/** @param asked seconds that the provider named, or less than one */
function tooMany(asked: number): string {
  if (asked < 1) return 'The provider refused this call because of its rate limit.'
  return `The provider asked Mintdesk to wait ${asked > maximumWait ? 'for more than an hour' : `${asked} s`}.`
}

function unexpectedStatus(status: number, meta: Record<string, unknown>): ProblemError {
  const isRedirect = status >= 300 && status < 400
  return new ProblemError(
    502,
    'service-answer-unreadable',
    isRedirect
      ? `The provider answered ${status}, a redirect.`
      : `The provider answered ${status}, which Mintdesk did not expect.`,
    {
      detail: isRedirect
        ? 'Mintdesk does not follow redirects, because they could send its token elsewhere. Nothing was changed.'
        : 'Mintdesk does not know what it means. Nothing was changed.',
      meta,
    },
  )
}
