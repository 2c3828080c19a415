/** next-auth's own addresses: sign-in, call-back, sign-out. */
import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { ProblemError } from '@/lib/api/problem'
import { answering, notFound } from '@/lib/server/answering'
import { bytesOf } from '@/lib/server/proxy'
import { signInOptions } from '@/lib/server/sign-in'
import { databaseReady } from '@/lib/server/store'

type Context = { params: Promise<{ nextauth: string[] }> }

/** A request whose body is here, and short: next-auth waits for one without end, and reads one of any length. */
async function received(request: NextRequest): Promise<NextRequest> {
  if (request.method !== 'POST') return request
  const { url, method, headers } = request
  return new NextRequest(url, { method, headers, body: await bytesOf(request) })
}

const handle = (request: NextRequest, context: Context): Promise<Response> =>
  answering(request, async () => {
    const { nextauth } = await context.params
    // next-auth would write into our log whatever anybody sends there.
    if (nextauth[0] === '_log') throw notFound()
    const whole = await received(request)
    await databaseReady()
    const response: Response = await NextAuth(signInOptions())(whole, context).catch((cause: unknown) => {
      if (!(cause instanceof SyntaxError)) throw cause
      throw new ProblemError(400, 'invalid-input', 'The body is not JSON.', { cause })
    })
    response.headers.set('cache-control', 'private, no-store')
    return response
  })

export { handle as GET, handle as POST }
