/** next-auth's own addresses: sign-in, callback, sign-out. */
import type { NextRequest } from 'next/server'
import { consoleOf, runningConsole } from '@/lib/console/running-console'

type Route = { params: Promise<{ nextauth: string[] }> }

async function handle(request: NextRequest, route: Route): Promise<Response> {
  const [action] = (await route.params).nextauth
  // A session ends where it is. A new one is the shared console's, whatever world the browser was in before.
  const console = action === 'signout' ? await consoleOf(request.headers.get('cookie')) : await runningConsole()
  return console.http.signIn(request, route)
}

export { handle as GET, handle as POST }
