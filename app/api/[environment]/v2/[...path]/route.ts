/** The proxy's route. It receives every method, so that an unsupported one is answered with a problem. */
import type { NextRequest } from 'next/server'
import { consoleOf } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

const handle = async (request: NextRequest) => (await consoleOf(request.headers.get('cookie'))).http.proxy(request)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
