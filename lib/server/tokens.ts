/** Access tokens of one credential, one per scope, over oauth4webapi (spec, "Authentication"; design.md, "Tokens"). */
import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
} from 'oauth4webapi'
import { type Dispatcher, fetch } from 'undici'
import { ProblemError } from '../api/problem'
import { readRefusal } from '../api/reading'
import { secondsToWait } from './retry-after'
import type { Credential } from './settings'

/** A granted token; times are milliseconds on the steady clock. */
type Held = { value: string; renewAt: number; unusableAt: number }

/** Milliseconds that a token request may take. */
const requestLimit = 10_000

/** Milliseconds between a failed token request and the next one. */
const failurePause = 1_000

/** The lifetime that is assumed where the service does not say one, in seconds. */
const unstatedLifetime = 60

/** When to renew a token and when to stop using it, from its lifetime in seconds. */
export function lifeOf(seconds: number, now: number): Pick<Held, 'renewAt' | 'unusableAt'> {
  const life = seconds * 1000
  const tenth = life / 10
  // A very short life would be in its renewal from the start; it is renewed at half of it instead.
  const renewBefore = Math.min(Math.max(60_000, tenth), life / 2)
  const unusableBefore = Math.min(30_000, tenth)
  return { renewAt: now + life - renewBefore, unusableAt: now + life - unusableBefore }
}

/** Milliseconds on a clock that nobody sets: one that is set back would keep everybody waiting. */
const steadyNow = () => performance.now()

/** The tokens of one credential in one environment. It never meets another's. */
export class Tokens {
  readonly #credential: Credential
  readonly #dispatcher: Dispatcher
  readonly #held = new Map<string, Held>()
  readonly #asked = new Map<string, Promise<string>>()
  #line: Promise<unknown> = Promise.resolve()
  #closedUntil = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #refusedInARow = 0

  readonly #noteDate: (date: string | null) => void

  /** @param noteDate is told the `Date` header of each answer of the token service */
  constructor(
    credential: Credential,
    dispatcher: Dispatcher,
    noteDate: (date: string | null) => void = () => undefined,
  ) {
    this.#credential = credential
    this.#dispatcher = dispatcher
    this.#noteDate = noteDate
  }

  /**
   * A token that may be used now for a scope. While one is asked for, everybody waits for the same answer.
   * @throws ProblemError: the token service is unreachable, refuses the client or the scope, or asks to wait
   */
  async token(scope: string): Promise<string> {
    const held = this.#held.get(scope)
    const now = steadyNow()
    if (!held || now >= held.unusableAt) return this.#ask(scope)
    // The renewal is nobody's request; if it fails, the next use tries again.
    if (now >= held.renewAt && now >= this.#closedUntil) this.#ask(scope).catch(() => undefined)
    return held.value
  }

  /** Forgets a token that the service no longer takes. A newer one is left alone. */
  forget(scope: string, value: string): void {
    if (this.#held.get(scope)?.value === value) this.#held.delete(scope)
  }

  /** Every secret that an answer must not carry to a browser. */
  get secrets(): string[] {
    return [this.#credential.clientSecret, ...[...this.#held.values()].map(({ value }) => value)]
  }

  #ask(scope: string): Promise<string> {
    const waiting = this.#asked.get(scope)
    if (waiting) return waiting
    // One token request at a time: token endpoints limit to about one a second (service-facts, "Errors").
    const asked = this.#line.then(() => this.#pause()).then(() => this.#request(scope))
    asked.then(
      () => this.#asked.delete(scope),
      () => {
        this.#failedAt = steadyNow()
        this.#asked.delete(scope)
      },
    )
    this.#asked.set(scope, asked)
    this.#line = asked.catch(() => undefined)
    return asked
  }

  /** After a failure the token service is left alone for a second; meanwhile everybody waits for the same request. */
  async #pause(): Promise<void> {
    const left = this.#failedAt + failurePause - steadyNow()
    if (left > 0 && left <= failurePause) await new Promise((resolve) => setTimeout(resolve, left))
  }

  async #request(scope: string): Promise<string> {
    const wait = this.#closedUntil - steadyNow()
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
    const server = { issuer: this.#credential.authUrl, token_endpoint: `${this.#credential.authUrl}/oauth2/token` }
    const client = { client_id: this.#credential.clientId }
    const response = await clientCredentialsGrantRequest(
      server,
      client,
      ClientSecretPost(this.#credential.clientSecret),
      { scope },
      {
        [allowInsecureRequests]: this.#credential.authUrl.startsWith('http:'),
        // undici's fetch is the same web standard with types of its own.
        [customFetch]: ((url: string, init: object) =>
          fetch(url, { ...init, dispatcher: this.#dispatcher })) as unknown as typeof globalThis.fetch,
        signal: AbortSignal.timeout(requestLimit),
      },
    ).catch((cause) => {
      throw unreachable(cause)
    })
    this.#noteDate(response.headers.get('date'))
    if (!response.ok) throw await this.#refusal(response, scope)
    this.#refusedInARow = 0
    return this.#keep(
      scope,
      await processClientCredentialsResponse(server, client, response).catch((cause) => {
        throw unreadable(cause)
      }),
    )
  }

  #keep(scope: string, answer: { access_token: string; expires_in?: number; scope?: string }): string {
    // RFC 6749, 5.1: where no scope is named, the one that was asked for is granted.
    const granted = answer.scope?.split(' ') ?? [scope]
    if (!granted.includes(scope)) throw notGranted(scope)
    this.#held.set(scope, { value: answer.access_token, ...lifeOf(answer.expires_in ?? unstatedLifetime, steadyNow()) })
    return answer.access_token
  }

  async #refusal(response: Response, scope: string): Promise<ProblemError> {
    const text = await response.text().catch(() => '')
    const { kind } = readRefusal(response.headers.get('content-type') ?? '', text)
    if (response.status === 429) {
      this.#refusedInARow += 1
      const seconds = secondsToWait(response.headers.get('retry-after'), this.#refusedInARow)
      this.#closedUntil = steadyNow() + seconds * 1000
      return tooMany(seconds)
    }
    if (kind === 'invalid_scope') return notGranted(scope)
    if (response.status >= 500) {
      return new ProblemError(502, 'service-failed', `The token service answered ${response.status}.`, {
        detail: 'Without a token nothing was asked of the service. Try again in a moment.',
        meta: { answered_by: 'service', service_status: response.status },
      })
    }
    return new ProblemError(502, 'token-refused', 'The token service does not accept this console.', {
      detail:
        'The client ID or the client secret that Mintdesk is set up with was refused. The person who runs this console mends it.',
      meta: { answered_by: 'service', service_status: response.status },
    })
  }
}

const unreachable = (cause: unknown) =>
  new ProblemError(502, 'service-unreachable', 'The token service does not answer.', {
    detail: 'Mintdesk could not get a token, so nothing was asked of the service. Try again in a moment.',
    meta: { answered_by: 'service' },
    cause,
  })

const unreadable = (cause: unknown) =>
  new ProblemError(502, 'service-answer-unreadable', 'The token service answered with something that is not a token.', {
    detail: 'Nothing was asked of the service. If it stays, send your service contact the request id.',
    meta: { answered_by: 'service' },
    cause,
  })

const notGranted = (scope: string) =>
  new ProblemError(403, 'scope-not-granted', "The service does not grant this to Mintdesk's client.", {
    detail: `The token service refused the scope ${scope}. Ask your service contact to add it.`,
    meta: { answered_by: 'service', scope },
  })

const tooMany = (seconds: number) =>
  new ProblemError(429, 'rate-limited', `The token service asks to wait ${seconds} s.`, {
    detail: 'It answered 429. Nothing was asked of the service.',
    meta: { answered_by: 'service', retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
