import { STATUS_CODES } from 'node:http'
import { ProblemError, type ProblemKind } from '../../api/problem'
import type { Delivery, Reply } from '../wire'
import { type Content, type Failure, type RetryAfter, StressSettings, type StressTarget } from './stress-settings'
import { isShaping, normalizeQuery, reshapeAnswer } from './stress-shapes'

type Entry = { operation?: StressTarget }

/** The first entry that goes for an operation. */
const entryFor = <Any extends Entry>(entries: readonly Any[], operation: StressTarget): Any | undefined =>
  entries.find((entry) => entry.operation === undefined || entry.operation === operation)

/** The entries after one of them went once more. */
const after = <Any extends { times: number }>(entries: readonly Any[], gone: Any): Any[] =>
  entries.flatMap((entry) => (entry !== gone ? [entry] : entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : []))

const nothing = StressSettings.parse({})

/** The stress switches of one tenant; all are off at first, and off again after a restart. */
export class Stress {
  readonly #wall: () => number
  #settings = nothing
  #isShaping = false
  /** When the requests of the last second came, for each rate limit. */
  #recent = new Map<Entry, number[]>()
  readonly #pauses = new Set<() => void>()

  /** @param wall milliseconds since 1970 */
  constructor(wall: () => number) {
    this.#wall = wall
  }

  /** As they are now: what has been used up is gone. */
  get settings(): StressSettings {
    return this.#settings
  }

  /** Takes the place of every setting before. */
  set(settings: StressSettings): void {
    this.#settings = settings
    this.#isShaping = isShaping(settings)
    this.#recent.clear()
  }

  /** Ends every delay: what was delayed has lost its world. */
  stop(): void {
    for (const end of [...this.#pauses]) end()
  }

  /** Seconds that a new token lasts. */
  get tokenLifetime(): number {
    return this.#settings.token_lifetime_seconds
  }

  /** Whether no token is given for a scope. */
  refuses(scope: string): boolean {
    return this.#settings.refused_scopes.includes(scope)
  }

  #limit(operation: StressTarget): void {
    const entry = entryFor(this.#settings.rate_limit, operation)
    if (!entry) return
    const now = this.#wall()
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
   * Comes before the work of an operation: the rate limit, then the delay, then the failure.
   * @throws ProblemError or OddAnswer where the operation is to fail
   */
  async before(operation: StressTarget): Promise<void> {
    this.#limit(operation)
    const latency = entryFor(this.#settings.latency, operation)
    if (latency) await this.#pause(latency.millis)
    const failure = entryFor(this.#settings.fail, operation)
    if (!failure) return
    this.#settings = { ...this.#settings, fail: after(this.#settings.fail, failure) }
    throw failureOf(failure, this.#wall())
  }

  /** The query of a request in the service's own terms. */
  normalizeQuery(query: URLSearchParams): URLSearchParams {
    return this.#isShaping ? normalizeQuery(query, this.#settings) : query
  }

  /** An answer as it goes out: in the shape of real services, and perhaps not whole, though the work is done. */
  applyToReply(operation: StressTarget, reply: Reply): Reply {
    const isDone = reply.status === 200
    // A conflict brings the record that is there already.
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

/** An answer that is no problem+json, on purpose. */
export class NonProblemReply extends Error {
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
export const rateLimited = (entry: RetryAfter, now: number) =>
  new ProblemError(429, 'rate-limited', 'There were too many requests.', {
    detail: 'Control has set a rate limit for this client.',
    headers: { ...retryHeader(entry, now) },
  })

/** An error as an entry asks for it. */
export function failureOf(entry: Failure, now: number): ProblemError | NonProblemReply {
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
  if (content === 'NOTHING') return new NonProblemReply({ status, headers, body: '' })
  const { type, body } = bodies[content](reason)
  return new NonProblemReply({ status, headers: { ...headers, 'content-type': type }, body })
}
