/** next-auth's own addresses: sign-in, callback, sign-out. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

type Route = { params: Promise<{ nextauth: string[] }> }

const handle = async (request: NextRequest, route: Route) => (await runningConsole()).http.signIn(request, route)

export { handle as GET, handle as POST }
