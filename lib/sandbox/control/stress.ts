/** Applies stress switches: rate limits, delays, failures and undelivered answers. */
import { STATUS_CODES } from 'node:http'
import { isWriteName } from '../../provider/operations'
import { ProblemError, type ProblemKind } from '../../provider/problem'
import type { Delivery, Reply } from '../wire'
import { type ErrorBodyKind, type Failure, type RetryAfter, StressSettings, type StressTarget } from './stress-settings'
import { isShaping, normalizeQuery, reshapeAnswer } from './stress-shapes'

type Entry = { operation?: StressTarget | 'write' }

/** The first entry that applies to an operation. */
function entryFor<Any extends Entry>(entries: readonly Any[], operation: StressTarget): Any | undefined {
  const own = operation !== 'token' && isWriteName(operation) ? 'write' : operation
  return entries.find((entry) => [undefined, operation, own].includes(entry.operation))
}

/** The entries after one use of one of them. */
const after = <Any extends { times: number }>(entries: readonly Any[], gone: Any): Any[] =>
  entries.flatMap((entry) => (entry !== gone ? [entry] : entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : []))

const nothing = StressSettings.parse({})

/** The stress switches of a tenant; all are off at the start and after a restart. */
export class Stress {
  #settings = nothing
  #isShaping = false
  /** Times of the requests in the last second, by rate limit. */
  #recent = new Map<Entry, number[]>()
  readonly #pauses = new Set<() => void>()

  /** @param wall milliseconds since 1970 */
  constructor(private readonly wall: () => number) {}

  /** The current settings, without used entries. */
  get settings(): StressSettings {
    return this.#settings
  }

  /** Replaces all settings. */
  set(settings: StressSettings): void {
    this.#settings = settings
    this.#isShaping = isShaping(settings)
    this.#recent.clear()
  }

  /** Ends all delays, because the tenant is closed. */
  stop(): void {
    for (const end of [...this.#pauses]) end()
  }

  #limit(operation: StressTarget): void {
    const entry = entryFor(this.#settings.rate_limit, operation)
    if (!entry) return
    const now = this.wall()
    const recent = (this.#recent.get(entry) ?? []).filter((at) => at > now - 1000)
    this.#recent.set(entry, recent)
    if (recent.length >= entry.per_second) throw rateLimited(entry, now)
    recent.push(now)
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#pauses.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.#pauses.add(end)
    })
  }

  /**
   * Runs before an operation: rate limit, then delay, then failure.
   * @throws ProblemError or NonProblemReply if the operation must fail
   */
  async before(operation: StressTarget): Promise<void> {
    this.#limit(operation)
    const latency = entryFor(this.#settings.latency, operation)
    if (latency) await this.#pause(latency.millis)
    const failure = entryFor(this.#settings.fail, operation)
    if (!failure) return
    this.#settings = { ...this.#settings, fail: after(this.#settings.fail, failure) }
    throw failureOf(failure, this.wall())
  }

  normalizeQuery(query: URLSearchParams): URLSearchParams {
    return this.#isShaping ? normalizeQuery(query, this.#settings) : query
  }

  /** Reshapes an answer and decides how it is delivered; the work is done in any case. */
  applyToReply(operation: StressTarget, reply: Reply): Reply {
    const isDone = reply.status === 200
    // A conflict returns the existing record.
    const isConflict = reply.status === 409 && reply.headers['content-type'] === 'application/problem+json'
    const isShaped = this.#isShaping && operation !== 'token' && (isDone || isConflict)
    const body = isShaped ? reshapeAnswer(operation, String(reply.body), this.#settings) : reply.body
    return { ...reply, body, leaving: isDone ? this.#leaving(operation) : 'whole' }
  }

  #leaving(operation: StressTarget): Delivery {
    const { drop, cut } = this.#settings
    const dropped = entryFor(drop, operation)
    if (dropped) {
      this.#settings = { ...this.#settings, drop: after(drop, dropped) }
      return 'dropped'
    }
    const broken = entryFor(cut, operation)
    if (!broken) return 'whole'
    this.#settings = { ...this.#settings, cut: after(cut, broken) }
    return 'cut'
  }
}

/** Thrown to send an answer that is deliberately not problem+json. */
export class NonProblemReply extends Error {
  constructor(readonly reply: Reply) {
    super(`An answer with the status ${reply.status}, as control asked for it.`)
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
 * The Retry-After header by the wall clock, which is the client's clock.
 * @param now milliseconds since 1970
 */
function retryHeader({ retry_after_seconds: seconds, retry_after_form }: RetryAfter, now: number) {
  if (seconds === undefined) return undefined
  // A date has whole seconds; rounded up, no retry is too early.
  const date = () => new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString()
  return { 'retry-after': retry_after_form === 'DATE' ? date() : String(seconds) }
}

const bodies: Record<
  Exclude<ErrorBodyKind, 'PROBLEM' | 'NOTHING'>,
  (reason: string) => { type: string; body: string }
> = {
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

export const rateLimited = (entry: RetryAfter, now: number) =>
  new ProblemError(429, 'rate-limited', 'Too many requests.', {
    detail: 'Control has set a rate limit for this client.',
    headers: { ...retryHeader(entry, now) },
  })

/** The error of an entry. */
export function failureOf(entry: Failure, now: number): ProblemError | NonProblemReply {
  const { status, content, kind } = entry
  const reason = kind?.replaceAll('-', ' ') ?? STATUS_CODES[status] ?? 'Unknown Error'
  const headers: Record<string, string> = {
    ...retryHeader(entry, now),
    // RFC 6750 requires a challenge with a 401.
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="mintdesk-sandbox", error="invalid_token"' } : {}),
  }
  if (content === 'PROBLEM')
    return new ProblemError(
      status,
      kind ?? kinds[status] ?? (status < 500 ? 'service-refused' : 'service-failed'),
      `${reason}.`,
      { detail: 'Control requested this failure; nothing was done.', headers },
    )
  if (content === 'NOTHING') return new NonProblemReply({ status, headers, body: '' })
  const { type, body } = bodies[content](reason)
  return new NonProblemReply({ status, headers: { ...headers, 'content-type': type }, body })
}
