/** next-auth's own addresses: sign-in, call-back, sign-out. */
import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { signInOptions } from '@/lib/server/sign-in'
import { databaseReady } from '@/lib/server/store'

type Context = { params: Promise<{ nextauth: string[] }> }

/** Bytes of a sign-in form; nobody who is not signed in yet sends more. */
const bodyLimit = 64 * 1024

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  // next-auth would write into our log whatever anybody sends there.
  if (nextauth[0] === '_log') return new Response(null, { status: 404 })
  const isSmall = Number(request.headers.get('content-length') ?? Number.NaN) <= bodyLimit
  if (request.method === 'POST' && !isSmall) return new Response(null, { status: 413 })
  await databaseReady()
  const response: Response = await NextAuth(signInOptions())(request, context)
  response.headers.set('cache-control', 'private, no-store')
  return response
}

export { handle as GET, handle as POST }
