/** One webhook: turned on or off, replayed, removed. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const PATCH = async (request: NextRequest, route: Route) =>
  (await runningConsole()).webhooks.changeWebhook(request, route)

export const DELETE = async (request: NextRequest, route: Route) =>
  (await runningConsole()).webhooks.removeWebhook(request, route)
