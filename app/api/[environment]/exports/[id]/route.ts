/** One export. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).exports.getExport(request, route)

export const DELETE = async (request: NextRequest, route: Route) =>
  (await runningConsole()).exports.removeExport(request, route)
