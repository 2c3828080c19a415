/** next-auth's own addresses: sign-in, callback, sign-out. */

import type { NextApiRequest, NextApiResponse } from 'next'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { isObject } from '../../domain/json'
import { ProblemError } from '../../provider/problem'
import type { Auth } from '../auth/auth'
import { addressHeader } from '../auth/client-address'
import type { RequestContext } from '../auth/request-context'
import { clearedSessionCookie, readSessionCookie, sessionCookie } from '../auth/session-cookie'
import type { AuthCall } from '../auth/sign-in'
import type { Settings } from '../settings'
import { traceOf } from '../telemetry/log'
import { type AnswerDependencies, answer, jsonAnswer, methodNotAllowed, notFound, problemResponse } from './answer'
import { bytesOf, jsonOf } from './body'

/** What next-auth learns of a request. Its own adapter for route handlers would read query and cookies itself. */
export type NextAuthRequest = {
  method: string
  /** The segments below /api/auth: an action, and for some a provider. */
  nextauth: string[]
  query: Record<string, string>
  body: unknown
  cookies: Record<string, string>
}

/** The part of a response that next-auth writes to. */
function createReply() {
  const headers = new Headers()
  let status = 200
  let body: string | null = null
  const reply = {
    status(code: number) {
      status = code
      return reply
    },
    getHeader: (name: string) => (/^set-cookie$/i.test(name) ? headers.getSetCookie() : headers.get(name)),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name)
      for (const one of [value].flat()) headers.append(name, one)
      return reply
    },
    json(value: unknown) {
      headers.set('content-type', 'application/json')
      body = JSON.stringify(value)
    },
    send(value: unknown) {
      body = typeof value === 'string' ? value : JSON.stringify(value)
    },
    end: () => undefined,
  }
  return { reply, response: () => new Response(body, { status, headers }) }
}

export async function answerOfNextAuth(
  { nextauth, query, ...request }: NextAuthRequest,
  options: NextAuthOptions,
): Promise<Response> {
  const { reply, response } = createReply()
  // next-auth uses nothing else of Next's types.
  const sent = { ...request, headers: {}, query: { ...query, nextauth } } as unknown as NextApiRequest
  await NextAuth(sent, reply as unknown as NextApiResponse, options)
  return response()
}

type Route = { params: Promise<{ nextauth: string[] }> }

/** Our own actions, and next-auth's, as the log names them; anything else is 404. */
const actions = [
  'confirm-identity',
  'backchannel-logout',
  'signin',
  'signout',
  'callback',
  'csrf',
  'session',
  'providers',
  'error',
  'verify-request',
]

/**
 * The fields of a form that has arrived and is short: next-auth would wait for it without limit, and read one of any
 * length. @throws ProblemError 400, 408 or 413
 */
async function fieldsOf(request: NextRequest): Promise<unknown> {
  if (request.method !== 'POST') return undefined
  const text = (await bytesOf(request)).toString('utf8')
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (!type.includes('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProblemError(400, 'invalid-input', 'The body is not valid JSON.', { cause })
  }
}

/** The cookies that next-auth gets: of those whose names start with the session cookie's, only the one that we read. */
function cookiesOf(request: NextRequest, settings: Settings): Record<string, string> {
  const name = sessionCookie(settings)
  const own = readSessionCookie(request.headers.get('cookie'), settings)
  const others = request.cookies.getAll().filter((cookie) => !cookie.name.startsWith(name))
  return {
    ...Object.fromEntries(others.map((cookie) => [cookie.name, cookie.value])),
    ...(own && own !== 'repeated' && { [name]: own.value }),
  }
}

const isOwnCallback = ({ method }: NextRequest, [action, id]: string[]) =>
  method === 'GET' && action === 'callback' && id === 'oidc'

/** The same answer, leading elsewhere: next-auth names the place in `location`, or in JSON if its client asks. */
function leadingTo(url: string, { status, headers }: Response): Response {
  if (!headers.has('location')) return new Response(JSON.stringify({ url }), { status, headers })
  headers.set('location', url)
  return new Response(null, { status, headers })
}

export const createSignInRoutes = (core: AnswerDependencies, auth: Auth) => {
  const { settings, access, sessions, provider, limits, stepUp } = auth

  /** The id of the request's session. @throws ProblemError 401 that removes the cookie if there are several */
  const idOf = (request: NextRequest) =>
    access.idOf(request.headers.get('cookie')).catch((error) => {
      if (error instanceof ProblemError) error.headers['set-cookie'] = clearedSessionCookie(settings)
      throw error
    })

  /** Logs that the provider could not be asked where its pages are. */
  const unknownPage = (error: unknown) => {
    core.log.error({ event: 'sign-in-failed', reason: 'discovery', cause: traceOf(error).reason }, 'security')
    return undefined
  }

  /** Ends a session. @returns where a company's person signs out at the provider, if it offers that */
  async function endSession(id: string): Promise<string | undefined> {
    const tokens = await sessions.end(id)
    return tokens && provider?.signOutUrl(tokens.idToken, `${settings.origin}/sign-in`).catch(unknownPage)
  }

  /** Begins to confirm who a person is, as a page asks before an act that needs it. @throws ProblemError */
  async function confirmIdentity(request: NextRequest, context: RequestContext): Promise<Response> {
    if (request.method !== 'POST') throw methodNotAllowed(['POST'])
    if (!stepUp.isNeeded()) throw notFound()
    const session = await access.requireSession(context)
    access.requirePerson(context, session)
    access.requireSameOrigin(context)
    const { start, cookie } = await stepUp.begin(await jsonOf(request), session)
    return jsonAnswer(JSON.stringify(start), { 'set-cookie': cookie })
  }

  /** Ends what a person has here because they signed out at the provider, which says so with a signed token. @throws ProblemError */
  async function endByProvider(request: NextRequest): Promise<Response> {
    if (request.method !== 'POST') throw methodNotAllowed(['POST'])
    if (!provider) throw notFound()
    const address = request.headers.get(addressHeader) ?? ''
    await limits.requireFewRefusals(address)
    const fields = await fieldsOf(request)
    const token = isObject(fields) ? fields.logout_token : undefined
    const signedOut = await provider.signedOut(String(token)).catch(async (error) => {
      core.log.warn({ event: 'sign-out-refused', cause: traceOf(error).reason }, 'security')
      await limits.countRefusal(address)
      throw new ProblemError(400, 'invalid-input', 'The logout token is not valid.', { cause: error })
    })
    const count = await sessions.endAtProvider(signedOut)
    core.log.info({ event: 'signed-out-by-provider', subject: `oidc:${signedOut.sub}`, sessions: count }, 'security')
    return new Response(null, { headers: { 'cache-control': 'no-store' } })
  }

  /** next-auth's answer to a request that may be answered. */
  async function answerOf(request: NextRequest, action: string, nextauth: string[]): Promise<Response> {
    const { headers } = request
    const call: AuthCall = { address: headers.get(addressHeader) ?? '', userAgent: headers.get('user-agent') }
    const isStart = action === 'signin' && request.method === 'POST'
    // A browser that was signed in within eight hours comes back, whatever others do in its network.
    const before = await access.idOf(request.headers.get('cookie')).catch(() => undefined)
    if (action === 'callback' && before === undefined) await limits.requireFewRefusals(call.address)
    const query = Object.fromEntries(request.nextUrl.searchParams)
    const confirmed =
      isOwnCallback(request, nextauth) &&
      (await stepUp.finish(query, request.headers.get('cookie'), await idOf(request)))
    if (confirmed)
      return new Response(null, {
        status: 303,
        headers: {
          location: `${settings.origin}${confirmed.page}`,
          'set-cookie': confirmed.cookie,
          'cache-control': 'private, no-store',
        },
      })
    const id = action === 'session' || action === 'signout' ? await idOf(request) : undefined
    // Without it next-auth reports that the provider could not be reached.
    if (isStart && nextauth[1] === 'oidc')
      call.authorizationUrl = await provider?.pageOf('authorization_endpoint').catch(unknownPage)
    const sent = {
      method: request.method,
      nextauth,
      // next-auth would send every parameter of a start to the provider, in place of ours.
      query: isStart ? {} : query,
      body: await fieldsOf(request),
      cookies: cookiesOf(request, settings),
    }
    const response = await answerOfNextAuth(sent, auth.options(call))
    // Its cookie is replaced, and a copy of it would open the console until it is idle.
    if (call.hasBegun && before !== undefined) await sessions.replace(before)
    if (call.isRefused) await limits.countRefusal(call.address)
    if (call.failure) throw call.failure
    response.headers.set('cache-control', 'private, no-store')
    const url = call.isSigningOut && id ? await endSession(id) : undefined
    return url ? leadingTo(url, response) : response
  }

  /** A 429 as a page, for a person who follows a link; and for next-auth's client, which reads where to go from `url`. */
  function limited(error: ProblemError, { request, id }: RequestContext): Response {
    const url = `${settings.origin}/sign-in?error=TooManyAttempts`
    if (request.headers.get('sec-fetch-mode') !== 'navigate') return problemResponse(error, id, { url })
    return new Response(null, {
      status: 303,
      headers: { ...error.headers, location: url, 'cache-control': 'no-store' },
    })
  }

  return async (request: NextRequest, route: Route): Promise<Response> => {
    const { nextauth } = await route.params
    const action = actions.find((known) => known === nextauth[0])
    return answer(core, request, `auth ${action ?? 'unknown'}`, async (context) => {
      // Among others /_log, by which anyone could write to our log.
      if (!action) throw notFound()
      if (action === 'confirm-identity') return confirmIdentity(request, context)
      if (action === 'backchannel-logout') return endByProvider(request)
      return answerOf(request, action, nextauth).catch((error) => {
        if (error instanceof ProblemError && error.problem.status === 429) return limited(error, context)
        throw error
      })
    })
  }
}
