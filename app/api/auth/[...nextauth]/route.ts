/** next-auth's own addresses: sign-in, call-back, sign-out. */
import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { signInOptions } from '@/lib/server/sign-in'
import { databaseReady } from '@/lib/server/store'

type Context = { params: Promise<{ nextauth: string[] }> }

async function handle(request: NextRequest, context: Context): Promise<Response> {
  await databaseReady()
  const response: Response = await NextAuth(signInOptions())(request, context)
  response.headers.set('cache-control', 'private, no-store')
  return response
}

export { handle as GET, handle as POST }
