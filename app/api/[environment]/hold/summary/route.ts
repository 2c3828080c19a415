/** Whether this is a held copy: for every page. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).hold.readSummary(request, route)
