/** The company's identity provider, over oauth4webapi (OpenID Connect Core 1.0, Discovery 1.0, RP-Initiated Logout 1.0). */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discoveryRequest,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { type Dispatcher, fetch } from 'undici'
import type { Clock } from '../clock'
import type { CompanySignIn } from '../settings'

/** Seconds by which the provider's clock may differ from ours when times in an ID token are checked. */
const tolerance = 30

/** Milliseconds that one request to the provider may take. */
const requestLimit = 5_000

/** Bytes of the longest answer that is read, unpacked. */
const answerLimit = 1024 * 1024

/** Seconds for which the provider's metadata are kept: as its answer says, within these limits; and if it does not say. */
const lifetimes = { least: 60, most: 24 * 3600, unstated: 3600 }

/** Milliseconds for which a failed discovery answers everyone who asks. */
const failureLasts = 2_000

/** For how many seconds an answer may be kept, by its own headers (RFC 9111, 4.2.1). */
export function lifetimeOf(headers: Headers, now: number): number {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  const [, maxAge] = /\bmax-age="?(\d{1,9})/.exec(control) ?? []
  const expires = Date.parse(headers.get('expires') ?? '')
  const stated = /\bno-(?:store|cache)\b/.test(control)
    ? 0
    : maxAge !== undefined
      ? Number(maxAge) - (Number(headers.get('age')) || 0)
      : headers.has('expires')
        ? (expires - (Date.parse(headers.get('date') ?? '') || now)) / 1000 || 0
        : lifetimes.unstated
  return Math.min(Math.max(stated, lifetimes.least), lifetimes.most)
}

class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** undici's fetch, whose answer has arrived whole and is short. @throws AnswerTooLong */
async function fetchShort(url: string, init: object): Promise<Response> {
  const { body, status, headers } = await fetch(url, init)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > answerLimit) throw new AnswerTooLong()
    chunks.push(chunk)
  }
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: [...headers] })
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')

export type IdentityProviderOptions = {
  company: CompanySignIn
  clock: Clock
  dispatcher?: Dispatcher
}

/** What next-auth hands on from a callback: the provider's answer, and what the answer must repeat. */
export type Callback = {
  params: Record<string, unknown>
  checks: { code_verifier?: string; state?: string; nonce?: string }
  redirectUri: string
}

export class IdentityProvider {
  readonly #company: CompanySignIn
  readonly #clock: Clock
  readonly #client: Client
  readonly #dispatcher: Dispatcher | undefined
  #metadata: Promise<AuthorizationServer> | undefined
  /** Steady milliseconds until which the metadata, or the failure to get them, are kept. */
  #keptUntil = Number.POSITIVE_INFINITY

  constructor({ company, clock, dispatcher }: IdentityProviderOptions) {
    this.#company = company
    this.#clock = clock
    this.#dispatcher = dispatcher
    this.#client = { client_id: company.clientId, [clockTolerance]: tolerance }
  }

  get #requestOptions() {
    return {
      [allowInsecureRequests]: this.#isInsecure,
      // undici's fetch is the same web standard with types of its own.
      [customFetch]: (url: string, init: object) =>
        fetchShort(url, { ...init, ...(this.#dispatcher && { dispatcher: this.#dispatcher }) }),
      signal: () => AbortSignal.timeout(requestLimit),
    }
  }

  /** Settings allow http on this machine only. */
  get #isInsecure(): boolean {
    return this.#company.issuer.startsWith('http:')
  }

  /** The provider's metadata. All who wait share one request. @throws Error if they cannot be had */
  metadata(): Promise<AuthorizationServer> {
    if (this.#metadata && this.#clock.steady() < this.#keptUntil) return this.#metadata
    this.#keptUntil = Number.POSITIVE_INFINITY
    const discovered = this.#discover()
    discovered.catch(() => {
      this.#keptUntil = this.#clock.steady() + failureLasts
    })
    this.#metadata = discovered
    return discovered
  }

  async #discover(): Promise<AuthorizationServer> {
    const { issuer } = this.#company
    const response = await discoveryRequest(new URL(issuer), this.#requestOptions)
    const lifetime = lifetimeOf(response.headers, this.#clock.now())
    // The issuer in the settings has no slash at its end, and the provider's may have one.
    const named = await response
      .clone()
      .json()
      .then(
        ({ issuer: name }) => String(name),
        () => issuer,
      )
    const expected = new URL(withoutSlash(named) === issuer ? named : issuer)
    const server = await processDiscoveryResponse(expected, response)
    this.#keptUntil = this.#clock.steady() + lifetime * 1000
    return server
  }

  /** The address of a page of the provider, or undefined if it has none that may be used. @throws Error as metadata() does */
  async pageOf(name: 'authorization_endpoint' | 'end_session_endpoint'): Promise<string | undefined> {
    const page = (await this.metadata())[name]
    const isUsable = page !== undefined && URL.canParse(page) && (this.#isInsecure || page.startsWith('https://'))
    return isUsable ? page : undefined
  }

  /** Basic unless the provider takes the secret in the body only. */
  #authentication({ token_endpoint_auth_methods_supported: methods = [] }: AuthorizationServer) {
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? ClientSecretPost : ClientSecretBasic)(this.#company.clientSecret)
  }

  /**
   * Exchanges the code of a callback and checks the ID token: signature, issuer, audience, times, nonce, and with
   * OIDC_MAX_AGE when the person last entered their credentials.
   * @throws Error if the provider cannot be reached or anything does not fit
   */
  async exchange({ params, checks, redirectUri }: Callback) {
    const { state, nonce, code_verifier: verifier } = checks
    if (!state || !nonce || !verifier) throw new Error('The sign-in has no state, nonce or code verifier.')
    const server = await this.metadata()
    const given = Object.entries(params).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))
    const response = await authorizationCodeGrantRequest(
      server,
      this.#client,
      this.#authentication(server),
      validateAuthResponse(server, this.#client, new URLSearchParams(given), state),
      redirectUri,
      verifier,
      this.#requestOptions,
    )
    const { maxAge } = this.#company
    const expected = { expectedNonce: nonce, requireIdToken: true, ...(maxAge !== undefined && { maxAge }) }
    const tokens = await processAuthorizationCodeResponse(server, this.#client, response, expected)
    await validateApplicationLevelSignature(server, response, this.#requestOptions)
    return tokens
  }
}
