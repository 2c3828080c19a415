/** The description of Mintdesk's own interface, for signed-in people. */
import type { NextRequest } from 'next/server'
import { consoleOf } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

export const GET = async (request: NextRequest) => (await consoleOf(request.headers.get('cookie'))).describe(request)
