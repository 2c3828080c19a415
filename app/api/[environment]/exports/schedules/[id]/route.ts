/** Removes a schedule of exports. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const DELETE = async (request: NextRequest, route: Route) =>
  (await runningConsole()).exports.removeExportSchedule(request, route)
