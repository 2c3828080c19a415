/** Exports of whole lists: shows and starts them. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).exports.listExports(request, route)

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).exports.startExport(request, route)
