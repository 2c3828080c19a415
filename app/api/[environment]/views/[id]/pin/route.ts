/** Pins a view to a person's navigation, or unpins it. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const PUT = async (request: NextRequest, route: Route) => (await runningConsole()).views.pinView(request, route)

export const DELETE = async (request: NextRequest, route: Route) =>
  (await runningConsole()).views.unpinView(request, route)
