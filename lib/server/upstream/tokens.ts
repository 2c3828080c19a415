/** Access tokens of one credential, one per scope, over oauth4webapi (spec, "Authentication"). */
import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
} from 'oauth4webapi'
import { type Dispatcher, request } from 'undici'
import { overAfter, ProblemError } from '../../provider/problem'
import { readRefusal } from '../../provider/reading'
import { type Clock, untilAborted, wait } from '../clock'
import type { Credential } from '../settings'
import { Deadline, DeadlinePassed } from '../work/deadline'
import { headerOf, isTooDeep, textOf } from './answers'
import { proxyRefusalDetail } from './connections'
import { secondsToWait } from './retry-after'
import type { Secrets } from './secrets'

/** An issued token; times are milliseconds on the steady clock. */
type Held = { value: string; issuedAt: number; endsAt: number; renewAt: number; unusableAt: number }

/** Milliseconds from asking for a token to having it, the wait for other scopes' requests included. */
const tokenLimit = 10_000

/** Milliseconds between a failed token request and the next one. */
const failurePause = 1_000

/** The lifetime that is assumed if the token service does not state one, in seconds. */
const unstatedLifetime = 60

/** Characters beyond which a token is none: servers refuse headers of that length. */
const longestToken = 8 * 1024

/** When to renew a token and when to stop using it, from its lifetime in seconds. */
export function lifetimeOf(seconds: number, now: number): Pick<Held, 'renewAt' | 'unusableAt'> {
  const life = seconds * 1000
  const tenth = life / 10
  // A very short life would need renewal from the start; it is renewed at half of it instead.
  const renewBefore = Math.min(Math.max(60_000, tenth), life / 2)
  const unusableBefore = Math.min(30_000, tenth)
  return { renewAt: now + life - renewBefore, unusableAt: now + life - unusableBefore }
}

export type TokenOptions = {
  clock: Clock
  dispatcher: Dispatcher
  /** Learns each token that is issued. */
  secrets: Secrets
  /** Receives the `Date` header of each answer of the token service. */
  noteDate?: (date: string | null) => void
  /** Hears why no token was issued for a scope, undefined if one was, and how each call was answered, if it was. */
  noteOutcome?: (scope: string, failure: unknown) => void
  noteCall?: (began: number, answer: Dispatcher.ResponseData | undefined) => void
}

/** The tokens of one credential in one environment; never shared with another. */
export class Tokens {
  readonly #credential: Credential
  readonly #clock: Clock
  readonly #held = new Map<string, Held>()
  readonly #pending = new Map<string, Promise<string>>()
  #queue: Promise<unknown> = Promise.resolve()
  #closedUntil = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #refusedInARow = 0

  constructor(
    credential: Credential,
    private readonly options: TokenOptions,
  ) {
    this.#credential = credential
    this.#clock = options.clock
  }

  /**
   * A token that may be used now for a scope. All callers that wait for one scope share one request.
   * @param signal ends this caller's wait; the request goes on for the others
   * @param isFresh whether one is asked for although one is held, which stays in use if that fails
   * @throws ProblemError if the token service is unreachable, refuses the client or the scope, or asks to wait
   */
  async token(scope: string, signal: AbortSignal, isFresh = false): Promise<string> {
    const held = this.#held.get(scope)
    const now = this.#clock.steady()
    if (!held || isFresh || now >= held.unusableAt)
      return untilAborted(this.#request(scope), signal).catch((cause) => {
        throw cause instanceof DeadlinePassed ? late(cause) : cause
      })
    // The renewal is not awaited; if it fails, the next use tries again.
    if (now >= held.renewAt && now >= this.#closedUntil) this.#request(scope).catch(() => undefined)
    return held.value
  }

  /** How long ago each token that is held was issued, and how long it is still valid, in seconds. */
  held(): { scope: string; age: number; left: number }[] {
    const now = this.#clock.steady()
    return [...this.#held].map(([scope, { issuedAt, endsAt }]) => ({
      scope,
      age: (now - issuedAt) / 1000,
      left: Math.max(0, (endsAt - now) / 1000),
    }))
  }

  /** Forgets a token that the provider rejects. A newer one is kept. */
  forget(scope: string, value: string): void {
    if (this.#held.get(scope)?.value === value) this.#held.delete(scope)
  }

  #request(scope: string): Promise<string> {
    const known = this.#pending.get(scope)
    if (known) return known
    // From now on, so that a token service that hangs fails all waiting scopes after one limit, not one after the other.
    const deadline = new Deadline(this.#clock, tokenLimit)
    // One request at a time: token endpoints allow about one a second (docs/provider.md, "Errors").
    const sending = this.#queue.then(() => this.#pause(deadline)).then(() => this.#send(scope, deadline))
    this.#queue = sending.catch(() => undefined)
    const pending = untilAborted(sending, deadline.signal)
      .catch((cause) => {
        this.#failedAt = this.#clock.steady()
        this.options.noteOutcome?.(scope, cause)
        throw cause
      })
      .finally(() => {
        deadline.release()
        this.#pending.delete(scope)
      })
    this.#pending.set(scope, pending)
    return pending
  }

  /** Leaves the token service alone for a second after a failure. */
  async #pause({ signal }: Deadline): Promise<void> {
    signal.throwIfAborted()
    const left = this.#failedAt + failurePause - this.#clock.steady()
    if (left > 0 && left <= failurePause) await wait(this.#clock, left, signal)
  }

  async #send(scope: string, { signal }: Deadline): Promise<string> {
    const millis = this.#closedUntil - this.#clock.steady()
    if (millis > 0) throw tooMany(Math.ceil(millis / 1000))
    const server = { issuer: this.#credential.authUrl, token_endpoint: `${this.#credential.authUrl}/oauth2/token` }
    const client = { client_id: this.#credential.clientId }
    const response = await clientCredentialsGrantRequest(
      server,
      client,
      ClientSecretPost(this.#credential.clientSecret),
      { scope },
      {
        [allowInsecureRequests]: this.#credential.authUrl.startsWith('http:'),
        [customFetch]: (url, init) => this.#post(url, init, signal),
        signal,
      },
    ).catch((cause) => {
      throw signal.aborted ? signal.reason : unreachable(cause)
    })
    this.options.noteDate?.(response.headers.get('date'))
    if (!response.ok) throw await this.#refusal(response, scope)
    this.#refusedInARow = 0
    return this.#keep(
      scope,
      await processClientCredentialsResponse(server, client, response).catch((cause) => {
        throw signal.aborted ? signal.reason : unreadable(cause)
      }),
    )
  }

  /** A request for a token. An answer that is too long, nested too deeply or cut off counts as empty. */
  async #post(
    url: string,
    { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
    signal: AbortSignal,
  ): Promise<Response> {
    const began = this.#clock.steady()
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body.toString(),
      dispatcher: this.options.dispatcher,
      signal,
    })
    const note = (answer?: Dispatcher.ResponseData) => this.options.noteCall?.(began, answer)
    sending.then(note, () => note())
    const answer = await sending
    const text = await textOf(answer).catch((cause) => {
      if (signal.aborted) throw cause
      return ''
    })
    const passed = ['content-type', 'retry-after', 'date'].map((name) => [name, headerOf(answer, name)] as const)
    return new Response(text === '' || isTooDeep(text) ? null : text, {
      status: answer.statusCode,
      headers: passed.filter(([, value]) => value !== '') as [string, string][],
    })
  }

  #keep(scope: string, answer: { access_token: string; expires_in?: number; scope?: string }): string {
    if (answer.access_token.length > longestToken) throw unreadable()
    this.options.secrets.add(answer.access_token)
    // RFC 6749, 5.1: if no scope is named, the requested one is granted.
    const granted = answer.scope?.split(' ') ?? [scope]
    if (!granted.includes(scope)) throw notGranted(scope)
    const issuedAt = this.#clock.steady()
    const seconds = answer.expires_in ?? unstatedLifetime
    const endsAt = issuedAt + seconds * 1000
    this.#held.set(scope, { value: answer.access_token, issuedAt, endsAt, ...lifetimeOf(seconds, issuedAt) })
    this.options.noteOutcome?.(scope, undefined)
    return answer.access_token
  }

  async #refusal(response: Response, scope: string): Promise<ProblemError> {
    const text = await response.text().catch(() => '')
    const { kind } = readRefusal(response.headers.get('content-type') ?? '', text)
    const meta = { answered_by: 'service', service_status: response.status }
    if (response.status === 429) {
      this.#refusedInARow += 1
      const seconds = secondsToWait(response.headers.get('retry-after'), this.#refusedInARow, this.#clock.now())
      this.#closedUntil = this.#clock.steady() + seconds * 1000
      return tooMany(seconds)
    }
    if (kind === 'invalid_scope') return notGranted(scope)
    if (response.status >= 500) {
      return new ProblemError(502, 'service-failed', `The provider's token service answered ${response.status}.`, {
        detail: 'Without a token nothing was sent to the provider. Try again in a moment.',
        meta,
      })
    }
    return new ProblemError(502, 'token-refused', 'Mintdesk cannot sign in to the provider.', {
      detail: 'Nothing was sent; money under way is not affected. Tell your administrator.',
      meta,
    })
  }
}

const late = (cause: unknown) =>
  new ProblemError(504, 'service-timeout', "The provider's token service did not answer in time.", {
    detail: 'Without a token nothing was sent to the provider. Try again in a moment.',
    meta: { answered_by: 'console' },
    cause,
  })

const unreachable = (cause: unknown) =>
  new ProblemError(502, 'service-unreachable', "The provider's token service is not responding.", {
    detail: proxyRefusalDetail(cause) ?? 'Without a token nothing was sent to the provider. Try again in a moment.',
    meta: { answered_by: 'service' },
    cause,
  })

const unreadable = (cause?: unknown) =>
  new ProblemError(
    502,
    'service-answer-unreadable',
    "The provider's token service answered with something that is not a token.",
    {
      detail: 'Nothing was sent to the provider. If this persists, send your provider contact the request ID.',
      meta: { answered_by: 'service' },
      cause,
    },
  )

const notGranted = (scope: string) =>
  new ProblemError(403, 'scope-not-granted', "The provider does not grant this to Mintdesk's client.", {
    detail: `Its token service refused the scope ${scope}. Ask your provider contact to add it.`,
    meta: { answered_by: 'service', scope },
  })

const tooMany = (seconds: number) =>
  new ProblemError(429, 'rate-limited', "The provider's token service is receiving too many requests.", {
    detail: `Mintdesk asks it again in ${seconds} s. Nothing was sent to the provider.`,
    ...overAfter(seconds, 'service'),
  })
