/** The webhooks of an environment. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).webhooks.listWebhooks(request, route)

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).webhooks.addWebhook(request, route)
