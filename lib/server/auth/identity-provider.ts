/** The company's identity provider, over oauth4webapi (OpenID Connect Core 1.0, Discovery 1.0, RP-Initiated Logout 1.0). */
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discoveryRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  processUserInfoResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  skipSubjectCheck,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { type Dispatcher, fetch } from 'undici'
import { isObject } from '../../domain/json'
import type { Clock } from '../clock'
import type { CompanySignIn } from '../settings'

/** Seconds by which the provider's clock may differ from ours when times in an ID token are checked. */
export const tolerance = 30

/** Milliseconds that one request to the provider may take. */
const requestLimit = 5_000

/** Bytes of the longest answer that is read, unpacked. */
const answerLimit = 1024 * 1024

/** Seconds for which the provider's metadata are kept: as its answer says, within these limits; and if it does not say. */
const lifetimes = { least: 60, most: 24 * 3600, unstated: 3600 }

/** Characters of the longest ID token that is sent in an address. */
const longestHint = 4096

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

/** What next-auth hands on from a callback: the provider's answer, and what the answer must repeat. */
export type Callback = {
  params: Record<string, unknown>
  checks: { code_verifier?: string; state?: string; nonce?: string }
  redirectUri: string
}

export type Claims = {
  sub: string
  name?: string
  preferred_username?: string
  email?: string
  [claim: string]: unknown
}

/** The answer to a refresh token; a provider may keep the old one, and may issue no ID token. */
export type RenewedTokens = { claims: Claims; refreshToken?: string; idToken?: string }

/** A sign-out at the provider: of one of the person's sessions there, if it names one. `at`: by its clock, seconds. */
export type SignedOut = { sub: string; sid?: string; at: number }

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Errors of the token endpoint by which a provider ends a person's access (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). */
const refusals = ['invalid_grant', 'access_denied', 'login_required', 'interaction_required', 'consent_required']

/** Whether the provider refused the person, and not us or everyone. */
export const isRefusal = (error: unknown) =>
  error instanceof AnotherPerson || (error instanceof ResponseBodyError && refusals.includes(error.error))

/** Whether the provider itself refused what it was asked for. */
export const isDenied = (error: unknown) =>
  error instanceof ResponseBodyError || error instanceof AuthorizationResponseError

class AnotherPerson extends Error {
  override name = 'AnotherPerson'
}

export function createIdentityProvider({
  company,
  clock,
  dispatcher,
}: {
  company: CompanySignIn
  clock: Clock
  dispatcher?: Dispatcher
}) {
  const client: Client = { client_id: company.clientId, [clockTolerance]: tolerance }
  /** Settings allow http on this machine only. */
  const isInsecure = company.issuer.startsWith('http:')
  const requestOptions = {
    [allowInsecureRequests]: isInsecure,
    // undici's fetch is the same web standard with types of its own.
    [customFetch]: (url: string, init: object) => fetchShort(url, { ...init, ...(dispatcher && { dispatcher }) }),
    signal: () => AbortSignal.timeout(requestLimit),
  }
  let known: Promise<AuthorizationServer> | undefined
  /** Steady milliseconds until which the metadata, or the failure to get them, are kept. */
  let keptUntil = Number.POSITIVE_INFINITY

  /** The provider's metadata. All who wait share one request. @throws Error if they cannot be had */
  function metadata(): Promise<AuthorizationServer> {
    if (known && clock.steady() < keptUntil) return known
    keptUntil = Number.POSITIVE_INFINITY
    const discovered = discover()
    discovered.catch(() => {
      keptUntil = clock.steady() + failureLasts
    })
    known = discovered
    return discovered
  }

  async function discover(): Promise<AuthorizationServer> {
    const { issuer } = company
    const response = await discoveryRequest(new URL(issuer), requestOptions)
    const lifetime = lifetimeOf(response.headers, clock.now())
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
    keptUntil = clock.steady() + lifetime * 1000
    return server
  }

  /** The address of a page of the provider, or undefined if it has none that may be used. @throws Error as metadata() does */
  async function pageOf(name: 'authorization_endpoint' | 'end_session_endpoint'): Promise<string | undefined> {
    const page = (await metadata())[name]
    const isUsable = page !== undefined && URL.canParse(page) && (isInsecure || page.startsWith('https://'))
    return isUsable ? page : undefined
  }

  /** Basic unless the provider takes the secret in the body only. */
  function authentication({ token_endpoint_auth_methods_supported: methods = [] }: AuthorizationServer) {
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? ClientSecretPost : ClientSecretBasic)(company.clientSecret)
  }

  /**
   * Exchanges the code of a callback and checks the ID token: signature, issuer, audience, times, nonce, and with
   * OIDC_MAX_AGE when the person last entered their credentials.
   * @throws Error if the provider cannot be reached or anything does not fit
   */
  async function exchange({ params, checks, redirectUri }: Callback) {
    const { state, nonce, code_verifier: verifier } = checks
    if (!state || !nonce || !verifier) throw new Error('The sign-in has no state, nonce or code verifier.')
    const server = await metadata()
    const given = Object.entries(params).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authentication(server),
      validateAuthResponse(server, client, new URLSearchParams(given), state),
      redirectUri,
      verifier,
      requestOptions,
    )
    const { maxAge } = company
    const expected = { expectedNonce: nonce, requireIdToken: true, ...(maxAge !== undefined && { maxAge }) }
    const tokens = await processAuthorizationCodeResponse(server, client, response, expected)
    await validateApplicationLevelSignature(server, response, requestOptions)
    return tokens
  }

  /** The claims of the ID token that a callback leads to. @throws as exchange() does */
  async function claimsOf(callback: Callback): Promise<Claims> {
    const claims = getValidatedIdTokenClaims(await exchange(callback))
    if (!claims) throw new Error('The provider issued no ID token.')
    return claims
  }

  /**
   * A person's claims now: those of a new ID token, or of the userinfo endpoint where the provider issues none.
   * @throws Error if the provider cannot be reached, refuses, or answers for another person
   */
  async function renew(refreshToken: string, subject: string): Promise<RenewedTokens> {
    const server = await metadata()
    const response = await refreshTokenGrantRequest(
      server,
      client,
      authentication(server),
      refreshToken,
      requestOptions,
    )
    const tokens = await processRefreshTokenResponse(server, client, response)
    let claims: Claims | undefined = getValidatedIdTokenClaims(tokens)
    if (claims) await validateApplicationLevelSignature(server, response, requestOptions)
    else {
      const about = await userInfoRequest(server, client, tokens.access_token, requestOptions)
      claims = await processUserInfoResponse(server, client, skipSubjectCheck, about)
    }
    if (claims.sub !== subject) throw new AnotherPerson()
    return { claims, refreshToken: tokens.refresh_token, idToken: tokens.id_token }
  }

  /**
   * Who signed out at the provider, by the token that it sends (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6). Its
   * signature, issuer, audience and times are those of an ID token, and are checked as such; a `sub` is asked for.
   * @throws Error if it is no valid logout token, or the provider's keys cannot be had
   */
  async function signedOut(logoutToken: string): Promise<SignedOut> {
    const server = await metadata()
    const response = Response.json({ access_token: 'none', token_type: 'bearer', id_token: logoutToken })
    const claims = getValidatedIdTokenClaims(await processRefreshTokenResponse(server, client, response))
    await validateApplicationLevelSignature(server, response, requestOptions)
    if (!claims || 'nonce' in claims || !isObject(claims.events) || !isObject(claims.events[logoutEvent]))
      throw new Error('This is no logout token.')
    return { sub: claims.sub, at: claims.iat, ...(typeof claims.sid === 'string' && { sid: claims.sid }) }
  }

  /**
   * Where a person signs out at the provider, which then leads back to our sign-in page; undefined if it offers no sign-out.
   * The ID token tells the provider whose session ends, so that it need not ask. A very long one would not fit an address.
   */
  async function signOutUrl(idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const page = await pageOf('end_session_endpoint')
    if (page === undefined) return undefined
    const url = new URL(page)
    url.searchParams.set('client_id', company.clientId)
    url.searchParams.set('post_logout_redirect_uri', returnTo)
    if (idToken !== undefined && idToken.length <= longestHint) url.searchParams.set('id_token_hint', idToken)
    return url.href
  }

  return { metadata, pageOf, exchange, claimsOf, renew, signedOut, signOutUrl }
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>
