/** next-auth's own addresses: sign-in, callback, sign-out. */
import type { NextRequest } from 'next/server'
import type { NextAuthOptions } from 'next-auth'
import { ProblemError } from '../../api/problem'
import type { Access } from '../auth/access'
import { addressHeader } from '../auth/client-address'
import type { IdentityProvider } from '../auth/identity-provider'
import { clearedSessionCookie, readSessionCookie, sessionCookie } from '../auth/session-cookie'
import type { Sessions } from '../auth/sessions'
import type { AuthCall } from '../auth/sign-in'
import type { SignInLimits } from '../auth/sign-in-limits'
import type { Settings } from '../settings'
import { type AnswerDependencies, answer, notFound, problemResponse } from './answer'
import { bytesOf } from './body'
import { traceOf } from './log'
import { answerOfNextAuth } from './next-auth'
import type { RequestContext } from './request-context'

type Route = { params: Promise<{ nextauth: string[] }> }

export type SignInRouteDependencies = AnswerDependencies & {
  settings: Settings
  access: Access
  sessions: Sessions
  /** Of company sign-in, if it is configured. */
  provider: IdentityProvider | undefined
  limits: SignInLimits
  /** next-auth's options for one request. */
  options: (call: AuthCall) => NextAuthOptions
}

/** next-auth's actions, as the log names them; anything else is 404. */
const actions = ['signin', 'signout', 'callback', 'csrf', 'session', 'providers', 'error', 'verify-request']

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

export const createSignInRoutes = ({
  settings,
  access,
  sessions,
  provider,
  limits,
  options,
  ...core
}: SignInRouteDependencies) => {
  /** The id of the request's session. @throws ProblemError 401 that removes the cookie if there are several */
  const idOf = (request: NextRequest) =>
    access.idOf(request.headers.get('cookie')).catch((error) => {
      if (error instanceof ProblemError) error.headers['set-cookie'] = clearedSessionCookie(settings)
      throw error
    })

  /** Where company sign-in starts, or undefined if the provider does not say: then next-auth reports it. */
  const startOf = () =>
    provider?.pageOf('authorization_endpoint').catch((error) => {
      core.log.error({ event: 'sign-in-failed', reason: 'discovery', cause: traceOf(error).reason }, 'security')
      return undefined
    })

  /** next-auth's answer to a request that may be answered. */
  async function answerOf(request: NextRequest, action: string, nextauth: string[]): Promise<Response> {
    const call: AuthCall = { address: request.headers.get(addressHeader) ?? '' }
    const isStart = action === 'signin' && request.method === 'POST'
    if (isStart || action === 'callback') await limits.countAttempt(call.address)
    const id = action === 'session' || action === 'signout' ? await idOf(request) : undefined
    if (isStart && nextauth[1] === 'oidc') call.authorizationUrl = await startOf()
    const sent = {
      method: request.method,
      nextauth,
      // next-auth would send every parameter of a start to the provider, in place of ours.
      query: isStart ? {} : Object.fromEntries(request.nextUrl.searchParams),
      body: await fieldsOf(request),
      cookies: cookiesOf(request, settings),
    }
    const response = await answerOfNextAuth(sent, options(call))
    if (call.failure) throw call.failure
    if (call.isSigningOut && id) await sessions.end(id)
    response.headers.set('cache-control', 'private, no-store')
    return response
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
      return answerOf(request, action, nextauth).catch((error) => {
        if (error instanceof ProblemError && error.problem.status === 429) return limited(error, context)
        throw error
      })
    })
  }
}
