/** Profile names and metadata templates. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).activity.listPresets(request, route)

export const PUT = async (request: NextRequest, route: Route) =>
  (await runningConsole()).activity.savePreset(request, route)

export const DELETE = async (request: NextRequest, route: Route) =>
  (await runningConsole()).activity.removePreset(request, route)
