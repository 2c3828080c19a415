/** THE proxy's address: every method arrives here, so that a wrong one gets a problem as its answer. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

const handle = async (request: NextRequest) => (await runningConsole()).http.proxy(request)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
