/** Calls next-auth with exactly what the console has read and checked. */
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth, { type NextAuthOptions } from 'next-auth'

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
