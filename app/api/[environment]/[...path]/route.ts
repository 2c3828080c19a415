/** Mintdesk's own operations: lib/features/operations.ts lists them. Every method comes here, so that each is answered. */
import type { NextRequest } from 'next/server'
import { consoleOf } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

const handle = async (request: NextRequest) => (await consoleOf(request.headers.get('cookie'))).own(request)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
