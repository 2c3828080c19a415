/** What Mintdesk has seen of a transfer. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).reading.observed(request, route)
