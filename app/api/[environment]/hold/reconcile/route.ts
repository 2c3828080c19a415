/** Compares a held copy with what the provider lists. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).hold.reconcile(request, route)
