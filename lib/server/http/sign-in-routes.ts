/** next-auth's own addresses: sign-in, callback, sign-out. */
import type { NextRequest } from 'next/server'
import type { NextAuthOptions } from 'next-auth'
import { ProblemError } from '../../api/problem'
import type { Access } from '../auth/access'
import type { IdentityProvider } from '../auth/identity-provider'
import { clearedSessionCookie, readSessionCookie, sessionCookie } from '../auth/session-cookie'
import type { Sessions } from '../auth/sessions'
import type { SignInVisit } from '../auth/sign-in'
import type { Settings } from '../settings'
import { type AnswerDependencies, answer, notFound } from './answer'
import { bytesOf } from './body'
import { traceOf } from './log'
import { answerOfNextAuth } from './next-auth'

type Route = { params: Promise<{ nextauth: string[] }> }

export type SignInRouteDependencies = AnswerDependencies & {
  settings: Settings
  access: Access
  sessions: Sessions
  /** Of company sign-in, if it is configured. */
  provider: IdentityProvider | undefined
  /** next-auth's options for one request. */
  options: (visit: SignInVisit) => NextAuthOptions
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

  return async (request: NextRequest, route: Route): Promise<Response> => {
    const { nextauth } = await route.params
    const action = actions.find((known) => known === nextauth[0])
    return answer(core, request, `auth ${action ?? 'unknown'}`, async () => {
      // Among others /_log, by which anyone could write to our log.
      if (!action) throw notFound()
      const id = action === 'session' || action === 'signout' ? await idOf(request) : undefined
      const visit: SignInVisit = {}
      const isStart = action === 'signin' && request.method === 'POST'
      if (isStart && nextauth[1] === 'oidc') visit.authorizationUrl = await startOf()
      const sent = {
        method: request.method,
        nextauth,
        // next-auth would send every parameter of a start to the provider, in place of ours.
        query: isStart ? {} : Object.fromEntries(request.nextUrl.searchParams),
        body: await fieldsOf(request),
        cookies: cookiesOf(request, settings),
      }
      const response = await answerOfNextAuth(sent, options(visit))
      if (visit.isSigningOut && id) await sessions.end(id)
      response.headers.set('cache-control', 'private, no-store')
      return response
    })
  }
}
