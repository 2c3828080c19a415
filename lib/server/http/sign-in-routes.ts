/** next-auth's own addresses: sign-in, callback, sign-out. */
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { ProblemError } from '../../api/problem'
import { type AnswerDependencies, answer, notFound } from './answer'
import { bytesOf } from './body'

type Route = { params: Promise<{ nextauth: string[] }> }

/** A request whose body has arrived and is short: next-auth would wait for it without limit, and read one of any length. */
async function received(request: NextRequest): Promise<NextRequest> {
  if (request.method !== 'POST') return request
  const { url, method, headers } = request
  return new NextRequest(url, { method, headers, body: await bytesOf(request) })
}

/** next-auth's actions, as the log names them; anything else is 404. */
const actions = ['signin', 'signout', 'callback', 'csrf', 'session', 'providers', 'error', 'verify-request']

export const createSignInRoutes =
  (core: AnswerDependencies, options: () => NextAuthOptions) =>
  async (request: NextRequest, route: Route): Promise<Response> => {
    const { nextauth } = await route.params
    const action = actions.find((known) => known === nextauth[0])
    return answer(core, request, `auth ${action ?? 'unknown'}`, async () => {
      // Among others /_log, by which anyone could write to our log.
      if (!action) throw notFound()
      const response: Response = await NextAuth(options())(await received(request), route).catch((cause: unknown) => {
        if (!(cause instanceof SyntaxError)) throw cause
        throw new ProblemError(400, 'invalid-input', 'The body is not valid JSON.', { cause })
      })
      response.headers.set('cache-control', 'private, no-store')
      return response
    })
  }
