/** The description of Mintdesk's own interface, for signed-in people. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

export const GET = async (request: NextRequest) => (await runningConsole()).describe(request)
