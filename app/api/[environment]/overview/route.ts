/** The figures of any range of time, as they are read. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).reading.overview(request, route)
