/** The rows of a list that match filters of which the provider applies only some. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; list: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).reading.narrowed(request, route)
